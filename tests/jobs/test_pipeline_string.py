"""Pipelines in both spellings: what they stand for, and how each mistake is refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import ConfigError
from allonym.jobs.options import read_options
from allonym.jobs.pipeline_string import parse_pipeline, pipeline_options
from tests.each import each

PUBLISHED = 'any2txt|wcrft2|liner2({"model":"5nam"})|anonymizer({"method":"pseudo"})'


@each(
    ("text", "options"),
    [
        (PUBLISHED, {"output": "text", "language": "pl", "method": "pseudonym"}),
        ("anonymizer", {"method": "delete"}),
        ("anonymizer()", {"method": "delete"}),
        (' any2txt | anonymizer( {"method": "tag"} ) ',
         {"output": "text", "labels": "five", "method": "tag"}),
        ('postagger({"lang":"hr"})|anonymizer', {"language": "hr", "method": "delete"}),
        ('stanza({"model":"sl_ssj"})|anonymizer', {"language": "sl", "method": "delete"}),
        ("any2txt|div(20000)|krnnt|anonymizer|dir|makezip",
         {"output": "text", "language": "pl", "method": "delete"}),
        ('[["any2txt", "morphodita", {"anonymizer": {"method": "tag"}}]]',
         {"output": "text", "language": "pl", "labels": "five", "method": "tag"}),
        ('allonym({"method":"letters","language":"fi"})', {"method": "letters", "language": "fi"}),
    ],
)  # fmt: skip
def test_stages_become_options(text, options):
    assert pipeline_options(text) == options
    read_options(options)


@each(
    ("text", "said"),
    [
        ("any2txt|morfodita|anonymizer", "stage 2 of the pipeline ('morfodita'): unknown"),
        ("any2txt|morfodita|anonymizer", 'did you mean "morphodita"?'),
        ("any2txt|wcrft2", "no stage that replaces"),
        ("anonymizer|any2txt", "stage 2 of the pipeline ('any2txt'): nothing may follow"),
        ("anonymizer|anonymizer", "nothing may follow"),
        ('filezip("/a/b")|any2txt|anonymizer', "stage 1 of the pipeline ('filezip'): documents"),
        ('anonymizer({"methode":"tag"})', "unknown parameter 'methode'"),
        ('anonymizer({"method":"blank"})', "unknown method 'blank'; known: delete, tag, pseudo"),
        ("anonymizer({'method':'tag'})", "JSON with double quotes"),
        ('anonymizer({"method":"tag"}', "not written as expected"),
        ("anonymizer(7)", "its parameters have no names"),
        ("any2txt||anonymizer", "stage 2 of the pipeline has no name"),
        ("any2txt anonymizer", "is not followed by |"),
        ("", "stage 1 of the pipeline has no name"),
        ('["any2txt", 7]', "stage 2 of the pipeline is neither"),
        ("[" * 3999, "not written as expected"),
        ("a" * 4001, "longer than 4000"),
    ],
)
def test_mistakes_are_refused_by_name_and_place(text, said):
    with pytest.raises(ConfigError) as caught:
        pipeline_options(text)
    assert said in str(caught.value)


NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,10}", fullmatch=True)
VALUES = st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=3))
STAGES = st.lists(
    st.tuples(NAMES, st.dictionaries(st.text(max_size=5), VALUES, max_size=2)),
    min_size=1,
    max_size=4,
)


@given(STAGES)
def test_both_spellings_are_read_alike(stages):
    barred = "|".join(f"{name}({json.dumps(given)})" for name, given in stages)
    listed = json.dumps([{name: given} for name, given in stages])
    read = [(s.name, s.parameters) for s in parse_pipeline(barred)]
    assert read == [(s.name, s.parameters) for s in parse_pipeline(listed)] == stages


@given(st.text(max_size=60))
def test_whatever_is_written_is_read_or_refused(text):
    with suppress(ConfigError):
        assert all(stage.name for stage in parse_pipeline(text))


@each(
    "pipeline",
    [
        'spacy({"lang":"xx"})|anonymizer',
        'any2txt({"colour":"red"})|anonymizer',
        'liner2({"model":"none"})|anonymizer',
        'liner2({"colour":1})|anonymizer',
    ],
)
def test_what_is_not_known_is_refused(pipeline):
    with pytest.raises(ConfigError, match="stage 1 of the pipeline"):
        pipeline_options(pipeline)


def test_a_pipeline_of_no_stages_is_refused():
    with pytest.raises(ConfigError, match="no stage that replaces"):
        pipeline_options("[]")

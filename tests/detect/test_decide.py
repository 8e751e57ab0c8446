"""The decision: what is certain stays, what is taken is disjoint, what is surely no name goes."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each

from allonym.api import Pipeline
from allonym.detect.decision.candidates import CLASSES, candidates_of, is_guess
from allonym.detect.decision.choosing import choose
from allonym.detect.decision.evidence import Candidate, Gatherer
from allonym.detect.decision.explain import GROUPS, explain, group_of
from allonym.engines.load import load_trees
from allonym.errors import EngineError
from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import common_path, load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView

SPANS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 12)).map(lambda p: Span(p[0], p[0] + p[1])),
    min_size=1, max_size=12, unique=True,
)  # fmt: skip


def chances(none: float, kind: str = "person") -> list[float]:
    row = [0.0] * len(CLASSES)
    row[0], row[CLASSES.index(kind)] = none, 1 - none
    return row


@given(SPANS, st.randoms())
def test_what_is_taken_is_disjoint(spans, rng):
    spans = sorted(spans)
    table = np.array([chances(rng.random()) for _ in spans], np.float32)
    taken = sorted((spans[n] for n in choose(spans, table)), key=lambda s: s.start)
    assert all(a.end <= b.start for a, b in pairwise(taken))


def test_the_whole_name_is_taken_before_its_parts():
    spans = [Span(0, 3), Span(0, 9), Span(4, 9)]
    table = np.array([chances(0.6), chances(0.1), chances(0.6)], np.float32)
    assert choose(spans, table) == [1]


def test_a_person_is_taken_where_a_place_as_improbable_is_left():
    table = np.array([chances(0.7), chances(0.7, "place")], np.float32)
    assert choose([Span(0, 3), Span(10, 13)], table) == [0]


def test_what_patterns_and_known_people_say_is_not_decided():
    sure = Mention(Span(0, 4), "person", (Evidence("known", "name", 1.0),))
    guess = Mention(Span(2, 8), "person", (Evidence("model", "PER", 0.9),))
    assert not is_guess(sure)
    assert candidates_of("", [sure], [sure, guess]) == []


@pytest.mark.parametrize(
    ("language", "text", "kept"),
    [
        ("pl", "Weź Nurofen i Paracetamol rano.", ("Nurofen", "Paracetamol")),
        ("en", "He was read his Miranda rights and took Nurofen.", ("Miranda", "Nurofen")),
        ("sl", "Za božič dobi Lekadol in Aspirin.", ("Lekadol", "Aspirin")),
    ],
)  # fmt: skip
def test_medicines_and_eponyms_stay(language, text, kept):
    result = Pipeline.load(language=language).run(text).text
    assert all(word in result for word in kept)


@each(
    ("language", "text", "kept"),
    [
        ("sl", "Dela pri Telekom Slovenije in v NLB.", ("Telekom Slovenije", "NLB")),
        ("en", "She banks with Bank of Ireland.", ("Bank of Ireland",)),
        ("sk", "prezident Slovenskej republiky bol v Severnej Kórei",
         ("Slovenskej republiky", "Severnej Kórei")),
        ("hr", "u Republici Hrvatskoj i u Crnoj Gori", ("Republici Hrvatskoj", "Crnoj Gori")),
    ],
)  # fmt: skip
def test_public_bodies_and_countries_stay(language, text, kept):
    result = Pipeline.load(language=language).run(text).text
    assert all(name in result for name in kept)


def test_names_in_other_letters_come_out_in_them():
    text = "Ivan Petrov zhivee v Plovdiv, a sestra mu Maria Petrova e v Stara Zagora."
    result = Pipeline.load(language="bg").run(text).text
    assert result.isascii()
    assert not any(name in result for name in ("Ivan", "Petrov", "Maria", "Zagora"))


def test_no_name_is_drawn_that_the_document_has_in_other_letters():
    text = "Ivan Petrov zhivee v Plovdiv, a sestra mu Maria Petrova e v Stara Zagora."
    for number in (92, 142, 245):  # with these secrets Петров, Иван were drawn, and became tags
        secret = f"a quite long secret number {number}".encode()
        result = Pipeline.load(language="bg", secret=secret).run(text).text
        assert "[" not in result


def test_each_candidate_is_explained():
    view = TextView.of("I met John Smith in London.", language="en")
    inner = Pipeline.load(language="en")._pack("en")
    proposed, found = inner.propose(view)
    explained = explain(inner.parts.decide.__self__, view, proposed, found)
    (name,) = [e for e in explained if view.surface(e.span) == "John Smith"]
    assert max(name.chances, key=name.chances.get) == "person"
    assert set(name.weights) == set(GROUPS)


def test_every_column_has_its_group():
    assert group_of("mean LOC") == "network"
    assert group_of("before known") == "neighbours"
    assert group_of("most medicine") == "names of nobody"


def test_the_network_reads_a_document_once_for_the_decision_and_the_leak_check():
    view = TextView.of("I met John Frost in London. It was a frost, said Frost.", language="en")
    inner = Pipeline.load(language="en")._pack("en")
    decider = inner.parts.decide.__self__
    asked = []
    counting = replace(decider, scores=lambda v: asked.append(v) or decider.scores(v))
    proposed, found = inner.propose(view)
    counting.decide(view, proposed, found)
    missed = [Mention(Span(39, 44), "person", (Evidence("verify", "form", 0.9),))]
    assert counting.namesakes(view, missed) == replace(decider).namesakes(view, missed)
    assert len(asked) == 1


def test_nothing_is_kept_of_a_document_that_is_gone():
    view = TextView.of("I met John Frost in London.", language="en")
    inner = Pipeline.load(language="en")._pack("en")
    decider = replace(inner.parts.decide.__self__)
    decider.decide(view, *inner.propose(view))
    latest, kept = decider._latest.read
    assert latest() is view
    assert kept
    inner.run(TextView.of("Another text."))  # the detector forgets its latest view, too
    del view
    assert latest() is None
    assert not kept


def test_every_column_that_the_trees_ask_for_is_gathered():
    trees = load_trees(common_path("decision.onnx"))
    view = TextView.of("Jan Kowalski mieszka w Łodzi.", language="pl")
    inner = Pipeline.load(language="pl")._pack("pl")
    model = next(d for d in inner.parts.detectors if d.name == "model")
    lexicon = load_lexicon(load_pack("pl").where("lexicon"))
    gatherer = Gatherer("pl", lexicon.flags, lexicon.ordinary, lambda _: 0)
    found = [Candidate(Span(0, 12), ())]
    words = gatherer.words(view, model.word_scores(view), ())
    names, _ = gatherer.over(view, words, found)
    assert set(trees.columns) <= set(names)
    asked = replace(gatherer, asked=trees.columns)
    assert asked.over(view, words, found)[0] == trees.columns


def test_trees_that_do_not_name_their_columns_are_refused():
    with pytest.raises(EngineError, match="fit them again"):
        load_trees(load_pack("pl").where("model/words.onnx"))

"""Options of a task: defaults, what each does to a profile, and what is refused."""

import json

import pytest

from allonym.errors import ConfigError
from allonym.jobs.options import TaskOptions, read_options
from allonym.profile import load_profile
from tests.each import each


def treatment(**options):
    profile = read_options(options).apply(load_profile("default"))
    found = profile.treatment("person")
    return found.method, dict(found.options)


def test_by_default_nothing_is_left_of_a_name():
    assert treatment() == ("remove", {"text": ""})


@each(
    ("options", "expected"),
    [
        ({"method": "delete"}, ("remove", {"text": ""})),
        ({"method": "remove", "text": "XXX"}, ("remove", {"text": "XXX"})),
        ({"method": "tag"}, ("tag", {"per": "token"})),
        ({"method": "tag", "per": "mention"}, ("tag", {"per": "mention"})),
        ({"method": "pseudo"}, ("pseudonym", {})),
        ({"method": "profile"}, ("pseudonym", {})),
        ({"method": "letters"}, ("letters", {})),
    ],
)
def test_methods(options, expected):
    assert treatment(**options) == expected


def test_what_a_profile_keeps_stays_kept():
    profile = read_options({"method": "tag"}).apply(load_profile("default"))
    assert profile.treatment("org.court").method == "keep"


def test_options_of_documents_reach_the_profile():
    asked = {"columns": ["2"], "text_field": "body", "pdf": "html", "file_names": True}
    documents = read_options(asked).apply(load_profile("default")).documents
    assert (documents.columns, documents.text_field) == (("2",), "body")
    assert (documents.pdf, documents.file_names) == ("html", True)


def test_options_survive_json():
    options = read_options({"types": ["person"], "language": "pl", "retention": 1})
    assert read_options(json.loads(json.dumps(options.as_dict()))) == options
    assert isinstance(options, TaskOptions)


@each(
    ("options", "said"),
    [
        ({"methd": "tag"}, 'did you mean "method"?'),
        ({"secret": "env:HOME"}, "an option is not known"),
        ({"pipeline": "any2txt|anonymizer"}, "a pipeline is a field beside the options"),
        ({"method": "keep"}, "option 'method': one of"),
        ({"method": "masked"}, "option 'method'"),
        ({"language": "xx"}, "option 'language'"),
        ({"profile": "/etc/passwd"}, "option 'profile'"),
        ({"profile": "own.toml"}, "option 'profile'"),
        ({"types": "person"}, "a list of words"),
        ({"types": ["persn"]}, 'did you mean "person"?'),
        ({"file_names": "yes"}, "true or false"),
        ({"retention": "long"}, "a number is expected"),
        ({"retention": True}, "a number is expected"),
        ({"retention": float("nan")}, "to 24 hours"),
        ({"retention": -1}, "to 24 hours"),
        ({"retention": 25}, "to 24 hours"),
        ({"text": 7}, "a text"),
        ({"text": "x" * 201}, "at most 200 letters"),
    ],
)
def test_what_cannot_be_is_refused(options, said):
    with pytest.raises(ConfigError) as caught:
        read_options(options)
    assert said in str(caught.value)


def test_profiles_of_the_server_may_be_named():
    assert read_options({"profile": "clinic"}, profiles=("clinic",)).profile == "clinic"

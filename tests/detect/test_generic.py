"""Organisations named by common nouns alone name nobody, where a name follows them."""

import pytest

from allonym.detect.refining.generic import GenericNames
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology


def left(code, text, kind, detector="model"):
    """Return whether the first word stays a mention."""
    pack = load_pack(code)
    generic = GenericNames(pack.toml("orgs.toml").get("keep", ()), (), load_morphology(pack))
    mention = Mention(Span(0, text.index(" ")), kind, (Evidence(detector),))
    return bool(generic.without(TextView.of(text), [mention]))


@pytest.mark.parametrize(
    ("code", "text", "stays"),
    [
        ("pl", "Komisja Nowaka ustaliła.", False),
        ("pl", "Komisja ściśle ustaliła.", True),  # a small letter beyond ASCII is no name
        ("pl", "Komisja ustaliła.", True),
    ],
)
def test_a_kind_before_a_name_is_none(code, text, stays):
    assert left(code, text, "org") is stays


def test_what_the_leak_check_found_stays():
    assert left("pl", "Komisja Nowaka ustaliła.", "org", "verify")

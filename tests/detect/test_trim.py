"""Titles stay outside a name."""

import pytest

from allonym.detect.trim import TitleTrimmer
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView


@pytest.mark.parametrize(
    ("language", "surface", "rest"),
    [
        ("en", "Mr. Carter", "Carter"),
        ("en", "Prof. Dr Ann Lee", "Ann Lee"),
        ("en", "Carter", "Carter"),
        ("en", "R. Carter", "R. Carter"),
        ("en", "Mr", None),
        ("pl", "Pani Doktor", None),
        ("pl", "panem Janem Lisem", "Janem Lisem"),
        ("pl", "R. Lis", "R. Lis"),
    ],
)
def test_leading_titles_are_cut(language, surface, rest):
    view = TextView.of(f"x {surface} y")
    mention = Mention(Span(2, 2 + len(surface)), "person", (Evidence("model", score=0.9),))
    trimmed = TitleTrimmer(load_pack(language).toml("words.toml")).trim(view, mention)
    assert (view.surface(trimmed.span) if trimmed else None) == rest


def test_a_known_person_is_left_alone():
    mention = Mention(Span(0, 6), "person", (Evidence("known"),))
    trimmer = TitleTrimmer(load_pack("en").toml("words.toml"))
    assert trimmer.trim(TextView.of("Mr Lee"), mention) is mention

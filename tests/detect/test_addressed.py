"""Who stands behind a title or greeting, whatever a network thinks of it."""

from functools import cache

import pytest

from allonym.detect.addressed import find_addressed, load_leads
from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology

TEXTS = [
    ("en", "Cllr May Field met OT Faith Ndlovu.", ["May Field", "Faith Ndlovu"]),
    ("en", "Hi Team, Dear Customer, Hi All, Officer Training", []),
    ("sk", "Milá Nasťa, píšem ti. Milá Mama,", ["Nasťa"]),
    ("hu", "Kedves Zsuzsu! Kedves Ügyfelünk! Annám jön.", ["Zsuzsu", "Annám"]),
    ("pl", "Droga Redakcjo, Pani Dyrektor, Pani Kasiu!", ["Kasiu"]),
]


@cache
def parts(code):
    pack = load_pack(code)
    lexicon = load_lexicon(pack.where("lexicon"))

    def has(word, *flags):
        return any(lexicon.flags(word) & BIT[flag] for flag in flags)

    leads = load_leads(pack, has, lambda w: bool(lexicon.ordinary(w)) or has(w, "common"))
    return load_morphology(pack), leads


@pytest.mark.parametrize(("code", "text", "expected"), TEXTS)
def test_people_are_found_behind_titles_and_greetings(code, text, expected):
    view = TextView.of(text, language=code)
    found = find_addressed(view, [], *parts(code))
    assert [view.surface(m.span) for m in found] == expected


def test_what_is_certain_is_not_touched():
    view = TextView.of("Dear Alex, hello", language="en")
    certain = Mention(Span(5, 9), "username", (Evidence("patterns", "username.made", 0.95),))
    assert find_addressed(view, [certain], *parts("en")) == []

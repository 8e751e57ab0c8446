"""Names whole: what completes somebody who is hidden."""

import pytest

from allonym.detect.decision.whole import Whole
from allonym.languages.lexicon import BIT
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span

LISTED = {
    "tine": "given_rare", "daisy": "given", "may": "family", "golea": "family",
    "levente": "given", "bíró": "family", "doktor": "title", "liana": "given", "ion": "given",
}  # fmt: skip
HEADS = ".!?:\n-–"


def whole(text, *names, parts=(), **settings):
    def is_large(span):
        before = text[: span.start].rstrip()
        return bool(before) and before[-1] not in HEADS

    def at(surface):
        start = text.index(surface)
        return Span(start, start + len(surface))

    taken = [Mention(at(n), "person", (Evidence("decision", "person", 0.9),)) for n in names]
    maker = Whole(
        text, lambda word: BIT.get(LISTED.get(word.lower(), ""), 0), is_large,
        frozenset(("de", "la", "ал", "van")), frozenset(("la",)), frozenset(("kedves",)),
        **settings,
    )  # fmt: skip
    found = maker.over(taken, map(at, parts))
    return [text[m.span.start : m.span.end] for m in found]


@pytest.mark.parametrize(
    ("text", "names", "wanted"),
    [
        ("Ref.: Tine Golea – reziliere", ["Golea"], ["Tine Golea"]),
        ("Copie: Tine Golea, Ana Pop", ["Golea", "Ana Pop"], ["Tine Golea", "Ana Pop"]),
        ("a venit Tine Golea ieri", ["Golea"], ["Tine Golea"]),
        ("Then Daisy May was cross", ["Daisy"], ["Daisy May"]),
        ("Копие: Мохамед ал Масри", ["Мохамед", "Масри"], ["Мохамед ал Масри"]),
        ("by José de la Fuente now", ["José", "Fuente"], ["José de la Fuente"]),
        ("vpn (van Berg, Jan)", ["Berg, Jan"], ["van Berg, Jan"]),
        ("podpisał Jan Gaj-\n  ser wczoraj", ["Jan Gaj"], ["Jan Gaj-\n  ser"]),
        ("podpisał Jan Gaj-\nser wczoraj", ["Jan Gaj-"], ["Jan Gaj-\nser"]),
    ],
)
def test_nobody_is_hidden_by_half(text, names, wanted):
    assert whole(text, *names) == wanted


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tine Golea a venit.", "Golea"),  # at the head a capital says nothing
        ("prišla je Doktor Liana", "Liana"),  # a title
        ("vidi la Ion acolo", "Ion"),  # a preposition
        ("Kedves Levente!", "Levente"),
        ("Daisy\nMay 3", "Daisy"),
    ],
)
def test_words_that_are_no_names_stay(text, name):
    assert whole(text, name) == [name]


def test_where_surnames_stand_first_they_do_so_at_the_head_too():
    assert whole("Bíró Levente jött.", "Levente", family_first=True) == ["Bíró Levente"]
    assert whole("Bíró Levente jött.", "Levente") == ["Levente"]


def test_what_is_rather_a_part_of_a_name_goes_with_the_name_beside_it():
    assert whole("dolazi Miu Stanić sutra", "Miu") == ["Miu"]
    assert whole("dolazi Miu Stanić sutra", "Miu", parts=["Stanić"]) == ["Miu Stanić"]
    assert whole("dolazi Miu sutra", parts=["Miu"]) == []

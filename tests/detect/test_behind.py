"""Ages behind people: in brackets, between commas, and not behind anything else."""

from __future__ import annotations

import pytest
from tests.each import each

from allonym.detect.dates.behind_names import AgeWords, with_ages
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView


def ages(
    marked: str, kind: str = "person", units: tuple[str, ...] = (), short: tuple[str, ...] = ()
) -> list[str]:
    name, _, rest = marked.partition("|")
    view = TextView.of(name + rest)
    named = Mention(Span(0, len(name)), kind, (Evidence("model"),))
    words = AgeWords(units, short)
    found = with_ages(view, [named], words)
    assert with_ages(view, found, words) == found
    return [view.surface(m.span) for m in found if m.type == "age"]


@each(
    "text",
    ["Ann Nowak| (34)", "Jan K.| (34), zam.", "Jan K|. (34)", "Ann Nowak|, 34, of Leeds",
     "Ann Nowak|, 34", "Ann Nowak| [34]", "Ann| (34), a nurse"],
)  # fmt: skip
def test_a_number_behind_a_person_is_an_age(text: str) -> None:
    assert ages(text) == ["34"]


@each(
    "text",
    ["Nowak| (4)", "Ann Nowak| (1984)", "Ann Nowak| (340)", "Ann Nowak| (34 pages)",
     "Ann Nowak|, 34 Main Street", "Ann Nowak| 34", "Ann Nowak| (0)"],
)  # fmt: skip
def test_other_numbers_are_not(text: str) -> None:
    assert ages(text) == []


def test_a_place_has_no_age() -> None:
    assert ages("New York| (34)", "place") == []


def test_no_age_crosses_a_block_or_lies_on_another_mention() -> None:
    person = Mention(Span(0, 9), "person", (Evidence("model"),))
    cut = TextView("Ann Nowak (34)", blocks=(Span(0, 10), Span(10, 14)))
    assert with_ages(cut, [person]) == [person]
    other = Mention(Span(10, 14), "other", (Evidence("model"),))
    assert with_ages(TextView.of("Ann Nowak (34)"), [person, other]) == [person, other]


@pytest.mark.parametrize(
    ("text", "found"),
    [("Nadia Pająk| (9 l.)", "9 l."), ("Jana Malá|, 13 rokov, žije", "13 rokov")],
)
def test_a_number_with_its_unit_is_an_age(text, found):
    name, _, rest = text.partition("|")
    view = TextView.of(name + rest)
    person = Mention(Span(0, len(name)), "person", (Evidence("model"),))
    ages = with_ages(view, [person], AgeWords(("l.", "rokov")))[1:]
    assert [view.surface(m.span) for m in ages] == [found]
    assert with_ages(view, [person]) == [person]


@each(
    ("text", "found"),
    [("Kacper|, 9 l.", "9 l."), ("Gąska| (syn, 19 l.), prawo jazdy", "19 l."),
     ("Slišković|, 79 l.\nMirna noć", "79 l."), ("Caelum|, 6, kept in kitchen", "6")],
)  # fmt: skip
def test_a_short_unit_will_do_where_nothing_else_can_be_meant(text, found):
    assert ages(text, "person", ("lat",), ("l.",)) == [found]


@pytest.mark.parametrize("text", ["Kacper| kupił 9 l. mleka", "Kacper|. W 1998, 9 l. mleka"])
def test_litres_are_no_years(text):
    assert ages(text, "person", ("lat",), ("l.",)) == []


@pytest.mark.parametrize("text", ["12.12.1989|, 34\nnext", "12.12.1989| (34 yrs)"])
def test_an_age_stands_behind_a_birth(text):
    assert [age[:2] for age in ages(text, "date.birth", ("years",), ("yrs",))] == ["34"]


@pytest.mark.parametrize(
    "text", ["Jan Kos| (1938–2025)", "JAN KOS| 1938 – 2025", "Jan Kos|\n1938–2025"]
)
def test_a_life_stands_behind_its_name(text: str) -> None:
    name, _, rest = text.partition("|")
    view = TextView.of(name + rest)
    person = Mention(Span(0, len(name)), "person", (Evidence("model"),))
    found = with_ages(view, [person])[1:]
    assert [(view.surface(m.span), m.type) for m in found] == [
        ("1938", "date.birth"), ("2025", "date"),
    ]  # fmt: skip


def test_two_years_behind_one_name_may_be_those_of_a_firm() -> None:
    view = TextView.of("Zver 1922–1946, nato Kos (1938–2025)")
    people = [Mention(Span(*at), "person", (Evidence("model"),)) for at in ((0, 4), (21, 24))]
    found = [view.surface(m.span) for m in with_ages(view, people) if m.type != "person"]
    assert found == ["1938", "2025"]


def test_a_child_that_died_young_is_among_others_lives() -> None:
    view = TextView.of("John Marsh (1715–1777), Ann (1724–1726)")
    people = [Mention(Span(*at), "person", (Evidence("model"),)) for at in ((0, 10), (24, 27))]
    found = [view.surface(m.span) for m in with_ages(view, people)]
    assert found == ["John Marsh", "1715", "1777", "Ann", "1724", "1726"]
    alone = [view.surface(m.span) for m in with_ages(view, people[1:])]
    assert alone == ["Ann"]  # rather how long somebody was something

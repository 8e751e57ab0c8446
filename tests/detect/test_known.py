from __future__ import annotations

from datetime import date
from functools import cache

import pytest
from tests.each import crossed, each
from tests.growth import grows_linearly

from allonym.detect.names.known import KnownDetector
from allonym.languages.pack import load_pack
from allonym.model.known import KnownPerson
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology
from allonym.text.fold import strip_marks

PEOPLE = (
    KnownPerson("Łukasz Zieliński", ("Lucek",), ("PL 44051401359", "A-77/12"), date(1984, 5, 3)),
    KnownPerson("Żaneta Kowalska-Wójcik"),
    KnownPerson("Nowak, Ewa", role="judge", action="keep"),
    KnownPerson("Maria Wilk"),
)
COMMON = {"wilk", "wilka", "maria", "zielone"}


@cache
def morphology(code: str = "pl") -> Morphology:
    return load_morphology(load_pack(code))


def detector(*people: KnownPerson) -> KnownDetector:
    return KnownDetector(people or PEOPLE, morphology(), common=COMMON.__contains__)


def found(text: str, *people: KnownPerson) -> list[tuple[str, str, str]]:
    names, view = detector(*people), TextView.of(text)
    mentions = names.settle(view, sorted(names.detect(view), key=lambda m: m.span))
    return [(text[m.span.start : m.span.end], m.type, m.evidence[0].rule) for m in mentions]


def spellings(text: str) -> set[str]:
    return {text, text.upper(), strip_marks(text), strip_marks(text).upper()}


def every_name(given: str, family: str) -> set[str]:
    """All cases and spellings of a full name, in the shapes people write it in."""
    names: set[str] = set()
    surnames = morphology().forms(family, "family")
    for surname in surnames:
        names |= {surname, f"{given[0]}. {surname}", f"{given[0]}.{surname}"}
        for first in morphology().forms(given, "given"):
            names |= {f"{first} {surname}", f"{surname} {first}", f"{surname}, {first}"}
    return {spelt for name in names for spelt in spellings(name)}


@pytest.mark.parametrize(("given", "family"), [("Łukasz", "Zieliński"), ("Maria", "Wilk")])
def test_known_recall_is_complete(given: str, family: str) -> None:
    detect = KnownDetector([KnownPerson(f"{given} {family}")], morphology())
    missed = []
    for name in sorted(every_name(given, family)):
        text = f"Widziano: {name}; dalej nic."
        view = TextView.of(text)
        start = text.index(name)
        covered = {i for m in detect.detect(view) for i in range(m.span.start, m.span.end)}
        if not {i for i in range(start, start + len(name)) if text[i].isalpha()} <= covered:
            missed.append(name)
    assert missed == []


def test_known_finds_double_surnames_whole_and_in_part() -> None:
    assert [f[0] for f in found("Z Żanetą Kowalską-Wójcik, z Kowalską i z Wójcik.")] == [
        "Żanetą Kowalską-Wójcik", "Kowalską", "Wójcik",
    ]  # fmt: skip


def test_known_finds_aliases_alone() -> None:
    assert found("Był tam Lucek. Dałem Luckowi.") == [
        ("Lucek", "person", "hide"),
        ("Luckowi", "person", "hide"),
    ]


def test_known_leaves_given_names_alone() -> None:
    assert found("Łukasz przyszedł, Ewa nie.") == []


def test_known_keeps_whom_the_list_keeps() -> None:
    assert found("Sędzia Ewa Nowak. Orzekła E. Nowak. Dla Nowak.") == [
        ("Ewa Nowak", "person.judge", "keep"),
        ("E. Nowak", "person.judge", "keep"),
        ("Nowak", "person.judge", "keep"),
    ]


def test_known_hides_a_surname_shared_with_someone_hidden() -> None:
    people = (KnownPerson("Ewa Nowak", role="judge", action="keep"), KnownPerson("Jan Nowak"))
    assert found("Ewa Nowak, Jan Nowak, Nowak", *people) == [
        ("Ewa Nowak", "person.judge", "keep"),
        ("Jan Nowak", "person", "hide"),
        ("Nowak", "person", "hide"),
    ]


@each("written", ["44051401359", "440514 01359", "4405-14-01359", "PL44051401359"])
def test_known_finds_ids_with_any_separators(written: str) -> None:
    people = (KnownPerson("Jan Lis", ids=("44051401359", "PL44051401359")),)
    assert written in found(f"nr {written}.", *people)[0][0]


@each("written", ["3.05.1984", "03.05.1984", "1984-05-03", "3. 5. 1984", "5/3/1984"])
def test_known_finds_the_date_of_birth(written: str) -> None:
    assert (written, "date.birth", "hide") in found(f"ur. {written} r.")


def test_known_takes_no_common_word_in_small_letters() -> None:
    assert found("Biegł wilk, a Wilk stał. maria wilk przyszła.") == [
        ("Wilk", "person", "hide"),
        ("maria wilk", "person", "hide"),
    ]


def test_known_takes_no_other_word_for_one_without_marks() -> None:
    assert found("Sąd orzekł. Pan Sad wstał.", KnownPerson("Adam Sad")) == [
        ("Sad", "person", "hide")
    ]


def test_known_bridges_a_middle_name() -> None:
    assert found("Maria Anna Wilk i Maria A. Wilk")[0][0] == "Maria Anna Wilk"


def test_known_survives_line_ends_and_invisible_characters() -> None:
    assert [f[0] for f in found("Łukasz\nZieliński, Zie\u00adliński, Zielin\u0301ski")] == [
        "Łukasz\nZieliński", "Zie\u00adliński", "Zielin\u0301ski",
    ]  # fmt: skip


GIVEN = {"Jan", "Anna"}


@each(("other", "whole"), crossed(["Jana Nowaka", "J. Nowaka", "Nowaka Jana"], True, False))
def test_known_is_nobody_of_another_given_name(other: str, whole: bool) -> None:
    names = KnownDetector(
        [KnownPerson("Anna Nowak", role="judge", action="keep")], morphology(),
        common={"pan"}.__contains__, is_given=GIVEN.__contains__,
    )  # fmt: skip
    view = TextView.of(f"Anna Nowak i Nowak spotkali {other}.")
    mentions = sorted(names.detect(view), key=lambda m: m.span)
    if whole:
        at = view.text.index(other)
        full = Span(at, at + len(other))
        mentions = [m for m in mentions if not m.span.overlaps(full)]
        mentions.append(Mention(full, "person", (Evidence("known.0", "alone"),)))
    settled = [
        (m.type, m.evidence[0].detector, m.evidence[0].rule) for m in names.settle(view, mentions)
    ]
    assert settled == [
        ("person.judge", "known.0", "keep"),
        ("person", "known", "hide"),
        ("person", "known", "hide"),
    ]


def test_known_keeps_a_surname_behind_a_title() -> None:
    people = (KnownPerson("Anna Nowak", action="keep"),)
    names = KnownDetector(people, morphology(), common={"pani"}.__contains__)
    view = TextView.of("Pani Nowak wyszła.")
    mention = Mention(Span(0, 10), "person", (Evidence("known.0", "alone"),))
    assert [m.evidence[0].rule for m in names.settle(view, [mention])] == ["keep"]


def test_known_takes_no_word_behind_its_own_name() -> None:
    assert found("Maria Wilk wilka widziała.", KnownPerson("Maria Wilk"))[0][0] == "Maria Wilk"


def test_known_evidence_is_certain_and_holds_no_text() -> None:
    (mention,) = detector().detect(TextView.of("Zielińskiego"))
    assert isinstance(mention, Mention)
    assert mention.score == 1.0
    assert "ieli" not in repr(mention)


@pytest.mark.slow
def test_known_is_linear_with_thousands_of_people() -> None:
    people = [KnownPerson(f"Jan Testowy{n:x}".replace("0", "o")) for n in range(3000)]
    detect = KnownDetector(people, load_morphology(load_pack("en")))
    text = "Jan poszedł do domu, a Testowyff z Anną nie. "
    assert grows_linearly(lambda size: lambda: list(detect.detect(TextView.of(text * size))), 200)

"""Columns of tables in plain text: heads announce what stands below them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.each import crossed, each
from tests.growth import grows_linearly

from allonym.detect.dates.detector import DateDetector
from allonym.detect.patterns.columns import cells, is_heading, told
from allonym.detect.patterns.detector import PatternDetector
from allonym.model.view import TextView

HEADS = {
    "sl": ("Telefon", "Datum rojstva"), "hr": ("Telefon", "Datum rođenja"),
    "bg": ("Телефон", "Дата на раждане"), "ro": ("Telefon", "Data nașterii"),
    "sk": ("Telefón", "Dátum narodenia"), "pl": ("Telefon", "Data urodzenia"),
    "hu": ("Telefonszám", "Születési idő"), "fi": ("Puhelin", "Syntymäaika"),
    "sv": ("Telefon", "Födelsedatum"), "en": ("Phone", "Date of birth"),
}  # fmt: skip

LABELS = frozenset(
    ("Priimek", "Prezime", "Фамилия", "Prenume", "Priezvisko", "Nazwisko", "Vezetéknév", "Sukunimi",
     "Efternamn", "Surname")
)  # fmt: skip
"""Headings of names that label them in forms too."""


@cache
def detectors(language: str) -> tuple[PatternDetector, DateDetector]:
    return PatternDetector.load(language), DateDetector.load(language)


def found(text: str, language: str) -> list[tuple[str, str]]:
    view = TextView.of(text, language=language)
    mentions = [m for d in detectors(language) for m in d.detect(view) if m.score >= 0.5]
    mentions.sort(key=lambda m: m.span.start)
    return [(view.surface(m.span), m.type) for m in mentions]


@each(("language", "sign"), crossed(sorted(HEADS), "\t", ";", "|", ",", " | "))
def test_bare_values_below_a_head_are_announced(language: str, sign: str) -> None:
    phone, born = HEADS[language]
    lines = [("X", phone, born), ("a", "447911123456", "1984-05-03"), ("b", "", "1990-12-31")]
    text = "\n".join(sign.join(line) for line in lines)
    assert found(text, language) == [
        ("447911123456", "phone"), ("1984-05-03", "date.birth"), ("1990-12-31", "date.birth"),
    ]  # fmt: skip


def test_a_markdown_table_with_its_rule_and_a_mistyped_number() -> None:
    text = "| Osoba | **PESEL** |\n|:---|---:|\n| A | 84071512342 |\n"
    assert found(text, "pl") == [("84071512342", "id.national")]


@each(
    "text",
    ["Amount\tPieces\n447911123456\t84071512342", "Tel 1; x; y\na; 447911123456; b",
     "Phone; call me\nnothing here, 447911123456", "Phone\tName\n\n447911123456 of them"],
)  # fmt: skip
def test_other_columns_and_prose_announce_nothing(text: str) -> None:
    assert found(text, "en") == []


HEADINGS = {
    "sl": (("Priimek", "Oddelek", "Znesek"), ("Ime", "Priimek", "Telefon", "Opomba")),
    "hr": (("Prezime", "Odjel", "Iznos"), ("Ime i prezime", "Radno mjesto", "Plaća")),
    "bg": (("Фамилия", "Отдел", "Сума"), ("Име", "Фамилия", "Длъжност", "Заплата")),
    "ro": (("Nume", "Prenume", "Departament", "Suma"), ("Nume de familie", "Funcția", "Salariu")),
    "sk": (("Priezvisko", "Oddelenie", "Suma"), ("Meno a priezvisko", "Pozícia", "Mzda")),
    "pl": (("Nazwisko", "Dział", "Kwota"), ("Imię i nazwisko", "Stanowisko", "Data zatrudnienia")),
    "hu": (("Név", "Osztály", "Összeg"), ("Vezetéknév", "Keresztnév", "Beosztás")),
    "fi": (("Sukunimi", "Osasto", "Summa"), ("Etunimi", "Sukunimi", "Tehtävä")),
    "sv": (("Efternamn", "Avdelning", "Belopp"), ("Förnamn", "Efternamn", "Befattning")),
    "en": (("Surname", "Department", "Amount"), ("First name", "Last name", "Position")),
}


@each(("language", "sign"), crossed(sorted(HEADINGS), "\t", "|"))
def test_a_heading_beside_that_of_names_is_nobody(language: str, sign: str) -> None:
    """What stands to the right of a label is its value in a form, but not in a row of headings."""
    for row in HEADINGS[language]:
        names = "\n".join(sign.join(("x", *"y" * (len(row) - 2), str(n))) for n in range(3))
        assert found(f"{sign.join(row)}\n{names}\n", language) == []


@each("language", sorted(HEADINGS))
def test_a_value_beside_its_label_in_a_form_is_somebody(language: str) -> None:
    label = next(cell for row in HEADINGS[language] for cell in row if cell in LABELS)
    phone = HEADS[language][0]
    name = "Ковач" if language == "bg" else "Kovač"
    for text in (
        f"{label}\t{name}\n{phone}\t447911123456\n",
        f"{label}\t{name}\nx\ty\n",
        f"{label}\t{name}\tx\n{phone}\t447911123456\ty\n",
        f"| {label} | {name} |",
    ):
        kinds = [kind for word, kind in found(text, language) if word == name]
        assert [kind.partition(".")[0] for kind in kinds] == ["person"]  # fmt: skip


def test_a_table_of_two_columns_is_one_where_the_second_holds_numbers() -> None:
    assert found("Surname\tPay\nx\t70\ny\t80\n", "en") == []
    assert found("Surname\tAshworth\nx\t70\ny\tz\n", "en") == [("Ashworth", "person")]


@example("a;\n\t;")
@given(st.text(alphabet='ab1 \t;|,\n\r"é🙂', max_size=80))
def test_cells_lie_inside_and_are_what_they_say(text: str) -> None:
    for cell in cells(text):
        assert text[cell.start : cell.end].strip() == text[cell.start : cell.end] != ""


def test_tables_take_linear_time() -> None:
    def run(size: int) -> Callable[[], object]:
        text = "Name\tPhone\n" + "Ann\t447911123456\n" * (size // 17)
        return lambda: list(cells(text))

    assert grows_linearly(run, 20000)


@pytest.mark.slow
def test_columns_that_spaces_set_apart_take_linear_time() -> None:
    def run(size: int) -> Callable[[], object]:
        row = "a  " * (size // 3)
        return lambda: list(told(f"{row}\n{row}\n"))

    assert grows_linearly(run, 20000)


@pytest.mark.slow
def test_headings_of_one_long_row_take_linear_time() -> None:
    def run(size: int) -> Callable[[], object]:
        row = "Surname\tOffice\t" * (size // 15)
        return lambda: found(f"{row}\n{row}\n", "en")

    assert grows_linearly(run, 5000)


@pytest.mark.parametrize("sign", ["|", "  "])
def test_names_below_heads_are_names_whatever_they_mean(sign: str) -> None:
    rows = [("No", "Surname", "Phone", "Notes"), ("1", "Field", "555-0119", "May pay"),
            ("2", "Hill", "555-0176", "-")]  # fmt: skip
    text = "\n".join(sign.join(f"{cell:<10}" for cell in row) for row in rows)
    names = [name for name, kind in found(text, "en") if kind == "person.family"]
    assert names == ["Field", "Hill"]


def test_one_head_alone_names_nobody() -> None:
    assert found("Patient | Dose\nMild | 5\nField | 6", "en") == []


def test_cells_that_spaces_set_apart_stand_below_the_head_they_overlap() -> None:
    text = "Name       Sum    City\nAnn         7     Ely\nBob              York\n"
    told = [(cell.head, text[cell.start : cell.end]) for cell in cells(text)]
    assert told == [
        ("Name", "Ann"), ("Sum", "7"), ("City", "Ely"), ("Name", "Bob"), ("City", "York"),
    ]  # fmt: skip


def test_fields_of_a_form_name_people_whatever_the_names_mean() -> None:
    form = "Surname: Field\nFirst name: May    Town: Hope\n\nPhone: 555-0119"
    names = [name for name, kind in found(form, "en") if not kind.startswith("phone")]
    assert names == ["Field", "May", "Hope"]
    assert found("Town: Hope\nThe rest is prose, and so is this.", "en") == []


def test_of_two_columns_the_second_is_a_heading_where_columns_are_called_so():
    table = "Surname\tCity\nHarris\tLeeds\nField\tHope\n"
    assert is_heading(table, table.index("City"), {"Surname", "First name"}.__contains__)
    form = "Surname\tTown\nFirst name\tAnn\nCity\tLeeds\n"
    assert not is_heading(form, form.index("Town"), {"Surname", "First name"}.__contains__)

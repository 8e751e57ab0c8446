"""The heading of a column says what stands below it, in ten languages and formats."""

import io

import openpyxl
import pytest
from docx import Document

from allonym.files.opening import open_document
from allonym.languages.columns import column_type

HEADS = {
    "sl": ("Priimek", "Telefon", "EMŠO"), "hr": ("Prezime", "Mobitel", "OIB"),
    "bg": ("Фамилия", "Телефон", "ЕГН"), "ro": ("Nume de familie", "Nr. telefon", "CNP"),
    "sk": ("Priezvisko", "Telefón", "Rodné číslo"), "pl": ("Nazwisko:", "Nr telefonu", "PESEL"),
    "hu": ("Vezetéknév", "Telefonszám", "Személyi szám"),
    "fi": ("Sukunimi", "Puhelin", "Henkilötunnus"),
    "sv": ("Efternamn", "Mobilnummer", "Personnummer"),
    "en": ("Last name", "Phone", "National ID"),
}  # fmt: skip
ROWS = [("Lis", "601234567", "84071512342"), ("Kot", "none", "n/a"), ("see below", "", "12")]
WANTED = [("Lis", "person.family"), ("601234567", "phone"), ("84071512342", "id.national"),
          ("Kot", "person.family")]  # fmt: skip


def marked(data, name):
    document = open_document(data, name)
    return [(document.view.surface(m.span), m.type) for m in document.given]


def as_csv(head):
    return "\n".join(";".join(row) for row in [head, *ROWS]).encode(), "a.csv"


def as_xlsx(head):
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in [head, *ROWS]:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue(), "a.xlsx"


def as_html(head):
    rows = ["".join(f"<td>{cell}</td>" for cell in row) for row in [head, *ROWS]]
    return f"<table><tr>{'</tr><tr>'.join(rows)}</tr></table>".encode(), "a.html"


def as_docx(head):
    document, stream = Document(), io.BytesIO()
    grid = document.add_table(rows=0, cols=3)
    for row in [head, *ROWS]:
        for cell, value in zip(grid.add_row().cells, row, strict=True):
            cell.text = value
    document.save(stream)
    return stream.getvalue(), "a.docx"


def as_open_html(head):
    rows = ["".join(f"<td>{cell}" for cell in row) for row in [head, *ROWS]]
    return f"<p>x<table><tr>{'<tr>'.join(rows)}</table>".encode(), "a.html"


@pytest.mark.parametrize("language", sorted(HEADS))
def test_every_language_has_headings(language):
    assert [column_type(head) for head in HEADS[language]] == [
        "person.family", "phone", "id.national",
    ]  # fmt: skip


@pytest.mark.parametrize("make", [as_csv, as_xlsx, as_docx, as_html, as_open_html])
@pytest.mark.parametrize("language", ["pl", "bg", "en"])
def test_cells_below_a_heading_are_what_it_says(make, language):
    assert sorted(marked(*make(HEADS[language]))) == sorted(WANTED)


@pytest.mark.parametrize("make", [as_csv, as_xlsx, as_docx, as_html])
def test_other_headings_announce_nothing(make):
    assert marked(*make(("Amount", "Pieces", "Remarks"))) == []

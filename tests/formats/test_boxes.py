"""A letter or a digit in each box of a form: what cells say together is hidden."""

import io
from itertools import product

import openpyxl
import pytest
from docx import Document

from allonym import Pipeline
from allonym.files.opening import open_document
from tests.each import each, quickly

from .office.samples import saved

SECRET = b"0123456789abcdef0"
FORM = [
    ["Nazwisko", *"WRZESZCZYŃSKI"], ["Imię", *"GRAŻYNA"], ["PESEL", *"58030701234"],
    ["Data urodzenia", *"07-03-1958"],
]  # fmt: skip


def in_word(rows):
    document = Document()
    table = document.add_table(len(rows), max(map(len, rows)))
    for number, row in enumerate(rows):
        for cell, text in zip(table.rows[number].cells, row, strict=False):
            cell.text = text
    return saved(document)


def in_excel(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([int(c) if c.isdecimal() and c[0] != "0" else c for c in row])
    return saved(book)


def in_csv(rows):
    return "".join(";".join(row) + "\n" for row in rows).encode()


def cells(data, name):
    if name.endswith("docx"):
        rows = Document(io.BytesIO(data)).tables[0].rows
        return [[cell.text for cell in row.cells] for row in rows]
    if name.endswith("xlsx"):
        rows = openpyxl.load_workbook(io.BytesIO(data)).active.iter_rows(values_only=True)
        return [["" if cell is None else str(cell) for cell in row] for row in rows]
    return [line.split(";") for line in data.decode().splitlines()]


MADE = {"a.docx": in_word, "a.xlsx": in_excel, "a.csv": in_csv}


@pytest.mark.parametrize("name", quickly(list(MADE), "a.docx", "a.csv"))
@pytest.mark.parametrize("method", ["pseudonym", "tag"])
def test_what_cells_say_together_is_hidden_and_stays_in_its_cells(name, method):
    pipeline = Pipeline.load(language="pl", secret=SECRET, method=method)
    made = cells(pipeline.run_file(MADE[name](FORM), name).data, name)
    assert len(made) == len(FORM)
    for old, new in zip(FORM, made, strict=True):
        assert "".join(new[1:]) != "".join(old[1:])
        assert new[0] == old[0]
    if method == "pseudonym":
        assert [len(cell) for cell in made[2][1:12]] == [1] * 11
        assert all(len(cell) < 3 for cell in made[1][1:])


@pytest.mark.slow
@each(
    "row",
    [
        ["Oceny", *"5453216"], ["1", "2", "3", "4", "5", "6", "7"], [*"xxoxx"],
        ["Pn", "W", "Ś", "C", "P", "S", "N"], ["A", "B", "C"], ["Lp.", "1", "2", "3"],
        [*"JFMAMJJASOND"], [*"PWŚCPSN"], [*"BACD"], [*"WDLW"], [*"QWERTY"], [*"RNBQKBNR"],
        ["Klucz", *"BDAC"], [*"ANNAX"], ["Poczta", *"WAWA"],
    ],
)  # fmt: skip
def test_marks_and_days_of_the_week_are_nobody(row):
    data = in_csv([["Klasa", "a"], row])
    assert Pipeline.load(language="pl", secret=SECRET).run_file(data, "a.csv").data == data


def read(rows):
    return open_document(in_csv(rows), "a.csv").view.text


@each("heads", ["PWŚCPSN", "MTWTF", "ABCDE", "UNPS", "PWDLA", "SML"])
def test_headings_of_one_letter_beside_that_of_people_are_no_name(heads):
    below = (
        [["Lis", *"12345678"[: len(heads)]]], [["Lis", "", "x"], ["Kot", *len(heads) * "x"]],
        [["Lis", heads[0]], ["Kot", "", heads[1]]],
    )  # fmt: skip
    for label, rows in product(("Nazwisko", "Uczeń"), below):
        assert heads not in read([[label, *heads], *rows])


@each(
    ("rows", "said"),
    [
        ([["Nazwisko", *"LIS"], ["Imię", *"EWA"]], "LIS EWA"),
        ([["Imię i nazwisko", *"JAN", "", *"LIS"]], "JAN LIS"),
        ([["Nazwisko", "", "N", "", "O", "", "W", "", "A", "", "K"]], "NOWAK"),
    ],
)
def test_letters_beside_a_label_are_a_name(rows, said):
    """However few they are, with words apart, in joined cells and above boxes of no label."""
    text = read(rows)
    assert said in text or all(word in text for word in said.split())


def test_boxes_are_read_as_programs_set_them_out():
    """LibreOffice breaks lines in a cell, others put spaces that stay beside the letter."""
    row = "<td><p>\n\t\tN</p>\n</td><td>&nbsp;O&nbsp;</td><td>W</td><td>A</td><td>K</td>"
    page = f"<table><tr><td><p>\n\tNazwisko</p>\n</td>{row}</tr></table>"
    document = open_document(page.encode(), "a.html")
    assert "NOWAK" in document.view.text
    made = Pipeline.load(language="pl", secret=SECRET).run_file(page.encode(), "a.html").data
    assert made.count(b"&nbsp;") == 2
    assert made.count(b"</td>") == 6
    word = Document()
    table = word.add_table(1, 11)
    table.cell(0, 0).text = "Nazwisko"
    for number, letter in enumerate("NOWAK"):
        table.cell(0, 1 + 2 * number).merge(table.cell(0, 2 + 2 * number)).text = letter
    assert "NOWAK" in open_document(saved(word), "a.docx").view.text


@pytest.mark.slow
def test_a_longer_name_is_parted_evenly():
    """With the rest in the last box *LILIANNA* was refused where an *ANNA* is hidden."""
    rows = [["Imię", *"ANNA"], ["Nazwisko", *"LIS"]]
    for number in range(20):
        pipeline = Pipeline.load(language="pl", secret=b"sekretnumer%08d" % number)
        made = cells(pipeline.run_file(in_csv(rows), "a.csv").data, "a.csv")
        assert all(max(map(len, row[1:])) - min(map(len, row[1:])) < 2 for row in made)

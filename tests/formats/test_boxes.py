"""A letter or a digit in each box of a form: what cells say together is hidden."""

import io
from itertools import groupby, product

import openpyxl
import pytest
from docx import Document
from odf.opendocument import OpenDocumentSpreadsheet, load
from odf.table import Table, TableCell, TableRow
from odf.text import P

from allonym import Pipeline
from allonym.files.opening import open_document
from tests.each import each, quickly

from .office.samples import saved

SECRET = b"0123456789abcdef0"
FORM = [
    ["Nazwisko", *"WRZESZCZYŃSKI"], ["Imię", *"GRAŻYNA"], ["PESEL", *"58033701234"],
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


def in_sheet(rows):
    book = OpenDocumentSpreadsheet()
    table = Table(parent=book.spreadsheet)
    for row in rows:
        line = TableRow(parent=table)
        for same, run in groupby(row):
            times = len(list(run))
            kind = {"valuetype": "float", "value": same} if same.isdecimal() else {}
            kind |= {"numbercolumnsrepeated": times} if times > 1 else {}
            P(text=same, parent=TableCell(parent=line, **kind))
    return saved(book)


def in_rtf(rows):
    written = (b"".join(_rtf(text) + rb"\cell " for text in row) for row in rows)
    return rb"{\rtf1\ansi " + b"".join(rb"\trowd " + row + rb"\row " for row in written) + b"}"


def _rtf(text):
    return "".join(c if c.isascii() else f"\\u{ord(c)}?" for c in text).encode()


def cells(data, name):
    if name.endswith("ods"):
        rows = load(io.BytesIO(data)).spreadsheet.getElementsByType(TableRow)
        cells = [[str(c) for c in row.getElementsByType(TableCell)] for row in rows]
        for cell in (c for row in rows for c in row.getElementsByType(TableCell)):
            is_number = cell.getAttribute("valuetype") == "float"
            assert not is_number or cell.getAttribute("value") == str(cell)
        return cells
    if name.endswith("rtf"):
        lines = [line.strip("|").split("|") for line in data.decode().split("\n") if "|" in line]
        return [[cell.strip() for cell in line] for line in lines]
    if name.endswith("docx"):
        rows = Document(io.BytesIO(data)).tables[0].rows
        return [[cell.text for cell in row.cells] for row in rows]
    if name.endswith("xlsx"):
        rows = openpyxl.load_workbook(io.BytesIO(data)).active.iter_rows(values_only=True)
        return [["" if cell is None else str(cell) for cell in row] for row in rows]
    return [line.split(";") for line in data.decode().splitlines()]


MADE = {
    "a.docx": in_word, "a.xlsx": in_excel, "a.csv": in_csv, "a.ods": in_sheet,
    "a.rtf": in_rtf,
}  # fmt: skip


@pytest.mark.parametrize("name", quickly(list(MADE), "a.docx", "a.ods", "a.rtf"))
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
        ([["Data urodzenia", *"07", "", *"03", "", *"1958"]], "07031958"),
        ([["Postcode", *"LS1", "", *"4AB"]], "LS1 4AB"),
        ([["Numer konta", *"PL61109010140000071219812874"]], "PL61109010140000071219812874"),
        ([["PESEL", *(10 * [""]), "Telefon"], [*"58030701234", *"601234567"]], "601234567"),
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


@each(
    ("label", "row", "said"),
    [
        ("PESEL:", "58030701234", True), ("Nazwisko", "NOWAK", True),
        ("Wykaz", "58030701234", False), ("Pacjent", "BABAB", False),
    ],
)  # fmt: skip
def test_a_label_may_stand_in_front_of_the_table(label, row, said):
    cells = "".join(f"<td>{sign}</td>" for sign in row)
    page = f"<p>{label}</p><table><tr>{cells}</tr></table>".encode()
    assert (row in open_document(page, "a.html").view.text) == said


def test_bars_of_plain_texts_are_no_boxes():
    """They part grids of figures and letters oftener than forms."""
    grid = f"## Telefon\n\n|1|5|3|2|1|0|\n{6 * '|---'}|\n|4|4|1|0|2|2|\n"
    assert open_document(grid.encode(), "a.md").view.text == grid


def test_a_number_that_becomes_a_tag_is_a_text():
    """LibreOffice showed 0."""
    data = in_sheet([["PESEL"], ["58030701234"]])
    pipeline = Pipeline.load(language="pl", secret=SECRET, method="tag")
    made = load(io.BytesIO(pipeline.run_file(data, "a.ods").data)).spreadsheet
    cell = made.getElementsByType(TableCell)[1]
    assert (cell.getAttribute("valuetype"), str(cell)) == ("string", "[IDENTYFIKATOR]")


@each(
    ("label", "hint", "day"),
    [
        ("Data urodzenia", "DDMMRRRR", "07031958"), ("Születési idő", "ÉÉÉÉHHNN", "19580307"),
        ("Дата на раждане", "ДДММГГГГ", "07031958"), ("Syntymäaika", "PPKKVV", "070358"),
        ("Date of birth", "DD/MM/YYYY", "07/03/1958"),
    ],
)  # fmt: skip
def test_a_day_below_a_row_that_says_how_to_fill_it_in_is_one(label, hint, day):
    below = [["Nazwisko", *"KOWALSKI"], ["", *"0703"]]
    for rows in ([[label, *hint], ["", *day]], [[label], ["", *hint], ["", *day]]):
        said = read([*rows, *below])
        assert day in said
        assert hint not in said
        assert "KOWALSKI" in said
        assert "0703\n" not in said
    assert "KOWALSKI" in read([[label, *hint], *below])
    two = read([[label, *hint, "Wydano", *hint], ["", *day, "", *day]])
    assert two.count(day) == 1

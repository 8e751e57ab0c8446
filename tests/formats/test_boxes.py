"""A letter in each box of a form, a day over three columns: what cells say together is hidden."""

import io
from itertools import product

import openpyxl
import pytest
from docx import Document
from odf import opendocument

from allonym import Pipeline
from allonym.files.opening import open_document
from allonym.formats.package import Part, read_package, write_package
from allonym.languages.columns import date_part
from tests.each import each, quickly

from .office.samples import saved

SECRET = b"0123456789abcdef0"
FORM = [
    ["Nazwisko", *"WRZESZCZYŃSKI"], ["Imię", *"GRAŻYNA"], ["PESEL", *"58030701234"],
    ["Data urodzenia", *"07-03-1958"],
]  # fmt: skip
DAYS = [
    ["Imię", "Nazwisko", "Dzień urodzenia", "Miesiąc urodzenia", "Rok urodzenia"],
    ["Jan", "Kowalski", "7", "3", "1958"], ["Anna", "Nowak", "12", "listopada", "1964"],
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
    for rows in (FORM, DAYS):
        made = cells(pipeline.run_file(MADE[name](rows), name).data, name)
        assert len(made) == len(rows)
        for old, new in zip(rows, made, strict=True):
            if rows is FORM or old is not rows[0]:
                label = 1 if rows is FORM else 0
                assert "".join(new[label:]) != "".join(old[label:])
                assert new[:label] == old[:label]
    if method == "pseudonym":
        form = cells(pipeline.run_file(MADE[name](FORM), name).data, name)
        assert [len(cell) for cell in form[2][1:12]] == [1] * 11
        assert all(len(cell) < 3 for cell in form[1][1:])
        days = cells(pipeline.run_file(MADE[name](DAYS), name).data, name)
        assert all(0 < int(day) < 32 for day in (days[1][2], days[2][2]))
        assert (0 < int(days[1][3]) < 13, days[2][3].isalpha()) == (True, True)
        assert 1900 < int(days[1][4]) < 2000


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
    below = ([["Lis", *"12345678"[: len(heads)]]], [["Lis", "", "x"], ["Kot", *len(heads) * "x"]])
    for label, rows in product(("Nazwisko", "Uczeń"), below):
        assert heads not in read([[label, *heads], *rows])


@each(
    ("rows", "said"),
    [
        ([["Nazwisko", *"LIS"], ["Imię", *"EWA"]], "LIS EWA"),
        ([["Imię i nazwisko", *"JAN", "", *"LIS"]], "JAN LIS"),
        ([["Nazwisko", *"NOWAK"], ["Obywatelstwo", *"POLSKIE"]], "NOWAK"),
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


def test_a_longer_name_is_parted_evenly():
    """With the rest in the last box *LILIANNA* was refused where an *ANNA* is hidden."""
    rows = [["Imię", *"ANNA"], ["Nazwisko", *"LIS"]]
    for number in range(20):
        pipeline = Pipeline.load(language="pl", secret=b"sekretnumer%08d" % number)
        made = cells(pipeline.run_file(in_csv(rows), "a.csv").data, "a.csv")
        assert all(max(map(len, row[1:])) - min(map(len, row[1:])) < 2 for row in made)


def test_days_of_statistics_are_nobodys():
    rows = [["Rok", "Miesiąc", "Dzień", "Opad"], ["2019", "3", "7", "12.5"]]
    assert "2019\n3\n7" in read(rows)
    assert "2019-3-7" in read([["Nazwisko", *rows[0]], ["Lis", *rows[1]]])


@each("code", ["sl", "hr", "bg", "ro", "sk", "pl", "hu", "fi", "sv", "en"])
def test_each_language_has_headings_of_days(code):
    heads = {
        "sl": "Dan Mesec Leto", "hr": "Dan Mjesec Godina", "bg": "Ден Месец Година",
        "ro": "Ziua Luna Anul", "sk": "Deň Mesiac Rok", "pl": "DZIEN MIESIAC ROK",
        "hu": "Nap Hónap Év", "fi": "Päivä Kuukausi Vuosi", "sv": "Dag Månad År",
        "en": "Birth_day birthMonth Year",
    }[code].split()  # fmt: skip
    assert [date_part(head) for head in heads] == ["day", "month", "year"]
    rows = [["Surname", *reversed(heads)], ["a", "1958", "03", "07"], ["b", "1960", "13", "40"]]
    view = open_document(in_csv(rows), "a.csv").view.text
    assert "1958-03-07" in view
    assert "1960\n13\n40" in view
    rows[0][0] = "Rain"
    rows[0][1:] = [head.replace("Birth_", "").replace("birthM", "M") for head in rows[0][1:]]
    assert "1958\n03\n07" in open_document(in_csv(rows), "a.csv").view.text


def test_a_number_that_stands_twice_is_no_part_of_a_day():
    """A cell of OpenDocument shows its number and holds it beside the text."""
    rows = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="float" office:value="{cell}">'
            f"<text:p>{cell}</text:p></table:table-cell>"
            if cell.isdecimal() else f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in DAYS[:2]
    )  # fmt: skip
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("table", "text")
    )
    book = opendocument.OpenDocumentSpreadsheet()
    parts = {part.name: part for part in read_package(saved(book))}
    text = parts["content.xml"].data.decode()
    table = f"<table:table {spaces}>{rows}</table:table>"
    text = text.replace(
        "<office:spreadsheet/>", f"<office:spreadsheet>{table}</office:spreadsheet>"
    )
    parts["content.xml"] = Part("content.xml", text.encode())
    view = open_document(write_package(parts.values()), "a.ods").view.text
    assert "7\n3\n1958" in view or "7\t3\t1958" in view

"""Lists without headings: what stands beside given names where others have their surnames."""

import io

import openpyxl
import pytest

from allonym import Pipeline
from tests.each import each

SECRET = b"a secret for tests only"
# a surname in each that is a word too, in a cell of its own
LISTS = {
    "pl": ("Wilk Halina, Cichy Marek, Nowicka Ewa, Zalewski Piotr", "Cichy"),
    "en": ("Rose Walker, Paul Strickland, Mark Jackson, Susan Robinson, John Wilson", "Walker"),
    "fi": ("Anna Virtanen, Matti Kivi, Liisa Korhonen, Juha Nieminen", "Kivi"),
}


def as_csv(rows):
    return "\n".join(map(";".join, rows)).encode()


def as_html(rows):
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>".encode()


def as_xlsx(rows):
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


def cells(data, name):
    if name.endswith(".xlsx"):
        return str([*openpyxl.load_workbook(io.BytesIO(data)).active.values])
    return data.decode()


@pytest.mark.model
@pytest.mark.parametrize("language", LISTS)
def test_a_surname_that_is_a_word_goes_beside_given_names(language):
    pipeline = Pipeline.load(language=language, secret=SECRET)
    people, word = LISTS[language]
    rows = [person.split() for person in people.split(", ")]
    for name, made in (("a.csv", as_csv), ("a.html", as_html), ("a.xlsx", as_xlsx)):
        assert word not in cells(pipeline.run_file(made(rows), name).data, name)


@pytest.mark.model
@each(
    "rows",
    [
        [["Halina", "Wilk", "Tak"], ["Marek", "Nowicki", "Tak"], ["Ewa", "Kos", "Tak"]],
        [["Nowicka", "Halina"], ["Zalewski", "Marek"], ["Kowalska", "Ewa"], ["Razem", "3"]],
        [["Anna", "Nowak", "Księgowa"], ["Piotr", "Zalewski", "Kierowca"]],
        [["Kos", "Halina", "Chora"], ["Lis", "Marek", "Obecny"], ["Nowicka", "Ewa", "Chora"]],
    ],
)
def test_other_words_in_a_list_of_people_stay(rows):
    made = Pipeline.load(language="pl", secret=SECRET).run_file(as_csv(rows), "a.csv").data.decode()
    words = ("Tak", "Razem", "Księgowa", "Kierowca", "Obecny", "Chora")
    assert [w for row in rows for w in row if w in words and w not in made] == []

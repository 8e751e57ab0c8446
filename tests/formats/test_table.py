"""CSV and TSV: cells are exchanged, and every other character stays."""

import csv
import io
import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.formats.table import CsvFormat, TsvFormat, scan
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from allonym.profile import Documents
from allonym.testing import check_format
from tests.each import each
from tests.growth import grows_linearly
from tests.model.test_replacement import make

TABLE = (
    'name;"note";age\r\n'
    'Ann Lee;"She said ""no"";\r\nthen left";41\r\n'
    '"Bo" ;plain, text;\n'
    ";;\n"
    'last;"one"; 7'
)


@cache
def polish():
    return Pipeline.load(language="pl", secret=b"a secret for tests only")


def opened(text=TABLE, **settings):
    return CsvFormat(Documents(**settings)).open(text.encode())


def swap(document, old, new):
    start = document.view.text.index(old)
    plan = ReplacementPlan.of([make(Span(start, start + len(old)), new)])
    return document.rewrite(plan).decode()


def test_cells_are_blocks_without_their_quotation_marks():
    view = opened().view
    cells = [view.surface(block) for block in view.blocks]
    assert cells[3:7] == ["Ann Lee", 'She said "no";\r\nthen left', "41", '"Bo" ']


def test_the_empty_plan_changes_no_byte():
    for text in (TABLE, "", "\n", "a", "a,b\n", '"'):
        assert opened(text).rewrite(ReplacementPlan()) == text.encode()


@pytest.mark.parametrize("form", [CsvFormat(), TsvFormat()])
def test_the_format_passes_the_suite(form):
    check_format(form, TABLE.encode())


def test_only_the_cell_changes():
    assert swap(opened(), "Ann Lee", "Eva") == TABLE.replace("Ann Lee", "Eva")


@each(
    ("old", "new", "cell"),
    [
        ("Ann Lee", "Eva; Kos", '"Eva; Kos"'),
        ("Ann Lee", "Eva, Kos", '"Eva, Kos"'),
        ("Ann Lee", '"E" Kos', '"""E"" Kos"'),
        ("Ann Lee", 'Eva "E" Kos', 'Eva "E" Kos'),
        ("plain", "other", "other, text"),
        ("one", "1", '"1"'),
    ],
)
def test_quotation_marks_are_added_where_the_new_text_needs_them(old, new, cell):
    assert cell in swap(opened(), old, new)


def test_marks_inside_a_quoted_cell_stay_doubled():
    assert '"She said ""no"";\r\nthen went"' in swap(opened(), "left", "went")


def test_columns_are_chosen_by_name_or_number():
    by_name, by_number = opened(columns=("NAME",)).view.text, opened(columns=("1",)).view.text
    assert by_name.split() == ["Ann", "Lee", '"Bo"', "last"]
    assert "41" not in by_number
    assert "Ann Lee" in by_number


def test_the_header_stays_and_is_reported_where_columns_are_named():
    text = "born,name\n1970,Ann\n1981,Bo\n"
    document = opened(text, columns=("name",))
    assert document.view.text == "Ann\n\nBo"
    assert [(r.place, r.count, r.fate) for r in document.residue] == [
        ("header row", 2, "kept"),
        ("columns not read", 2, "kept"),
    ]


def test_a_first_row_of_data_is_read():
    assert "Ann" in opened("Ann,Lee\nBo,Kim\n").view.text


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(CorruptDocument, match="number from 1 to 3"):
        opened(columns=("nmae",))
    with pytest.raises(CorruptDocument, match="the number 1, the only one"):
        opened("name\nAnn\n", columns=("nmae",))


def test_a_name_in_a_column_that_is_not_read_goes_too():
    text = "name,note\nAnn Zorblax,Ask Ann Zorblax\n"
    profile = Pipeline.load(language="en", method="tag").profile
    profile = replace(profile, documents=Documents(columns=("note",)))
    made = Pipeline.load(language="en", profile=profile).run_file(text.encode(), "a.csv").data
    assert b"Zorblax" not in made
    assert made.startswith(b"name,note\n")


@each(
    ("cell", "stays"),
    [
        ("<b>Gra&#380;yna</b> Wi&#347;niewska", "</b> "),
        ('"{""n"": ""Gra\\u017cyna Wi\\u015bniewska""}"', '"{""n"": ""'),
        ("https://a.example/?q=Gra%C5%BCyna%20Wi%C5%9Bniewska", "https://"),
        ('=CONCATENATE("Grażyna Wiśniewska")', '=CONCATENATE("'),
        ('"=HYPERLINK(""https://a.example"",""Grażyna Wiśniewska"")"', '"=HYPERLINK(""https://'),
    ],
)
def test_letters_by_number_are_read_in_cells_and_functions_are_nobody(cell, stays):
    made = polish().run_file(f"id,opis\n1,{cell}\n".encode(), "a.csv").data.decode()
    for gone in ("ażyna", "niewska", "380", "017c", "%C5"):
        assert gone not in made
    assert stays in made


def test_a_phone_that_a_program_took_for_an_amount_stays_a_number():
    made = polish().run_file(b"telefon\n601234567.0\n", "a.csv").data.decode()
    assert made.splitlines()[1].removesuffix(".0").isdecimal()
    assert "601234567" not in made
    made = polish().run_file(b'{"telefon": 601234567.0, "size": 12345678.0}', "a.json").data
    assert b"601234567" not in made
    assert b'"size": 12345678.0' in made
    assert isinstance(json.loads(made)["telefon"], int)


def test_a_table_of_tabs_may_hold_commas():
    view = TsvFormat().open(b"a, b\tc\n1,2\t3\n").view
    assert [view.surface(b) for b in view.blocks] == ["a, b", "c", "1,2", "3"]


@given(
    st.lists(st.lists(st.text('ab"; ,\n\t', max_size=5), min_size=2, max_size=3), min_size=1),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_cells_are_read_as_the_standard_library_reads_them(rows, quoting):
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=";", quoting=quoting).writerows(rows)
    found = {}
    for cell in scan(stream.getvalue(), ";"):
        found.setdefault(cell.row, []).append(cell.text)
    assert list(found.values()) == rows


@pytest.mark.slow
def test_time_grows_with_the_table():
    def prepare(size):
        data = ('Ann;"a ""b"" c";\n' * size + "\n").encode()
        return lambda: CsvFormat().open(data).rewrite(ReplacementPlan())

    assert grows_linearly(prepare, 400)


@pytest.mark.slow
def test_time_grows_with_the_marks_that_never_close():
    assert grows_linearly(lambda size: lambda: list(scan('"a,' * size, ",")), 300)


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        (
            "Asema,Nimi\nVastaaja,Matti Virtanen\nNaapuri,Anneli Karhu\n",
            {"Matti Virtanen", "Anneli Karhu"},
        ),
        ("Vastaaja,Matti Virtanen\nAsianomistaja,Anneli Karhu\n", set()),
        ("Henkilö,Ikä\n" + "Matti Virtanen,40\n" * 6 + "Todistaja,50\n", {"Matti Virtanen"}),
    ],
)
def test_who_somebody_is_in_a_trial_is_no_name(rows, names):
    document = opened(rows)
    assert {document.view.surface(mention.span) for mention in document.given} == names


def test_what_stands_beside_a_label_in_a_form_is_what_it_announces():
    form = opened(
        "Vprašanje,Odgovor\nIme,Janez\nPriimek,Kovač\nTelefon,041 234 567\nNaslov,Lipova 3\n"
    )
    found = {form.view.surface(m.span): m.type.partition(".")[0] for m in form.given}
    assert found == {
        "Janez": "person",
        "Kovač": "person",
        "041 234 567": "phone",
        "Lipova 3": "address",
    }

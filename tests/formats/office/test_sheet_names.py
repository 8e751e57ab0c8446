"""Names of sheets: as Excel allows them, and the same in whatever refers to a sheet."""

import io
import re
import zipfile

import openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.worksheet.datavalidation import DataValidation

from allonym import Pipeline
from allonym.files.opening import open_document
from allonym.formats.mapped import Place
from allonym.formats.office.workbook_names import with_sheet_names
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import Segment, TextView
from allonym.profile import Documents
from tests.each import each
from tests.growth import grows_linearly

LONG = "Anna Nowak i Jan Kowalski 2020"


def book():
    made = openpyxl.Workbook()
    first, second, third = made.active, made.create_sheet(LONG), made.create_sheet("Kowalski")
    first.title = "Jan Kowalski"
    first["A1"] = LONG
    third["A1"] = f"='{LONG}'!A1&'Jan Kowalski'!A1&Kowalski!B1"
    third["A2"].hyperlink = f"#'{LONG}'!A1"
    choice = DataValidation(type="list", formula1=f"'{LONG}'!$A$1:$A$4")
    third.add_data_validation(choice)
    choice.add("A5")
    second.append([1])
    chart = BarChart()
    chart.add_data(Reference(second, min_col=1, min_row=1))
    third.add_chart(chart, "D4")
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def planned(text):
    """Return the book by a plan in which each name in it becomes a text."""
    document = open_document(book(), "a.xlsx", Documents())
    view = document.view.text
    plan = []
    for name in ("Anna Nowak", "Jan Kowalski", "Kowalski"):
        start = -1
        while (start := view.find(name, start + 1)) >= 0:
            span = Span(start, start + len(name))
            if not any(r.span.start <= start < r.span.end for r in plan):
                plan.append(Replacement(span, text[name], "p1", "pseudonym"))
    plan = document.fit(ReplacementPlan.of(plan))
    data = document.rewrite(plan)
    again = open_document(data, "a.xlsx", Documents()).view.text
    assert again.split() == plan.apply(view).split()
    return data


@each("text", [
    {"Anna Nowak": "Bernadeta Wojciechowska", "Jan Kowalski": "Ewaryst Grzegorzewski",
     "Kowalski": "Grzegorzewski"},
    {"Anna Nowak": "XXX", "Jan Kowalski": "XXX", "Kowalski": "XXX"},
    {"Anna Nowak": "", "Jan Kowalski": "", "Kowalski": ""},
    {"Anna Nowak": "a/b", "Jan Kowalski": "'c'", "Kowalski": "d?"},
])  # fmt: skip
def test_sheets_are_called_what_is_allowed_and_references_follow(text):
    data = planned(text)
    made = openpyxl.load_workbook(io.BytesIO(data))
    names = made.sheetnames
    assert all(1 <= len(name) <= 31 and not set(name) & set(":*?/\\[]") for name in names)
    assert len({name.casefold() for name in names}) == len(names) == 3
    quoted = ["'" + name.replace("'", "''") + "'!" for name in names]
    third = made.worksheets[2]
    formula = third["A1"].value
    assert formula.startswith((f"={quoted[1]}A1&{quoted[0]}A1&", f"={names[1]}!A1&{names[0]}!A1&"))
    assert third["A2"].hyperlink.target == f"#{quoted[1]}A1"
    assert third.data_validations.dataValidation[0].formula1 == f"{quoted[1]}$A$1:$A$4"
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        chart = next(n for n in package.namelist() if n.startswith("xl/charts/chart"))
        assert f"{quoted[1]}".replace("'", "") in package.read(chart).decode().replace("'", "")


def test_a_cell_that_says_the_same_is_not_cut_short():
    text = {"Anna Nowak": "Bernadeta Wojciechowska", "Jan Kowalski": "Ewaryst Grzegorzewski",
            "Kowalski": "Grzegorzewski"}  # fmt: skip
    first = openpyxl.load_workbook(io.BytesIO(planned(text))).worksheets[0]
    assert first["A1"].value == "Bernadeta Wojciechowska i Ewaryst Grzegorzewski 2020"


def test_a_plan_in_which_all_may_stand_is_left_alone():
    document = open_document(book(), "a.xlsx", Documents())
    plan = ReplacementPlan.of(())
    assert with_sheet_names(plan, document.view, [LONG], 0) is plan


def test_sheets_and_texts_side_by_side_in_a_formula_are_no_one_name():
    made = openpyxl.Workbook()
    made.active.title = "Jan Nowak"
    made.active["A1"] = '=COUNTIF(\'Jan Nowak\'!A1:A9,"Jan Nowak")+COUNTIF(B1,"Piotr Lis")'
    made.active["A2"] = '="Anna "&"Nowakowska"'
    made.active.oddHeader.left.text = "Jan Nowak"
    made.active.oddHeader.center.text = "&BZenon &IKot"
    stream = io.BytesIO()
    made.save(stream)
    text = open_document(stream.getvalue(), "a.xlsx", Documents()).view.text
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    assert lines.count("Jan Nowak") == 4  # the sheet, its name, the text, the header
    assert "Anna  Nowakowska" in lines
    assert "Zenon  Kot" in lines


def test_tags_stand_in_formulas_too():
    made = Pipeline.load(language="pl", method="tag").run_file(book(), "a.xlsx")
    assert all("Kowalsk" not in n for n in openpyxl.load_workbook(io.BytesIO(made.data)).sheetnames)


def test_a_thousand_sheets_of_one_name_are_told_apart_in_linear_time():
    """The number of each was looked for from the first on, and its name in all of the text."""

    def prepare(size):
        text = "".join(f"Nowak {n}\n" for n in range(size))
        names = text.splitlines()
        spans = [Span(m.start(), m.end()) for m in re.finditer(".+", text)]
        plan = ReplacementPlan.of(Replacement(s, "Lis", "x#1", "pseudonym") for s in spans)
        places = [Segment(s, Place(s.start, s.end, looks="value")) for s in spans]
        view = TextView(text, tuple(places), tuple(spans))
        return lambda: with_sheet_names(plan, view, names, 0)

    made = prepare(100)()
    assert len({r.text for r in made}) == 100
    assert grows_linearly(prepare, 200, times=16)

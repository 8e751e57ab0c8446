"""Numbers where only programs read: as likely somebody's phone as anything else."""

import io
import zipfile

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import CellIsRule, FormulaRule
from openpyxl.worksheet.datavalidation import DataValidation
from PIL import Image

from allonym import Pipeline
from allonym.files.opening import open_document
from allonym.formats.contents import texts_of
from allonym.formats.office.values import (
    is_built_in_style,
    is_count,
    is_schema,
    says_nothing,
)
from allonym.formats.package import Part, read_package, write_package
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from tests.each import crossed, each

from .ordinary import content, docx, ods, odt, pptx
from .samples import convert, needs_libreoffice
from .test_places import book

PLACES = {
    "member of a pivot table": (
        "ods", "content.xml", "</office:spreadsheet>",
        ('<table:data-pilot-tables><table:data-pilot-table table:name="D" table:application-data='
        '"{0}"><table:data-pilot-member table:name="{0}"/></table:data-pilot-table>'
        "</table:data-pilot-tables></office:spreadsheet>"),
    ),
    "tag of a control": (
        "odt", "content.xml", "</office:text>",
        ('<text:p><loext:content-control xmlns:loext="urn:org:documentfoundation:names:'
        'experimental:office:xmlns:loext:1.0" loext:tag="{0}" loext:alias="{0}">a'
         "</loext:content-control>"
        "</text:p></office:text>"),
    ),
    "publisher": ("odt", "meta.xml", "</office:meta>",
                  ('<dc:publisher xmlns:dc="http://purl.org/dc/elements/1.1/">{0}</dc:publisher>'
                   "</office:meta>")),
    "setting of a program": ("docx", "word/settings.xml", "</w:settings>",
                             '<w:decimalSymbol w:val="{0}"/></w:settings>'),
    "formula of an animation": (
        "pptx", "ppt/slides/slide1.xml", "</p:sld>",
        '<p:timing><p:tnLst><p:tav fmla="{0}"/></p:tnLst></p:timing></p:sld>',
    ),
    "bookmark of a run": ("pptx", "ppt/slides/slide1.xml", "<a:r>",
                          '<a:r><a:rPr bmk="{0}"/>'),
}  # fmt: skip
MAKERS = {"ods": ods, "odt": odt, "docx": docx, "pptx": pptx}


def put(data, name, old, new):
    """Return a package with something else in one of its parts, which must be there."""
    parts = {part.name: part for part in read_package(data)}
    assert old.encode() in parts[name].data
    made = parts[name].data.replace(old.encode(), new.encode(), 1)
    parts[name] = Part(name, made, parts[name].stored)
    return write_package(parts.values())


def left(data, name, *, texts=()):
    """Return all that can be read in a file after nothing but `texts` was replaced in it."""
    document = open_document(data, name)
    view = document.view.text
    plan = ReplacementPlan.of(
        Replacement(Span(at, at + len(text)), "Aaaa", "x#1", "pseudonym")
        for text in texts
        for at in range(len(view))
        if view.startswith(text, at)
    )
    return view, "\n".join(text for _, text in texts_of(document.rewrite(plan)))


@pytest.mark.slow
@each(("number", "place"), crossed(["601234567", "601 234 567", "041 234-567"], *PLACES))
def test_a_number_that_may_be_a_phone_stays_in_no_place_of_programs(place, number):
    kind, part, old, new = PLACES[place]
    data = MAKERS[kind](content("pl", 1), 1)
    view, written = left(put(data, part, old, new.format(number)), f"a.{kind}")
    assert number not in view
    assert number not in written


def test_numbers_by_which_programs_count_and_measure_stay():
    assert is_count("2147483649")
    assert not is_count("-2068027336")
    assert says_nothing("601234567", "x", "off@x")
    assert not says_nothing("601234567", "x", "guide@x")
    assert says_nothing("A1:AB123456", "ref", "dimension@ref")
    assert says_nothing("width:468pt;z-index:251659264", "style", "shape@style")
    assert says_nothing("71.9000015258789pt", "font-size", "text-properties@font-size")
    assert not says_nothing("61 1090 1014 0000 0712 1981 2874", "tag", "control@tag")


def test_a_number_in_quotes_in_the_format_of_a_chart_goes():
    workbook = openpyxl.Workbook()
    workbook.active.append([1])
    chart = BarChart()
    chart.add_data(Reference(workbook.active, min_col=1, min_row=1))
    chart.y_axis.number_format = '"601234567" 0'
    workbook.active.add_chart(chart)
    stream = io.BytesIO()
    workbook.save(stream)
    assert "601234567" not in left(stream.getvalue(), "a.xlsx")[1]


def test_a_picture_that_is_called_by_a_phone_is_numbered():
    picture = io.BytesIO()
    Image.new("RGB", (2, 2)).save(picture, "PNG")
    data = pptx(content("pl", 1), 1)
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as package:
        package.writestr("ppt/media/601234567.png", picture.getvalue())
    made = open_document(stream.getvalue(), "a.pptx").rewrite(ReplacementPlan.of([]))
    names = [part.name for part in read_package(made)]
    assert not any("601234567" in name for name in names)
    assert any(name.startswith("ppt/media/part") for name in names)


def test_a_cell_that_says_it_is_an_error_is_read_unless_it_is_one():
    stream = io.BytesIO()
    workbook = openpyxl.Workbook()
    workbook.active.append([1, 2])
    workbook.save(stream)
    data = put(stream.getvalue(), "xl/worksheets/sheet1.xml", '<c r="A1" t="n"><v>1',
               '<c r="A1" t="e"><v>Ann Nowak')  # fmt: skip
    data = put(data, "xl/worksheets/sheet1.xml", '<c r="B1" t="n"><v>2',
               '<c r="B1" t="e"><v>#N/A')  # fmt: skip
    view, written = left(data, "a.xlsx", texts=["Ann Nowak"])
    assert "Ann Nowak" in view
    assert "#N/A" not in view
    assert "Nowak" not in written
    assert "#N/A" in written


def test_names_of_sheets_with_a_low_line_are_read_in_formulas():
    """Excel writes such a name without marks, so it has to be read as a whole to lead there."""
    stream = io.BytesIO()
    workbook = openpyxl.Workbook()
    workbook.active.title = "Nowak_Ann"
    workbook.create_sheet("Sheet2")["A1"] = "=Nowak_Ann!B2+Sheet2!B1+Table1[Ann's '@ home]"
    workbook.save(stream)
    view, written = left(stream.getvalue(), "a.xlsx", texts=["Nowak_Ann"])
    assert view.count("Nowak_Ann") == 2
    assert "Sheet2" not in view.replace("Sheet2\n", "", 1)
    assert "Ann's '@ home" in view
    assert "Aaaa!B2+Sheet2!B1" in written


def test_a_class_of_a_page_is_called_alike_in_its_style_sheet():
    page = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p class="nowak">I met Ann Nowak.</p>'
        "</body></html>"
    )
    data = book(("O/b.xhtml", page), ("O/more.css", ".nowak { color: red }"))
    document = open_document(data, "a.epub")
    text = document.view.text
    at = text.index("Ann Nowak", text.index("I met Ann Nowak", text.index("I met") + 1))
    plan = [Replacement(Span(at, at + 9), "Eva Lis", "x#1", "pseudonym")]
    parts = read_package(document.rewrite(ReplacementPlan.of(plan)))
    assert any(b'<p class="id2">I met Eva Lis.' in part.data for part in parts)
    assert any(b".id2 { color: red }" in part.data for part in parts)


def test_kinds_of_files_in_a_book_are_numbered_where_they_are_words():
    data = put(book(), "O/c.opf", "</manifest>",
               '</manifest><bindings><mediaType media-type="Ann Nowak"/></bindings>')  # fmt: skip
    view, written = left(data, "a.epub")
    assert view.count("Ann Nowak") == open_document(book(), "a.epub").view.text.count("Ann Nowak")
    assert "xhtml+xml" not in view
    assert "id2 id3" in written


@each(
    "name",
    ["office:Kowalski", "urn:user:kowalski", "svg.Kowalski", "http://purl.org/net/kowalski",
     "http://www.w3.org/People/Kowalski", "(22) 621-12-34", "http://www.w3.org/2000/kowalski",
     "http://schemas.microsoft.com/office/kowalski", "urn:schemas-microsoft-com:kowalski",
     "application/vnd.ms-kowalski", "com.sun.star.form.Kowalski", "xsd:kowalski", "ooxml-kowalski",
     "flowchart-jan-kowalski", "_xlnm.Kowalski", "_x0000_kowalski", "K o w a l s k i",
     "k.o.w.a.l.s.k.i", "4B6F77616C736B69", "4b 6f 77 61 6c 73 6b 69",
     "4B006F00770061006C0073006B006900"],
)  # fmt: skip
def test_what_only_looks_like_a_schema_or_a_count_says_something(name):
    assert not says_nothing(name)
    assert not is_schema(name)


@each(
    "name",
    ["http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink",
     "application/vnd.openxmlformats-officedocument.presentationml.notesSlide+xml", "image/jpeg",
     "application/vnd.oasis.opendocument.text", "ooo:com.sun.star.form.component.TextField",
     "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0", "ooxml-bentConnector3", "mso-spt202",
     "flowchart-off-page-connector", "fontwork-fade-up-and-left", "_xlnm._FilterDatabase",
     "_x0000_t202", "dcterms:W3CDTF", "020B0604020202020204"],
)  # fmt: skip
def test_what_schemas_and_programs_say_says_nothing(name):
    assert says_nothing(name)


def test_a_number_of_seven_digits_is_no_count_of_a_style():
    assert is_built_in_style("Heading 1")
    assert not is_built_in_style("6211234")


def test_days_that_conditions_compare_with_stay():
    workbook = openpyxl.Workbook()
    rule = CellIsRule(operator="greaterThan", formula=["21251"])
    workbook.active.conditional_formatting.add("A1:A9", rule)
    stream = io.BytesIO()
    workbook.save(stream)
    assert "21251" in left(stream.getvalue(), "a.xlsx")[1]


def days(*, heads=()):
    """Return a sheet of people and their days of birth, with what is compared with them."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in [*heads, ("Ann", 21251, 21252), ("Jan", 22600, 30000), ("Eva", 29279, 12345)]:
        sheet.append(row)
    for row in range(1 + len(heads), 4 + len(heads)):
        sheet.cell(row, 2).number_format = "dd.mm.yyyy"
    last = f"{{}}{3 + len(heads)}"
    for column, rule in (("B", "21251"), ("C", "21252"), ("B", "AND($B1>21251,C1>21252)")):
        made = (FormulaRule([rule]) if "$" in rule
                else CellIsRule(operator="greaterThan", formula=[rule]))  # fmt: skip
        sheet.conditional_formatting.add(f"{column}1:{last.format(column)}", made)
    for column, kind, least in (("D", "date", "21251"), ("C", "whole", "21252")):
        check = DataValidation(type=kind, operator="greaterThan", formula1=least)
        check.add(f"{column}1:{column}9")
        sheet.add_data_validation(check)
    sheet["E1"] = f'=IF({last.format("B")}>21251,"a","b")'
    sheet["F1"] = "=TODAY()-21251+C1*21252"
    sheet["G1"] = f'=COUNTIF({last.format("B")}:{last.format("B")},"<29279")+COUNTIF(C1,"<21252")'
    sheet.auto_filter.ref = "A1:C9"
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def test_numbers_compared_with_cells_of_days_are_days():
    view, written = left(days(), "a.xlsx")
    assert "1980-02-28" in view
    assert view.count("1958-03-07") == 5
    assert written.count("DATE(1958,3,7)") == 8  # each is said twice
    assert '"<"&DATE(1980,2,28)' in written
    assert "TODAY()-21251" in written
    assert written.count("21252") == 12
    assert "30000" in view


@each("heads", [("Name", "Amount", "x"), ("Sum", 45210, 1)])
def test_a_column_of_amounts_too_is_none_of_days(heads):
    assert ">21251" in left(days(heads=[heads]), "a.xlsx")[1]


def test_no_format_without_a_rule_is_left():
    """Excel takes a file with one for broken."""
    scale = (
        '</sheetData><conditionalFormatting sqref="B1:B2"><cfRule type="colorScale" priority="9">'
        '<colorScale><cfvo type="num" val="21251"/></colorScale></cfRule></conditionalFormatting>'
    )
    data = put(days(), "xl/worksheets/sheet1.xml", "</sheetData>", scale)
    made = open_document(data, "a.xlsx").rewrite(ReplacementPlan.of([]))
    sheet = {part.name: part.data for part in read_package(made)}["xl/worksheets/sheet1.xml"]
    assert b'sqref="B1:B3"' in sheet
    assert b'sqref="B1:B2"' not in sheet


def test_filters_by_days_are_gone_and_those_by_amounts_stay():
    data = put(days(), "xl/worksheets/sheet1.xml", '<autoFilter ref="A1:C9"/>', (
        '<autoFilter ref="A1:C9"><filterColumn colId="1"><customFilters><customFilter val="21251"/>'
        '</customFilters></filterColumn><filterColumn colId="2"><customFilters><customFilter '
        'val="21252"/></customFilters></filterColumn></autoFilter>'
    ))  # fmt: skip
    written = left(data, "a.xlsx")[1]
    assert "21252" in written
    assert written.count('val="21251"') == 0
    assert written.count("21251") == 4  # the cell and what is taken from today, twice


@pytest.mark.slow
@needs_libreoffice
def test_opendocument_writes_days_as_such_and_still_opens(tmp_path):
    data = convert(days(), "a.xlsx", "ods", tmp_path)
    written = left(data, "a.ods")[1]
    assert "cell-content()>DATE(1958;3;7)" in written
    assert ">21252" in written
    made = open_document(data, "a.ods").rewrite(ReplacementPlan.of([]))
    assert convert(made, "b.ods", "pdf", tmp_path).startswith(b"%PDF")


def test_days_of_opendocument_are_read_in_conditions_and_validity():
    cells = "".join(
        f'<table:table-row><table:table-cell office:value-type="string"><text:p>Ann</text:p>'
        f'</table:table-cell><table:table-cell office:value-type="{kind}" office:{kind}-value="x" '
        f"{value}><text:p>{shown}</text:p></table:table-cell></table:table-row>"
        for kind, value, shown in (
            ("date", "", "07.03.1958"), ("date", "", "19.11.1961"),
            ("date", "", "28.02.1980"),
        )
    )  # fmt: skip
    spaces = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    conditions = "".join(
        f'<calcext:condition calcext:value="{said}" '
        f"calcext:base-cell-address=\"'It''s'.{cell}\"/>"
        for said, cell in (("between(21251,21252)", "B1"), ("&gt;21253", "A1"))
    )
    table = (
        f'<table:table table:name="It\'s">{cells}<calcext:conditional-formats {spaces}>'
        f"<calcext:conditional-format>{conditions}</calcext:conditional-format>"
        "</calcext:conditional-formats></table:table>"
        '<table:content-validations><table:content-validation table:name="val1" table:condition='
        '"of:cell-content-is-date() and cell-content()>21251" table:base-cell-address="x.A1"/>'
        "</table:content-validations></office:spreadsheet>"
    )
    data = put(ods(content("pl", 1), 1), "content.xml", "</office:spreadsheet>", table)
    written = left(data, "a.ods")[1]
    assert "between(DATE(1958;3;7),DATE(1958;3;8))" in written
    assert "cell-content()>DATE(1958;3;7)" in written
    assert ">21253" in written


def test_numbers_in_formulas_follow_those_in_cells():
    """A list without headings was refused where a formula said the number of somebody again."""
    workbook = openpyxl.Workbook()
    for row in [("Anna Kowalska", 21000, '=IF(B1>=21000,"21000",1)'), ("Jan Nowak", 31250, "=B1")]:
        workbook.active.append(row)
    stream = io.BytesIO()
    workbook.save(stream)
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0")
    made = made.run_file(stream.getvalue(), "a.xlsx")
    view = open_document(made.data, "a.xlsx").view.text
    texts = "\n".join(text for _, text in texts_of(made.data))
    assert "21000" not in texts
    assert f"B1>={view.split()[2]}," in texts


def test_formats_of_days_in_formulas_are_nobodys():
    workbook = openpyxl.Workbook()
    for code in ("dd.mm.yyyy", "rrrr-mm-dd", "éééé.hh.nn.", "[$-415]d mmmm yyyy", "AA Lee"):
        workbook.active.append([f'=TEXT(A1,"{code}")'])
    stream = io.BytesIO()
    workbook.save(stream)
    assert left(stream.getvalue(), "a.xlsx")[0].split() == ["AA", "Lee"]


def test_a_day_of_thousands_of_digits_is_none():
    """Python makes no number of them: the file was not refused, the program broke off."""
    data = put(days(), "xl/worksheets/sheet1.xml", "<v>21251</v>", f"<v>{'9' * 6000}</v>")
    assert "1958-03-08" not in left(data, "a.xlsx")[0]


def test_limits_in_formulas_are_nobodys():
    """A bill was refused, and a limit that was taken for somebody's number changed its sums."""
    workbook = openpyxl.Workbook()
    for row in [("Klient", "Kwota"), ("Anna Kowalska", 21000), ("", '=COUNTIF(B2:B4,">20000")')]:
        workbook.active.append(row)
    stream = io.BytesIO()
    workbook.save(stream)
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0")
    made = made.run_file(stream.getvalue(), "a.xlsx")
    assert "20000" not in made.result.view.text
    assert '">20000"' in "\n".join(text for _, text in texts_of(made.data))

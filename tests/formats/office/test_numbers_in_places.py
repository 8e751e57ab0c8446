"""Numbers where only programs read: as likely somebody's phone as anything else."""

import io
import zipfile

import openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import CellIsRule
from PIL import Image

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

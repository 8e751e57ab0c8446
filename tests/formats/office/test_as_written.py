"""Files as Excel, Word and PowerPoint write them go through, and nothing stays of a person."""

import base64
import datetime as dt
import io
import re
import textwrap

import openpyxl
import pytest
from docx import Document
from openpyxl.styles import numbers
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE

from allonym import Pipeline
from allonym.files.opening import open_document
from allonym.formats.contents import texts_of
from allonym.formats.encoding import Encoding
from allonym.formats.mapped import MappedDocument, Piece, Place
from allonym.formats.office.sheets import is_measured, to_shown
from allonym.formats.office.strict import readable
from allonym.formats.office.values import numbered_part, says_nothing
from allonym.formats.package import Part, read_package, write_package
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from tests.each import each

from .ordinary import content, docx, odp, ods, pptx, xlsx

NOTHING = ReplacementPlan.of([])
SHEET = "xl/worksheets/sheet1.xml"


def saved(document):
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def changed(data, name, old, new, *more):
    parts = [
        Part(p.name, p.data.replace(old, new) if p.name == name else p.data, p.stored)
        for p in read_package(data)
    ]
    assert parts != list(read_package(data))
    return write_package([*parts, *more])


def part_of(data, name):
    return next(p.data for p in read_package(data) if p.name == name).decode()


def test_measures_are_nobodys_numbers():
    book = openpyxl.Workbook()
    reckoned = [5.0999999999999996, 1.22514845490862e-16, 102102.102, 3.0969392841493121e-84]
    for value in reckoned:
        book.active.append(["Jan Kowalski", value, value])
    made = Pipeline.load(language="en", secret=b"0123456789abcdef0").run_file(saved(book), "a.xlsx")
    back = openpyxl.load_workbook(io.BytesIO(made.data)).active
    assert [row[1].value for row in back.iter_rows()] == pytest.approx(reckoned)
    assert "Kowalski" not in part_of(made.data, SHEET)


@each(
    ("value", "shown"),
    [("601234567.0", "601234567"), ("46.056947", "46.056947"), ("-0.5", ""), ("12", "12")],
)
def test_numbers_are_read_as_cells_show_them(value, shown):
    assert to_shown(value) == shown


@each(
    ("value", "code", "shown"),
    [
        (0.3229166666666667, "h:mm", ""), (0.3229166666666667, "[h]:mm:ss", ""),
        (0.123456, "0.0000%", ""), (46.056947, "General", "46.056947"),
        (46.056947, "0.00 [$SHS-1]", "46.056947"), (46.056947, "[White]0.0", "46.056947"),
        (601234567, "h:mm", "601234567"), (30805.5, "d.m.yyyy h:mm", "1984-05-03"),
    ],
)  # fmt: skip
def test_a_time_or_a_share_is_no_place_on_a_map(value, code, shown):
    """It was taken for one, and 7:45 became a text of digits."""
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A1"].number_format = value, code
    assert open_document(saved(book), "a.xlsx").view.text.strip() == shown


def test_of_what_only_goes_whole_the_rest_is_said_again():
    place = Place(0, 5, whole=True)
    document = MappedDocument.of("&abc;", [Piece("Ann Nowak 12", place)], Encoding())
    plan = ReplacementPlan.of(
        [Replacement(Span(0, 3), "Eve", "person#1", "pseudonym"),
         Replacement(Span(4, 9), "Lis", "person#1", "pseudonym")]
    )  # fmt: skip
    assert document.rewrite(plan) == b"Eve Lis 12"


@each(
    ("formula", "result", "style", "stays"),
    [
        ("B1", "601234567", None, False),
        ("B1", "21251", None, False),
        ("-B1", "-601234567", None, False),
        ("B1", "251", numbers.FORMAT_DATE_YYYYMMDD2, False),
        ("B1", "251", None, True),
        ("B1/7", "85890652.4285", None, True),
    ],
)
def test_results_that_may_be_somebodys_are_reckoned_anew(formula, result, style, stays):
    book = openpyxl.Workbook()
    book.active["A1"] = f"={formula}"
    if style:
        book.active["A1"].number_format = style
    data = saved(book)
    empty = re.search(r"<v\s*/>|<v></v>", part_of(data, SHEET))[0].encode()
    data = changed(data, SHEET, empty, f"<v>{result}</v>".encode())
    written = open_document(data, "a.xlsx").rewrite(NOTHING)
    assert (result in part_of(written, SHEET)) is stays
    assert 'fullCalcOnLoad="1"' in part_of(written, "xl/workbook.xml")


GLUED = "1Ewa WitubowskaList"


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_texts_that_a_formula_glues_together_are_reckoned_anew(kind):
    """No reader tells where a name ends in them, so of one that is hidden a part would stay."""
    if kind == "xlsx":
        book = openpyxl.Workbook()
        book.active["A1"] = '="1"&B1&C1'
        data = saved(book)
        empty = re.search(r"<v\s*/>|<v></v>", part_of(data, SHEET))[0].encode()
        data = changed(data, SHEET, empty, f"<v>{GLUED}</v>".encode())
    else:
        cell = (
            f'<table:table-cell table:formula="of:=[.B1]&amp;[.C1]" office:string-value="{GLUED}" '
            f'office:value-type="string"><text:p>{GLUED}</text:p></table:table-cell>'
        )
        data = changed(ods(content("pl", 1), 1), "content.xml", b"</table:table-row>",
                       f"{cell}</table:table-row>".encode())  # fmt: skip
    written = open_document(data, f"a.{kind}").rewrite(NOTHING)
    assert GLUED in part_of(data, SHEET if kind == "xlsx" else "content.xml")
    assert "Witubowska" not in "".join(text for _, text in texts_of(written))


@each("kind", ["xlsx", "ods"])
def test_parts_that_a_formula_cuts_out_of_a_text_are_reckoned_anew(kind):
    """Letters for the boxes of a form, or initials, would be those of the name that is hidden."""
    if kind == "xlsx":
        book = openpyxl.Workbook()
        book.active.append(["Witubowska", '=MID("Witubowska",1,1)', "=LEFT(A1,2)",
                            '=IF(LEFT(UPPER(A1),1)="W",3,4)', "=UPPER(A1)"])  # fmt: skip
        data = saved(book)
        for end, said in ((",1,1)", "Qa"), ("A1,2)", "Qb"), (",3,4)", "Qe"), ("(A1)", "Qc")):
            empty = re.search(rf"{re.escape(end)}</f>(?:<v\s*/>|<v></v>)", part_of(data, SHEET))[0]
            data = changed(data, SHEET, empty.encode(), f"{end}</f><v>{said}</v>".encode())
        shared = (b"<f>LEFT(A1,2)</f>", b'<f t="shared" ref="C1:D1" si="0">LEFT(A1,2)</f>')
        data = changed(changed(data, SHEET, *shared), SHEET, b"</row>",
                       b'<c r="F1" t="str"><f t="shared" si="0"/><v>Qd</v></c></row>')  # fmt: skip
    else:
        said_by = [
            ("LEFT", "", "Qa"), ("RIGHTB", "", "Qb"), ("UPPER", "", "Qc"), ("MID", "", "Qd"),
            ("IF(LEFT", "=&quot;W&quot;;3;4)", "Qe"),
        ]  # fmt: skip
        cells = "".join(
            f'<table:table-cell table:formula="of:={formula}([.A1];1){more}" '
            f'office:value-type="string" office:string-value="{said}">'
            f"<text:p>{said}</text:p></table:table-cell>"
            for formula, more, said in said_by
        )
        data = changed(ods(content("pl", 1), 1), "content.xml", b"</table:table-row>",
                       f"{cells}</table:table-row>".encode())  # fmt: skip
    part = SHEET if kind == "xlsx" else "content.xml"
    written = part_of(open_document(data, f"a.{kind}").rewrite(NOTHING), part)
    assert len(re.findall("Q[a-e]", part_of(data, part))) >= 5
    assert set(re.findall("Q[a-e]", written)) == {"Qc", "Qe"}


def test_a_name_with_letters_outside_ascii_is_glued_to_nothing():
    """A small *ă* had counted as a capital: a file whose new name had two of them was refused."""
    result = "Mădălina Drăgan"
    cell = (f'<table:table-cell table:formula="of:=[.B1]" office:string-value="{result}" '
            f'office:value-type="string"><text:p>{result}</text:p></table:table-cell>')  # fmt: skip
    data = changed(ods(content("ro", 1), 1), "content.xml", b"</table:table-row>",
                   f"{cell}</table:table-row>".encode())  # fmt: skip
    assert result in part_of(open_document(data, "a.ods").rewrite(NOTHING), "content.xml")


def test_ends_of_lines_that_programs_write_by_number_are_no_part_of_a_name():
    book = openpyxl.Workbook()
    book.active["A1"] = "Zofia Lis_x000D_\nul. Polna 3"
    document = open_document(saved(book), "a.xlsx")
    assert document.view.text.startswith("Zofia Lis\nul. Polna 3")


def test_numbers_of_cells_in_opendocument_are_what_the_heading_says_too():
    """The text of such a cell was replaced, and the number that it shows stayed."""

    def cell(value, more=""):
        kind = "float" if value.isdigit() else "string"
        return (f'<table:table-cell office:value-type="{kind}" office:value="{value}"{more}>'
                f"<text:p>{value}</text:p></table:table-cell>")  # fmt: skip

    row = "</table:table-row>"
    born = cell("21251", ' table:formula="of:=DATE(1958;3;7)"')
    rows = f"{row}<table:table-row>{cell('Data urodzenia')}{cell('Telefon')}{row}"
    rows += f"<table:table-row>{cell('21251')}{cell('54321')}{born}{row}"
    data = changed(ods(content("pl", 1), 0), "content.xml", row.encode(), rows.encode())
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0").run_file(data, "a.ods")
    assert "21251" in part_of(data, "content.xml")
    assert not re.search("21251|54321", part_of(made.data, "content.xml"))


def test_days_of_charts_are_read_and_stay_numbers():
    data = CategoryChartData()
    data.categories = [dt.date(1958, 3, 7), dt.date(1958, 3, 8)]
    data.add_series("x", (21251, 2))
    deck = Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    shapes.add_chart(XL_CHART_TYPE.LINE, 0, 0, 9, 9, data)
    document = open_document(saved(deck), "a.pptx")
    at = document.view.text.index("1958-03-07")
    moved = Replacement(Span(at, at + 10), "1960-02-03", EntityId("date#1"), "pseudonym")
    written = document.rewrite(ReplacementPlan.of([moved]))
    (chart,) = (p.data.decode() for p in read_package(written) if "charts/chart" in p.name)
    assert re.findall(r"<c:v>(\d+)", chart.partition("<c:val>")[0])[-2:] == ["21949", "21252"]
    assert "21251" in chart.partition("<c:val>")[2]


def test_pivot_tables_keep_no_copy_of_the_data():
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    definition = (
        f'<pivotCacheDefinition {space} recordCount="1"><cacheSource type="worksheet">'
        '<worksheetSource ref="A1:B2" sheet="Sheet1"/></cacheSource><cacheFields count="1">'
        '<cacheField name="x"><sharedItems minValue="601234567" maxValue="601234567">'
        '<n v="601234567"/><d v="1958-03-07T00:00:00"/><n v="12"/><n v="1333126.375"/>'
        "</sharedItems></cacheField>"
        "</cacheFields></pivotCacheDefinition>"
    )
    folder = "xl/pivotCache/pivotCache"
    records = f'<pivotCacheRecords {space}><r><n v="601234567"/></r></pivotCacheRecords>'
    data = write_package(
        [*read_package(saved(openpyxl.Workbook())),
         Part(f"{folder}Definition1.xml", definition.encode()),
         Part(f"{folder}Records1.xml", records.encode())]
    )  # fmt: skip
    document = open_document(data, "a.xlsx")
    assert "601234567" in document.view.text
    assert "1958-03-07" in document.view.text
    assert "1333126" not in document.view.text
    written = document.rewrite(NOTHING)
    assert not any(p.name.startswith(f"{folder}Records") for p in read_package(written))
    left = part_of(written, f"{folder}Definition1.xml")
    assert 'refreshOnLoad="1"' in left
    assert left.count("601234567") == 1


def test_functions_of_formulas_are_nobody():
    book = openpyxl.Workbook()
    book.active.append(["Rozmawiałem z Janem Gaussem, a potem z Anną Phi."])
    book.active.append(["=GAUSS(B1)+PHI(B2)+LARGE(B1:B10,3)"])
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0").run_file(saved(book), "a.xlsx")
    assert "GAUSS(B1)" in part_of(made.data, SHEET)
    assert "Gauss" not in part_of(made.data, SHEET)


def test_numbers_of_charts_stay_and_those_of_people_are_read():
    told = pptx(content("pl", 9), 2)
    (name,) = (p.name for p in read_package(told) if p.name.startswith("ppt/charts/chart"))
    first = re.search(r"<c:numCache>.*?<c:v>([^<]*)</c:v>", part_of(told, name), re.DOTALL)[1]
    old = f"<c:v>{first}</c:v>".encode()
    data = changed(told, name, old, b"<c:v>601234567</c:v><c:v>5.0999999999999996</c:v>")
    text = open_document(data, "a.pptx").view.text
    assert "601234567" in text
    assert "5.0999" not in text
    assert is_measured("5.0999999999999996")


def test_drawings_with_open_elements_are_read():
    shape = b"<v:shape><div>Ann<br>Nowak</div></v:shape>"
    drawing = b'<xml xmlns:v="urn:schemas-microsoft-com:vml">' + shape + b"</xml>"
    data = write_package(
        [*read_package(xlsx(content("pl", 1), 0)), Part("xl/drawings/vmlDrawing1.vml", drawing)]
    )
    assert "Nowak" in open_document(data, "a.xlsx").view.text


@pytest.mark.parametrize("ending", ["docx", "xlsx", "pptx"])
def test_the_strict_variant_goes_through(ending):
    make = {"docx": docx, "xlsx": xlsx, "pptx": pptx}[ending]
    told = content("pl", 1)
    parts = [
        Part(
            p.name,
            re.sub(
                rb"http://schemas\.openxmlformats\.org/(wordprocessingml|spreadsheetml|drawingml"
                rb"|presentationml|officeDocument)/2006/",
                rb"http://purl.oclc.org/ooxml/\1/",
                p.data,
            )
            if p.name.endswith((".xml", ".rels"))
            else p.data,
        )
        for p in read_package(make(told, 0))
    ]
    strict = write_package(parts)
    document = open_document(strict, f"a.{ending}")
    assert told.title in document.view.text or told.rows[0].name in document.view.text
    written = document.rewrite(NOTHING)
    assert not any("purl.oclc.org/ooxml" in text for _, text in texts_of(written))
    if ending == "docx":
        assert Document(io.BytesIO(written)).paragraphs[0].text == told.title


def test_an_ordinary_part_stays_as_it_is():
    part = Part("xl/workbook.xml", b"<workbook/>")
    assert readable(part) == part


def test_spaces_and_languages_of_texts_hold_no_words():
    data = changed(docx(content("pl", 1), 0), "word/document.xml", b"<w:t>",
                   b'<w:t xml:space="Zqspace">')  # fmt: skip
    written = open_document(data, "a.docx").rewrite(NOTHING)
    assert "Zqspace" not in part_of(written, "word/document.xml")


def chunk(kind, data):
    return len(data).to_bytes(4, "big") + kind + data + b"\0\0\0\0"


def test_pixels_are_no_text_but_what_stands_beside_them_is():
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IDAT", b"Kowalska") + chunk(b"tEXt", b"Nowakowski")
    jpeg = b"\xff\xd8\xff\xe1Nowakowski\xff\xda Kowalska\xff\xd9Nowakowska"
    for picture in (png, jpeg):
        text = "".join(text for _, text in texts_of(picture))
        assert "Kowalska" not in text
        assert "Nowakowski" in text
    assert "Nowakowska" in text


@each("frame", ["MIME-Version: 1.0\n\n{}\n", "<a>{}</a>", "<a b='{}'/>", "{}"])
def test_a_picture_in_base64_is_no_text_and_a_text_is(frame):
    packed = base64.b64encode(bytes(range(128, 248)) * 3 + base64.b64decode("+Neza+++")).decode()
    lines = "\n".join(textwrap.wrap(packed, 76))
    for made in (packed, lines):
        assert "Neza" not in "".join(t for _, t in texts_of(frame.format(made).encode()))
    words = base64.b64encode(b"words of a text " * 9).decode()
    assert "words of a text " * 9 in "".join(
        text for _, text in texts_of(frame.format(words).encode())
    )


def test_text_that_is_no_markup_is_read_and_comments_stay():
    data = b"<r><!-- <![CDATA[ --><b/><![CDATA[Lis & <Sons>]]></r>"
    made = readable(Part("a.xml", data)).data
    assert made.endswith(b"<r><!-- <![CDATA[ --><b/>Lis &amp; &lt;Sons&gt;</r>")
    unclosed = b"<r>" + b"<![CDATA[" * 200_000
    assert readable(Part("a.xml", unclosed)).data == unclosed  # read once, not once for each


def test_numbers_are_read_in_sheets_whose_lines_are_set_in():
    """As Gnumeric writes them."""
    book = openpyxl.Workbook()
    book.active.append(["Telefon"])
    book.active.append([600162806])
    data = changed(saved(book), SHEET, b"<v>600162806</v>", b"\n  <v>600162806</v>\n  ")
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0").run_file(data, "a.xlsx")
    assert "600162806" not in part_of(made.data, SHEET)
    back = openpyxl.load_workbook(io.BytesIO(made.data)).active["A2"]
    assert str(back.value).isdecimal()


def test_parts_may_be_called_from_the_root():
    """XlsxWriter does so with pictures that lie in cells."""
    data = xlsx(content("pl", 1), 1)
    parts = [Part("/xl/richData/x.xml" if p.name == "docProps/app.xml" else p.name, p.data)
             for p in read_package(data)]  # fmt: skip
    made = open_document(write_package(parts), "a.xlsx").rewrite(NOTHING)
    assert "/xl/richData/x.xml" not in {part.name for part in read_package(made)}


@each("kind", ["docx", "xlsx", "pptx"])
def test_types_may_have_parameters_and_the_links_of_the_package_may_be_missing(kind):
    """Programs that read by the names of the parts write so."""
    data = {"docx": docx, "xlsx": xlsx, "pptx": pptx}[kind](content("pl", 1), 1)
    data = changed(data, "[Content_Types].xml", b"main+xml", b"main+xml; charset=utf-8")
    parts = [part for part in read_package(data) if part.name != "_rels/.rels"]
    for given in (data, *([] if kind == "docx" else [write_package(parts)])):
        made = open_document(given, f"a.{kind}").rewrite(NOTHING)
        assert "Izajasz Milewski" in open_document(made, f"a.{kind}").view.text


def test_a_name_of_a_sheet_without_marks_gets_them_where_it_needs_them():
    sheet = ods(content("pl", 1), 1)
    name = re.search(r'<table:table [^>]*table:name="([^"]+)"', part_of(sheet, "content.xml"))[1]
    ranges = (
        '<table:database-ranges><table:database-range table:target-range-address="Kowalski.A1:'
        'Kowalski.E4"/></table:database-ranges></office:spreadsheet>'
    )
    data = changed(sheet, "content.xml", b"</office:spreadsheet>", ranges.encode())
    data = changed(data, "content.xml", f'table:name="{name}"'.encode(), b'table:name="Kowalski"')
    document = open_document(data, "a.ods")
    text = document.view.text
    plan = ReplacementPlan.of(
        Replacement(Span(*m.span()), "Anna Lis", EntityId("e1"), "pseudonym")
        for m in re.finditer("Kowalski", text)
    )
    made = part_of(document.rewrite(plan), "content.xml")
    assert "&#39;Anna Lis&#39;.A1:&#39;Anna Lis&#39;.E4" in made


def test_slides_fly_in_as_they_did():
    steps = (
        "0-width/2;x",
        "1+height/2;y",
        "#ppt_x;#ppt_x",
        "1+#ppt_h/2;#ppt_y",
        "width*0.70;width",
    )
    moves = "".join(
        f'<anim:animate smil:values="{step}" smil:keyTimes="0;1"/>'
        for step in (*steps, "Jan Kos;x")
    )
    spaces = (
        ' xmlns:anim="urn:oasis:names:tc:opendocument:xmlns:animation:1.0"'
        ' xmlns:smil="urn:oasis:names:tc:opendocument:xmlns:smil-compatible:1.0"'
    )
    anew = f"<anim:par{spaces}>{moves}</anim:par></draw:page>".encode()
    data = changed(odp(content("pl", 1), 1), "content.xml", b"</draw:page>", anew)
    made = part_of(open_document(data, "a.odp").rewrite(NOTHING), "content.xml")
    assert all(f'smil:values="{step}"' in made for step in steps)
    assert "Kos" not in made
    assert made.count("keyTimes") == made.count("smil:values")


def test_formulas_of_shapes_are_no_phones():
    """LibreOffice writes them for others' shapes; without them a cloud left its slide."""
    shown = ("logwidth*2977/21600", "(-11429249)/60000.0", "left+logheight*1235/21600")
    assert all(says_nothing(formula, "equation@formula") for formula in shown)
    assert says_nothing("43200 43200 43200 43200", "sub-view-size")
    for said in ("kowalski*2977/21600", "logwidthkowalski/2", "Kowalskilogwidth"):
        assert not says_nothing(f"{said}+12345678", "equation@formula")


def test_two_lists_of_table_styles_go_through():
    """Both got the one name that programs know, and the package was refused as damaged."""
    data = saved(Presentation())
    parts = {part.name: part.data for part in read_package(data)}
    rels, types, styles = "ppt/_rels/presentation.xml.rels", "[Content_Types].xml", "tableStyles"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/tableStyles"
    more = f'<Relationship Id="rId99" Type="{kind}" Target="{styles}2.xml"/></Relationships>'
    parts[rels] = parts[rels].replace(b"</Relationships>", more.encode())
    parts[f"ppt/{styles}2.xml"] = parts[f"ppt/{styles}.xml"]
    mime = "application/vnd.openxmlformats-officedocument.presentationml.tableStyles+xml"
    more = f'<Override PartName="/ppt/{styles}2.xml" ContentType="{mime}"/></Types>'
    parts[types] = parts[types].replace(b"</Types>", more.encode())
    data = write_package(Part(name, content) for name, content in parts.items())
    made = Pipeline.load(language="en", secret=b"0123456789abcdef0").run_file(data, "a.pptx")
    names = [part.name for part in read_package(made.data)]
    assert [name for name in names if styles in name] == [f"ppt/{styles}.xml"]
    Presentation(io.BytesIO(made.data))


def test_addresses_of_charts_by_libreoffice_are_names_of_sheets():
    """Charts say in a description which cells they show; *Umowy.A2* was taken for a login."""
    shown = b"<draw:g><svg:desc>Umowy.A2:Umowy.A7 'Ann Nowak'.D1</svg:desc></draw:g>"
    spaces = b"".join(
        b' xmlns:%s="urn:oasis:names:tc:opendocument:xmlns:%s:1.0"' % names
        for names in ((b"draw", b"drawing"), (b"svg", b"svg-compatible"))
    )
    shown = shown.replace(b"<draw:g", b"<draw:g" + spaces)
    data = changed(
        ods(content("pl", 1), 1), "content.xml", b"</table:table>", shown + b"</table:table>"
    )
    text = open_document(data, "a.ods").view.text
    assert "Umowy" in text
    assert "Ann Nowak" in text
    assert "Umowy.A2" not in text
    kept = changed(ods(content("pl", 1), 1), "content.xml", b"</table:table>",
                   shown.replace(b"Umowy.A2:", b"To: ") + b"</table:table>")  # fmt: skip
    assert "To: Umowy.A7 'Ann Nowak'.D1" in open_document(kept, "a.ods").view.text


@pytest.mark.parametrize(
    ("value", "long"),
    [("../folder1002/image0001.png", 27), ("../folder1002/image601234567.png", 0)],
)
def test_pictures_that_a_program_named_lie_in_folders_of_ours(value, long):
    assert numbered_part(value) == long


def test_results_of_formulas_with_an_exponent_are_reckoned_anew():
    """As Java writes them: *6.01234567E8* was left in a formula that repeats a phone."""
    book = openpyxl.Workbook()
    book.active.append(["=B1", 601234567])
    data = changed(saved(book), SHEET, b"<v></v>", b"<v>6.01234567E8</v>")
    made = open_document(data, "a.xlsx").rewrite(NOTHING)
    assert "E8" not in part_of(made, SHEET)


def test_a_second_value_of_a_cell_is_read():
    book = openpyxl.Workbook()
    book.active.append([5])
    data = changed(saved(book), SHEET, b"<v>5</v>", b"<v>5</v><v>601234567</v>")
    assert "601234567" in open_document(data, "a.xlsx").view.text


def test_prompts_on_masters_of_opendocument_are_nobodys():
    """In a presentation that was made by PowerPoint, *Master* had been somebody's name."""
    said = {
        "title": "Click to edit Master title style", "notes": "Qa", "footer": "Jan Nowak",
        "object": "Anna Kos",
    }  # fmt: skip
    frames = "".join(
        f'<draw:frame presentation:style-name="a" presentation:class="{kind}"><draw:text-box>'
        f"<text:p>{text}<text:span>{text}</text:span>{text}</text:p></draw:text-box></draw:frame>"
        for kind, text in said.items()
    )
    frames += '<draw:frame presentation:class="title"><draw:text-box><text:p>Ewa Lis</text:p>'
    frames += "</draw:text-box></draw:frame>"
    spaces = (
        'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" '
        'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    )
    data = odp(content("pl", 1), 1)
    tag = re.search(r"<style:master-page (.*?)/>", part_of(data, "styles.xml"))
    made = f"<style:master-page {spaces}{tag[1]}>{frames}</style:master-page>"
    data = changed(data, "styles.xml", tag[0].encode(), made.encode())
    read = open_document(data, "a.odp").view.text
    assert "Click" not in read
    assert "Qa" not in read
    assert read.count("Jan Nowak") == read.count("Anna Kos") == 3
    assert "Ewa Lis" in read  # slides show what has no style of presentations

"""What stands side by side without a space: two fields, links, runs or groups hold two texts."""

import io
import zipfile

import openpyxl
import pptx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from odf import draw, opendocument, text
from odf.table import Table, TableCell, TableRow
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from allonym import Pipeline
from allonym.files.opening import open_document
from allonym.formats.markup.document import HtmlFormat
from allonym.formats.rtf import RtfFormat
from tests.each import each
from tests.formats.lean import Document

GIVEN, FAMILY = "Torbjörn", "Hallgren"
W = nsdecls("w")


def run(word):
    return f"<w:r><w:t>{word}</w:t></w:r>"


def mark(kind):
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


WORD = {
    "runs": run(FAMILY) + run(GIVEN),
    "simple fields": "".join(
        f'<w:fldSimple w:instr=" MERGEFIELD {n} ">{run(word)}</w:fldSimple>'
        for n, word in (("a", FAMILY.upper()), ("b", GIVEN.upper()))
    ),
    "fields": "".join(
        f"{mark('begin')}<w:r><w:instrText> MERGEFIELD x </w:instrText></w:r>{mark('separate')}"
        f"{run(word)}{mark('end')}"
        for word in (FAMILY, GIVEN)
    ),
    "links": "".join(
        f'<w:hyperlink w:anchor="{n}">{run(word)}</w:hyperlink>'
        for n, word in (("a", FAMILY.upper()), ("b", GIVEN.upper()))
    ),
    "controls": "".join(
        f"<w:sdt><w:sdtPr/><w:sdtContent>{run(word)}</w:sdtContent></w:sdt>"
        for word in (FAMILY, GIVEN)
    ),
}
PAGES = {
    "spans": f"<p><span>{FAMILY}</span><span>{GIVEN}</span></p>",
    "links": f"<p><a href=/a>{FAMILY.lower()}</a><a href=/b>{GIVEN.lower()}</a></p>",
    "a word and a link": f"<p>{FAMILY}<a href=/b>{GIVEN}</a></p>",
    "no element": f"<p>{FAMILY}{GIVEN}</p>",
}


def saved(made):
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def word(inside):
    made = Document()
    made.element.body.insert(0, parse_xml(f"<w:p {W}>{inside}</w:p>"))
    return saved(made)


def fields(parent):
    for name, content in (("a", FAMILY), ("b", GIVEN)):
        parent.addElement(
            text.DatabaseDisplay(tablename="t", columnname=name, tabletype="table", text=content)
        )
    return parent


def writer(kind):
    made = opendocument.OpenDocumentText()
    paragraph = text.P()
    if kind == "fields":
        fields(paragraph)
    for content in (FAMILY, GIVEN) if kind == "links" else ():
        paragraph.addElement(text.A(href=f"https://a.example/{content[0]}", text=content.upper()))
    for content in (FAMILY, GIVEN) if kind == "spans" else ():
        paragraph.addElement(text.Span(text=content))
    made.text.addElement(paragraph)
    return saved(made)


def calc():
    made = opendocument.OpenDocumentSpreadsheet()
    table, row, cell, paragraph = Table(name="1"), TableRow(), TableCell(), text.P()
    for content in (FAMILY, GIVEN):
        paragraph.addElement(text.Span(text=content))
    for inner, outer in ((paragraph, cell), (cell, row), (row, table), (table, made.spreadsheet)):
        outer.addElement(inner)
    return saved(made)


def impress():
    from odf.style import MasterPage, PageLayout

    made = opendocument.OpenDocumentPresentation()
    layout = PageLayout(name="l")
    made.automaticstyles.addElement(layout)
    master = MasterPage(name="m", pagelayoutname=layout)
    made.masterstyles.addElement(master)
    page, frame, box = draw.Page(masterpagename=master), draw.Frame(), draw.TextBox()
    box.addElement(fields(text.P()))
    frame.addElement(box)
    page.addElement(frame)
    made.presentation.addElement(page)
    return saved(made)


def workbook():
    made = openpyxl.Workbook()
    font = InlineFont(b=True)
    made.active["A1"] = CellRichText(FAMILY, TextBlock(font, GIVEN))
    return saved(made)


def slides():
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[6])
    paragraph = slide.shapes.add_textbox(0, 0, 9, 9).text_frame.paragraphs[0]
    for content in (FAMILY, GIVEN):
        paragraph.add_run().text = content
    return saved(made)


def rich(*groups):
    coded = ("".join(c if ord(c) < 128 else f"\\'{ord(c):02x}" for c in group) for group in groups)
    inside = "".join(f"{{\\b {group}}}" for group in coded)
    return f"{{\\rtf1\\ansi\\ansicpg1252 {inside}\\par}}".encode()


FILES = {
    **{f"{kind}.docx": word(inside) for kind, inside in WORD.items()},
    **{f"{kind}.html": page.encode() for kind, page in PAGES.items()},
    **{f"{kind}.odt": writer(kind) for kind in ("fields", "links", "spans")},
    "fields.odp": impress(),
    "spans.ods": calc(),
    "runs.xlsx": workbook(),
    "runs.pptx": slides(),
    "groups.rtf": rich(FAMILY, GIVEN),
}


@pytest.fixture(scope="module")
def swedish():
    return Pipeline.load(language="sv", secret=b"0123456789abcdef0")


def everything(data):
    if not data.startswith(b"PK"):
        return data.decode()
    parts = zipfile.ZipFile(io.BytesIO(data))
    return "\n".join(parts.read(name).decode("utf-8", "replace") for name in parts.namelist())


@pytest.mark.parametrize("name", FILES)
def test_neither_text_is_left_and_nothing_is_refused(swedish, name):
    made = everything(swedish.run_file(FILES[name], name).data).lower()
    assert not [one for one in (GIVEN.lower(), FAMILY.lower()) if one in made]


@each(("page", "said"), [
    ("Kowal<b>ski</b>ego", "Kowalskiego"),  # a word goes on in small letters
    ("K<b>OWAL</b>SKI", "KOWALSKI"),
    ("gary<b>88@corp.example</b>", "gary88@corp.example"),
    ("https://corp.example/<b>garyDelvalle</b>", "https://corp.example/garyDelvalle"),
    ("<a href=/a>Kowal</a><a href=/a>ski</a>", "Kowalski"),  # one link, cut by its looks
    ("<span>PESEL</span><span>44051401359</span>", "PESEL 44051401359"),
    ("<a href=/a>anna</a><a href=/b>nowak</a>", "anna\tnowak"),
    ("Mc<i>Donald</i>", "McDonald"),
    ("Delva&#108;<i>le</i>", "Delvalle"),
])  # fmt: skip
def test_what_is_one_word_stays_one(page, said):
    assert said in HtmlFormat().open(f"<p>{page}</p>".encode()).view.text


def test_a_word_of_a_rich_text_stays_one():
    assert RtfFormat().open(rich("Kowal", "ski ", "Delvalle", "Gary")).view.text.strip() == (
        "Kowalski Delvalle Gary"
    )


def test_a_cell_of_two_words_says_what_its_heading_announces():
    row = "<w:tr><w:tc><w:p>{}</w:p></w:tc></w:tr>"
    table = f"<w:tbl {W}>{row.format(run('Efternamn'))}{row.format(run(FAMILY) + run(GIVEN))}"
    made = Document()
    made.element.body.insert(0, parse_xml(f"{table}</w:tbl>"))
    document = open_document(saved(made), "a.docx")
    assert {document.view.surface(m.span) for m in document.given} == {f"{FAMILY} {GIVEN}"}

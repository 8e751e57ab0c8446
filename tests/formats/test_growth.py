"""Every format costs what it weighs: 16 times the worst text, not 256 times the work.

Each text is the worst that is known for its format: what opens and never closes, what repeats, what
the standard library reads again and again.  A refusal is fine too, if it comes as quickly.
"""

from __future__ import annotations

import io
from contextlib import suppress
from dataclasses import replace

import openpyxl
import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from odf import opendocument
from odf.text import P
from pptx import Presentation

from allonym.errors import CorruptDocument
from allonym.files.opening import open_document
from allonym.formats.labels import renamed
from allonym.formats.package import read_package, write_package
from allonym.formats.standards import without_standard
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from allonym.text.tokenize import windows
from tests.growth import grows_linearly

pytestmark = pytest.mark.slow
SIZE, TIMES = 10_000, 16
HEAD = "From: a@b.c\nTo: x@y.z\nSubject: hi\n"
MIXED = HEAD + "Content-Type: multipart/mixed; boundary=x\n\n"


def saved(document):
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def huge_docx(size):
    document = Document()
    for _ in range(size // 100):
        document.add_paragraph("Lorem ipsum dolor sit amet " * 4)
    return saved(document)


def huge_odt(size):
    document = opendocument.OpenDocumentText()
    for _ in range(size // 100):
        document.text.addElement(P(text="Lorem ipsum dolor sit amet " * 4))
    return saved(document)


def long_xlsx(size):
    book = openpyxl.Workbook()
    for number in range(size // 20):
        book.active.append(["Surname Name", number])
    return saved(book)


TEXTS = {
    "subject.eml": lambda n: f"From: a@b.c\nSubject: {'a' * n}\n\nbody\n",
    "foreign.eml": lambda n: f"From: a@b.c\nSubject: {'ał ' * (n // 3)}\n\nbody\n",
    "puny.eml": lambda n: f"{HEAD}Keywords: =?punycode?Q?{'x' * n}-{'a' * n}?=\n\nbody\n",
    "begun.eml": lambda n: f"{HEAD}Keywords: {'=?' * n}?=\n\nbody\n",
    "puny.html": lambda n: f"<meta charset=punycode><?xml encoding='punycode'?>x-{'a' * n}",
    "words.eml": lambda n: f"From: a@b.c\nSubject: {'=?utf-8?Q?a' * (n // 11)}\n\nbody\n",
    "parted.eml": lambda n: f"From: a@b.c\nSubject: {'=?utf-8?B?xYI=?= ' * (n // 17)}\n\nbody\n",
    "addresses.eml": lambda n: (
        "To: " + "Ann Nowak <ann@b.c>, " * (n // 21) + "\nFrom: a@b.c\n\nb\n"
    ),
    "letters.eml": lambda n: f"From: {'a' * n}\n\nbody\n",
    "brackets.eml": lambda n: f"From: {'(' * n}\n\nbody\n",
    "quotes.eml": lambda n: f"To: {chr(34) * n}\n\nbody\n",
    "hdr.eml": lambda n: f"{HEAD}X-Long: {'a' * n}\n\nbody\n",
    "hdrs.eml": lambda n: HEAD + "X-A: b\n" * (n // 7) + "\nbody\n",
    "folded.eml": lambda n: HEAD + "Comments: a\n" + " b\n" * (n // 3) + "\nbody\n",
    "type.eml": lambda n: HEAD + "Content-Type: text/plain" + "; a=b" * (n // 5) + "\n\nbody\n",
    "mimeb.eml": lambda n: MIXED + "--x\n\na\n" * (n // 7) + "--x--\n",
    "nobound.eml": lambda n: MIXED + "--y\n" * (n // 4),
    "nest.eml": lambda n: "Content-Type: multipart/mixed; boundary=x\n\n--x\n" * (n // 47),
    "base64.eml": lambda n: f"{HEAD}\n{'QUJD' * (n // 4)}\n",
    "words.base64.eml": lambda n: f"{HEAD}\n{'QUJDQUJDQUJDQUJDQUJDQUJD ' * (n // 25)}\n",
    "uuencoded.eml": lambda n: f"{HEAD}\n" + "begin 644 a\n" * (n // 12),
    "links.eml": lambda n: (
        f"{HEAD}Content-Type: text/html\nContent-ID: <a>\n\n" + '"a(b' * (n // 4)
    ),
    "slashes.json": lambda n: '{"a":"' + "\\\\" * (n // 2) + '"}',
    "data.json": lambda n: '{"a":"' + "data:a/b;a=b" * (n // 12) + '"}',
    "functions.csv": lambda n: '"=' + '""A(' * (n // 4) + '"\n',
    "folds.ics": lambda n: "BEGIN:VCALENDAR\nA:\n " + "b\n " * (n // 3),
    "parameters.ics": lambda n: "BEGIN:VCALENDAR\nA" + ';B="c' * (n // 5) + ":d\n",
    "letters.ics": lambda n: "BEGIN:VCALENDAR\nA:" + "ł" * n + "\n",
    "components.vcf": lambda n: "BEGIN:VCARD\nN:" + "\\;;" * (n // 3),
    "soft.vcf": lambda n: "BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:" + "=\n" * (n // 2),
    "data.md": lambda n: "data:a/b" * (n // 8),
    "capitals.html": lambda n: "<style>" + "Aa-" * (n // 3) + "a</style>",
    "wide.csv": lambda n: "ab," * (n // 3) + "\n",
    "boxes.csv": lambda n: "A," * (n // 2) + "\n",
    "rows.csv": lambda n: "a;b\n" * (n // 4),
    "heads.csv": lambda n: "Name;Phone;Town\nPhone;Surname;Street\n" * (n // 37),
    "totals.csv": lambda n: "Surname\n" + "Total\n" * (n // 6),
    "forms.html": lambda n: "<table>" + "<tr><td>Surname<td>A<tr><td>Phone<td>1" * (n // 38),
    "quotes.csv": lambda n: '"' * n,
    "halves.csv": lambda n: '"a,' * (n // 3),
    "list.json": lambda n: "[" + ",".join(['"ab"'] * (n // 5)) + "]",
    "number.json": lambda n: "1" * n,
    "deep.json": lambda n: "[" * n,
    "angles.html": lambda n: "<" * n,
    "tags.html": lambda n: "<a " * (n // 3),
    "nested.html": lambda n: "<b>" * (n // 3),
    "comments.html": lambda n: "<!--" * (n // 4),
    "strings.html": lambda n: f"<script>{chr(34)}" + '"\\' * (n // 2) + "</script>",
    "marks.html": lambda n: "<script>" + "/*" * (n // 2) + "</script>",
    "sheets.html": lambda n: "<style>" + "url(data:" * (n // 9) + "</style>",
    "templates.html": lambda n: "<script>`" + "${`${a" * (n // 6) + "</script>",
    "patterns.html": lambda n: "<script>" + "=/[" * (n // 3) + "</script>",
    "divided.html": lambda n: "<script>" + "a/b/" * (n // 4) + "</script>",
    "numbers.html": lambda n: "<script>" + "[10,11,12,13,14" * (n // 15) + "</script>",
    "called.html": lambda n: "<script>f('" + "Aa.aA" * (n // 5) + "!')</script>",
    "objects.html": lambda n: "<script>f('" + "Array a@ " * (n // 9) + "')</script>",
    "digits.html": lambda n: "<x-a tel='" + "012 " * (n // 4) + "!'>x</x-a>",
    "values.html": lambda n: "<script>`" + "${" * (n // 2) + "</script>",
    "letters.html": lambda n: "<p data-a='" + "\\u0141" * (n // 6) + "'>x</p>",
    "sources.html": lambda n: "<img srcset='" + " data:" * (n // 6) + "'>",
    "percent.html": lambda n: "<a href='" + "%C5%82" * (n // 6) + "'>x</a>",
    "data.html": lambda n: "<a href='data:" + ";a" * (n // 2) + "'>x</a>",
    "names.html": lambda n: "<script>" + "aB1_" * (n // 4) + "</script>",
    "dashes.html": lambda n: "<style>" + "a-" * (n // 2) + "</style>",
    "letters.css.html": lambda n: "<style>" + "\\6b" * (n // 3) + "</style>",
    "styles.html": lambda n: "<p class='" + "a_20_" * (n // 5) + "'>x</p>",
    "base64.html": lambda n: "<p title='" + "QUJD" * (n // 4) + "'>x</p>",
    "base64.json": lambda n: '{"a": "' + "QUJD" * (n // 4) + '"}',
    "valueless.html": lambda n: "<p" + " ab" * (n // 3) + ">x</p>",
    "sections.html": lambda n: "<p href='" + "a\xff" * (n // 2) + "'>x</p>",
    "at.html": lambda n: "<a@b " * (n // 5),
    "noughts.html": lambda n: "&#" + "0" * n + "65;",
    "digits.html.html": lambda n: "&#" + "6" * n,
    "signs.html": lambda n: "&#" * (n // 2),
    "empty.html": lambda n: "<table><tr>" + "<td></td>" * (n // 9),
    "fields.rtf": lambda n: "{\\rtf1 " + "{\\field{\\*\\fldinst A}{\\fldrslt b}}" * (n // 36) + "}",
    "spaces.rtf": lambda n: "{\\rtf1 {a}" + " " * n + "}",
    "quotes.md": lambda n: ">" * n,
    "ticks.md": lambda n: "`a``b" * (n // 5),
    "angles.md": lambda n: "<a " * (n // 3),
    "cells.csv": lambda n: ";" * n,
    "angles.vtt": lambda n: "<a" * (n // 2),
    "times.srt": lambda n: "00:" * (n // 3),
    "spaces.vtt": lambda n: "<v " * (n // 3) + ">" * (n // 9),
    "twice.html": lambda n: "&amp;" * (n // 5),
    "cells.html": lambda n: "<table>" + "<tr><td>Name" * (n // 12),
    "meeting.html": lambda n: "<b>Abc</b>" * (n // 10),
    "links.html": lambda n: "<a href=a>a</a><a href=b>a</a>" * (n // 30),
    "groups.rtf": lambda n: "{\\rtf1 " + "{Abc}" * (n // 5) + "}",
    "attributes.xml": lambda n: "<a " + " ".join(f"b{i}='c'" for i in range(n // 9)) + "/>",
    "deep.xml": lambda n: "<a>" * (n // 3),
    "brackets.md": lambda n: "[" * n,
    "pictures.md": lambda n: "![](" * (n // 4),
    "stars.md": lambda n: "*a " * (n // 3),
    "utf7.txt": lambda n: "+AUI" * (n // 4),
    "marked.marked.txt": lambda n: "[[person|a]] " * (n // 13),
}


def run_together_docx(size):
    document = Document()
    cell = document.add_table(1, 1).rows[0].cells[0]
    for _ in range(size // 100):
        cell.paragraphs[0].add_run("Abc")
    return saved(document)


def joined_docx(size):
    """Return a file in which the end of each paragraph is deleted."""
    document = Document()
    for _ in range(size // 20):
        mark = parse_xml(f'<w:pPr {nsdecls("w")}><w:rPr><w:del w:author="A"/></w:rPr></w:pPr>')
        document.add_paragraph("Lorem")._p.insert(0, mark)
    return saved(document)


def many_slides(size):
    """Return slides full of boxes with a table each."""
    deck = Presentation()
    for _ in range(size // 2000):
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        for _ in range(10):
            slide.shapes.add_textbox(0, 0, 9, 9).text_frame.text = "Ann Nowak"
        table = slide.shapes.add_table(3, 3, 0, 0, 9, 9).table
        for cell in table.iter_cells():
            cell.text = "A"
    return saved(deck)


def many_sheets(size):
    """Return a workbook of sheets that are called nearly alike, and refer to each other."""
    book = openpyxl.Workbook(write_only=True)
    for number in range(size // 100):
        book.create_sheet(f"Ann Nowak {number}").append([f"='Ann Nowak {number - 1}'!A1"])
    return saved(book)


def wide_odt(size):
    """Return a text in which an element has many attributes."""
    document = opendocument.OpenDocumentText()
    document.text.addElement(P(text="Lorem"))
    parts = {part.name: part for part in read_package(saved(document))}
    many = " ".join(f'text:a{n}="b"' for n in range(size // 12)).encode()
    content = parts["content.xml"]
    made = content.data.replace(b"<text:p>", b"<text:p " + many + b">")
    parts["content.xml"] = replace(content, data=made)
    return write_package(parts.values())


FILES = {
    "wide.odt": wide_odt,
    "run.docx": run_together_docx,
    "joined.docx": joined_docx,
    "sheets.xlsx": many_sheets,
    "huge.docx": huge_docx,
    "huge.odt": huge_odt,
    "long.xlsx": long_xlsx,
    "slides.pptx": many_slides,
}


@pytest.mark.parametrize("name", [*TEXTS, *FILES])
def test_a_format_costs_what_its_worst_text_weighs(name):
    def prepare(size):
        data = FILES[name](size) if name in FILES else TEXTS[name](size).encode()

        def call():
            with suppress(CorruptDocument):
                open_document(data, name).rewrite(ReplacementPlan.of([]))

        return call

    assert grows_linearly(prepare, SIZE, times=TIMES)


@pytest.mark.parametrize(
    "text", ["a ", "a", "ab=", "a.b", "aB", "font-family:", "new ", "<a", "a-"]
)
def test_names_of_standards_are_passed_over_in_linear_time(text):
    def prepare(size):
        whole = "</" + (text * size)[:size]
        return lambda: without_standard(whole)

    assert grows_linearly(prepare, SIZE, times=TIMES)


@pytest.mark.parametrize("text", ["jan", "janKot", "JK", "_a", "\\6b", "%41"])
def test_labels_follow_in_linear_time(text):
    def prepare(size):
        whole = (text * size)[:size]
        return lambda: renamed(whole, {"jan": "ola", "kot": "lis"})

    assert grows_linearly(prepare, SIZE, times=TIMES)


@pytest.mark.parametrize("text", [".", "...a", ". ", "?! ", ".\"'", "a.\n "])
def test_sentences_end_in_linear_time(text):
    def prepare(size):
        whole = (text * size)[:size]
        return lambda: list(windows(whole, Span(0, size), size - 1))

    assert grows_linearly(prepare, SIZE, times=TIMES)

"""Spreadsheets, slides, OpenDocument: the text is rewritten, and nothing else tells of anyone."""

import io
import random
from datetime import date

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from pptx import Presentation

from allonym import Pipeline
from allonym.errors import CorruptDocument, DocumentError, UnsupportedFormat
from allonym.formats.contents import texts_of
from allonym.formats.office.formats import OdfFormat, PptxFormat, XlsxFormat
from allonym.formats.office.relations import owner_of
from allonym.formats.office.sheets import to_date, to_serial
from allonym.formats.package import Part, read_package, write_package
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.testing import check_format
from allonym.text.fold import fold
from tests.each import crossed, each

from .samples import (
    BORN,
    GONE,
    MAIL,
    NAME,
    convert,
    letter_docx,
    needs_libreoffice,
    slides,
    workbook,
)

SECRET = b"0123456789abcdef0"


def run(data, name, **options):
    return Pipeline.load(language="en", secret=SECRET, **options).run_file(data, name)


def everything(data):
    return "\n".join(text for _, text in texts_of(data))


def assert_gone(data):
    text = everything(data)
    assert [gone for gone in GONE if gone in text] == []


def parts(data):
    return {part.name: part.data for part in read_package(data)}


# --- Excel ---


@pytest.mark.slow
def test_xlsx_keeps_the_laws_for_words():
    book = openpyxl.Workbook()
    for row in (["Name", "Town"], ["Ann <Nowak>", "Leeds & York"], ["John Smith", "Bath"]):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    check_format(XlsxFormat(), stream.getvalue(), removes=False)


def test_xlsx_reads_rows_with_their_strings_and_dates():
    text = XlsxFormat().open(workbook()).view.text
    assert "Name\tE-mail\tBorn\tAmount\tPaid\t" in text
    assert f"{NAME}\t{MAIL}\t{BORN.isoformat()}\t\t" in text


def test_xlsx_comes_back_as_a_workbook_without_the_person():
    made = run(workbook(), "list.xlsx")
    assert_gone(made.data)
    book = openpyxl.load_workbook(io.BytesIO(made.data))
    sheet = book[book.sheetnames[0]]
    name, mail, born, amount, paid = (cell.value for cell in sheet[2][:5])
    assert name == book.sheetnames[0] == book["Two"]["A1"].value
    assert mail == f"{fold(name).replace(' ', '.')}@{mail.partition('@')[2]}"
    assert 0 < abs((born.date() - BORN).days) < 7 * 366  # births have some days of their own
    assert (amount, paid) == (1200.5, True)
    assert sheet["F2"].value == f'="{name}"&A3'
    assert sheet["A2"].comment.text == f"{name} was here"
    assert sheet["B2"].hyperlink.target == f"mailto:{mail}"
    assert sheet.oddHeader.center.text == name
    assert book.properties.creator is None


def test_a_string_that_cells_share_is_in_each_of_them():
    made = run(workbook(), "list.xlsx")
    assert "xl/sharedStrings.xml" not in parts(made.data)
    assert b"sharedStrings" not in parts(made.data)["[Content_Types].xml"]
    assert b"sharedStrings" not in parts(made.data)["xl/_rels/workbook.xml.rels"]


def test_a_date_that_becomes_a_tag_makes_a_cell_of_text():
    made = run(workbook(), "list.xlsx", method="tag")
    sheet = openpyxl.load_workbook(io.BytesIO(made.data)).worksheets[0]
    assert sheet["A2"].value == "[PERSON]"
    assert sheet["C2"].value == "[DATE]"


@each(
    ("number", "day"),
    [("1", "1899-12-31"), ("30805", "1984-05-03"), ("30805.5", "1984-05-03"), ("0", None),
     ("99999", None), ("x", None)],
)  # fmt: skip
def test_serial_numbers_are_days(number, day):
    assert to_date(number) == day
    if day:
        assert to_serial(day) == number.partition(".")[0]


def test_days_are_counted_from_where_the_workbook_counts_them():
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    book.active.append([date(1984, 5, 3)])
    data = io.BytesIO()
    book.save(data)
    document = XlsxFormat().open(data.getvalue())
    assert document.view.text.split() == ["1984-05-03"]
    start = document.view.text.index("1984")
    moved = Replacement(Span(start, start + 10), "1985-06-04", EntityId("e1"), "pseudonym")
    written = document.rewrite(ReplacementPlan.of([moved]))
    (cell,) = next(openpyxl.load_workbook(io.BytesIO(written)).active.rows)
    assert cell.value.date() == date(1985, 6, 4)


# --- PowerPoint ---


@pytest.mark.slow
def test_pptx_keeps_the_laws():
    check_format(PptxFormat(), slides(), removes=False, plans=6)


def test_pptx_comes_back_as_slides_without_the_person():
    made = run(slides(), "talk.pptx")
    assert_gone(made.data)
    deck = Presentation(io.BytesIO(made.data))
    slide = deck.slides[0]
    name = slide.shapes.title.text.removeprefix("Talk of ")
    first, second = slide.placeholders[1].text_frame.paragraphs[0].runs
    assert f"{first.text}{second.text}".startswith(f"{name}, born on")
    assert slide.notes_slide.notes_text_frame.text.startswith(f"Ask {name} by")
    assert slide.shapes.title._element.nvSpPr.cNvPr.get("descr").endswith(f" of {name}")
    chart = next(shape.chart for shape in slide.shapes if shape.has_chart)
    assert next(iter(chart.plots[0].categories)) == name
    embedded = chart.part.chart_workbook.xlsx_part.blob
    assert openpyxl.load_workbook(io.BytesIO(embedded)).active["A2"].value == name
    assert deck.core_properties.author == ""


def with_comment(deck):
    """Return slides with a comment of their author, as PowerPoint of 2010 writes it."""
    space = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    plain = "application/vnd.openxmlformats-officedocument.presentationml"
    extra = {
        "ppt/commentAuthors.xml": f'<p:cmAuthorLst {space}><p:cmAuthor id="0" name="{NAME}" '
        'initials="AN" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>',
        "ppt/comments/comment1.xml": f'<p:cmLst {space}><p:cm authorId="0" '
        f'dt="2024-05-06T07:08:09" idx="1"><p:pos x="1" y="1"/><p:text>{NAME} asks</p:text>'
        "</p:cm></p:cmLst>",
    }
    links = {
        "ppt/_rels/presentation.xml.rels": ("commentAuthors", "commentAuthors.xml"),
        "ppt/slides/_rels/slide1.xml.rels": ("comments", "../comments/comment1.xml"),
    }
    made = []
    for part in read_package(deck):
        data = part.data.decode("utf-8") if part.name.endswith((".rels", "Types].xml")) else ""
        if part.name in links:
            name, target = links[part.name]
            row = f'<Relationship Id="rIdC" Type="{kind}/{name}" Target="{target}"/>'
            data = data.replace("</Relationships>", f"{row}</Relationships>")
        if part.name == "[Content_Types].xml":
            rows = "".join(
                f'<Override PartName="/{name}" ContentType="{plain}.{end}+xml"/>'
                for name, end in zip(extra, ("commentAuthors", "comments"), strict=True)
            )
            data = data.replace("</Types>", f"{rows}</Types>")
        made.append(Part(part.name, data.encode("utf-8") or part.data))
    return write_package([*made, *(Part(name, text.encode()) for name, text in extra.items())])


@pytest.mark.slow
def test_comments_of_slides_lose_their_authors():
    made = run(with_comment(slides()), "talk.pptx")
    assert_gone(made.data)
    written = parts(made.data)
    assert b'name="Author" initials="A"' in written["ppt/commentAuthors.xml"]
    assert b"2024" not in written["ppt/comments/comment1.xml"]
    assert b" asks</p:text>" in written["ppt/comments/comment1.xml"]
    Presentation(io.BytesIO(made.data))


# --- OpenDocument, made by LibreOffice ---


@pytest.mark.slow
@needs_libreoffice
def test_odt_keeps_the_laws_and_loses_the_person(tmp_path):
    data = convert(letter_docx(), "letter.docx", "odt", tmp_path)
    check_format(OdfFormat(), data, removes=False)
    made = run(data, "letter.odt")
    assert_gone(made.data)
    assert "Smith" not in everything(made.data)
    assert next(iter(parts(made.data))) == "mimetype"
    written = convert(made.data, "new.odt", "txt:Text", tmp_path).decode("utf-8-sig")
    source = convert(data, "old.odt", "txt:Text", tmp_path).decode("utf-8-sig")
    assert len(written.splitlines()) == len(source.splitlines())
    assert "yesterday I met" in written


@pytest.mark.slow
@needs_libreoffice
def test_ods_loses_the_person_in_values_formulas_and_styles(tmp_path):
    data = convert(workbook(truths=False), "list.xlsx", "ods", tmp_path)
    made = run(data, "list.ods")
    assert_gone(made.data)
    back = convert(made.data, "new.ods", "csv", tmp_path).decode()
    first, second = back.splitlines()[:2]
    assert first.startswith("Name,E-mail,Born")
    assert "@example." in second


@pytest.mark.slow
@needs_libreoffice
@pytest.mark.parametrize(("make", "name"), [(workbook, "list.xlsx"), (slides, "talk.pptx")])
def test_libreoffice_opens_what_was_written(make, name, tmp_path):
    made = run(make(), name)
    assert convert(made.data, name, "pdf", tmp_path).startswith(b"%PDF")


# --- all of them ---


@each(
    ("form", "data"),
    crossed([OdfFormat(), XlsxFormat(), PptxFormat()], b"", b"PK\x03\x04", b"hello"),
)
def test_what_is_no_package_is_refused(form, data):
    with pytest.raises(CorruptDocument):
        form.open(data)


def test_a_password_is_told():
    with pytest.raises(CorruptDocument, match="password"):
        XlsxFormat().open(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500)


def test_an_archive_of_something_else_is_refused():
    with pytest.raises(UnsupportedFormat):
        OdfFormat().open(write_package([Part("a.txt", b"x")]))


@pytest.mark.parametrize("place", ["xl/workbook.xml", "xl/worksheets/sheet1.xml"])
def test_a_doctype_is_refused(place):
    bad = b'<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'
    data = write_package(
        Part(p.name, bad if p.name == place else p.data) for p in read_package(workbook())
    )
    with pytest.raises(CorruptDocument, match="document type"):
        XlsxFormat().open(data)


@pytest.mark.slow
def test_damaged_parts_give_a_sentence_or_a_document():
    chance = random.Random(7)
    whole = read_package(workbook())
    for _ in range(60):
        victim = chance.randrange(len(whole))
        damaged = bytearray(whole[victim].data)
        for _ in range(chance.randint(1, 30)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        made = [Part(p.name, bytes(damaged)) if n == victim else p for n, p in enumerate(whole)]
        said = []
        try:
            XlsxFormat().open(write_package(made))
        except DocumentError as error:
            said.append(str(error))
        assert NAME not in " ".join(said)


def test_parts_that_no_rule_knows_are_left_out():
    extra = Part("xl/secret.bin", NAME.encode())
    made = run(write_package([*read_package(workbook()), extra]), "a.xlsx")
    assert "xl/secret.bin" not in parts(made.data)
    assert any(item.place == "unknown parts" for item in made.residue)


@pytest.mark.parametrize(
    ("relations", "owner"),
    [("_rels/.rels", ""), ("xl/_rels/workbook.xml.rels", "xl/workbook.xml")],
)
def test_relations_belong_to_a_part(relations, owner):
    assert owner_of(relations) == owner

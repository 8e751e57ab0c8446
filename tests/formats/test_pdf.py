"""PDF: what is read, what each form of output holds, and that black is black."""

import io

import pypdfium2
import pytest
from docx import Document

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.formats.pdf import document as pdf
from allonym.formats.pdf.document import PdfFormat
from allonym.formats.pdf.pages import Box
from allonym.formats.pdf.redact import merged
from allonym.model.replacement import ReplacementPlan
from allonym.profile import Documents, Profile, Treatment
from tests.each import each
from tests.growth import grows_linearly

LETTER = (
    "Dear John Smith, this is a longer line of the letter that ends in Ann",
    "Nowak, born on 3 May 1984, who writes to ann.nowak@corp.test often.",
    "Short line of Ann Nowak.",
)


def make_pdf(*pages, title="Letter of Ann Nowak"):
    """Return a PDF with lines of Helvetica, written by hand after ISO 32000-1, annex H."""
    count = len(pages)
    shape = "/MediaBox [0 0 500 800] /Resources << /Font << /F1 3 0 R >> >>"
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(count))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, lines in enumerate(pages):
        shown = "".join(f"({line}) Tj 0 -14 Td " for line in lines)
        stream = f"BT /F1 12 Tf 50 700 Td {shown}ET"
        objects += [
            f"<< /Type /Page /Parent 2 0 R {shape} /Contents {5 + 2 * number} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    objects.append(f"<< /Title ({title}) /Author (Ann Nowak) >>")
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, 2)
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode())
    table = out.tell()
    rows = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    out.write(f"xref\n0 {size}\n0000000000 65535 f \n{rows}".encode())
    info = f"trailer\n<< /Size {size} /Root 1 0 R /Info {size - 1} 0 R >>\n"
    out.write(f"{info}startxref\n{table}\n%%EOF\n".encode())
    return out.getvalue()


def pipeline(form):
    profile = Profile("p", {"*": Treatment("tag")}, documents=Documents(pdf=form))
    return Pipeline.load(language="en", profile=profile)


def test_lines_that_run_on_are_joined():
    text = PdfFormat().open(make_pdf(LETTER)).view.text
    assert "ends in Ann Nowak, born" in text
    assert "often.\nShort line" in text or "often. Short line" in text


def test_pages_follow_each_other():
    view = PdfFormat().open(make_pdf(["Ann Nowak"], ["John Smith"])).view
    assert [view.surface(block).strip() for block in view.blocks] == ["Ann Nowak", "John Smith"]


def test_what_lies_outside_the_text_is_told():
    residue = PdfFormat().open(make_pdf(LETTER)).residue
    assert {item.place: (item.count, item.fate) for item in residue} == {
        "properties": (2, "removed"),
        "attachments": (0, "removed"),
        "bookmarks": (0, "removed"),
    }


@pytest.mark.parametrize("form", ["txt", "html", "docx"])
def test_text_forms_hold_the_new_text_only(form):
    made = pipeline(form).run_file(make_pdf(LETTER), "letter.pdf")
    assert made.name == f"letter.{form}"
    if form == "docx":
        text = "\n".join(p.text for p in Document(io.BytesIO(made.data)).paragraphs)
    else:
        text = made.data.decode()
    assert "[PERSON], born on [DATE], who writes to [E-MAIL] often." in text
    assert "owak" not in text


def ink(page, box):
    """Return the share of black in a box of a page, its corners in points."""
    picture = page.render(scale=2).to_pil().convert("L")
    left, bottom, right, top = box
    height = page.get_height()
    area = picture.crop((left * 2, (height - top) * 2, right * 2, (height - bottom) * 2))
    dark = sum(area.histogram()[:60])
    return dark / (area.width * area.height)


def test_a_redacted_page_is_a_picture_with_black_boxes():
    source = make_pdf(["Ann Nowak", "lives here"])
    made = pipeline("redacted").run_file(source, "letter.pdf")
    assert made.name == "letter.pdf"
    document = pypdfium2.PdfDocument(made.data)
    page = document[0]
    assert page.get_textpage().count_chars() == 0
    assert page.get_size() == (500, 800)
    assert ink(page, (51, 699, 105, 708)) > 0.97
    assert 0 < ink(page, (50, 683, 105, 695)) < 0.5
    assert not set(document.get_metadata_dict().values()) & {"Ann Nowak", "Letter of Ann Nowak"}
    assert b"Nowak" not in made.data
    document.close()


def with_note(data):
    """Return a PDF whose page has a note that is drawn on it, by an update of the file."""
    drawn = "BT /F1 12 Tf 2 5 Td (Note by Ann Nowak) Tj ET"
    font = "/Resources << /Font << /F1 3 0 R >> >>"
    objects = {
        4: f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 800] {font} /Contents 5 0 R "
           "/Annots [20 0 R] >>",
        20: "<< /Type /Annot /Subtype /Stamp /Rect [50 400 250 420] /F 4 /AP << /N 21 0 R >> >>",
        21: f"<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] {font} "
            f"/Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
    }  # fmt: skip
    last = data[data.rindex(b"startxref") :].split()[1].decode()
    out, rows = bytearray(data), []
    for number, body in objects.items():
        rows.append(f"{number} 1\n{len(out):010} 00000 n \n")
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = len(out)
    trailer = f"trailer\n<< /Size 22 /Root 1 0 R /Prev {last} >>\nstartxref\n{table}\n%%EOF\n"
    return bytes(out) + f"xref\n{''.join(rows)}{trailer}".encode()


def test_notes_drawn_on_the_page_are_read_or_not_drawn():
    data = with_note(make_pdf(["Plain words."]))
    for form in ("txt", "redacted"):
        made = pipeline(form).run_file(data, "note.pdf")
        seen = made.result.view.text
        if form == "txt":
            assert b"Nowak" not in made.data
        elif "Nowak" not in seen:
            document = pypdfium2.PdfDocument(made.data)
            assert ink(document[0], (51, 402, 200, 418)) == 0
            document.close()


def test_pictures_are_counted():
    residue = PdfFormat().open(picture_pdf_with_text()).residue
    assert [(item.place, item.count) for item in residue][-1] == ("pictures", 1)


def picture_pdf_with_text():
    """Return a PDF with a picture beside its text."""
    document = pypdfium2.PdfDocument(make_pdf(["Ann Nowak"]))
    page = document[0]
    picture = pypdfium2.PdfImage.new(document)
    picture.set_bitmap(pypdfium2.PdfBitmap.new_native(4, 4, 4))
    page.insert_obj(picture)
    page.gen_content()
    stream = io.BytesIO()
    document.save(stream)
    document.close()
    return stream.getvalue()


def test_boxes_of_a_line_become_one():
    boxes = [Box(0, 0, 5, 10), Box(5, -3, 9, 7), Box(0, -20, 4, -10)]
    assert merged(boxes) == [Box(0, -3, 9, 10), Box(0, -20, 4, -10)]


def picture_pdf():
    """Return a PDF whose page is a picture of a letter."""
    profile = Profile("p", {"*": Treatment("keep")}, documents=Documents(pdf="redacted"))
    source = make_pdf(["Ann Nowak lives in London."])
    return Pipeline.load(language="en", profile=profile).run_file(source, "a.pdf").data


def test_a_picture_without_text_asks_for_recognition(monkeypatch):
    monkeypatch.setattr(pdf, "can_read_pictures", lambda: False)
    with pytest.raises(CorruptDocument, match="page 1 is a picture without text"):
        PdfFormat().open(picture_pdf())


@pytest.mark.slow
@pytest.mark.skipif(not pdf.can_read_pictures(), reason="Tesseract is not installed")
def test_a_picture_is_read_and_blacked_out():
    made = pipeline("redacted").run_file(picture_pdf(), "a.pdf")
    assert "Ann Nowak lives in London." in made.result.view.text
    document = pypdfium2.PdfDocument(made.data)
    assert ink(document[0], (52, 700, 100, 707)) > 0.9
    document.close()


@each("data", [b"", b"%PDF-1.4", b"no pdf", make_pdf(LETTER)[:200]])
def test_what_is_no_pdf_is_refused(data):
    with pytest.raises(CorruptDocument, match="damaged"):
        PdfFormat().open(data)


def test_a_pdf_without_any_text_is_empty():
    document = PdfFormat().open(make_pdf([]))
    assert not document.view.text.strip()
    assert document.rewrite(ReplacementPlan()).strip() == b""


@pytest.mark.slow
def test_reading_is_linear_in_the_pages():
    def run(size):
        data = make_pdf(*([LETTER] * size))
        return lambda: PdfFormat().open(data)

    assert grows_linearly(run, 20)

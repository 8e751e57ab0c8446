"""Office files made by the programs and libraries that people use, full of one person's traces."""

import datetime as dt
import io
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from tests.formats.lean import Document

NAME, MAIL, BORN = "Ann Nowak", "ann.nowak@corp.test", dt.date(1984, 5, 3)
GONE = ("Nowak", "ann.nowak", "1984-05-03", "3 May 1984")

needs_libreoffice = pytest.mark.skipif(
    shutil.which("soffice") is None, reason="LibreOffice is not installed"
)


def convert(data: bytes, name: str, to: str, folder: Path) -> bytes:
    """Let LibreOffice convert a file."""
    (folder / name).write_bytes(data)
    target = folder / "converted"
    profile = f"-env:UserInstallation=file://{folder}/profile"
    subprocess.run(
        ["soffice", profile, "--headless", "--convert-to", to, "--outdir", target, folder / name],
        check=True, capture_output=True, timeout=180,
    )  # fmt: skip
    ending = to.partition(":")[0]
    return (target / f"{Path(name).stem}.{ending}").read_bytes()


def letter_docx() -> bytes:
    """Return a Word file by python-docx, for LibreOffice to turn into OpenDocument."""
    document = Document()
    document.core_properties.author = NAME
    document.core_properties.title = f"Letter of {NAME}"
    document.sections[0].header.paragraphs[0].text = f"{NAME} – confidential"
    document.add_heading("Letter to John Smith", 1)
    paragraph = document.add_paragraph("Dear ")
    paragraph.add_run("Jo").bold = True
    paragraph.add_run("hn Smith, yesterday I met Ann\tNowak, born on 3 May 1984, in Leeds.")
    table = document.add_table(rows=1, cols=2)
    table.cell(0, 0).text = NAME
    table.cell(0, 1).text = MAIL
    return saved(document)


def workbook(*, truths: bool = True) -> bytes:
    """Return an Excel file by openpyxl."""
    book = openpyxl.Workbook()
    book.properties.creator = NAME
    book.properties.title = f"List of {NAME}"
    sheet = book.active
    sheet.title = NAME
    sheet.append(["Name", "E-mail", "Born", "Amount", "Paid"])
    sheet.append([NAME, MAIL, BORN, 1200.5, True])
    sheet.append(["John Smith", "john@corp.test", dt.date(1990, 1, 2), 7, False])
    if not truths:
        sheet.delete_cols(5)
    sheet["F2"] = f'="{NAME}"&A3'
    sheet["A2"].comment = Comment(f"{NAME} was here", NAME)
    sheet["B2"].hyperlink = f"mailto:{MAIL}"
    sheet.oddHeader.center.text = NAME
    sheet.page_setup.paperSize = 9
    book.create_sheet("Two").append([NAME])
    return saved(book)


def slides() -> bytes:
    """Return a PowerPoint file by python-pptx."""
    deck = Presentation()
    deck.core_properties.author = NAME
    deck.core_properties.last_modified_by = NAME
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = f"Talk of {NAME}"
    frame = slide.placeholders[1].text_frame
    frame.text = "Ann"
    frame.paragraphs[0].add_run().text = " Nowak, born on 3 May 1984"
    slide.notes_slide.notes_text_frame.text = f"Ask {NAME} by {MAIL}"
    slide.shapes[0]._element.nvSpPr.cNvPr.set("descr", f"Portrait of {NAME}")
    data = CategoryChartData()
    data.categories = [NAME, "John Smith"]
    data.add_series("Hours", (3, 4))
    place = (Inches(1), Inches(3), Inches(4), Inches(3))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)
    return saved(deck)


def saved(document) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()

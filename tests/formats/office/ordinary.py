"""Office files as people make them, without tricks: none of them may be refused."""

from __future__ import annotations

import datetime as dt
import io
import random
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import docx as library
import openpyxl
from odf import opendocument, style, table, text
from odf.draw import Frame, Page, TextBox
from odf.style import GraphicProperties, MasterPage, PageLayout, PageLayoutProperties
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from tests.formats.lean import Document

LANGUAGES = ("sl", "hr", "bg", "ro", "sk", "pl", "hu", "fi", "sv", "en")
_HARD = ("Hans Müller", "Georgia Black", "Max Gray", "Mark Page", "Rose White", "Jan Blank",
         "Roman Standard", "Viola Office", "Angel Sheet", "Olive Brown")  # fmt: skip
"""Names that formats use as words: scripts, fonts, colours, sheets."""


@dataclass(frozen=True)
class Row:
    """A line of a list."""

    name: str
    phone: str
    born: dt.date
    place: str
    amount: float

    def texts(self) -> list[str]:
        return [self.name, self.phone, self.born.isoformat(), self.place, f"{self.amount:.2f}"]


@dataclass(frozen=True)
class Content:
    """What stands in a file."""

    language: str
    title: str
    head: list[str]
    rows: list[Row]
    lines: list[str]


@cache
def _written() -> dict[str, dict[str, object]]:
    path = Path(__file__).with_name("ordinary.toml")
    return tomllib.loads(path.read_text("utf-8"))


@cache
def _pool(language: str, kind: str) -> list[str]:
    entries = load_pool(load_pack(language), kind).entries
    return [e.lemma for e in entries if e.number == "Sing" or kind == "place"][:400]


def content(language: str, number: int) -> Content:
    """Return what stands in one file, the same each time."""
    draw = random.Random(f"{language}{number}")
    words = _written()[language]

    def name() -> str:
        if number % 5 == 4 and draw.random() < 0.4:
            return draw.choice(_HARD)
        parts = [draw.choice(_pool(language, "given")), draw.choice(_pool(language, "family"))]
        return " ".join(reversed(parts) if language == "hu" else parts)

    def row() -> Row:
        born = dt.date(1940, 1, 1) + dt.timedelta(draw.randrange(24_000))
        return Row(name(), f"0{draw.randrange(10**8, 10**9)}", born,
                   draw.choice(_pool(language, "place")), draw.randrange(10**5) / 4)  # fmt: skip

    rows = [row() for _ in range(draw.randrange(3, 9))]
    lines = [
        line.format(name=rows[0].name, other=rows[1].name, place=rows[0].place)
        for line in words["lines"]
    ]
    return Content(language, words["title"], words["head"], rows, lines)


def _saved(document: object) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def xlsx(told: Content, kind: int) -> bytes:
    """Return a workbook by openpyxl: bare, with formats, with a chart and a table."""
    book = openpyxl.Workbook()
    sheet = book.active
    if kind % 3 == 1:
        sheet.title = told.title
    sheet.append(told.head)
    for row in told.rows:
        phone = int(row.phone) if kind % 2 else row.phone
        sheet.append([row.name, phone, row.born, row.place, row.amount])
    if kind % 3 == 2:
        for cell in sheet[1]:
            cell.font = Font(bold=True, name="Georgia", color="FF808080")
        chart = BarChart()
        chart.add_data(Reference(sheet, min_col=5, min_row=1, max_row=len(told.rows) + 1))
        sheet.add_chart(chart, "H2")
        sheet.add_table(Table(displayName="Table1", ref=f"A1:E{len(told.rows) + 1}"))
        book.create_sheet(told.rows[0].place)["A1"] = "=SUM(Sheet!E2:E4)"
    return _saved(book)


def docx(told: Content, kind: int) -> bytes:
    """Return a text by python-docx, each third with the whole of its template."""
    document = Document() if kind % 3 else library.Document()
    document.add_heading(told.title, kind % 3)
    for line in told.lines:
        document.add_paragraph(line, style=("Normal", "List Bullet", "Quote")[kind % 3])
    grid = document.add_table(rows=1, cols=5, style=("Table Grid", "Light Shading")[kind % 2])
    for cell, head in zip(grid.rows[0].cells, told.head, strict=True):
        cell.text = head
    for row in told.rows:
        for cell, value in zip(grid.add_row().cells, row.texts(), strict=True):
            cell.text = value
    document.sections[0].footer.paragraphs[0].text = told.rows[0].name
    return _saved(document)


def pptx(told: Content, kind: int) -> bytes:
    """Return slides by python-pptx, by its own template."""
    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = told.title
    first.placeholders[1].text = told.rows[0].name
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = told.lines[0]
    second.placeholders[1].text = "\n".join(told.lines[1:])
    second.notes_slide.notes_text_frame.text = told.lines[-1]
    third = deck.slides.add_slide(deck.slide_layouts[5 + kind % 2])
    size = Inches(1), Inches(2), Inches(8), Inches(4)
    if kind % 3 == 1:
        grid = third.shapes.add_table(len(told.rows) + 1, 5, *size).table
        for y, values in enumerate([told.head, *(row.texts() for row in told.rows)]):
            for x, value in enumerate(values):
                grid.cell(y, x).text = value
    elif kind % 3 == 2:
        data = CategoryChartData()
        data.categories = [row.name for row in told.rows]
        data.add_series(told.head[-1], [row.amount for row in told.rows])
        third.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *size, data)
    else:
        third.shapes.add_textbox(*size).text_frame.text = told.lines[1]
    return _saved(deck)


def odt(told: Content, kind: int) -> bytes:
    """Return a text by odfpy."""
    document = opendocument.OpenDocumentText()
    heading = style.Style(name="Heading 1", family="paragraph")
    heading.addElement(style.TextProperties(fontsize="24pt", fontweight="bold"))
    document.styles.addElement(heading)
    document.text.addElement(text.H(outlinelevel=1, stylename=heading, text=told.title))
    for line in told.lines:
        document.text.addElement(text.P(text=line))
    if kind % 2:
        document.text.addElement(_grid(told, "Table1"))
    return _saved(document)


def _grid(told: Content, name: str) -> table.Table:
    grid = table.Table(name=name)
    grid.addElement(table.TableColumn(numbercolumnsrepeated=5))
    for values in [told.head, *(row.texts() for row in told.rows)]:
        row = table.TableRow()
        for value in values:
            cell = table.TableCell(valuetype="string")
            cell.addElement(text.P(text=value))
            row.addElement(cell)
        grid.addElement(row)
    return grid


def ods(told: Content, kind: int) -> bytes:
    """Return a spreadsheet by odfpy."""
    document = opendocument.OpenDocumentSpreadsheet()
    document.spreadsheet.addElement(_grid(told, "Sheet1" if kind % 2 else told.title))
    return _saved(document)


def odp(told: Content, kind: int) -> bytes:
    """Return slides by odfpy."""
    document = opendocument.OpenDocumentPresentation()
    layout = PageLayout(name="MyLayout")
    layout.addElement(PageLayoutProperties(pagewidth="800pt", pageheight="600pt"))
    document.automaticstyles.addElement(layout)
    photo = style.Style(name="MyMaster-photo", family="presentation")
    photo.addElement(GraphicProperties(fillcolor="#ffffff"))
    document.styles.addElement(photo)
    master = MasterPage(name="MyMaster", pagelayoutname=layout)
    document.masterstyles.addElement(master)
    for number, line in enumerate([told.title, *told.lines][: 3 + kind], 1):
        page = Page(masterpagename=master, name=f"page{number}")
        frame = Frame(width="700pt", height="100pt", x="40pt", y="40pt")
        box = TextBox()
        box.addElement(text.P(text=line))
        frame.addElement(box)
        page.addElement(frame)
        document.presentation.addElement(page)
    return _saved(document)


Make = Callable[[Content, int], bytes]
_MADE: tuple[tuple[str, Make, int], ...] = (
    ("xlsx", xlsx, 6), ("docx", docx, 6), ("pptx", pptx, 6), ("odt", odt, 3), ("ods", ods, 3),
    ("odp", odp, 3),
)  # fmt: skip
_CONVERTED = (("xlsx", "ods", 3), ("docx", "odt", 3), ("pptx", "odp", 3), ("odt", "docx", 2),
              ("ods", "xlsx", 1), ("odp", "pptx", 1))  # fmt: skip


def files(language: str) -> Iterator[tuple[str, bytes]]:
    """Yield 27 files that libraries make of a language, each with its name."""
    number = 0
    for ending, make, count in _MADE:
        for kind in range(count):
            number += 1
            yield f"{ending}-{kind}.{ending}", make(content(language, number), kind)


def converted(
    made: Mapping[str, Mapping[str, bytes]], folder: Path
) -> Iterator[tuple[str, str, bytes]]:
    """Yield a language and 13 files of it that LibreOffice makes of those, each with its name.

    LibreOffice takes longer to start than to convert, so it is started once for all languages.
    """
    profile = f"-env:UserInstallation=file://{folder}/profile"
    for old, new, count in _CONVERTED:
        target = folder / f"{old}-{new}"
        command = ["soffice", profile, "--headless", "--convert-to", new, "--outdir", target]
        names = {
            f"{language}-{name}": (language, name)
            for language, own in made.items()
            for name in sorted(n for n in own if n.endswith(f".{old}"))[:count]
        }
        for name, (language, plain) in names.items():
            (folder / name).write_bytes(made[language][plain])
        paths = [folder / name for name in names]
        subprocess.run([*command, *paths], check=True, capture_output=True, timeout=600)
        for path, (language, plain) in zip(paths, names.values(), strict=True):
            result = (target / path.name).with_suffix(f".{new}").read_bytes()
            yield language, f"{old}-{plain.rpartition('.')[0]}.{new}", result

"""Pages to text: the characters in reading order, each with its place on the page.

They are those of the PDF; of pictures of pages Tesseract reads them, where the machine has it.
"""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.errors import CorruptDocument, needs

MOST_PAGES = 20_000
_HYPHENS = frozenset((0x02, 0xFFFE, 0xAD))
_LINE_END = frozenset((0x0A, 0x0D))
_FULL = 0.88  # a line that reaches this far into the column may go on in the next one
_NEAR = 1.9  # lines further apart than this many heights are parted


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page in points, the origin at the lower left."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of one page."""

    number: int  # from 0
    # lines that run on are joined, words broken at a line's end are whole
    text: str = field(repr=False)
    # for each character of `text`, its number among the characters of the page
    origins: Sequence[int] = field(repr=False)
    # where each character of the page stands, if it was read from a picture; else the file is asked
    # when needed
    boxes: tuple[Box, ...] = field(repr=False, default=())
    pictures: int = 0  # how many pictures the page has


@dataclass(frozen=True, slots=True)
class _Line:
    codes: list[int]
    first: int
    left: float
    right: float
    bottom: float
    height: float


def open_pdf(data: bytes) -> Any:
    """Return the document of a file with its forms ready to be drawn.

    Raises:
        MissingExtra: If the library is not installed.
        CorruptDocument: If it is damaged, encrypted or has too many pages.
    """
    with needs("PDF needs", "pdf"):
        import pypdfium2
    try:
        document = pypdfium2.PdfDocument(data)
        pages = len(document)
        if document.get_formtype():
            document.init_forms()
    except pypdfium2.PdfiumError as error:
        reason = (
            "has a password; remove it" if "assword" in str(error) else "is damaged; save it anew"
        )
        raise CorruptDocument(f"the PDF {reason}") from None
    if pages > MOST_PAGES:
        raise CorruptDocument(f"the PDF has {pages} pages, allowed are {MOST_PAGES}; split it")
    return document


def flat_page(document: Any, number: int) -> Any:
    """Return a page whose forms and notes are part of its content."""
    page = document.get_page(number)
    if document.formenv is not None:
        page.flatten()
        page = document.get_page(number)
    return page


def read_page(document: Any, number: int) -> PageText:
    """Read the characters of one page."""
    import pypdfium2.raw as pdfium

    page = flat_page(document, number)
    text_page = page.get_textpage()
    codes = [
        pdfium.FPDFText_GetUnicode(text_page.raw, index) for index in range(text_page.count_chars())
    ]
    lines = list(_lines(codes, text_page))
    text, origins = _joined(lines)
    pictures = sum(1 for _ in page.get_objects([pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3))
    return PageText(number, text, origins, pictures=pictures)


def boxes_of(text_page: Any, indices: Sequence[int]) -> list[Box]:
    """Return the boxes of characters, those without extent left out."""
    found = (Box(*text_page.get_charbox(index, loose=True)) for index in indices)
    return [box for box in found if box.right > box.left and box.top > box.bottom]


def _lines(codes: Sequence[int], text_page: Any) -> Iterator[_Line]:
    start = 0
    for end in range(len(codes) + 1):
        if end < len(codes) and codes[end] not in _LINE_END:
            continue
        if end > start:
            yield _line(codes, start, end, text_page)
        start = end + 1


def _line(codes: Sequence[int], start: int, end: int, text_page: Any) -> _Line:
    visible = [i for i in range(start, end) if not chr(codes[i]).isspace()] or [start]
    first = Box(*text_page.get_charbox(visible[0], loose=True))
    last = Box(*text_page.get_charbox(visible[-1], loose=True))
    height = max(first.top - first.bottom, 1.0)
    return _Line(list(codes[start:end]), start, first.left, last.right, first.bottom, height)


def _joined(lines: Sequence[_Line]) -> tuple[str, array[int]]:
    """Lay lines one after another: a space where a sentence may run on, else a line break."""
    text: list[str] = []
    origins = array("L")
    edge = max((line.right for line in lines), default=0.0)
    start = min((line.left for line in lines), default=0.0)
    for number, line in enumerate(lines):
        codes = line.codes
        following = lines[number + 1] if number + 1 < len(lines) else None
        broken = bool(codes) and codes[-1] in _HYPHENS and following is not None
        for offset, code in enumerate(codes[:-1] if broken else codes):
            if code not in _HYPHENS and code:
                text.append(chr(code) if not 0xD800 <= code < 0xE000 else "\ufffd")
                origins.append(line.first + offset)
        while text and text[-1] == " " and not broken:
            text.pop()
            origins.pop()
        if not broken:
            text.append(" " if following and _runs_on(line, following, start, edge) else "\n")
            origins.append(line.first + len(codes) - 1)
    return "".join(text), origins


def _runs_on(line: _Line, following: _Line, start: float, edge: float) -> bool:
    full = line.right - start >= _FULL * (edge - start)
    gap = line.bottom - following.bottom
    same_column = abs(line.left - following.left) < 3 * line.height
    return full and same_column and 0 < gap < _NEAR * max(line.height, following.height)


_SCALE = 300 / 72
_SECONDS = 120
_LANGUAGES = {
    "slv", "hrv", "bul", "ron", "slk", "pol", "hun", "fin", "swe", "eng",
}  # fmt: skip


def can_read_pictures() -> bool:
    """Tell whether Tesseract is installed."""
    return shutil.which("tesseract") is not None


def read_picture(page: Any, number: int) -> PageText:
    """Read a page from its picture: lines of text, with a box for each character.

    Raises:
        CorruptDocument: If Tesseract fails.
    """
    picture = io.BytesIO()
    page.render(scale=_SCALE, draw_annots=False).to_pil().save(picture, "PNG")
    command = ["tesseract", "-", "-", "-l", "+".join(_installed()), "tsv"]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command, the picture goes in by a pipe
            command, input=picture.getvalue(), capture_output=True, timeout=_SECONDS, check=True
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise CorruptDocument(f"page {number + 1}: Tesseract could not read the picture") from error
    return _page(done.stdout.decode("utf-8", "replace"), number, page.get_height())


def _installed() -> list[str]:
    done = subprocess.run(
        ["tesseract", "--list-langs"],  # noqa: S607 - found on the path, as is usual for it
        capture_output=True, timeout=_SECONDS, check=False,
    )  # fmt: skip
    found = sorted(_LANGUAGES & set(done.stdout.decode("utf-8", "replace").split()))
    return found or ["eng"]


def _page(table: str, number: int, height: float) -> PageText:
    text: list[str] = []
    boxes: list[Box] = []
    last = None
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        word = (row.get("text") or "").strip()
        if not word or row["level"] != "5":
            continue
        line = (row["block_num"], row["par_num"], row["line_num"])
        if last is not None:
            text.append(" " if line == last else "\n")
            boxes.append(boxes[-1])
        last = line
        left, top, width, tall = (int(row[key]) for key in ("left", "top", "width", "height"))
        bottom = height - (top + tall) / _SCALE
        box = Box(left / _SCALE, bottom, (left + width) / _SCALE, height - top / _SCALE)
        text += word
        boxes += [box] * len(word)
    return PageText(number, "".join(text), array("L", range(len(boxes))), tuple(boxes), pictures=1)

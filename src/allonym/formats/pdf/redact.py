"""Redaction by picture: every page is drawn anew, and what is hidden is black in the picture.

Nothing of the old file is copied: no text, no properties, no notes, no fonts.  What was under a box
cannot be had back, because the picture never held it.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from allonym.formats.pdf.pages import Box, PageText, boxes_of, flat_page, open_pdf

_SCALE = 200 / 72
_QUALITY = 85
_MARGIN = 1.0
_BLACK = (0, 0, 0)


def redact(
    data: bytes, pages: Sequence[PageText], hidden: Mapping[int, Sequence[Sequence[int]]]
) -> bytes:
    """Return a PDF of pictures.

    Args:
        data: The old file.
        pages: Its pages as they were read.
        hidden: For each page, the characters of each mention to be blacked out.
    """
    import pypdfium2

    source = open_pdf(data)
    result = pypdfium2.PdfDocument.new()
    try:
        for page in pages:
            old = flat_page(source, page.number)
            text_page = old.get_textpage()
            boxes: list[Box] = []
            for indices in hidden.get(page.number, ()):
                found = [page.boxes[i] for i in indices] if page.boxes else ()
                boxes += merged(found or boxes_of(text_page, indices))
            _add(result, old, boxes)
        stream = io.BytesIO()
        result.save(stream)
    finally:
        result.close()
        source.close()
    return stream.getvalue()


def _add(result: Any, old: Any, boxes: Iterable[Box]) -> None:
    """Draw a page, black out the boxes and put the picture on a new page of the same size.

    Notes that were not read as part of the page are not drawn either.
    """
    import pypdfium2
    from PIL import ImageDraw

    width, height = old.get_size()
    picture = old.render(scale=_SCALE, draw_annots=False).to_pil().convert("RGB")
    draw = ImageDraw.Draw(picture)
    convert = _converter(old, picture.size)
    for box in boxes:
        draw.rectangle(convert(box), fill=_BLACK)
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=_QUALITY)
    page = result.new_page(width, height)
    image = pypdfium2.PdfImage.new(result)
    image.load_jpeg(stream, inline=True)
    image.set_matrix(pypdfium2.PdfMatrix().scale(width, height))
    page.insert_obj(image)
    page.gen_content()


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Join boxes of one line into one, so that their outline tells nothing of the letters."""
    found: list[Box] = []
    for box in boxes:
        last = found[-1] if found else None
        if last and box.bottom < last.top and last.bottom < box.top and box.left >= last.left:
            found[-1] = Box(
                last.left, min(last.bottom, box.bottom), max(last.right, box.right),
                max(last.top, box.top),
            )  # fmt: skip
        else:
            found.append(box)
    return found


def _converter(page: Any, size: tuple[int, int]) -> Any:
    """Return a function from boxes of the page to corners in the picture, rotation included."""
    import pypdfium2.raw as pdfium

    def point(x: float, y: float) -> tuple[int, int]:
        left, top = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, x, y, left, top)
        return left.value, top.value

    def corners(box: Box) -> tuple[int, int, int, int]:
        a = point(box.left - _MARGIN, box.bottom - _MARGIN)
        b = point(box.right + _MARGIN, box.top + _MARGIN)
        return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])

    return corners

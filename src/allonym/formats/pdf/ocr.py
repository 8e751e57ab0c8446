"""Text from pictures of pages, by Tesseract where the machine has it."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from array import array
from typing import Any

from allonym.errors import CorruptDocument
from allonym.formats.pdf.pages import Box, PageText

_SCALE = 300 / 72
_SECONDS = 120
_LANGUAGES = {
    "slv", "hrv", "bul", "ron", "slk", "pol", "hun", "fin", "swe", "eng",
}  # fmt: skip


def can_read() -> bool:
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

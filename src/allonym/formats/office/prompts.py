"""Prompts of placeholders on layouts and masters: what the program says there, nobody wrote.

Such a text is in the language of the program and is shown in no presentation; PowerPoint shows its
own where it is empty.  One that a writer made (``hasCustomPrompt``) is read like any text.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

_MASTERS = ("ppt/slideLayouts/*.xml", "ppt/slideMasters/*.xml", "ppt/notesMasters/*.xml",
            "ppt/handoutMasters/*.xml")  # fmt: skip
_WRITTEN = ("ftr", "hdr")  # kinds of placeholders in which people write what every slide shows


def empty_prompts(name: str, root: Any) -> None:
    """Take the program's own prompts out of a part of a presentation."""
    if not any(fnmatchcase(name, pattern) for pattern in _MASTERS):
        return
    for shape in root.iter("{*}sp"):
        holder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
        if holder is None or holder.get("hasCustomPrompt") in ("1", "true"):
            continue
        if holder.get("type") not in _WRITTEN:
            for text in shape.iterfind("{*}txBody//{*}t"):
                text.text = None

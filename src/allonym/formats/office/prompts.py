"""Prompts of placeholders on layouts and masters: what the program says there, nobody wrote.

Such a text is in the language of the program and is shown in no presentation; PowerPoint shows its
own where it is empty.  One that a writer made (``hasCustomPrompt``) is read like any text.
"""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase

from allonym.formats.package import Part
from allonym.formats.xml import parse_xml, to_bytes

_MASTERS = ("ppt/slideLayouts/*.xml", "ppt/slideMasters/*.xml", "ppt/notesMasters/*.xml",
            "ppt/handoutMasters/*.xml")  # fmt: skip
_WRITTEN = ("ftr", "hdr")
"""Kinds of placeholders in which people write what every slide shows."""


def empty_prompts(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts of a presentation without the program's own prompts."""
    return tuple(
        _emptied(part) if any(fnmatchcase(part.name, p) for p in _MASTERS) else part
        for part in parts
    )


def _emptied(part: Part) -> Part:
    tree = parse_xml(part.data, part.name)
    found = False
    for shape in tree.getroot().iter("{*}sp"):
        holder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
        if holder is None or holder.get("hasCustomPrompt") in ("1", "true"):
            continue
        if holder.get("type") in _WRITTEN:
            continue
        for text in shape.iterfind("{*}txBody//{*}t"):
            found = found or bool(text.text)
            text.text = None
    return replace(part, data=to_bytes(tree)) if found else part

"""Places in files in the words of who uses them: what messages and reports call parts of packages."""

from __future__ import annotations

import re

from allonym.formats.base import load_table

_ASIDE = re.compile(r" \((attributes|utf-[\w-]+)\)\Z")


def spoken(place: str) -> str:
    """Return a place of a file in plain words; one that is not known keeps its path.

    >>> spoken("ppt/slideLayouts/slideLayout3.xml (attributes)")
    'names and settings in slide layout 3'
    >>> spoken("book.xlsx!xl/workbook.xml")
    'names of sheets and ranges in book.xlsx'
    """
    bare = _ASIDE.sub("", place)
    outer, _, inner = bare.rpartition("!")
    said = next(
        (words.format(*match.groups()).strip()
         for pattern, words in load_table("places.toml")["parts"]
         if (match := re.fullmatch(pattern, inner))),
        inner or "its source",
    )  # fmt: skip
    if bare != place and "attributes" in place:
        said = f"names and settings in {said}"
    return f"{said} in {spoken(outer)}" if outer else said

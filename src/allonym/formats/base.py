"""What all formats share: how their documents are to be read, and their tables of words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from allonym.profile import Documents
from allonym.text.tables import table_of


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents; each opens them in its own way."""

    settings: Documents = Documents()  # how they are to be read


load_table = partial(table_of, "allonym.formats")
"""Returns a TOML file of this package, read once, by its path below the package."""

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

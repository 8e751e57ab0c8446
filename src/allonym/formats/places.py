"""Places in files, in the words of who uses the file: *slide layout 3*, not its path."""

from __future__ import annotations

import re

_PARTS = (
    (r"!?names", "names of the files in it"),
    (r"xl/worksheets/_rels/sheet(\d+)\.xml\.rels", "links of sheet {}"),
    (r"xl/worksheets/sheet(\d+)\.xml", "sheet {}"),
    (r"xl/workbook\.xml", "names of sheets and ranges"),
    (r"xl/styles\.xml", "number formats and styles"),
    (r"xl/(?:threadedC|c)omments?\D*(\d*)\.xml", "comments {}"),
    (r"xl/tables/table(\d+)\.xml", "table {}"),
    (r"xl/pivot\w+/\D+(\d*)\.xml", "pivot table {}"),
    (r"ppt/slides/_rels/slide(\d+)\.xml\.rels", "links of slide {}"),
    (r"ppt/slides/slide(\d+)\.xml", "slide {}"),
    (r"ppt/notesSlides/\D+(\d+)\.xml", "notes of slide {}"),
    (r"ppt/slideLayouts/\D+(\d+)\.xml", "slide layout {}"),
    (r"ppt/slideMasters/\D+(\d+)\.xml", "slide master {}"),
    (r"ppt/presentation\.xml", "settings of the presentation"),
    (r"(?:xl|ppt|word)/charts/\D+(\d*)\.xml", "chart {}"),
    (r"(?:xl|ppt|word)/(?:diagrams|drawings)/\D+(\d*)\.(?:xml|vml)", "drawing {}"),
    (r"(?:xl|ppt|word)/theme/\D+(\d*)\.xml", "theme {}"),
    (r"(?:xl|ppt|word)/media/.*", "picture"),
    (r"Pictures/.*", "picture"),
    (r"word/document\.xml", "text"),
    (r"word/header(\d*)\.xml", "header {}"),
    (r"word/footer(\d*)\.xml", "footer {}"),
    (r"word/(footnotes|endnotes|comments|styles|numbering|settings)\.xml", "{}"),
    (r"word/fontTable\.xml", "list of fonts"),
    (r"docProps/.*|meta\.xml", "properties of the file"),
    (r"content\.xml", "text"),
    (r"styles\.xml", "styles, headers and footers"),
    (r"(?:.*/)?_rels/.*", "links"),
    (r"(.*)/content\.xml", "{}"),
)
_KNOWN = tuple((re.compile(pattern), words) for pattern, words in _PARTS)
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
         for pattern, words in _KNOWN if (match := pattern.fullmatch(inner))),
        inner or "its source",
    )  # fmt: skip
    if bare != place and "attributes" in place:
        said = f"names and settings in {said}"
    return f"{said} in {spoken(outer)}" if outer else said

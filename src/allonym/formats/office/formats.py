"""The office formats: which rules a file is opened by, and what is done to its parts before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from allonym.formats.base import Format
from allonym.formats.mapped import Piece
from allonym.formats.markup.events import Event
from allonym.formats.office.books import prepare_book
from allonym.formats.office.days import show_days, show_days_odf
from allonym.formats.office.document import PackageDocument, open_package
from allonym.formats.office.renamed import rename_parts
from allonym.formats.office.sheets import Days, inline_strings, numbers, shared_strings
from allonym.formats.office.sieve import Scrub, Sieve
from allonym.formats.package import Part
from allonym.formats.words import is_glued

_SHEETS, _PIVOTS = "xl/worksheets/*.xml", "xl/pivotCache/pivotCacheDefinition*.xml"
_MASTERS = ("ppt/slideLayouts/*.xml", "ppt/slideMasters/*.xml", "ppt/notesMasters/*.xml",
            "ppt/handoutMasters/*.xml")  # fmt: skip
_FORMULA, _REPEATED = (f"{{urn:oasis:names:tc:opendocument:xmlns:table:1.0}}{n}"
                       for n in ("formula", "number-columns-repeated"))  # fmt: skip
_TEXT_FORMULA = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}formula"
_TIMES = frozenset(map(str, range(2, 10)))  # signs that are the same side by side
_CLASS, _STYLE = (f"{{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}}{n}"
                  for n in ("class", "style-name"))  # fmt: skip
_PROMPTS = ("notes", "outline", "subtitle", "text", "title")  # frames that no slide takes over
_RESULTS = tuple(f"{{urn:oasis:names:tc:opendocument:xmlns:office:1.0}}{n}"
                 for n in ("string-value", "value"))  # fmt: skip
_DAY = "DATE("
_CUTS = re.compile(r"\b(?:(?:LEFT|MID|RIGHT|REPLACE)B?|TEXT(?:AFTER|BEFORE|SPLIT)|REGEX)\(")
"""Functions that take a part out of a text."""
_COMPARED = re.compile(r"\b(?:LEFT|MID|RIGHT)B?\((?:[^()]|\([^()]{0,80}\)){1,80}\)\s{0,3}[=<>]")
"""A part of a text that is only a condition, by which a formula counts or chooses."""
_RETURN = re.compile(rb"(?<!_x005F)_x000D_(\r?\n|&#(?:10|x[aA]);)?")
"""How programs write the end of a line (ST_Xstring), mostly before one that everybody sees."""
_WRITTEN = ("ftr", "hdr")  # kinds of placeholders in which people write what every slide shows


@dataclass(frozen=True, slots=True)
class OfficeFormat(Format):
    """Files that are packages of parts; macros are left out."""

    kind: str = "odf"  # name of their rules in ``rules.toml``

    def open(self, data: bytes) -> PackageDocument:
        """Read a file.

        Raises:
            CorruptDocument: If it is damaged, has a password, or is a book with encrypted pages.
        """
        days = Days()

        def prepare(parts: tuple[Part, ...], _: Sieve) -> tuple[Part, ...]:
            nonlocal days
            if self.kind == "epub":
                return prepare_book(parts)
            parts = rename_parts(parts, self.kind)
            if self.kind == "xlsx":
                named = {
                    part.name: replace(part, data=_RETURN.sub(lambda m: m[1] or b"\n", part.data))
                    if part.name.endswith(".xml") else part
                    for part in parts
                }  # fmt: skip
                days = Days.of(named)
                return _cells_filled(named, days)
            return parts

        def scrub(name: str, root: Any) -> None:
            if own := _SCRUBS.get(self.kind):
                own(name, root)
            if self.kind == "xlsx" and fnmatchcase(name, _SHEETS):
                show_days(root, days)
            elif self.kind == "odf" and name == "content.xml":
                show_days_odf(root)
                _one_by_one(root)
                _once(root)
            elif self.kind == "odf" and name == "styles.xml":
                _without_prompts(root)

        def special(events: Sequence[Event], source: str) -> Mapping[int, Piece]:
            return numbers(events, source, days)

        return open_package(
            data, self.kind, prepare=prepare, scrub=scrub,
            special=special if self.kind == "xlsx" else None,
        )  # fmt: skip


def _once(root: Any) -> None:
    """Let a variable that is a text say it once: LibreOffice writes it as a formula, too."""
    for node in root.iter("{*}variable-set", "{*}user-field-decl"):
        formula, text = (node.get(key, "") for key in (_TEXT_FORMULA, _RESULTS[0]))
        if text and formula.partition(":")[2] == text:
            del node.attrib[_TEXT_FORMULA]


def _one_by_one(root: Any) -> None:
    """Write the same sign in boxes side by side as often as it stands there."""
    for cell in list(root.iter("{*}table-cell")):
        times = cell.get(_REPEATED, "")
        if times in _TIMES and len("".join(cell.itertext()).strip()) == 1:
            del cell.attrib[_REPEATED]
            for _ in range(int(times) - 1):
                cell.addnext(deepcopy(cell))


def _formula(cell: Any, shared: dict[str, str]) -> str:
    """Return the formula of a cell, also one that it shares with a cell before it (`shared`)."""
    node = cell.find("{*}f")
    if node is None:
        return str(cell.get(_FORMULA, ""))
    said = str(node.text or shared.get(node.get("si", ""), "") or "=")
    return shared.setdefault(node.get("si"), said) if "si" in node.attrib else said


def _reckon_anew(name: str, root: Any) -> None:
    """Let a part of a workbook ask for what was left out, if it is one that can.

    The results of formulas and the records of pivot tables repeat what cells hold, so they would
    say what cells no longer do.  Texts that a formula puts together without a space between them
    are left out too: no reader tells where in *Ann NowakLeeds* a name ends; so are parts that one
    cuts out of a text, initials or the letters for the boxes of a form, and days that are shown as
    numbers.
    """
    shared: dict[str, str] = {}
    for cell in root.iter("{*}c", "{*}table-cell"):
        texts = cell.findall("{*}v") or cell.findall("{*}p")
        said = [text.text or "" for text in texts]
        formula = _formula(cell, shared)
        days = _DAY in cell.get(_FORMULA, "") and any(map(str.isdecimal, said))
        is_cut = _CUTS.search(formula) and _CUTS.search(_COMPARED.sub("", formula))
        if is_cut or (formula and (days or any(map(is_glued, said)))):
            for text in texts:
                cell.remove(text)
            for result in _RESULTS:
                cell.attrib.pop(result, None)
    if name == "xl/workbook.xml":
        for node in root.iterfind("{*}calcPr"):
            node.set("fullCalcOnLoad", "1")
    elif fnmatchcase(name, _PIVOTS):
        root.set("saveData", "0")
        root.set("refreshOnLoad", "1")


def _without_prompts(root: Any) -> None:
    """Take the program's own prompts out of the masters of slides, as `_empty_prompts` does.

    Slides show a frame that has no style of presentations, whatever its class.
    """
    for frame in root.iterfind(".//{*}master-page//{*}frame"):
        if frame.get(_CLASS) in _PROMPTS and _STYLE in frame.attrib:
            for node in frame.iterfind("{*}text-box//{*}*"):
                node.text = node.tail = None


def _empty_prompts(name: str, root: Any) -> None:
    """Take the program's own prompts in placeholders out of a part of a presentation.

    Such a text is in the language of the program and is shown in no presentation; PowerPoint shows
    its own where it is empty.  One that a writer made (``hasCustomPrompt``) is read like any text.
    """
    if not any(fnmatchcase(name, pattern) for pattern in _MASTERS):
        return
    for shape in root.iter("{*}sp"):
        holder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
        if holder is None or holder.get("hasCustomPrompt") in ("1", "true"):
            continue
        if holder.get("type") not in _WRITTEN:
            for text in shape.iterfind("{*}txBody//{*}t"):
                text.text = None


_SCRUBS: dict[str, Scrub] = {
    "xlsx": _reckon_anew, "odf": _reckon_anew, "pptx": _empty_prompts
}  # fmt: skip
OdfFormat, XlsxFormat, PptxFormat, EpubFormat = (
    partial(OfficeFormat, kind=kind) for kind in ("odf", "xlsx", "pptx", "epub")
)


def _cells_filled(parts: Mapping[str, Part], days: Days) -> tuple[Part, ...]:
    """Return a workbook with shared strings in their cells."""
    table = parts.get("xl/sharedStrings.xml")
    strings = shared_strings(table.data) if table else ()
    return tuple(
        inline_strings(part, strings, days) if fnmatchcase(part.name, _SHEETS) else part
        for part in parts.values()
    )

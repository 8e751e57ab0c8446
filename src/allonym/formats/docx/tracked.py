"""Tracked changes: accepted, as Word's "accept all" does (ECMA-376 part 1, 17.13.5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from allonym.formats.base import load_table
from allonym.formats.docx import names as n
from allonym.formats.docx.names import w
from allonym.formats.xml import remove, unwrap

_MARKS = frozenset((n.RUN_PROPERTIES, w("numPr"), f"{{{n.MATH_NS}}}ctrlPr"))


def accept_changes(root: Any, found: Counter[str]) -> None:
    """Make a part what it is with every change accepted; old texts and formats are gone."""
    deleted = list(root.iter(n.DELETED, n.MOVED_FROM))
    inserted = list(root.iter(n.INSERTED, n.MOVED_TO))
    former = list(root.iter(*map(w, load_table("docx/rules.toml")["former"].split())))
    cells = list(root.iter(w("cellDel")))
    found["tracked changes"] += len(deleted) + len(inserted) + len(former) + len(cells)
    for node in former:
        remove(node)
    paragraphs = [mark for mark in map(_take_away, deleted) if mark is not None]
    for node in inserted:
        above = node.getparent()
        if above is not None and (above.tag in _MARKS or above.tag == n.ROW_PROPERTIES):
            remove(node)
        else:
            unwrap(node)
    for node in cells:
        _remove_cell(node.getparent().getparent())
    for paragraph in reversed(paragraphs):
        _join_with_next(paragraph)
    for node in list(root.iter(n.DELETED_TEXT, n.DELETED_CODE)):
        remove(node)


def accept_cuts(root: Any, found: Counter[str]) -> None:
    """Take out deletions that cut a word: neither half of it could be read by itself."""
    cuts: dict[Any, None] = {}
    left: list[tuple[Any, str]] = []  # texts that stay so far: their deletion, their last sign
    for node in root.iter(n.PARAGRAPH, n.TEXT, n.DELETED_TEXT, *n.CHARACTERS):
        text = (node.text or "") if node.tag in (n.TEXT, n.DELETED_TEXT) else ""
        if text and next(node.iterancestors(n.INSERTED, n.MOVED_TO), None) is not None:
            continue
        deletion = next(node.iterancestors(n.DELETED, n.MOVED_FROM), None) if text else None
        while left and deletion not in cuts and _cuts(left[-1], deletion, text):
            cuts[left[-1][0] if deletion is None else deletion] = None
            while left and left[-1][0] in cuts:
                left.pop()
        if deletion not in cuts:
            left.append((deletion, text[-1:]))
    found["tracked changes"] += len(cuts)
    for node in cuts:
        remove(node)


def _cuts(last: tuple[Any, str], deletion: Any, text: str) -> bool:
    """Tell whether a text goes on with a word of the last, of which only one is deleted."""
    return (last[0] is None) != (deletion is None) and last[1].isalnum() and text[:1].isalnum()


def _take_away(node: Any) -> Any:
    """Remove what `node` deletes; where that is the end of a paragraph, return the paragraph."""
    above = node.getparent()
    if above is None:
        return None
    remove(node)
    if above.tag == n.ROW_PROPERTIES:
        _remove_row(above.getparent())
    elif above.tag == n.RUN_PROPERTIES and above.getparent().tag == n.PARAGRAPH_PROPERTIES:
        return above.getparent().getparent()
    return None


def _remove_row(row: Any) -> None:
    table = row.getparent()
    if table is None:
        return
    remove(row)
    if table.find(w("tr")) is None:
        remove(table)


def _remove_cell(cell: Any) -> None:
    row = cell.getparent() if cell is not None else None
    if row is None:
        return
    remove(cell)
    if row.find(w("tc")) is None:
        _remove_row(row)


def _join_with_next(paragraph: Any) -> None:
    """Put the content of a paragraph without an end before that of the next one."""
    following, above = paragraph.getnext(), paragraph.getparent()
    if following is None or above is None:
        return
    properties = paragraph.find(n.PARAGRAPH_PROPERTIES)
    if properties is not None and properties.find(w("sectPr")) is not None:
        return
    content = [node for node in paragraph if node.tag != n.PARAGRAPH_PROPERTIES]
    if following.tag == n.PARAGRAPH:
        first = following.find(n.PARAGRAPH_PROPERTIES)
        at = 0 if first is None else following.index(first) + 1
        following[at:at] = content
    elif content or following.tag == w("sectPr"):
        return
    remove(paragraph)


def anonymise_authors(root: Any, authors: dict[str, str], found: Counter[str]) -> None:
    """Number the authors of changes and comments; dates become one and the same.

    Args:
        root: The part.
        authors: Names of authors met so far and their numbers; it grows.
        found: Counts what was found.
    """
    for node in root.xpath("//*[@w:author]", namespaces={"w": n.MAIN_NS}):
        name = node.get(w("author"))
        node.set(w("author"), authors.setdefault(name, f"Author {len(authors) + 1}"))
        for attribute in list(node.attrib):
            if attribute == w("date"):
                node.set(attribute, "2000-01-01T00:00:00Z")
            elif attribute == w("initials"):
                node.set(attribute, "A")
            elif attribute.endswith("}dateUtc"):
                del node.attrib[attribute]
        found["authors and dates of comments and changes"] += 1

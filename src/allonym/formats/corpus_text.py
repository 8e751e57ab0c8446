"""What can be read in a CoNLL file, column by column: for the last search of what was written.

This reader shares nothing with the format that writes.  Numbers, tags and relations are a closed
vocabulary and are not read: a name that is spelt like a tag would be found in every row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from allonym.text.fold import fold

_FIRST_ROW = re.compile(r"(?:#[^\n]*\n|[ \t]*\r?\n)*[0-9]+(?:[-.][0-9]+)?\t[^\t\n]+\t")
_NAMED = re.compile(r"#\s*global\.columns\s*=\s*(.+)")
_COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_CLOSED = frozenset({"ID", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS"})
_CLOSED_KEYS = re.compile(
    r"(?:Spaces?(?:After|Before)|CorrectSpaceAfter|NER?|Cxn|CxnElt|Case|Lang|OrigLang|SRL|srl_head"
    r"|Promoted|CopyOf|FlatType|orig_deprel|(?:Gender|Number)(?:\[psor\])?)=",
    re.IGNORECASE,
)
_GAP = "\n\n"  # parts two cells so that no phrase is found across them
_SAME_START = 2
_REPEATS = ("LEMMA", "NORM")
_FEW = 200
# runs too short to be a name: keys such as ``a3adc191c`` are full of them
_SHORT = re.compile(r"(?<![^\W\d_])[^\W\d_]{1,2}(?![^\W\d_])")
_TAG = re.compile(r"\s*<[^<>]+>\s*")
_ROW = re.compile(r"\S[^\t]*\t")
_VALUE = re.compile(r"=\s*(\"[^\"]*\"|'[^']*')")


def is_corpus(text: str) -> bool:
    """Tell whether a text is a CoNLL file: its first row is numbered and has columns."""
    return _FIRST_ROW.match(text) is not None or _NAMED.match(text) is not None


def is_vertical(text: str) -> bool:
    """Tell whether a text is a vertical one: tags a line each, and words with columns."""
    head = [line for line in text[:20_000].split("\n")[:-1] if line.strip()]
    rows = [line for line in head if not _TAG.fullmatch(line)]
    return bool(rows) and len(rows) < len(head) and all(map(_ROW.match, rows))


def vertical_texts(text: str, place: str) -> Iterator[tuple[str, str]]:
    """Yield the tags of a vertical text and each of its columns but those of few values."""
    tags: list[str] = []
    columns: dict[int, dict[str, None]] = {}
    rows = 0
    for line in text.split("\n"):
        if _TAG.fullmatch(line):
            tags += [line] if "<!" in line else _VALUE.findall(line)
            continue
        rows += 1
        cells = line.rstrip("\r").split("\t")
        for index, cell in enumerate(cells):
            if not index or fold(cell[:_SAME_START]) != fold(cells[0][:_SAME_START]):
                columns.setdefault(index, {})[unescape(cell)] = None
    prefix = f"{place}: " if place else ""
    yield f"{prefix}attributes", _GAP.join(map(unescape, tags))
    for index, values in sorted(columns.items()):
        if not index or rows < _FEW or len(values) * 5 > rows:
            yield f"{prefix}column {index + 1}", _GAP.join(values)


def corpus_texts(text: str, place: str) -> Iterator[tuple[str, str]]:
    """Yield each column of a CoNLL file, and its comments, with their places.

    A lemma or normal form that begins as its word does says no more than the word, and is left
    out.
    """
    columns: dict[str, dict[str, None]] = {}
    comments: list[str] = []
    names: tuple[str, ...] = _COLUMNS
    for line in text.split("\n"):
        if line.startswith("#"):
            named = _NAMED.match(line)
            names = tuple(named[1].upper().split()) if named else names
            comments.append(line if " " in line.partition("=")[2].strip() else _SHORT.sub("", line))
        elif line.strip():
            for name, cell in _cells(line.rstrip("\r").split("\t"), names):
                columns.setdefault(name, {})[cell] = None
    prefix = f"{place}: " if place else ""
    yield f"{prefix}comments", _GAP.join(comments)
    for name, cells in columns.items():
        yield f"{prefix}column {name}", _GAP.join(cells)


def _cells(cells: list[str], names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    form = next((c for n, c in zip(names, cells, strict=False) if n in ("FORM", "TOKEN")), "")
    for index, cell in enumerate(cells):
        name = names[index] if index < len(names) else str(index + 1)
        if cell in ("", "_") or name in _CLOSED or name.endswith(":NE"):
            continue
        if name in _REPEATS and fold(cell[:_SAME_START]) == fold(form[:_SAME_START]):
            continue
        if name == "MISC":
            cell = _GAP.join(p for p in cell.split("|") if not _CLOSED_KEYS.match(p))  # noqa: PLW2901
        yield name, cell

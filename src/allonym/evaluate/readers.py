"""Gold data in the layouts of others: the Text Anonymization Benchmark and brat.

Sources of the layouts: https://github.com/NorskRegnesentral/text-anonymization-benchmark,
https://brat.nlplab.org/standoff.html.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from allonym.errors import CorruptDocument, DocumentError, PseudonymizationError

_TAB_TYPES = {
    "PERSON": "person",
    "CODE": "case_number",
    "LOC": "place",
    "ORG": "org",
    "DEM": "other",
    "DATETIME": "date",
    "QUANTITY": "other",
    "MISC": "other",
}


# what the benchmark does not count at the edges of a mention: titles, articles, punctuation
_UNCOUNTED = re.compile(
    r"(?:['’]s\b|[^\w\n]|\b(?:mr|mrs|ms|the|a|an|of|in|on|at|by|for|from|to|until|since|no|nr)\b)+",
    re.IGNORECASE,
)


class Mark(NamedTuple):
    """A marked stretch as a file has it; ``identifier`` is ``direct``, ``quasi`` or unsaid."""

    start: int
    end: int
    type: str
    entity: str = ""
    identifier: str = ""


class Marked(NamedTuple):
    """A document as a file has it."""

    id: str
    text: str
    marks: tuple[Mark, ...]


def read_tab(data: str) -> list[Marked]:
    """Read the JSON of the Text Anonymization Benchmark; what needs no mask is left out.

    Of several annotators the first by name counts.  Titles, articles and punctuation at the edges
    of a mention are cut off, since the benchmark's own measure passes over them.

    Raises:
        CorruptDocument: If it is not JSON of that layout; document and mention are named.
    """
    try:
        records = json.loads(data)
    except json.JSONDecodeError as error:
        raise CorruptDocument(f"line {error.lineno}: not JSON; give the benchmark's file") from None
    if not isinstance(records, list):
        raise CorruptDocument("not a list of documents; give the benchmark's file")
    return [_tab_record(record, number) for number, record in enumerate(records, 1)]


def _tab_record(record: Any, number: int) -> Marked:
    try:
        name, text = str(record["doc_id"]), str(record["text"])
        annotators = record["annotations"]
        first = min(annotators)
        mentions = annotators[first]["entity_mentions"]
    except (KeyError, TypeError, ValueError):
        raise CorruptDocument(
            f"document {number}: lacks doc_id, text or annotations; give the benchmark's file"
        ) from None
    if not isinstance(mentions, list):
        raise CorruptDocument(f"document {number}: entity_mentions is no list")
    marks = [
        _tab_mark(m, f"document {number}, mention {n}", text) for n, m in enumerate(mentions, 1)
    ]
    return Marked(name, text, tuple(sorted(mark for mark in marks if mark)))


def _tab_mark(mention: Any, where: str, text: str) -> Mark | None:
    try:
        start, end = int(mention["start_offset"]), int(mention["end_offset"])
        kind, level = str(mention["entity_type"]), str(mention["identifier_type"])
        entity = str(mention.get("entity_id", ""))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise CorruptDocument(
            f"{where}: lacks start_offset, end_offset, entity_type or identifier_type"
        ) from None
    if not 0 <= start < end <= len(text):
        raise CorruptDocument(f"{where}: [{start}, {end}) does not lie in {len(text)} characters")
    if kind not in _TAB_TYPES:
        raise CorruptDocument(f"{where}: unknown type; known: {', '.join(_TAB_TYPES)}")
    if level == "NO_MASK":
        return None
    return Mark(*_counted(text, start, end), _TAB_TYPES[kind], entity, level.lower())


def _counted(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the offsets without what the benchmark does not count; as they are if nothing is left.

    >>> _counted("saw Mr John Poe's", 4, 17)
    (7, 15)
    """
    surface = text[start:end]
    runs = list(_UNCOUNTED.finditer(surface))
    if runs and runs[0].span() == (0, len(surface)):
        return start, end
    head = runs[0].end() if runs and runs[0].start() == 0 else 0
    tail = runs[-1].start() if runs and runs[-1].end() == len(surface) else len(surface)
    return start + head, start + tail


def read_brat(path: Path, lines: Sequence[str], gold_type: Callable[[str], str]) -> Marked:
    """Read a brat file; its text stands beside it under the same name with ``.txt``.

    Each part of a discontinuous mark is a mark; relations, events and notes are passed over.

    Raises:
        DocumentError: If the text cannot be read.
        CorruptDocument: If a mark is malformed or does not say what stands at its offsets.
    """
    try:
        # brat counts characters of the file as it is
        text = path.with_suffix(".txt").read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        raise DocumentError("its text cannot be read; put the .txt beside the .ann") from None
    marks: list[Mark] = []
    for number, line in enumerate(lines, 1):
        if line.startswith("T"):
            try:
                marks += _brat_marks(line.rstrip("\r\n"), text, gold_type)
            except PseudonymizationError as error:
                raise type(error)(f"line {number}: {error}") from None
    return Marked(path.stem, text, tuple(sorted(marks)))


def _brat_marks(line: str, text: str, gold_type: Callable[[str], str]) -> Iterator[Mark]:
    columns = line.split("\t")
    label, _, places = columns[1].partition(" ") if len(columns) == 3 else ("", "", "")
    try:
        ranges = [tuple(map(int, place.split())) for place in places.split(";")]
        pairs = [(start, end) for start, end in ranges]
    except ValueError:
        raise CorruptDocument("not a mark; write T1, tab, type start end, tab, surface") from None
    for start, end in pairs:
        if not 0 <= start < end <= len(text):
            raise CorruptDocument(f"[{start}, {end}) does not lie in {len(text)} characters")
    surface = " ".join(text[start:end] for start, end in pairs)
    if surface.split() != columns[2].split():
        raise CorruptDocument("the surface is not what stands at its offsets")
    kind = gold_type(label.lower())
    yield from (Mark(start, end, kind) for start, end in pairs)

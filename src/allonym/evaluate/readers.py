"""Gold data in the layouts of others: CoNLL-2003 and its like, UNER, TAB, brat.

Sources of the layouts: https://www.clips.uantwerpen.be/conll2003/ner/ (WikiGold and BTC use it with
fewer columns), https://www.universalner.org, https://github.com/NorskRegnesentral/
text-anonymization-benchmark, https://brat.nlplab.org/standoff.html.
"""

from __future__ import annotations

import json
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


class Mark(NamedTuple):
    """A marked stretch as a file has it."""

    start: int
    end: int
    type: str
    entity: str = ""


class Marked(NamedTuple):
    """A document as a file has it."""

    id: str
    text: str
    marks: tuple[Mark, ...]


def columns_to_iob2(lines: Sequence[str]) -> Iterator[str]:
    r"""Rewrite lines in columns as those of our IOB2, one for one, so that numbers stay true.

    CoNLL-2003 (token first, tag last, ``-DOCSTART-`` before a document), WikiGold and BTC are
    split at white space; UNER's lines begin with the number of the word.

    Raises:
        CorruptDocument: If a line has one column only; its number is named.

    >>> list(columns_to_iob2(["-DOCSTART- -X- O O", "", "Peter NNP I-NP I-PER", ""]))
    ['# doc 1', '', 'Peter\tI-PER', '']
    """
    numbered = any(line.startswith("# sent_id") for line in lines)
    document = 0
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        if line.startswith("-DOCSTART-"):
            document += 1
            yield f"# doc {document}"
        elif not line.strip() or (numbered and line.startswith("# ")):
            yield ""
        else:
            columns = line.split("\t") if "\t" in line else line.split()
            if len(columns) < (3 if numbered else 2):
                raise CorruptDocument(f"line {number}: no tag; write token and tag in columns")
            token, tag = (columns[1], columns[2]) if numbered else (columns[0], columns[-1])
            yield f"{token}\t{tag}"


def read_tab(data: str) -> list[Marked]:
    """Read the JSON of the Text Anonymization Benchmark; what needs no mask is left out.

    Of several annotators the first by name counts.

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
    marks = [
        _tab_mark(mention, f"document {number}, mention {index}", len(text))
        for index, mention in enumerate(mentions, 1)
        if mention.get("identifier_type") != "NO_MASK"
    ]
    return Marked(name, text, tuple(sorted(marks)))


def _tab_mark(mention: Any, where: str, length: int) -> Mark:
    try:
        start, end = int(mention["start_offset"]), int(mention["end_offset"])
        kind = str(mention["entity_type"])
    except (KeyError, TypeError, ValueError):
        raise CorruptDocument(f"{where}: lacks start_offset, end_offset or entity_type") from None
    if not 0 <= start < end <= length:
        raise CorruptDocument(f"{where}: [{start}, {end}) does not lie in {length} characters")
    if kind not in _TAB_TYPES:
        raise CorruptDocument(f"{where}: unknown type; known: {', '.join(_TAB_TYPES)}")
    return Mark(start, end, _TAB_TYPES[kind], str(mention.get("entity_id", "")))


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

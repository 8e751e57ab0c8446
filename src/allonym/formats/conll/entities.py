"""Named entities that a corpus is marked with: tags of many schemes to mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from allonym.formats.base import load_table
from allonym.formats.conll.table import Columns
from allonym.model.types import TYPES
from allonym.text.iob2 import TokenSpan

_PREFIXED = re.compile(r"([BIESLU])[-_:](.+)", re.IGNORECASE)
_SUFFIXED = re.compile(r"(.+)[-_:]([BIES])")
_NONE = frozenset({"", "_", "O", "o", "-", "*"})
_LAYERS = re.compile(r"[|;]")
_KEYS = ("ner", "ne")
_BEGINS = frozenset("BSU")
# how the labels of a type begin, in small letters: PER, persName and person are all people
_STARTS: Mapping[str, str] = load_table("conll/words.toml")["starts"]


def tags_of(cells: Sequence[str], columns: Columns) -> list[str]:
    """Return what a row says about entities: each column of them, else ``NER=`` in MISC."""
    if columns.entities:
        return [cells[index] for index in columns.entities]
    if columns.misc < 0 or cells[columns.misc] == "_":
        return []
    pairs = (pair.partition("=") for pair in cells[columns.misc].split("|"))
    return [value for key, _, value in pairs if key.casefold() in _KEYS]


def read_tags(tags: Sequence[str]) -> list[TokenSpan]:
    """Read the tags of a sentence, in IOB, IOB2, BIOES or bare labels, layers parted by bars.

    >>> read_tags(["B-PER|B-ORG", "I-PER|_", "O", "LOC", "LOC", "S-DATE"])
    [TokenSpan(start=0, end=2, label='PER'), TokenSpan(start=0, end=1, label='ORG'), \
TokenSpan(start=3, end=5, label='LOC'), TokenSpan(start=5, end=6, label='DATE')]
    """
    found: dict[tuple[int, int], TokenSpan] = {}
    layers: list[TokenSpan | None] = []
    for index, tag in enumerate(tags):
        parts = _LAYERS.split(tag)
        layers += [None] * (len(parts) - len(layers))
        for level in range(len(layers)):
            prefix, label = _split(parts[level]) if level < len(parts) else ("O", "")
            open_run = layers[level]
            if not label:
                layers[level] = None
                continue
            begins = prefix in _BEGINS or open_run is None or open_run.label != label
            start = index if begins or open_run is None else open_run.start
            layers[level] = found[level, start] = TokenSpan(start, index + 1, label)
    return sorted(found.values(), key=lambda run: (run.start, -run.end))


def _split(tag: str) -> tuple[str, str]:
    """Return prefix and label; a bare label continues one of its kind, as in IOB1."""
    if tag in _NONE:
        return "O", ""
    if match := _PREFIXED.fullmatch(tag):
        return match[1].upper(), match[2]
    if match := _SUFFIXED.fullmatch(tag):
        return match[2], match[1]
    return "I", tag


def type_of(label: str) -> str:
    """Return the entity type of a label; ``other`` where none is known.

    >>> type_of("deriv-per"), type_of("GPE"), type_of("id.national"), type_of("MISC")
    ('person', 'place', 'id.national', 'other')
    """
    plain = label.casefold().removeprefix("deriv-").removeprefix("deriv_")
    if plain in TYPES:
        return plain
    return next((name for start, name in _STARTS.items() if plain.startswith(start)), "other")


def types_of(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the runs of a sentence's tags with their entity types."""
    for run in read_tags(tags):
        yield run.start, run.end, type_of(run.label)

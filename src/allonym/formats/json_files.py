"""JSON and JSON Lines (https://jsonlines.org): strings are read, all or those that are asked for.

Only the characters under a replacement change; escapes elsewhere in the same string stay as the
writer of the file chose them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from allonym.errors import CorruptDocument
from allonym.formats.base import Format, load_table
from allonym.formats.encoding import decode
from allonym.formats.json_strings import JsonString, decoded, ends_as, escape_json, strings
from allonym.formats.mapped import MappedDocument, Place, for_looks
from allonym.formats.markup.addresses import cleaned_files, is_packed, resolved
from allonym.formats.markup.blocks import Block, laid
from allonym.formats.markup.inside import text_pieces
from allonym.formats.standards import names_in, says_kind
from allonym.languages.columns import field_type
from allonym.ports import Residue

_ESCAPED = re.compile(r"\\(?=/)|\\[nr]")  # what programs put into Base64 in a string


class JsonFormat(Format):
    """One JSON value; FHIR resources are read by what their fields are known to hold."""

    def open(self, data: bytes) -> MappedDocument:
        """Read a file.

        Raises:
            CorruptDocument: If it is not JSON; the line is named.
        """
        source, encoding = decode(data)
        value = _load(source)
        is_fhir = isinstance(value, dict) and isinstance(value.get("resourceType"), str)
        rules = _fhir() if is_fhir and not self.settings.paths else Rules(self.settings.paths)
        escape = partial(escape_json, ascii_only=source.isascii())
        found = lay(source, strings(source), rules, escape)
        counts = (("names of fields", 1, "kept"), ("values that are not read", found.kept, "kept"),
                  ("documents inside fields", len(found.dropped), "removed"))  # fmt: skip
        residue = tuple(Residue(place, n, fate) for place, n, fate in counts if n)  # type: ignore[arg-type]
        labels = names_in(source, 0, len(source), found.read)
        reading = laid(found.blocks, found.dropped, labels)
        return replace(reading.document(source, encoding, escape), residue=residue)


@dataclass(frozen=True, slots=True)
class Rules:
    """Which fields are read, and what they hold."""

    wanted: tuple[str, ...] = ()
    keep: frozenset[tuple[str, ...]] = frozenset()
    drop: frozenset[tuple[str, ...]] = frozenset()
    types: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    markup: tuple[str, ...] = ()

    def fate(self, path: tuple[str, ...]) -> str:
        """Return ``read``, ``keep`` or ``drop``."""
        if self.wanted:
            return "read" if any(ends_as(path, wanted) for wanted in self.wanted) else "keep"
        for ending in _endings(path):
            if ending in self.types:
                return "read"
            if ending in self.drop:
                return "drop"
            if ending in self.keep:
                return "keep"
        return "read"

    def type(self, path: tuple[str, ...]) -> str:
        """Return the type that a field is known to hold, or nothing."""
        return next((self.types[e] for e in _endings(path) if e in self.types), "")


@dataclass(slots=True)
class Laid:
    """Strings of a file, a block for each that is read, and what becomes of others."""

    blocks: list[Block] = field(default_factory=list)
    dropped: list[tuple[Place, str]] = field(default_factory=list)
    read: list[Place] = field(default_factory=list)
    kept: int = 0


def lay(
    source: str, literals: Iterable[JsonString], rules: Rules, escape: Callable[[str], str]
) -> Laid:
    """Sort strings into those that are read and others.

    Args:
        source: The file.
        literals: Its strings, in order.
        rules: Which are read, and what they hold.
        escape: Makes a text fit to stand in one.
    """
    out = Laid()
    for found in literals:
        is_file = is_packed(_ESCAPED.sub("", source[found.start : found.end]))
        fate = "drop" if is_file else rules.fate(found.path)
        fate = "keep" if says_kind(found.path, source[found.start : found.end]) else fate
        if fate == "drop":
            out.dropped.append((Place(found.start, found.end), ""))
        else:
            out.dropped += cleaned_files(source, found.start, found.end)
        if fate != "keep":
            out.read.append(Place(found.start, found.end))
        if fate != "read":
            out.kept += 1
            continue
        pieces = list(resolved(decoded(source, found.start, found.end)))
        if not any(map(str.isspace, source[found.start : found.end])):
            pieces = list(for_looks(pieces))
        if found.path[-1:] == rules.markup:
            pieces = list(text_pieces(pieces, escape))
        block = Block(pieces, tail="\n\n")
        block.length = len(text := block.text())
        if text and (kind := rules.type(found.path) or field_type(found.path, text)):
            block.marks.append((0, block.length, kind))
        out.blocks.append(block)
    return out


def _load(source: str) -> Any:
    try:
        return json.loads(source)
    except json.JSONDecodeError as error:
        raise CorruptDocument(f"line {error.lineno}: not JSON; a comma or quote is amiss") from None
    except ValueError:
        raise CorruptDocument(
            "a number in it has thousands of digits; no program reads it"
        ) from None
    except RecursionError:
        raise CorruptDocument("nested far too deeply to be read; divide it") from None


def _endings(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (path[start:] for start in range(len(path)))


@cache
def _fhir() -> Rules:
    data = load_table("fhir.toml")
    types = {tuple(name.split(".")): kind for name, kind in data["types"].items()}
    return Rules((), _paths(data["keep"]), _paths(data["drop"]), types, (data["markup"],))


def _paths(names: list[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(name.split(".")) for name in names)


_LINE = re.compile(r"[^\r\n]+")


class JsonLinesFormat(Format):
    """One JSON object a line.

    Attributes:
        settings: Name the field that holds the text, at the top level of each record, and by
            ``paths`` which others are read; all unless given.
    """

    def open(self, data: bytes) -> MappedDocument:
        """Read all records as one view, a block for each string.

        Raises:
            CorruptDocument: If a line is no JSON object with the field; the line is named.
        """
        source, encoding = decode(data)
        escape = partial(escape_json, ascii_only=source.isascii())
        found = lay(source, self._strings(source), Rules(), escape)
        return laid(found.blocks, found.dropped).document(source, encoding, escape)

    def _strings(self, source: str) -> Iterator[JsonString]:
        """Yield the strings that are read."""
        wanted = self.settings.paths
        for number, line in enumerate(_LINE.finditer(source), start=1):
            if line.group().strip():
                self._check(line.group(), number)
                for literal in strings(source, *line.span()):
                    is_text = literal.path == (self.settings.text_field,)
                    if is_text or not wanted or any(ends_as(literal.path, p) for p in wanted):
                        yield literal

    def _check(self, line: str, number: int) -> None:
        """Refuse a line that is no object with a text."""
        field = self.settings.text_field
        try:
            record = json.loads(line, object_pairs_hook=_Pairs)
        except ValueError as error:
            raise CorruptDocument(
                f"line {number}: not JSON; each line must be one object"
            ) from error
        if isinstance(record, _Pairs) and record.count(field) > 1:
            raise CorruptDocument(f"line {number}: field {field!r} stands there twice")
        if not isinstance(record, _Pairs) or not isinstance(record.last(field), str):
            raise CorruptDocument(
                f"line {number}: no text field {field!r}; name another with --text-field"
            )


class _Pairs(tuple[tuple[str, object], ...]):
    """A JSON object as it is written, repeated keys included."""

    __slots__ = ()

    def __new__(cls, pairs: list[tuple[str, object]]) -> _Pairs:
        return super().__new__(cls, pairs)

    def count(self, key: object) -> int:
        return sum(name == key for name, _ in self)

    def last(self, key: str) -> object:
        return next((value for name, value in reversed(self) if name == key), None)

"""What the ledger keeps of a document: where what was replaced, and what stood there."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
import zlib
from base64 import b85decode, b85encode
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any, Protocol

from allonym.errors import LedgerError
from allonym.model.result import Result
from allonym.model.span import spliced
from allonym.ports import Ledger, Residue

_WORD = re.compile(r"\w+")
_SHINGLE, _SKETCH, _MARK = 3, 48, 8
AROUND = 12
"""Characters on either side by which a replacement is found again."""


@dataclass(frozen=True, slots=True)
class Change:
    """One replacement, seen from the result."""

    start: int  # where it stands in the result
    new: str = field(repr=False)  # what stands there; may be empty
    old: str = field(repr=False)  # what stood there before
    entity: str  # id of the entity, in its document
    type: str  # its type
    lemma: str = field(repr=False, default="")  # the original's citation form
    # what stands before it in the result, to find it again in an edited one
    before: str = field(repr=False, default="")
    after: str = field(repr=False, default="")  # what stands after it
    alone: bool = False  # `new` occurs in the result only where it replaces something

    @property
    def end(self) -> int:
        """Where it ends in the result."""
        return self.start + len(self.new)


@dataclass(frozen=True, slots=True)
class Patch:
    """Bytes of a written file, and the original's bytes in their place."""

    start: int
    end: int
    old: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """All that the ledger keeps of one document."""

    text: bytes  # SHA-256 of the text of the result
    data: bytes  # SHA-256 of the written file; empty for a mere text
    # SHA-256 of the original; tells two documents apart that read the same, and is not kept
    original: bytes
    changes: tuple[Change, ...] = ()  # in text order
    # what restores a written file byte for byte; empty where only its text can be
    patches: tuple[Patch, ...] | None = None
    # what was scrubbed beside the text: place, count, fate; only patches bring it back
    lost: tuple[tuple[str, int, str], ...] = ()
    language: str = ""  # ISO 639-1 code
    sketch: frozenset[bytes] = frozenset()  # marks by which an edited result is recognised
    day: str = ""  # when it was made, ISO 8601

    def without(self, names: frozenset[str]) -> Record:
        """Return the record without anything that says `names`, for who has them erased.

        The bytes of the file go with them, since they hold whole lines.
        """
        kept = tuple(
            c for c in self.changes if not (speaks_of(c.lemma, names) or speaks_of(c.old, names))
        )
        if len(kept) == len(self.changes):
            return self
        return replace(self, changes=kept, patches=None)

    def pack(self) -> bytes:
        """Return the record as bytes, its sketch left out."""
        plain = {
            "text": self.text.hex(), "data": self.data.hex(), "language": self.language,
            "day": self.day,
            "lost": self.lost,
            "changes": [[c.start, c.new, c.old, c.entity, c.type, c.lemma, c.before, c.after,
                         c.alone] for c in self.changes],
            "patches": None if self.patches is None else
                       [[p.start, p.end, b85encode(p.old).decode()] for p in self.patches],
        }  # fmt: skip
        return zlib.compress(json.dumps(plain, separators=(",", ":")).encode())


class Recorder(Ledger, Protocol):
    """A ledger that keeps documents too."""

    def record(self, made: Record) -> str:
        """Record a document, once, and return its id."""

    def trial(self) -> Recorder:
        """Return a ledger that answers as this one would, and records nothing."""


def unpack(data: bytes, sketch: frozenset[bytes] = frozenset()) -> Record:
    """Return the record that was packed.

    Raises:
        LedgerError: If it was not packed by this version.
    """
    try:
        plain: dict[str, Any] = json.loads(zlib.decompress(data))
        patches = plain["patches"]
        return Record(
            bytes.fromhex(plain["text"]), bytes.fromhex(plain["data"]), b"",
            tuple(Change(*row) for row in plain["changes"]),
            None if patches is None else
            tuple(Patch(start, end, b85decode(old)) for start, end, old in patches),
            tuple((place, count, fate) for place, count, fate in plain["lost"]),
            plain["language"], sketch, plain["day"],
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise LedgerError("ledger: a document was recorded by another version") from error


def record_of(
    result: Result,
    *,
    old: bytes | None = None,
    new: bytes | None = None,
    reads: str | None = None,
    residue: Sequence[Residue] = (),
) -> Record:
    """Return what is to be kept of a document.

    `old` is the file, where it can be restored byte for byte, `new` the file that was written,
    which `reads` as the result does unless given; the residue is what became of the rest.
    """
    reads = result.text if reads is None else reads
    patches = patch(old, new) if old is not None and new is not None else None
    return Record(
        text=digest(reads.encode("utf-8", "surrogatepass")),
        data=digest(new) if new is not None else b"",
        original=digest(result.view.text.encode("utf-8", "surrogatepass") + (old or b"")),
        changes=tuple(_changes(result, reads)),
        patches=patches,
        lost=tuple((r.place, r.count, r.fate) for r in residue if r.fate != "kept"),
        language=result.report.language,
        sketch=sketch_of(reads),
        day=datetime.now(UTC).date().isoformat(),
    )  # fmt: skip


def _changes(result: Result, reads: str) -> Iterator[Change]:
    entities = {entity.id: entity for entity in result.entities}
    place = _places(result.text, reads)
    starts: list[int] = []
    shift = 0
    for r in result.plan:
        starts.append(place(r.span.start + shift))
        shift += len(r.text) - len(r.span)
    alone = _alone(reads, {(start, r.text) for start, r in zip(starts, result.plan, strict=True)})
    for start, r in zip(starts, result.plan, strict=True):
        entity = entities.get(r.entity)
        kind = entity.type if entity and not r.context else ""
        canonical = entity.canonical if entity and not r.context else ""
        end = start + len(r.text)
        yield Change(
            start, r.text, result.view.surface(r.span), str(r.entity), kind, canonical,
            reads[max(0, start - AROUND) : start], reads[end : end + AROUND], r.text in alone,
        )  # fmt: skip


def _alone(text: str, placed: set[tuple[int, str]]) -> set[str]:
    """Return those of the new texts that occur nowhere else in the text."""
    heads: dict[str, set[str]] = {}
    for _, new in placed:
        if head := _WORD.match(new):
            heads.setdefault(head[0], set()).add(new)
    inside = {new for own in heads.values() for new in own}
    for word in _WORD.finditer(text):
        for new in heads.get(word[0], ()):
            if text.startswith(new, word.start()) and (word.start(), new) not in placed:
                inside.discard(new)
    return inside


def _places(planned: str, reads: str) -> Callable[[int], int]:
    """Return where a place of the planned text is in the text as it reads.

    The two differ by white space at most (`allonym.files.rewriting`).
    """
    if planned == reads:
        return lambda at: at
    before = [0, *accumulate(not c.isspace() for c in planned)]
    at_mark = [n for n, c in enumerate(reads) if not c.isspace()]
    return lambda at: at_mark[before[at]] if before[at] < len(at_mark) else len(reads)


def digest(data: bytes) -> bytes:
    """Return the SHA-256 of `data`."""
    return hashlib.sha256(data).digest()


def sketch_of(text: str) -> frozenset[bytes]:
    """Return marks that two versions of one text mostly share.

    The smallest hashes of all runs of three words (min-wise hashing: Broder 1997, "On the
    resemblance and containment of documents").
    """
    words = [word.encode("utf-8", "surrogatepass") for word in _WORD.findall(text)[:50_000]]
    runs = {b" ".join(words[i : i + _SHINGLE]) for i in range(max(1, len(words) - _SHINGLE + 1))}
    marks = (hashlib.blake2b(run, digest_size=_MARK).digest() for run in runs)
    return frozenset(sorted(marks)[:_SKETCH])


def patch(old: bytes, new: bytes) -> tuple[Patch, ...]:
    r"""Return what turns `new` back into `old`: by line where both have as many, else as a whole.

    >>> text = b"Ana Novak\nalone\n"
    >>> changed = b"Eva Kralj\nalone\n"
    >>> apply(patch(text, changed), changed) == text
    True
    """
    lines_old, lines_new = old.splitlines(keepends=True), new.splitlines(keepends=True)
    if len(lines_old) != len(lines_new):
        lines_old, lines_new = [old], [new]
    found: list[Patch] = []
    at = 0
    for before, after in zip(lines_old, lines_new, strict=True):
        if before != after:
            found.append(_trimmed(before, after, at))
        at += len(after)
    return tuple(found)


def _trimmed(old: bytes, new: bytes, at: int) -> Patch:
    limit = min(len(old), len(new))
    head = _longest(limit, lambda n: old[:n] == new[:n])
    tail = _longest(limit - head, lambda n: old[len(old) - n :] == new[len(new) - n :])
    return Patch(at + head, at + len(new) - tail, old[head : len(old) - tail])


def _longest(limit: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to `limit` for which something holds, as for all below it."""
    return bisect_left(range(1, limit + 1), True, key=lambda n: not holds(n))


def apply(patches: Iterable[Patch], data: bytes) -> bytes:
    """Return `data` with every patch made."""
    return spliced(data, ((p.start, p.end, p.old) for p in patches))


def speaks_of(text: str, names: frozenset[str]) -> bool:
    """Tell whether a text is one of some plain `names`; of numbers only their signs count.

    >>> speaks_of("+48 601-234", frozenset({"+48601234"})), speaks_of("Jan", frozenset({"ja n"}))
    (True, False)
    """
    if plain(text) in names:
        return True
    signs = _signs(text)
    return any(map(str.isdigit, signs)) and signs in {_signs(name) for name in names}


def _signs(text: str) -> str:
    return "".join(c for c in plain(text) if c.isalnum())


def plain(name: str) -> str:
    r"""Return a name without regard to capitals and white space, as look-ups compare it.

    >>> plain("  JAN\tKowalski ")
    'jan kowalski'
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())

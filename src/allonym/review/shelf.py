"""Documents under review on disk: a private folder each, named by the server, gone when due.

A folder holds ``meta.json``, ``source`` (the file as it came), ``recognition.json.gz``
(``recognition.json`` where an older version wrote it), ``decisions.jsonl`` (only ever added to),
``seen.json`` and, while recognition runs, ``progress``.
Values are written as the plain values of their fields; a field that says nothing is left out.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import secrets
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from allonym.errors import DocumentError
from allonym.files.writing import settle, write_private
from allonym.model.decision import Decision
from allonym.review.recognition import Recognition

_ID = re.compile(r"[0-9a-f]{32}")
T = TypeVar("T")
Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Meta:
    """What is known of a document besides its content."""

    id: str  # of the folder; random
    name: str = field(repr=False)  # file name as it came
    owner: str  # who brought it
    language: str  # as asked for; what ``auto`` came to once that is known
    profile: str  # as asked for
    method: str  # one method for all, or empty
    created: str  # when it came, ISO 8601 in UTC
    modified: str  # when something was last decided
    state: str = "queued"  # ``queued``, ``running``, ``ready``, ``failed`` or ``cancelled``
    problem: tuple[str, str] = ("", "")  # why it failed: a slug and a sentence
    # key of its pseudonyms, in hexadecimal digits; drawn afresh for it
    secret: str = field(repr=False, default="")
    counts: tuple[int, int] = (0, 0)  # mentions that count, and doubtful ones, at the last decision
    scope: str = field(repr=False, default="")  # what its draws hang on besides the secret
    origin: str = ""  # the document that this is a new version of
    # names that stay: in every document of its owner, or that came with it
    allow: tuple[str, ...] = field(repr=False, default=())
    types: tuple[str, ...] = ()  # only these were asked for; all if empty
    # people known beforehand, each as ``name; another name``
    known: tuple[str, ...] = field(repr=False, default=())


def now() -> str:
    """Return the time, to the microsecond."""
    return datetime.now(UTC).isoformat()


def new_meta(
    name: str,
    owner: str,
    *,
    language: str = "auto",
    profile: str = "default",
    method: str = "",
    allow: tuple[str, ...] = (),
    origin: Meta | None = None,
) -> Meta:
    """Return what is known of a document that comes.

    Args:
        name: Its name; only kept to be shown and for its ending.
        owner: Who brings it.
        language: As asked for.
        profile: As asked for.
        method: As asked for.
        allow: Names that its owner lets stay.
        origin: The document that it is a new version of; its pseudonyms are drawn alike.
    """
    time, key = now(), secrets.token_hex(16)
    meta = Meta(key, name, owner, language, profile, method, time, time,
                secret=secrets.token_hex(32), scope=key, allow=allow)  # fmt: skip
    if origin is None:
        return meta
    return replace(meta, secret=origin.secret, scope=origin.scope, origin=origin.id)


@dataclass(frozen=True, slots=True)
class Shelf:
    """All documents under review of one server."""

    root: Path  # the folder of folders

    def add(self, data: bytes, meta: Meta) -> Meta:
        """Put a file on the shelf, under what `new_meta` says of it."""
        folder = self.root / meta.id
        folder.mkdir(mode=0o700, parents=True)
        self.root.chmod(0o700)
        write_private(folder / "source", data)
        write_private(folder / "decisions.jsonl", b"")
        self.store(meta)
        return meta

    def folder(self, name: str) -> Path:
        """Return the folder of a document.

        Raises:
            DocumentError: If there is none.
        """
        folder = self.root / name
        if not _ID.fullmatch(name) or not (folder / "meta.json").exists():
            raise DocumentError("there is no document with this id; it may have been deleted")
        return folder

    def store(self, meta: Meta) -> None:
        """Write down what is known of a document."""
        write_private(self.root / meta.id / "meta.json", json.dumps(to_plain(meta)).encode())

    def all(self) -> Iterator[Meta]:
        """Yield every document."""
        if self.root.is_dir():
            for folder in sorted(self.root.iterdir()):
                if _ID.fullmatch(folder.name) and (folder / "meta.json").exists():
                    yield read_meta(folder)

    def remove(self, name: str) -> None:
        """Delete a document with everything that belongs to it."""
        shutil.rmtree(self.folder(name), ignore_errors=True)

    def purge(self, hours: float) -> list[str]:
        """Delete what nobody has touched for so long; return the ids."""
        limit = datetime.now(UTC).timestamp() - hours * 3600
        old = [m.id for m in self.all() if datetime.fromisoformat(m.modified).timestamp() < limit]
        for name in old:
            self.remove(name)
        return old

    def append(self, name: str, decisions: Iterable[Decision]) -> None:
        """Add decisions to the list of a document, on the disk before this returns.

        A line that a crash cut off is written over.
        """
        with (self.folder(name) / "decisions.jsonl").open("r+b") as stream:
            whole = stream.read()
            end = whole.rfind(b"\n") + 1
            try:
                stream.seek(end)
                stream.write(as_lines(decisions))
                stream.truncate()
                settle(stream)
            except OSError:
                stream.truncate(end)
                raise

    def seen(self, name: str) -> Ranges:
        """Return what of a document was seen."""
        path = self.folder(name) / "seen.json"
        return tuple((a, b) for a, b in json.loads(path.read_bytes())) if path.exists() else ()

    def see(self, name: str, ranges: Iterable[Sequence[int]]) -> Ranges:
        """Note that more of a document was seen; return all of it."""
        merged = merge_ranges([*self.seen(name), *((int(a), int(b)) for a, b in ranges)])
        write_private(self.folder(name) / "seen.json", json.dumps(merged).encode())
        return merged


_form: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def to_plain(value: object) -> Any:
    """Return a value made of dataclasses as plain values; a field with its default is left out."""
    return _form(type(value)).dump_python(
        value, mode="json", exclude_defaults=True, fallback=dict, warnings=False
    )


def from_plain(kind: type[T], data: Any) -> T:
    """Return what `to_plain` wrote.

    Raises:
        DocumentError: If it was written by another version, or damaged.
    """
    other = _other_version()
    # what is unknown is not passed over: a decision would be left without its place
    if is_dataclass(kind) and not {*data} <= {f.name for f in fields(kind)}:
        raise other
    try:
        made: T = _form(kind).validate_python(data)
    except ValidationError:
        raise other from None
    return made


def _other_version() -> DocumentError:
    return DocumentError("the document was put under review by another version; bring it again")


def as_lines(decisions: Iterable[Decision]) -> bytes:
    """Return decisions, one a line."""
    rows = (json.dumps(to_plain(d), ensure_ascii=False) for d in decisions)
    return "".join(f"{row}\n" for row in rows).encode("utf-8", "surrogatepass")


def from_lines(data: bytes) -> tuple[Decision, ...]:
    """Return the decisions of a file; a last line that was cut off in writing is passed over."""
    lines = data.decode("utf-8", "surrogatepass").split("\n")[:-1]
    return tuple(from_plain(Decision, json.loads(line)) for line in lines if line)


def merge_ranges(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return ranges in order, those that touch as one.

    >>> merge_ranges([(5, 9), (0, 3), (3, 4)])
    ((0, 4), (5, 9))
    """
    merged: list[tuple[int, int]] = []
    for start, end in sorted(r for r in ranges if r[0] < r[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return tuple(merged)


# --- one folder, for workers too -----------------------------------------------------------------


def read_meta(folder: Path) -> Meta:
    """Return what is known of the document of a folder."""
    return from_plain(Meta, json.loads((folder / "meta.json").read_bytes()))


def read_source(folder: Path) -> bytes:
    """Return the file as it came."""
    return (folder / "source").read_bytes()


def read_decisions(folder: Path) -> tuple[Decision, ...]:
    """Return the entries of a document's list."""
    return from_lines((folder / "decisions.jsonl").read_bytes())


_RECOGNITION = "recognition.json.gz"


def store_recognition(folder: Path, found: Recognition) -> None:
    """Keep what was recognised; packed, for readings of names say the same again and again."""
    data = json.dumps(to_plain(found)).encode()
    write_private(folder / _RECOGNITION, gzip.compress(data, 1, mtime=0))


def read_recognition(folder: Path) -> Recognition:
    """Return what was recognised.

    Raises:
        DocumentError: If it was kept by another version, or is damaged.
    """
    try:
        data = json.loads(_recognition_in(folder))
    except (FileNotFoundError, gzip.BadGzipFile, EOFError, ValueError, zlib.error):
        raise _other_version() from None
    return from_plain(Recognition, data)


def _recognition_in(folder: Path) -> bytes:
    packed = folder / _RECOGNITION
    if packed.exists():
        return gzip.decompress(packed.read_bytes())
    return packed.with_suffix("").read_bytes()


def read_lost(folder: Path) -> list[dict[str, Any]]:
    """Return the decisions about an earlier version that could not be placed in this one."""
    path = folder / "lost.json"
    found: list[dict[str, Any]] = json.loads(path.read_bytes()) if path.exists() else []
    return found


@dataclass(frozen=True, slots=True)
class AllowLists:
    """The lists of one server."""

    root: Path  # their folder; a list is named by a hash of its owner's name

    def of(self, owner: str) -> tuple[str, ...]:
        """Return what a reviewer lets stay."""
        path = self._path(owner)
        return tuple(json.loads(path.read_bytes())) if path.exists() else ()

    def follow(self, owner: str, before: Mapping[str, str], after: Mapping[str, str]) -> None:
        """Take over what a decision changed of a document's allowed surfaces.

        Args:
            owner: The reviewer.
            before: Surfaces and their scopes as they were.
            after: As they are now.
        """
        known = dict.fromkeys(self.of(owner))
        changed = dict(known)
        for surface in before.keys() - after.keys():
            changed.pop(surface, None)
        changed |= {s: None for s, scope in after.items() if scope == "always"}
        if changed != known:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_private(self._path(owner), json.dumps(list(changed)).encode())

    def _path(self, owner: str) -> Path:
        return self.root / f"{hashlib.sha256(owner.encode()).hexdigest()[:32]}.json"

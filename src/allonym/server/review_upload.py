"""A document on its way in: a form with a file, or JSON with a text; in memory only."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from allonym.server.bodies import json_bytes, pieces
from allonym.server.problems import Problem

MOST = 64 << 20
"""Bytes of a file that is to be reviewed; larger ones are for `allonym run`."""

_LONGEST_NAME = 200
_CHOICES = ("name", "language", "profile", "method", "origin", "types", "allow", "known")
_MOST_NAMES = 1000


@dataclass(frozen=True, slots=True)
class Upload:
    """What came."""

    data: bytes = field(repr=False)  # the file
    name: str = field(repr=False)  # its name, without any folder
    language: str = ""  # as asked for; empty if not
    profile: str = ""  # as asked for; empty if not
    method: str = ""  # as asked for; empty if not
    origin: str = ""  # id of the document that it is a new version of; empty if of none
    types: tuple[str, ...] = ()  # only these are looked for; all if empty
    allow: tuple[str, ...] = field(repr=False, default=())  # names that stay
    # people known beforehand, each as ``name; another name``
    known: tuple[str, ...] = field(repr=False, default=())


async def read_upload(request: Request) -> Upload:
    """Return the document of a request.

    Raises:
        Problem: If there is none, or it is too large.
    """
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > MOST + (1 << 16):
        raise _too_large()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _of_form(request)
    if kind == "application/json":
        return _of_json(await json_bytes(request))
    raise Problem("media-type", 415, "send a form with a file, or JSON with a text")


async def _of_form(request: Request) -> Upload:
    parser = MultiPartParser(
        request.headers, pieces(request), max_files=1, max_fields=len(_CHOICES) + 1
    )
    parser.spool_max_size = 2 * MOST  # never to the disk: temporary files would outlive a crash
    try:
        form = await parser.parse()
    except MultiPartException:
        raise Problem("invalid-request", 422, "the form cannot be read") from None
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise Problem("invalid-request", 422, "file: a file is expected")
    data = await file.read()
    await file.close()
    return _made(data, file.filename or "", {k: v for k, v in form.items() if isinstance(v, str)})


def _of_json(body: bytes) -> Upload:
    try:
        data = json.loads(body)
        text = data["text"].encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Problem("invalid-request", 422, "text: a text is expected") from None
    wrong = [key for key in _CHOICES if not isinstance(data.get(key, ""), str)]
    if wrong:
        raise Problem("invalid-request", 422, f"{wrong[0]}: a text is expected")
    name = data.get("name")
    name = name if isinstance(name, str) and name.lower().endswith(".txt") else "text.txt"
    return _made(text.encode(), name, data)


def _made(data: bytes, name: str, asked: dict[str, Any]) -> Upload:
    if len(data) > MOST:
        raise _too_large()
    if not data:
        raise Problem("invalid-request", 422, "file: it is empty")
    plain = PurePosixPath(name.replace("\\", "/")).name
    plain = "".join(c for c in plain if c.isprintable())[-_LONGEST_NAME:] or "document.txt"
    language, profile, method, origin = (str(asked.get(key) or "") for key in _CHOICES[1:5])
    types = tuple(filter(None, (t.strip() for t in str(asked.get("types") or "").split(","))))
    allow, known = (_lines(str(asked.get(key) or ""), key) for key in ("allow", "known"))
    return Upload(data, plain, language, profile, method, origin, types, allow, known)


def _lines(text: str, key: str) -> tuple[str, ...]:
    """Return the names of a list, one a line."""
    lines = tuple(line.strip() for line in text.splitlines() if line.strip())
    good = all(len(x) <= _LONGEST_NAME and any(map(str.isalpha, x)) for x in lines)
    if len(lines) > _MOST_NAMES or not good:
        raise Problem("invalid-request", 422, f"{key}: names are expected, one a line")
    return lines


def _too_large() -> Problem:
    return Problem(
        "too-large", 413, f"the file is larger than the {MOST >> 20} MiB that can be reviewed; "
        "divide it, or use allonym run", more={"bytes": MOST},
    )  # fmt: skip

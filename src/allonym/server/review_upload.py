"""A document on its way in: a form with a file, or JSON with a text; in memory only."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from fastapi import Request

from allonym.server.bodies import json_bytes, read_form
from allonym.server.problems import InvalidRequest, Problem, checked, json_value
from allonym.server.review_schemas import TextForm, UploadForm

MOST = 64 << 20
"""Bytes of a file that is to be reviewed; larger ones are for `allonym run`."""

_LONGEST_NAME = 200
_LONGEST_FIELD = 1 << 20  # a list of a thousand names


@dataclass(frozen=True, slots=True)
class Upload:
    """What came."""

    data: bytes = field(repr=False)  # the file
    name: str = field(repr=False)  # its name, without any folder
    asked: UploadForm = field(repr=False)  # what was said of it


async def read_upload(request: Request) -> Upload:
    """Return the document of a request.

    Raises:
        Problem: If there is none, or it is too large.
        InvalidRequest: If what is said of it does not have its form.
    """
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > MOST + (1 << 16):
        raise _too_large()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        target = io.BytesIO()  # never the disk: temporary files would outlive a crash
        name, said = await read_form(request, target, _LONGEST_FIELD)
        return _made(target.getvalue(), name, checked(UploadForm, said))
    if kind == "application/json":
        return _of_json(await json_bytes(request))
    raise Problem("media-type", 415, "send a form with a file, or JSON with a text")


def _of_json(body: bytes) -> Upload:
    try:
        data = json_value(body)
    except InvalidRequest:
        data = json_value(_with_whole_letters(body))
    form = checked(TextForm, data)
    name = form.name if form.name.lower().endswith(".txt") else "text.txt"
    return _made(form.text.encode(), name, form)


def _with_whole_letters(body: bytes) -> bytes:
    """Return JSON with marks of replacement where half a letter (a lone surrogate) is written."""
    try:
        said = json.dumps(json.loads(body), ensure_ascii=False)
    except (ValueError, RecursionError):
        return body
    return said.encode("utf-8", "surrogatepass").decode("utf-8", "replace").encode()


def _made(data: bytes, name: str, asked: UploadForm) -> Upload:
    if len(data) > MOST:
        raise _too_large()
    if not data:
        raise Problem("invalid-request", 422, "file: it is empty")
    plain = PurePosixPath(name.replace("\\", "/")).name
    plain = "".join(c for c in plain if c.isprintable())[-_LONGEST_NAME:] or "document.txt"
    return Upload(data, plain, asked)


def _too_large() -> Problem:
    return Problem(
        "too-large", 413, f"the file is larger than the {MOST >> 20} MiB that can be reviewed; "
        "divide it, or use allonym run", more={"bytes": MOST},
    )  # fmt: skip

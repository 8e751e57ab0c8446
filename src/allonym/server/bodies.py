"""Bodies that are read as bytes and parsed in a worker, and how OpenAPI is told of them.

Uploads in ``multipart/form-data`` are streamed to a private file as they come.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Mapping
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from fastapi import Request
from pydantic import BaseModel
from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header

from allonym.files.writing import new_private, settle
from allonym.server.problems import Problem

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

T = TypeVar("T")

_SECONDS = 120
STALL_SECONDS = 60.0
"""How long the next piece of an upload may take to come."""
_REF = "#/components/schemas/{}"


async def json_bytes(request: Request) -> bytes:
    """Return the body of a request that says it is JSON.

    Raises:
        Problem: If it says it is something else, 415; if it does not come, 408.
    """
    check_plain(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(
            "media-type", 415, "send JSON, with the header Content-Type: application/json"
        )
    try:
        async with asyncio.timeout(_SECONDS):
            return await request.body()
    except TimeoutError:
        raise Problem("slow-body", 408, f"the body did not come within {_SECONDS} s") from None


def check_plain(request: Request) -> None:
    """Refuse a body that is packed: its limits would hold for what it is packed to only.

    Raises:
        Problem: If it is, 415.
    """
    if request.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise Problem(
            "media-type", 415, "send the body as it is, without the header Content-Encoding"
        )


async def pieces(request: Request) -> AsyncGenerator[bytes, None]:
    """Yield the body of an upload as it comes, for as long as it keeps coming.

    Raises:
        Problem: If it stalls, 408; if it is packed, 415.
    """
    check_plain(request)
    stream = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout(STALL_SECONDS):
                piece = await anext(stream)
        except StopAsyncIteration:
            return
        except TimeoutError:
            said = f"nothing came for {STALL_SECONDS:g} s; send it again"
            raise Problem("slow-body", 408, said) from None
        yield piece


async def while_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for work as long as the client does; who hangs up leaves the queue to others.

    Raises:
        Problem: If the client is gone, 408; nobody will read it.
    """
    working = asyncio.create_task(work)
    waiting = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Problem("gone", 408, "the client did not wait for the answer")
    finally:
        working.cancel()
        waiting.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def takes(*forms: type[BaseModel], examples: Mapping[str, Any]) -> dict[str, Any]:
    """Return what OpenAPI is told of a JSON body that is in one of `forms`."""
    refs = [{"$ref": _REF.format(form.__name__)} for form in forms]
    return body(json_content(refs[0] if len(refs) == 1 else {"oneOf": refs}, **examples))


TEXT: dict[str, Any] = {"type": "string"}
FILE: dict[str, Any] = {"type": "string", "format": "binary"}


def json_content(schema: Mapping[str, Any], **examples: Any) -> dict[str, Any]:
    """Return a schema as that of JSON, with examples by their names."""
    named = {n: {"summary": n.replace("_", " "), "value": e} for n, e in examples.items()}
    return {"application/json": {"schema": schema, "examples": named}}


def form_content(required: list[str], **properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a form with a file."""
    schema = {"type": "object", "required": required, "properties": properties}
    return {"multipart/form-data": {"schema": schema}}


def body(content: Mapping[str, Any], *, required: bool = True) -> dict[str, Any]:
    """Return what OpenAPI is told of a body that a route reads by itself."""
    return {"requestBody": {"required": required, "content": content}}


_LONGEST_FIELD = 64 << 10
_MOST_FIELDS = 20


@dataclass(slots=True)
class Upload:
    """What came: one file, which lies at `path`, and short fields."""

    path: Path  # where the file is written
    name: str = field(default="", repr=False)  # what the client calls the file
    fields: dict[str, str] = field(default_factory=dict, repr=False)  # the rest, by name


async def receive_upload(request: Request, path: Path) -> Upload:
    """Read a request with one file.

    The file's field is called ``file``; a file is at `path` only if all went well.

    Raises:
        Problem: If the request has another form, or no file.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    if kind != b"multipart/form-data" or not options.get(b"boundary"):
        raise Problem(
            "unsupported-media-type", 415, "multipart/form-data with a field named file is expected"
        )
    try:
        with new_private(path) as stream:
            reader = _Reader(Upload(path), stream)
            parser = MultipartParser(options[b"boundary"], reader.callbacks())
            async for chunk in pieces(request):
                parser.write(chunk)
            parser.finalize()
            reader.check()
            settle(stream)
    except MultipartParseError:
        path.unlink(missing_ok=True)
        raise _malformed("its parts cannot be told from each other") from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return reader.upload


def _malformed(why: str) -> Problem:
    return Problem("invalid-request", 422, f"the form cannot be read: {why}; see /docs")


@dataclass(slots=True)
class _Reader:
    """Takes the pieces that the parser finds."""

    upload: Upload
    stream: IO[bytes]
    has_file: bool = False
    ended: bool = False
    _header: tuple[bytes, bytes] = (b"", b"")
    _disposition: bytes = b""
    _field: str | None = None
    _value: bytes = b""

    def callbacks(self) -> MultipartCallbacks:
        """Return what the parser calls."""
        return {
            "on_part_begin": self._part_begins,
            "on_header_field": self._header_name,
            "on_header_value": self._header_value,
            "on_header_end": self._header_ends,
            "on_headers_finished": self._headers_end,
            "on_part_data": self._data,
            "on_part_end": self._part_ends,
            "on_end": self._end,
        }

    def check(self) -> None:
        """Refuse a form without a file, or that broke off."""
        if not self.has_file or not self.ended:
            raise _malformed("there is no field named file")

    def _part_begins(self) -> None:
        self._disposition, self._field, self._value = b"", None, b""
        self._header = (b"", b"")

    def _header_name(self, data: bytes, start: int, end: int) -> None:
        self._header = (self._header[0] + data[start:end], self._header[1])

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._header = (self._header[0], self._header[1] + data[start:end])
        if len(self._header[1]) > _LONGEST_FIELD:
            raise _malformed("a header is too long")

    def _header_ends(self) -> None:
        name, value = self._header
        if name.lower() == b"content-disposition":
            self._disposition = value
        self._header = (b"", b"")

    def _headers_end(self) -> None:
        name, filename = _names(self._disposition)
        if name == "file":
            if self.has_file:
                raise _malformed("there is more than one file; send a ZIP archive of them")
            self.has_file, self.upload.name = True, filename
        elif len(self.upload.fields) >= _MOST_FIELDS:
            raise _malformed("there are too many fields")
        else:
            self._field = name

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._field is None:
            self.stream.write(memoryview(data)[start:end])
            return
        self._value += data[start:end]
        if len(self._value) > _LONGEST_FIELD:
            raise _malformed("a field is too long")

    def _part_ends(self) -> None:
        if self._field is not None:
            try:
                self.upload.fields[self._field] = self._value.decode("utf-8")
            except UnicodeDecodeError:
                raise _malformed("a field is not in UTF-8") from None

    def _end(self) -> None:
        self.ended = True


def _names(disposition: bytes) -> tuple[str, str]:
    """Return the names of a field and of its file, from ``form-data; name="a"; filename="b"``."""
    message = Message()
    message["content-disposition"] = disposition.decode("utf-8", "replace").replace("\r", "")
    name = message.get_param("name", "", "content-disposition")
    return str(name), message.get_filename("") or ""

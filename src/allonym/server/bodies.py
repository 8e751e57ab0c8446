"""Bodies that are read as bytes and parsed in a worker, and how OpenAPI is told of them.

Uploads in ``multipart/form-data`` are streamed to a private file as they come.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeVar, cast

from fastapi import Request
from pydantic import BaseModel
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from allonym.files.writing import new_private, settle
from allonym.server.problems import Problem, gone

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
        raise gone()
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
FILE: dict[str, Any] = {"type": "string", "format": "binary", "description": "The document."}


def json_content(schema: Mapping[str, Any], **examples: Any) -> dict[str, Any]:
    """Return a schema as that of JSON, with examples by their names."""
    named = {n: {"summary": n.replace("_", " "), "value": e} for n, e in examples.items()}
    return {"application/json": {"schema": schema, "examples": named}}


def form_content(required: list[str], **properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a form with a file."""
    schema = {"type": "object", "required": required, "properties": properties}
    return {"multipart/form-data": {"schema": schema}}


def body(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return what OpenAPI is told of a body that a route reads by itself."""
    return {"requestBody": {"required": True, "content": content}}


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
            name, fields = await read_form(request, stream)
            settle(stream)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return Upload(path, name, fields)


async def read_form(
    request: Request, target: IO[bytes], longest: int = _LONGEST_FIELD
) -> tuple[str, dict[str, str]]:
    """Return the name of a form's one file and its other fields; nothing else is written anywhere.

    Args:
        request: With the form.
        target: What the file is written to as it comes.
        longest: Most bytes of another field.

    Raises:
        Problem: If the form cannot be read, or has no file in the field ``file``.
    """
    try:
        form = await _Parser(request, target, longest).parse()
    except UnicodeError:
        raise Problem("invalid-request", 422, "the form is not in UTF-8") from None
    except MultiPartException as error:
        said = (what for sign, what in _MALFORMED.items() if error.message.startswith(sign))
        why = next(said, "its parts cannot be told from each other")
        raise Problem(
            "invalid-request", 422, f"the form cannot be read: {why}; see /docs"
        ) from None
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    (file,) = (value for value in form.values() if isinstance(value, UploadFile))
    return file.filename or "", fields


_MALFORMED = {
    "No file": "there is no field named file, or its file has no name",
    "Too many files": "there is more than one file; send a ZIP archive of them",
    "Too many fields": "there are too many fields",
    "Part exceeded": "a field is too long",
}


class _Parser(MultiPartParser):
    """Writes the file of a form where it is told to: a temporary one would be anywhere."""

    def __init__(self, request: Request, target: IO[bytes], longest: int) -> None:
        super().__init__(request.headers, pieces(request), max_files=1, max_fields=_MOST_FIELDS)
        self.max_part_size = longest
        self._target = target
        self._ended = False

    async def parse(self) -> FormData:
        """Return the fields of the form, a file of the name ``file`` among them."""
        form = await super().parse()
        if not self._ended or not isinstance(form.get("file"), UploadFile):
            raise MultiPartException("No file")
        return form

    def on_headers_finished(self) -> None:
        """Put the target in the place of the temporary file."""
        super().on_headers_finished()
        if self._current_part.file is not None:
            self._current_part.file.file.close()
            self._current_part.file.file = cast("BinaryIO", self._target)

    def on_end(self) -> None:
        """Note that the form is whole."""
        self._ended = True

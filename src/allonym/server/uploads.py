"""Uploads in ``multipart/form-data``, streamed to a private file as they come."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import IO, TYPE_CHECKING

from fastapi import Request
from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header

from allonym.server.bodies import pieces
from allonym.server.problems import Problem

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

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
        with _new_file(path) as stream:
            reader = _Reader(Upload(path), stream)
            parser = MultipartParser(options[b"boundary"], reader.callbacks())
            async for chunk in pieces(request):
                parser.write(chunk)
            parser.finalize()
            reader.check()
            stream.flush()
            os.fsync(stream.fileno())
    except MultipartParseError:
        path.unlink(missing_ok=True)
        raise _malformed("its parts cannot be told from each other") from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return reader.upload


def _new_file(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


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

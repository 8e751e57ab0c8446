"""HTTP as uvicorn speaks it, for clients that are slow, wordy or no clients of HTTP at all.

uvicorn waits for ever for the head of a request, lets it be of any length, and answers what is no
HTTP in plain text.  Bodies are the business of the routes.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from allonym.server.problems import MEDIA_TYPE, Problem
from allonym.server.security import HEADERS

HEAD_SECONDS: Final = 20.0
"""How long a request's line and headers may take to come."""
HEAD_BYTES: Final = 64 << 10
"""Most bytes of them."""


class PatientProtocol(HttpToolsProtocol):
    """One connection."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._due: asyncio.TimerHandle | None = None
        self._came = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait_for_head()

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request's head."""
        super().on_message_begin()
        if self._due is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count what comes before the headers are complete, then take it."""
        self._came += len(data)
        super().data_received(data)
        if self._due is not None and self._came > HEAD_BYTES:
            self._refuse("long-head", 431, f"line and headers are longer than {HEAD_BYTES} bytes")

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, as a problem."""
        del msg
        self._refuse("bad-request", 400, "this is no request in HTTP/1.1")

    def _wait_for_head(self) -> None:
        self._came = 0
        self._due = self.loop.call_later(self.head_seconds, self._late)

    def _wait_no_more(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _late(self) -> None:
        said = f"line and headers did not come within {self.head_seconds:g} s"
        self._refuse("slow-head", 408, said)

    def _refuse(self, slug: str, status: int, said: str) -> None:
        self._wait_no_more()
        if self.transport.is_closing():
            return
        body = bytes(Problem(slug, status, said).response().body)
        named = (*HEADERS, ("content-type", MEDIA_TYPE), ("content-length", str(len(body))),
                 ("connection", "close"))  # fmt: skip
        head = b"".join(f"{name}: {value}\r\n".encode() for name, value in named)
        self.transport.write(STATUS_LINE[status] + head + b"\r\n" + body)
        self.transport.close()

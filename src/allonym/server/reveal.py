"""``POST /v1/reveal``: undo a pseudonymization by the ledger, for bearers of the role ``reveal``.

The server needs the ledger and its three keys for this; one that only pseudonymizes has neither the
encrypt key nor the audit key, and no such route.
"""

from __future__ import annotations

from pathlib import PurePath
from threading import Lock
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, File, Form, Request, Response, UploadFile
from pydantic import Field, StringConstraints, model_validator

from allonym.answers import Left, RevealAnswer, RevealedPair
from allonym.errors import ConfigError, NotInLedger
from allonym.review.intake import Strict
from allonym.server.problems import Problem
from allonym.server.security import owner_of, require
from allonym.server.settings import ServerSettings
from allonym.server.state import ServerState

if TYPE_CHECKING:
    from allonym.reveal import Asked, Revealed, Revealer

_Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500)]


class RevealForm(Strict):
    """A text to be restored, or a pseudonym to be asked for; one of them."""

    reason: _Reason = Field(description="Why; it goes into the audit.")
    text: str | None = None
    pseudonym: str | None = Field(default=None, max_length=200)
    document: str = Field(default="", max_length=32, description="Id of the text in the ledger.")
    language: str = Field(default="", max_length=10)
    domain: str = Field(default="", max_length=200)

    @model_validator(mode="after")
    def _one_of_two(self) -> RevealForm:
        if (self.text is None) == (self.pseudonym is None):
            raise ValueError("text or pseudonym is expected, one of them")
        return self


class _Desk:
    """Opens the ledger when it is first asked, once for each domain."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._open: dict[str, Revealer] = {}
        self._lock = Lock()

    def revealer(self, domain: str = "") -> Revealer:
        """Return what reveals."""
        from allonym.ledger.keys import read_key
        from allonym.reveal import Revealer

        own = self._settings
        with self._lock:
            if domain not in self._open:
                if len(self._open) > 100:
                    self._open.clear()
                self._open[domain] = Revealer.open(
                    own.ledger, read_key("draw", own.secret), read_key("encrypt", own.encrypt_key),
                    read_key("audit", own.audit_key), domain,
                )  # fmt: skip
            return self._open[domain]


def reveal_routes(state: ServerState) -> APIRouter:
    """Return ``/v1/reveal`` and ``/v1/reveal/file``; nothing where the server has no ledger."""
    router = APIRouter(tags=["ledger"], dependencies=[Depends(require("reveal"))])
    if not state.settings.ledger:
        return router
    if not state.settings.secret:
        raise ConfigError("setting ledger: needs the setting secret, which is its draw key")
    desk = _Desk(state.settings)

    @router.post("/v1/reveal")
    def reveal(form: RevealForm, request: Request) -> RevealAnswer:
        """Restore a text, or say who a pseudonym stands for; leaves a line of audit."""
        asked = _asked(request, form.reason)
        revealer = desk.revealer(form.domain)
        if form.pseudonym is not None:
            pairs = revealer.pseudonym(form.pseudonym, asked, language=form.language)
            rows = tuple(
                RevealedPair(
                    original=p.original.partition("\t")[0], kind=p.kind, pseudonym=p.surrogate
                )
                for p in pairs
            )
            return RevealAnswer(pairs=rows)
        made = _found(revealer, (form.text or "").encode(), "text.txt", asked, form.document)
        return RevealAnswer(
            text=made.data.decode("utf-8", "replace"),
            restored=made.restored,
            left=tuple(Left(type=kind, pseudonym=text) for kind, text in made.left),
            documents=made.documents,
        )

    @router.post("/v1/reveal/file", response_class=Response)
    def reveal_file(
        request: Request,
        file: Annotated[UploadFile, File()],
        reason: Annotated[_Reason, Form()],
        document: Annotated[str, Form(max_length=32)] = "",
    ) -> Response:
        """Restore a file; the headers count what was restored and what was left."""
        name = file.filename or "file.txt"
        asked = _asked(request, reason)
        made = _found(desk.revealer(), file.file.read(), name, asked, document)
        headers = {
            "Content-Disposition": f'attachment; filename="restored{_suffix(name)}"',
            "Allonym-Restored": str(made.restored),
            "Allonym-Left": str(len(made.left)),
        }
        return Response(made.data, headers=headers, media_type="application/octet-stream")

    return router


def _suffix(name: str) -> str:
    """Return the end of a file's name if a header can hold it."""
    suffix = PurePath(name).suffix
    return suffix if suffix[1:].isascii() and suffix[1:].isalnum() and len(suffix) < 10 else ""


def _asked(request: Request, reason: str) -> Asked:
    from allonym.reveal import Asked

    name = owner_of(request)
    return Asked(reason, f"token {name}" if name else "")


def _found(revealer: Revealer, data: bytes, name: str, asked: Asked, document: str) -> Revealed:
    try:
        return revealer.file(data, name, asked, document=document)
    except NotInLedger as error:
        raise Problem(error.code, 404, str(error)) from error

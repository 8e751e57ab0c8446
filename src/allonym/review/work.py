"""What worker processes do for a review; each function gets the folder of a document."""

from __future__ import annotations

import io
import json
import time
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from allonym.api import Pipeline
from allonym.files.opening import open_document
from allonym.files.rewriting import record_file
from allonym.files.writing import write_private
from allonym.model.decision import Decision
from allonym.model.known import KnownPerson
from allonym.model.offsets import width
from allonym.model.replacement import ReplacementPlan
from allonym.ports import SourceDocument
from allonym.profile import ListEntry, Profile
from allonym.profile.read import read_treatment
from allonym.review import shelf
from allonym.review.anchors import rebase
from allonym.review.changes import effective
from allonym.review.desk import Desk, Tools, tools_for
from allonym.review.export import Export, export
from allonym.review.keyfile import key_contents, seal_key
from allonym.review.preview import as_html, blocks_of
from allonym.review.recognition import Recognition, recognise
from allonym.review.state import first_state
from allonym.warm import Wanted, pipelines

_EVERY = 0.2


class _Cancelled(Exception):
    """Nobody wants the recognition any more."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """How a recognition ended: ``ready`` or ``cancelled``, and how much was found."""

    state: str
    counts: tuple[int, int] = (0, 0)
    language: str = ""


def recognise_document(folder: Path) -> Recognised:
    """Recognise a document and keep what was found in its folder.

    Raises:
        PseudonymizationError: If it cannot be read or recognised.
    """
    meta = shelf.read_meta(folder)
    pipeline = _pipeline(meta, allow=True).tentative()
    note = _Note(folder)
    try:
        note("open", 0.0)
        known = [known_person(line) for line in meta.known]
        found = recognise(pipeline, shelf.read_source(folder), meta.name, note, known)
        note("store", 1.0)
    except _Cancelled:
        return Recognised("cancelled")
    if not folder.exists():
        return Recognised("cancelled")
    write_private(folder / "length", str(width(found.text, "utf16")).encode())
    _take_over(folder, meta, found)
    shelf.store_recognition(folder, found)
    sure = sum(len(e.mentions) for e in found.entities)
    return Recognised("ready", (sure, len(found.doubtful)), found.language)


def _take_over(folder: Path, meta: shelf.Meta, found: Recognition) -> None:
    """Carry the decisions about an earlier version over to this one; note what had no place."""
    before = folder.parent / meta.origin
    if not meta.origin or not before.exists():
        return
    done = effective(shelf.read_decisions(before)).done
    moved, lost = rebase(done, first_state(found.entities, found.doubtful, found.left), found.text)
    write_private(folder / "decisions.jsonl", shelf.as_lines(moved))
    rows = [
        {"action": d.action, "surfaces": list(dict.fromkeys(p.surface for p in places))}
        for d, places in lost
    ]
    write_private(folder / "lost.json", json.dumps(rows).encode())


def _pipeline(meta: shelf.Meta, *, allow: bool = False, strict: bool = False) -> Pipeline:
    """Return the pipeline of a document.

    `allow` lets stay what its owner lets stay and looks only for the types asked for; at the desk
    both are decisions.  `strict` refuses leaks if the profile says so.
    """
    wanted = Wanted(meta.language, meta.profile, meta.method or None, meta.types if allow else ())
    entries = tuple(ListEntry(text=surface) for surface in meta.allow) if allow else ()
    warm = pipelines().get(wanted).adjusted(allow=entries, verify=None if strict else "report")
    return warm.keyed(bytes.fromhex(meta.secret))


def known_person(line: str) -> KnownPerson:
    """Return the person that a line names.

    >>> known_person("Jan Kowalski; Jasiek").aliases
    ('Jasiek',)
    """
    name, *others = (part.strip() for part in line.split(";"))
    return KnownPerson(name, tuple(filter(None, others)))


class _Note:
    """Writes how far recognition is, now and then, and ends it when it is to be cancelled."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._next = 0.0

    def __call__(self, step: str, share: float) -> None:
        if not self._folder.exists() or (self._folder / "cancel").exists():
            raise _Cancelled
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            row = json.dumps({"step": step, "share": round(min(1.0, max(0.0, share)), 3)})
            write_private(self._folder / "progress", row.encode())


def read_progress(folder: Path) -> dict[str, Any]:
    """Return how far recognition is: the step and its share."""
    try:
        row: dict[str, Any] = json.loads((folder / "progress").read_bytes())
    except (OSError, ValueError):
        return {"step": "", "share": 0.0}
    return row


def review_profile(profile: Profile, method: str) -> Profile:
    """Return the profile a document is reviewed under.

    Leaks are listed, for whoever exports decides; names of files are treated, for exports are
    handed on under theirs.
    """
    if method:
        profile = profile.with_treatment(read_treatment(method))
    return replace(
        profile,
        output=replace(profile.output, verify="report"),
        documents=replace(profile.documents, file_names=True),
    )


def desk_of(folder: Path, pipeline: Pipeline, tools: Tools | None = None) -> Desk:
    """Return the desk of a document, with every decision that is stored.

    Args:
        folder: Of the document.
        pipeline: Its profile and its secret.
        tools: Of its language and profile, if at hand.
    """
    found: Recognition = shelf.read_recognition(folder)
    ready = tools or tools_for(found.language, review_profile(pipeline.profile, ""))
    entries: list[Decision] = list(shelf.read_decisions(folder))
    meta = shelf.read_meta(folder)
    return Desk(
        found, ready, pipeline.draw, entries, meta.scope, meta.allow, ledger=pipeline.ledger
    )


def _exported(folder: Path, *, hand_out: bool) -> Export:
    """Return a document as decided; one that is handed out is recorded in the ledger, if any."""
    meta = shelf.read_meta(folder)
    others = _pipeline(meta, allow=True, strict=True)
    others = others if hand_out else others.tentative()
    desk = desk_of(folder, replace(_pipeline(meta), ledger=others.ledger))
    return export(desk, others, shelf.read_source(folder), meta.name)


def check_document(folder: Path) -> dict[str, Any]:
    """Return what can still be found in a document if it were exported now."""
    made = _exported(folder, hand_out=False)
    return {"leaks": list(made.leaks), "left_out": len(made.report["files_left_out"])}


@dataclass(frozen=True, slots=True)
class Wrapped:
    """What is to be in an export."""

    report: bool = False
    key: str = ""
    force: bool = False


@dataclass(frozen=True, slots=True)
class Delivery:
    """An export on its way to whoever asked for it; no data where leaks block it."""

    name: str
    data: bytes
    leaks: tuple[dict[str, Any], ...] = ()


def export_document(folder: Path, wrapped: Wrapped) -> Delivery:
    """Return a document as decided, in a ZIP with report and key file if those are asked for."""
    made = _exported(folder, hand_out=True)
    if made.is_blocked and not wrapped.force:
        return Delivery("", b"", made.leaks)
    _record(folder, made)
    extra: dict[str, bytes] = {}
    if wrapped.report:
        extra["report.json"] = (json.dumps(made.report, indent=2) + "\n").encode()
    if wrapped.key:
        extra["key.json"] = seal_key(key_contents(made.result), wrapped.key)
    if not extra:
        return Delivery(made.name, made.data, made.leaks)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {made.name: made.data, **extra}.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return Delivery(f"{Path(made.name).stem}.zip", packed.getvalue(), made.leaks)


def _record(folder: Path, made: Export) -> None:
    """Record what is handed out, before it is, so that it can be restored."""
    pipeline = _pipeline(shelf.read_meta(folder))
    if pipeline.ledger is not None:
        source = shelf.read_source(folder)
        record_file(pipeline.ledger, made.made, source, pipeline.profile)


def preview_document(folder: Path, side: str) -> tuple[str, bytes]:
    """Return a preview: its media type and its bytes.

    Args:
        folder: Of the document.
        side: ``original`` or ``result``.
    """
    meta = shelf.read_meta(folder)
    pipeline = _pipeline(meta).tentative()
    plan = desk_of(folder, pipeline).plan().result.plan if side == "result" else None
    if is_word(meta.name):
        from allonym.formats.docx.preview import preview_copy

        made = preview_copy(shelf.read_source(folder), pipeline.profile.documents, plan)
        return WORD, made
    document = open_document(shelf.read_source(folder), meta.name, pipeline.profile.documents)
    page = page_of(document, meta.name, plan)
    if not page:
        found = shelf.read_recognition(folder)
        page = as_html(found.text, blocks_of(found.text, found.blocks, found.kinds), plan)
    kind = WEB if is_web(meta.name) else HTML
    return kind, page.encode("utf-8", "replace")


def page_of(document: SourceDocument, name: str, plan: ReplacementPlan | None) -> str:
    """Return a document as its own format lays it out; nothing where that is not drawn."""
    from allonym.formats.mapped import MappedDocument
    from allonym.formats.markup.anchored import web_page
    from allonym.formats.office.document import PackageDocument
    from allonym.formats.office.odf_page import odf_page

    if isinstance(document, MappedDocument) and is_web(name):
        return web_page(document, plan)
    if isinstance(document, PackageDocument):
        return odf_page(document, plan)
    return ""


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
HTML = "text/html; charset=utf-8"
WEB = f"{HTML}; profile=web"
"""A page as it came: the browser takes all of it, not only an article that we made."""


def is_word(name: str) -> bool:
    """Tell whether a file of this name is shown as Word shows it."""
    return name.lower().endswith((".docx", ".dotx", ".docm", ".dotm"))


def is_web(name: str) -> bool:
    """Tell whether a file of this name is a page of the web."""
    return name.lower().endswith((".html", ".htm", ".xhtml"))

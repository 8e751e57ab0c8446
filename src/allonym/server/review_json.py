"""Documents under review as answers: what is fixed and what changes, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from allonym.review import work
from allonym.review.desk import Desk
from allonym.review.shelf import Meta, Ranges, Shelf

Plain = dict[str, Any]


def listed(meta: Meta, shelf: Shelf) -> Plain:
    """Return a document's line in the list."""
    folder = shelf.root / meta.id
    lines = folder / "decisions.jsonl"
    length = folder / "length"
    total = int(length.read_text()) if length.exists() else 0
    done = sum(end - start for start, end in shelf.seen(meta.id))
    return {
        **_known(meta),
        "version": lines.read_bytes().count(b"\n") if lines.exists() else 0,
        "mentions": meta.counts[0],
        "doubtful": meta.counts[1],
        "seen": round(min(1.0, done / total), 3) if total else 0,
    }


def document_json(
    meta: Meta,
    desk: Desk | None,
    seen: Ranges,
    progress: Mapping[str, Any],
    omit: frozenset[str],
    lost: Sequence[Plain] = (),
) -> Plain:
    """Return a document as the page gets it.

    Args:
        meta: What is known of it.
        desk: Its mentions and entities, once it was recognised.
        seen: What of it was seen.
        progress: How far recognition is.
        omit: Keys that are not wanted.
        lost: Decisions about an earlier version that could not be placed.
    """
    whole: Plain = {
        **_known(meta),
        "progress": dict(progress),
        "version": 0,
        "method": meta.method or None,
        "format": PurePath(meta.name.lower()).suffix.lstrip(".") or "txt",
        "preview": "docx" if work.is_word(meta.name) else "html",
        "seen": [list(pair) for pair in seen],
    }
    if meta.problem[0]:
        whole["problem"] = {"type": meta.problem[0], "detail": meta.problem[1]}
    if desk is not None:
        whole["language"] = desk.recognition.language
        whole["warnings"] = list(desk.recognition.warnings)
        whole["lost"] = list(lost)
        whole |= desk.values()
        if "text" not in omit:
            whole["text"] = desk.recognition.text
        if "blocks" not in omit:
            whole["blocks"] = desk.blocks()
        if "result" in omit:
            whole.pop("result")
    return whole


def _known(meta: Meta) -> Plain:
    names = ("id", "name", "created", "modified", "state", "language", "profile")
    return {name: getattr(meta, name) for name in names}

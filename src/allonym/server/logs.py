"""Logs as one JSON object a line, of fields from a list that no text can get into.

Other libraries' messages may quote what they choked on, so only who logged, how grave it was, and
the kind and place of an error are taken from them.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import IO

from allonym.errors import place_of

_LOG = logging.getLogger("allonym.server")

FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "address": str, "bytes_in": int, "bytes_out": int, "client": str, "code": str, "error": str,
    "id": str, "language": str, "method": str, "place": str, "port": int, "role": str,
    "route": str, "seconds": (int, float), "service": str, "status": int, "task": str,
    "worker": int, "workers": int, "documents": int, "state": str,
}  # fmt: skip
"""What a line may hold besides time, level and event."""

_PLAIN = re.compile(r"[\w.:/{}\[\]-]{0,120}", re.ASCII)
_HUSHED = ("uvicorn.access",)


def log(event: str, level: int = logging.INFO, **fields: object) -> None:
    """Write a line.

    The event is a word or two that stand in the program.  Fields are any of `FIELDS`; a text with
    other characters than names have is left out.

    Raises:
        ValueError: If a field is not on the list: a mistake of ours.
    """
    for name in fields:
        if name not in FIELDS:
            raise ValueError(f"no such field of a log: {name}")
    _LOG.log(level, event, extra={"fields": fields})


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object without any text that was sent."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        own = record.name == _LOG.name
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "time": when,
            "level": record.levelname.lower(),
            "event": record.msg if own else record.name,
        }
        fields = getattr(record, "fields", {}) if own else {}
        line |= {name: value for name, value in fields.items() if _passes(name, value)}
        if record.exc_info and record.exc_info[1] is not None:
            line |= {
                "error": type(record.exc_info[1]).__name__,
                "place": place_of(record.exc_info[1]),
            }
        return json.dumps(line)


def _passes(name: str, value: object) -> bool:
    if not isinstance(value, FIELDS[name]):
        return False
    return not isinstance(value, str) or _PLAIN.fullmatch(value) is not None


def set_up_logs(stream: IO[str] | None = None) -> None:
    """Send everything that this process logs through `JsonLines`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    _LOG.setLevel(logging.INFO)
    for name in _HUSHED:
        logging.getLogger(name).disabled = True

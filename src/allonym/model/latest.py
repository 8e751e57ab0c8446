"""What was found out about the document that a thread reads, kept as long as that is there."""

from __future__ import annotations

import threading
import weakref
from typing import Any

from allonym.model.view import TextView


class Latest(threading.local):
    """Keeps what was found out about the latest document of each thread.

    >>> latest, view = Latest(), TextView.of("Ana")
    >>> latest.of(view)["words"] = 1
    >>> latest.of(view), latest.of(TextView.of("Ana"))
    ({'words': 1}, {})
    """

    def __init__(self) -> None:
        self.read: tuple[weakref.ref[TextView], dict[Any, Any]] | None = None

    def of(self, view: TextView) -> dict[Any, Any]:
        """Return what is known of this very document, to be added to; all goes with it."""
        if self.read is None or self.read[0]() is not view:
            kept: dict[Any, Any] = {}
            self.read = weakref.ref(view, lambda _: kept.clear()), kept
        return self.read[1]

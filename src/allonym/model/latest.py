"""What was found out about the document that a thread reads, kept while that is being done."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from allonym.model.view import TextView

V = TypeVar("V")


class _Read(threading.local):
    """What has found out something about a document of this thread, and how many are being done."""

    def __init__(self) -> None:
        self.latest: set[Latest] = set()
        self.documents = 0


_read = _Read()


@contextmanager
def forgotten() -> Iterator[None]:
    """Let go, at the end of the outermost of these, of what this thread found out about documents.

    What is kept holds the document itself, which would stay in memory until the next one.

    >>> latest, view = Latest(), TextView.of("Ana")
    >>> with forgotten():
    ...     latest.of(view)["words"] = 1
    >>> latest.of(view)
    {}
    """
    _read.documents += 1
    try:
        yield
    finally:
        _read.documents -= 1
        while not _read.documents and _read.latest:
            _read.latest.pop().read = None


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
            _read.latest.add(self)
        return self.read[1]

    def made(self, view: TextView, place: Any, of: Any, make: Callable[[], V]) -> V:
        """Return what was made for a place of this very document of the same things before.

        Args:
            view: The document.
            place: What it is made for.
            of: What it is made of besides.
            make: Makes it, where it was not.
        """
        known = self.of(view).setdefault(place, [])
        for same, made in known:
            if same == of:
                return cast("V", made)
        known.append((of, make()))
        return cast("V", known[-1][1])

"""Less garbage collection while a document is done.

The word lists of a pack are hundreds of thousands of objects that stay.  Python's collector goes
through all of them several times while a long text is done, and finds nothing: a sixth of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

# how many are made before the collector looks; Python's own is 700, and hardly one is garbage
_NEW_OBJECTS = 500_000


@dataclass(slots=True)
class _Collector:
    """How many documents are being done, and what the threshold was before."""

    lock: Lock = field(default_factory=Lock)
    running: int = 0
    before: tuple[int, int, int] = (0, 0, 0)


_collector = _Collector()


def at_rest() -> None:
    """Count everything as old once a pack is read, which the collector would go through at once.

    Not where the process has frozen anything: it would thaw.
    """
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let the collector look seldom until the last of those who asked for it is done.

    A process that has switched it off, or set it higher, keeps its own setting.
    """
    with _collector.lock:
        if not _collector.running:
            _collector.before = gc.get_threshold()
            first, *others = _collector.before
            if first:
                gc.set_threshold(max(first, _NEW_OBJECTS), *others)
        _collector.running += 1
    try:
        yield
    finally:
        with _collector.lock:
            _collector.running -= 1
            if not _collector.running:
                gc.set_threshold(*_collector.before)

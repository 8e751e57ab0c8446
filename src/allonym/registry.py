"""Components that other distributions provide, found by name among entry points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def names_of(group: str) -> tuple[str, ...]:
    """Return the names announced in an entry-point group, sorted."""
    from importlib.metadata import entry_points

    return tuple(sorted(entry_points(group=group).names))


def plugins(group: str, name: str = "") -> Iterator[Any]:
    """Yield what is announced in an entry-point group, loaded.

    The group is such as ``allonym.detectors``; with a name, only the one that has it.
    """
    from importlib.metadata import entry_points

    for entry in entry_points(group=group):
        if not name or entry.name == name:
            yield entry.load()

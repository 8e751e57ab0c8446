"""Find in a result, edited perhaps since, where each replacement stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from allonym.ledger.record import Change, Record, digest


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of the result, and the original text to stand there."""

    start: int
    end: int
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Placed:
    """What could be found again.

    Attributes:
        edits: In text order, disjoint.
        left: The changes that could not be placed without a doubt.
        is_exact: The text is the very one that was recorded.
    """

    edits: tuple[Edit, ...]
    left: tuple[Change, ...] = ()
    is_exact: bool = True


def place(record: Record, text: str) -> Placed:
    """Return where the originals of a record go in `text`.

    In the recorded text itself every place is known.  In an edited one a pseudonym is taken back
    where it can mean but one thing: everywhere, if it always stood for the same words and nowhere
    for itself; else where what stands around it is as it was.
    """
    if digest(text.encode("utf-8", "surrogatepass")) == record.text:
        return Placed(tuple(Edit(c.start, c.end, c.old) for c in record.changes))
    search = _Search(text)
    for changes in _by_new(record.changes):
        search.take(changes)
    return Placed(tuple(sorted(search.edits, key=lambda e: (e.start, e.end))),
                  tuple(sorted(search.left, key=lambda c: c.start)), is_exact=False)  # fmt: skip


def apply_edits(edits: Iterable[Edit], text: str) -> str:
    """Return `text` with every edit made."""
    out: list[str] = []
    cursor = 0
    for edit in edits:
        out += text[cursor : edit.start], edit.text
        cursor = edit.end
    out.append(text[cursor:])
    return "".join(out)


def _by_new(changes: Sequence[Change]) -> list[list[Change]]:
    """Return the changes by their new text, the longest first: it may contain a shorter one."""
    groups: dict[str, list[Change]] = {}
    for change in changes:
        groups.setdefault(change.new, []).append(change)
    return [groups[new] for new in sorted(groups, key=len, reverse=True)]


class _Search:
    """Places group after group, never two in one place."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._taken = bytearray(len(text) + 1)
        self.edits: list[Edit] = []
        self.left: list[Change] = []

    def take(self, changes: Sequence[Change]) -> None:
        """Place changes that all have the same new text."""
        if not changes[0].new:
            self.left += [c for c in changes if not self._put_between(c)]
            return
        free = self._occurrences(changes[0].new)
        if changes[0].alone and len({c.old for c in changes}) == 1:
            for at in free:
                self._put(at, changes[0])
            return
        rest = list(changes)
        for fits in (self._fits_both, self._fits_before, self._fits_after):
            rest, free = self._matched(rest, free, fits)
        self.left += [c for c in rest if free]

    def _matched(
        self, changes: Sequence[Change], free: Sequence[int], fits: Callable[[int, Change], bool]
    ) -> tuple[list[Change], list[int]]:
        """Place the changes that fit one place alone, and no other wording of which does."""
        left: list[Change] = []
        used: set[int] = set()
        for change in changes:
            places = [at for at in free if fits(at, change)]
            rivals = {c.old for c in changes for at in places if fits(at, c)}
            if not places or len(rivals) != 1 or places[0] in used:
                left.append(change)
                continue
            for at in places:
                if at not in used:
                    used.add(at)
                    self._put(at, change)
        return left, [at for at in free if at not in used]

    def _fits_both(self, at: int, change: Change) -> bool:
        return self._fits_before(at, change) and self._fits_after(at, change)

    def _fits_before(self, at: int, change: Change) -> bool:
        return bool(change.before.strip()) and self._text.endswith(change.before, 0, at)

    def _fits_after(self, at: int, change: Change) -> bool:
        end = at + len(change.new)
        return bool(change.after.strip()) and self._text.startswith(change.after, end)

    def _occurrences(self, new: str) -> list[int]:
        before = r"(?<!\w)" if new[:1].isalnum() else ""
        after = r"(?!\w)" if new[-1:].isalnum() else ""
        found = re.finditer(f"{before}{re.escape(new)}{after}", self._text)
        return [m.start() for m in found if not any(self._taken[m.start() : m.end()])]

    def _put(self, at: int, change: Change) -> None:
        end = at + len(change.new)
        self._taken[at:end] = b"\1" * (end - at)
        self.edits.append(Edit(at, end, change.old))

    def _put_between(self, change: Change) -> bool:
        """Place what was removed altogether, where both sides are still there, once."""
        around = change.before + change.after
        if len(around) < 4 or self._text.count(around) != 1:
            return False
        at = self._text.index(around) + len(change.before)
        if self._taken[at]:
            return False
        self._taken[at] = 1
        self.edits.append(Edit(at, at, change.old))
        return True

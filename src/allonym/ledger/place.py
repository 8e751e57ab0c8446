"""Find in a result, edited perhaps since, where each replacement stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.ledger.record import AROUND, Change, Record, digest
from allonym.model.span import spliced

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of the result, and the original text to stand there."""

    start: int
    end: int
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Placed:
    """What could be found again."""

    edits: tuple[Edit, ...]  # in text order, disjoint
    left: tuple[Change, ...] = ()  # the changes that could not be placed without a doubt


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
    edits = sorted(search.edits, key=lambda e: (e.start, e.end))
    return Placed(tuple(edits), tuple(sorted(search.left, key=lambda c: c.start)))


def apply_edits(edits: Iterable[Edit], text: str) -> str:
    """Return `text` with every edit made."""
    return spliced(text, ((edit.start, edit.end, edit.text) for edit in edits))


def _by_new(changes: Sequence[Change]) -> list[list[Change]]:
    """Return the changes by their new text, the longest first: it may contain a shorter one."""
    groups: dict[str, list[Change]] = {}
    for change in changes:
        groups.setdefault(change.new, []).append(change)
    return [groups[new] for new in sorted(groups, key=len, reverse=True)]


Sides = Mapping[tuple[str | None, str | None], Mapping[str, Change]]
"""Changes of one new text by what stands before and after, before alone (None), and after alone."""


def _sides(changes: Sequence[Change]) -> Sides:
    found: dict[tuple[str | None, str | None], dict[str, Change]] = {}
    for change in changes:
        before, after = change.before, change.after
        for sides in ((before, after), (before, None), (None, after)):
            found.setdefault(sides, {})[change.old] = change
    return found


class _Search:
    """Places group after group, never two in one place; each takes one look at the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._taken = bytearray(len(text) + 1)
        self._words: dict[str, list[int]] = {}
        for word in _WORD.finditer(text):
            self._words.setdefault(word[0], []).append(word.start())
        self.edits: list[Edit] = []
        self.left: list[Change] = []

    def take(self, changes: Sequence[Change]) -> None:
        """Place changes that all have the same new text."""
        new = changes[0].new
        if not new:
            self.left += [c for c in changes if not self._put_between(c)]
            return
        free = self._occurrences(new)
        if changes[0].alone and len({c.old for c in changes}) == 1:
            for at in free:
                self._put(at, changes[0])
            return
        sides = _sides(changes)
        doubt = {c.old: c for c in changes}
        for at in free:
            told = self._told(sides, at, len(new))
            if told is not None:
                self._put(at, told)
                doubt.pop(told.old, None)
        if any(not self._taken[at] for at in free):
            self.left += doubt.values()

    def _told(self, sides: Sides, at: int, size: int) -> Change | None:
        """Return what a place is told to be by what stands around it.

        Both sides together tell; one alone only within its line, since lines are moved about, and
        only where the other side does not say otherwise.
        """
        end = at + size
        before, after = self._text[max(0, at - AROUND) : at], self._text[end : end + AROUND]
        both = sides.get((before, after), {})
        if both:
            return next(iter(both.values())) if len(both) == 1 else None
        earlier, later = sides.get((before, None), {}), sides.get((None, after), {})
        one = {**earlier, **later}
        tells = (earlier and _is_in_line(before)) or (later and _is_in_line(after))
        return next(iter(one.values())) if len(one) == 1 and tells else None

    def _occurrences(self, new: str) -> list[int]:
        """Return where a text stands by itself, and nothing was placed yet."""
        word = _WORD.search(new)
        if word is None:
            starts = [m.start() for m in re.finditer(re.escape(new), self._text)]
        else:
            starts = [at - word.start() for at in self._words.get(word[0], ())]
        return [at for at in starts if at >= 0 and self._stands(new, at)]

    def _stands(self, new: str, at: int) -> bool:
        end = at + len(new)
        if not self._text.startswith(new, at) or any(self._taken[at:end]):
            return False
        return not (_is_inside(self._text, at) or _is_inside(self._text, end))

    def _put(self, at: int, change: Change) -> None:
        end = at + len(change.new)
        self._taken[at:end] = b"\1" * (end - at)
        self.edits.append(Edit(at, end, change.old))

    def _put_between(self, change: Change) -> bool:
        """Place what was removed altogether, where both sides are still there, once."""
        around = change.before + change.after
        if len(around) < AROUND or self._text.count(around) != 1:
            return False
        at = self._text.index(around) + len(change.before)
        if self._taken[at]:
            return False
        self._taken[at] = 1
        self.edits.append(Edit(at, at, change.old))
        return True


def _is_in_line(side: str) -> bool:
    return "\n" not in side and len(side.strip()) > 2


def _is_inside(text: str, at: int) -> bool:
    """Tell whether a place lies inside a word."""
    return 0 < at < len(text) and all(c.isalnum() or c == "_" for c in text[at - 1 : at + 1])

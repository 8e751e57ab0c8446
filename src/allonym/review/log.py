"""The list of decisions: only ever added to; undo and redo are entries of it like any other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from allonym.model.decision import Decision


@dataclass(frozen=True, slots=True)
class Effective:
    """What a list of entries comes to.

    Attributes:
        done: The decisions that count, in order.
        undone: Those taken back, the next to be done again last.
    """

    done: tuple[Decision, ...] = ()
    undone: tuple[Decision, ...] = ()

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self.done)

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back and nothing decided since."""
        return bool(self.undone)


def effective(entries: Iterable[Decision]) -> Effective:
    """Return what counts of a list of entries.

    ``undo`` takes back the last decision that counts and ``redo`` brings it back; a new decision
    ends what could be brought back.  One that finds nothing to do does nothing.

    >>> accept, undo, redo = (Decision(a) for a in ("accept", "undo", "redo"))
    >>> [len(effective(e).done) for e in ([accept, undo], [accept, undo, redo], [undo])]
    [0, 1, 0]
    """
    done: list[Decision] = []
    undone: list[Decision] = []
    for entry in entries:
        if entry.action == "undo":
            if done:
                undone.append(done.pop())
        elif entry.action == "redo":
            if undone:
                done.append(undone.pop())
        else:
            done.append(entry)
            undone.clear()
    return Effective(tuple(done), tuple(undone))

"""Names of houses: that of a village (*Hniezdne 214, 065 01*), and *Curlew Cottage*.

What a house is stays, and it becomes another cottage.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.model.draw import Draw
from allonym.model.entity import Entity
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_SEVERAL = 2
_HOUSE = re.compile(r"([^\W\d_]+(?:[ -][^\W\d_]+){0,3}) [0-9][\w/ -]*")
_BETWEEN = re.compile(r" [0-9][\w/ -]{0,7}[\s,;(]{1,3}(?:\w{2,4}[.:]? )?")
LONGEST = 20
"""What stands between the name of a house and its postcode, and more than it has signs."""


def named_houses(view: TextView, entities: Sequence[Entity]) -> Iterator[tuple[str, Span]]:
    """Yield the names before the numbers of houses, and where they stand.

    Args:
        view: The document.
        entities: All of it.
    """
    for mention in (m for e in entities if is_a(e.type, "address") for m in e.mentions):
        if found := _HOUSE.fullmatch(view.text, mention.span.start, mention.span.end):
            yield found[1], Span(*found.span(1))


def house_before(text: str, code: Span, names: Sequence[Span]) -> int | None:
    """Return which of the names of houses is right before a postcode, None where none is."""
    near = (n for n, span in enumerate(names) if _BETWEEN.fullmatch(text, span.end, code.start))
    return next(near, None)


@dataclass(frozen=True, slots=True)
class HouseNames:
    """Names the houses of one document; none where ``address.toml`` has no ``houses``.

    Attributes:
        table: ``address.toml`` of the pack: ``houses``, what houses are; ``house_plain``, what
            stands before that and names none; ``house_names`` and ``house_alone`` to draw from.
        draw: Of the document.
        street_words: Words that stand beside the name of a street.
        is_known: Tells whether a name is that of a settlement.
    """

    table: Mapping[str, Sequence[str]] = field(repr=False)
    draw: Draw = field(repr=False)
    street_words: Collection[str] = field(repr=False)
    is_known: Callable[[str], bool] = field(repr=False)

    def is_house(self, name: str) -> bool:
        """Tell whether a name of several words says that it is a house's."""
        _, gap, last = name.rpartition(" ")
        return bool(gap) and last.casefold() in self.table.get("houses", ())

    def instead(self, pieces: Sequence[tuple[str, str]], index: int) -> str:
        """Return what a house is called instead that an address begins with; else nothing.

        All of *The Old Rectory* stays.

        Args:
            pieces: Of the address, each a kind and a text.
            index: Of the name.
        """
        text = pieces[index][1]
        behind = next((w.casefold() for _, w in pieces[index + 1 :] if w.strip()), "")
        if index or "houses" not in self.table or behind in self.street_words:
            return ""
        head, gap, last = text.rpartition(" ")
        if last.title() in self.table.get("house_trees", ()) and head.casefold() == "the":
            return head + gap + self._one_of("house_trees", last.title())
        if last.casefold() not in self.table["houses"]:
            other = gap or len(pieces) < _SEVERAL or self.is_known(text)
            return "" if other else self._one_of("house_alone", text)
        if not head:
            return ""
        plain = head.casefold() in self.table["house_plain"]
        return text if plain else self._one_of("house_names", head) + gap + last

    def _one_of(self, names: str, original: str) -> str:
        others = [n for n in self.table[names] if n.casefold() != original.casefold()]
        return others[self.draw.number(len(others), "address", names, original.casefold())]

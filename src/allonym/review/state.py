"""Mentions and entities as they stand: what was recognised with the decisions carried out.

A state is a value; `allonym.review.changes.replay` makes it from the recognition and a list of
decisions, always the same from the same.  Decisions hold everything they need (ids, places, the
entity joined), so that no language pack is asked here and a pack's update changes nobody's
decisions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Mention
from allonym.model.span import Span

Status = Literal["open", "accepted", "rejected", "added", "covered"]


@dataclass(frozen=True, slots=True)
class Item:
    """A mention under review."""

    id: str  # made from the span and type at first sight; stays through every change
    mention: Mention  # as it is now
    entity: str = ""  # whose it is; empty for a doubtful one that nobody has accepted
    doubtful: bool = False  # whether it was below the threshold
    # what the reviewer did; ``covered`` where another mention took its place
    status: Status = "open"

    @property
    def active(self) -> bool:
        """Whether it counts as personal data."""
        if self.status == "open":
            return not self.doubtful
        return self.status in ("accepted", "added")


@dataclass(frozen=True, slots=True)
class Party:
    """An entity under review."""

    id: str  # the linker's, or made from the id of its first mention
    type: str  # its type now
    base: Entity | None = None  # as it was recognised; None for one that the reviewer made
    # the reviewer's own pseudonym, in its citation form
    surrogate: str = field(default="", repr=False)
    gender: str = ""  # the gender of that pseudonym
    method: str = ""  # the reviewer's own choice of method


@dataclass(frozen=True)
class State:
    """All of a document's mentions and entities at one moment."""

    items: Mapping[str, Item]  # mentions by id, rejected and covered ones included
    parties: Mapping[str, Party]  # entities by id, those without mentions included
    left: frozenset[Span] = frozenset()  # stretches that the reviewer left as they are
    # surfaces that may stay, with their scope
    allowed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)

    def overlaps(self, span: Span) -> bool:
        """Tell whether a mention that counts shares a character with a span."""
        at = bisect_right(self._edges, (span.start, span.start)) - 1
        near = self._edges[max(0, at) : at + 3]
        if any(start < span.end and span.start < end for start, end in near):
            return True
        return at + 1 < len(self._edges) and self._edges[at + 1][0] < span.end

    @cached_property
    def _edges(self) -> list[tuple[int, int]]:
        """The edges of the mentions that count, in text order; they are disjoint."""
        spans = (i.mention.span for i in self.items.values() if i.active)
        return sorted((s.start, s.end) for s in spans)

    def members(self) -> dict[str, list[Item]]:
        """Return the mentions that count by entity, in text order."""
        found: dict[str, list[Item]] = {}
        for item in self.items.values():
            if item.active:
                found.setdefault(item.entity, []).append(item)
        for items in found.values():
            items.sort(key=lambda item: item.mention.span.start)
        return found

    def heir(self, name: EntityId | None, members: Mapping[str, object]) -> EntityId | None:
        """Return who an entity is now: itself, else whoever was given its mentions, else nobody.

        What is made from the name of somebody follows whoever somebody was merged into.

        Args:
            name: Of the entity, none of nobody.
            members: The entities that have mentions.
        """
        if name is None or name in members:
            return name
        base = self.parties[name].base if name in self.parties else None
        items = (self.items.get(mention_id(m)) for m in (base.mentions if base else ()))
        return next((EntityId(i.entity) for i in items if i and i.active), None)


def mention_id(mention: Mention) -> str:
    """Return the id of a mention at first sight."""
    return f"{mention.span.start}-{mention.span.end}-{mention.type}"


def first_state(
    entities: Sequence[Entity], doubtful: Iterable[Mention], left: Iterable[Span] = ()
) -> State:
    """Return the state of a document that nobody has looked at yet."""
    items: dict[str, Item] = {}
    for entity in entities:
        for mention in entity.mentions:
            name = mention_id(mention)
            items[name] = Item(name, mention, entity.id)
    for mention in doubtful:
        name = mention_id(mention)
        items.setdefault(name, Item(name, mention, doubtful=True))
    parties: dict[str, Party] = {e.id: Party(e.id, e.type, e) for e in entities}
    return State(items, parties, frozenset(left))


def retyped(item: Item, type_name: str) -> Item:
    """Return the mention with another type; words read for one kind of name are unread again."""
    mention = item.mention
    same = mention.type.partition(".")[0] == type_name.partition(".")[0]
    return replace(
        item, mention=replace(mention, type=type_name, parts=mention.parts if same else ())
    )

"""What counts of a list of decisions, and what each does to a state: the one place that builds one.

The list is only ever added to; undo and redo are entries of it like any other.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from allonym.model.decision import Decision, Place, Target
from allonym.model.mention import Evidence, Mention
from allonym.review.state import Item, Party, State, Status, mention_id, retyped


@dataclass(frozen=True, slots=True)
class Effective:
    """What a list of entries comes to."""

    done: tuple[Decision, ...] = ()  # the decisions that count, in order
    undone: tuple[Decision, ...] = ()  # those taken back, the next to be done again last


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


def replay(state: State, decisions: Iterable[Decision]) -> State:
    """Return the state after `decisions`; an id that does not exist is passed over."""
    draft = Draft(state)
    for decision in decisions:
        draft.apply(decision)
    return draft.state()


class Draft:
    """A state that is being changed; take the result with `state`."""

    def __init__(self, state: State) -> None:
        """Begin with a state, which stays as it is."""
        self._items = dict(state.items)
        self._parties = dict(state.parties)
        self._left = set(state.left)
        self._allowed = dict(state.allowed)
        self._spans: list[tuple[int, int, str]] | None = None

    def state(self) -> State:
        """Return the state as it is now."""
        return State(
            MappingProxyType(self._items),
            MappingProxyType(self._parties),
            frozenset(self._left),
            MappingProxyType(self._allowed),
        )

    def apply(self, decision: Decision) -> None:
        """Carry out one decision."""
        act = _ACTS.get(decision.action)
        if act is not None:
            act(self, decision.target)

    # -- single mentions -----------------------------------------------------------------------

    def accept(self, target: Target) -> None:
        """Take mentions for personal data, and further places like them."""
        known = self._known(target.mentions)
        joined = target.entities[0] if target.entities else ""
        for item in known:
            entity = item.entity or joined or self._made(item.id, item.mention.type)
            joined = joined or entity
            self._left.discard(item.mention.span)
            accepted = replace(item, entity=entity, status="accepted")
            if item.active:
                self._set(accepted)
            else:
                self._place(accepted)
        if known:
            kind = target.type or known[0].mention.type
            self._put(_beyond(target), kind, known[0].entity or joined)

    def reject(self, target: Target) -> None:
        """Leave mentions as they are, and further places like them."""
        for item in self._known(target.mentions):
            self._left.add(item.mention.span)
            self._set(replace(item, status="rejected"))
        self._left.update(place.span for place in _beyond(target))

    def add(self, target: Target) -> None:
        """Take stretches for mentions of one entity."""
        self._put(target.places, target.type, target.entities[0] if target.entities else "")

    def resize(self, target: Target) -> None:
        """Move the edges of mentions."""
        for item, place in zip(self._known(target.mentions), target.to, strict=False):
            kind = item.mention.type
            entity = item.entity or self._made(item.id, kind)
            status: Status = "added" if item.status == "added" else "accepted"
            mention = replace(item.mention, span=place.span, parts=())
            self._place(replace(item, mention=mention, entity=entity, status=status))

    def retype(self, target: Target) -> None:
        """Give mentions another type; an entity of which all are meant goes with them."""
        chosen = {item.id for item in self._known(target.mentions)}
        groups: dict[str, list[Item]] = {}
        for item in self._known(target.mentions):
            groups.setdefault(item.entity, []).append(item)
        for entity, items in groups.items():
            name = self._retyped_party(entity, items, chosen, target)
            for item in items:
                status: Status = "added" if item.status == "added" else "accepted"
                self._left.discard(item.mention.span)
                self._place(replace(retyped(item, target.type), entity=name, status=status))

    def _retyped_party(
        self, entity: str, items: Sequence[Item], chosen: set[str], target: Target
    ) -> str:
        """Return the entity of mentions with a new type: theirs, one they join, or a new one."""
        joined = target.entities[0] if target.entities and not entity else ""
        if joined in self._parties:
            return joined
        rest = any(i.id not in chosen for i in self._members(entity)) or not entity
        name = self._made(items[0].id, target.type) if rest else entity
        self._change([name], type=target.type)
        return name

    # -- entities ------------------------------------------------------------------------------

    def merge(self, target: Target) -> None:
        """Make several entities one: the first."""
        known = [name for name in target.entities if name in self._parties]
        if len(known) < 2:
            return
        first, others = known[0], set(known[1:])
        named = next((p for p in map(self._parties.__getitem__, known) if p.surrogate), None)
        if named:
            self._change([first], surrogate=named.surrogate, gender=named.gender)
        for item in list(self._items.values()):
            if item.entity in others:
                self._set(replace(item, entity=first))

    def split(self, target: Target) -> None:
        """Make mentions an entity of their own."""
        known = self._known(target.mentions)
        if known:
            name = self._made(known[0].id, known[0].mention.type)
            for item in known:
                self._set(replace(item, entity=name))

    def rename(self, target: Target) -> None:
        """Give entities a pseudonym; nothing takes it back."""
        self._change(target.entities, surrogate=target.value, gender=target.gender)

    def method(self, target: Target) -> None:
        """Treat entities in another way."""
        self._change(target.entities, method=target.value)

    def allow(self, target: Target) -> None:
        """Let a surface stay."""
        self._allowed[target.value] = target.scope or "document"

    def disallow(self, target: Target) -> None:
        """Take back that a surface may stay."""
        self._allowed.pop(target.value, None)

    # -- inside --------------------------------------------------------------------------------

    def _change(self, names: Iterable[str], **fields: Any) -> None:
        """Give entities other values; a name that there is not is passed over."""
        for name in names:
            if name in self._parties:
                self._parties[name] = replace(self._parties[name], **fields)

    def _known(self, names: Iterable[str]) -> list[Item]:
        return [self._items[name] for name in names if name in self._items]

    def _members(self, entity: str) -> Iterator[Item]:
        return (i for i in self._items.values() if i.entity == entity and i.active)

    def _made(self, item: str, type_name: str) -> str:
        """Return the id of an entity of which this mention is the first, made if need be.

        Splitting the same mention off twice makes a third entity, not the second again.
        """
        name = f"{type_name.partition('.')[0]}@{item}"
        while name in self._parties and next(self._members(name), None) is not None:
            name += "+"
        self._parties[name] = Party(name, type_name)
        return name

    def _put(self, places: Sequence[Place], type_name: str, entity: str) -> None:
        evidence = (Evidence("review", "added", 1.0),)
        for place in places:
            mention = Mention(place.span, type_name, evidence)
            name = mention_id(mention)
            entity = entity if entity in self._parties else self._made(name, type_name)
            self._left.discard(place.span)
            self._place(Item(name, mention, entity, status="added"))

    def _set(self, item: Item) -> None:
        """Store a mention whose edges have not moved."""
        before = self._items.get(item.id)
        if self._spans is not None and before is not None and before.active != item.active:
            self._spans = None
        self._items[item.id] = item

    def _place(self, item: Item) -> None:
        """Store a mention that counts; what it covers counts no more."""
        spans = self._index()
        before = self._items.get(item.id)
        if before is not None and before.active:
            old = before.mention.span
            del spans[bisect_left(spans, (old.start, old.end, item.id))]
        span = item.mention.span
        at = max(0, bisect_right(spans, (span.start, -1, "")) - 1)
        while at < len(spans) and spans[at][0] < span.end:
            start, end, name = spans[at]
            if start < span.end and span.start < end:
                self._items[name] = replace(self._items[name], status="covered")
                del spans[at]
            else:
                at += 1
        insort(spans, (span.start, span.end, item.id))
        self._items[item.id] = item

    def _index(self) -> list[tuple[int, int, str]]:
        """Return the edges of every mention that counts, in text order."""
        if self._spans is None:
            self._spans = sorted(
                (i.mention.span.start, i.mention.span.end, i.id)
                for i in self._items.values()
                if i.active
            )
        return self._spans


def _beyond(target: Target) -> Sequence[Place]:
    """Return the places that are no mentions yet: those after the ones of the mentions."""
    return target.places[len(target.mentions) :]


_ACTS: Mapping[str, Callable[[Draft, Target], None]] = MappingProxyType(
    {
        "accept": Draft.accept, "reject": Draft.reject, "add": Draft.add,
        "resize": Draft.resize, "retype": Draft.retype, "merge": Draft.merge,
        "split": Draft.split, "rename": Draft.rename, "method": Draft.method,
        "allow": Draft.allow, "disallow": Draft.disallow,
    }
)  # fmt: skip

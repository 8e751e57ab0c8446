"""From a state to what is to be done: entities complete again, methods and names chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from allonym.decided import Decided
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Mention
from allonym.model.replacement import Method
from allonym.model.surrogate import Surrogate
from allonym.model.view import TextView
from allonym.profile import Profile, Treatment
from allonym.review.naming import chosen_name
from allonym.review.state import Item, Party, State

Link = Callable[[TextView, Sequence[Mention]], Sequence[Entity]]
IsGiven = Callable[[str], bool]


@dataclass(slots=True)
class Planner:
    """Completes the entities of one document; what it has read once it remembers.

    Attributes:
        view: The document.
        link: Reads names.
        profile: What becomes of which type.
        is_given: Tells whether a word is a given name.
    """

    view: TextView
    link: Link = field(repr=False)
    profile: Profile
    is_given: IsGiven = field(repr=False, default=lambda _: False)
    _read: dict[tuple[object, ...], Entity] = field(default_factory=dict, repr=False)

    def decided(self, state: State) -> Decided:
        """Return what a state comes to."""
        members = state.members()
        entities = [
            self._entity(state.parties[name], items, members) for name, items in members.items()
        ]
        entities.sort(key=lambda e: e.mentions[0].span)
        parties = [(entity, state.parties[entity.id]) for entity in entities]
        doubtful = (
            i.mention
            for i in state.items.values()
            if i.doubtful and i.status == "open" and not state.overlaps(i.mention.span)
        )
        return Decided(
            tuple(entities),
            tuple(sorted(doubtful, key=lambda m: m.span)),
            self._allowed(entities, state.allowed),
            {
                e.id: self._treatment(p.type, p.method or "pseudonym")
                for e, p in parties
                if p.method or p.surrogate
            },
            {e.id: self._name(e, p) for e, p in parties if p.surrogate},
            tuple(sorted(state.left)),
        )

    def entity(self, state: State, name: str) -> Entity | None:
        """Return one entity as it stands, None if it has no mentions."""
        members = state.members()
        return (
            self._entity(state.parties[name], members[name], members) if name in members else None
        )

    def named(self, entity: Entity, surrogate: str, gender: str) -> Surrogate:
        """Return a pseudonym in words for an entity."""
        return self._name(entity, Party(entity.id, entity.type, None, surrogate, gender))

    def _treatment(self, type_name: str, method: str) -> Treatment:
        usual = self.profile.treatment(type_name)
        return usual if usual.method == method else Treatment(cast("Method", method))

    def _name(self, entity: Entity, party: Party) -> Surrogate:
        return chosen_name(entity, party.surrogate, party.gender, self.is_given)

    def _allowed(
        self, entities: Iterable[Entity], surfaces: Mapping[str, str]
    ) -> frozenset[EntityId]:
        wanted = {" ".join(s.casefold().split()) for s in surfaces}
        if not wanted:
            return frozenset()
        return frozenset(
            e.id
            for e in entities
            if any(self._plain(m) in wanted for m in e.mentions) or e.canonical.casefold() in wanted
        )

    def _plain(self, mention: Mention) -> str:
        return " ".join(self.view.surface(mention.span).casefold().split())

    def _entity(
        self, party: Party, items: Sequence[Item], members: Mapping[str, Sequence[Item]]
    ) -> Entity:
        base, mentions = party.base, tuple(i.mention for i in items)
        if base is not None and base.type == party.type and base.mentions == mentions:
            made = base
        else:
            made = self._completed(party, mentions)
        if (made.owner and made.owner not in members) or (
            made.couple and made.couple not in members
        ):
            owner = made.owner if made.owner in members else None
            couple = made.couple if made.couple in members else None
            made = replace(made, owner=owner, couple=couple)
        return made

    def _completed(self, party: Party, mentions: tuple[Mention, ...]) -> Entity:
        key = (party.id, party.type, tuple((m.span, m.type) for m in mentions))
        if key not in self._read:
            self._read[key] = self._complete(party, mentions)
        return self._read[key]

    def _complete(self, party: Party, mentions: tuple[Mention, ...]) -> Entity:
        """Read the words of mentions that are new, and the name of an entity that is."""
        base = party.base
        root = party.type.partition(".")[0]
        known = base is not None and base.type.partition(".")[0] == root
        stays = known and base is not None and any(m in base.mentions for m in mentions)
        unread = [m for m in mentions if not m.parts] if stays else mentions
        linked = self.link(self.view, unread) if unread else ()
        read = {m.span: m for e in linked for m in e.mentions}
        whole = tuple(read.get(m.span, m) for m in mentions)
        if stays and base is not None:
            return replace(base, type=party.type, mentions=whole)
        main = max(linked, key=lambda e: (len(e.parts), len(e.mentions)))
        return replace(main, id=EntityId(party.id), type=party.type, mentions=whole,
                       owner=None, couple=None)  # fmt: skip

"""From a state to what is to be done: entities complete again, methods and names chosen.

A pseudonym that a person typed is read word by word with roles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from allonym.decided import Decided
from allonym.detect.names.lists import AllowList
from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.mention import Mention, PartRole
from allonym.model.replacement import Method
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.profile import ListEntry, Profile, Treatment
from allonym.review.occurrences import TextIndex
from allonym.review.state import Item, Party, State

Link = Callable[[TextView, Sequence[Mention]], Sequence[Entity]]
IsGiven = Callable[[str], bool]


@dataclass(slots=True)
class Planner:
    """Completes the entities of one document; what it has read once it remembers."""

    view: TextView  # the document
    link: Link = field(repr=False)  # reads names
    profile: Profile  # what becomes of which type
    # tells whether a word is a given name
    is_given: IsGiven = field(repr=False, default=lambda _: False)
    _read: dict[tuple[object, ...], Entity] = field(default_factory=dict, repr=False)

    def decided(self, state: State) -> Decided:
        """Return what a state comes to."""
        members = state.members()
        entities = [self._entity(state, members, name) for name in members]
        entities.sort(key=lambda e: e.mentions[0].span)
        parties = [(entity, state.parties[entity.id]) for entity in entities]
        stay = AllowList(ListEntry(text=name) for name in state.allowed)
        doubtful = (
            i.mention
            for i in state.items.values()
            if i.doubtful and i.status == "open" and not state.overlaps(i.mention.span)
        )
        return Decided(
            tuple(entities),
            tuple(sorted(doubtful, key=lambda m: m.span)),
            frozenset(e.id for e in entities if stay.allows(self.view, e)),
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
        return self._entity(state, members, name) if name in members else None

    def named(self, entity: Entity, surrogate: str, gender: str) -> Surrogate:
        """Return a pseudonym in words for an entity."""
        return self._name(entity, Party(entity.id, entity.type, None, surrogate, gender))

    def _treatment(self, type_name: str, method: str) -> Treatment:
        usual = self.profile.treatment(type_name)
        return usual if usual.method == method else Treatment(cast("Method", method))

    def _name(self, entity: Entity, party: Party) -> Surrogate:
        return chosen_name(entity, party.surrogate, party.gender, self.is_given)

    def _entity(self, state: State, members: Mapping[str, Sequence[Item]], name: str) -> Entity:
        party, mentions = state.parties[name], tuple(i.mention for i in members[name])
        base = party.base
        if base is not None and base.type == party.type and base.mentions == mentions:
            made = base
        else:
            made = self._completed(party, mentions)
        owner, couple = state.heir(made.owner, members), state.heir(made.couple, members)
        if (owner, couple) != (made.owner, made.couple):
            lost = made.owner if owner != made.owner and owner else None
            former = state.parties[lost].base if lost else None
            names = former.parts if former else made.parts
            made = replace(made, owner=owner, couple=couple, parts=names)
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


_LEAST = 3
_SURE = 0.75
_KINDS = {"given": "given", "family": "family"}
_NAMED = {"place": "place", "address": "place"}


def chosen_name(
    entity: Entity, text: str, gender: str = "", is_given: Callable[[str], bool] = lambda _: False
) -> Surrogate:
    """Return a typed name as a surrogate for an entity.

    The last word of a person's name is the surname, unless all before and it are given names of
    somebody of whom only given names are known; ``Nowak, Jan`` is understood too.

    Args:
        entity: Whose pseudonym it is.
        text: As typed, in the citation form.
        gender: Its gender; that of the entity if not given.
        is_given: Tells whether a word is a given name.

    >>> from allonym.model.entity import EntityId
    >>> person = Entity(EntityId("person#1"), "person", ())
    >>> [(p.role, p.lemma) for p in chosen_name(person, "Jan Nowak").parts]
    [('given', 'Jan'), ('family', 'Nowak')]
    """
    gender = gender or entity.features.get("Gender", "")
    if not is_a(entity.type, "person"):
        return Surrogate(entity.id, (LemmaPart("other", text),), gender)
    before, comma, after = text.partition(",")
    if comma and after.strip():
        text = f"{after.strip()} {before.strip()}"
    words = text.split()
    roles = {p.role for p in entity.parts}
    alone: PartRole = "given" if roles == {"given"} else "family"
    if len(words) == 1:
        only: PartRole = "given" if not roles and is_given(words[0]) else alone
        return Surrogate(entity.id, (LemmaPart(only, words[0]),), gender)
    if alone == "given" and all(map(is_given, words)):
        return Surrogate(entity.id, tuple(LemmaPart("given", w) for w in words), gender)
    given = tuple(LemmaPart("given", w) for w in words[:-1])
    return Surrogate(entity.id, (*given, LemmaPart("family", words[-1])), gender)


def name_warnings(
    chosen: Surrogate, entity: Entity, certainty: float, index: TextIndex, morphology: Morphology
) -> list[dict[str, Any]]:
    """Return what speaks against a typed name, each with a code and a sentence.

    Args:
        chosen: The name.
        entity: Whose pseudonym it is to be.
        certainty: The least certain of its forms in the document.
        index: The words of the document.
        morphology: Of the language.
    """
    found = []
    root = entity.type.partition(".")[0]
    words = [(p.lemma, _KINDS.get(p.role, _NAMED.get(root, "org"))) for p in chosen.parts]
    if any(len(word) >= _LEAST and index.has(word, kind) for word, kind in words):
        found.append({"code": "in-document", "detail": "the name occurs in the document"})
    if is_a(entity.type, "person") and not _fits_gender(chosen, entity, morphology):
        found.append({"code": "gender", "detail": "the name is usually that of another gender"})
    if certainty < _SURE:
        found.append({"code": "uncertain", "detail": "some of the forms are only guessed"})
    return found


def _fits_gender(chosen: Surrogate, entity: Entity, morphology: Morphology) -> bool:
    """Tell whether some reading of the given name as a citation form has the wanted gender."""
    wanted = chosen.gender or entity.features.get("Gender", "")
    given = next((p.lemma for p in chosen.parts if p.role == "given"), "")
    if not wanted or not given:
        return True
    genders = {
        a.features.get("Gender", "")
        for a in morphology.analyse(given, "given")
        if a.lemma.casefold() == given.casefold()
    }
    return not genders or bool(genders & {"", wanted})

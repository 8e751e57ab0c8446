"""Join what the linkers of several languages found in the paragraphs of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from allonym.link.linker import is_owned
from allonym.link.owners import Owners
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Mention, PartRole
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.fold import fold, is_near, pieces

_ROLES = ("given", "family")
_LEAST = 4

READ = ("person", "place", "org")
"""Types whose names are read, and so belong to the linker of their paragraph's language."""


def is_abroad(mention: Mention) -> bool:
    """Tell whether a mention is a name in a paragraph of another language than the document's."""
    return bool(mention.language) and any(is_a(mention.type, kind) for kind in READ)


def joined(view: TextView, own: Sequence[Entity], others: Iterable[Entity]) -> tuple[Entity, ...]:
    """Return the entities of a document whose paragraphs are in several languages.

    An entity of another language is the same as one that bears the same name in its citation form;
    a person of whom only one name is said there is the one person who has it.

    Args:
        view: The document.
        own: What the linker of the document's language found; their ids stay.
        others: What the linkers of other languages found, each in paragraphs of its own.
    """
    known = _Known(own)
    for entity in others:
        known.take(entity)
    return tuple(sorted(_owned(view, known.entities), key=lambda e: e.mentions[0].span))


class _Known:
    """The entities so far, to be found by their names in one look-up each."""

    def __init__(self, entities: Iterable[Entity]) -> None:
        self.entities: list[Entity] = []
        self._numbers: Counter[str] = Counter()
        self._whole: dict[tuple[str, ...], list[int]] = {}
        self._parts: dict[str, list[int]] = {}
        for entity in entities:
            self._append(entity)

    def take(self, entity: Entity) -> None:
        """Merge an entity of another language with the one it is, or add it."""
        at = self._same(entity)
        if at is None:
            kind = entity.id.partition("#")[0]
            number = EntityId(f"{kind}#{self._numbers[kind] + 1}")
            self._append(replace(entity, id=number, couple=None))
        else:
            self.entities[at] = _merged(self.entities[at], entity)
            self._file(at)

    def _append(self, entity: Entity) -> None:
        kind, _, number = entity.id.partition("#")
        self._numbers[kind] = max(self._numbers[kind], int(number))
        self.entities.append(entity)
        self._file(len(self.entities) - 1)

    def _file(self, at: int) -> None:
        entity = self.entities[at]
        self._whole.setdefault(_name(entity), []).append(at)
        for key in _keys(entity):
            self._parts.setdefault(key, []).append(at)

    def _same(self, entity: Entity) -> int | None:
        name = _name(entity)
        # a merged entity may have got a fuller name since
        whole = [n for n in self._whole.get(name, ()) if _name(self.entities[n]) == name]
        if whole or not is_a(entity.type, "person"):
            return min(whole, default=None)
        near = sorted({n for key in _keys(entity) for n in self._parts.get(key, ())})
        partly = [n for n in near if _fits(entity, self.entities[n])]
        return partly[0] if len(partly) == 1 else None


def _name(entity: Entity) -> tuple[str, ...]:
    """Return kind and words of a name, in whichever order it says given and family name."""
    kind = entity.type.partition(".")[0]
    return (kind, *sorted(fold(m[0]) for m in pieces(entity.canonical)))


def _keys(person: Entity) -> set[str]:
    """Return the names, and each without one letter behind the first: variants share one."""
    names = [name for role in _ROLES for name in _names(person, role)]
    return {name[:n] + name[n + 1 :] for name in names for n in range(1, len(name) + 1)}


def _fits(one: Entity, other: Entity) -> bool:
    """Tell whether two people share every name that both are called by, and share one."""
    genders = {e.features["Gender"] for e in (one, other) if e.features.get("Gender")}
    given, family = ([_names(person, role) for person in (one, other)] for role in _ROLES)
    shared = [_shared(*names) for names in (given, family) if all(names)]
    return len(genders) < 2 and bool(shared) and all(shared)


def _names(person: Entity, role: str) -> list[str]:
    return [fold(p.lemma) for p in person.parts if p.role == role]


def _shared(names: Sequence[str], others: Sequence[str]) -> bool:
    """Tell whether all names of the one who has fewer are names of the other."""
    fewer, more = sorted((names, others), key=len)
    return all(any(_is_variant(name, other) for other in more) for name in fewer)


def _is_variant(name: str, other: str) -> bool:
    """Tell whether a name is the same in another language's spelling: ``Maria``, ``Marija``.

    So it is if one letter behind the first is another, or is missing.
    """
    near = min(len(name), len(other)) >= _LEAST and name[:1] == other[:1] and is_near(name, other)
    return name == other or near


def _merged(known: Entity, entity: Entity) -> Entity:
    roles = {fold(part.lemma): part.role for part in known.parts}
    other = (_with_roles(mention, roles) for mention in entity.mentions)
    mentions = tuple(sorted((*known.mentions, *other), key=lambda m: m.span))
    fuller = entity if len(entity.parts) > len(known.parts) else known
    features = {**entity.features, **known.features}
    return replace(
        known,
        mentions=mentions,
        canonical=fuller.canonical,
        parts=fuller.parts,
        features=features,
    )


def _with_roles(mention: Mention, roles: Mapping[str, PartRole]) -> Mention:
    """Return a mention whose words are what they are in the name that is known already."""
    parts = []
    for part in mention.parts:
        named = (roles.get(fold(reading.lemma)) for reading in part.analyses)
        role = next((role for role in named if role), part.role)
        parts.append(part if part.role == "initial" else replace(part, role=role))
    return replace(mention, parts=tuple(parts))


def _owned(view: TextView, entities: Sequence[Entity]) -> Iterator[Entity]:
    """Give addresses to whoever they are made from, now that all people are known."""
    owners = Owners([(e.id, e.parts) for e in entities if e.parts])
    for entity in entities:
        if is_owned(entity.type) and entity.owner is None:
            owner = owners.of(view.surface(entity.mentions[0].span))
            yield replace(entity, owner=owner)
        else:
            yield entity

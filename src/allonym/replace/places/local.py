"""What a place has that does not say its name: in another town it becomes what that has.

*Tappara* beside a Tampere that is Lahti now, *Sądecczyzna* beside Tarnów: whoever reads them knows
the town.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from allonym.languages.local import LAND, Local, Thing
from allonym.languages.town import Town
from allonym.model.cover import Cover
from allonym.model.draw import Draw
from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.surrogate import Surrogate
from allonym.model.view import TextView
from allonym.ports import ReplaceContext
from allonym.replace.inflect import Placed
from allonym.replace.places.called import Called, Key
from allonym.replace.places.governed import governed

_STEM = 4
"""Letters that all forms of a name begin with."""
_SURE = 0.9
_VOWELS = "aeiouyáéíóúýăâîäöåаеиоуя"


@dataclass(frozen=True, slots=True)
class Found:
    """A thing in the text: where, which, by which of its names, and in what form."""

    span: Span
    thing: Thing
    name: int
    key: Key


@dataclass(frozen=True)
class LocalThings:
    """Names what the towns of one document have.

    Attributes:
        view: The document.
        table: Of the language.
        called: Declines names.
        draw: Draws among what a town has.
        towns: The towns of the document.
        moved: Returns them, each with what stands for it.
        is_region: Tells whether the table of settlements has an area of this name.
    """

    view: TextView
    table: Local = field(repr=False)
    called: Called = field(repr=False)
    draw: Draw = field(repr=False)
    towns: Sequence[Town] = field(repr=False)
    moved: Callable[[], Sequence[tuple[Town, Town]]] = field(repr=False)
    is_region: Callable[[str], bool] = field(repr=False)
    _given: dict[str, Thing | None] = field(repr=False, default_factory=dict)

    @cached_property
    def found(self) -> Mapping[Span, Found]:
        """What the text names of what its towns have, longer names first."""
        found: dict[Span, Found] = {}
        for thing in self._had:
            for number, name in enumerate(_written(thing)):
                if not self.is_region(name):
                    for one in self._named(thing, number, name):
                        found.setdefault(one.span, one)
        return dict(sorted(found.items(), key=lambda row: row[0].start - row[0].end))

    @cached_property
    def _had(self) -> Mapping[Thing, Town]:
        """What the towns of the document have, each with the first of them."""
        every = ((t, town) for town in self.towns for own in self.table.of(town) for t in own)
        return dict(reversed([*every]))

    def wanted(
        self, name: str, named: Callable[[str], Town | None]
    ) -> Iterator[Callable[[str], bool]]:
        """Yield what tells which towns have most, then all of what the text names of one.

        Args:
            name: Of the town.
            named: Returns the town of a name.
        """
        own = (f.thing for f in self.found.values() if self._had[f.thing].name == name)
        kinds = frozenset(t.main for t in own if t.kind != LAND)

        def has(other: str, least: int) -> bool:
            town = named(other)
            return town is not None and len(kinds & self.table.kinds(town)) >= least

        sizes = dict.fromkeys(((len(kinds) + 1) // 2, len(kinds)))
        yield from (partial(has, least=least) for least in sizes if least)

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]] | None:
        """Return what stands for a thing of a town, and its text for each mention.

        None where a mention is something else, or the new town has no such thing.
        """
        if not self.is_one(entity):
            return None
        own = [(m, self.found.get(m.span)) for m in entity.mentions]
        placed = [(m, self._placed(m, text)) for m, one in own if one and (text := self.text(one))]
        if len(placed) < len(own):
            return None
        first = next(one for _, one in own if one)
        instead = self._instead(first.thing)
        lemma = instead.names[0] if instead else ""
        return Surrogate(entity.id, (LemmaPart("other", lemma),)), placed

    def _placed(self, mention: Mention, text: str) -> Placed:
        return Placed(text, _SURE, stays=text == self.view.surface(mention.span))

    def is_one(self, entity: Entity) -> bool:
        """Tell whether an entity is a thing of a town, which has to be drawn first."""
        return bool(self.found) and all(m.span in self.found for m in entity.mentions)

    def followed(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterator[Replacement]:
        """Yield what becomes of things that are no mentions, are kept, or hold a mention.

        Args:
            context: The document.
            entities: Those that were named.
        """
        named = Cover(m.span for e in entities for m in e.mentions)
        others = (e for e in context.entities if e.id not in context.stays)
        hidden = Cover(m.span for e in others for m in e.mentions)
        inside = {m.span: e.id for e in entities for m in e.mentions}
        done: list[Span] = []
        for span, found in self.found.items() if entities else ():
            if any(span.overlaps(other) for other in done) or span in inside:
                continue
            held = [own for own in inside if span.contains(own)]
            free = not (hidden.touches(span) or named.touches(span))
            if (free or held) and (text := self.text(found)) not in ("", self.view.surface(span)):
                done.append(span)
                of = inside[held[0]] if held else entities[0].id
                yield Replacement(span, text, of, "pseudonym", _SURE, context=not held)

    def text(self, found: Found) -> str:
        """Return what stands for a thing where it is; nothing where it stays."""
        new = self._instead(found.thing)
        names = _written(new) if new else ()
        name = names[min(found.name, len(names) - 1)] if names else ""
        return self.called.written(name, found.key) if name else ""

    def lands(self) -> Iterator[tuple[str, str]]:
        """Yield the adjectives of the lands of the towns, or what the lands are called, and new."""
        for thing in self._had if self.moved() else ():
            new = self._instead(thing) if thing.kind == LAND else None
            if new and new != thing:
                yield thing.names[-1], new.names[-1]

    def _named(self, thing: Thing, number: int, name: str) -> Iterator[Found]:
        if name[:_STEM].casefold() not in self._small:
            return
        forms = sorted({*self.called.forms(name).values()}, key=len, reverse=True)
        pattern = rf"(?<![\w-])(?:{'|'.join(map(re.escape, forms))})(?!\w)"
        for match in re.finditer(pattern, self.view.text):
            keys = self.called.read(name, match[0])
            told = governed(self.called.rules.pack, self.view.text[: match.start()])
            key = next((k for k in keys if k[1] in told), keys[0])
            yield Found(Span(*match.span()), thing, number, key)

    def _instead(self, thing: Thing) -> Thing | None:
        """Return what stands for a thing, the same each time; two do not become one."""
        if thing.names[0] not in self._given:
            self._given[thing.names[0]] = self._drawn(thing)
        return self._given[thing.names[0]]

    def _drawn(self, thing: Thing) -> Thing | None:
        town = dict(self.moved()).get(self._had[thing])
        if town is None:
            return None
        old = self._had[thing]
        rings = [*self.table.instead(thing, old, town)]
        if any(thing in ring for ring in rings[:-2]):  # the new town has it too
            return thing
        taken = {given.names[0] for given in self._given.values() if given}
        for ring in rings:
            free = [t for t in ring if t.names[0] not in taken and not self._is_said(t)]
            alike = [t for t in free if _ending(t.names[0]) == _ending(thing.names[0])] or free
            if alike:  # verbs agree with what ends alike
                return alike[self.draw.number(len(alike), "local", thing.names[0])]
        return None

    def _is_said(self, thing: Thing) -> bool:
        return thing.names[0].casefold() in self._small

    @cached_property
    def _small(self) -> str:
        return self.view.text.casefold()


def _written(thing: Thing) -> Sequence[str]:
    """Return the names of a thing, of a land without its adjective."""
    return thing.names[:1] if thing.kind == LAND else thing.names


def _ending(name: str) -> str:
    """Return what the gender of a name hangs on: the last vowel of its first word, if any."""
    last = name.partition(" ")[0][-1].casefold()
    return last if last in _VOWELS else ""

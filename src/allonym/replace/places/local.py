"""What a place has that does not say its name: in another town it becomes what that has.

*Tappara* beside a Tampere that is Lahti now, *Sądecczyzna* beside Tarnów: whoever reads them knows
the town.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, islice, repeat
from operator import itemgetter

from allonym.languages.local import LAND, QUARTER, Local, Thing, load_local
from allonym.languages.town import Town
from allonym.model.cover import Cover
from allonym.model.draw import Draw
from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import ReplaceContext
from allonym.replace.candidates import words_of
from allonym.replace.inflect import Placed
from allonym.replace.places.adjectives import adjective_of, anchor, homes
from allonym.replace.places.called import Called, Key
from allonym.replace.places.governed import governed
from allonym.replace.places.settlements import Gathered
from allonym.text.capitals import at_head, like
from allonym.text.phrases import preceding

_STEM = 4
"""Letters that all forms of a name begin with, if it is longer."""
_SURE, _WHERE = 0.9, "Loc"
_REACH = 40
"""Letters of the word before a name."""
_RINGS = 12
"""How many rings of towns are searched for one that has what the text names."""
_BEFORE, _BEHIND = re.compile(r"([^\W\d_]+) \Z"), re.compile(r" ([^\W\d_]+)")
_QUOTES = ("„", "“", '"', "«", "”")
_NATURE = ("river", "lake", "hill", "mountain", LAND)
_FIRMS = ("employer", "club", "hotel", "paper", "radio", *_NATURE)
_VOWELS = "aeiouyáéíóúýăâîäöåаеиоуя"


@dataclass(frozen=True, slots=True)
class Found:
    """A thing in the text: where, which, of which town, by which of its names, in what form."""

    span: Span
    thing: Thing
    town: Town
    name: int
    key: Key


@dataclass(frozen=True)
class LocalThings:
    """Names what the towns of one document have.

    Attributes:
        gathered: The towns of the document.
        called: Declines names.
        draw: Draws among what a town has.
        moved: Returns the towns that were drawn, each with what stands for it.
    """

    gathered: Gathered = field(repr=False)
    called: Called = field(repr=False)
    draw: Draw = field(repr=False)
    moved: Callable[[], Sequence[tuple[Town, Town]]] = field(repr=False)
    _given: dict[tuple[Thing, Town], Thing | None] = field(repr=False, default_factory=dict)

    @cached_property
    def table(self) -> Local:
        """What towns have, of the language."""
        return load_local(self.called.rules.pack)

    @property
    def view(self) -> TextView:
        """The document."""
        return self.gathered.view

    @cached_property
    def found(self) -> Mapping[Span, Found]:
        """What the text names of what its towns have, longer names first."""
        found: dict[Span, list[Found]] = defaultdict(list)
        for thing in self._had:
            for number, name in enumerate(_written(thing)):
                if not self.gathered.geography.is_region(name):
                    for one in self._named(thing, number, name):
                        if thing.main != QUARTER or self._is_quarter(one.span):
                            found[one.span].append(one)
        longest = sorted(found, key=lambda span: span.start - span.end)
        return {span: min(found[span], key=self._is_odd) for span in longest}

    def _is_odd(self, found: Found) -> bool:
        """Tell whether a river is in quotation marks or behind a kind, what is none in neither."""
        house = self._is_quoted(found.span) or self._is_house(found.span)
        return house == (found.thing.main in _NATURE)

    def _is_quarter(self, span: Span) -> bool:
        """Tell whether a quarter is in quotation marks, else it is a place: no hut's name."""
        return self._is_quoted(span) and not self._is_house(span)

    def _is_house(self, span: Span) -> bool:
        """Tell whether what a body is stands in front, in whatever case: *v Hotelu | Paka*."""
        return self.called.is_kind(preceding(self.view.text, span.start - self._is_quoted(span)))

    def _is_quoted(self, span: Span) -> bool:
        return self.view.text[max(0, span.start - 1) : span.start] in _QUOTES

    @cached_property
    def _had(self) -> Mapping[Thing, Sequence[tuple[Town, Span]]]:
        """What the towns of the document have, each with all such towns and where they are."""
        end = Span(len(self.view.text), len(self.view.text) + 1)
        told = map(self.gathered.named, homes(self.view.text, self.called.rules.pack))
        named = ((n.town, n.span) for n in (*self.gathered.towns, *self.gathered.held))
        said: dict[Town, list[tuple[Town, Span]]] = defaultdict(list)
        for town, span in chain(named, zip(told, repeat(end))):
            if town:
                said[town].append((town, span))
        had: dict[Thing, list[tuple[Town, Span]]] = defaultdict(list)
        for town, own in said.items():
            for thing in chain(*self.table.of(town)):
                had[thing] += own
        return dict(reversed(had.items()))

    def _home(self, thing: Thing, span: Span) -> Town:
        """Return the town that a thing is of: of several that have such the nearest in the text."""
        away = ((max(s.start - span.end, span.start - s.end, 0), t) for t, s in self._had[thing])
        return min(away, key=itemgetter(0))[1]

    def preferred(
        self, name: str, rings: Iterable[tuple[str, ...]], ahead: int
    ) -> tuple[Iterable[tuple[str, ...]], int]:
        """Return what may stand for a town, first what has what the text names of it.

        Args:
            name: Of the town.
            rings: What may stand for it, the likest first.
            ahead: How many of the rings go before its gender.
        """
        for has in self._wanted(name):
            left = iter(rings)
            near = tuple(islice(left, _RINGS + ahead))  # each is made when it is looked at
            apart = tuple(own for ring in near if (own := tuple(filter(has, ring))))
            rings, ahead = chain(apart, near, left), ahead + len(apart)
        return rings, ahead

    def _wanted(self, name: str) -> Iterator[Callable[[str], bool]]:
        """Yield what tells which towns have quarters, then most and all of what is named."""
        if name in self.gathered.divided:
            yield self.called.rules.abroad.divided.__contains__
        own = (f.thing for f in self.found.values() if f.town.name == name)
        kinds = frozenset(t.main for t in own if t.kind != LAND)

        def has(other: str, least: int) -> bool:
            town = self.gathered.named(other) if other in self.table.named else None
            return town is not None and len(kinds & self.table.kinds(town)) >= least

        sizes = dict.fromkeys(((len(kinds) + 1) // 2, len(kinds)))
        yield from (partial(has, least=least) for least in sizes if least)

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]] | None:
        """Return what stands for a thing of a town, and its text for each mention.

        None where a mention is something else, or the new town has no such thing.
        """
        if not self.is_one(entity):
            return None
        placed = [(m, self._placed(m)) for m in entity.mentions]
        if not all(made.text for _, made in placed):
            return None
        held = self._held(entity.mentions[0])[0]
        lemma = self._instead(held.thing, held.town)
        return Surrogate(entity.id, (LemmaPart("other", lemma.names[0] if lemma else ""),)), placed

    def _held(self, mention: Mention) -> Sequence[Found]:
        """Return what is all of a mention but words in small letters: *nemocnici v Šaci*.

        A body may begin with what it is, a village may not: *Ostrów Wielkopolski*.
        """
        span = mention.span
        held, text, marks = [*islice(self._within(span), 1)], self.view.text, "„“”\"'«» "
        around = [(text[span.start : f.span.start], text[f.span.end : span.end]) for f in held]
        before, behind = (part.strip(marks) for part in (*around, ("", ""))[0])
        head = before.split(" ")[0]
        orgs = self.called.rules.orgs
        town = {f.town.name for f in held}  # Orlęta Łuków, and łuków is a word
        kind = is_a(mention.type, "org") and orgs.is_usual(head.casefold()) and head not in town
        left = ((before.removeprefix(head) if kind else before) + behind).strip(marks)
        return held if left.islower() or not left else ()

    def inside(self, span: Span) -> Iterator[Found]:
        """Yield the things that a longer name holds, the longest first."""
        return (f for f in self._within(span) if f.thing.kind != LAND)

    def _within(self, span: Span) -> Iterator[Found]:
        held = sorted(_inside(self._spans, span), key=lambda one: one.start - one.end)
        firm = self.called.rules.orgs.without_form(self.view.surface(span))[1]  # Zarja d.o.o.
        return (f for f in map(self.found.__getitem__, held) if not firm or f.thing.main in _FIRMS)

    def _placed(self, mention: Mention) -> Placed:
        (found,) = self._held(mention)
        new, start, end = self.text(found), *mention.span
        text = self.view.text
        whole = self._lead(text[start : found.span.start], found) + new + text[found.span.end : end]
        return Placed(whole if new else "", _SURE, stays=whole == text[start:end])

    def _lead(self, text: str, found: Found) -> str:
        """Return what stands before a thing, its town's adjective as that of the new one."""
        new, morphology = dict(self.moved()).get(found.town), self.called.morphology
        read = morphology.analyse(text.strip().casefold(), "common") if text.strip() else ()
        own = adjective_of(found.town.name, morphology)
        said = next((r.features for r in read if r.lemma == own), None)
        made = adjective_of(new.name, morphology) if new and said else ""
        form = morphology.inflect(made, "common", said or {}).form if made else ""
        return like(text.strip(), form) + " " if form else text

    def is_one(self, entity: Entity) -> bool:
        """Tell whether an entity is a thing of a town, which has to be drawn first."""
        if not self.found:
            return False
        if is_a(entity.type, "person"):
            return all(self._is_nobody(m.span) for m in entity.mentions)
        if is_a(entity.type, "address"):  # Goriška cesta 31
            return all(m.span in self.found for m in entity.mentions)
        return all(self._held(m) for m in entity.mentions)

    def _is_nobody(self, span: Span) -> bool:
        """Tell whether what was taken for somebody is a thing: *Tappara*, *na Marjan*."""
        found, rules = self.found.get(span), self.called.rules
        if found is None or rules.orgs.is_locative(preceding(self.view.text, span.start)):
            return found is not None
        pools = (rules.pools[kind].by_lemma for kind in ("given", "family"))
        return not any(name in own for own in pools for name in found.thing.names)

    def _is_alone(self, span: Span, known: Cover) -> bool:
        """Tell whether what no detector found is a name, and all of one.

        An ordinary word at the head of a sentence is none (*Večer so odšli*), nor is a word beside
        others with capitals that are no mentions.
        """
        text = self.view.text
        if " " not in text[span.start : span.end] and at_head(text, span.start):
            word = text[span.start : span.end].casefold()
            return not self.called.rules.orgs.is_usual(word)
        start = max(0, span.start - _REACH)
        beside = _BEFORE.search(text, start, span.start), _BEHIND.match(text, span.end)
        others = [Span(*found.span(1)) for found in beside if found]
        large = [o for o in others if text[o.start].isupper() and not at_head(text, o.start)]
        return all(map(known.touches, large))

    def followed(
        self, context: ReplaceContext, entities: Sequence[Entity]
    ) -> Iterator[Replacement]:
        """Yield what becomes of things that are no mentions, are kept, or hold a mention.

        Args:
            context: The document.
            entities: Those that were named.
        """
        named = Cover(m.span for e in entities for m in e.mentions)
        known = Cover(chain(self.found, (m.span for e in context.entities for m in e.mentions)))
        hidden = Cover(
            m.span
            for e in context.entities
            for m in e.mentions
            if e.id not in context.stays or self._is_national(m)
        )
        inside = {m.span: e.id for e in entities for m in e.mentions}
        own = sorted(inside)
        done: list[Span] = []
        for span, found in self.found.items() if entities else ():
            at = bisect_left(done, span)
            if any(span.overlaps(o) for o in done[max(0, at - 1) : at + 1]) or span in inside:
                continue
            held = [*_inside(own, span)]
            free = not (hidden.touches(span) or named.touches(span))
            free = free and self._is_alone(span, known)
            if (free or held) and (text := self.text(found)) not in ("", self.view.surface(span)):
                done.insert(at, span)
                of = inside[held[0]] if held else anchor(entities).id
                yield Replacement(span, text, of, "pseudonym", _SURE, context=not held)

    @cached_property
    def _spans(self) -> Sequence[Span]:
        return sorted(self.found)

    def _is_national(self, mention: Mention) -> bool:
        """Tell whether a name that every town knows holds a thing: *Banca Transilvania*."""
        span = mention.span
        form = self.called.rules.orgs.without_form(self.view.surface(span))[1]
        whole = Span(span.start, span.end - len(form))  # Krka, d. d.
        large = self.view.text[span.start].isupper() and whole not in self.found
        return is_a(mention.type, "org.public") and large

    def text(self, found: Found) -> str:
        """Return what stands for a thing where it is; nothing where it stays."""
        new = self._instead(found.thing, found.town)
        names = _written(new) if new else ()
        name = names[min(found.name, len(names) - 1)] if names else ""
        text = self.called.written(name, found.key) if name else ""
        if found.name >= len(names) > 0 and self.view.surface(found.span).isupper():  # FOI
            text = "".join(word[0] for word in name.split() if word[1:]).upper()
        if self.view.text[found.span.start].islower() and self.called.is_common(name):
            return text[:1].lower() + text[1:]
        leads = at_head(self.view.text, found.span.start)
        return text[:1].upper() + text[1:] if leads else text

    def lands(self) -> Iterator[tuple[str, str]]:
        """Yield the adjectives of the lands of the towns, or what the lands are called, and new."""
        for thing, ((town, _), *_) in self._had.items() if self.moved() else ():
            new = self._instead(thing, town) if thing.kind == LAND else None
            if new and new != thing:
                yield thing.names[-1], new.names[-1]

    def _named(self, thing: Thing, number: int, name: str) -> Iterator[Found]:
        first = name.split(maxsplit=1)[0]
        if first[: max(2, min(_STEM, len(first) - 2))].casefold() not in self._small:
            return
        for match in self.called.pattern(name).finditer(self.view.text):
            keys = self.called.read(name, match[0])
            before = self.view.text[max(0, match.start() - _REACH) : match.start()]
            told = governed(self.called.rules.pack, before)
            key = next((k for k in keys if k[1] in told), keys[0])
            if name.isupper() and told:  # letters have no cases
                key = "", _WHERE if _WHERE in told else min(told)
            span = Span(*match.span())
            yield Found(span, thing, self._home(thing, span), number, key)

    def _instead(self, thing: Thing, old: Town) -> Thing | None:
        """Return what stands for a thing, the same each time; two do not become one."""
        if (thing, old) not in self._given:
            self._given[thing, old] = self._drawn(thing, old)
        return self._given[thing, old]

    def _drawn(self, thing: Thing, old: Town) -> Thing | None:
        if (town := dict(self.moved()).get(old)) is None:
            return None
        rings = [*self.table.instead(thing, old, town)]
        if any(thing in ring for ring in rings[:-2]):  # the new town has it too
            return thing
        given = {(t.main, t.names[0]) for t in self._given.values() if t and t.kind != LAND}
        for ring in rings:
            free = [
                t for t in ring if (t.main, t.names[0]) not in given and not self._is_said(t, thing)
            ]
            alike = [t for t in free if _ending(t.names[0]) == _ending(thing.names[0])] or free
            if alike:  # verbs agree with what ends alike
                return alike[self.draw.number(len(alike), "local", thing.names[0])]
        return None

    def _is_said(self, thing: Thing, old: Thing) -> bool:
        """Tell whether the text has what a thing is called, or somebody it is called after."""
        rest = self._small.replace(old.names[0].casefold(), "")  # Gradska knjižnica Juraj Šižgorić
        read = self.called.morphology.analyse
        first, *words = thing.names[0].split()
        usual = self.called.rules.orgs.is_usual
        words = [w for w in words or [first] if w[0].isupper() and not usual(w.casefold())]
        names = (r.lemma for w in words for k in ("given", "family") for r in read(w, k)[:2])
        said = any(name.casefold() in self._words for name in names)
        return said or thing.names[0].casefold() in rest

    @cached_property
    def _words(self) -> frozenset[str]:
        return words_of(self.view.text)

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


def _inside(spans: Sequence[Span], whole: Span) -> Iterator[Span]:
    """Yield those of ordered spans that lie in another."""
    for at in range(bisect_left(spans, whole.start, key=lambda span: span.start), len(spans)):
        if spans[at].start >= whole.end:
            return
        if whole.contains(spans[at]):
            yield spans[at]

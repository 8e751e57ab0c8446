"""What a place has that does not say its name: in another town it becomes what that has.

*Tappara* beside a Tampere that is Lahti now, *Sądecczyzna* beside Tarnów: whoever reads them knows
the town.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from allonym.languages.local import LAND, Thing
from allonym.languages.town import Town
from allonym.model.cover import Cover
from allonym.model.draw import Draw
from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.ports import ReplaceContext
from allonym.replace.candidates import words_of
from allonym.replace.inflect import Placed
from allonym.replace.places.adjectives import adjective_of, anchor
from allonym.replace.places.things import WORD, Found, Things, within, written
from allonym.text.capitals import at_head, like
from allonym.text.phrases import preceding

_SURE, _SMALL = 0.9, 2
_REACH = 40
"""Letters of the word before a name."""
_BEFORE, _BEHIND = re.compile(r"([^\W\d_]+) \Z"), re.compile(r" ([^\W\d_]+)")
_VOWELS = "aeiouyáéíóúýăâîäöåаеиоуя"


@dataclass(frozen=True)
class LocalThings:
    """Names what the towns of one document have."""

    things: Things = field(repr=False)  # finds them
    draw: Draw = field(repr=False)  # draws among what a town has
    # returns what stands for a town that was drawn
    moved: Callable[[Town], Town | None] = field(repr=False)
    # returns the town that stands for one of a name, and draws it if it must
    town: Callable[[str], Town | None] = field(repr=False)
    _given: dict[tuple[Thing, Town], Thing | None] = field(repr=False, default_factory=dict)

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]] | None:
        """Return what stands for a thing of a town, and its text for each mention.

        None where a mention is something else, or the new town has no such thing.
        """
        if not self.is_one(entity):
            return None
        for found in (one for m in entity.mentions for one in self._held(m)):
            self.town(found.town.name)
        homes: dict[Thing, Town] = {}
        placed = [(m, self._placed(m, homes)) for m in entity.mentions]
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
        held = self.things.inside(span)[:1]
        text, marks = self.things.view.text, "„“”\"'«» "
        around = [
            (text[span.start : f.span.start], self._behind(f, span.end, own=False)) for f in held
        ]
        before, behind = (part.strip(marks) for part in (*around, ("", ""))[0])
        head = before.split(" ")[0]
        orgs = self.things.called.rules.orgs
        town = {f.town.name for f in held}  # Orlęta Łuków, and łuków is a word
        kind = is_a(mention.type, "org") and orgs.is_usual(head.casefold()) and head not in town
        left = ((before.removeprefix(head) if kind else before) + behind).strip(marks)
        return held if left.islower() or not left else ()

    def inside(self, span: Span) -> Iterator[Found]:
        """Yield the things that a longer name holds, the longest first; no adjectives of lands."""
        yield from (f for f in self.things.inside(span) if f.thing.kind != LAND or not f.name)

    def _placed(self, mention: Mention, homes: dict[Thing, Town]) -> Placed:
        """Return the text for a mention of a thing that is of one town wherever it is named."""
        (found,) = self._held(mention)
        found = replace(found, town=homes.setdefault(found.thing, found.town))
        new, start, end = self.text(found), *mention.span
        text = self.things.view.text
        lead, behind = self._lead(text[start : found.span.start], found), self._behind(found, end)
        whole = lead + new.removeprefix(lead) + behind
        return Placed(whole if new else "", _SURE, stays=whole == text[start:end])

    def _behind(self, found: Found, end: int, *, own: bool = True) -> str:
        """Return what stands behind a thing, its town as the new one or left out: *v Žiline*."""
        old, text, start = found.town, self.things.view.text, found.span.end
        new = (self.moved(old) or old).name if own else ""
        places = (m.start() for m in WORD.finditer(text, start, end))
        said = next(self.things.called.at(old.name, text[:end], places), None)
        if said is None:
            return text[start:end]
        written = new and self.things.called.written(new, self.things.key(old.name, said))
        return text[start : said.start] + written + text[said.end : end]

    def _lead(self, text: str, found: Found) -> str:
        """Return what stands before a thing, its town's adjective as that of the new one."""
        new, morphology = self.moved(found.town), self.things.called.morphology
        if new and (keys := self.things.called.read(found.town.name, text.strip())):
            return f"{self.things.called.written(new.name, keys[0])} "  # Lahden Sibeliustalossa
        read = morphology.analyse(text.strip().casefold(), "common") if text.strip() else ()
        own = adjective_of(found.town.name, morphology)
        said = next((r.features for r in read if r.lemma == own), None)
        made = adjective_of(new.name, morphology) if new and said else ""
        form = morphology.inflect(made, "common", said or {}).form if made else ""
        return like(text.strip(), form) + " " if form else text

    def is_one(self, entity: Entity) -> bool:
        """Tell whether an entity is a thing of a town, which has to be drawn first."""
        if not self.things.found:
            return False
        if is_a(entity.type, "person"):
            return all(self._is_nobody(m.span) for m in entity.mentions)
        if is_a(entity.type, "address"):  # Goriška cesta 31
            return all(m.span in self.things.found for m in entity.mentions)
        return all(self._held(m) for m in entity.mentions)

    def _is_nobody(self, span: Span) -> bool:
        """Tell whether what was taken for somebody is a thing: *Tappara*, *na Marjan*."""
        found, rules = self.things.found.get(span), self.things.called.rules
        if found is None or rules.orgs.is_locative(preceding(self.things.view.text, span.start)):
            return found is not None
        pools = (rules.pools[kind].by_lemma for kind in ("given", "family"))
        return not any(name in own for own in pools for name in found.thing.names)

    def _is_alone(self, span: Span, known: Cover) -> bool:
        """Tell whether what no detector found is a name, and all of one.

        An ordinary word at the head of a sentence is none (*Večer so odšli*), nor is a word beside
        others with capitals that are no mentions.
        """
        text = self.things.view.text
        if " " not in text[span.start : span.end] and at_head(text, span.start):
            word = text[span.start : span.end].casefold()
            letters = text[span.start : span.end].isupper()
            return letters or not self.things.called.rules.orgs.is_usual(word)
        start = max(0, span.start - _REACH)
        beside = _BEFORE.search(text, start, span.start), _BEHIND.match(text, span.end)
        others = [Span(*found.span(1)) for found in beside if found]
        large = [o for o in others if text[o.start].isupper() and not at_head(text, o.start)]
        return all(map(known.touches, large))

    def followed(
        self, context: ReplaceContext, entities: Sequence[Entity]
    ) -> Iterator[Replacement]:
        """Yield what becomes of things that are no mentions, are kept, or hold a mention.

        What is kept although it is local stays whole: *Sąd Rejonowy dla Krakowa-Podgórza*.
        """
        named = Cover(m.span for e in entities for m in e.mentions)
        known = Cover(
            chain(self.things.found, (m.span for e in context.entities for m in e.mentions))
        )
        hidden = Cover(
            m.span
            for e in context.entities
            for m in e.mentions
            if e.id not in context.stays or e.type.endswith(".local") or self._is_national(m)
        )
        inside = {m.span: e.id for e in entities for m in e.mentions}
        own = sorted(inside)
        done: list[Span] = []
        for span, found in self.things.found.items() if entities else ():
            at = bisect_left(done, span)
            if any(span.overlaps(o) for o in done[max(0, at - 1) : at + 1]) or span in inside:
                continue
            held = [*within(own, span)]
            free = not (hidden.touches(span) or named.touches(span))
            free = free and self._is_alone(span, known)
            text = self.text(found) if free or held else ""
            same = (self.things.view.surface(part) in text for part in (span, *held))
            if text and not any(same):
                done.insert(at, span)
                of = inside[held[0]] if held else anchor(entities).id
                whole, text = self._led(found, text, named) if free else (span, text)
                yield Replacement(whole, text, of, "pseudonym", _SURE, context=not held)

    def _led(self, found: Found, made: str, named: Cover) -> tuple[Span, str]:
        """Return a thing and what stands for it, with its town right before: *Rauman Lukko*."""
        text, span = self.things.view.text, found.span
        before = _BEFORE.search(text, max(0, span.start - _REACH), span.start)
        town = Span(*before.span(1)) if before else span
        if town == span or named.touches(town) or not text[town.start].isupper():
            return span, made
        lead = self._lead(text[slice(*town)], found)
        moved = lead.strip() != text[slice(*town)]
        return (Span(town.start, span.end), lead.strip() + " " + made) if moved else (span, made)

    def _is_national(self, mention: Mention) -> bool:
        """Tell whether a name that every town knows holds a thing: *Banca Transilvania*."""
        span = mention.span
        bare = self.things.called.rules.orgs.legal_forms.parted(self.things.view.surface(span))[0]
        whole = Span(span.start, span.start + len(bare))  # Krka, d. d.
        large = self.things.view.text[span.start].isupper()
        return is_a(mention.type, "org.public") and large and whole not in self.things.found

    def text(self, found: Found) -> str:
        """Return what stands for a thing where it is; nothing where it stays."""
        new = self._instead(found.thing, found.town)
        names = written(new) if new else ()
        name = names[min(found.name, len(names) - 1)] if names else ""
        if names and written(found.thing)[found.name].isupper() > name.isupper():
            words = [word for word in names[0].split() if len(word) > _SMALL]
            name = "".join(word[0] for word in words).upper() if words[1:] else name  # ARI
        text = self.things.called.written(name, found.key) if name else ""
        surface = self.things.view.surface(found.span)
        if surface.isupper() and not written(found.thing)[found.name].isupper():
            return text.upper()
        if surface[0].islower() and self.things.called.is_common(name):
            return text.lower() if surface.islower() else text[:1].lower() + text[1:]
        leads = at_head(self.things.view.text, found.span.start)
        return text[:1].upper() + text[1:] if leads else text

    def lands(self) -> Iterator[tuple[str, str]]:
        """Yield the adjectives of the lands of the towns, or what the lands are called, and new."""
        for thing, ((town, _), *_) in self.things.had.items():
            new = self._instead(thing, town) if thing.kind == LAND else None
            if new and new != thing:
                yield thing.names[-1], new.names[-1]

    def _instead(self, thing: Thing, old: Town) -> Thing | None:
        """Return what stands for a thing, the same each time; two do not become one."""
        if (thing, old) not in self._given:
            self._given[thing, old] = self._drawn(thing, old)
        return self._given[thing, old]

    def _drawn(self, thing: Thing, old: Town) -> Thing | None:
        if (town := self.moved(old)) is None:
            return None
        rings = [*self.things.table.instead(thing, old, town)]
        if any(thing in ring for ring in rings[:-2]):  # the new town has it too
            return thing
        given = {(t.main, t.names[0]) for t in self._given.values() if t and t.kind != LAND}
        for ring in rings:
            others = (t for t in ring if (t.main, t.names[0]) not in given)
            if self.things.view.tokens:
                others = (t for t in others if t.names[0].count(" ") == thing.names[0].count(" "))
            free = [t for t in others if not self._is_said(t, thing)]
            alike = [t for t in free if _ending(t.names[0]) == _ending(thing.names[0])] or free
            if alike:  # verbs agree with what ends alike
                return alike[self.draw.number(len(alike), "local", thing.names[0])]
        return None

    def _is_said(self, thing: Thing, old: Thing) -> bool:
        """Tell whether the rest of the text says what a thing is called, or after whom it is."""
        own, name = old.names[0].casefold(), thing.names[0].casefold()
        small = self.things.small  # Gradska knjižnica Juraj Šižgorić
        read = self.things.called.morphology.analyse
        first, *words = thing.names[0].split()
        usual = self.things.called.rules.orgs.is_usual
        words = [w for w in words or [first] if w[0].isupper() and not usual(w.casefold())]
        names = (r.lemma for w in words for k in ("given", "family") for r in read(w, k)[:2])
        said = any(name.casefold() in self._words for name in names)
        return said or small.count(name) > small.count(own) * own.count(name)

    @cached_property
    def _words(self) -> frozenset[str]:
        return words_of(self.things.view.text)


def _ending(name: str) -> str:
    """Return what the gender of a name hangs on: the last vowel of its first word, if any."""
    last = name.partition(" ")[0][-1].casefold()
    return last if last in _VOWELS else ""

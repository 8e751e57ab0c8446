"""The method ``pseudonym`` for whatever has a name: people, places, addresses, organisations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Literal

from allonym.languages.bodies import Bodies, load_bodies
from allonym.languages.local import load_local
from allonym.languages.pack import LanguagePack
from allonym.model.cover import Cover
from allonym.model.entity import Entity, EntityId
from allonym.model.latest import Latest
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology, ReplaceContext
from allonym.replace.alternations import Around, load_around
from allonym.replace.candidates import by_lemma, form_words, words_of
from allonym.replace.chosen import Outside
from allonym.replace.inflect import Placed
from allonym.replace.organisations.naming import Organisations
from allonym.replace.organisations.pieces import Read
from allonym.replace.organisations.regional import Regional
from allonym.replace.people.eras import Ages
from allonym.replace.people.naming import People
from allonym.replace.people.spelt import Spelt, UserNames, families_in, spelt_in
from allonym.replace.places.adjectives import followed, named_places
from allonym.replace.places.called import Called
from allonym.replace.places.naming import Places
from allonym.replace.places.settlements import Gathered
from allonym.replace.places.world import World, world
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.fold import is_bare, is_cyrillic, strip_marks, to_latin
from allonym.text.usernames import spellings

NAMED = ("person", "place", "address", "org")
"""The types this replacer has names for; finer ones included."""

_FAILED = 0.3
_TIED = re.compile(r"(?:(?<=\w):|(?<=\.)-)[^\W\d_]+\Z")
"""A case ending behind a firm's name: *Oy:lle*, *Kft.-nek*."""
_SEEN = 80

_SPELT = ("email", "url", "username", "id", "account", "case_number")
"""The types that may be made of the names of people."""

_Namers = tuple[People, Places, Organisations]
"""What names the people, places and organisations of one document."""

Marks = Literal["auto", "always"]
"""When names are written with the marks of their letters."""


@dataclass(frozen=True, slots=True)
class NamePlan:
    """What becomes of the names of one document."""

    # one for each mention, and the words around that must follow
    replacements: tuple[Replacement, ...] = ()
    # who and what is called how, and the towns that everything else goes with
    world: World = field(default_factory=World, repr=False)

    @property
    def surrogates(self) -> Mapping[EntityId, Surrogate]:
        """Who is called what; e-mail addresses and user names are made from it."""
        return self.world.surrogates


@dataclass(frozen=True, repr=False, eq=False)
class NameReplacer:
    """Draws and inflects surrogates (the protocol ``Replacer``)."""

    morphology: Morphology  # of the language
    rules: NameRules  # what the pack says about names
    around: Around  # words that change with the word after them
    # ``always``, or ``auto`` for names without the marks of their letters (*Malecki*) in a text
    # that is typed without
    marks: Marks = "auto"
    _latest: Latest = field(init=False, compare=False, default_factory=Latest)

    @cached_property
    def _user_names(self) -> UserNames:
        return UserNames(self.rules)

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return a pseudonym for every mention, words around it repaired."""
        return self.plan(context, entities).replacements

    def plan(self, context: ReplaceContext, entities: Sequence[Entity]) -> NamePlan:
        """Return the replacements together with the surrogate of each entity."""
        surrogates: dict[EntityId, Surrogate] = {}
        made: list[Replacement] = []
        namers = self._namers(context)
        places = namers[1]
        names = self.rules.pack.toml("words.toml").get("names", {})
        bare = self.marks == "auto" and is_bare(context.view.text, names.get("marked", 0.0))
        for entity, (surrogate, texts) in self._named(context, entities, namers):
            surrogates[entity.id] = surrogate
            made += (self._replacement(context, entity, m, placed, bare) for m, placed in texts)
        things = places.local.things
        for town in (*things.homes, *things.seats) if entities else ():
            places.town(town)
        named = named_places(context, entities, surrogates, places.listed, places.within)
        known = named, self.rules, self.morphology, places.moved, [*places.local.lands()]
        follow = {r.span: r for r in places.local.followed(context, entities)}
        over = Cover(follow).touches
        follow |= {r.span: r for r in followed(context, entities, *known) if not over(r.span)}
        instead = Cover(follow)
        made = [r for r in made if not instead.holds(r.span)]
        made += follow.values()
        made += list(self.around.repair(context.view, made))
        usual = self.rules.is_nobody
        drawn = world(places.gathered, context, surrogates, places.town, usual)
        if not any(is_a(entity.type, kind) for entity in context.entities for kind in _SPELT):
            return NamePlan(tuple(made), drawn)
        initials = self.rules.orgs.initials
        moved, stays = places.moved, bool(context.view.tokens)
        own = spelt_in(context.entities, surrogates, moved, initials, stays=stays)
        theirs = families_in(context.entities, surrogates, self.rules, self.morphology)
        people = Spelt(chain(own, theirs))
        alike = self.rules.pet_names.alike
        pets = ((p, new) for old, new in people.new.items() for p in alike(old.title()))
        told = replace(
            drawn, people=people, is_usual=usual, alike=alike, halves=self._user_names.halves,
            spelt=self._user_names.free(context.entities),
            pets=Spelt((spellings(pet)[0], spellings(new)[0]) for pet, new in pets),
        )  # fmt: skip
        return NamePlan(tuple(made), told)

    @cached_property
    def _outside(self) -> Outside:
        return Outside(self.rules, self.morphology)

    @cached_property
    def _called(self) -> Called:
        return Called(self.rules, self.morphology, load_local(self.rules.pack).forms)

    @cached_property
    def _bodies(self) -> Bodies:
        return load_bodies(self.rules.pack, self.morphology)

    def _surnames(self, entities: Iterable[Entity]) -> Iterator[frozenset[str]]:
        """Yield the words of all forms of the surnames, those of the other sex included."""
        listed = by_lemma(self.rules.pools["family"])
        lemmas = (p.lemma for e in entities for p in e.parts if p.role == "family")
        for candidate in filter(None, map(listed.get, dict.fromkeys(lemmas))):
            yield from form_words(candidate)

    def _namers(self, context: ReplaceContext) -> _Namers:
        """Return what names the people, places and organisations of one document."""
        avoid = words_of(context.view.text).union(
            *(words_of(entity.canonical) for entity in context.entities),
            *(words_of(chosen.text) for chosen in context.names.values()),
            *self._surnames(context.entities),  # where Kowalski was hidden no street is *Kowalska*
        )
        view, morphology, rules = context.view, self.morphology, self.rules
        chooser = Chooser(
            rules.pools, morphology, context.draw, avoid, self._outside, context.ledger,
            context.language,
        )  # fmt: skip
        gathered, read, ages = self._gathered(view, context.entities)
        kept = self._latest.of(view)
        people = People(view, chooser, morphology, rules, context.names, context.entities, ages)
        places = Places(
            view, chooser, morphology, rules, context.draw, gathered, self._called,
            kept.get("things"),
        )  # fmt: skip
        kept["things"] = places.local.things
        regional = Regional(self._bodies, gathered, places, context.draw)
        bodies = (e for e in context.entities if is_a(e.type, "org"))
        regional.tie_seats(view.surface(m.span) for e in bodies for m in e.mentions)
        places.draw_seats()
        orgs = Organisations(chooser, morphology, rules, places, regional, context, read)
        return people, places, orgs

    def _gathered(self, view: TextView, entities: Sequence[Entity]) -> tuple[Gathered, Read, Ages]:
        """Return the towns of a document, the names read in it and its ages, whatever is drawn.

        What its towns have is found anew where the entities are others.
        """
        kept = self._latest.of(view)
        if kept.get("entities") != entities:
            found = Gathered.of(view, entities, self.rules.geography, self.rules.orgs.seats)
            grows = self.marks == "always"
            home = "" if grows else found.home[:2]
            ages = Ages(view, entities, self.rules.pack, self.rules.eras, home, grows)
            kept |= {"entities": entities, "gathered": (found, {}, ages), "things": None}
        gathered: tuple[Gathered, Read, Ages] = kept["gathered"]
        return gathered

    def _named(
        self, context: ReplaceContext, entities: Sequence[Entity], namers: _Namers
    ) -> Iterator[tuple[Entity, tuple[Surrogate, list[tuple[Mention, Placed]]]]]:
        people, places, orgs = namers

        def turn(entity: Entity) -> tuple[bool, tuple[int, bool, int], Span]:
            """Firms are called after people and towns, suburbs and villages lie near cities."""
            located = is_a(entity.type, "place") or is_a(entity.type, "address")
            size = places.size(entity) if located else (0, False, 0)
            last = is_a(entity.type, "org") or places.local.is_one(entity)
            return last, size, entity.mentions[0].span

        at, numbered = places.addresses, (e for e in entities if re.search(r"\d", e.canonical))
        streets, housed = at.streets(entities), at.streets(numbered)
        for entity in sorted(entities, key=turn):
            street = is_a(entity.type, "address") or at.is_street(entity, streets)
            bound = street and at.key(context.view.surface(entity.mentions[0].span)) in housed
            if not (bound or entity.id in context.names) and (thing := places.local.name(entity)):
                yield entity, thing
            elif is_a(entity.type, "person"):
                yield entity, people.name(entity)
            elif entity.id in context.names:
                yield entity, places.chosen(entity, context.names[entity.id])
            elif not (is_a(entity.type, "org") or _is_town(entity)) and orgs.is_house(entity):
                yield entity, orgs.name(entity)
            elif street:
                yield entity, places.addresses.name(entity)
            elif is_a(entity.type, "place"):
                yield entity, places.name(entity)
            else:
                yield entity, orgs.name(entity)

    def _replacement(
        self, context: ReplaceContext, entity: Entity, mention: Mention, placed: Placed, bare: bool
    ) -> Replacement:
        original = context.view.surface(mention.span)
        text, certainty, lemma = placed.text, placed.certainty, placed.lemma
        lemma = _TIED.sub("", lemma) if is_a(entity.type, "org") else lemma
        text = self.around.within(text) if is_a(entity.type, "org") else text
        if is_cyrillic(text) and not is_cyrillic(original):
            text = to_latin(text)
        text = self.around.within(text) if text != original else text
        folded = original.isascii() and (
            any(e.rule in ("folded", "file") for e in mention.evidence)
            # as one writes it who leaves its marks out
            or original.casefold()
            in {strip_marks(w).casefold() for w in entity.canonical.split() if not w.isascii()}
        )
        text = strip_marks(text) if bare or folded else text
        before = context.view.text[max(0, mention.span.start - _SEEN) : mention.span.start]
        seat = self.rules.orgs.seated(before) if is_a(entity.type, "place") else ""
        ends = load_local(self.rules.pack).ends if seat else ()
        if placed.stays or (seat and not (self._bodies.find(seat) or f" {seat}".endswith(ends))):
            return Replacement(mention.span, original, entity.id, "keep")
        if not text or not certainty or text.casefold() == original.casefold():
            text, certainty = f"[{entity.type.partition('.')[0].upper()}]", min(certainty, _FAILED)
            lemma = ""
        return Replacement(mention.span, text, entity.id, "pseudonym", certainty, lemma=lemma)


def load_name_replacer(
    pack: LanguagePack, morphology: Morphology, marks: Marks = "auto"
) -> NameReplacer:
    """Return the replacer of a pack; pools are read at the first document.

    Args:
        pack: The language.
        morphology: Of the language.
        marks: When names are written with the marks of their letters.

    Raises:
        PackError: If the pack's data cannot be read.
    """
    return NameReplacer(morphology, NameRules(pack), load_around(pack), marks)


def _is_town(entity: Entity) -> bool:
    """Tell whether a pattern found a town: *Palm Beach QLD 4221*."""
    return any(
        e.detector == "patterns" and e.rule.endswith(".town")
        for m in entity.mentions
        for e in m.evidence
    )

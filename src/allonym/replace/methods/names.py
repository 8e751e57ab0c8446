"""The method ``pseudonym`` for whatever has a name: people, places, addresses, organisations."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, groupby
from typing import Literal

from allonym.languages.bodies import Bodies, load_bodies
from allonym.languages.eras import span_of
from allonym.languages.local import load_local
from allonym.languages.pack import LanguagePack
from allonym.languages.town import Town
from allonym.model.cover import Cover
from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.latest import Latest
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology, ReplaceContext
from allonym.replace.around import Around, load_around
from allonym.replace.candidates import words_of
from allonym.replace.chosen import Outside
from allonym.replace.inflect import Placed
from allonym.replace.organisations.naming import Organisations
from allonym.replace.organisations.pieces import Read
from allonym.replace.organisations.regional import Regional
from allonym.replace.people.naming import People
from allonym.replace.places.adjectives import followed, homes, named_places
from allonym.replace.places.called import Called
from allonym.replace.places.naming import Places
from allonym.replace.places.settlements import Gathered
from allonym.replace.places.world import Spelt, World, world
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.fold import fold, is_bare, is_cyrillic, strip_marks, to_latin
from allonym.text.usernames import spellings, spelt_alike

NAMED = ("person", "place", "address", "org")
"""The types this replacer has names for; finer ones included."""

_FAILED = 0.3
_TIED = re.compile(r"(?:(?<=\w):|(?<=\.)-)[^\W\d_]+\Z")
"""A case ending behind a firm's name: *Oy:lle*, *Kft.-nek*."""
_WORD = re.compile(r"[^\W\d_]+")
_VOWEL = re.compile("[aeiouy]+")
_SHORT, _SEEN, _ENDING = 3, 80, 3
"""Letters of a word of an organisation that an address hardly is about, or of a code."""
_ONLINE, _USUAL = span_of(1960), 300
"""When those were born who have user names, and how often a name that they have was given."""

_SPELT = ("email", "url", "username", "id", "account", "case_number")
"""The types that may be made of the names of people."""

_Namers = tuple[People, Places, Organisations]
"""What names the people, places and organisations of one document."""

Marks = Literal["auto", "always"]
"""When names are written with the marks of their letters."""


@dataclass(frozen=True, slots=True)
class NamePlan:
    """What becomes of the names of one document.

    Attributes:
        replacements: One for each mention, and the words around that must follow.
        world: Who and what is called how, and the towns that everything else goes with.
    """

    replacements: tuple[Replacement, ...] = ()
    world: World = field(default_factory=World, repr=False)

    @property
    def surrogates(self) -> Mapping[EntityId, Surrogate]:
        """Who is called what; e-mail addresses and user names are made from it."""
        return self.world.surrogates


class NameReplacer:
    """Draws and inflects surrogates (the protocol ``Replacer``).

    Args:
        morphology: Of the language.
        rules: What the pack says about names.
        around: Words that change with the word after them.
        marks: ``always``, or ``auto`` for names without the marks of their letters (*Malecki*)
            in a text that is typed without.
    """

    def __init__(
        self, morphology: Morphology, rules: NameRules, around: Around, marks: Marks = "auto"
    ) -> None:
        self._morphology = morphology
        self._rules = rules
        self._around = around
        self._marks = marks
        self._latest = Latest()

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return a pseudonym for every mention, words around it repaired."""
        return self.plan(context, entities).replacements

    def plan(self, context: ReplaceContext, entities: Sequence[Entity]) -> NamePlan:
        """Return the replacements together with the surrogate of each entity."""
        surrogates: dict[EntityId, Surrogate] = {}
        made: list[Replacement] = []
        namers = self._namers(context)
        places = namers[1]
        names = self._rules.pack.toml("words.toml").get("names", {})
        bare = self._marks == "auto" and is_bare(context.view.text, names.get("marked", 0.0))
        for entity, (surrogate, texts) in self._named(context, entities, namers):
            surrogates[entity.id] = surrogate
            made += (self._replacement(context, entity, m, placed, bare) for m, placed in texts)
        for town in homes(context.view.text, self._rules.pack) if entities else ():
            places.town(town)
        named = named_places(context, entities, surrogates, places.listed, places.within)
        known = named, self._rules, self._morphology, places.moved, [*places.local.lands()]
        follow = {r.span: r for r in places.local.followed(context, entities)}
        over = Cover(follow).touches
        follow |= {r.span: r for r in followed(context, entities, *known) if not over(r.span)}
        instead = Cover(follow)
        made = [r for r in made if not instead.holds(r.span)]
        made += follow.values()
        made += list(self._around.repair(context.view, made))
        usual = self._rules.is_nobody
        drawn = world(places.gathered, context.entities, surrogates, places.town, usual)
        if not any(is_a(entity.type, kind) for entity in context.entities for kind in _SPELT):
            return NamePlan(tuple(made), drawn)
        initials = self._rules.orgs.initials
        moved, stays = places.moved, bool(context.view.tokens)
        people = Spelt(_spellings(context.entities, surrogates, moved, initials, stays=stays))
        alike = self._rules.pet_names.alike
        pets = ((p, new) for old, new in people.new.items() for p in alike(old.title()))
        told = replace(
            drawn, people=people, is_usual=usual, spelt=self._free(context.entities), alike=alike,
            halves=self._halves,
            pets=Spelt((spellings(pet)[0], spellings(new)[0]) for pet, new in pets),
        )  # fmt: skip
        return NamePlan(tuple(made), told)

    def _free(self, entities: Sequence[Entity]) -> Callable[[str], Mapping[int, tuple[str, ...]]]:
        """Return what gives names that nobody in a document has: given ones for given ones.

        They are of the same sex, which the text may speak of.
        """
        taken = {s for e in entities for w in words_of(e.canonical) for s in spellings(w)}
        left: dict[int, Mapping[int, tuple[str, ...]]] = {}

        def free(token: str) -> Mapping[int, tuple[str, ...]]:
            latin = spellings(token)[0]
            names = self._spelt_given.get(self._sexes.get(latin, ""))
            sex = self._bearers.get(latin) or self._bearers.get(latin[-_ENDING:], "")
            family = is_cyrillic(token) and self._spelt_family[True][sex]
            names = family or names or self._spelt_family[False][sex]
            if id(names) not in left:
                rows = names.items()
                left[id(names)] = {n: tuple(x for x in own if x not in taken) for n, own in rows}
            return left[id(names)]

        return free

    def _halves(self, word: str) -> tuple[str, str]:
        """Return a given name and what is behind it, *MiroKos*, *mirokos*; else just two halves."""
        ends = range(len(word) - _SHORT, _SHORT - 1, -1)
        large = (n for n in ends if word[n].isupper() and word[n - 1 : n + 2 : 2].islower())
        given = (n for n in ends if self._sexes.keys() & spellings(word[:n])[:1])
        at = next(chain(large, given), len(word) // 2)
        return word[:at], word[at:]

    @cached_property
    def _sexes(self) -> Mapping[str, str]:
        """Given names and pet names as user names spell them, with the one sex that has each."""
        own, pets = self._rules.pools["given"].by_lemma, self._rules.pet_names
        told = {name: {pets.sex(name)} for name in pets.all}
        told |= {name: {e.gender for e in entries} for name, entries in own.items()}
        sexes = defaultdict[str, set[str]](set)
        for name in told:
            for spelt in spellings(name):
                sexes[spelt] |= told[name]
        return {spelt: found.pop() for spelt, found in sexes.items() if len(found) == 1}

    @cached_property
    def _spelt_given(self) -> Mapping[str, Mapping[int, tuple[str, ...]]]:
        """The given names that are usual among those who have user names, by sex and length."""
        curves = self._rules.eras.curves
        usual = [key for key, curve in curves.items() if max(curve[_ONLINE:]) >= _USUAL]
        spelt = [(sex, spellings(name)[0]) for sex, name in usual]
        return {sex: _spelt(name for own, name in spelt if own == sex) for sex in ("Masc", "Fem")}

    @cached_property
    def _bearers(self) -> Mapping[str, str]:
        """Surnames as user names spell them and their ends, with the sex that bears each."""
        own = self._rules.pools["family"].by_lemma.items()
        told = ((spellings(name), {e.gender for e in entries}) for name, entries in own)
        sexes = {spelt[0]: "".join(sex) for spelt, sex in told if spelt and len(sex) == 1}
        ends = defaultdict[str, set[str]](set)
        for name, sex in sexes.items():
            ends[name[-_ENDING:]].add(sex)
        return sexes | {end: own.pop() for end, own in ends.items() if len(own) == 1}

    @cached_property
    def _spelt_family(self) -> Sequence[Mapping[str, Mapping[int, tuple[str, ...]]]]:
        """The surnames by who bears them, all without a sex, and by length: Latin, Cyrillic."""
        own = self._rules.pools["family"].entries
        of = {sex: [e.lemma for e in own if sex in ("", e.gender)] for sex in ("", "Masc", "Fem")}
        small = {sex: filter(is_cyrillic, map(str.lower, names)) for sex, names in of.items()}
        return [
            {sex: _spelt(spellings(name)[0] for name in names) for sex, names in of.items()},
            {sex: _spelt(names) for sex, names in small.items()},
        ]

    @cached_property
    def _outside(self) -> Outside:
        return Outside(self._rules, self._morphology)

    @cached_property
    def _called(self) -> Called:
        return Called(self._rules, self._morphology, load_local(self._rules.pack).forms)

    @cached_property
    def _bodies(self) -> Bodies:
        return load_bodies(self._rules.pack, self._morphology)

    def _namers(self, context: ReplaceContext) -> _Namers:
        """Return what names the people, places and organisations of one document."""
        avoid = words_of(context.view.text).union(
            *(words_of(entity.canonical) for entity in context.entities),
            *(words_of(chosen.text) for chosen in context.names.values()),
        )
        view, morphology, rules = context.view, self._morphology, self._rules
        chooser = Chooser(
            rules.pools, morphology, context.draw, avoid, self._outside, context.ledger,
            context.language,
        )  # fmt: skip
        gathered, read = self._gathered(view, context.entities)
        people = People(
            view, chooser, morphology, rules, context.names, context.entities, gathered.home[:2]
        )
        places = Places(view, chooser, morphology, rules, context.draw, gathered, self._called)
        regional = Regional(self._bodies, gathered, places, context.draw)
        orgs = Organisations(
            chooser, morphology, rules, places, context.draw, regional, context.entities, read
        )
        return people, places, orgs

    def _gathered(self, view: TextView, entities: Sequence[Entity]) -> tuple[Gathered, Read]:
        """Return the towns of a document and the names read in it, whichever draw it is."""
        kept = self._latest.of(view)
        if kept.get("entities") != entities:
            found = Gathered.of(view, entities, self._rules.geography, self._rules.orgs.seats)
            kept |= {"entities": entities, "gathered": (found, {})}
        gathered: tuple[Gathered, Read] = kept["gathered"]
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

        places.draw_seats()
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
            elif not is_a(entity.type, "org") and orgs.is_house(entity):
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
        text = self._around.within(text) if is_a(entity.type, "org") else text
        if is_cyrillic(text) and not is_cyrillic(original):
            text = to_latin(text)
        text = self._around.within(text) if text != original else text
        folded = original.isascii() and (
            any(e.rule == "folded" for e in mention.evidence)
            or original.casefold() in map(_without_marks, entity.canonical.split())
        )
        text = strip_marks(text) if bare or folded else text
        before = context.view.text[max(0, mention.span.start - _SEEN) : mention.span.start]
        seat = self._rules.orgs.seated(before) if is_a(entity.type, "place") else ""
        ends = load_local(self._rules.pack).ends
        if placed.stays or (seat and not (self._bodies.find(seat) or f" {seat}".endswith(ends))):
            return Replacement(mention.span, original, entity.id, "keep")
        if not text or not certainty or text.casefold() == original.casefold():
            text, certainty = f"[{entity.type.partition('.')[0].upper()}]", min(certainty, _FAILED)
            lemma = ""
        return Replacement(mention.span, text, entity.id, "pseudonym", certainty, lemma=lemma)


def _without_marks(word: str) -> str:
    """Return a name as one writes it who leaves its marks out; nothing if it has none."""
    return "" if word.isascii() else strip_marks(word).casefold()


def _spelt(names: Iterable[str]) -> Mapping[int, tuple[str, ...]]:
    """Return what user names may be made of, by length."""
    plain = sorted({n for n in names if n.isalpha() and (n.isascii() or is_cyrillic(n))})
    return {n: tuple(own) for n, own in groupby(sorted(plain, key=len), len)}


def _spellings(
    entities: Iterable[Entity],
    surrogates: Mapping[EntityId, Surrogate],
    moved: Sequence[tuple[Town, Town]],
    initials: Callable[[str, str], Mapping[str, str]],
    *,
    stays: bool,
) -> Iterator[tuple[str, str]]:
    """Yield how the names of a document are spelt in addresses and codes, old and new.

    Of an organisation the words of its name that became others, and its initials:
    *rod.relaks@…*, *HT-2026/044*; of a town its first consonants too: *OBN-* for Oban.
    """
    for entity in entities:
        if is_a(entity.type, "person") and entity.id in surrogates:
            parts = surrogates[entity.id].beside(entity)
            yield from _led(entity.parts, dict(parts), stays=stays)
            for mine, theirs in parts:
                pairs = (
                    {mine.lemma.lower(): theirs.lemma.lower()} if is_cyrillic(mine.lemma) else {}
                )
                pairs |= spelt_alike(mine.lemma, theirs.lemma)
                yield from (pair for pair in pairs.items() if len(pair[0]) > 2)
                doubles = ([name.split("-") for name in pair] for pair in pairs.items())
                begun = (["-".join(w[:1] for w in half) for half in two] for two in doubles)
                yield from ((old, new) for old, new in begun if "-" in old)  # p-o.fransson@
            yield from _initials(parts)
        elif is_a(entity.type, "org") and entity.id in surrogates:
            old, new = _WORD.findall(entity.canonical), _WORD.findall(surrogates[entity.id].text)
            for mine, theirs in zip(old, new, strict=False) if len(old) == len(new) else ():
                if mine != theirs and len(mine) > _SHORT:
                    yield from spelt_alike(mine, theirs).items()
            if len(old) == len(new) > 1:
                yield fold("".join(old[:2])), fold("".join(new[:2]))  # @ollilanleipa
            made = initials(entity.canonical, surrogates[entity.id].text)
            yield from ((fold(a), fold(b)) for a, b in made.items())
    for town, other in moved:
        yield from spelt_alike(town.name, other.name).items()
        heads = [fold(place.name) for place in (town, other)]
        left, right = (head[:1] + _VOWEL.sub("", head[1:]) for head in heads)
        if len(right) >= _SHORT:  # SJK, SNK and SNJ are Seinäjoki
            ways = dict.fromkeys(combinations(left[1:], _SHORT - 1))
            yield from ((left[0] + "".join(way), right[:_SHORT]) for way in ways)


def _led(
    parts: Sequence[LemmaPart], made: Mapping[LemmaPart, LemmaPart], *, stays: bool
) -> Iterator[tuple[str, str]]:
    """Yield names with what leads them in, apart and joined: *de-la-cruz*, *delacruz*.

    It stays, if it is apart, where it does in the names of fixed tokens.
    """
    before: list[str] = []
    for part in parts:
        words = [*before, *(fold(word) for word in re.split("[-\u2010\u2011]", part.lemma))]
        before = words if part.role == "other" else []
        if part in made and len(words) > 1:
            new = fold(made[part].lemma)
            yield "-".join(words), "-".join([*words[:-1], new]) if stays else new
            yield "".join(words), new


def _initials(parts: Sequence[tuple[LemmaPart, LemmaPart]]) -> Iterator[tuple[str, str]]:
    """Yield the initials of somebody, of two names in either order, old and new: *mk*, *km*."""
    orders = {2: (parts, parts[::-1]), 3: (parts,)}
    for ordered in orders.get(len(parts), ()):
        sides = zip(*ordered, strict=True)
        old, new = (fold("".join(part.lemma[:1] for part in side)) for side in sides)
        yield old, new


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

"""Settlements, and the adjectives made from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from allonym.languages.geography import Town
from allonym.model.draw import Draw
from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import Analysis, Mention
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.replace.candidates import Candidate, Wanted, words_of
from allonym.replace.chosen import Declined, declined
from allonym.replace.inflect import (
    Placed,
    cases_of,
    gender_and_number,
    in_case,
    joined,
    split_clitic,
)
from allonym.replace.places.addresses import Addresses
from allonym.replace.places.adjectives import adjective_of, derived_by, stands_beside
from allonym.replace.places.areas import Areas
from allonym.replace.places.called import Called
from allonym.replace.places.counterparts import Counterparts
from allonym.replace.places.governed import Forms, as_governed, cases_only, governs
from allonym.replace.places.kinds import Kinds, Lies, needs_of, roles_of
from allonym.replace.places.local import LocalThings
from allonym.replace.places.regions import Regions
from allonym.replace.places.settlements import Gathered, Named, undivided
from allonym.replace.places.things import Things
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.capitals import like, like_title

_UNSURE = 0.4
_UNLISTED = 9
"""Letters that forms of an adjective differ in."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The citation form of a place and what is known of it."""

    lemma: str = field(repr=False)
    gender: str = ""
    number: str = "Sing"


class Places:
    """Names the places of one document.

    Args:
        view: The document.
        chooser: Of the document.
        morphology: Reads what the linker left unread, and inflects adjectives.
        rules: What the language says about names.
        draw: Draws what is in no pool: cities abroad, numbers of houses.
        gathered: The towns of the document, as the table of settlements knows them.
        called: Declines the names of what towns have.
        things: What the text names of that, if another draw has found it.

    Attributes:
        local: What the towns of the document have.
        addresses: Of the document; a street without a number is one too.
        areas: Where the towns of the document go; regions: of the document.
        gathered: The towns of the document, those in names of organisations as the table has them.
    """

    def __init__(
        self,
        view: TextView,
        chooser: Chooser,
        morphology: Morphology,
        rules: NameRules,
        draw: Draw,
        gathered: Gathered,
        called: Called,
        things: Things | None = None,
    ) -> None:
        self._view, self.gathered, self._draw = view, gathered, draw
        self._chooser, self._morphology, self._rules = chooser, morphology, rules
        things = things or Things(self._seated(gathered), called)
        self.gathered = gathered = things.gathered
        post = partial(self.is_named, among=gathered.posts)
        self.addresses = Addresses(view, chooser, morphology, rules, draw, self.settlement, post)
        self._forms = Forms(view, morphology, rules, gathered)
        peers = view, chooser, rules, draw, gathered, self.town, morphology
        self._counterparts = Counterparts(*peers)
        became: dict[Town, Town] = {}
        self.local = LocalThings(things, draw, became.get, self.town)
        self._roles = roles_of(gathered, self._seat, self.local.things.having())
        needs = needs_of(gathered, self.listed, self._roles)
        self.areas = Areas(gathered.geography, draw, needs, towns=became)
        self._kinds = Kinds(gathered)
        self._lies = Lies(gathered, self.areas, self._counterparts.moved)
        self._derived = derived_by(rules, morphology)
        counties = rules.pack.toml("address.toml").get("counties", {})
        regions = gathered, self.areas, morphology, rules, self.listed, self.town
        self.regions = Regions(*regions, partial(adjective_of, morphology=morphology), counties)
        self._small = view.text.casefold()
        self._texts = {named.name.casefold() for named in gathered.towns}
        self.within: dict[str, str] = {}

    def _seated(self, gathered: Gathered) -> Gathered:
        """Return the towns of a document, named for their adjectives and in bodies too."""
        names = ((n, self._seat(n.name)) for n in gathered.held)
        held = tuple(replace(n, name=own, town=gathered.named(own)) for n, own in names)
        return replace(gathered, towns=tuple(map(self._of_adjective, gathered.towns)), held=held)

    @property
    def moved(self) -> Sequence[tuple[Town, Town]]:
        """The towns of the table that were drawn already, each with what stands for it."""
        return tuple(self.areas.towns.items())

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the surrogate of a place and the text for each mention."""
        surface = self._view.surface(entity.mentions[0].span)
        place = self._place(undivided(entity.canonical or surface), entity.mentions)
        own = surface, place.lemma, *self._lemmas(surface)
        adjectives = {m.span for m in entity.mentions if self._adjectival(m)}
        town = self._town_of(surface) if adjectives else ""
        on = self._forms.is_on(self.listed(place.lemma), entity.mentions)
        abroad = "" if town else self._counterparts.instead(entity.mentions, own, on=on)
        if abroad and not any(map(self.regions.is_county, entity.mentions)):
            made = [(m, self._away(m, abroad, m.span in adjectives)) for m in entity.mentions]
            return Surrogate(entity.id, (LemmaPart("other", abroad),)), made
        described = [self._described(m, abroad) for m in entity.mentions]
        named = [m for m in entity.mentions if m.span not in adjectives]
        told = bool(named) and self.regions.is_told(place.lemma, entity.mentions)
        if told or all(described):
            both = zip(entity.mentions, described, strict=True)
            made = [(m, r or self.regions.of_mention(m) or Placed("N.", 0.0)) for m, r in both]
            return Surrogate(entity.id, (LemmaPart("other", made[0][1].citation),)), made
        place = replace(place, lemma=town or place.lemma)
        if not (candidate := self._settlement(place, named, derived=bool(adjectives))):
            return Surrogate(entity.id), [(m, Placed("N.", 0.0)) for m in entity.mentions]
        ways = {True: self._adjective, False: self._named}
        texts = [(m, ways[m.span in adjectives](m, candidate)) for m in entity.mentions]
        new = candidate.entries[0]
        return Surrogate(entity.id, (LemmaPart("other", new.lemma),), new.gender), texts

    def _away(self, mention: Mention, name: str, adjective: bool = False) -> Placed:
        """Return a place abroad or of nature as it stands; what says that it is a lake stays."""
        if (head := self._counterparts.head(mention)) and head.kept:
            return Placed(head.kept + name.removeprefix(head.kept), lemma=name)
        if ended := self._counterparts.ended(self._view.surface(mention.span), name):
            return Placed(ended, lemma=name)
        made = self._in_its_case(mention, self._counterparts.declined(name))
        bare = adjective and made.text.casefold() == name.casefold()
        return self._derived(self._view.surface(mention.span), name, "") if bare else made

    def _described(self, mention: Mention, water: str | None) -> Placed | None:
        """Return what stands for a region's adjective with its word, or for a river of its name."""
        if water and self._counterparts.head(mention):
            return self._away(mention, water)
        surface = self._view.surface(mention.span)
        told = " " in surface or self._counterparts.announced(mention)
        return self.regions.described(surface) if told else None

    def chosen(
        self, entity: Entity, surrogate: Surrogate
    ) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the texts for a name that a person chose; an address stands as it was typed."""
        if is_a(entity.type, "address"):
            text = Placed(surrogate.text, lemma=surrogate.text)
            return surrogate, [(m, text) for m in entity.mentions]
        kind = "place" if is_a(entity.type, "place") else "org"
        made = declined(surrogate.text, kind, surrogate.gender, self._rules.pools, self._morphology)
        return surrogate, [(m, self._in_its_case(m, made)) for m in entity.mentions]

    def _in_its_case(self, mention: Mention, made: Declined) -> Placed:
        surface = self._view.surface(mention.span)
        readings = self._morphology.analyse(surface, "place") if " " not in surface else ()
        told = self._counterparts.told(surface, readings)
        governed = as_governed(self._forms.governed(mention), told, told)
        placed = in_case(made.candidate.entries[0], governed)
        placed = placed if told else self._forms.placed(mention, made.candidate)
        certainty = min(placed.certainty, made.certainty)
        return replace(placed, text=like(surface, placed.text), certainty=certainty)

    def settlement(self, surface: str, before: str = "") -> Placed:
        """Return the surrogate of a place named inside something else, in the same case.

        Args:
            surface: The name.
            before: The word in front of it, which may tell the case.
        """
        bare, tail = split_clitic(surface, self._rules.clitics)
        if tail:  # Swansea's Morriston Hospital
            return replace(own := self.settlement(bare, before), text=own.text + tail)
        readings = tuple(self._morphology.analyse(surface, "place"))
        asked = governs(self._rules.pack, before)
        fit = () if before else self._rules.orgs.at_head(surface, self._morphology, self.known)
        readings = fit or tuple(r for r in readings if r.features.get("Case") in asked) or readings
        readings = tuple(r for r in readings if r.lemma.casefold() in self._texts) or readings
        if abroad := self._counterparts.settled(surface, *(r.lemma for r in readings[:3])):
            made = self._counterparts.declined(abroad)
            told = self._counterparts.told(surface, readings) or cases_of(readings)
            new = made.candidate.entries[0]
            placed = Placed(surface) if abroad == surface else in_case(new, told)
            return Placed(like(surface, placed.text), made.certainty, placed.lemma)
        if not (candidate := self._settlement(self._place(readings[0].lemma), readings=readings)):
            return Placed("N.", 0.0)
        placed = in_case(candidate.entries[0], cases_of(readings))
        self.within[self.listed(readings[0].lemma)] = candidate.entries[0].lemma
        return Placed(like(surface, placed.text), placed.certainty, placed.lemma)

    def known(self, surface: str) -> bool:
        """Tell whether a name, in whatever case, is that of a settlement in the table."""
        return any(map(self.gathered.named, self._lemmas(surface)))

    def draw_seats(self) -> None:
        """Draw the cities in names of organisations: what else the text names lies near them."""
        named = {named.town for named in self.gathered.towns}
        for name in dict.fromkeys(n.name for n in self.gathered.held):
            town = self.gathered.named(name)
            if town and (name in self._roles or not town.size) and town not in named:
                self.town(name)

    def size(self, entity: Entity) -> tuple[int, bool, int]:
        """Return the class of size of a place, whether it serves no others, and which city it is.

        The class is above all where the table does not have the place; an address is behind.
        """
        name = entity.canonical or self._view.surface(entity.mentions[0].span)
        if is_a(entity.type, "address"):  # number 14 behind the address that has it
            return _UNLISTED + 2 - any(map(str.isalpha, name)), True, 0
        own, gathered = self.listed(name), self.gathered
        town = gathered.named(own) or gathered.named(self._town_of(own))
        size, own = (town.size, town.name) if town else (_UNLISTED, own)
        return size, own not in self._roles, 0 if size else gathered.geography.ranks.get(own, 0)

    def sizeable(self, surface: str) -> bool:
        """Tell whether a name is that of a town that is no village, or that the text names."""
        towns = filter(None, map(self.gathered.named, self._lemmas(surface)))
        village = self.gathered.geography.smallest
        return any(t.size != village[t.country] for t in towns) or self.is_named(surface)

    def is_village(self, surface: str) -> bool:
        """Tell whether a name of several words, in whatever case, is on the list of places."""
        return not surface.isalpha() and any(map(self._rules.is_place, self._lemmas(surface)))

    def is_named(self, surface: str, among: Collection[str] | None = None) -> bool:
        """Tell whether a name, in whatever case, is that of a place that the text names."""
        named = self._texts if among is None else among
        return any(lemma.casefold() in named for lemma in self._lemmas(surface))

    def _lemmas(self, surface: str) -> list[str]:
        return [r.lemma for r in self._morphology.analyse(like_title(surface), "place")[:3]]

    def adjective(self, word: str, town: str = "") -> Placed:
        """Return the adjective of the town that stands for that of this one: ``Celjska``.

        Args:
            word: The adjective.
            town: The town that it is of, in whatever case, if the text says it.
        """
        readings = self._morphology.analyse(word.lower(), "common")
        read = next((r for r in readings if r.lemma.endswith(self._rules.relational)), None)
        own = self._rules.town_of_adjective(word, self._morphology)
        own = own or (read.lemma if read else word.lower())
        listed = self.listed(self._morphology.analyse(town, "place")[0].lemma) if town else own
        candidate = self._settlement(self._place(listed), derived=True)
        entry = candidate.entries[0] if candidate else None
        return self._derived(word, entry.lemma, entry.derived) if entry else Placed("N.", _UNSURE)

    def _place(self, lemma: str, mentions: Sequence[Mention] = ()) -> _Place:
        """Return a place with the gender and number that its mentions bear out, else the likeliest.

        ``Atene`` alone may be a singular, ``v Atenah`` tells that it is none.
        """
        read = self._morphology.analyse(lemma, "place")
        cited = (r for r in read if r.features.get("Case", "Nom") == "Nom")
        own = [r for r in cited if r.lemma.casefold() == lemma.casefold()]
        if said := next(filter(None, map(self._forms.annotated, mentions)), None):
            return _Place(lemma, *gender_and_number(said))
        if not own:
            return _Place(lemma)
        alone = (m.parts[0].analyses[:1] for m in mentions if len(m.parts) == 1)
        seen = {gender_and_number(r.features) for first in alone for r in first}
        best = next((r for r in own if gender_and_number(r.features) in seen), own[0])
        return _Place(best.lemma, *gender_and_number(best.features))

    def _settlement(
        self,
        place: _Place,
        mentions: Sequence[Mention] = (),
        *,
        readings: tuple[Analysis, ...] = (),
        derived: bool = False,
    ) -> Candidate | None:
        lemma, words = place.lemma, len(place.lemma.split())
        listed = self.listed(lemma)
        if chosen := self._chooser.chosen("place", listed):
            return chosen
        surfaces = [self._view.surface(m.span) for m in mentions]
        every = (*filter(None, [readings]), *self._forms.readings(mentions))
        own = words_of(lemma).union(*map(words_of, surfaces)) if words > 1 else frozenset()
        roles = self._roles.get(listed, frozenset())
        peers = self.gathered.peers(listed, self.areas, roles)
        rings, told = self._kinds.fitting(listed, peers), self._kinds.told(listed)
        among, ahead = self._lies.fitting(listed, rings, roles, told)
        pooled = (e.derived for e in self._rules.pools["place"].by_lemma.get(lemma, ()))
        by_hand = self._rules.pack.toml("address.toml").get("adjectives", {}).get(listed, "")
        said = surfaces if words > 1 else ()
        beside = stands_beside((*filter(None, pooled),), by_hand, listed, said, self._small)
        derived = derived or (beside and not ahead)  # what follows a town needs one too
        on, is_on = self._rules.towns_on, self._forms.is_on(listed, mentions)
        anywhere = self._kinds.municipal(listed) and not self._forms.said_on(listed)
        keeps = self._forms.keeping(mentions)

        def accept(candidate: Candidate) -> bool:
            named = candidate.entries[0]
            shared = bool(own) and any(own & words_of(form) for _, form in named.forms())
            alike = anywhere or (named.lemma in on) == is_on
            alike &= not self._view.tokens or len(named.lemma.split()) == words
            stem = named.derived[:-1].casefold()
            fits = not derived or (bool(stem) and stem not in self._small)
            return alike and not shared and fits and keeps(named)

        if loose := not any(map(self._forms.agrees, mentions)):  # of whatever number
            every = tuple(map(cases_only, every))
        part = self._kinds.seat(listed)  # Drajna, short for Drajna de Jos, is no other
        seat = self.town(part) if part and self.listed(part) != listed else None
        gender = place.gender if mentions else ""  # inside a name nothing agrees with it
        obeyed = any(map(self._forms.annotated, mentions))  # a corpus says of which gender
        loose = loose and not obeyed
        wanted = Wanted(
            "place", listed, lemma, gender, place.number, words, every, accept,
            among=among, ahead=0 if obeyed else ahead, loose=loose, pooled=derived,
            first=self._kinds.inside(listed, seat) if seat else self.areas.seats.get(listed, ()),
            agreeing=self._lies.further(listed, self._kinds, roles) if loose and gender else (),
        )  # fmt: skip
        chosen = self._chooser.choose(wanted)
        old = self.gathered.named(listed) or self.gathered.around(listed)
        self.areas.follow(old, self.gathered.named(chosen.entries[0].lemma if chosen else ""))
        return chosen

    def listed(self, lemma: str) -> str:
        """Return the name that the table of settlements has for one: *Iași* for *Iașul*."""
        names = (lemma, *(r.lemma for r in self._morphology.analyse(lemma, "place")[:4]))
        found = next((town for n in names if (town := self.gathered.named(n))), None)
        short = self.gathered.geography.abbreviated.before_preposition
        found = found or next((town for n in names if (town := short.get(n.casefold()))), None)
        return found.name if found else lemma

    def _seat(self, word: str) -> str:
        """Return the town of a word in the name of a body, be it its adjective: *Русенският*."""
        found = self.listed(word)
        return found if self.gathered.named(found) else self._town_of(word) or found

    def town(self, name: str) -> Town | None:
        """Return the town that stands for one of this name, as the table has it."""
        chosen = self._settlement(self._place(name))
        return self.gathered.geography.named(chosen.entries[0].lemma) if chosen else None

    def _adjectival(self, mention: Mention) -> bool:
        surface = self._view.surface(mention.span)
        *heads, word = surface.split()
        kind = all(map(self.local.things.called.is_kind, heads))  # no Wola Zambrowska
        large = kind and surface.istitle() and not self.known(surface)
        says = (*(p.derived for p in mention.parts), *(e.rule for e in mention.evidence))
        small = (kind and surface.islower()) or (large and surface == word)  # Kivesjärveläinen mies
        readings = self._morphology.analyse(word.lower(), "common") if small else ()
        relational = any(r.lemma.endswith(self._rules.relational) for r in readings)
        return "adjective" in says or (large and bool(self._town_of(surface))) or relational

    def _town_of(self, surface: str) -> str:
        """Return the town that an adjective is made from: *powiat częstochowski*."""
        return self._rules.town_of_adjective(surface.rpartition(" ")[2].title(), self._morphology)

    def _of_adjective(self, named: Named) -> Named:
        """Return what a text names, the town itself for its adjective: *turkulainen*."""
        town = None if named.town else self.gathered.named(self._town_of(named.name))
        return Named(town.name, named.span, town) if town else named

    def _named(self, mention: Mention, candidate: Candidate) -> Placed:
        state = self.gathered.geography.in_region(self._view.surface(mention.span))
        last = self.gathered.town_before(mention.span) if state else None  # Buffalo, New York
        beside = state and last and last.town and last.town.region == state.region
        announced = self._counterparts.announced(mention) or beside
        if announced and (made := self.regions.of_mention(mention)):
            return made
        placed = self._forms.placed(mention, candidate)
        return replace(placed, lemma=self._forms.cited(mention, placed.lemma))

    def _adjective(self, mention: Mention, candidate: Candidate) -> Placed:
        head, gap, word = self._view.surface(mention.span).rpartition(" ")
        led = Placed(head + gap if all(map(self.local.things.called.is_kind, head.split())) else "")
        new = candidate.entries[0]
        return joined([led, self._derived(word, new.lemma, new.derived)])

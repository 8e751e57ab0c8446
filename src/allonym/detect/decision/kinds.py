"""What a name that is taken is the name of: the trees say, lists and text sometimes know better.

Trees read words one by one.  That a full name by the lists is no town's, that who is named in full
elsewhere is the same person here, that a public body's name is nobody's, is settled here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from allonym.detect.decision.candidates import CLASSES, NAMED, PLAIN, PUBLIC
from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.leaning import is_initials
from allonym.languages.abroad import load_abroad
from allonym.languages.geography import load_geography
from allonym.languages.lexicon import BIT, NAMES
from allonym.model.features import parse_features
from allonym.model.mention import SURE, Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a

if TYPE_CHECKING:
    from allonym.kit import Kit

_TWO_MINDS, _SURE_KIND, _SURE_PERSON = 0.5, 0.95, 0.9
_HARDLY = 0.2
"""Up to which share of its readings a name is hardly in a case."""
_REACH = 24
_CITY = 2
"""Told of a city, which has a class of size below this."""
_CLUB = "public.sport"
"""What clubs are called, whole regions are too."""
_BEHIND = re.compile(r",[ \u00a0]((?:Co\. )?[^\W\d_]+(?: [^\W\d_]+)?)")
_LED = re.compile(r"(?:,[ \u00a0][^,;.\n]{3,25})?,[ \u00a0]\w+\.?[ \u00a0](?=\w)")
_NUMBER = re.compile(r"[ \u00a0]\d+(?:[.,]\d+)?\Z")
_UNIT = re.compile(r"[ \u00a0]?(?:mc?g|[µμ]g|ml|мк?г|мл)(?!\w)")
"""What makes a number behind somebody a dose, and no part of the name: *Anna | 5 mg*."""
_YEAR = re.compile(r"19[5-9]\d|20[0-4]\d")
_PLACE = BIT["place"] | BIT["place_rare"]
_PLACES_FORM = BIT["place_ending"] | BIT["an_place"]
_PLACES, _PEOPLE = _PLACE | _PLACES_FORM, BIT["given"] | BIT["family"]
_GIVEN = BIT["given"] | BIT["given_ending"]


@dataclass(frozen=True, slots=True)
class Kinds:
    """Says what names are of."""

    # the bits that the word lists give a word
    flags: Callable[[str], int] = field(default=lambda _: 0, repr=False)
    # prepositions, in small letters; behind one a name may be a place's
    where: frozenset[str] = frozenset()
    shortened: frozenset[str] = frozenset()  # dotted abbreviations of two letters: *P.S.*
    # forms of what the houses of societies are called, which nobody is
    houses: tuple[str, ...] = ()
    # titles of rulers, in small letters, whom houses are called after
    rulers: frozenset[str] = frozenset()
    # returns 0 if a name is no form of a settlement's, `_CITY` if it is a city's
    town: Callable[[str], int] = field(default=lambda _: 0, repr=False)
    # tells whether a settlement of a name lies in a region that the text says right behind (*Cedar
    # Rapids, Iowa*)
    in_region: Callable[[str, str, int], bool] = field(default=lambda *_: False, repr=False)
    # tells whether a place's name stands in a case that the preposition before it asks for
    stands: Callable[[str, str], bool] = field(default=lambda *_: True, repr=False)

    @classmethod
    def of(cls, kit: Kit) -> Kinds:
        """Return what a language's tables say."""
        orgs = kit.pack.toml("orgs.toml")
        houses = (kit.morphology.forms(w, "common") for w in orgs.get("houses", ()))
        return cls(
            kit.flags, kit.where, frozenset(kit.pack.words("names", "shortened")),
            tuple(sorted(chain(*houses))), frozenset(orgs.get("rulers", ())),
            partial(_town, kit), partial(_in_region, kit), partial(_stands, kit),
        )  # fmt: skip

    def mention(self, text: str, candidate: Candidate, chances: Any) -> Mention | None:
        """Return a candidate as what it is thought to be; a finer type that agrees is kept.

        Where the trees are of two minds, the steps before have the say.

        Args:
            text: Of the document.
            candidate: What is taken.
            chances: The probabilities of the classes.

        Returns:
            None for a street's common noun alone, which is no address, and for a year alone.
        """
        best = NAMED + int(chances[NAMED:].argmax())
        words = text[candidate.span.start : candidate.span.end].split()
        if CLASSES[best] == "address" and all(self.flags(w.lower()) & BIT["street"] for w in words):
            return None
        kind = self._kind(text, candidate, CLASSES[best], float(chances[best]))
        dotted = kind == "org" and is_initials(text, candidate.span)
        if dotted and "".join(words) not in self.shortened:
            kind = "person"
        if len(words) == 1 and _YEAR.fullmatch(words[0]):
            return None  # nowak_ann-2024
        score = round(float(1 - chances[0]), 4)
        said = [candidate.settled] if candidate.settled else []
        types = [m.type for m in (*said, *candidate.finds) if is_a(m.type, kind)]
        finer = PUBLIC if PUBLIC in types else next(iter(types), kind)
        reasons = dict.fromkeys(e for m in (*said, *candidate.finds) for e in m.evidence)
        called = len(words) > 1 and any(e.rule == "full-name" for e in reasons)
        known = called or chances[best] > _SURE_PERSON or CLASSES[best] == "place"
        sure = (SURE,) if kind == "person" and known else ()
        kept = (Evidence(e.detector, e.rule, 0.0) for e in reasons)
        span = _undosed(text, candidate.span) if kind == "person" else candidate.span
        return Mention(span, finer, (Evidence("decision", kind, score), *sure, *kept))

    def _kind(self, text: str, candidate: Candidate, kind: str, chance: float) -> str:
        rules = {e.rule for m in candidate.finds for e in m.evidence}
        words = text[candidate.span.start : candidate.span.end].split()
        given = len(words) > 1 and any(self.flags(word) & BIT["given"] for word in words)
        called = "full-name" in rules and given
        plain = PLAIN in rules and not called  # Zalai Hírlap
        before = text[max(0, candidate.span.start - _REACH) : candidate.span.start].split()[-1:]
        there = not self.where.isdisjoint(map(str.lower, before))
        if own := self._own(text, candidate, kind, there, chance < _SURE_KIND, plain):
            return own
        street = self.flags(words[-1].lower()) & BIT["street"] and not self.flags(words[-1]) & NAMES
        if kind == "place" and chance < _TWO_MINDS and given and not (there or street):
            return "person"  # Grace Hill, but Hunter Drive
        if candidate.settled and chance < _TWO_MINDS and not plain:
            settled = candidate.settled.type.partition(".")[0]
            town = (kind, settled) == ("place", "org") and self.town(" ".join(words))
            county = words[-1].islower() and not street  # Västra Götalands län
            town = town or ((kind, settled) == ("place", "address") and county)
            kind = settled if settled in CLASSES and not town else kind
        if kind == "place":
            names = _GIVEN if chance < _TWO_MINDS else BIT["given"]
            unsure = chance < _SURE_KIND and self._is_no_place(words, rules, names, there=there)
            return "person" if unsure or self._is_somebody(text, candidate, chance) else kind
        ruled = words[0].lower() in self.rulers  # King Edward Wing
        called &= bool(self.flags(words[-1]) & NAMES)  # Hughes Plumbing
        house = len(words) > 1 and (ruled or not called)
        house = house and f" {words[-1].lower()}".endswith(self.houses)
        house &= kind != "address" or not self.flags(words[-1].lower()) & BIT["street"]
        if kind in ("person", "org", "address") and house:
            return "org"
        named = "full-name" in rules or candidate.is_borne  # the Briars beside Mr Briar
        if kind == "org" and chance < _SURE_KIND and named and not plain:
            return "person"
        return kind

    def _own(
        self, text: str, candidate: Candidate, kind: str, there: bool, unsure: bool, plain: bool
    ) -> str:
        """Return what lists say that a name is, whatever the trees do; empty where they don't."""
        words, end = text[candidate.span.start : candidate.span.end].split(), candidate.span.end
        if kind == "org":  # Calgary slog Boston
            home = plain or any(self.flags(word) & _PLACE for word in words)  # Nokia
            town = not home and self.town(" ".join(words))
            return "place" if town else ""
        if kind != "address" and self.in_region(" ".join(words), text, end):
            return "place"  # Marion, Iowa
        if kind not in ("person", "place"):
            return ""
        if unsure and plain:
            return "org"  # Medtronic, and no town has its name
        people = not unsure or self.flags(words[0]) & _PEOPLE or candidate.is_borne
        people = people or (kind == "person" and _is_listed(candidate))
        lone = len(words) == 1 and people  # the Taylors
        several = len(words) > 1
        town = self.town(" ".join(words)) if several or (there and not lone) else 0
        if town == _CITY or (town and (there or len(words) > len("AB"))):
            return "place"  # från Osaka; Велико Търново, where Велико is a name; Sveti Ivan Žabno
        listed = {e.rule for m in candidate.finds for e in m.evidence if e.detector == "nobody"}
        public = there and listed and _CLUB not in listed
        known = any(self.flags(word) & _PLACES for word in words)
        if kind == "person":
            known |= any(self.flags(word) & _PEOPLE for word in words)
            known |= _is_listed(candidate)
        return "org" if public and not known else ""  # pracuje w Pesie, but od Agaty

    def _is_somebody(self, text: str, candidate: Candidate, chance: float) -> bool:
        """Tell whether somebody is named in full elsewhere who is called so, and no place *in* it.

        Behind a preposition neither lists nor trees must know such a place: *Do Sztachańskiej*, but
        *w Turku* and *u Slavoniji*.  No place is in the case of *z Bieńkami*, with the Bienieks.
        """
        before = text[max(0, candidate.span.start - _REACH) : candidate.span.start].split()
        words = text[candidate.span.start : candidate.span.end].split()
        bits = [self.flags(word) for word in words]
        places, people = (any(b & kind for b in bits) for kind in (_PLACE, _PEOPLE))
        known = chance >= _SURE_PERSON or any(b & _PLACES for b in bits)
        led = bool(before) and before[-1].lower() in self.where
        there = led and self.stands(before[-1].lower(), words[-1])
        if chance >= _SURE_KIND and places and not people and there == led:
            return False  # Harjavalta, though Harjavallan Martat looks like somebody
        return candidate.is_borne and not (known and there)

    def _is_no_place(
        self, words: Sequence[str], rules: set[str], names: int, *, there: bool
    ) -> bool:
        """Tell whether the lists know people and no place by this name."""
        if any(self.flags(word) & _PLACE for word in words):
            return False
        if len(words) > 1:
            return "full-name" in rules and not there
        bits = self.flags(words[0])  # Krakowie is in Kraków, though one may be called Krak
        return bool(bits & names) and not bits & _PLACES_FORM


def _is_listed(candidate: Candidate) -> bool:
    """Tell whether a list of given names or surnames has one of which it may be a form."""
    rules = (e.rule for m in candidate.finds for e in m.evidence)
    return any(rule.startswith(("given", "family")) for rule in rules)


def _in_region(kit: Kit, name: str, text: str, end: int) -> bool:
    """Tell whether a settlement lies in a region, which nobody is called, that a text says."""
    geography, led = load_geography(kit.pack), _LED.match(text, end)
    announced = led and geography.is_announced(text, Span(led.end(), led.end() + 1))
    if announced and not any(kit.flags(word) & _PEOPLE for word in name.split()):
        return True  # Brockagh, Glenfarne, Co. Leitrim
    found = _BEHIND.match(text, end)
    said = found[1] if found and not kit.flags(found[1]) & BIT["given"] else ""
    city, land = map(load_abroad(kit.pack).named, (name, said)) if said else (None, None)
    if city and land and city.main == "city" and (land.stays or land.country == city.country):
        return True  # Kochi, Kerala
    towns = geography.all_named(name) if said else ()
    regions = ((t.region, geography.full.get(t.region, t.region)) for t in towns if t.region)
    return any(said.startswith(names) for names in regions)


def _stands(kit: Kit, before: str, name: str) -> bool:
    """Tell whether a form of a place's name fits a preposition, *from* rather than *with* it."""
    asked = kit.pack.toml("words.toml").get("cues", {}).get("preposition", {}).get(before, "")
    cases = set(parse_features(asked).get("Case", "").split(","))
    cases -= {"Ins"} if "Gen" in cases else set()
    read = kit.morphology.analyse(name, "place")
    return sum(r.weight for r in read if r.features.get("Case") in (None, *cases)) > _HARDLY


def _town(kit: Kit, name: str) -> int:
    """Return whether a name is a form of a settlement's, by its likeliest readings; see `Kinds`."""
    named, read = load_geography(kit.pack).named, kit.morphology.analyse
    lemmas = [r.lemma for r in read(name, "place")[:2] if "." not in r.lemma]  # Z. Góra is a name
    towns = [town for lemma in lemmas if (town := named(lemma))]
    if any(town.size < _CITY for town in towns):
        return _CITY
    return int(bool(towns) or load_abroad(kit.pack).named(name) is not None)


def _undosed(text: str, span: Span) -> Span:
    """Return a name without the number of a dose behind it."""
    number = _NUMBER.search(text, span.start, span.end)
    return Span(span.start, number.start()) if number and _UNIT.match(text, span.end) else span

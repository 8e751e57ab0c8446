"""Where the people of a document are at home, as far as their names and the text tell it.

There is one measure: how usual the parts of a name are here against elsewhere.  Each part, given
name, surname or particle, counts from 0 to 4 in a place (`Origins.levels`, `NameRules.usual_here`):
many bear it, long lists have it, it sounds or ends so, nobody has it.  Registers count those too
who came, so that a name usual abroad counts here only if it is borne here far more often than they
bring it (``common/here.tsv``).  The sum over the parts is compared: of an origin a name of here is
nearly as usual as here, since *Peter Nguyen* is at home where the Nguyens are; a bit less so of
neighbours, whose surnames are here as well, and of origins of which hardly anybody is here.  What
the text says of somebody counts as one part more.  Where all is equal one is from here; else of the
origin from which more people came.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import log10

from allonym.languages.origins import LISTED, OFTEN, Origins
from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity, EntityId
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE
from allonym.replace.people.eras import Ages
from allonym.replace.people.slots import Person, Slot, slots_of
from allonym.replace.rules import NameRules
from allonym.text.capitals import CAPITAL, SMALL
from allonym.text.fold import strip_marks

_KINDS = ("given", "family")
_OTHER = {"given": "family", "family": "given"}
_BEFORE = re.compile(r"(?:(?:[^\W\d_]+,?|[^\W\d_]{1,3}\.)[ \u00a0(]{1,2}){1,7}\Z")
_BEHIND = re.compile(r"(?:,?[ \u00a0(–-]{1,3}[^\W\d_]+(?![\w-])){1,4}")
_LETTERS = re.compile(r"[^\W\d_]+")
_PARTICLE = re.compile(rf"\b(?:{SMALL}+(?= )|(?<= ){CAPITAL}{SMALL}+(?= )|{CAPITAL}?{SMALL}+(?=-))")
_REACH = 60
_ENOUGH = 8
_TELLING = {"given": 1.0, "family": 1.2, "particle": 1.2, "told": 1.0}
"""Surnames travel less than given names: *Gerda Enlund* is of where the Enlunds are."""
_AT_HOME, _ALONE = 1, 2
"""By how much one is rather from here than from anywhere else; of one word more is asked."""
_FEW, _SOME, _NONE = 0.5, 0.1, 0.01
"""By how much less one is of where few come from, for each tenth of so many in a thousand."""
_FAR, _NEAR = 1, 3
"""By how much less usual abroad is a name of here: children of those who came have one, and of
neighbours less can be told."""


@dataclass(frozen=True)
class Homes:
    """Tells whose name is from abroad, and what names go for it."""

    view: TextView = field(repr=False)  # the document, which may say of what country somebody is
    rules: NameRules  # what the language says about names; its own need no origin
    people: Sequence[Entity] = field(repr=False)  # of the document
    ages: Ages = field(repr=False)  # what the text says of them

    @property
    def origins(self) -> Origins:
        """The names of all origins."""
        return self.rules.origins

    def origin(self, person: Person) -> str:
        """Return where somebody's name is at home; nothing where it may be here."""
        names = [(s.role, s.lemma) for s in person.slots if s.role in _KINDS and not s.former]
        found: list[tuple[str, int, Mapping[str, int]]] = [
            (k, self._here(person, k, name), self._there(k, name)) for k, name in names
        ]
        words = self._particles(person)
        found += [("particle", 0, self.origins.levels("particle", word)) for word in words]
        if told := self._told(person) or self._of_kin(person):
            found.append(("told", 0, {told: LISTED}))
        here = sum(_TELLING[kind] * own for kind, own, _ in found)
        here += (_ALONE if len(found) == 1 else _AT_HOME) if here else 0
        come: dict[str, tuple[float, float]] = {}
        for origin in {o for _, _, there in found for o in there} - (self.rules.near - {told}):
            mixed = _FAR if origin in self.origins.cultures else _NEAR
            usual = sum(
                _TELLING[kind] * max(there.get(origin, 0), own - mixed)
                for kind, own, there in found
            )
            share = self.origins.shares[origin].get(self.rules.pack.code, 0.0)
            come[origin] = usual - max(0.0, -_FEW * log10((share or _NONE) / _SOME)), share
        best = max(sorted(come), key=come.__getitem__, default="")
        return self._settled(best if best and come[best][0] > here else "", names)

    def _particles(self, person: Person) -> list[str]:
        longest = max((m.span for m in person.entity.mentions), key=len)
        return [word.lower() for word in _PARTICLE.findall(self.view.surface(longest))]

    def _settled(self, origin: str, names: Sequence[tuple[str, str]]) -> str:
        """Return where people at home have their names who were of this origin long ago.

        *Нежми Салиев* is a Turk of Bulgaria, *Ахмед Челик* one of Turkey.
        """
        given = [self.origins.listed(kind, name) for kind, name in names if kind == "given"]
        for there, here in self.rules.settled.items():
            olden = {there, here}
            called = any(own and own <= self.rules.settled.keys() | {here} for own in given)
            if origin in olden or (called and not origin):
                away = [n for k, n in names if k == "family" and self.origins.has(there, k, n)]
                return there if away and origin == there else here
        return origin

    def _told(self, person: Person) -> str:
        """Return the origin that a word right beside the name says: *Albanec Agim*, *(Francoz)*.

        The word is of the same clause and before the next name; who teaches a language or
        interprets it may be of anywhere.
        """
        for span in (m.span for m in person.entity.mentions):
            floor = max(span.start - _REACH, self.ages.beside.before(span.start))
            limit = self.ages.beside.after(span.end)
            left = _BEFORE.search(self.view.text, floor, span.start)
            right = _BEHIND.match(self.view.text, span.end, limit)
            told = load_nations(self.rules.pack).told(_words(left)[::-1], _words(right))
            if told:
                return told
        return ""

    def _of_kin(self, person: Person) -> str:
        """Return the origin of who is named in full before kin without a surname: *mama lui Leo*.

        A child whose name is at home here all the same has one of here.
        """
        family = any(s.role == "family" for s in person.slots)
        if family or person.entity.id not in self.ages.kin:
            return ""
        at = bisect_left(self._full, (person.entity.mentions[0].span.start,))
        whose = [e for e in self.people if at and e.id == self._full[at - 1][1]]
        return self.origin(Person(whose[0], "", slots_of(whose[0], self.rules))) if whose else ""

    @cached_property
    def _full(self) -> Sequence[tuple[int, EntityId]]:
        """Where people are who have surnames, in text order."""
        named = (e for e in self.people if any(p.role == "family" for p in e.parts))
        return sorted((m.span.start, e.id) for e in named for m in e.mentions)

    def names(self, person: Person, kind: str, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the names that may stand for one from abroad, as `Wanted` has them.

        There are none where the name is usual here, and more so: *Peter* of *Peter Nguyen*.
        """
        origin = person.origin
        led = kind == "family" and any(
            self.origins.has(origin, "particle", word) for word in self._particles(person)
        )
        own = self._here(person, kind, name)
        at_home = not led and own >= OFTEN and own > self._there(kind, name).get(origin, 0)
        if not origin or (at_home and origin not in self.rules.settled.values()):
            return ()
        hard, names = self.rules.undrawn, self._borne(origin, kind, person.gender, name)
        spelt = self.rules.spelt(origin, names)
        whole = (slot.lemma for slot in person.slots)
        if all(map(str.isascii, whole)):  # who writes himself Nguyen is not called Trần
            bare = tuple(n for n in spelt if n.isascii())
            spelt = bare if len(bare) >= _ENOUGH else tuple(map(strip_marks, spelt))
        return (tuple(n for n in spelt if not (hard and hard.search(n))),)

    def surnames(self, person: Person, slot: Slot, *, alone: bool) -> tuple[tuple[str, ...], ...]:
        """Return them for a surname; half of a double one may be from abroad by itself."""
        if alone and not person.origin and sum(s.role == "family" for s in person.slots) > 1:
            person = Person(person.entity, person.gender, [slot])  # Sanna Kettunen-Bianchi
            person.origin = self.origin(person)
        return self.names(person, "family", slot.lemma)

    def _borne(self, origin: str, kind: str, gender: str, name: str) -> tuple[str, ...]:
        """Return the names of an origin; of surnames of women those of men too where it is one.

        Anna Nowak's brother is a Nowak, so that neither may be a *Czarnecka*.
        """
        names = self.origins.names(origin, kind, gender)
        men = self.origins.names(origin, kind, "") if kind == "family" else names
        ends = Counter(n[-1] for n in {*names} - {*men}).most_common(1)
        if not ends or name.endswith(ends[0][0]):
            return names
        both = tuple(n for n in names if n in men)
        return both if len(both) >= _ENOUGH else men

    def fathers(self, person: Person) -> tuple[tuple[str, ...], ...]:
        """Return what fathers are called of people who have long been here."""
        here = person.origin in self.rules.settled.values()
        return (self.origins.names(person.origin, "given", "Masc"),) if here else ()

    def _there(self, kind: str, name: str) -> Mapping[str, int]:
        """Return how usual a name is in the origins, whatever form women have of it.

        A surname may stand first, as in Vietnam.
        """
        found: dict[str, int] = {}
        for form in self.rules.masculines(name) if kind == "family" else (name,):
            for origin, usual in self.origins.levels(kind, form).items():
                found[origin] = max(usual, found.get(origin, 0))
        for origin, usual in self.origins.levels(_OTHER[kind], name).items():
            found[origin] = max(usual - 1, found.get(origin, 0))
        return found

    def _here(self, person: Person, kind: str, name: str) -> int:
        """Return how usual is here what a word may be a form of; a surname may stand first.

        One that no list has is of here if it ends as many do, *Vidaček*, or as a possessive:
        *Trinkausova* is hardly from Russia.
        """
        rules, contested = self.rules, self.origins.contested(kind, name, self.rules.near)
        usual = max(rules.usual_here(kind, own) for own in {name, *_read_as(person, kind, name)})
        usual = max(usual, rules.usual_here(_OTHER[kind], name) - (2 if contested else 1))
        if usual or kind != "family" or self.origins.is_listed(kind, name):
            return usual
        read = (p.analyses for m in person.entity.mentions for p in m.parts if p.role == kind)
        owned = any(a.features.get("Derivation") == POSSESSIVE for own in read for a in own[:2])
        return LISTED if owned or rules.ends_alike(name) else 0


def _words(match: re.Match[str] | None) -> list[str]:
    return _LETTERS.findall(match[0].casefold()) if match else []


def _read_as(person: Person, kind: str, name: str) -> Iterator[str]:
    """Yield all that the words may be forms of which may be forms of a name."""
    parts = (p for m in person.entity.mentions for p in m.parts if p.role == kind)
    for part in parts:
        lemmas = [a.lemma for a in part.analyses]
        yield from lemmas if name in lemmas else ()


@dataclass(frozen=True, slots=True)
class Nations:
    """What ``nations.toml`` of a pack says."""

    # forms of the words for a people; the group is the origin of its names
    words: re.Pattern[str] = field(repr=False)
    # how words begin that speak of a language, or of what is made abroad
    studies: tuple[str, ...] = field(repr=False)

    def told(self, *near: list[str]) -> str:
        """Return the origin that words in small letters tell, the nearest first, or nothing."""
        if any(word.startswith(self.studies) for words in near for word in words if self.studies):
            return ""
        found = (self.words.fullmatch(word) for words in near for word in words)
        return next((match.lastgroup or "" for match in found if match), "")


@cache
def load_nations(pack: LanguagePack) -> Nations:
    """Read the table of a pack; without one no word tells anything."""
    table = pack.toml("nations.toml")
    endings, stems = "|".join(table.get("endings", ())), table.get("people", {}).items()
    groups = "|".join(f"(?P<{origin}>{'|'.join(own)})" for origin, own in stems) or r"\b\B"
    return Nations(re.compile(f"(?:{groups})(?:{endings})"), tuple(table.get("studies", ())))

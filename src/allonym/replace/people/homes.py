"""Where the people of a document are at home, as far as their names and the text tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from allonym.languages.origins import Origins
from allonym.model.entity import Entity
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE
from allonym.replace.people.nations import load_nations
from allonym.replace.people.neighbours import Neighbours
from allonym.replace.people.slots import Person
from allonym.replace.rules import NameRules
from allonym.text.fold import strip_marks

_KINDS = ("given", "family")
_BEFORE = re.compile(r"(?:(?:[^\W\d_]+,?|[^\W\d_]{1,3}\.)[ \u00a0(]{1,2}){1,7}\Z")
_BEHIND = re.compile(r"(?:,?[ \u00a0(–-]{1,3}[^\W\d_]+(?![\w-])){1,4}")
_LETTERS = re.compile(r"[^\W\d_]+")
_PARTICLE = re.compile(r"\b(?:[a-z]+(?= )|(?<= )[A-Z][a-z]+(?= )|[A-Z]?[a-z]+(?=-))")
_REACH = 60
_ENOUGH = 8


@dataclass(frozen=True)
class Homes:
    """Tells whose name is from abroad, and what names go for it.

    Attributes:
        view: The document, which may say of what country somebody is.
        rules: What the language says about names; its own need no origin.
        people: Of the document.
    """

    view: TextView = field(repr=False)
    rules: NameRules
    people: Sequence[Entity] = field(repr=False, default=())

    @property
    def origins(self) -> Origins:
        """The names of all origins."""
        return self.rules.origins

    def origin(self, person: Person) -> str:
        """Return where somebody's name is at home; nothing where it may be here."""
        names = [(s.role, s.lemma) for s in person.slots if s.role in _KINDS and not s.former]
        told = self._told(person)
        if not told and (self._is_usual_alone(names) or self._are_usual(names)):
            return ""
        known: list[tuple[str, str, bool]] = [
            (kind, n, self._may_be_own(person, kind, n))
            for kind, n in names
            if not (self._ends_alike(person, kind, n) or self._tells_nothing(kind, n))
        ]
        known += (("particle", word, False) for word in self._particles(person))
        found = self.origins.of(known, self.rules.near, told, listed=self.rules.telling_lists)
        return self._settled(found, names)

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
            floor = max(span.start - _REACH, self._beside.before(span.start))
            limit = self._beside.after(span.end)
            left = _BEFORE.search(self.view.text, floor, span.start)
            right = _BEHIND.match(self.view.text, span.end, limit)
            told = load_nations(self.rules.pack).told(_words(left)[::-1], _words(right))
            if told:
                return told
        return ""

    @cached_property
    def _beside(self) -> Neighbours:
        return Neighbours(self.people, len(self.view.text))

    def names(self, person: Person, kind: str, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the names that may stand for one from abroad, as `Wanted` has them."""
        origin = person.origin
        led = any(self.origins.has(origin, "particle", word) for word in self._particles(person))
        listed = kind == "family" and not led and self.rules.lists(kind, name)
        at_home = self._is_own(kind, name) or listed
        at_home = at_home and not self.origins.has(origin, kind, name)
        if not origin or (at_home and origin not in self.rules.settled.values()):
            return ()
        hard, names = self.rules.undrawn, self.origins.names(origin, kind, person.gender)
        spelt = self.rules.spelt(origin, names)
        whole = (slot.lemma for slot in person.slots)
        if all(map(str.isascii, whole)):  # who writes himself Nguyen is not called Trần
            bare = tuple(n for n in spelt if n.isascii())
            spelt = bare if len(bare) >= _ENOUGH else tuple(map(strip_marks, spelt))
        return (tuple(n for n in spelt if not (hard and hard.search(n))),)

    def fathers(self, person: Person) -> tuple[tuple[str, ...], ...]:
        """Return what fathers are called of people who have long been here."""
        here = person.origin in self.rules.settled.values()
        return (self.origins.names(person.origin, "given", "Masc"),) if here else ()

    def _is_own(self, kind: str, name: str) -> bool:
        """Tell whether a name is of here: not *Deepika*, who has a pet name on the lists."""
        rules = self.rules
        full = rules.pet_names.full(name) == (name,)
        if kind == "given" and full and name not in rules.pools[kind].by_lemma:
            away = self.origins.listed(kind, name).isdisjoint(rules.near)
            if away and self.origins.usual_in(kind, name):
                return False
        return rules.has_name(kind, name) or (kind == "family" and rules.is_feminine(name))

    def _are_usual(self, names: Sequence[tuple[str, str]]) -> bool:
        """Tell whether all names are of here: with no strange given name, whatever is borne here.

        A surname may stand first: *Nechita Bogdan*.
        """
        if not self.rules.telling_lists:
            return False
        called = all(
            any(self._is_own(k, name) for k in _KINDS)
            for kind, name in names[:1]
            if kind == "given"
        )
        return all(
            any(self._is_own(k, name) for k in _KINDS)
            or self.rules.lists(kind, name)
            or (called and self.rules.is_borne(name))
            for kind, name in names
        )

    def _is_usual_alone(self, names: Sequence[tuple[str, str]]) -> bool:
        """Tell whether a given name without a surname is usual here: *My*, in Vietnam as well."""
        (kind, name), *more = names or [("", "")]
        if kind != "given" or more or not self.rules.is_usual_given(name):
            return False
        here = not self.origins.listed(kind, name).isdisjoint(self.rules.near)
        marked = self.rules.pack.script == "Latn" and strip_marks(name) != name  # Roža is no Roza
        return here or marked or self.rules.has_name(kind, name)

    def _may_be_own(self, person: Person, kind: str, name: str) -> bool:
        """Tell whether a word may be read as a form of one of the language's own names."""
        return any(self._is_own(kind, lemma) for lemma in {name, *_read_as(person, kind, name)})

    def _tells_nothing(self, kind: str, name: str) -> bool:
        """Tell whether a given name is usual here, and abroad only on some list: *Wanessa*."""
        usual = kind == "given" and self.rules.is_usual_given(name)
        return usual and not self.origins.usual_in(kind, name)

    def _ends_alike(self, person: Person, kind: str, name: str) -> bool:
        """Tell whether a surname that no list has ends as many of the language do: *Vidaček*.

        So do possessives: *Trinkausova* is hardly from Russia.
        """
        known = kind != "family" or self._is_own(kind, name) or self.origins.is_listed(kind, name)
        read = (p.analyses for m in person.entity.mentions for p in m.parts if p.role == kind)
        owned = any(a.features.get("Derivation") == POSSESSIVE for own in read for a in own[:2])
        return not known and (owned or self.rules.ends_alike(name))


def _words(match: re.Match[str] | None) -> list[str]:
    return _LETTERS.findall(match[0].casefold()) if match else []


def _read_as(person: Person, kind: str, name: str) -> Iterator[str]:
    """Yield all that the words may be forms of which may be forms of a name."""
    parts = (p for m in person.entity.mentions for p in m.parts if p.role == kind)
    for part in parts:
        lemmas = [a.lemma for a in part.analyses]
        yield from lemmas if name in lemmas else ()

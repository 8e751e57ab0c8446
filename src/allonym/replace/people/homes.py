"""Where the people of a document are at home, as far as their names and the text tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from allonym.languages.origins import Origins
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE
from allonym.replace.people.slots import Person
from allonym.replace.rules import NameRules
from allonym.text.fold import strip_marks

_KINDS = ("given", "family")
_BEFORE = re.compile(r"(?:[^\W\d_]+[,.]?[ \u00a0(]{1,2}){1,4}\Z")
_BEHIND = re.compile(r"(?:,?[ \u00a0(–-]{1,3}[^\W\d_]+){1,4}")
_LETTERS = re.compile(r"[^\W\d_]+")
_PARTICLE = re.compile(r"\b(?:[a-z]+(?= )|[A-Z]?[a-z]+(?=-))")
_REACH = 60
_ENOUGH = 8


@dataclass(frozen=True, slots=True)
class Homes:
    """Tells whose name is from abroad, and what names go for it.

    Attributes:
        view: The document, which may say of what country somebody is.
        rules: What the language says about names; its own need no origin.
    """

    view: TextView = field(repr=False)
    rules: NameRules

    @property
    def origins(self) -> Origins:
        """The names of all origins."""
        return self.rules.origins

    def origin(self, person: Person) -> str:
        """Return where somebody's name is at home; nothing where it may be here."""
        names = [(s.role, s.lemma) for s in person.slots if s.role in _KINDS and not s.former]
        told = self._told(person)
        if not told and self.rules.telling_lists and self._are_usual(names):
            return ""
        known: list[tuple[str, str, bool]] = [
            (kind, n, self._may_be_own(person, kind, n))
            for kind, n in names
            if not self._ends_alike(person, kind, n)
        ]
        longest = max((m.span for m in person.entity.mentions), key=len)
        particles = _PARTICLE.findall(self.view.surface(longest))
        known += (("particle", word.lower(), False) for word in particles)
        return self.origins.of(known, self.rules.near, told)

    def _told(self, person: Person) -> str:
        """Return the origin that a word right beside the name says: *Albanec Agim*, *(Francoz)*."""
        text, nations = self.view.text, self.rules.nations
        for span in (m.span for m in person.entity.mentions):
            before = _BEFORE.search(text[max(0, span.start - _REACH) : span.start])
            behind = _BEHIND.match(text, span.end)
            left, right = (_LETTERS.findall(m[0].casefold()) if m else [] for m in (before, behind))
            found = map(nations.match, (*reversed(left), *right))
            if told := next((m.lastgroup for m in found if m), None):
                return told
        return ""

    def names(self, person: Person, kind: str, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the names that may stand for one from abroad, as `Wanted` has them."""
        origin = person.origin
        if not origin or (self._is_own(kind, name) and not self.origins.has(origin, kind, name)):
            return ()
        hard, names = self.rules.undrawn, self.origins.names(origin, kind, person.gender)
        spelt = self.rules.spelt(origin, names)
        whole = (slot.lemma for slot in person.slots)
        if all(map(str.isascii, whole)):  # who writes himself Nguyen is not called Trần
            bare = tuple(n for n in spelt if n.isascii())
            spelt = bare if len(bare) >= _ENOUGH else tuple(map(strip_marks, spelt))
        return (tuple(n for n in spelt if not (hard and hard.search(n))),)

    def _is_own(self, kind: str, name: str) -> bool:
        rules = self.rules
        return rules.has_name(kind, name) or (kind == "family" and rules.is_feminine(name))

    def _are_usual(self, names: Sequence[tuple[str, str]]) -> bool:
        """Tell whether all names are of here; with a given name, surnames usual elsewhere too."""
        called = any(kind == "given" and self._is_own(kind, name) for kind, name in names)
        return all(
            self._is_own(kind, name)
            or self.rules.lists(kind, name)
            or (called and kind == "family" and self.rules.is_borne(name))
            for kind, name in names
        )

    def _may_be_own(self, person: Person, kind: str, name: str) -> bool:
        """Tell whether a word may be read as a form of one of the language's own names."""
        return any(self._is_own(kind, lemma) for lemma in {name, *_read_as(person, kind, name)})

    def _ends_alike(self, person: Person, kind: str, name: str) -> bool:
        """Tell whether a surname that no list has ends as many of the language do: *Vidaček*.

        So do possessives: *Trinkausova* is hardly from Russia.
        """
        known = kind != "family" or self._is_own(kind, name) or self.origins.is_listed(kind, name)
        read = (p.analyses for m in person.entity.mentions for p in m.parts if p.role == kind)
        owned = any(a.features.get("Derivation") == POSSESSIVE for own in read for a in own[:2])
        return not known and (owned or self.rules.ends_alike(name))


def _read_as(person: Person, kind: str, name: str) -> Iterator[str]:
    """Yield all that the words may be forms of which may be forms of a name."""
    parts = (p for m in person.entity.mentions for p in m.parts if p.role == kind)
    for part in parts:
        lemmas = [a.lemma for a in part.analyses]
        yield from lemmas if name in lemmas else ()

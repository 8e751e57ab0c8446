"""Where the people of a document are at home, as far as their names and the text tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.languages.lexicon import strip_marks
from allonym.languages.origins import Origins
from allonym.model.view import TextView
from allonym.replace.rules import NameRules
from allonym.replace.slots import Person

_KINDS = ("given", "family")
_BEFORE = re.compile(r"(?:[^\W\d_]+[,.]?[ \u00a0(]{1,2}){1,4}\Z")
_BEHIND = re.compile(r"(?:,?[ \u00a0(–-]{1,3}[^\W\d_]+){1,4}")
_LETTERS = re.compile(r"[^\W\d_]+")
_PARTICLE = re.compile(r"\b(?:[a-z]+(?= )|[A-Z]?[a-z]+(?=-))")
_REACH = 60


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
        if not told and self.rules.telling_lists and all(self._is_usual(*n) for n in names):
            return ""
        known: list[tuple[str, str, bool]] = [
            (kind, n, self._may_be_own(person, kind, n)) for kind, n in names
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
        if self.rules.plain_abroad and name.isascii():  # Dvorak in Minnesota is no Dvořák
            spelt = tuple(dict.fromkeys(map(strip_marks, spelt)))
        return (tuple(n for n in spelt if not (hard and hard.search(n))),)

    def _is_own(self, kind: str, name: str) -> bool:
        rules = self.rules
        return rules.has_name(kind, name) or (kind == "family" and rules.is_feminine(name))

    def _is_usual(self, kind: str, name: str) -> bool:
        return self._is_own(kind, name) or self.rules.lists(kind, name)

    def _may_be_own(self, person: Person, kind: str, name: str) -> bool:
        """Tell whether a word may be read as a form of one of the language's own names."""
        return any(self._is_own(kind, lemma) for lemma in {name, *_read_as(person, kind, name)})


def _read_as(person: Person, kind: str, name: str) -> Iterator[str]:
    """Yield all that the words may be forms of which may be forms of a name."""
    parts = (p for m in person.entity.mentions for p in m.parts if p.role == kind)
    for part in parts:
        lemmas = [a.lemma for a in part.analyses]
        yield from lemmas if name in lemmas else ()

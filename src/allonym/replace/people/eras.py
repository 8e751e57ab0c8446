"""When people were born, as their given names and ages tell it: *Winifred* becomes no *Kaylee*."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from allonym.languages.lexicon import rows
from allonym.languages.pack import common_path
from allonym.model.entity import Entity
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.replace.candidates import Candidate

_ANY = frozenset({"old", "young"})
_REACH = 60
_END = re.compile(r"\w{4}[.!?]\s|\n\s*\n")
_NUMBER = re.compile(r"\d+")
_OLD, _YOUNG = (60, 1965), (25, 1998)
"""The age from which somebody is old, the age up to which young, and the years of birth."""


@dataclass(frozen=True)
class Eras:
    """Tells which given names are those of people born when somebody was.

    Attributes:
        view: The document.
        entities: All of it.
        known: The eras of a given name, by UD ``Gender`` and name, and countries it is borne in.
        home: The country of the document, ISO 3166; empty where it may be any.
    """

    view: TextView = field(repr=False)
    entities: Sequence[Entity] = field(repr=False)
    known: Mapping[tuple[str, str], frozenset[str]] = field(repr=False)
    home: str = ""

    def accept(self, entity: Entity, gender: str, name: str) -> Callable[[Candidate], bool]:
        """Return what takes names of the same era that people in the document's country bear.

        What the text says of the age goes before what the name says.
        """
        told = self._told(entity)
        return self._accepting(gender, self._of(gender, name) & _ANY if told is None else told)

    @cached_property
    def _accepting(self) -> Callable[[str, frozenset[str]], Callable[[Candidate], bool]]:
        """Return what gives the same test for the same gender and eras."""

        def accepting(gender: str, eras: frozenset[str]) -> Callable[[Candidate], bool]:
            def fits(candidate: Candidate) -> bool:
                entry = candidate.entries[0]
                own = self._of(entry.gender or gender, entry.lemma)
                abroad = own - _ANY and self.home and self.home not in own
                return not abroad and (eras == _ANY or own & _ANY == eras)

            return fits

        return cache(accepting)

    def _of(self, gender: str, name: str) -> frozenset[str]:
        if gender:
            return self.known.get((gender, name), frozenset())
        return self._of("Masc", name) | self._of("Fem", name)

    def _told(self, entity: Entity) -> frozenset[str] | None:
        """Return the era that an age or a birth right behind the name says."""
        text = self.view.text
        for end in (m.span.end for m in entity.mentions) if self._tellers else ():
            after = self._people[bisect_left(self._people, end) :][:1]
            limit = min(end + _REACH, *after, len(text))
            first = bisect_left(self._tellers, end, key=lambda teller: teller[0].start)
            for span, type_ in self._tellers[first : first + 1]:
                if span.start < limit and not _END.search(text, end, span.start):
                    return _era(self.view.surface(span), type_)
        return None

    @cached_property
    def _tellers(self) -> list[tuple[Span, str]]:
        """Ages and births, in text order."""
        kinds = ("age", "date.birth")
        told = (e for e in self.entities if any(is_a(e.type, kind) for kind in kinds))
        return sorted((m.span, e.type) for e in told for m in e.mentions)

    @cached_property
    def _people(self) -> list[int]:
        """Where people are named, in text order."""
        people = (e for e in self.entities if is_a(e.type, "person"))
        return sorted(m.span.start for e in people for m in e.mentions)


def _era(text: str, type_: str) -> frozenset[str] | None:
    """Return the era of an age or a day of birth; None where no number says it."""
    birth = is_a(type_, "date.birth")
    numbers = [int(n) for n in _NUMBER.findall(text) if not birth or len(n) == 4]
    if not numbers:
        return None
    if birth:
        old, young = numbers[0] < _OLD[1], numbers[0] >= _YOUNG[1]
    else:
        old, young = numbers[0] >= _OLD[0], numbers[0] <= _YOUNG[0]
    return frozenset({"old"} if old else {"young"} if young else ())


@cache
def load_eras(language: str) -> Mapping[tuple[str, str], frozenset[str]]:
    """Return the eras of the given names of a language, by UD ``Gender`` and name."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for code, gender, era, names in rows(common_path("eras.tsv")):
        for name in names.split() if code == language else ():
            found[gender, name].add(era)
    return {key: frozenset(eras) for key, eras in found.items()}

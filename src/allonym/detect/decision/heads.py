"""Words beside a name that are no part of it: *Frații Popescu*, *Casiera Veta*, *slavko greva*.

At the head of a sentence a capital says nothing, and a trade, a word of kin or a pronoun looks like
a given name; in small letters a verb or a pronoun behind a name looks like a surname.  The
dictionary, the names of nobody and the lists of names tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.detect.decision.bearers import ROLE
from allonym.detect.decision.candidates import EDGES, NAMED, NONE, ORG, PLACE
from allonym.detect.decision.evidence import Candidate
from allonym.languages.dictionary import load_names
from allonym.languages.lexicon import BIT, FAMILY, GIVEN, NAMES
from allonym.languages.nobody import Term
from allonym.model.cover import Cover
from allonym.model.span import Span
from allonym.text.capitals import CAPITAL, opens

_SURNAMES = NAMES | BIT["family_ending"]
"""Names, and forms of surnames that words have too: *nejca zajca*, but no *slavko greva*."""
_GIVEN_ANYWHERE = 1
"""What the names of all languages say of a given name."""
_TOWN = BIT["place"]
_PLACES = BIT["place"] | BIT["place_ending"]
_FULL = 3
_WORD = re.compile(r"[^\W\d_]+")
_SECOND = re.compile(r"(?:\A|[\n.:;,])[ \t]*II\. ")
_HUNG = re.compile(r"\d[:-]\Z")
_DAY = re.compile(rf",[ ](?=[^\n]{{0,9}}\d)[^,;\n]{{4,30}}[ ]?[–—-][ ][\"„“»«]?{CAPITAL}")
ORDINAL = re.compile(r"(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})[a-c]?\.?")
_GOODS = frozenset({"brand", "eponym", "feast", "law", "medical", "medicine"})
"""Classes of terms that no settlement is called like, unless their row says so."""
_MAKES = frozenset({"brand", "medicine", "public.company"})
"""Those of what stands behind a whole name and is none of it."""
_NAMESAKES = frozenset({"brand", "eponym", "people"})
"""Classes of terms that somebody may be called like."""
_SURELY = 0.9
"""From which chance on it is somebody who is."""
_LETTERS = frozenset({"rank", "acronym"})
"""Classes of the letters behind a name."""


@dataclass(frozen=True, slots=True)
class Heads:
    """Finds people of whose name the first or the last word is no part."""

    flags: Callable[[str], int] = field(repr=False)  # the bits that the word lists give a word
    # tells whether a word in small letters is in the dictionary
    is_word: Callable[[str], bool] = field(repr=False)
    # tells whether it is there as a form of another word
    is_form: Callable[[str], bool] = field(repr=False)
    surname_first: bool = False  # whether surnames stand before given names
    last_word: bool = False  # whether of a name only the last word is inflected
    # tells what of a name is the name and what a place where he is
    beside_place: Callable[[str], tuple[Span, Span] | None] = field(
        default=lambda _: None, repr=False
    )
    # tells whether a word says what somebody does: *Oskrbnica Zorica Mlinar*
    is_occupation: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    # tells whether it is said before a name whom a file is about: *Bolnik: | Burja Valter*
    is_private: Callable[[str, Span], bool] = field(default=lambda *_: False, repr=False)

    def beside_places(self, text: str, candidates: Sequence[Candidate], chances: Any) -> Any:
        """Return the chances, those of names beside a place handed to the name and the place.

        Args:
            text: Of the document.
            candidates: Of it.
            chances: The probabilities of the classes, one line a candidate.
        """
        at = {c.span: n for n, c in enumerate(candidates)}
        moved = chances.copy()
        for span, number in at.items():
            named = chances[number].argmax()
            if named not in (NAMED, ORG, PLACE):
                continue
            name = text[span.start : span.end]  # sanni | lahdessa
            halves = self.beside_place(name.title() if name.islower() else name)
            if halves is None:
                continue
            behind = halves[1].start > halves[0].end + 1  # Jane Pye | of Preston
            if (behind and named != NAMED) or (named == PLACE and halves[1].start):
                continue  # but Kotkasta | Haminaan
            found = [at.get(Span(span.start + h.start, span.start + h.end)) for h in halves]
            if None in found:
                continue
            bare, place = found
            for half, kind in ((bare, named), (place, PLACE)):
                if half == bare and named == ORG and not chances[half].argmax():
                    continue  # Prismassa | Linnainmaalla
                none = min(moved[half, 0], chances[number, 0])
                moved[half] = 0.0
                moved[half, [0, kind]] = none, 1.0 - none
            moved[number] = 0.0
            moved[number, EDGES] = 1.0
        for number, candidate in enumerate(candidates):
            start, end = candidate.span
            led = text[start - 1 : start] in ("", "\n") and _DAY.match(text, end)
            if led and candidate.is_listed_place:  # whence news are: *IG, 6. maj – Kmet …*
                moved[number] = 0.0
                moved[number, PLACE] = 1.0
        return moved

    def _behind(self, text: str, terms: Sequence[Term]) -> Callable[[Span], Span | None]:
        """Return what gives a name without the event, or behind a whole one the make, at its end.

        *åkte Farah Hosseini | Vasaloppet*, *Kis Péter | Suzukijával*.
        """
        events = {t.span.end: t.span.start for t in terms if t.kind == "event" and not t.also}
        made = [t.span for t in terms if self._is_make(text, t)]
        makes = {word.end(): s.start for s in made for word in _WORD.finditer(text, *s)}

        def bare(span: Span) -> Span | None:
            last = makes.get(span.end, 1)
            last = events.get(span.end, last if self._is_full(text[span.start : last - 1]) else 0)
            return Span(span.start, last - 1) if last > span.start else None

        return bare

    def _is_make(self, text: str, term: Term) -> bool:
        """Tell whether a term is a make or a firm: where surnames are first, in some case.

        One that is somebody's given name is none: *Kovács Anna Nórával*.
        """
        said = " ".join(term.listed)
        inflected = text[slice(*term.span)].casefold() != said
        made = not term.also or (self.surname_first and inflected)
        return term.kind in _MAKES and made and not self._is_given(said.title())

    def _is_given(self, word: str) -> bool:
        """Tell whether a word is a given name, by the lists of any language."""
        return bool(self.flags(word) & GIVEN or load_names().flags(word) & _GIVEN_ANYWHERE)

    def _is_full(self, name: str) -> bool:
        """Tell whether a name has a surname, which is no given name where it is the last word."""
        first, _, last = name.partition(" ")
        family = self.flags(first if self.surname_first else last)
        given = self.flags(last if self.surname_first else first)
        sure = self.surname_first or not family & GIVEN
        return bool(family & _SURNAMES and given & (GIVEN | BIT["given_ending"]) and sure)

    def without(
        self, text: str, candidates: Sequence[Candidate], terms: Sequence[Term], chances: Any
    ) -> Any:
        """Return the chances, what such a name has handed to the name without that word.

        So does one with an event behind it.

        What is a form's heading of several words, and nothing else, has none.

        Args:
            text: Of the document.
            candidates: Of it.
            terms: What the lists of names of nobody know of it.
            chances: The probabilities of the classes, one line a candidate.
        """
        at = {c.span: n for n, c in enumerate(candidates)}
        nobody = {t.span for t in terms if not t.also}
        others = nobody.difference(t.span for t in terms if t.kind in _NAMESAKES)
        roles = {t.span: t.kind for t in terms if _is_role(text, t)}
        ranked = dict(_ranked(text, terms))
        things = {t.span for t in terms if not (t.also or t.is_public)}
        borne = {c.span for c in candidates if c.is_borne}
        behind_name = self._behind(text, terms)
        moved = chances.copy()
        for span, number in at.items():
            # Normana Kenta, whatever Normans are
            surely = chances[number, NAMED] > _SURELY or self.is_private(text, span)
            rest = self._bare(text, span, others if surely else nobody, roles, surely) or span
            if (end := ranked.get(span.start, span.end)) < span.end and text[end] == " ":
                rest = Span(end + 1, span.end)  # Plot Steward | Ann Poole
            if span in borne and not text.startswith("I.", span.start):
                rest = span  # Karhun Otso beside Otso Karhu
            rest = behind_name(span) or rest
            if rest != span and rest in things:
                moved[number] = NONE  # Autoturism Škoda Octavia
                continue
            kind, word = chances[number].argmax(), Span(span.start, _end_of_word(text, span))
            behind = text[word.end : span.end].split() if kind == ORG and word in borne else ()
            if behind and all(w.islower() and self.is_word(w) for w in behind):
                rest, kind = word, NAMED  # námietky Dubca | súd zamietol
            bare = at.get(rest, number)
            unsure = kind == EDGES and ORDINAL.fullmatch(text, word.start, word.end)
            if bare != number and (kind == NAMED or unsure):
                moved[bare] = chances[bare if unsure else number]
                moved[number] = 0.0
                moved[number, EDGES] = 1.0
        labels = (t for t in terms if t.kind == "label" and len(t.listed) > 1)
        headings = {t.span for t in labels if min(map(len, t.listed)) > 1}
        moved[[c.span in headings for c in candidates]] = NONE
        named = [t.span for t in terms if t.kind in _GOODS and not t.also]
        cover, starts = Cover(named), {span.start for span in named}
        for span, number in at.items():
            led = span.start in starts and " " in text[span.start : span.end]
            led &= not candidates[number].is_listed_place  # Gorenja vas, but *Ponssella* Vieremällä
            goods = led or (cover.holds(span) and not self.flags(text[slice(*span)]) & _TOWN)
            if goods and chances[number].argmax() == PLACE:
                moved[number] = 0.0
                moved[number, EDGES if led else 0] = 1.0
        return moved

    def _bare(
        self, text: str, span: Span, nobody: set[Span], roles: Mapping[Span, str], surely: bool
    ) -> Span | None:
        """Return where a name is without the word beside it; None where it has none.

        An ordinary word at a head is its surname where the whole is surely a name: *Jelen Ivan*.
        """
        words = text[span.start : span.end].split(" ")
        first = Span(span.start, _end_of_word(text, span))
        listed = words[0] == "I." and opens(text, first) and _SECOND.search(text, span.end)
        listed = listed or _HUNG.search(text, max(0, span.start - 3), span.start)  # den 8:e. Ask
        large = words[0][:1].isupper()
        titled = large and self._is_no_name(text, first, words[1:], first in nobody, surely)
        letters = first in nobody and self._are_letters(words[0], roles.get(first))
        titled |= letters and words[-1].istitle()
        if len(words) > 1 and (titled or listed):  # the first of a list is no initial
            return Span(first.end + 1, span.end)
        last = words[-1]
        role = roles.get(Span(span.end - len(last), span.end))
        apart = last.istitle() or (self._are_letters(last, role) and not words[0].isupper())
        if len(words) > 1 and apart and role:
            return Span(span.start, span.end - len(last) - 1)  # Pepi Domar, Neil Carpenter MRICS
        small = len(words) > 1 and text[span.start : span.end].islower()
        if small and self.last_word and self._is_owner(words[0]) and self.is_word(last):
            return first  # tuvas hjälm
        if small and self.is_form(last) and not self.flags(last) & _SURNAMES:
            return Span(span.start, span.end - len(last) - 1)
        return None

    def _is_owner(self, word: str) -> bool:
        """Tell whether a word is a given name in another case than the first."""
        return self.flags(word) & (NAMES | BIT["given_ending"]) == BIT["given_ending"]

    def _are_letters(self, word: str, role: str | None) -> bool:
        """Tell whether capitals are nobody's name: *ZBP Kataríny*, but *LIS Peter*.

        A rank is one that is a given name as well: *DI Virtanen*, but not *OSKAR Virtanen*.
        """
        borne = FAMILY if role == "rank" else NAMES
        return word.isupper() and not self.flags(word.title()) & borne

    def _is_no_name(
        self, text: str, first: Span, rest: Sequence[str], nobody: bool, surely: bool
    ) -> bool:
        word = text[first.start : first.end]
        if ORDINAL.fullmatch(word) and rest:  # XIV. Kiskunhalasi Félmaraton
            return True
        if not rest or self.flags(word) & NAMES or not self.flags(rest[0]) & NAMES:
            return False
        if self.flags(word.lower()) & BIT["calendar"]:  # Tisdag Ek, Onsdag Lind
            return True
        if nobody or self.surname_first:
            return nobody
        given = bool(self.flags(rest[0]) & GIVEN)
        if given and len(rest) + 1 >= _FULL:  # the mayor of Stakčín Vladimír Haburaj
            return bool(self.flags(word) & _PLACES) or self.is_occupation(word)
        return not surely and opens(text, first) and self.is_word(word.lower())


def _ranked(text: str, terms: Sequence[Term]) -> Iterator[tuple[int, int]]:
    """Yield where the words of ranks of several words begin, and where those end."""
    ranks = (t.span for t in terms if t.kind == "rank" and len(t.listed) > 1 and not t.also)
    yield from ((word.start(), rank.end) for rank in ranks for word in _WORD.finditer(text, *rank))


def _end_of_word(text: str, span: Span) -> int:
    space = text.find(" ", span.start + 1, span.end)
    return span.end if space < 0 else space


def _is_role(text: str, term: Term) -> bool:
    """Tell whether a term says what somebody is, as it is listed: no *Гъркова* for *Гърка*."""
    said = text[term.span.start : term.span.end]
    letters = said.isupper() and term.kind in _LETTERS and not term.also
    return (term.kind == ROLE or letters) and (said.casefold(),) == term.listed

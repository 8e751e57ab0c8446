"""What makes a name more probable than the trees say: recall first.

Lists that know a given name beside a surname; a name of somebody who is in the document, written
large, inside a sentence above all; a listed place of several words: *po Slavonskom Brodu*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from allonym.detect.decision.candidates import NAMED, PLACE
from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.words import Floats
from allonym.detect.names.announced import BORNE, RULE, either
from allonym.detect.names.chat import AMONG
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.text.capitals import is_large, opens

_TOGETHER = ("full-name",)
_SHARE, _SHARE_TOWN, _SHARE_CAPITALS, _HOPELESS_LARGE = 0.5, 0.9, 0.9, 0.995
_HOPELESS_SPREAD = 0.99
"""From which chance of no name on a form of somebody in the document is but a word."""
_BRACKETS = r"(?: ?\([^()\n]{1,24}\))?"
"""What may stand behind one of a list: *(Szemán, 70.)*."""
_AMOUNT = r"(?: \d+(?:[.,]\d+)?(?: ?[^\W\d_]{1,4}\.?)?)?"
"""The same: *Žiga 14 h, Luka 3 h*; *Knavs 4,5, Bulajič 4*."""
_MAYBE = 0.2
"""From which chance on somebody begins and ends a list, who is hidden for it."""
_UNKNOWN = 0.75
"""Up to which chance of no name a word of no dictionary may be one of a list."""
_SEVERAL, _ENUMERATED = 2, 3
"""People, and items, of a list: two names side by side may be one, *Boros, Török*, less so with a
third."""
_PREPOSITION = 2
"""Letters of a word before a given name that is hardly a surname if it is an ordinary word."""
_GIVEN, _HOPELESS_SERIES = frozenset(("given", "given-common")), 0.99
"""Given names side by side, *Višnja i Dora*, are seldom words."""
_INITIALS = re.compile(r"(?:(?![\d_])\w\.[ \u00a0]?){2}")
"""Somebody by initials alone, *E.K.*."""
_ENDED = re.compile(r":[^\W\d_]{1,4}(?!\w)")
"""An ending that a mark hangs on them, as on no other abbreviation: *S.M.:lle*."""
_BOOKED = re.compile(r"^[ \t]*(?:[0-9]{1,3}[.)][ \t]+)?([^\W\d_]{3,}), ", re.MULTILINE)
_LINE_END = re.compile(r"(?:[ -][^\W\d_]+\.?)?[ \t]*(?:\n|\Z)")
_SIGNED = re.compile(r"\n{1,2}[^\n]+(?!\n[^\W\d_]+[ \t]*(?:\n|\Z))(?=\n|\Z)")
"""The line below what closes a letter, which no line of one word follows, as in lists."""
_GAPS = (1, 2)
"""Letters between the cells of a row, as formats lay them: a tab, one line break or two."""
_HOPELESS_GIVEN, _HOPELESS_LONE = 0.92, 0.8
"""The same of a given name that is no word, with another word and alone: *Margareta Sjö*."""
_HOPELESS_SMALL = 0.8
"""The same of an announced word in small letters that the dictionary has: hardly a name."""
HOPELESS = 0.85
"""From which chance of no name lists count no more."""
_HOPELESS_CAPITALS = 0.97
"""A given name beside a surname, all in capitals, may be a heading; seldom is it nobody."""
_HOPELESS_HEAD = 0.94
"""The same at the head of a sentence, where it may be a verb: *Bill Price paid*."""


@dataclass(frozen=True)
class Leaning:
    """Raises the chances of people and towns."""

    hopeless: float = HOPELESS  # from which chance of no name on lists count no more
    # tells whether a word in small letters is in the dictionary; what is not needs no place inside
    # a sentence to be a name that somebody in the document bears
    is_ordinary: Callable[[str], bool] = field(default=lambda _: True, repr=False)
    joins: Collection[str] = ()  # conjunctions
    # tells whether a word is a surname or a given name
    is_named: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    shortened: Collection[str] = ()  # dotted abbreviations of two letters: *P.S.*, *9 A.M.*
    closings: Collection[str] = ()  # what stands over a signature: *terkuin*

    def over(self, text: str, candidates: Sequence[Candidate], chances: Floats) -> Floats:
        """Return the chances with those of some persons raised."""
        leant = chances.copy()
        likely = chances[:, 0] < _HOPELESS_SERIES
        given = _given([c for c, may in zip(candidates, likely, strict=True) if may])
        series = self._series(text, given) | self._listed(text, candidates, chances)
        series |= self._initials(text, candidates, chances)
        capitals = self._in_capitals(text, candidates, given) | self._booked(text, given)
        own = {s for s in given if not self.is_ordinary(text[s.start : s.end].lower())}
        edges = [({s.start for s in known}, {s.end for s in known}) for known in (own, given)]
        lines = {s for s in own if _is_line(text, s)}  # cells of a row: Jan, Kowalski
        starts_behind = {s.end + gap for s in lines for gap in _GAPS}
        ends_before = {s.start - gap for s in lines for gap in _GAPS}
        for row, candidate in zip(leant, candidates, strict=True):
            pair = text[candidate.span.start : candidate.span.end].split(" ")
            two = len(pair) == 2 and all(w.istitle() and w.isalpha() for w in pair)
            starts, ends = edges[two]  # Róża Maj: who has a surname may be called by any word
            led = len(pair[0]) <= _PREPOSITION and self.is_ordinary(pair[0].lower())  # Do Rady
            named = candidate.span.start in starts or (candidate.span.end in ends and not led)
            cell_behind = candidate.span.start in starts_behind
            cell = cell_behind or candidate.span.end in ends_before
            row_mate = cell and _is_line(text, candidate.span) and row[0] < _HOPELESS_SERIES
            row_mate = row_mate and (cell_behind or not self._closes(text, candidate.span))
            hopeless = _HOPELESS_LONE if candidate.span in own else _HOPELESS_GIVEN
            leans = row_mate or (named and row[0] < hopeless) or candidate.span in series
            share = _SHARE_CAPITALS if candidate.span in capitals else _SHARE * leans
            town = " " in text[slice(*candidate.span)] and candidate.is_listed_place
            town = town and not opens(text, candidate.span)
            share = max(share, self._share(text, candidate, float(row[0])))
            moved = row[0] * (_SHARE_TOWN if town else share)
            row[0] -= moved
            row[PLACE if town else NAMED] += moved
        return leant

    def _closes(self, text: str, span: Span) -> bool:
        """Tell whether a line closes a letter over one name, and heads no list: *Best | Tom*."""
        word = text[span.start : span.end].split(" ", maxsplit=1)[0]
        return word.lower() in self.closings and bool(_SIGNED.match(text, span.end))

    def is_name(self, text: str, span: Span) -> bool:
        """Tell whether a word is large inside a sentence, or in no dictionary: *korppooseen*."""
        word = text[span.start : span.end]
        return is_large(text, span) or not self.is_ordinary(word.lower())

    def is_half(self, text: str, span: Span) -> bool:
        """Tell whether a word is the first half of a compound: *Vuori- ja louhintatyöt*."""
        goes_on = self._half.match(text, span.end)
        small = goes_on is not None and text[goes_on.end() - 1].islower()
        return small and self.is_ordinary(text[span.start : span.end].lower())

    @cached_property
    def _half(self) -> re.Pattern[str]:
        return re.compile(rf"[-\u2010\u2011] (?:{either(self.joins)}) [^\W\d_]")

    @cached_property
    def _between(self) -> re.Pattern[str]:
        return re.compile(rf"{_AMOUNT}(?:,| (?:{either(self.joins)})) ")

    @cached_property
    def _items(self) -> re.Pattern[str]:
        return re.compile(rf"{_BRACKETS}{_AMOUNT}(?: ?[,;]| [-–—]| (?:{either(self.joins)})) ")

    def _series(self, text: str, given: Iterable[Span]) -> set[Span]:
        """Return the given names that stand beside another one, in a list or joined by a word."""
        return _side_by_side(text, given, self._between)

    def _initials(self, text: str, candidates: Sequence[Candidate], chances: Floats) -> set[Span]:
        """Return the initials that are people's, all where some are told: *E.K., M.K. ja O.K.*."""
        likely = [(c.span, p) for c, p in zip(candidates, chances, strict=True)]
        likely = [(s, p) for s, p in likely if p[0] < _HOPELESS_SERIES and is_initials(text, s)]
        likely = [(s, p) for s, p in likely if not self._is_shortened(text, s)]
        short = {span for span, _ in likely}
        sure = any(p[NAMED] > _SHARE for _, p in likely)
        told = sure or self._series(text, short) or any(_ENDED.match(text, s.end) for s in short)
        return short if told else set()

    def _is_shortened(self, text: str, span: Span) -> bool:
        """Tell whether dotted capitals are a usual abbreviation, or one behind a number."""
        word = "".join(text[span.start : span.end].split())
        counted = text[max(0, span.start - 2) : span.start].rstrip()[-1:].isdigit()
        return word in self.shortened or (counted and f"9 {word}" in self.shortened)

    def _in_capitals(
        self, text: str, candidates: Sequence[Candidate], given: Iterable[Span]
    ) -> set[Span]:
        """Return whole names of a list, each with the surname in capitals: *KRALJ Ana, ŠKOF Rok*.

        Such a surname may be a word too, but no label: *TEKST Ana, REŽIJA Rok*.
        """
        last = {span.end: span.start for span in given}
        whole = (c.span for c in candidates if _is_capital_first(text, c, last))
        words = ((span, text[slice(*span)].partition(" ")[0]) for span in whole)
        named = (span for span, word in words if not self._is_label(word))
        return _side_by_side(text, named, self._items)

    def _booked(self, text: str, given: Iterable[Span]) -> set[Span]:
        """Return surnames in capitals, no labels, that a line has before a comma: *ŠKOF, Rok*.

        Nothing is behind the given name; in other letters, such lines must be several, and of words
        that no dictionary has.
        """
        ends = {span.start: span.end for span in given}
        found = [m for m in _BOOKED.finditer(text) if m.end() in ends and not self._is_label(m[1])]
        found = [m for m in found if _LINE_END.match(text, ends[m.end()])]
        lines = [m for m in found if m[1].istitle() and not self.is_ordinary(m[1].lower())]
        named = lines if len(lines) >= _SEVERAL else []
        told = [*named, *(m for m in found if m[1].isupper())]
        whole = {Span(m.start(1), ends[m.end()]) for m in told}
        return whole.union(Span(*m.span(1)) for m in told)

    def _is_label(self, word: str) -> bool:
        """Tell whether a word in capitals is an ordinary one that nobody is called."""
        return self.is_ordinary(word.lower()) and not self.is_named(word.title())

    def _listed(self, text: str, candidates: Sequence[Candidate], chances: Floats) -> set[Span]:
        """Return the names from one to another of an enumeration: *Boros, Török – Virág*.

        Beside two people, no word that neither lists nor the dictionary know is another thing; one
        tells of three surnames that are no words and no places: *Mavrič 5.0, Knavs 4.5*.
        """
        both = zip(candidates, chances, strict=True)
        large = [(c, p) for c, p in both if text[c.span.start].isupper()]
        people = {c.span.start: c.span for c, p in large if p[NAMED] > _MAYBE}
        sure = {c.span.start: c.span for c, _ in large if self._is_surname(text, c)}
        maybe = {c.span.start: c.span for c, p in large if self._is_unknown(text, c, float(p[0]))}
        edges = {**maybe, **sure, **people}
        inner = {
            c.span.start: c.span for c, _ in large if self.is_named(text[c.span.start : c.span.end])
        }
        found: set[Span] = set()
        seen: set[Span] = set()
        for first in sorted(edges):
            run = [edges[first]]
            if run[0] in seen:
                continue
            while gap := self._items.match(text, run[-1].end):
                following = edges.get(gap.end()) or inner.get(gap.end())
                if following is None:
                    break
                run.append(following)
            seen.update(run)
            while run[-1].start not in edges:
                run.pop()
            theirs, surnames = (sum(s.start in known for s in run) for known in (people, sure))
            told = theirs >= _SEVERAL or (theirs and surnames >= _ENUMERATED)
            found.update(run if told and len(run) >= _ENUMERATED else ())
        return found

    def _is_unknown(self, text: str, candidate: Candidate, none: float) -> bool:
        """Tell whether words are in no dictionary, and no network is sure that they are no name."""
        words = text[candidate.span.start : candidate.span.end].split(" ")
        named = none < _UNKNOWN and all(w.istitle() and w.isalpha() for w in words)
        return named and not any(self.is_ordinary(w.lower()) for w in words)

    def _is_surname(self, text: str, candidate: Candidate) -> bool:
        """Tell whether a listed name is no word, and no place to anybody."""
        word = text[candidate.span.start : candidate.span.end]
        named = self.is_named(word) and not self.is_ordinary(word.lower())
        return named and not any(is_a(m.type, "place") for m in candidate.finds)

    def _is_written(self, words: str) -> bool:
        """Tell whether words are large, or several and not all ordinary: *dawida kruka*."""
        several = words.split(" ")
        return words[0].isupper() or (len(several) > 1 and not all(map(self.is_ordinary, several)))

    def _share(self, text: str, candidate: Candidate, none: float) -> float:
        span, evidence = candidate.span, candidate.said_of("person")
        rules = {e.rule for e in evidence}
        if BORNE in rules or AMONG in rules:
            return _SHARE  # the trees know the figure's name, and who stands beside it knows better
        borne = any(e.detector == "spread" for e in evidence)
        borne = borne and self._is_written(text[span.start : span.end])
        if borne and none < max(self.hopeless, _HOPELESS_SPREAD):
            return _SHARE  # at the head of a sentence too: Virta ei nähnyt
        if RULE in rules:  # wujek mieszka, but not róża
            ordinary = text[span.start].islower() and not self.is_name(text, span)
            if none < (_HOPELESS_SMALL if ordinary else _HOPELESS_SPREAD):
                return _SHARE
        if rules.isdisjoint(_TOGETHER):
            return 0.0
        capitals = text[span.start : span.end].isupper()
        lists = _HOPELESS_CAPITALS if capitals else _HOPELESS_HEAD
        hopeless = max(self.hopeless, _HOPELESS_LARGE if is_large(text, span) else lists)
        return _SHARE if none < hopeless else 0.0


def is_initials(text: str, span: Span) -> bool:
    """Tell whether a stretch is somebody's initials, dotted capitals and nothing else."""
    return text[span.start : span.end].isupper() and _INITIALS.fullmatch(text, *span) is not None


def _side_by_side(text: str, spans: Iterable[Span], between: re.Pattern[str]) -> set[Span]:
    """Return the stretches that have another behind them, or before, with nothing else between."""
    first = {span.start: span for span in spans}
    gaps = ((span, between.match(text, span.end)) for span in first.values())
    pairs = ((span, first.get(gap.end())) for span, gap in gaps if gap)
    return {span for left, right in pairs if right for span in (left, right)}


def _is_capital_first(text: str, candidate: Candidate, given: Mapping[int, int]) -> bool:
    """Tell whether a word in capitals stands before a given name that is not: *ŠKOF Rok*.

    Args:
        text: Of the document.
        candidate: Of it.
        given: Where given names end, and where they begin.
    """
    first, _, last = text[candidate.span.start : candidate.span.end].partition(" ")
    capitals = len(first) >= _ENUMERATED and first.isupper() and first.isalpha()
    whole = any(e.rule in _TOGETHER for e in candidate.said_of("person"))
    known = whole or given.get(candidate.span.end) == candidate.span.end - len(last)
    return capitals and last.istitle() and last.isalpha() and known


def _is_line(text: str, span: Span) -> bool:
    """Tell whether a stretch is a whole line, or a cell of a table."""
    edges = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 1]
    return all(edge in ("", "\n", "\t") for edge in edges)


def _given(candidates: Iterable[Candidate]) -> list[Span]:
    """Return the given names of lists among candidates, no towns."""
    rules = ((c, {e.rule for m in c.finds for e in m.evidence}) for c in candidates)
    found = (c for c, said in rules if said & _GIVEN)
    return [c.span for c in found if not any(is_a(m.type, "place") for m in c.finds)]

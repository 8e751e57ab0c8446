"""One decision over all evidence: which candidates are names, of which kind, with which edges.

Detectors, lists and the steps behind them propose; boosted trees that have read documents say for
each candidate how probable it is that it is no name, a name with other edges, or exactly a person,
a place, an organisation, an address.  Of candidates that overlap those are taken that lead to the
fewest errors.  What patterns, dates, lists and people known beforehand say is not for it to decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Protocol

import numpy as np

from allonym.detect.decision.bearers import (
    Bearers,
    is_graded,
    is_numbered,
    later_words,
    public_codes,
    value_behind,
)
from allonym.detect.decision.candidates import (
    CLASSES,
    EDGES,
    NAMED,
    NONE,
    candidates_of,
    is_guess,
    items_of,
)
from allonym.detect.decision.choosing import BONUS, benefit_of_doubt, choose
from allonym.detect.decision.creatures import Parties, Pets, Saints
from allonym.detect.decision.evidence import Candidate, Gatherer
from allonym.detect.decision.figures import Figures, figures_in, named_figures, namesakes_of
from allonym.detect.decision.heads import Heads
from allonym.detect.decision.kinds import Kinds
from allonym.detect.decision.leaning import HOPELESS, Leaning
from allonym.detect.decision.numbers import NUMBER, are_figures
from allonym.detect.decision.whole import Whole
from allonym.detect.decision.words import Floats, Words
from allonym.languages.lexicon import BIT
from allonym.languages.nobody import Term
from allonym.model.cover import Cover
from allonym.model.latest import Latest
from allonym.model.mention import Mention
from allonym.model.scored import WordScores
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_PART = 0.4
"""From which chance of a part of a name, and up to which of no name, a word is rather a part."""


class Judge(Protocol):
    """Turns a table of evidence into the probabilities of `CLASSES`."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns it asks for, in order."""
        ...

    def __call__(self, table: Floats) -> Floats:
        """Return the probabilities, one line for each of the table."""
        ...


Scores = Callable[[TextView], WordScores]
Terms = Callable[[TextView], Iterable[Term]]


@dataclass(frozen=True, slots=True)
class Decider:
    """Decides."""

    gatherer: Gatherer  # turns candidates into numbers
    judge: Judge = field(repr=False)  # turns numbers into the probabilities of `CLASSES`
    scores: Scores = field(repr=False)  # what the network thinks of the words of a document
    terms: Terms = field(repr=False)  # what the lists of names of nobody know in a document
    bonus: float = BONUS  # how much worse it is to miss a person than to hide a word
    # the least score of a type; what is taken and scores less is only possible
    asked: Callable[[str], float] = lambda _: 0.0
    lean: Leaning = field(default_factory=Leaning, repr=False)  # raises the chances of people
    whole: Whole = field(default_factory=Whole, repr=False)  # makes names whole
    # tells which names of nobody somebody in the document bears
    bearers: Bearers | None = field(default=None, repr=False)
    # says what a name that is taken is the name of
    kinds: Kinds = field(default=Kinds(), repr=False)
    # finds words before a name that are no part of it
    heads: Heads | None = field(default=None, repr=False)
    # find the names of animals, saints and parties
    others: tuple[Pets | Saints | Parties, ...] = field(default=(), repr=False)
    # tell whether a currency stands beside a number: *9997000 lei*, *$ 191 300*
    priced: tuple[Callable[[str, int, int], bool], ...] = field(default=(), repr=False)
    _latest: Latest = field(init=False, repr=False, compare=False, default_factory=Latest)

    def decide(
        self, view: TextView, settled: Sequence[Mention], found: Sequence[Mention]
    ) -> tuple[list[Mention], list[Mention]]:
        """Return what is taken, in text order, and the names that were thought possible besides.

        Args:
            view: The document.
            settled: Disjoint; what is no guess stays as it is.
            found: All finds.
        """
        certain = [m for m in settled if not is_guess(m)]
        terms, candidates = self.candidates(view, settled, found)
        if not candidates:
            return sorted(certain, key=lambda m: m.span), []
        names, table, chances = self.judged(view, candidates, terms)
        if self.heads:
            chances = self.heads.beside_places(view.text, candidates, chances)
        if self.bearers:
            chances = self.bearers.surely(view, candidates, chances, terms)
        nobody = Cover(t.span for t in terms if not (t.also or t.is_public))
        is_nobody = np.array([nobody.holds(_unstopped(view.text, c.span)) for c in candidates])
        given = BIT["given"]
        figures = Figures.of(
            view, terms, candidates, lambda word: bool(self.gatherer.flags(word) & given), certain
        )
        # A name of nobody, or of a place, is not leaned towards somebody because its parts are.
        inhuman = Cover(t.span for t in terms if "person" not in t.also and not t.is_public)
        things = np.array([inhuman.holds(c.span) for c in candidates])
        borne = np.array([c.is_borne for c in candidates])  # the Taylors, though a tea is Taylors
        doubt = benefit_of_doubt(names, table, chances, self.bonus) * (~things | borne)
        bonus = figures.bonus(is_nobody, doubt if self.lean.hopeless <= HOPELESS else self.bonus)
        stays = figures.surely(chances[:, 0]) | things
        leant = np.where(stays[:, None], chances, self.lean.over(view.text, candidates, chances))
        if self.heads:
            leant = self.heads.without(view.text, candidates, terms, leant)
        leant[self._nothing(view, terms, candidates, chances)] = NONE
        for others in self.others:
            leant[others.among(view.text, candidates)] = NONE
        self._latest.of(view)["by surname"] = [
            candidates[n].span for n in figures.alone.nonzero()[0]
        ]
        taken = _taken([c.span for c in candidates], leant, bonus, figures)
        made = (self._mention(view, candidates[n], chances[n]) for n in taken)
        chosen = [m for m in made if m and m.score >= self.asked(m.type)]
        disjoint = sorted((*certain, *chosen), key=lambda m: m.span)
        left = self.whole.left_of(view.text, candidates, chances, chosen, self.lean.is_ordinary)
        beside = chain(self._parts(view, candidates, chances), left)
        parts = (span for span in beside if not nobody.holds(span))
        listed = () if self.whole.family_first else self._latest.of(view)["listed"]
        theirs = namesakes_of(view, listed, chosen)
        sure = self.whole.over(view.text, disjoint, chain(parts, theirs))
        cover = Cover(m.span for m in sure)
        rest = (
            self._mention(view, c, p)
            for c, p in zip(candidates, chances, strict=True)
            if not (cover.touches(c.span) or nobody.holds(c.span)) and 1 - p[0] > _DOUBTED
        )
        return sure, [m for m in rest if m]

    def namesakes(
        self, view: TextView, missed: Sequence[Mention], sure: Sequence[Mention] = ()
    ) -> list[Mention]:
        """Return those of what the leak check found that are surely no names.

        Words that only look like a name hidden elsewhere: *frost* where Mrs Frost lives.  None
        where a doubt counts as a find, as in a chat, no word written large in a sentence or in no
        dictionary, no part of a file's or user's name, which is no word of a sentence, and no
        number: it is nobody's name, and the same number again says the same.  A part of the full
        name of a figure, which was left, is another one's: *Primož Trubar* beside a Mrs Trubar.

        Args:
            view: The document.
            missed: Where the text says again what was hidden.
            sure: What is hidden; where it writes nobody small, small letters are hardly a name.
        """
        missed = [m for m in missed if not _is_no_word(view.text, m.span)]
        if not missed or self.lean.hopeless > HOPELESS:
            return []
        candidates = [Candidate(m.span, (m,)) for m in missed]
        kept = self._latest.of(view)
        terms = kept["terms"] if "words" in kept else tuple(self.terms(view))
        _, table = self.gatherer.over(view, self._read(view, terms), candidates, terms)
        chances = self.judge(table)[:, 0]
        left, things = figures_in(view, terms), self._things(view, terms)
        saints = [o.among(view.text, candidates) for o in self.others if isinstance(o, Saints)]
        small = [view.surface(m.span) for m in sure if _is_small_person(view, m)]
        stems = {s.rpartition(" ")[2][:_STEM] for s in small if " " in s}
        words = ((m.span, view.surface(m.span)) for m in missed)
        dated, flags = BIT["calendar"], self.gatherer.flags
        called = {s for s, word in words if word[:_STEM] in stems and not flags(word) & dated}
        return [
            m
            for m, none, *saint in zip(missed, chances, *saints, strict=True)
            if any((*saint, left.holds(m.span), things.holds(m.span)))
            or (m.span not in called and self._is_word(view, m, float(none), not small))
        ]

    def figures(self, view: TextView, taken: Sequence[Mention]) -> list[Mention]:
        """Return the people of history and fable whom a document names that was decided on.

        Args:
            view: The document.
            taken: What is hidden in it.
        """
        kept = self._latest.of(view)
        if "words" not in kept:
            return []
        full = (t.span for t in kept["terms"] if t.is_figure)
        return list(named_figures(kept["words"], {*full, *kept["by surname"]}, taken))

    def judged(
        self, view: TextView, candidates: Sequence[Candidate], terms: tuple[Term, ...]
    ) -> tuple[tuple[str, ...], Floats, Floats]:
        """Return columns, evidence and chances; candidates judged before are not judged again."""
        words, kept = self._read(view, terms), self._latest.of(view)
        judged = kept["judged"]
        if fresh := [c for c in candidates if judged.get(c.span, (None,))[0] != c]:
            kept["columns"], rows = self.gatherer.over(view, words, fresh, terms)
            both = zip(fresh, rows, self.judge(rows), strict=True)
            judged |= {candidate.span: (candidate, *known) for candidate, *known in both}
        _, table, chances = zip(*(judged[c.span] for c in candidates), strict=True)
        return kept["columns"], np.stack(table), np.stack(chances)

    def _mention(self, view: TextView, candidate: Candidate, chances: Floats) -> Mention | None:
        """Return a candidate as what it is thought to be; once for each find."""
        place, of = ("made", candidate.span), (candidate, chances.tobytes())
        make = partial(self.kinds.mention, view.text, candidate, chances)
        return self._latest.made(view, place, of, make)

    def _is_word(self, view: TextView, mention: Mention, none: float, cased: bool) -> bool:
        """Tell whether what says somebody's name again is surely an ordinary word.

        A capital at the head of a sentence decides nothing; a surname there is more than a word,
        and to leave it is worse than to replace the word.
        """
        text, span = view.text, mention.span
        if view.surface(span)[:1].isupper() and is_a(mention.type, "person"):
            return False
        if cased and _is_plainly_small(text, mention):
            if not self.lean.is_name(text, span):
                return none > _SMALL_ORDINARY
            return none > (_SMALL if self.gatherer.ordinary(view.surface(span)) else _SMALL_UNKNOWN)
        return none > _SURELY_NONE and not self.lean.is_name(text, span)

    def _parts(
        self, view: TextView, candidates: Sequence[Candidate], chances: Floats
    ) -> Iterator[Span]:
        """Yield words that are rather parts of names than none; no ordinary ones at a head.

        And what says a name in full, of which no half is left: *dawida kruka*, *adama króla*.
        """
        for candidate, row in zip(candidates, chances, strict=True):
            word = view.surface(candidate.span)
            part = row[0] < _PART < row[EDGES] and word[:1].isupper() and word.isalpha()
            said = candidate.said_of("person") if " " in word else ()
            rules = {e.rule for e in said if e.detector == "chat"}
            borne = row[0] < _PART and any(e.detector == "spread" for e in said)
            whole = borne or "full-name" in rules
            if whole or (part and self.lean.is_name(view.text, candidate.span)):
                yield candidate.span

    def candidates(
        self, view: TextView, settled: Sequence[Mention], found: Sequence[Mention]
    ) -> tuple[tuple[Term, ...], list[Candidate]]:
        """Return the names of nobody in a document that nobody there bears, and what may be a name.

        Args:
            view: The document.
            settled: What the steps before the decision made of the finds.
            found: All finds.
        """
        kept = self._latest.of(view)
        if "listed" not in kept:
            kept["listed"] = tuple(self.terms(view))
        terms: tuple[Term, ...] = kept["listed"]
        if self.bearers:
            listed, terms = terms, self.bearers.unborne(view, terms, settled)
            borne = sorted(set(listed).difference(terms), key=lambda t: t.span)
            proposed = self.bearers.proposed(view, found, terms)
            found = (*found, *self.bearers.told(view, borne), *proposed)
        items = self._latest.made(view, "items", None, lambda: [*items_of(view.text)])
        return terms, candidates_of(view.text, settled, found, terms, items)

    def _nothing(
        self,
        view: TextView,
        terms: Sequence[Term],
        candidates: Sequence[Candidate],
        chances: Floats,
    ) -> list[bool]:
        """Tell which candidates are surely no names."""
        text = view.text
        within, later = self._things(view, terms), later_words(text, filter(_is_whole, terms))
        peoples = {t.span for t in terms if _is_people(text, t)}
        makes = {t.span for t in terms if t.kind in _WHOLE and not t.also}  # na Twitteru
        medical = Cover(t.span for t in filter(_is_whole, terms) if t.kind in _HEALTH)
        return [
            c.span.start in later
            or (c.span in makes and p[NAMED] < p[NAMED + 1 : NAMED + 3].max())
            or within.holds(_unstopped(text, c.span))
            or (p[NAMED] > p[NAMED + 2] and is_graded(self.bearers, text, c.span, medical))
            or self.lean.is_half(text, c.span)
            or (c.span in peoples and not c.is_borne)
            or are_figures(text, c.span, hung=self.whole.family_first)
            or (NUMBER.fullmatch(text, *c.span) is not None and self._is_priced(text, c.span))
            for c, p in zip(candidates, chances, strict=True)
        ]

    def _is_priced(self, text: str, span: Span) -> bool:
        return any(priced(text, *span) for priced in self.priced)

    def _things(self, view: TextView, terms: Iterable[Term]) -> Cover:
        """Return what is surely no name: terms, numbers behind them, of what people kin is."""
        origin = self.bearers.is_origin if self.bearers else lambda *_: False
        tell = (is_numbered, origin, _is_phrase)
        sure = (t for t in terms if _is_whole(t) or any(tells(view.text, t) for tells in tell))
        values = ((t.span.start, found) for t in terms if (found := value_behind(view.text, t)))
        measured = (Span(start, v.end("value")) for start, v in values)  # BT 145/80
        codes = self._latest.made(view, "codes", None, lambda: [*public_codes(view.text)])
        return Cover((*(t.span for t in sure), *measured, *codes))

    def _read(self, view: TextView, terms: tuple[Term, ...]) -> Words:
        """Read the words of a document, once while it is there: the leak check asks again."""
        kept = self._latest.of(view)
        if "words" not in kept or kept["terms"] != terms:
            kept["words"] = self.gatherer.words(view, self.scores(view), terms)
            kept |= {"terms": terms, "judged": {}}
        words: Words = kept["words"]
        return words


def _taken(spans: Sequence[Span], leant: Floats, bonus: Floats, figures: Figures) -> list[int]:
    """Return the numbers of the candidates to take; no figure is half hidden."""
    taken = choose(spans, leant, bonus)
    theirs = figures.hidden_with(taken)
    if not theirs.any():
        return taken
    leant[theirs] = np.eye(len(CLASSES), dtype=leant.dtype)[NAMED]
    return choose(spans, leant, bonus)


def _is_whole(term: Term) -> bool:
    """Tell whether no name is inside a listed term of several words: *bitka pri Kobaridu*."""
    return term.kind in _WHOLE and not term.also and len(term.listed) >= _PAIR


def _is_people(text: str, term: Term) -> bool:
    """Tell whether a word is a people's as listed, which is nobody's name."""
    listed = (text[term.span.start : term.span.end].casefold(),) == term.listed
    return listed and term.kind == "people" and not term.also


def _is_phrase(text: str, term: Term) -> bool:
    """Tell whether a feast stands with small words before it, *za Božič*, or two words are one."""
    said = text[term.span.start : term.span.end]
    whole = said[0].islower() if term.kind == "feast" else "'" in said or "’" in said  # Don't
    return term.kind in ("feast", "label") and len(term.listed) >= _PAIR and whole


def _unstopped(text: str, span: Span) -> Span:
    """Return a stretch without a full stop at its end, as a vitamin's letter may have one."""
    stopped = len(span) > 1 and text[span.end - 1] == "."
    return Span(span.start, span.end - 1) if stopped else span


def _is_small_person(view: TextView, mention: Mention) -> bool:
    """Tell whether somebody is written in small letters, and not by the leak check alone."""
    found = any(e.detector != "verify" for e in mention.evidence)
    return found and is_a(mention.type, "person") and view.surface(mention.span).islower()


def _is_plainly_small(text: str, mention: Mention) -> bool:
    """Tell whether words are small in a sentence, not quoted, behind a label or hung on others."""
    span = mention.span
    before, behind = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 1]
    said = is_a(mention.type, "person") and mention.evidence[0].rule in _SMALL_RULES
    small = said and text[span.start : span.end].islower()
    return small and not _TOLD.intersection(before.strip()) and behind != "-"


def _is_no_word(text: str, span: Span) -> bool:
    """Tell whether a stretch has digits or hangs on more by a sign, as in ``kowalski_jan.txt``."""
    digits = any(map(str.isdigit, text[span.start : span.end]))
    before, after = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 2]
    return digits or bool(_BOUND.match(before[::-1]) or _BOUND.match(after))


_BOUND = re.compile(r"[_@/\\.][^\W_]")
_WHOLE = frozenset(("brand", "eponym", "event", "feast", "law", "medical", "medicine"))
_HEALTH, _PAIR, _STEM = ("eponym", "medical"), 2, 3
"""Words of what is known by all of them, and letters of a surname in small letters that its
forms share: *sandrą bocian*, and *bocian?*."""
_DOUBTED, _SURELY_NONE = 0.2, 0.8
_SMALL_UNKNOWN, _SMALL, _SMALL_ORDINARY = 0.9, 0.6, 0.3
"""The same of words in small letters where nobody is written so, in no dictionary or in one, and of
ordinary ones."""
_SMALL_RULES, _TOLD = frozenset(("capitals", "inflected")), frozenset("-:=<>\"'„“”«»‚‘’")

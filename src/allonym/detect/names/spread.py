"""Second pass: who was recognised once is recognised in all forms everywhere in the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import MINE, Morphology
from allonym.text.capitals import greets
from allonym.text.false_initials import behind_turn, find_postscript
from allonym.text.fold import fold, is_spelling, plain
from allonym.text.phrases import PhraseIndex, Piece, read_pieces

_LEAST, _SHORT = 3, 2
_ROMAN, _FULL = re.compile("[IVX]+"), re.compile(r"[^.]* [^.]*\Z")  # whoever is named in full
_READINGS = 2
_LEARNT, _STRONG = 0.8, 0.95
"""Least score of a mention that is learnt from; of one that is better than a form found again."""
_SHARE = 0.9
_BEHIND_INITIAL = (". ", ".", ".\u00a0", "'", "’")
_GLUE = (" ", "\u00a0", "-", "\u2010", "\u2011", "–", ". ", ".")


@dataclass(frozen=True, slots=True)
class Lists:
    """What lists know of given names."""

    # gives the pet names of one in small letters: *Tunde* for *Babatunde*
    pets: Callable[[str], Collection[str]] = field(default=lambda _: (), repr=False)
    # tells whether what one may be a form of is but a word: *Hans* is not of *han*
    is_of_word: Callable[[str, str], bool] = field(default=lambda _name, _lemma: False, repr=False)


def _is_worth(word: str, least: int) -> bool:
    """Tell whether a word of a name is worth learning: no initial, no *III*."""
    if len(word) < least or not word[0].isupper() or _ROMAN.fullmatch(word):
        return False
    return len(word) >= _LEAST or word.istitle()


def spread_persons(
    view: TextView,
    mentions: Sequence[Mention],
    morphology: Morphology,
    *,
    common: Callable[[str], bool] = lambda _: False,
    turns: AbstractSet[str] = frozenset(),
    lists: Lists | None = None,
    greetings: AbstractSet[str] = frozenset(),
    kept: dict[Any, Any] | None = None,
) -> list[Mention]:
    """Find the other occurrences of people's names that some mention recognised.

    Only capitalised words are taken, and full names in small letters; whether one at the head of a
    sentence is but a word (``Wilk``, ``May``) is for the decision.  A mention that is a single
    common word teaches nothing unless it is nearly certain.  What a better mention covers already
    is not reported again.

    Args:
        view: The document.
        mentions: What the detectors found, overlapping as they may.
        morphology: Gives the forms of names.
        common: Tells whether a word in small letters is a common word of the language.
        turns: The letters of questions and answers, which are no initials.
        lists: What lists know of given names.
        greetings: What greets at the head of a line, whoever is called so: *Mila Desi,*.
        kept: What was found out about this document before, to be added to.

    Returns:
        New mentions in text order, of the type that all their sources agree on.
    """
    people = [m for m in mentions if is_a(m.type, "person")]
    full = {m.span for m in people if m.is_decided and _FULL.match(view.surface(m.span))}
    learnt = [m for m in people if m.score >= _LEARNT or m.span in full]
    if not learnt:
        return []
    kept = {} if kept is None else kept
    read = kept["read"] = kept.get("read") or read_pieces(view.text)
    if "said" not in kept:
        large = frozenset(p.folded for p in read if view.text[p.start].isupper())
        kept["said"] = _Said(large, morphology, lists or Lists())
        own = [p for p in read if view.text[p.start : p.end].casefold() in greetings]
        led = {p for p in own if greets(view.text, Span(p.start, p.end))}
        kept["unled"] = [p for p in read if p not in led] if led else read
    index = _Index(view, learnt, common, kept["said"])
    there = Cover(m.span for m in people)
    sure = (m for m in mentions if m.score >= _STRONG and m.type != "place")
    good = Cover(m.span for m in sure)  # somebody's name may be like a town's: *Virtasta*
    unled = kept["unled"]
    runs = _runs(view.text, unled, index, turns)
    verdict = cache(lambda who: _verdict([learnt[number] for number in who]))
    found = [Mention(Span(unled[a].start, unled[b].end), *verdict(who)) for a, b, who in runs]
    found += [*_small(view, learnt, read)]
    found += _declined_small(view, learnt, read, kept["said"], common)
    found.sort(key=lambda mention: mention.span)
    return [m for m in found if not (there.holds(m.span) or good.holds(m.span))]


def _small(view: TextView, learnt: Sequence[Mention], read: Sequence[Piece]) -> Iterator[Mention]:
    """Yield where a full name in small letters stands again, as it is: *björn sjö* in a chat."""
    full = {s: m for m in learnt if (s := view.surface(m.span)).islower() and " " in s}
    for again in PhraseIndex(full).find(view.text, read):
        if known := full.get(view.text[again.start : again.end]):
            evidence = Evidence("spread", "form", round(_SHARE * known.score, 4))
            yield Mention(Span(again.start, again.end), known.type, (evidence,))


def _declined_small(
    view: TextView,
    learnt: Sequence[Mention],
    read: Sequence[Piece],
    said: _Said,
    common: Callable[[str], bool],
) -> Iterator[Mention]:
    """Yield where somebody's two names stand in small letters, in any form: *dawida kruka*.

    One of the two is no common word: a *róża biała* is a flower, whoever is called so.
    """
    pairs: dict[tuple[str, str], list[tuple[Mention, str, str]]] = {}
    for mention in learnt:
        first, _, last = view.surface(mention.span).partition(" ")
        if all(word.istitle() and word.isalpha() for word in (first, last)):
            key = fold(first)[:_LEAST], fold(last)[:_LEAST]
            pairs.setdefault(key, []).append((mention, first, last))
    for left, right in pairwise(read) if pairs else ():
        own = pairs.get((left.folded[:_LEAST], right.folded[:_LEAST]), ())
        words = view.text[left.start : right.end].split(" ") if own else ()
        if len(words) != 2 or not "".join(words).islower() or all(map(common, words)):
            continue
        for mention, *names in own:
            if said.says(words, names):
                evidence = Evidence("spread", "form", round(_SHARE * mention.score, 4))
                yield Mention(Span(left.start, right.end), mention.type, (evidence,))
                break


class _Said:
    """Which of the words that a document writes large are forms of a name."""

    def __init__(
        self,
        words: AbstractSet[str],
        morphology: Morphology,
        lists: Lists,
    ) -> None:
        self._words = words
        self._lists = lists
        self._begins = {word[:_LEAST] for word in words}
        self._morphology = morphology
        self.forms = cache(self._forms)

    def says(self, words: Sequence[str], names: Sequence[str]) -> bool:
        """Tell whether two words in small letters are two names, both in one case and number.

        *widziano dawida kruka*, but not what *janez kosi* with his scythe.
        """
        pairs = (("given", "family"), ("family", "given"))
        return any(
            not frozenset.isdisjoint(*map(self._cells, words, names, kinds)) for kinds in pairs
        )

    def is_hung(self, word: str) -> bool:
        """Tell whether something hangs on a word that says nothing of who it is: *Uskoani*."""
        read = self._morphology.analyse(word, "given")
        return bool(read) and read[0].features.get("Derivation") == MINE

    def _cells(self, word: str, name: str, kind: str) -> frozenset[tuple[str, str]]:
        """Return the cases and numbers that a word in small letters may be a name's."""
        lemma = self._morphology.analyse(name, kind)[0].lemma
        read = [a for a in self._morphology.analyse(word.capitalize(), kind) if a.lemma == lemma]
        own = (a.features for a in read if "Derivation" not in a.features)
        return frozenset((f.get("Case", ""), f.get("Number", "Sing")) for f in own)

    def _forms(self, word: str, kind: str, cited: bool) -> Sequence[tuple[str, str]]:
        """Return the forms that occur, each folded and as it is spelt."""
        lemmas = [*dict.fromkeys(a.lemma for a in self._morphology.analyse(word, kind))]
        likely = [w for w in lemmas[:_READINGS] if not cited or plain(w) == plain(word)]
        likely = [w for w in likely if w == word or not self._lists.is_of_word(word, w)]
        if kind == "given":
            called = {p for lemma in likely for p in self._lists.pets(plain(lemma))}
            likely += [p for p in called if fold(p)[:_LEAST] in self._begins]
        forms = {word}.union(*(self._morphology.forms(lemma, kind) for lemma in likely))
        return [(folded, form) for form in forms if (folded := fold(form)) in self._words]


class _Index:
    """Folded forms of the words of recognised names, each with the mentions that have it."""

    def __init__(
        self,
        view: TextView,
        learnt: Sequence[Mention],
        common: Callable[[str], bool],
        said: _Said,
    ) -> None:
        self._text = view.text
        self._common = common
        self._is_hung = said.is_hung
        self._sources: dict[tuple[str, str, bool], set[int]] = {}
        names = (view.surface(m.span).split() for m in learnt)
        last = {plain(words[-1]) for words in names if len(words) > 1}
        self._by_form: dict[str, list[tuple[str, set[int]]]] = {}
        self._known: dict[str, frozenset[int]] = {}
        self._own: set[str] = set()
        for number, mention in enumerate(learnt):
            alone = " " not in view.surface(mention.span)
            for word, kind in self._words(view, mention):
                self._own.add(word.casefold())
                # *Maj* beside *Halina Maj* is a surname, and *Mają* no form of *Maja*
                cited = alone and kind == "given" and plain(word) in last
                key = plain(word), kind, cited
                if key not in self._sources:
                    source = self._sources[key] = set()
                    for folded, form in said.forms(word, kind, cited):
                        self._by_form.setdefault(folded, []).append((form, source))
                self._sources[key].add(number)

    def _words(self, view: TextView, mention: Mention) -> Iterator[tuple[str, str]]:
        """Yield the words worth learning, each as what it may be."""
        surface = view.surface(mention.span)
        words = [surface[p.start : p.end] for p in read_pieces(surface)]
        short = _SHORT if len(words) > 1 else _LEAST
        names = [w for w in words if _is_worth(w, short)]
        alone = len(words) == len(names) == 1  # M. Petek is more than a word
        weak = alone and self._common(plain(names[0])) and mention.score < _STRONG
        for number, word in enumerate([] if weak else names):
            if number < len(names) - 1 or len(names) == 1:
                yield word, "given"
            yield word, "family"  # lists put the surname first

    def among(self, read: Sequence[Piece]) -> list[int]:
        """Return where in a text words stand that may be such forms, which most are not."""
        return [n for n, piece in enumerate(read) if piece.folded in self._by_form]

    def who(self, piece: Piece) -> frozenset[int]:
        """Return the mentions whose name a word may be a form of."""
        forms = self._by_form.get(piece.folded)
        word = self._text[piece.start : piece.end]
        if not forms or not _is_worth(word, _SHORT):
            return frozenset()
        if word not in self._known:
            self._known[word] = self._sources_of(word, forms)
        return self._known[word]

    def _sources_of(self, word: str, forms: Sequence[tuple[str, set[int]]]) -> frozenset[int]:
        common = self._common(word.lower())  # She is not Gráinne Ní Shé
        if common and word.casefold() not in self._own and self._is_hung(word):
            return frozenset()  # Uskoani is my faith, whoever is called Usko

        def fits(form: str) -> bool:
            alike = word.casefold() == form.casefold()
            return alike or (not common and is_spelling(word, form))

        return frozenset[int]().union(*(source for form, source in forms if fits(form)))


def _runs(
    text: str, read: Sequence[Piece], index: _Index, turns: AbstractSet[str]
) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Yield stretches of neighbouring words that come from the same mentions."""
    end = 0
    for position in index.among(read):
        who = index.who(read[position]) if position >= end else None
        if not who:
            continue
        last = position
        while last + 1 < len(read) and text[read[last].end : read[last + 1].start] in _GLUE[:-2]:
            shared = who & index.who(read[last + 1])
            if not shared:
                break
            who, last = shared, last + 1
        yield _with_initial(text, read, position, turns), last, who
        end = last + 1


def _with_initial(text: str, read: Sequence[Piece], first: int, turns: AbstractSet[str]) -> int:
    """Take in an initial right before a name, and the *O'* of an Irish one."""
    named = first
    while first > 0:
        before = read[first - 1]
        single = before.end - before.start == 1 and text[before.start].isupper()
        glued = text[max(0, before.start - 1) : before.start].isalnum()  # DJ 4521K. Rączka
        if not single or glued or text[before.end : read[first].start] not in _BEHIND_INITIAL:
            break
        if behind_turn(text, before.start, turns) > before.start:
            break
        first -= 1
    return named if find_postscript(text, read[first].start, read[named].start) else first


def _verdict(sources: Sequence[Mention]) -> tuple[str, tuple[Evidence]]:
    """Return what a form found again is, by all that have it: type, score, whether to be kept."""
    types = {m.type for m in sources}
    kind = types.pop() if len(types) == 1 else "person"
    kept = all(any(e.rule == "keep" for e in m.evidence) for m in sources)
    score = round(_SHARE * max(m.score for m in sources), 4)
    return kind, (Evidence("spread", "keep" if kept else "form", score),)

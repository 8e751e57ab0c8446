"""Chats: who speaks, and names that nobody troubled to write with a capital.

A transcript or an exported chat says at the head of each line who speaks.  Two things follow: the
labels are people or their user names, and in what they write small letters tell nothing against
a name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from allonym.detect.names.announced import is_office
from allonym.languages.pool import load_pool
from allonym.model.features import AGREEING
from allonym.model.mention import Analysis, Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.capitals import SMALL, at_head
from allonym.text.false_initials import DOOR
from allonym.text.fold import fold
from allonym.text.phrases import preceding

if TYPE_CHECKING:
    from allonym.kit import Kit

_SPEAKER = re.compile(
    r"^[ \t]*(?:[\[(]?\d(?:[\d./ ]{0,12}[^\W\d_]{2,5}\.?[ ,]+[\d.:/ ,]{3,14}"  # 2 aug. 20:11
    r"|[\d.:/ ,-]{3,24})(?:[ap]m)?[\])]?[ ,–-]*)?"  # when, as exports write it
    r"(?:<(?P<angle>[^\s<>:][^<>:\n]{0,30})>|(?P<plain>[^\W\d_][^:\n<>\t]{0,30}?)"
    r"(?:[ ,]+[(\[]?\d{1,2}[.:]\d\d[)\]]?)?:)(?=\s|$)",  # mira 18.32: moi
    re.MULTILINE | re.IGNORECASE,
)
_LINE = re.compile(r"^[^\n]*\S[^\n]*$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_RUN = re.compile(rf"(?<!\w){SMALL}{{3,}}(?: {SMALL}{{3,}})*(?!\w)")
_LEAST_LINES = 6
_LEAST_SHARE = 0.5
_MOST_WORDS = 3
_LABEL, _NAMED, _WHOLE = 0.9, 0.6, 0.8
AMONG = "among"
"""The rule of who speaks among others that are surely people."""
_FAMILY = "family", "family_rare", "family_ending"


@dataclass(frozen=True, eq=False)
class ChatDetector:
    """Finds the speakers of a chat, and names in small letters in what they say."""

    kit: Kit = field(repr=False)  # of words, and of what finds the speakers that are user names
    name: str = "chat"

    def detect(self, view: TextView) -> Iterator[Mention]:
        """Yield what there is where the text is a chat."""
        speakers, told = self._speakers(view.text)
        if not speakers:
            if self._surname_first:
                yield from self._full(view.text)
            return
        users = {*self.kit.handles.find(view.text)}
        rules = ("speaker", AMONG) if told else ("speaker",)
        evidence = tuple(Evidence(self.name, rule, _LABEL) for rule in rules)
        for span in speakers:
            if span not in users:
                yield Mention(span, "person", evidence)
        known = self._forms(view.surface(span) for span in speakers) | self._named(view.text)
        called = self._called(view.text)
        for match in _RUN.finditer(view.text):
            yield from self._at_head(view.text, match, called)
            yield from self._small(view.text, match, known)

    def _speakers(self, text: str) -> tuple[list[Span], bool]:
        """Return the labels at the heads of lines, if most lines have one and they return.

        And whether all that return may be names and one is a surname and no word: words among them
        are names as well, *Vörös* beside *Tóthné*, but not *Wolf* beside *Mary*.
        """
        lines = sum(1 for _ in _LINE.finditer(text))
        found = [_bare(text, *m.span(m.lastgroup or 0)) for m in _SPEAKER.finditer(text)]
        if len(found) < max(_LEAST_LINES, _LEAST_SHARE * lines):
            return [], False
        labels = Counter(text[span.start : span.end] for span in found)
        again = {label for label, count in labels.items() if count > 1}
        if len(again) < 2 or 2 * len(labels) > len(found):
            return [], False
        named = {label for label in labels if self._is_name(label, again)}
        sure = (word for word in again & named if not self.kit.is_word(word.lower()))
        told = all(map(self._is_listed, again)) and not all(map(self.kit.is_given, sure))
        named.update(filter(self._is_listed, labels) if told else ())
        return [s for s in found if text[s.start : s.end] in named], told

    def _is_listed(self, label: str) -> bool:
        """Tell whether a label is written like a name of words that lists have as such.

        One that is a word is a usual surname, and says not what somebody does: *Fehér*, not *Bíró*.
        """
        words = [word for word in label.split() if not self.kit.is_title(word)]
        return bool(words) and label.istitle() and all(map(self._is_borne, words))

    def _is_borne(self, word: str) -> bool:
        if self.kit.is_label(word) or not self.kit.is_named(word):
            return False
        usual = word in self._pool and not is_office(self.kit.pack, word)
        return usual or not self._is_common(word.lower())

    def _is_name(self, label: str, again: set[str]) -> bool:
        """Tell whether a label names somebody, rather than a role, a field or a time.

        Who speaks but once must have a known name, or one in small letters that is no word.
        """
        words = label.lower().split()
        if not 0 < len(words) <= _MOST_WORDS or len(label) < 2 or self._kin.issuperset(words):
            return False
        if any(map(self._is_given, words)):
            return label in again or len(words) == 1
        common = all(self._is_common(w) or self.kit.is_label(w) for w in words)
        if label not in again:  # kaposimaci, whom no dictionary has
            one = label.islower() and label.isalpha() and not self.kit.is_nobody(label)
            return one and not common
        return not (common or (label.isupper() and all(map(self.kit.is_nobody, words))))

    @cached_property
    def _kin(self) -> frozenset[str]:
        """What kin are called, in small letters: *babi*, *dedi*."""
        words = self.kit.pack.words
        return frozenset((*words("cues", "kin"), *words("names", "closest")))

    def _forms(self, labels: Iterator[str]) -> frozenset[str]:
        words = {word for label in set(labels) for word in label.split()}
        forms = self.kit.morphology.forms
        return frozenset(f.lower() for word in words for f in (word, *forms(word, "given")))

    def _named(self, text: str) -> frozenset[str]:
        """Return the forms of given names written large that are no words: *Pekka*, *pekan*."""
        is_common, is_given = self._is_common, self._is_given
        large = {word[0] for word in _WORD.finditer(text) if word[0].istitle()}
        names = (w for w in large if is_given(w.lower()) and not is_common(w.lower()))
        return frozenset(form for form in self._forms(names) if not is_common(form))

    def _called(self, text: str) -> frozenset[str]:
        """Return the given names that are words and that somebody has here: *жена му Вяра*."""
        large = (m for m in _WORD.finditer(text) if m[0].istitle() and not at_head(text, m.start()))
        said = {m[0].lower() for m in large}
        return frozenset(word for word in said if self._is_common(word) and self._is_given(word))

    def _at_head(self, text: str, run: re.Match[str], called: frozenset[str]) -> Iterator[Mention]:
        """Yield who is called so at the head of a message: *вяра работи*, not *имам вяра*."""
        word = run[0].partition(" ")[0]
        if word in called and text.startswith(": ", run.start() - 2):
            yield self._mention(Span(run.start(), run.start() + len(word)), "person")

    def _small(self, text: str, run: re.Match[str], known: frozenset[str]) -> Iterator[Mention]:
        """Yield the names in a run of small words: a given name takes its surname with it.

        A given name that is a common word too is one before a surname: *hope novak*; one that is
        none takes any other word with it where nothing else is said: *божидар вълк*.
        """
        whole = run[0].count(" ") == 1 and text.startswith(": ", run.start() - 2)
        whole &= text[run.end() : run.end() + 1] in ("", "\n")
        person: Span | None = None
        maybe: Span | None = None
        before: Span | None = None
        for match in _WORD.finditer(text, run.start(), run.end()):
            word, span = match.group(), Span(*match.span())
            is_common = not word.islower() or self._is_common(word)
            beside, before = before, span
            if beside and span.start == beside.end + 1:
                first = text[beside.start : beside.end]
                led = preceding(text, beside.start).lower() in self.kit.where
                if self._is_called(first, word, led=led):
                    both = (Evidence(self.name, "full-name", _WHOLE),)
                    yield Mention(Span(beside.start, span.end), "person", both)
            if maybe and span.start == maybe.end + 1 and not is_common:
                person = maybe if self.kit.has(word, *_FAMILY) else person
            maybe = span if is_common and word.islower() and self._is_given(word) else None
            joined = person is not None and span.start == person.end + 1
            if word in known or (not is_common and self._is_given(word)):
                person = Span(person.start, span.end) if person and joined else span
                yield self._mention(person, "person")
            elif not is_common and person and joined and (whole or self.kit.has(word, *_FAMILY)):
                person = Span(person.start, span.end)
                yield Mention(
                    person, "person", (Evidence(self.name, "small", _WHOLE if whole else _NAMED),)
                )
            elif not is_common:
                if self.kit.has(word, "place", "place_ending"):
                    yield self._mention(span, "place")
                usual = self.kit.has(word, "family", "family_ending")
                if usual and not self.kit.is_ordinary(word):
                    yield self._mention(span, "person")

    def _is_common(self, word: str) -> bool:
        return word in self._kin or self.kit.has(word, "common", "common_rare")

    def _is_given(self, word: str) -> bool:
        form = self.kit.has(word, "given_ending") and not self.kit.is_ordinary(word)
        return form or self.kit.has(word, "given")

    def _is_called(self, first: str, last: str, *, led: bool) -> bool:
        """Tell whether two words are both somebody's name, words as they are: *adama króla*.

        Lists and the pool have both, and they agree in case, number and gender.  A common word is
        so behind a preposition only: *u viery kráľovej*, but not *król lubi jagody*.  Where the
        surname is first and takes no ending, it stands before a given name: *vörös peti*.
        """
        if self._surname_first:
            rare = self.kit.has(last, "given_rare") and not self.kit.is_ordinary(last)
            named = (rare or self._is_given(last)) and not self._is_common(last) and first.islower()
            return named and not self._bare_pool.isdisjoint(map(fold, (first, first + first[-1])))
        if not last.islower() or (self._is_common(first) and not led):
            return False
        analyse, is_given = self.kit.morphology.analyse, self.kit.is_given
        given = [a for a in analyse(first.title(), "given") if is_given(a.lemma)]
        family = analyse(last.title(), "family") if given else ()
        borne = [a for a in family if self._is_surname(a.lemma)]
        return not _cells(given).isdisjoint(_cells(borne))

    def _full(self, text: str) -> Iterator[Mention]:
        """Yield who is called by both names in small letters, where nobody is said to speak."""
        words = [*_WORD.finditer(text)]
        for first, last in pairwise(words):
            tied = last.start() == first.end() + 1 and text[first.end()] == " "
            if tied and last[0].islower() and self._is_called(first[0], last[0], led=False):
                span = Span(first.start(), last.end())
                yield Mention(span, "person", (Evidence(self.name, "full-name", _WHOLE),))

    @property
    def _surname_first(self) -> bool:
        return self.kit.pack.name_order == "family-given"

    @cached_property
    def _bare_pool(self) -> frozenset[str]:
        """The surnames of the pool in small letters without marks: *takacs*."""
        return frozenset(map(fold, self._pool))

    @cached_property
    def _pool(self) -> Collection[str]:
        return load_pool(self.kit.pack, "family").by_lemma

    def _is_surname(self, lemma: str) -> bool:
        """Tell whether lists have a surname, or the pool, where it is a word: *kráľ*."""
        return lemma in self._pool or self.kit.has(lemma, "family", "family_rare")

    def _mention(self, span: Span, kind: str) -> Mention:
        return Mention(span, kind, (Evidence(self.name, "small", _NAMED),))


def _cells(readings: Iterable[Analysis]) -> set[tuple[str | None, ...]]:
    """Return case, number and gender of what readings say, where they tell a case."""
    said = (a.features for a in readings)
    return {tuple(map(f.get, AGREEING)) for f in said if "Case" in f and "Derivation" not in f}


def _bare(text: str, start: int, end: int) -> Span:
    """Return a label without a staircase, the signs and pictures behind it."""
    door = DOOR.search(text[start:end])
    end = start + door.start() if door else end
    while end > start + 1 and not text[end - 1].isalnum() and text[end - 1] not in ".)":
        end -= 1
    return Span(start, end)

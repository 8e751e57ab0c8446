"""Names whole: nobody is hidden by half.

A word beside somebody who is hidden gives him away as well: *Tine | Golea*, where *tine* is a word,
*ал | Масри*, *Бл. | Славов*, *Daisy | May*, *Kent | "Blomman" Blom*; and in languages that string
suffixes on, the ending that a hyphen joins: *Mariann-nal*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from allonym.detect.decision.candidates import NAMED
from allonym.detect.decision.choosing import BONUS
from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.words import Floats
from allonym.languages.lexicon import BIT, FAMILY, GIVEN, NAMES
from allonym.model.cover import Cover
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.ports import Morphology
from allonym.text.capitals import is_large, last_word

if TYPE_CHECKING:
    from allonym.kit import Kit

_REACH, _STEM, _LEAST = 64, 2, 3
_WHOLE = 1 / (1 + BONUS)
"""From which chance on somebody is called so in full, whose half is hidden."""
_FIRST = 0.19
"""The same of a surname in front that is an ordinary word at the head of a sentence."""
_IRISH = re.compile(r"(?<!\w)O['’]\Z")
_WORD = r"[^\W\d_]+(?:['’][^\W\d_]+)*(?:-[^\W\d_]+)*"
_BEFORE = re.compile(rf"(?<![\w.'’@#-])({_WORD})[ \u00a0-]\Z")
_BEHIND = re.compile(rf"[ \u00a0]({_WORD})(?![\w'’@-])")
_BOOKED = re.compile(rf"(?<![\w.'’@#-])({_WORD}),[ \u00a0]\Z")
"""A surname before the comma of a list: *Wolf, | Harold James*."""
_SHORTENED = re.compile(r"(?<![\w.'’@#-])([^\W\d_]{2,6})\.[ \u00a0]?\Z")
_QUOTED = re.compile(
    rf"{_WORD} [\"“„«‘'(](?P<nick>{_WORD}(?: {_WORD})?)[\"”“»’')] (?P<last>{_WORD})"
)
_TAIL = re.compile(r"['’](?!s(?!\w))([^\W\d_]{1,6})(?![\w-])")
_STRUNG = re.compile(rf"[-\u2010\u2011]([^\W\d_]{{1,6}})(?![\w-])|{_TAIL.pattern}")
_OPENS = re.compile(r"(?:\A|[:|,;(\t\n]|[ ]{2}|[ ][–—-])[ \t]*\Z")
_ENDS = re.compile(r"\.?[ \t]*(?:\Z|[|)(\t\n]|[ ]{2})|[ ][–—-][ ]|,[ ](?:[^\W\d_]+\.?[ ]){0,2}\d")
_FURTHER = re.compile(r",[ \u00a0]([^\W\d_]+)")
_ITEM = re.compile(r"(?:\A|[:;,|(\t\n•*–-]|\d[.)]|[.][ ])[ \t]*\Z")
_LINE = re.compile(r"(?:\A|\n)\W*\Z")
_LED, _NEXT = re.compile(r":[ \t]*\Z"), re.compile(r"[,;]")
"""What stands around the first of a list."""

_GIVEN, _FAMILY = GIVEN | BIT["an_given"], FAMILY | BIT["an_family"]
_SURE_GIVEN, _CALENDAR, _PLACE = BIT["given"], BIT["calendar"], BIT["place"]
_TITLES = BIT["title"] | BIT["honorific_m"] | BIT["honorific_f"] | BIT["court"]
_SAID = sum(BIT[n] for n in ("kin", "label", "org_word", "legal_form", "street", "calendar"))
"""What stands beside names and is none; titles do so only where they stand before names."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Completes what was taken."""

    # the bits that the word lists give a word
    flags: Callable[[str], int] = field(default=lambda _: 0, repr=False)
    # words in small letters that stand in names: *de*, *van*
    particles: frozenset[str] = frozenset()
    ordinary: frozenset[str] = frozenset()  # those of them that are words of the language as well
    # how given names are cut short, in small letters: *хр*, *wm*
    short: frozenset[str] = frozenset()
    # words in small letters that stand before names: greetings, heads of letters
    leads: frozenset[str] = frozenset()
    family_first: bool = False  # whether surnames stand first, and titles behind names
    free: bool = False  # whether surnames stand first in documents as well: *Rus Florin a venit*
    cues: frozenset[str] = frozenset()  # kin, titles and forms of address before names: *Baba Ana*
    # reads names with what a mark joins
    suffixed: Morphology | None = field(default=None, repr=False)
    # such a mark and the ending: an apostrophe, where much is strung on a hyphen as well
    tail: re.Pattern[str] = field(default=_STRUNG, repr=False)

    def over(self, text: str, taken: Sequence[Mention], parts: Iterable[Span]) -> list[Mention]:
        """Return what was taken, names whole.

        Args:
            text: Of the document.
            taken: Disjoint, in text order.
            parts: Words that are rather parts of names than none.
        """
        beside, led = Cover(parts), frozenset(self._led(text, taken))
        made: list[Mention] = []
        for number, mention in enumerate(taken):
            behind = made[-1].span.end if made else 0
            if mention.span.start < behind:
                continue
            ahead = taken[number + 1].span.start if number + 1 < len(taken) else len(text)
            if not _is_person(mention):
                made.append(mention)
                continue
            start, tied = self._particles(text, mention.span.start, behind, led)
            last = made[-1] if made and tied and start - 1 == behind else None
            if last and _is_person(last):
                span = Span(last.span.start, mention.span.end)
                made[-1] = replace(last, span=span, evidence=(*last.evidence, *mention.evidence))
                continue
            span = Span(start, mention.span.end)
            span = self._complete(text, span, mention.span, (behind, ahead), beside)
            span = self._ended(text, _nicknamed(text, span, taken[number + 1 :]))
            if self._is_booked(text, made, span, ahead):
                span = Span(made.pop().span.start, span.end)
            made.append(mention if span == mention.span else replace(mention, span=span))
        return made

    def _is_booked(self, text: str, made: Sequence[Mention], span: Span, ahead: int) -> bool:
        """Tell whether the last name is the surname of the given names behind its comma.

        *Patient: Wolf, Harold James, 12/04/1949*, but not *Present: Wolf, Harold James, Eve King*.
        """
        last = made[-1] if made and _is_person(made[-1]) else None
        if not last or text[last.span.end : span.start] != ", ":
            return False
        listed = text[max(0, last.span.start - 2) : last.span.start] == ", "
        several = listed or text[span.end : ahead] == ", "
        return not several and self._is_surname_of(text, last.span, span)

    def _is_surname_of(self, text: str, word: Span, name: Span) -> bool:
        """Tell whether a word is a surname, and what stands behind its comma given names alone."""
        said, before = text[word.start : word.end], text[max(0, word.start - 4) : word.start]
        bits = 0 if " " in said or self._is_said(said) else self.flags(said)
        booked = bits & FAMILY and not bits & (_SAID | _SURE_GIVEN | _PLACE) and said[0].isupper()
        ends = any(behind.match(text, name.end) for behind in (_ENDS, _NEXT))
        further = _FURTHER.match(text, name.end)  # Poets: Keats, Shelley, Byron
        ends = ends and not (further and further[1].istitle())
        given = all(self.flags(w) & GIVEN for w in text[name.start : name.end].split())
        return bool(booked and given and ends and _ITEM.search(before))

    def left_of(
        self,
        text: str,
        candidates: Iterable[Candidate],
        chances: Floats,
        taken: Iterable[Mention],
        is_ordinary: Callable[[str], bool],
    ) -> Iterator[Span]:
        """Yield the words beside people with which these may be whole: *Merve | Alici*.

        Half a name gives somebody away, a word too many is only ugly: the whole may be as
        improbable as it is worse to miss somebody.  The word is written large inside a sentence;
        before a name it is no title and in no dictionary, behind one in full the lists have it:
        *Jan Nowak Hydraulik* ends in none.

        Args:
            text: Of the document.
            candidates: Of it.
            chances: The probabilities of the classes of each.
            taken: What is taken.
            is_ordinary: Tells whether a word in small letters is in the dictionary.
        """
        people = [m.span for m in taken if _is_person(m)]
        starts, ends = {s.start: s.end for s in people}, {s.end: s.start for s in people}
        for (start, end), row in zip((c.span for c in candidates), chances, strict=True):
            if row[NAMED] < _WHOLE:
                continue
            for left, right in ((start, ends.get(end, start)), (starts.get(start, end), end)):
                word = text[left:right].strip()
                if not (word.istitle() and word.isalpha()) or self.flags(word) & _SAID:
                    continue
                own = Span(at := text.index(word, left), at + len(word))
                full = left > start and " " in text[start:left].strip()
                if full and not self.flags(word) & NAMES:
                    continue
                behind = left > start and not self.family_first
                strange = not (self._is_said(word) or is_ordinary(word.lower()))
                large = is_large(text, own) and (behind or strange)
                first = self.family_first and left == start and row[NAMED] >= _FIRST
                first = first and not self._is_said(word)  # at the head: Mell Viktor
                if large or first:
                    yield own

    def _is_said(self, word: str) -> bool:
        """Tell whether a word is a title or another word that stands before names."""
        small = word.lower()
        return bool(self.flags(word) & _TITLES or small in self.cues or small in self.leads)

    def _led(self, text: str, taken: Iterable[Mention]) -> Iterator[tuple[str, str]]:
        """Yield the particles in names, each with the beginning of the word behind it."""
        for mention in filter(_is_person, taken):
            words = text[mention.span.start : mention.span.end].lower().split()
            yield from ((a, b[:_STEM]) for a, b in pairwise(words) if a in self.particles)

    def _particles(
        self, text: str, start: int, behind: int, led: Collection[tuple[str, str]]
    ) -> tuple[int, bool]:
        """Return where what is tied to a name begins before it, and whether there are particles.

        One that is a word as well is none by itself, *de la*, but not *la*, unless a name has it.
        """
        cut = _search(_SHORTENED, text, behind, start)
        if cut and cut[1].istitle() and cut[1].lower() in self.short:
            return cut.start(), False
        first = at = start - 2 * (_IRISH.search(text, max(behind, start - 2), start) is not None)
        while word := _search(_BEFORE, text, behind, at):
            letters = word[1].isupper() > text[at : at + 2].isupper()  # DI Joni Hakala
            if (small := word[1].lower()) not in self.particles or letters:
                break
            at = word.start()
            theirs = (small, text[word.end() : word.end() + _STEM].lower()) in led
            theirs = theirs or is_large(text, Span(*word.span(1)))  # Legranda, De Curtisa
            first = first if small in self.ordinary and not theirs else at
        return first, first < start

    def _complete(
        self, text: str, span: Span, name: Span, between: tuple[int, int], beside: Cover
    ) -> Span:
        """Return a name with the words that complete it.

        Args:
            text: Of the document.
            span: The name with its particles.
            name: Without.
            between: Where other mentions end and begin.
            beside: What is rather a part of a name than none.
        """
        surface = text[name.start : name.end]
        given = self.family_first and all(self.flags(w) & _GIVEN for w in surface.split())
        known = _SURE_GIVEN * given if " " in surface else self.flags(surface)  # Görög Leó Dénes
        bare = " " in surface and not any(self.flags(w) & _GIVEN for w in surface.split())
        before = _search(_BEFORE, text, between[0], span.start)
        if before and before[1].isupper() >= surface.isupper():
            word = Span(*before.span(1))
            lead = self._greets(text, word) or bool(self.flags(before[1].lower()) & _CALENDAR)
            named = bare and bool(self._bits(text, word) & _SURE_GIVEN)  # Добри Милушев Овчаров
            tied = text[word.end] == "-" and before[1].istitle() and not lead  # Ing-Britt
            kin = not lead and self._is_kin(text, word, span)
            leads = named or tied or kin or self._leads(text, word, span, known)
            if (beside.touches(word) and not lead) or leads:
                span = Span(word.start, span.end)
        booked = _search(_BOOKED, text, between[0], name.start)
        if booked and self._is_surname_of(text, Span(*booked.span(1)), name):
            span = Span(booked.start(1), span.end)
        if before and self._in_capitals(text, Span(*before.span(1)), name, known):
            span = Span(before.start(1), span.end)
        after = _BEHIND.match(text, span.end, between[1])
        if after and after[1].isupper() >= surface.isupper():
            word = Span(*after.span(1))
            if beside.touches(word) or (known & _SURE_GIVEN and self._bits(text, word) & _FAMILY):
                span = Span(span.start, word.end)
        return span

    def _is_kin(self, text: str, word: Span, span: Span) -> bool:
        """Tell whether a given name that kin is called too begins a name: *Bror Sigvard Fransson*.

        Behind kin at the head of a sentence stands a lone given name: *Bror Sigvard ringde*.
        """
        said, (first, *more) = text[word.start : word.end], text[span.start : span.end].split()
        bits = self.flags(said)
        named = not said.islower() and bits & _SURE_GIVEN and not bits & _TITLES
        named = named and said.lower() in self.cues
        full = bool(more) or not self.flags(first) & _SURE_GIVEN
        return bool(named) and (full or is_large(text, word))

    def _in_capitals(self, text: str, word: Span, given: Span, known: int) -> bool:
        """Tell whether a surname in capitals stands before a given name: *1. KOVÁČ | Ján*."""
        own, first = text[word.start : word.end], text[given.start : given.end]
        if not (known & _SURE_GIVEN and first.istitle() and own.isupper() and len(own) >= _LEAST):
            return False
        bits = self.flags(own.title())
        item = _ITEM.search(text, max(0, word.start - 4), word.start) is not None
        return item and bool(bits & FAMILY) and not bits & (_SAID | _TITLES)

    def _leads(self, text: str, word: Span, span: Span, known: int) -> bool:
        """Tell whether lists have the word before a name of one word as the other half of it."""
        bits = self._bits(text, word)
        said = text[word.start : word.end].lower() in self.cues
        family = _FAMILY if self.family_first else (self.free and not said) * BIT["family"]
        if known & _SURE_GIVEN and bits & family:
            return True
        item, large = _is_item(text, Span(word.start, span.end)), is_large(text, word)
        if bits & _SURE_GIVEN and not large and " " not in text[span.start : span.end]:
            return not known & _GIVEN  # Mina Rostami, whatever mina means
        fits = known & (_GIVEN if item else _SURE_GIVEN) and bits & _FAMILY
        return (item or large) and bool(fits or (known and bits & _GIVEN))

    def _bits(self, text: str, word: Span) -> int:
        """Return what lists say of a word with the capital of a name; nothing of titles."""
        surface = text[word.start : word.end]
        named = len(word) > 1 and surface[0].isupper() and not self._greets(text, word)
        bits = self.flags(surface) if named else 0
        follows = None if self.family_first else _BEHIND.match(text, word.end)
        titled = follows is not None and follows[1][0].isupper()  # and not: Joe Judge came
        return 0 if bits & (_SAID | _TITLES if titled else _SAID) else bits

    def _greets(self, text: str, word: Span) -> bool:
        """Tell whether a word is a greeting; *Мила* is a name but at the head of a line."""
        surface = text[word.start : word.end]
        named = surface[:1].isupper() and self.flags(surface) & _SURE_GIVEN
        inside = named and not _LINE.search(text, max(0, word.start - 4), word.start)
        return surface.lower() in self.leads and not inside

    def _ended(self, text: str, span: Span) -> Span:
        """Return a name with the ending that a mark joins, where the two are a form of it."""
        tail = self.tail.match(text, span.end)
        word = text[span.start : span.end].rpartition(" ")[2]
        if not (self.suffixed and tail and tail[0].islower() and word[:1].isupper()):
            return span
        is_form = self.suffixed.analyse(word + tail[0], "given")[0].lemma == word
        return Span(span.start, tail.end()) if is_form else span


def _search(pattern: re.Pattern[str], text: str, behind: int, end: int) -> re.Match[str] | None:
    """Return the last word before a place that looks so, if it does."""
    return pattern.search(text, last_word(text, max(behind, end - _REACH), end), end)


def _nicknamed(text: str, span: Span, after: Sequence[Mention]) -> Span:
    """Return a name with the nickname in quotes and the surname behind it.

    *Kent "Blomman" Blom* is one name, though *Blomman* may be any word and *Blom* another's; *Mate
    (Matija) Kovač* is one where brackets hold somebody.
    """
    found = _QUOTED.match(text, span.start)
    if not (found and span.end < found.end()):
        return span
    if not (found["nick"][:1].isupper() and found["last"][:1].isupper()):
        return span
    nicks = [m for m in after if m.span.start == found.start("nick")]
    if text[found.start("nick") - 1] == "(" and not any(map(_is_person, nicks)):
        return span  # Berg (Stockholm)
    last = [m for m in after if m.span.end > found.start("last") and m.span.start < found.end()]
    beyond = any(m.span.end > found.end() for m in last)
    if beyond or (last and not any(is_a(m.type, "person") for m in last)):
        return span
    return Span(span.start, found.end())


def _is_item(text: str, span: Span) -> bool:
    """Tell whether a stretch is all of a line, a cell or what brackets hold: no sentence."""
    return any(
        before.search(text, max(0, span.start - 4), span.start) and behind.match(text, span.end)
        for before, behind in ((_OPENS, _ENDS), (_LED, _NEXT))
    )


def _is_person(mention: Mention) -> bool:
    """Tell whether the decision took somebody."""
    return mention.is_decided and is_a(mention.type, "person")


def whole_names(kit: Kit) -> Whole:
    """Return what makes names of a language whole."""
    names = partial(kit.pack.words, "names")
    said = frozenset(kit.pack.words("cues", "honorific", "title", "kin"))
    particles = frozenset(map(str.lower, names("particles")))
    ordinary = frozenset(word for word in particles if kit.has(word, "common"))
    short = frozenset(map(str.lower, names("short")))
    heads = names("greetings", "prefixes")
    leads = frozenset((*kit.pack.toml("never.toml").get("lead", ()), *heads))
    order = kit.pack.name_order
    first, free = order == "family-given", order != "given-family"
    tail = _STRUNG if kit.last_word else _TAIL
    return Whole(
        kit.flags, particles, ordinary, short, leads, first, free, said, kit.morphology, tail
    )

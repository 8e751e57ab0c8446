"""Detection by word lists: names with their endings, titles, and capitals nothing explains.

Each rule has a weight, measured on development data: how often what it marks is a name.  A weight
of one half or more hides by default; below that, the mention is listed for review.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, partial
from types import MappingProxyType

from allonym.detect.names.announced import Announcing, is_office, load_announcing
from allonym.detect.patterns.handles import is_protocol
from allonym.languages.dictionary import LEMMA, load_names
from allonym.languages.lexicon import BIT, Lexicon, load_lexicon, load_settings
from allonym.languages.pack import LanguagePack
from allonym.languages.pool import load_pool
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.tokenize import snap, tokenize, view_windows

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "full-name": 0.8,
        "title": 0.8,
        "given": 0.6,
        "given-common": 0.2,
        "given-rare": 0.4,
        "family": 0.4,
        "place": 0.5,
        "place-rare": 0.3,
        "unknown": 0.3,
        "unknown-first": 0.2,
    }
)
"""Score of each rule."""

_TYPES = {"place": "place", "place-rare": "place", "unknown": "other", "unknown-first": "other"}


def _bits(*names: str) -> int:
    return sum(BIT[name] for name in names)


_GIVEN = _bits("given", "given_ending", "an_given")
_LISTED = _bits("given", "an_given")
_GIVEN_ANY = _GIVEN | BIT["given_rare"]
_FAMILY = _bits("family", "family_rare", "family_ending", "an_family")
_PLACE = _bits("place", "place_ending")
_PLACE_ANY = _PLACE | _bits("place_rare", "an_place")
_NAMED = _GIVEN_ANY | _FAMILY
_COMMON = _bits("common", "common_rare", "an_common")
_TITLE = _bits("title", "honorific_m", "honorific_f")
_NOT_NAMES = _bits("org_word", "legal_form", "calendar", "label", "street", "org", "an_org")
_AMBIGUOUS = _bits("calendar", "org", "an_org")
"""What a given name may be besides: *May*, *Chase*."""
_SENTENCE_END = frozenset(".!?:;…\"'„”“»«*•-–—|>)(")
_HYPHENS = frozenset("-‐‑")
_AFTER_INITIAL = frozenset([".", ".-", ".‐", ".‑"])
_BEFORE = 24
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_YEAR = re.compile(r"\b\d{4}\.?[ \u00a0]\Z")
"""What makes a full stop's letter a year's, and no honorific: *2021. g. Zagreb*."""
_LONGEST = 16
"""More capitalised words in a row are no name; they are read in pieces."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A capitalised word."""

    span: Span  # where
    bits: int  # what the lists say
    opens: bool  # whether a sentence may begin with it
    initial: bool  # whether it is a single letter
    tied: bool  # whether a hyphen ties it to the word before

    @property
    def common(self) -> bool:
        return bool(self.bits & _COMMON)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class GazetteerDetector:
    """Finds names by lists; what only a capital letter suggests becomes ``other``."""

    lists: Lexicon  # the word lists of the language
    _: KW_ONLY
    # score of each rule; a rule without one is off
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    announcing: Announcing | None = None  # the words that announce a name
    # words behind which no full name stands: *the Jubilee Hall*
    articles: frozenset[str] = frozenset()
    # by their first word the forms of those that have several
    towns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # tells whether a word says what somebody is
    is_office: Callable[[str], bool] = lambda _: True
    name: str = "gazetteer"

    @classmethod
    def load(cls, pack: LanguagePack) -> GazetteerDetector | None:
        """Return the detector of a pack, or None where it has no word lists."""
        folder = pack.path("lexicon")
        if not folder:
            return None
        own = load_settings(folder).get("weights", {})
        return cls(
            load_lexicon(folder), weights={**WEIGHTS, **own}, announcing=load_announcing(pack),
            articles=frozenset(pack.words("names", "articles")), towns=_towns(pack),
            is_office=partial(is_office, pack),
        )  # fmt: skip

    def detect(self, view: TextView) -> Iterator[Mention]:
        """Yield mentions in the order of the text."""
        for window in view_windows(view, 20_000):
            text = view.text[window.start : window.end]
            for span, rule in (*self._window(text), *self._of_several_words(text)):
                yield from self._mention(view, span.shift(window.start), rule)
        if self.announcing:
            flags, dated = self.lists.flags, BIT["calendar"]
            is_given, rare = _bits("given", "given_ending"), BIT["given_rare"]
            theirs = _bits("family", "family_ending")
            usual = _bits("common", "common_rare", "an_common")  # pan pleban
            never = _NOT_NAMES | _TITLE | BIT["kin"]
            told = self.announcing.find(
                view,
                lambda w: bool(flags(w) & (is_given | rare * bool(flags(w) & dated))),
                self._is_ordinary,
                lambda word: bool(flags(word) & theirs) and not flags(word) & usual,
                lambda word: (
                    bool(flags(word) & usual)
                    and not (flags(word) & never or self.is_office(word))
                    and bool(self.lists.ordinary(word.lower()) & LEMMA)
                    and bool(load_names().flags(word.lower()))
                ),
            )
            for mention in told:  # a month, but not: his wife May
                month = flags(view.surface(mention.span)) & dated
                if not month or self.announcing.is_kin(view.text, mention.span):
                    yield mention

    def _mention(self, view: TextView, span: Span, rule: str) -> Iterator[Mention]:
        score = self.weights.get(rule, 0.0)
        before = view.text[max(0, span.start - _BEFORE) : span.start].split()[-1:]
        housed = rule == "full-name" and not self.articles.isdisjoint(map(str.lower, before))
        if score > 0 and not housed:
            if view.tokens:
                span = snap(span, view.tokens)
            evidence = (Evidence(self.name, rule, score),)
            yield Mention(span, _TYPES.get(rule, "person"), evidence)

    def _is_ordinary(self, word: str) -> bool:
        return not self.lists.flags(word) & _NAMED and bool(self.lists.ordinary(word.lower()))

    def _window(self, text: str) -> Iterator[tuple[Span, str]]:
        tokens = tokenize(text)
        run: list[_Word] = []
        titled = False
        last = -2
        for number, (start, end) in enumerate(tokens):
            if not text[start].isupper() or is_protocol(text, Span(start, end)):
                continue
            if not (0 < len(run) < _LONGEST and self._continues(text, tokens, last, number)):
                yield from _read(run, titled=titled)
                run, titled = [], self._after_title(text, tokens, number)
            bits = self.lists.flags(text[start:end])
            if bits & _TITLE and end - start > 1:
                yield from _read(run, titled=titled)
                run, last = [], -2
                continue
            tied = start > 0 and text[start - 1] in _HYPHENS
            opens = _opens(text, tokens, number)
            run.append(_Word(Span(start, end), bits, opens, end == start + 1, tied))
            last = number
        yield from _read(run, titled=titled)

    def _of_several_words(self, text: str) -> Iterator[tuple[Span, str]]:
        for word in _WORD.finditer(text):
            for form in self.towns.get(word[0], ()):
                end = word.start() + len(form)
                if text.startswith(form, word.start()) and not text[end : end + 1].isalnum():
                    yield Span(word.start(), end), "place"
                    break

    def _continues(
        self, text: str, tokens: Sequence[tuple[int, int]], last: int, number: int
    ) -> bool:
        """Tell whether only a space, a hyphen or an initial's full stop lies in between."""
        between = text[tokens[last][1] : tokens[number][0]]
        if between in (" ", "\u00a0", "-", "‐", "‑", " - "):
            return True
        initial = tokens[last][1] - tokens[last][0] == 1
        return initial and between.strip() in _AFTER_INITIAL and "\n" not in between

    def _after_title(self, text: str, tokens: Sequence[tuple[int, int]], number: int) -> bool:
        for back in range(number - 1, max(-1, number - 3), -1):
            word = text[tokens[back][0] : tokens[back][1]]
            if "\n" in text[tokens[back][1] : tokens[number][0]]:
                return False
            if word != ".":
                year = _YEAR.search(text, max(0, tokens[back][0] - _BEFORE), tokens[back][0])
                return not year and bool(self.lists.flags(word.lower()) & _TITLE)
        return False


@cache
def _towns(pack: LanguagePack) -> Mapping[str, Sequence[str]]:
    """Return by the first word the forms of places that have several, the longest first."""
    forms = {f for e in load_pool(pack, "place").entries for _, f in e.forms() if " " in f}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for form in sorted(forms, key=len, reverse=True):
        found[form.split()[0]].append(form)
    return found


def _opens(text: str, tokens: Sequence[tuple[int, int]], number: int) -> bool:
    """Tell whether a sentence may begin here, so that the capital means nothing."""
    if number == 0:
        return True
    end = tokens[number - 1][1]
    return text[end - 1] in _SENTENCE_END or "\n" in text[end : tokens[number][0]]


def _read(run: list[_Word], *, titled: bool) -> Iterator[tuple[Span, str]]:
    """Yield what the rules make of a run of capitalised words."""
    worded = run and run[0].opens and run[0].common and not run[0].bits & _LISTED and not titled
    if worded and not _is_before_surname(run, 0):
        run = run[1:]
    if not run:
        return
    if titled and not all(_is_word_only(w) for w in run):
        yield _over(run), "title"
        return
    person = _full_name(run)
    if person:
        yield _over(person), "full-name"
    for word in run:
        rule = "" if word in person else _alone(word)
        if rule:
            yield word.span, rule


def _is_word_only(word: _Word) -> bool:
    """Tell whether a word names nobody behind a title; ``Mrs Small`` is a listed surname."""
    return bool(word.bits & _NOT_NAMES) or (word.common and not word.bits & _FAMILY)


def _over(words: Sequence[_Word]) -> Span:
    return Span(words[0].span.start, words[-1].span.end)


def _full_name(run: list[_Word]) -> list[_Word]:
    """Return the words from a given name to the surname after it, or the other way round."""
    for first, word in enumerate(run):
        barred = word.bits & _NOT_NAMES and not _is_before_surname(run, first)
        if barred or not (word.bits & _GIVEN_ANY or word.initial):
            continue
        end = _end_of_name(run, first)
        start = first
        if start > 0 and _may_precede(run[start - 1]):
            start -= 1
        plain = [w for w in run[start:end] if not w.initial and not w.common]
        listed = any(w.bits & (_GIVEN_ANY | _FAMILY) for w in plain)
        if end - start > 1 and (listed or _is_listed_pair(run[start:end])):
            return run[start:end]
    return []


def _is_before_surname(run: Sequence[_Word], number: int) -> bool:
    """Tell whether a word is a given name before a surname that is no word: *Page Lamson*.

    A month is one at the head of a sentence: *May Collins*, but *in May Collins left*.
    """
    word, *after = run[number : number + 2]
    if not (after and word.bits & _GIVEN_ANY) or word.bits & (_NOT_NAMES & ~_AMBIGUOUS):
        return False
    dated = word.bits & BIT["calendar"] and not word.opens
    return not (dated or after[0].common) and bool(after[0].bits & _bits("family", "family_rare"))


def _is_listed_pair(words: Sequence[_Word]) -> bool:
    """Tell whether two words are listed surely, though words of the language: *Bill Price*."""
    given, family = words[0].bits & BIT["given"], words[-1].bits & BIT["family"]
    return len(words) == len(("given", "family")) and bool(given and family)


def _may_precede(word: _Word) -> bool:
    """Tell whether a word is a surname that may stand first, and not rather a place's form.

    *predsjednikom Kosova | Fatmirom Sejdiuom* has Kosovo, not the house of one Kos.
    """
    if word.common or not word.bits & _FAMILY:
        return False
    return not word.bits & _PLACE or bool(word.bits & _bits("family", "family_rare", "an_family"))


def _end_of_name(run: list[_Word], first: int) -> int:
    """Return where a name that begins with a given name ends: after its first surname."""
    end = first + 1
    while end < len(run) and _may_be_family(run[end]):
        more = run[end].initial or run[end].bits & _GIVEN
        end += 1
        if not more and not (end < len(run) and run[end].tied):
            break
    while end - first > 1 and run[end - 1].initial:
        end -= 1
    return end


def _may_be_family(word: _Word) -> bool:
    if word.initial:
        return True
    if word.bits & _NOT_NAMES:
        return False
    return bool(word.bits & (_FAMILY | _GIVEN_ANY)) or not word.common


def _alone(word: _Word) -> str:
    """Return the rule that a single word falls under, or nothing."""
    bits = word.bits
    if word.initial or bits & _NOT_NAMES or (word.common and not bits & _GIVEN):
        return ""
    if bits & _GIVEN:
        return "given-common" if word.common else "given"
    if bits & _PLACE:
        return "place"
    for rule, mask in (("given-rare", _GIVEN_ANY), ("family", _FAMILY), ("place-rare", _PLACE_ANY)):
        if bits & mask:
            return rule
    return "unknown-first" if word.opens else "unknown"

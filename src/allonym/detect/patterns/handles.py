"""User names by how they look and where they stand: ``umorna_mama:``, *my nick is zvonec*.

Which words are user names was learned from marked documents (`tools/fit_weights.py`), as ages and
years are: how the word is built, what the lists know of its parts, the words and signs beside it,
whether it heads lines, and whether it returns.  The weights are a table that people can read,
``languages/common/handles.tsv``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from allonym.detect.neighbour_features import TOKEN, cased_shape, load_weights, nearest
from allonym.detect.patterns.tidy import Candidate
from allonym.languages.columns import column_type
from allonym.languages.dictionary import names_nobody
from allonym.languages.pack import common_toml
from allonym.model.span import Span
from allonym.text.capitals import CAPITAL, SMALL
from allonym.text.fold import fold

THRESHOLD = 0.0
"""From which sum of weights on a word is a user name."""
_SHOWS = re.compile(rf"[^\W\d_](?:_|\d)|{SMALL}(?:\.[^\W\d_]|{CAPITAL})")
"""``_`` or a digit, a full stop behind a small letter, a capital inside."""
_WORD = re.compile(r"(?<![\w@./:\\+-])[^\W\d_][\w.-]{1,40}\w(?![\w@/\\(+-])")
_SET_APART = re.compile(
    r"(?:(?<=^)|(?<=[:„“\"'»«>] )|(?<=[„“\"'»«@>:\]]))[^\W\d_]{3,32}+(?![\w@/\\]|[.-]\w|:\S)",
    re.MULTILINE,
)
"""A word that begins a line, or stands behind a sign; those in small letters are asked for."""
_CALLED = re.compile(r"(?<=(?<!\w)@)\w[\w.-]*\w")
_PART = re.compile(r"[^\W\d_]+|\d+|[_.-]+")
_WHEN = re.compile(r"[\[(]?(?:\d[\d.:/, TZ-]{3,24}(?:[ap]m)?)[\])]?[ \t,–-]{0,4}\Z", re.IGNORECASE)
_BEHIND = re.compile(r"[ \u00a0]?(?:[:>»›(,.]|→|—|–|\||\n|\Z)|[ ](?:\d{1,2}[:.]\d\d|\d{4}-)")
_QUOTES, _KEY = frozenset("\"'`"), re.compile(r"[\"'][ \t]*:")
_VALUES, _KEYED = ("true", "false", "null"), re.compile(r":[ \t]*\Z")
_LED = re.compile(r"[\"'](?:\w*_)?([a-z]+)[\"'][ \t]*:[ \t]*[\"']\Z")
"""What stands behind a key of JSON, and before its value."""
_CLASS = re.compile(
    r"(?:(?:java|javax|jakarta|android|kotlin|org)\.(?:[a-z][a-z0-9_]*\.)+[A-Z]\w*"
    r"|[A-Z]\w*(?=[A-Z][a-z]+\.))(?P<last>[A-Z][a-z]+)"
    r"(?:\.(?:cpp|cs|go|java|js|kt|php|py|rb|rs|scala|swift|ts))?"
)
"""A class with its package, or a file that is called as one."""
_SETTING, _VERSION = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"), re.compile(r"/[0-9]")
_ZONED = ":02 2026 +0100"
_ZONE = re.compile(r":[0-5][0-9](?: (?:19|20)[0-9]{2})? [+-](?:0[0-9]|1[0-4])[0345]0\Z")
"""The time zone behind a time of the day."""
_LEFT, _RIGHT, _CLOSE = 60, 40, 2
_MOST_PARTS, _LONG = 4, 12
_SURE, _LAST = 0.85, 1_000_000
"""How sure is what was learned; behind every pattern that is as sure."""


@dataclass(frozen=True, slots=True, eq=False)
class HandleFinder:
    """Finds user names in one language, by what is known of words in small letters."""

    code: str  # of the language
    # whether a word is in the dictionary and no name
    is_plain: Callable[[str], bool] = field(repr=False)
    # whether it is a given name or a surname
    is_name: Callable[[str], bool] = field(repr=False)

    def find(self, text: str) -> Iterator[Span]:
        """Yield the user names of a text, in text order."""
        weights = load_weights("handles.tsv")
        for span, features in self.seen(text):
            worth = sum(weights.get(feature, 0.0) for feature in features)
            told = is_code(text, span) or column_type(text[span.start : span.end])
            if worth > THRESHOLD and not told:
                yield span

    def candidates(self, text: str) -> Iterator[Candidate]:
        """Yield the same as candidates of a detector by patterns."""
        for span in self.find(text):
            yield Candidate(span.start, span.end, "username", _SURE, "username.learned", _LAST)

    def seen(self, text: str) -> Iterator[tuple[Span, Iterator[str]]]:
        """Yield the words that may be user names, and what is seen in and around each."""
        words = (m for m in _WORD.finditer(text) if _SHOWS.search(text, *m.span()))
        shown = {Span(*m.span()) for m in words if not m[0].isupper()}  # in capitals it is a code
        apart = (
            found
            for found in _SET_APART.finditer(text)
            if found[0].islower() and not self.is_plain(found[0])
        )
        spans = sorted(shown.union(Span(*found.span()) for found in apart))
        times = Counter(text[span.start : span.end].lower() for span in spans)
        heads = Counter(text[s.start : s.end].lower() for s in spans if _heads(text, s))
        called = {found[0].lower() for found in _CALLED.finditer(text)}
        for span in spans:
            word = text[span.start : span.end]
            low = word.lower()
            again = [f"times {min(3, times[low])}", f"heads {min(3, heads[low])}"]
            again += ["called"] if low in called else []
            again += [f"chat {min(3, len(heads))} {_shape(word)}"] if low in heads else []
            yield span, chain(self._made(word), again, self._around(text, span))

    def _made(self, word: str) -> Iterator[str]:
        """Yield how a word is built and what the lists know of its parts."""
        parts = _PART.findall(word)
        yield from ("always", f"shape {_shape(word)}", f"parts {min(9, len(parts))}")
        yield f"long {min(_LONG, len(word) // 4)}"
        yield f"ends {fold(parts[-1])[:4]}" if parts[-2:-1] == ["."] else "ends"
        known = [self._known(part.lower()) for part in parts if part[0].isalpha()]
        yield f"known {'+'.join(known[:_MOST_PARTS])}"
        yield from {f"some {kind}" for kind in known}
        yield f"small {word.islower()} {word.isascii()}"

    def _known(self, part: str) -> str:
        if len(part) < _CLOSE + 1:
            return "short"
        return "word" if self.is_plain(part) else "name" if self.is_name(part) else "new"

    def _around(self, text: str, span: Span) -> Iterator[str]:
        """Yield the words and signs beside a word, and its place in the line."""
        before = text[max(0, span.start - _LEFT) : span.start]
        behind = text[span.end : span.end + _RIGHT]
        words = TOKEN.findall(before)[::-1]
        left = [*(word.lower().replace("\n", "¶") for word in words[:8]), "¶", "¶"]
        right = [*(word.lower().replace("\n", "¶") for word in TOKEN.findall(behind)[:4]), "¶", "¶"]
        for side, beside in (("L", left), ("R", right)):
            yield from nearest(side, beside[:_CLOSE])
            yield from nearest(f"{self.code} {side}", beside[:_CLOSE])
        clause = left[: left.index("¶")]
        yield from {f"{self.code} ? {word[:5]}" for word in clause if len(word) > _CLOSE}
        yield from {f"? {word[:5]}" for word in clause if len(word) > _CLOSE}
        shapes = [*map(cased_shape, words[:2]), "¶", "¶"]
        after = cased_shape(right[0])
        yield from (f"shapes {shapes[0]} {after}", f"shapes {shapes[1]}{shapes[0]} {after}")
        if _heads(text, span):
            yield from ("head", f"head {after}", f"head {shapes[0]} {after}")


def is_code(text: str, span: Span) -> bool:
    """Tell whether words are a key of JSON, a state, *in_progress*, or stand in backticks.

    So are names of classes and settings, *java.lang.IllegalState*, *ADMIN_EMAIL=*, and what ends
    with a protocol and its version, *HTTP/1.1*.
    """
    word = text[span.start : span.end]
    code = common_toml("terms.toml")["code"]
    if word in _VALUES:
        return _KEYED.search(text, max(0, span.start - _CLOSE), span.start) is not None
    if _is_class(word) or (text.startswith("=", span.end) and _SETTING.fullmatch(word)):
        return True
    if _ZONE.search(text, max(0, span.end - len(_ZONED)), span.end):
        return True
    if is_protocol(text, Span(span.start + word.rfind(" ") + 1, span.end)):
        return True
    signs = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 1]
    assigned = text.startswith(("=", " ="), span.end)  # api_key = "…"
    if {"_", "."}.isdisjoint(word) or not (assigned or _QUOTES.issuperset(signs)):
        return False
    led = _LED.search(text, max(0, span.start - _LEFT), span.start)
    keyed = (led and led[1] in code["states"]) or "`" in signs or _KEY.match(text, span.end)
    parts = re.split("[_.]", word)
    told = bool(keyed) and not set(parts).isdisjoint(code["words"])
    if assigned or "." in word:  # 'users.email'
        told = told or {part.removesuffix("s") for part in parts}.issubset(code["words"])
    return told and names_nobody("_".join(parts))


def _is_class(word: str) -> bool:
    """Tell whether a word ends as classes do, not in a name as *JanNowak.ts* does."""
    last = made["last"].lower() if (made := _CLASS.fullmatch(word)) else ""
    words = common_toml("terms.toml")["code"]["words"]
    return bool(last) and (last in words or names_nobody(f"{last}_{last}"))


def is_protocol(text: str, span: Span) -> bool:
    """Tell whether a word is a protocol with its version behind, *HTTP/1.1*."""
    known = common_toml("terms.toml")["code"]["protocols"]
    return bool(_VERSION.match(text, span.end)) and text[slice(*span)] in known


def _heads(text: str, span: Span) -> bool:
    """Tell whether a word begins a line, behind no more than the time, and is closed."""
    lead = text[max(0, span.start - _RIGHT) : span.start]
    cut = "\n" in lead or span.start <= _RIGHT
    lead = lead.rpartition("\n")[2].strip(" \t<[*•-")
    return cut and bool((not lead or _WHEN.search(lead)) and _BEHIND.match(text, span.end))


def _shape(word: str) -> str:
    return "".join(map(_kind, _PART.findall(word)))[: 2 * _MOST_PARTS]


def _kind(part: str) -> str:
    if not part[0].isalpha():
        return "0" if part[0].isdigit() else part[0]
    return "a" if part.islower() else "X" if part.isupper() else "A" if part.istitle() else "m"

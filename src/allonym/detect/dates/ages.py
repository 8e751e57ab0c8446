"""Ages: every number that may be one, in digits or words, and what its surroundings are worth.

Which surroundings tell an age was learned from marked documents (`tools/fit_weights.py`): logistic
regression over the words beside the number, their beginnings, the signs between, what the lists of
the language know of them, and whether births in the document make somebody as old.  The weights
are a table that people can read, ``languages/common/ages.tsv``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from allonym.dates.words import DateWords
from allonym.detect.neighbour_features import TOKEN, cased_shape, load_weights, nearest, shape
from allonym.text.capitals import CAPITAL, SMALL

MAX_AGE, THRESHOLD = 125, -0.3
"""`THRESHOLD`: from which sum of weights on a number is an age."""
_DIGITS = re.compile(r"(?<![\w.,/:–-])[1-9][0-9]{0,2}(?![0-9]|(?<=0)['’]?s(?!\w))")
"""No decade: *in her 40s*."""
_WORD = re.compile(r"[^\W\d_]+")
_TITLE = re.compile(rf"[^\W\d_]+ {CAPITAL}[^\W\d_]*{SMALL}.*", re.DOTALL)
"""A game: *Sześćdziesiąt Sześć*."""
_FOLLOWING = re.compile(r"\s{1,2}([^\W\d_]+)(?:\s{1,2}([^\W\d_]+))?")
_LONGEST, _LEFT, _RIGHT, _BOUND = 3, 70, 60, 40
"""Words in a number below a hundred, and the letters on either side that are looked at."""
_JOINED = 3
"""Words of a number below a hundred that a word for *and* joins."""
_BESIDE, _LINE = 100, 400
_GROWN = (3, 10, 18, 40, 70, 100)
_SEPARATORS = " \u00a0\n\t:(–-"
_CLOSED = re.compile(r"[ \u00a0]?(?:,(?![0-9])|[;!?)—]|– |\.?\s*$|\.\s)", re.MULTILINE)
"""What ends a clause behind a bare number."""
_CELL_BEFORE = re.compile(r"(?P<two>\|[ ]*\d[\d.,]*[ ]*)?\|[ ]*\Z")
_CELL_BEHIND = re.compile(r"[ ]*\|(?P<two>[ ]*\d[\d.,]*[ ]*\|)?")


class Number(NamedTuple):
    """A number that may be an age."""

    start: int  # where it begins
    end: int  # where it ends, without its unit
    value: int  # what it says
    spoken: bool  # whether it is written in words
    stop: int = 0  # where its unit ends; its own end where it has none


class Lives(NamedTuple):
    """What the dates of a document say of how old people in it are."""

    births: tuple[tuple[int, int], ...] = ()  # where births stand, in text order
    ages: frozenset[int] = frozenset()  # years between a birth and another date


NO_LIVES = Lives()


class AgeFinder:
    """Finds ages in one language."""

    def __init__(self, words: DateWords) -> None:
        self.words = words

    def find(
        self, text: str, low: str, lives: Lives = NO_LIVES
    ) -> Iterator[tuple[int, int, str, float]]:
        """Yield start, end, rule and score of the ages in a text.

        Args:
            text: The document.
            low: The same in lower case, letter by letter.
            lives: What its dates say.
        """
        weights = load_weights("ages.tsv")
        for number in self.numbers(text, low):
            worth = sum(weights.get(f, 0.0) for f in self.features(text, low, number, lives))
            if worth > THRESHOLD:
                rule = "age_spoken" if number.spoken else "age"
                yield number.start, number.stop, rule, 0.8

    def speaks(self, lower: str) -> bool:
        """Tell whether a text in lower case ends in a word that announces an age."""
        return _ends_with(lower.rstrip(_SEPARATORS + "."), self.words.age.before)

    def numbers(self, text: str, low: str) -> Iterator[Number]:
        """Yield the numbers up to `MAX_AGE` that may be the age of somebody, and those in words."""
        for found in self._numbers(low):
            unit = self._tail.match(text, found.end) or self._unit.match(text, found.end)
            number = found._replace(stop=unit.end() if unit else found.end)
            if not (self._of_rule(text, low, number) or _is_measured(text, number)):
                yield number

    def _numbers(self, low: str) -> Iterator[Number]:
        for digits in _DIGITS.finditer(low):
            if int(digits[0]) <= MAX_AGE:
                yield Number(*digits.span(), int(digits[0]), spoken=False)
        end = 0
        for word in _WORD.finditer(low):
            if word.start() >= end and word[0].startswith(self._beginnings):
                found = self._spoken_at(low, word)
                if found:
                    yield found
                    end = found.end

    def _of_rule(self, text: str, low: str, number: Number) -> bool:
        """Tell whether a rule asks for an age, *over 65*, or a thing has it or is called so."""
        before, behind = self._bounds
        following = _FOLLOWING.match(low, number.stop)
        called = number.spoken and _TITLE.fullmatch(text, number.start, number.end)
        tens = number.spoken and number.value % 10 == 0
        called = called or (tens and self._ordinal.match(text, number.end))
        return bool(
            called
            or before.search(low[max(0, number.start - _BOUND) : number.start].rstrip(_SEPARATORS))
            or behind.match(text, number.stop)
            or (following and any(w.startswith(self.words.age.veto) for w in following.groups("")))
        )

    def features(self, text: str, low: str, number: Number, lives: Lives) -> Iterator[str]:
        """Yield what is seen around a number, as names of weights."""
        first, last = max(0, number.start - _LEFT), number.end + _RIGHT
        left = [*map(self._plain, TOKEN.findall(low, first, number.start)[:-7:-1]), "¶", "¶"]
        right = [*map(self._plain, TOKEN.findall(low, number.end, last)[:5]), "¶", "¶"]
        yield from self._lexical(left, right)
        yield from self._listed(text, low, number, left)
        yield from self._shaped(text, number, right)
        if lives.ages:
            at = bisect_left(lives.births, (number.start - _BESIDE,))
            near = at < len(lives.births) and lives.births[at][0] < number.start + _BESIDE
            yield f"fits {number.value in lives.ages} {near}"
        yield "always"

    def _lexical(self, left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
        code = self.words.code
        for side, words in (("L", left), ("R", right)):
            yield from nearest(f"{code} {side}", words[:4])
            yield f"{code} {side}{side} {words[1]} {words[0]}"
        yield f"{code} LR {left[0]} {right[0]}"
        if "?" in left[:4]:
            yield from (f"{code} ? {word[:5]}" for word in left if word.isalpha())

    def _listed(self, text: str, low: str, number: Number, left: Sequence[str]) -> Iterator[str]:
        code, age = self.words.code, self.words.age
        grown = number.value >= 18
        unit = self._unit.match(text, number.end)
        for name, match in (("tail", self._tail.match(text, number.end)), ("unit", unit)):
            if match:
                behind = [
                    *map(self._plain, TOKEN.findall(low, match.end(), match.end() + 30)[:2]),
                    "¶",
                ]
                yield from (name, f"{name} {shape(behind[0])}", f"{code} {name} {left[0]}")
                yield from (f"{name} grown {grown}", f"{code} {name}= {match[0].strip().lower()}")
                yield from (f"{code} A{at} {word[:6]}" for at, word in enumerate(behind))
        before = self._about.sub("", low[max(0, number.start - 44) : number.start])
        before = before.rstrip(_SEPARATORS)
        for name, words in (("before", age.before), ("said", age.said)):
            if _ends_with(before, words):
                yield f"cue {name}"
                yield f"cue {name} {bool(unit)}"
        if _CLOSED.match(text, number.end):
            yield "closed"
        for at, word in enumerate(left[:6]):
            if word.startswith(self._people):
                yield "people"
                yield f"people {min(at, 3)}"
        ahead = TOKEN.findall(low, number.end, number.end + 40)[:4]
        if any(word.startswith(self._people) for word in ahead):
            yield "people behind"

    def _shaped(self, text: str, number: Number, right: Sequence[str]) -> Iterator[str]:
        """Yield signs and capitals around a number, how large it is, what line it stands in."""
        before = TOKEN.findall(text, max(0, number.start - _LEFT), number.start)[:-5:-1]
        kinds = [cased_shape(word) for word in (*before, "¶", "¶", "¶")]
        unit = "unit" if number.stop > number.end else "bare"
        behind = shape((TOKEN.findall(text, number.stop, number.stop + 30) or "¶")[0])
        yield f"shape {kinds[0]}{shape(right[0])}"
        yield f"shape left {kinds[1]}{kinds[0]}"
        yield f"shape right {shape(right[0])}{shape(right[1])}"
        yield f"shape {kinds[1]}{kinds[0]} {unit} {behind}"
        yield f"shape {kinds[2]}{kinds[1]}{kinds[0]} {unit} {behind}"
        if "C" in kinds:
            yield f"capital {kinds.index('C')}"
        size = sum(number.value >= bound for bound in _GROWN)
        yield from (
            f"size {size}",
            f"size {size} {number.spoken} {unit}",
            f"{unit} {number.spoken}",
        )
        yield f"round {number.value % 10 == 0}"
        first = text.rfind("\n", 0, number.start) + 1
        last = text.find("\n", number.end)
        line = text[first : min(first + _LINE, last if last >= 0 else len(text))]
        yield f"line {min(4, len(line) // 40)} {number.start == first}"
        yield f"digits {min(5, sum(map(str.isdigit, line)) // 4)}"

    def _spoken_at(self, low: str, first: re.Match[str]) -> Number | None:
        """Return the longest number in words that begins with a word, or with a part of it."""
        read = self.words.spoken.numbers.read
        ends = [first.end()]
        while len(ends) < _LONGEST:
            word = _WORD.match(low, ends[-1] + 1)
            if not word or low[ends[-1]] not in " -\u00a0":
                break
            ends.append(word.end())
        for end in reversed(ends):
            said = read(low[first.start() : end]) or read(
                low[first.start() : end].replace("-", " ")
            )
            if said:
                return Number(first.start(), end, said.number, spoken=True)
        for stem in self.words.spoken.stems:  # joined: *ötvenéves*
            at = first[0].find(stem, 2)
            said = read(first[0][:at]) if at > 0 else None
            if said:
                return Number(first.start(), first.start() + at, said.number, spoken=True)
        return None

    def _plain(self, word: str) -> str:
        """Return a word, or a sign for all numbers, or for the end of a line."""
        if word == "\n":
            return "¶"
        return "0" if word.isdigit() or self.words.spoken.numbers.read(word) else word

    @cached_property
    def _people(self) -> tuple[str, ...]:
        return (*self.words.spoken.people, *(k for k in self.words.age.kin if k.isalpha()))

    @cached_property
    def _beginnings(self) -> tuple[str, ...]:
        index = self.words.spoken.numbers.index
        return tuple({key.split()[0].split("-")[0][:3] for key in index})

    @cached_property
    def _bounds(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """What makes an age that of a rule or a thing, before the number and behind it."""
        age = self.words.age
        announced = "|".join(map(re.escape, (*age.before, *age.about)))
        return (
            re.compile(rf"(?i)(?<!\w)(?:{'|'.join(age.bound_before)})(?: (?:{announced}))?\Z"),
            re.compile(rf"(?i)[ \u00a0](?:{'|'.join(age.bound_after)})(?!\w)"),
        )

    @cached_property
    def _ordinal(self) -> re.Pattern[str]:
        """What makes a number in words the first half of an ordinal: *trideset i osme*."""
        ones = {day[:-2] for style in self.words.days.styles for day in style[:9]}
        said = (word.split() for style in self.words.spoken.numbers.styles for word in style)
        joins = "|".join({words[1] for words in said if len(words) == _JOINED}) or "(?!)"
        stems = "|".join(sorted(stem for stem in ones if len(stem) > 1)) or "(?!)"
        return re.compile(rf" (?:{joins}) (?:{stems})[^\W\d_]{{1,2}}(?!\w)")

    @cached_property
    def _about(self) -> re.Pattern[str]:
        """Words before a number: *about* and *already*."""
        age = self.words.age
        adverbs = "|".join([*map(re.escape, age.about), *age.adverbs]) or "(?!)"
        return re.compile(rf"(?<![^\W_])(?:(?:{adverbs})\s{{1,2}})+$")

    @cached_property
    def _tail(self) -> re.Pattern[str]:
        tails = "|".join(
            t.replace(" ", "[ \u00a0]") if "[" not in t else t for t in self.words.age.tails
        )
        return re.compile(f"(?:{tails})(?![^\\W_])", re.IGNORECASE)

    @cached_property
    def _unit(self) -> re.Pattern[str]:
        ordered = sorted(self.words.age.units, key=lambda u: (-len(u), u))
        units = "|".join(re.escape(unit).replace(r"\ ", r"\s") for unit in ordered) or "(?!)"
        return re.compile(f"[ \u00a0]?(?:{units})(?![^\\W_])", re.IGNORECASE)


def _is_measured(text: str, number: Number) -> bool:
    """Tell whether a number is all of a cell next to another of the kind: *| CRP | 41 | 8 |*."""
    before = _CELL_BEFORE.search(text, max(0, number.start - _BOUND), number.start)
    behind = _CELL_BEHIND.match(text, number.stop)
    return bool(before and behind and (before["two"] or behind["two"]))


def _ends_with(left: str, words: tuple[str, ...]) -> bool:
    for word in words if left.endswith(words) else ():
        if left.endswith(word):
            edge = len(left) - len(word) - 1
            if edge < 0 or not (word[0].isalnum() and left[edge].isalnum()):
                return True
    return False

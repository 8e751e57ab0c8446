"""Ages: a number with what follows it, or with the word that announces it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cached_property

from allonym.dates.ages import spoken_number
from allonym.dates.words import DateWords
from allonym.text.phrases import occurrences

MAX_AGE, ADULT, _WORDED = 125, 18, 3
"""`_WORDED`: from where on a word alone is an age: *she was one of them*."""
_WORDS = re.compile(r"[^\W\d_]+")
_SPOKEN, _BOUND, _LEFT = 56, 40, 44
"""How far back a number in words is looked for, and what makes an age a rule's."""
_COUNT = re.compile(r"(?<![\w.,/:-])[1-9][0-9]{1,2}(?![0-9])")
_LOOSE = re.compile(r"(?![.,/:–-]?[0-9%])(?:\s[a-zà-žа-я]|[,;)!?]|\.?$|\.\s)", re.M)
"""What stands behind a number that is no amount, no date's and no house's: *76 is he, 76.*"""
_BESIDE, _SPOKEN_WORDS = 100, 3
"""How far from a birth an age is looked for, and of how many words it may be."""
_MORE = re.compile(r"[.,/:]?[0-9%]|\s?%")
_FOLLOWING = re.compile(r"\s{1,2}([^\W\d_]+)(?:\s{1,2}([^\W\d_]+))?")
_SOMEONE = re.compile(r"([^\W\d_]+)[.]?[ \u00a0]?[,(–-][ \u00a0]?$")
_ENDED = re.compile(r"[ \u00a0]?(?:[,;)–]|\.?$|\.\s)", re.MULTILINE)
_ANSWER = r"[1-9][0-9]{0,2}(?![0-9]|[.,:/%][0-9])"
_SEPARATORS = " \u00a0\n\t:(–-"


class AgeFinder:
    """Judges a number, in one language."""

    def __init__(self, words: DateWords) -> None:
        """Keep the words; expressions are compiled when first asked for."""
        self.words = words

    def at(self, text: str, number: re.Match[str]) -> tuple[int, int, str, float] | None:
        """Return start, end, rule and score of the age whose number this is, or None."""
        if number[0][0] == "0" or int(number[0]) > MAX_AGE:
            return None
        found = self._at(text, *number.span())
        return None if found and self._refused(text, number.start(), found[1]) else found

    def _at(self, text: str, start: int, end: int) -> tuple[int, int, str, float] | None:
        tail = self._tail.match(text, end)
        if tail:
            return start, tail.end(), "age", 0.9
        left = self._left(text, start)
        unit = self._unit.match(text, end)
        if unit and _ENDED.match(text, unit.end()) and self._someone(text, start):
            return start, unit.end(), "age_of_someone", 0.75
        if unit is None and _ends_with(left, self.words.age.before):
            unit = self._short.match(text, end)
        stop = unit.end() if unit else end
        return self._announced(text, left, start, stop, counted=unit is not None)

    def _left(self, text: str, start: int) -> str:
        """Return what stands before a number, in lower case, without *about* and *already*."""
        window = text[max(0, start - _LEFT) : start].lower()
        return self._about.sub("", window).rstrip(_SEPARATORS)

    def _refused(self, text: str, start: int, end: int) -> bool:
        """Tell whether a rule asks for an age, *over 65*, or it is no person who has it."""
        left = text[max(0, start - _BOUND) : start].rstrip(_SEPARATORS)
        before, after = self._bounds
        return bool(before.search(left) or after.match(text, end) or self._vetoed(text, end))

    def _someone(self, text: str, start: int) -> bool:
        """Tell whether a word for a person stands before a comma or a bracket: *a widow, 81*."""
        word = _SOMEONE.search(text, max(0, start - 28), start)
        return word is not None and word[1].lower().startswith(self.words.spoken.people)

    def spoken(self, text: str, low: str) -> Iterator[tuple[int, int, str, float]]:
        """Yield start, end, rule and score of the ages whose number is written in words.

        Args:
            text: The document.
            low: The same in lower case, letter by letter.
        """
        for stem in self.words.spoken.stems:
            yield from filter(None, (self._spoken_at(text, at) for at in occurrences(low, stem)))
        age = self.words.age
        for phrase in (*age.before, *age.said, *age.of_names):
            for end in (at + len(phrase) for at in occurrences(low, phrase)):
                found, left = self._said_at(text, end), self._left(text, end)
                if found and (_ends_with(left, age.before) or self._says(left)):
                    yield found
        for asked in self._asked.finditer(text):
            answer = (*asked.span("age"), "age_answered", 0.8) if asked["age"] else None
            yield from filter(None, [answer or self._said_at(text, asked.end() - 1)])

    def _said_at(self, text: str, end: int) -> tuple[int, int, str, float] | None:
        """Return an age in words that ends the clause, behind what announces it."""
        written = self._written.match(text, end)
        if not written:
            return None
        for word in reversed([*_WORDS.finditer(written[1])]):
            number = self.words.spoken.numbers.read(written[1][: word.end()])
            stop = written.start(1) + word.end()
            if number and number.number >= _WORDED and self._closed.match(text, stop):
                return written.start(1), stop, "age_said", 0.8
        return None

    def _spoken_at(self, text: str, at: int) -> tuple[int, int, str, float] | None:
        first = max(0, at - _SPOKEN)
        head = text[first:at].rstrip(" \u00a0-\u2011")
        found = spoken_number(head, self.words)
        if not found:
            return None
        start, end, age = first + found[0], first + len(head), found[1].number
        tail, unit = self._tail.match(text, end), self._unit.match(text, end)
        match = tail or unit
        if match is None or self._refused(text, start, match.end()):
            return None
        left = self._left(text, start)
        had = _ends_with(left, self.words.age.before_with_unit) or self._says(left)
        if not (had or _ends_with(left, self.words.age.before)):
            someone = self._of_person(text, end, match.end(), age)
            if not tail or not (someone or self._closed.match(text, match.end())):
                return None
        return start, match.end(), "age_spoken", 0.85 if tail else 0.75

    def _of_person(self, text: str, first: int, last: int, age: int) -> bool:
        """Tell whether an adult's age, or that of someone young who is named behind it."""
        words = _WORDS.findall(text[first : last + 24].lower())[:4]
        return age >= ADULT or any(w.startswith(self.words.spoken.people) for w in words)

    def expected(self, text: str, ages: frozenset[int]) -> Iterator[tuple[int, int, str, float]]:
        """Yield the numbers of years that are how old somebody is by the dates of the document.

        Args:
            text: The document.
            ages: Years between the births and the other dates in it.
        """
        for number in _COUNT.finditer(text):
            if int(number[0]) not in ages:
                continue
            unit = self._unit.match(text, number.end())
            if text[number.start() - 1 : number.end() + 1] == f"({number[0]})":
                yield *number.span(), "age_expected", 0.8
            elif int(number[0]) >= ADULT and unit and not self._vetoed(text, unit.end()):
                yield number.start(), unit.end(), "age_expected", 0.8

    def reckoned(
        self, text: str, birth: tuple[int, int], ages: Collection[int]
    ) -> Iterator[tuple[int, int, str, float]]:
        """Yield the numbers beside a birth that are how old somebody born then is.

        *Born in 1948, he is 76 already*; *seventy on 13 January (born 1954)*.

        Args:
            text: The document.
            birth: Where the birth stands.
            ages: How old its bearer may be; those of grown people count.
        """
        ages = {age for age in ages if ADULT <= age < MAX_AGE}
        near = max(0, birth[0] - _BESIDE)
        first = max(near, text.rfind("\n", near, birth[0]) + 1)
        last = text.find("\n", birth[1], birth[1] + _BESIDE)
        last = birth[1] + _BESIDE if last < 0 else last
        for number in _COUNT.finditer(text, first, last):
            before, behind = text[number.start() - 1 : number.start()], number.end()
            alone = before in " (" and _LOOSE.match(text, behind)
            if int(number[0]) in ages and alone and not self._vetoed(text, behind):
                unit = self._unit.match(text, behind)
                yield number.start(), unit.end() if unit else behind, "age_reckoned", 0.8
        words = [word.span() for word in _WORDS.finditer(text, first, last)]
        for n, (start, _) in enumerate(words):
            for _, end in reversed(words[n : n + _SPOKEN_WORDS]):
                said = self.words.spoken.numbers.read(text[start:end])
                if said and said.number in ages:
                    unit = self._unit.match(text, end)
                    yield start, unit.end() if unit else end, "age_reckoned", 0.8
                    break

    def speaks(self, lower: str) -> bool:
        """Tell whether a text in lower case ends in a word that announces an age."""
        return _ends_with(lower.rstrip(_SEPARATORS + "."), self.words.age.before)

    def _announced(
        self, text: str, left: str, start: int, stop: int, *, counted: bool
    ) -> tuple[int, int, str, float] | None:
        age = self.words.age
        if _ends_with(left, age.prefixes) and not counted:
            return self._prefixed(text, left, start, stop)
        if _ends_with(left, age.before) and self._alone(text, stop):
            return start, stop, "age_announced", 0.9
        if self._says(left) and not counted and self._closed.match(text, stop):
            return start, stop, "age_said", 0.8
        had = counted and (_ends_with(left, age.before_with_unit) or self._says(left))
        return (start, stop, "age_counted", 0.7) if had else None

    def _says(self, left: str) -> bool:
        """Tell whether a bare number behind is an age: *she is*, *his son is*."""
        return _ends_with(left, self.words.age.said) or self._subject.search(left) is not None

    def _prefixed(
        self, text: str, left: str, start: int, stop: int
    ) -> tuple[int, int, str, float] | None:
        """``lat 34``: not ``5 lat 34``, and ``lat 80`` only behind a sign, for it is a decade."""
        word = next(p for p in self.words.age.prefixes if left.endswith(p))
        head = left.removesuffix(word).rstrip(" \u00a0")
        decade = text[start:stop].endswith("0")
        if head[-1:].isdigit() or (decade and head[-1:].isalnum()):
            return None
        window = text[max(0, start - 28) : start]
        gap = len(window) - len(window.rstrip(_SEPARATORS))
        return start - gap - len(word), stop, "age_prefix", 0.85

    @staticmethod
    def _alone(text: str, end: int) -> bool:
        """Tell whether the number is not the beginning of a longer one, an amount or a range."""
        return not _MORE.match(text, end)

    def _vetoed(self, text: str, end: int) -> bool:
        """Tell whether what follows is a contract, a sentence or a guarantee, not a person."""
        following = _FOLLOWING.match(text, end)
        words = following.groups("") if following else ()
        return any(word.lower().startswith(self.words.age.veto) for word in words)

    @cached_property
    def _bounds(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        age = self.words.age
        announced = "|".join(map(re.escape, (*age.before, *age.about)))
        return (
            re.compile(
                rf"(?<!\w)(?:{'|'.join(age.bound_before)})(?: (?:{announced}))?\Z", re.IGNORECASE
            ),
            re.compile(rf"[ \u00a0](?:{'|'.join(age.bound_after)})(?!\w)", re.IGNORECASE),
        )

    @cached_property
    def _subject(self) -> re.Pattern[str]:
        """A word for a person and a verb that says an age."""
        kin, verbs = ("|".join(w) or "(?!)" for w in (self.words.age.kin, self.words.age.of_names))
        kin = rf"(?:{kin})\w{{0,4}}"
        return re.compile(rf"(?<!\w)(?:{kin} (?:{verbs})|(?:{verbs}) {kin})$")

    @cached_property
    def _asked(self) -> re.Pattern[str]:
        """A question for an age and the number in the answer, before which somebody is named."""
        asked = rf"(?i)\b(?:{'|'.join(self.words.age.asked) or '(?!)'})[^?\n]{{0,60}}\?\s{{1,3}}"
        number = rf"(?P<age>{_ANSWER}(?:{self._unit.pattern})?)?"
        return re.compile(rf"{asked}(?:[^\n:?]{{1,30}}:\s)?{number}")

    @cached_property
    def _closed(self) -> re.Pattern[str]:
        """What ends a clause behind a bare number: a sign, or a word that goes on to the next."""
        words = "|".join(map(re.escape, self.words.age.goes_on)) or "(?!)"
        return re.compile(rf"[ \u00a0]?(?:,(?![0-9])|[;!?)—]|– |\.?\s*$|\.\s| (?:{words}) )", re.M)

    @cached_property
    def _about(self) -> re.Pattern[str]:
        """Words before a number, *about* and *already*, and another number: *aged 8 and*."""
        joins = "|".join(map(re.escape, self.words.age.goes_on[:1])) or "(?!)"
        listed = rf"[0-9]{{1,3}}(?:,| (?:{joins})) "
        return re.compile(rf"(?<![^\W_])(?:{self._adverbs}\s{{1,2}}|{listed})+$")

    @cached_property
    def _written(self) -> re.Pattern[str]:
        words = r"([^\W\d_]+(?:[ \u00a0-][^\W\d_]+){0,2})"
        return re.compile(rf"(?i)(?:[ \u00a0]{self._adverbs}(?!\w))*[ \u00a0]+{words}")

    @cached_property
    def _adverbs(self) -> str:
        age = self.words.age
        return f"(?:{'|'.join([*map(re.escape, age.about), *age.adverbs])})"

    @cached_property
    def _tail(self) -> re.Pattern[str]:
        tails = "|".join(
            t.replace(" ", "[ \u00a0]") if "[" not in t else t for t in self.words.age.tails
        )
        return re.compile(f"(?:{tails})(?![^\\W_])", re.IGNORECASE)

    @cached_property
    def _unit(self) -> re.Pattern[str]:
        return _counted_in(self.words.age.units)

    @cached_property
    def _short(self) -> re.Pattern[str]:
        return _counted_in(self.words.age.units_short)


def _counted_in(units: tuple[str, ...]) -> re.Pattern[str]:
    ordered = sorted(units, key=lambda u: (-len(u), u))
    text = "|".join(re.escape(unit).replace(r"\ ", r"\s") for unit in ordered) or "(?!)"
    return re.compile(f"[ \u00a0]?(?:{text})(?![^\\W_])", re.IGNORECASE)


def _ends_with(left: str, words: tuple[str, ...]) -> bool:
    for word in words if left.endswith(words) else ():
        if left.endswith(word):
            edge = len(left) - len(word) - 1
            if edge < 0 or not (word[0].isalnum() and left[edge].isalnum()):
                return True
    return False

"""The words around a date: do they announce a birth, another event of a life, a date at all?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cached_property
from itertools import pairwise

from allonym.dates.words import DateWords
from allonym.detect.dates.timetables import headed_days
from allonym.text.capitals import CAPITAL, SMALL
from allonym.text.phrases import occurrences, word_before

_REACH = 64
_CITATION = 120
"""How far back the law is looked for that a date may belong to."""
_CLAUSE = (
    rf";|,\s(?!(?:[^\s.]{{1,4}}\.?\s){{0,2}}[0-9])|\.\s{CAPITAL}[^\W\d_]{{3}}"
    rf"|(?<![^\W\d_]){SMALL}{{5}}"
)
"""What parts a law from a date: the end of a clause or of a sentence, a long common word."""
_BETWEEN = rf"(?:[^0-9;.]|\.(?!\s+{CAPITAL})){{0,40}}"
_LINE = r"[^\n]*[^\W\d_][^\n]*\n"
_BESIDE = f"(?!{_LINE}{_LINE})"
"""Behind a word for a birth: no words in its line and in another one, as a widow's née has."""
_EDGE = r"(?<![^\W_])"
_NUMBERED = re.compile(
    r"(?<![^\W_])(?:nr|no|č|št|br|№|n:o|poz|§|art|sygn|akt|dz|u|pos|sz)\.?\s?$", re.IGNORECASE
)
_JOINED = re.compile(r"\s?[–—-]\s?(?:1[0-2]|0?[1-9])[./](?:19|20)[0-9]{2}")
_JOINED_BEFORE = re.compile(r"(?:1[0-2]|0?[1-9])[./](?:19|20)[0-9]{2}\s?[–—-]\s?$")
_NEXT_SENTENCE = re.compile(rf"\s*$|[ \u00a0]*\r?\n|\s+(?={CAPITAL})")
_CODE_BEFORE = re.compile(r"\b[A-Z]{2,}[ \u00a0]$")
_SCORE = re.compile(r"(?:[0-9]/(?:5|9|10)|[0-9]{1,2}/(?:15|30)|6/[0-9]{1,2})(?![0-9/])")
_OTHER_SCORE = re.compile(r"(?<![^\W_])[0-9]{1,2}/[0-9]{1,2}(?: [^\W\d_]{1,7})?, \Z")
_PADDED = re.compile("(?:0[1-9]|1[0-2])[./](?:19|20)[0-9]{2}")
_SHORT = 3
"""Letters of an abbreviation (``čl.``): as the beginning of a word they would say nothing."""
_LAST_WORD = re.compile(r"([^\W\d_]+)[. \u00a0(]{0,3}$")
_WEEKDAY = re.compile(r"([^\W\d_]+)[.,]{0,2}[ \u00a0(]{0,2}$")
_ACRONYM = re.compile(r"(?<![^\W_])[A-Z]{2,4}[ \u00a0]$")
"""What a version stands behind: *TLS 1.3.*, *.NET 4.8.*"""
_TIME = re.compile(r",?[ \u00a0][0-2]?[0-9]:[0-5][0-9](?![0-9:])")
_IN_BRACKETS = re.compile(r",?[ \u00a0](?:\()?([^\W\d_]+)")
_NEXT_WORD = re.compile(r"[ \u00a0]?([^\W\d_]+)")


_VERSION = re.compile(
    r"(?:(?<!\w)v(?:er(?:s|z|\.)[^\W\d]*)?\.?|верси\w*|§{1,2}|\bIP)[ \u00a0]?\Z", re.I
)


_DIALLED = re.compile(r"(?<![0-9])0[0-9]{1,4}/ $")
"""A dialling code, behind which *4-11-08* is a telephone."""


_OLD = re.compile("(?<![0-9])1(?:[5-7][0-9]|8[0-4])[0-9](?![0-9])")


def free(text: str, start: int) -> bool:
    """Tell whether a number begins here: no letter, no digit with a sign directly before."""
    if not start:
        return True
    before = text[start - 1]
    if before.isalnum() or _DIALLED.search(text, max(0, start - 8), start):
        return False
    return not (before in ".,/:" and start > 1 and text[start - 2].isdigit())


def versioned(text: str, start: int) -> bool:
    """Tell whether a number of a version, a section or a network stands here."""
    return _VERSION.search(text, max(0, start - 14), start) is not None


def closes_sentence(text: str, end: int) -> bool:
    """Tell whether a dot behind two digits ends a sentence or a line."""
    return (
        text[end - 1] == "."
        and text[end - 3 : end - 1].isdigit()
        and bool(_NEXT_SENTENCE.match(text, end))
    )


class Announced(Enum):
    """What the words around a date announce."""

    NO = ""
    BIRTH = "birth"
    LIFE = "life"

    def __bool__(self) -> bool:
        return self is not Announced.NO


class Contexts:
    """Looks a bounded way to the left and right of a date, in one language."""

    def __init__(self, words: DateWords) -> None:
        self.words = words

    @cached_property
    def people(self) -> tuple[str, ...]:
        """How words for people begin."""
        return tuple(filter(str.isalpha, self.words.age.kin))

    def speaks(self, lower: str) -> bool:
        """Tell whether a text in lower case may hold a word for an event of a life."""
        return any(hint in lower for hint in self._hints)

    def birth(self, text: str, start: int, end: int) -> bool:
        """Tell whether the date between `start` and `end` is announced as a birth."""
        left = text[max(0, start - _REACH) : start]
        places = _places(left, self._birth_hints)
        if any(
            self._birth_near.match(left, n) or self._birth_direct.match(left, n) for n in places
        ):
            return True
        return bool(self._birth_after and self._birth_after.match(text, end))

    def event(self, text: str, start: int, end: int) -> Announced:
        """Tell what event of a life, if any, is announced for a date."""
        left = text[max(0, start - _REACH) : start]
        around = (left + text[end : end + _REACH]).lower()
        if not self.speaks(around):
            return Announced.NO
        if self.birth(text, start, end):
            return Announced.BIRTH
        if any(self._life_near.match(left, n) for n in _places(left, self._life_hints)):
            return Announced.LIFE
        after = self._life_after and self._life_after.match(text, end)
        return Announced.LIFE if after else Announced.NO

    def historic(self, text: str, start: int, end: int, *, bare: bool) -> bool:
        """Tell whether a date is old and of nobody's life.

        A bare year is of a life behind a short word, *b. 1799*: history tells it in whole ones.
        """
        if not _OLD.search(text, start, end):
            return False
        short = text[max(0, start - 2) : start].rstrip(" \u00a0")[-1:] in (".", "*", "†", "+")
        return (bare and not short) or not self.event(text, start, end)

    def law(self, text: str, start: int) -> bool:
        """Tell whether a date is that of a law or a gazette cited: *ustawa z dnia …*.

        Such a date is public and known to those who read judgments: moved, it would be a mistake.
        Nothing but numbers, short words and names may stand between: *zakonski zastopnik je z
        vlogo z dne …* is the matter's.
        """
        left = text[max(0, start - _CITATION) : start].rpartition("\n")[2]
        left = self._issuers.sub("", left)
        linked = self._law_links.search(left)
        end = linked.start() + 1 if linked else 0
        gaps = (left[word.end() : end].rstrip(", ") for word in self._laws.finditer(left, 0, end))
        return any(not self._apart.search(gap) for gap in gaps)

    def day_month(self, text: str, start: int, end: int, *, slash: bool) -> bool:
        """Tell whether ``3.5.`` or ``3/5`` is a day and a month here."""
        words = self.words.contexts
        if not slash and word_before(text, start, words["clock_after"]):
            return False
        apart = slash or text[end : end + 1] == ","  # 1.2. 10:30 may be an item of an agenda
        if (apart and _TIME.match(text, end)) or self.weekday(text, start, end):
            return True
        if slash:
            return word_before(text, start, words["day_slash_month_after"])
        if word_before(text, start, words["day_month_after"]) or self._in_prose(text, start, end):
            return True
        follows = text[end : end + 12].lower().lstrip()
        starts = (w for w in words["day_month_before"] if follows.startswith(w))
        return any(follows[len(word) :][:1] == " " for word in starts)

    def timed(self, text: str, start: int) -> bool:
        """Tell whether a word before a number says that it is an hour or a section."""
        words = self.words.contexts
        return word_before(text, start, words["clock_after"]) or self.sectioned(text, start, start)

    def paged(self, text: str, start: int) -> bool:
        """Tell whether a word for a page or a section stands before numbers with a stroke."""
        return word_before(text, start, self.words.contexts["paged_after"])

    def scored(self, text: str, start: int) -> bool:
        """Tell whether three scores stand behind what is measured in them: *Apgar 9/9/10*."""
        return word_before(text, start, self.words.contexts["scores_after"])

    def scaled(self, text: str, start: int) -> bool:
        """Tell whether a score of a scale stands here, and no day: *BCS 6/9*, *VA 6/9 right, 6/12*.

        Scales have five, nine or ten steps, fifteen or thirty, and sight is told in sixths.
        """
        if self.scored(text, start):
            return True
        if not _SCORE.match(text, start):
            return False
        other = _OTHER_SCORE.search(text, max(0, start - _REACH), start)
        places = (start, other.start() if other else start)
        return any(word_before(text, at, self.words.contexts["scales"]) for at in places)

    def uncounted(self, text: str, places: Sequence[int]) -> list[int]:
        """Return where a date may begin, without rooms and hours: *room 5 until 19 June*."""
        nouns, hours = (self.words.contexts[key] for key in ("numbered_after", "clock_after"))

        def counted(start: int, end: int) -> bool:
            number = text[start:end]
            word = _LAST_WORD.search(text, max(0, start - _REACH), start)
            if not number[:1].isdigit() or not word or not any(map(str.isalpha, number)):
                return False
            low = word[1].lower()
            return low in hours or any(
                low == noun or (len(noun) >= _SHORT and low.startswith(noun)) for noun in nouns
            )

        return [*(s for s, e in pairwise(places) if not counted(s, e)), *places[-1:]]

    def sectioned(self, text: str, start: int, end: int) -> bool:
        """Tell whether a word for a section or a table stands beside, or a sign of a number."""
        line = text[max(0, start - _REACH) : start].rpartition("\n")[2]
        if _NUMBERED.search(line):
            return True
        sections = self.words.contexts["sections"]
        listed = self._listed.search(line)  # 3.2. és 5.1. pont
        line = line[: listed.start()] if listed else line
        listed = self._listed_behind.match(text, end)
        end = listed.end() if listed else end
        beside = [m[1].lower() for m in (_LAST_WORD.search(line), _NEXT_WORD.match(text, end)) if m]
        stems = self._section_stems
        return any({word, f"{word}."} & {*sections} or word.startswith(stems) for word in beside)

    def _in_prose(self, text: str, start: int, end: int) -> bool:
        """Tell whether ``3.5.`` stands in running text, and beside no word for a section or table.

        Only in languages that write dates so (``sections``); at the head of a line it is a
        heading's number.
        """
        line = text[max(0, start - _REACH) : start].rpartition("\n")[2]
        if not self.words.contexts["sections"] or not any(map(str.isalpha, line)):
            return False
        if _ACRONYM.search(line):
            return False
        return not self.sectioned(text, start, end)

    @cached_property
    def _listed(self) -> re.Pattern[str]:
        """The numbers of sections before another, with what joins them."""
        words = _either(self.words.contexts["links.range"]) or "(?!)"
        return re.compile(rf"(?<![0-9.])(?:[0-9]+(?:\.[0-9]+)+\.?(?:,|[ ](?:{words}))[ ]){{1,4}}$")

    @cached_property
    def _listed_behind(self) -> re.Pattern[str]:
        """The same behind another."""
        words = _either(self.words.contexts["links.range"]) or "(?!)"
        return re.compile(rf"(?:(?:,|[ ](?:{words}))[ ][0-9]+(?:\.[0-9]+)+\.?){{1,4}}")

    @cached_property
    def _section_stems(self) -> tuple[str, ...]:
        return tuple(w for w in self.words.contexts["sections"] if len(w) > _SHORT)

    def day_month_open(self, text: str, start: int, end: int) -> bool:
        """Tell whether ``14.03``, which may be a decimal number, is a day and a month here."""
        return bool(_TIME.match(text, end)) or self.weekday(text, start, end)

    def weekday(self, text: str, start: int, end: int) -> bool:
        """Tell whether a day of the week stands right beside what may be a date."""
        left = text[max(0, start - _REACH) : start]
        beside = (_WEEKDAY.search(left), _IN_BRACKETS.match(text, end))
        if any(m and self.words.weekdays.read(m[1]) for m in beside):
            return True
        return start in headed_days(text, start, self.words.contexts["weekday_heads"])

    def month_year(self, text: str, start: int, end: int) -> bool:
        """Tell whether ``05/1984`` is a month and a year here, not a number of a file."""
        left = text[max(0, start - 20) : start]
        if _NUMBERED.search(left):
            return False
        apart = not self.sectioned(text, start, end) and not _CODE_BEFORE.search(left)
        padded = _PADDED.match(text, start, end) and apart
        if padded or text[start - 1 : end + 1] == f"({text[start:end]})":
            return True
        if _JOINED.match(text, end) or _JOINED_BEFORE.search(left) or self.birth(text, start, end):
            return True
        return word_before(text, start, self.words.contexts["month_year_after"])

    @cached_property
    def _hints(self) -> tuple[str, ...]:
        """Beginnings of all words that announce something, one of which must be near."""
        return self._beginnings(
            "birth.words", "birth.abbreviations", "birth.after", "life.words", "life.after"
        )

    @cached_property
    def _birth_hints(self) -> tuple[str, ...]:
        """Beginnings of the words one of which stands before a date of birth."""
        return self._beginnings("birth.words", "birth.abbreviations")

    @cached_property
    def _life_hints(self) -> tuple[str, ...]:
        """Beginnings of the words one of which stands before another event of a life."""
        return self._beginnings("life.words")

    def _beginnings(self, *keys: str) -> tuple[str, ...]:
        phrases = [phrase for key in keys for phrase in self.words.contexts[key]]
        words = sorted({phrase.lower().split()[0][:4] for phrase in phrases})
        return tuple(w for w in words if not any(w != v and w.startswith(v) for v in words))

    @cached_property
    def _birth_near(self) -> re.Pattern[str]:
        loose = [*self.words.contexts["birth.words"]]
        loose += [a for a in self.words.contexts["birth.abbreviations"] if _letters(a) > 1]
        own = f"{_EDGE}(?:{_either(loose)})(?![^\\W_]){_BESIDE}"
        return re.compile(f"{own}{_BETWEEN}$", re.IGNORECASE)

    @cached_property
    def _birth_direct(self) -> re.Pattern[str]:
        short = [a for a in self.words.contexts["birth.abbreviations"] if _letters(a) < 2]
        fillers = _either(self.words.contexts["fillers"])
        return re.compile(
            f"{_EDGE}(?:{_either(short)})[\\s:]{{0,3}}(?:(?:{fillers})\\s){{0,2}}$", re.IGNORECASE
        )

    @cached_property
    def _laws(self) -> re.Pattern[str]:
        words = _either(self.words.contexts["law.words"]) or "(?!)"
        return re.compile(f"(?<!-){_EDGE}(?:{words})[^\\W\\d_]{{0,3}}(?![^\\W\\d_])", re.IGNORECASE)

    @cached_property
    def _apart(self) -> re.Pattern[str]:
        """What does not stand inside the name of a law."""
        further = _either(self.words.contexts["links.range"]) or "(?!)"
        return re.compile(rf"{_CLAUSE}|\s(?:{further})\s(?![0-9])")

    @cached_property
    def _law_links(self) -> re.Pattern[str]:
        links = _either(self.words.contexts["law.links"]) or "(?!)"
        numbered = _either(self.words.contexts["law.after_number"]) or "(?!)"
        return re.compile(
            f"(?:[^\\w](?:{links})|[0-9](?:[^\\W0-9_]|/[^\\W\\d_]{{2,5}})?[,)]?\\s(?:{numbered}))"
            r"(?:\s{1,2}|(?<=\())$",
            re.IGNORECASE,
        )

    @cached_property
    def _issuers(self) -> re.Pattern[str]:
        """Who gave a law, between it and its date: *2016/679 Evropskega parlamenta in Sveta*."""
        issuers = _either(self.words.contexts["law.issuers"]) or "(?!)"
        return re.compile(rf",?\s(?:{issuers})(?![^\W_])", re.IGNORECASE)

    @cached_property
    def _birth_after(self) -> re.Pattern[str] | None:
        return self._after("birth.after")

    @cached_property
    def _life_after(self) -> re.Pattern[str] | None:
        return self._after("life.after")

    @cached_property
    def _life_near(self) -> re.Pattern[str]:
        words = _either(self.words.contexts["life.words"])
        fillers = _either(self.words.contexts["fillers"])
        return re.compile(
            f"{_EDGE}(?:{words})(?![^\\W_])[\\s:,(]{{0,3}}(?:(?:{fillers})\\s){{0,2}}$",
            re.IGNORECASE,
        )

    def _after(self, key: str) -> re.Pattern[str] | None:
        words = _either(self.words.contexts[key])
        if not words:
            return None
        text = rf"[.,]?\s{{1,2}}(?:[^\W\d_]{{1,20}}\s){{0,2}}(?:{words})(?![^\W_])"
        return re.compile(text, re.IGNORECASE)


def _places(text: str, hints: Iterable[str]) -> Iterable[int]:
    """Return where a word may stand that begins like one of `hints`."""
    lower = text.lower()
    if len(lower) != len(text):
        return range(len(text))
    return [place for hint in hints if hint in lower for place in occurrences(lower, hint)]


def _letters(word: str) -> int:
    return sum(c.isalpha() for c in word)


def _either(words: Iterable[str]) -> str:
    ordered = sorted(words, key=lambda w: (-len(w), w))
    return "|".join(re.escape(word).replace(r"\ ", r"\s{1,2}") for word in ordered)

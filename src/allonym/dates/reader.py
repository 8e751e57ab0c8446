"""All forms of one language together: read a surface, or try the forms at a place of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import groupby, pairwise

from allonym.dates import grammar
from allonym.dates.grammar import Form
from allonym.dates.reading import ROMAN, Partial, Piece, PieceKind, Reading, full_year
from allonym.dates.words import DateWords, Vocabulary, stems
from allonym.languages.pack import LanguagePack, load_pack

_NEAR = 16
_AROUND, _DAYS = 80, 40
"""How far from its month a year and a day in words may stand."""
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile("[0-9]+")
_LISTED = re.compile(r"[0-9]+|(?<=[0-9])[^\s0-9,.]+|[^0-9]+?(?=[0-9]|\Z)")


@dataclass(frozen=True)
class DateReader:
    """Reads the dates of one language; its expressions are compiled when first used.

    >>> reader = DateReader.load("pl")
    >>> found = reader.read("3 maja 1984")
    >>> (found.first.year, found.first.month, found.first.day)
    (1984, 5, 3)
    """

    words: DateWords = field(repr=False)

    @classmethod
    def load(cls, language: str) -> DateReader:
        """Return the reader of a language; its words are read, and its forms compiled, once.

        Raises:
            UnknownLanguage: If there is no such pack.
            PackError: If its ``dates.toml`` is missing or incomplete.
        """
        return _load(load_pack(language))

    @cached_property
    def numeric(self) -> tuple[Form, ...]:
        """Forms in digits that are dates wherever they stand."""
        return grammar.numeric_forms(self.words)

    @cached_property
    def short(self) -> tuple[Form, ...]:
        """Forms in digits that need a reason around them."""
        return grammar.short_forms(self.words)

    @cached_property
    def compact(self) -> tuple[Form, ...]:
        """Forms without separators."""
        return grammar.compact_forms()

    @cached_property
    def joined(self) -> tuple[Form, ...]:
        """Forms with the month between digits, as carriers write it."""
        return grammar.joined_forms(self.words)

    @cached_property
    def _named(self) -> Callable[[bool, bool], tuple[Form, ...]]:
        """What gives the forms that name the month, with days and years in words or without.

        Years in words take ten times as long to compile as all the rest, and few texts have any.
        """
        words, none = self.words, Vocabulary((), {})

        def forms(days: bool, years: bool) -> tuple[Form, ...]:
            in_days, in_years = words.days if days else none, words.years if years else none
            return grammar.word_forms(replace(words, days=in_days, years=in_years))

        return cache(forms)

    def named_around(self, low: str, start: int, end: int) -> tuple[Form, ...]:
        """Return the forms that name the month, with what is in words around it.

        Args:
            low: The text in small letters.
            start: Where the month begins.
            end: Where it ends.
        """
        before = _WORD.findall(low, max(0, start - _AROUND), start)
        behind = _WORD.findall(low, end, end + _AROUND)
        days = not self.day_ends.isdisjoint(_WORD.findall(low, max(0, start - _DAYS), start))
        days = days or not self.day_starts.isdisjoint(_WORD.findall(low, end, end + _DAYS))
        return self._named(days, self._has_year(before) or self._has_year(behind))

    def _has_year(self, words: Sequence[str]) -> bool:
        """Tell whether words in small letters may begin a year."""
        return not self._year_starts.isdisjoint((*words, *map(" ".join, pairwise(words))))

    @cached_property
    def year(self) -> Form:
        """A year by itself."""
        return grammar.year_form(self.words)

    @cached_property
    def month(self) -> re.Pattern[str]:
        """Any form of the name of any month."""
        text = grammar.month_pattern(self.words)
        return re.compile(f"(?:{text})(?![^\\W_])", re.IGNORECASE)

    @cached_property
    def day_starts(self) -> frozenset[str]:
        """First words of all spelled-out days, lower case."""
        return frozenset(_WORD.findall(day)[0] for day in self.words.days.index)

    @cached_property
    def starts(self) -> frozenset[str]:
        """First words of all days and years in words, lower case."""
        return self.day_starts.union(year.split()[0] for year in self._year_starts)

    @cached_property
    def _year_starts(self) -> frozenset[str]:
        """First two words of all years in words, or the only one, lower case."""
        return frozenset(" ".join(_WORD.findall(year)[:2]) for year in self.words.years.index)

    @cached_property
    def day_ends(self) -> frozenset[str]:
        """Last words of all spelled-out days, lower case."""
        return frozenset(_WORD.findall(day)[-1] for day in self.words.days.index)

    @cached_property
    def _by_length(self) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
        year_first = tuple(f for f in self.numeric if f.name in grammar.YEAR_FIRST)
        return year_first, tuple(f for f in self.numeric if f not in year_first)

    @cached_property
    def led(self) -> re.Pattern[str] | None:
        """A word for a day and what may follow it; nothing where six digits are no day."""
        words = "|".join(self.words.contexts["compact_after"])
        led = rf"(?<!\w)(?:{words})(?:[ \u00a0]\w+)?[.:]{{0,2}}[ \u00a0]{{1,8}}\Z"
        return re.compile(led, re.IGNORECASE) if words else None

    @cached_property
    def unit(self) -> re.Pattern[str]:
        """What makes the digits before it no day: the rest of a number, a unit."""
        units = "|".join(self.words.contexts["compact_units"])
        return re.compile(
            rf"-[0-9]|[ \u00a0]{{0,8}}(?:[0-9]{{3,}}|%|,[0-9]|(?:{units})(?!\w))", re.IGNORECASE
        )

    def numeric_at(self, text: str, start: int) -> tuple[Form, ...]:
        """Return the numeric forms that the digits at `start` can begin."""
        year_first, day_first = self._by_length
        return year_first if text[start : start + 4].isdigit() else day_first

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """Short beginnings of all names of months, lower case."""
        return stems(self.words)

    def read(self, surface: str, *, slash: str = "") -> Reading | None:
        """Return what a whole surface says, or None when it is no date of this language.

        Where both are possible, ``03/05`` is read as `slash` says, the language's own way when
        empty.
        """
        for form in self._forms(surface):
            match = form.pattern.fullmatch(surface)
            reading = match and read_match(match, self.words, slash=slash or self.words.slash)
            if reading:
                return reading
        return None

    def match(self, forms: Iterable[Form], text: str, start: int) -> tuple[str, int] | None:
        """Return name and end of the longest plausible form that begins at `start`."""
        best: tuple[str, int] | None = None
        for form in forms:
            match = form.pattern.match(text, start)
            if match and (best is None or match.end() > best[1]) and self.can_be(match):
                best = (form.name, match.end())
        return best

    def weekday_before(self, match: re.Match[str]) -> bool:
        """Tell whether a day of the week stands right before a match: ``tor 12 jun``."""
        words = _WORD.findall(match.string[max(0, match.start() - _NEAR) : match.start()])
        return bool(words) and self.words.weekdays.read(words[-1]) is not None

    def can_be(self, match: re.Match[str]) -> bool:
        """Tell whether there can be such a day as a match says."""
        return can_be(match, self.words, slash=self.words.slash)

    def _forms(self, surface: str) -> Iterator[Form]:
        """Yield the forms that a surface may have: only with a month those that name one."""
        low = surface.lower()
        month, said = any(stem in low for stem in self.stems), _WORD.findall(low)
        yield from self.numeric
        days = not self.day_starts.isdisjoint(said)
        yield from self._named(days, self._has_year(said)) if month else ()
        yield from (*self.short, self.year, *self.compact, *(self.joined if month else ()))


@cache
def _load(pack: LanguagePack) -> DateReader:
    return DateReader(DateWords.load(pack.code))


# letters that look like Roman numerals and stand for them on a Cyrillic keyboard
_CYRILLIC = str.maketrans("ІХіх", "IXix")
_KINDS: dict[str, PieceKind] = {
    "d": "day", "e": "day", "ds": "suffix", "es": "suffix", "dw": "day_word", "ew": "day_word",
    "m": "month", "n": "month", "r": "roman", "w": "month_word", "y": "year", "ys": "year_suffix",
    "yw": "year_word", "dv": "day_word",
}  # fmt: skip


def read_match(match: re.Match[str], words: DateWords, *, slash: str) -> Reading | None:
    """Return what a match of one of the forms says, or None when no such day can be.

    Where both are possible, ``03/05`` is read as `slash` says, ``dmy`` or ``mdy``.
    """
    if not can_be(match, words, slash=slash):
        return None
    return Reading(tuple(_pieces(match, slash)), *_meaning(_said(match, slash), words))


def can_be(match: re.Match[str], words: DateWords, *, slash: str) -> bool:
    """Tell whether there can be such a day as a match says; `read_match` has the arguments."""
    first, last = _meaning(_said(match, slash), words)
    return Reading((), first, last).plausible() and _nightly(match, first, last) and rises(match)


def rises(match: re.Match[str]) -> bool:
    """Tell whether the days of a list, if a match names one, stand in order: ``14, 15 and 16``."""
    between = match.groupdict().get("l")
    days = map(int, _DIGITS.findall(f"{match['d']} {between} {match['e']}")) if between else ()
    return all(earlier < later for earlier, later in pairwise(days))


def _nightly(match: re.Match[str], first: Partial, last: Partial | None) -> bool:
    """Tell whether days joined by a stroke follow each other: the night ``18./19.``."""
    if last is None or not first.day or not last.day or "e" not in match.re.groupindex:
        return True
    between = match.string[match.end("d") : match.start("e")] if match["e"] and match["d"] else ""
    return "/" not in between or last.day == first.day + 1


def _said(match: re.Match[str], slash: str) -> dict[str, str]:
    return {name: match[group] for group, name in _meant(match, slash)}


def _meant(match: re.Match[str], slash: str) -> list[tuple[str, str]]:
    """The groups that match, each with what it means: ``a`` and ``b`` are day and month."""
    named = [g for g, t in match.groupdict().items() if t and g != "s"]
    if "a" not in named:
        return [(g, g) for g in named]
    names = {"a": "m", "b": "d"} if _month_first(match, slash) else {"a": "d", "b": "m"}
    return [(g, names.get(g, g)) for g in named]


def _month_first(match: re.Match[str], slash: str) -> bool:
    if "." in match[0]:
        return False
    a, b = int(match["a"]), int(match["b"])
    return a <= 12 and (b > 12 or slash == "mdy")


def _pieces(match: re.Match[str], slash: str) -> Iterator[Piece]:
    """Yield everything a form names, in order, and what lies between as one."""
    for said, pieces in groupby(_said_pieces(match, slash), lambda p: p.kind != "text"):
        if said:
            yield from pieces
        else:
            yield Piece("text", "".join(p.text for p in pieces))


def _said_pieces(match: re.Match[str], slash: str) -> Iterator[Piece]:
    whole, cursor, second = match[0], 0, False
    meant = _meant(match, slash)
    for at, group, text in sorted((match.start(g), name, match[g]) for g, name in meant):
        start = at - match.start()
        if cursor < start:
            yield Piece("text", whole[cursor:start])
        second = second or group[0] in "en"
        if group == "l":
            yield from _between(text, int(match["d"]))
        else:
            yield Piece(_KINDS[group], text, second=second)
        cursor = start + len(text)
    if cursor < len(whole):
        yield Piece("text", whole[cursor:])


def _between(text: str, first: int) -> Iterator[Piece]:
    """Yield the days of a list between its first and its last: ``, 15th``."""
    after = 0
    for piece in _LISTED.findall(text):
        after = int(piece) - first if piece.isdigit() else after
        kind: PieceKind = "day" if piece.isdigit() else "text" if piece[0] in ",." else "suffix"
        yield Piece(kind, piece, after=after)


def _meaning(said: Mapping[str, str], words: DateWords) -> tuple[Partial, Partial | None]:
    year = full_year(said["y"]) if "y" in said else words.year(said.get("yw", ""))
    month = _month(said, words)
    first = Partial(year, month, _day_number(said, "d", words))
    second = _day_number(said, "e", words)
    if not second:
        return first, None
    then = int(said["n"]) if "n" in said else month
    if not (year and month and then and then < month):
        return first, Partial(year, then, second)
    if next(iter(said)) == "y":  # 2025. 12. 29.–01. 04.
        return first, Partial(year + 1, then, second)
    return replace(first, year=year - 1), Partial(year, then, second)


def _month(said: Mapping[str, str], words: DateWords) -> int | None:
    if "m" in said:
        return int(said["m"])
    if "r" in said:
        return ROMAN.index(said["r"].upper().translate(_CYRILLIC)) + 1
    styled = words.months.read(said["w"]) if "w" in said else None
    return styled.number if styled else None


def _day_number(said: Mapping[str, str], group: str, words: DateWords) -> int | None:
    if group in said:
        return int(said[group])
    text = said.get(f"{group}w")
    styled = words.days.read(text) if text else None
    return styled.number if styled else None

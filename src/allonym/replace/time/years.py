"""Bare years of a text: of schools and terms, of somebody's life, of the present."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from operator import itemgetter

from allonym.dates.feasts import named_in
from allonym.replace.time.style import reader_of
from allonym.text.capitals import CAPITAL

SCHOOL_YEAR = re.compile(
    r"(?<![0-9/-])(19[0-9]{2}|20[0-9]{2})(\.?\s?[/–-]\s?)([0-9]{4}|[0-9]{2})(?![0-9/-]|:[0-9])"
)
"""``2023/24``: a year and the next."""
_STRETCH = re.compile(
    r"(?<![\w/,:-])((?:19|20)[0-9]{2})\.?\s?[–—-]\s?((?:19|20)[0-9]{2})(?![\w/-])"
)
_ANY_STRETCH = re.compile(
    r"(?:(?<![\w/,:-])((?:19|20)[0-9]{2})|[ ]{4})\.?\s?[–—-]\s?"
    r"(?:((?:19|20)[0-9]{2})(?![\w/-])|[ ]{4}|([^\W\d_]+)(?: ([^\W\d_]+))?)"
)
"""A year, or what stood in its place, and another, or words for the present."""
_BUDGETS = frozenset(((2007, 2013), (2014, 2020), (2021, 2027)))
"""What everybody plans by in the Union: *2021–2027*."""
_BARE_YEAR = re.compile(r"(?<![\w/,:.])(?<![^\W\d_]-)(?:19|20)[0-9]{2}(?![\w/]|[.,:][0-9])")
_IN_FILE = re.compile(r"(?<=_)(?:19|20)[0-9]{2}(?=[_.-])")
"""A year in the name of a file: *placa_2024.pdf*."""
_TITLED = re.compile(r"(?m)^[^\n]{0,50}[^\W\d_]{2}[.:]?[ \u00a0]((?:19|20)[0-9]{2})(?=\.?[ \t]*$)")
"""A year in which a heading ends: *SUMMER TERM REPORT 2024*."""
_CLOSED = re.compile(r"[,;:.)\t]|\s?[–—-]|\s*(?:\n|\Z)")
"""Behind a year of a life: what ends an entry, and no unit or noun (*2000 EUR*)."""
_UNIT = re.compile(r"\s?(?:[€%£$]|(?:km|m|kg|kw|ml|mg)\b)", re.I)
_WORD_BEFORE = re.compile(r"((?<!\d)\d{1,2}[.)]?\s+)?([^\W\d_]+)\.?\s+\Z")
_LED = re.compile(r"(?:[^\W\d_][\w'’]*[ \u00a0]){1,2}[^\W\d_]+\Z")
"""Several words that may be a feast's: *St Stephen's Day*."""
_WORD_BEHIND = re.compile(r"\.?\s([^\W\d_]+)")
_HUNG = re.compile(r"-[^\W\d_]+")
_SENTENCE = re.compile(rf"\n|[.!?;)]\s(?={CAPITAL})")
_BACK, _RECENT, _LAW = 24, 5, 60
"""Characters before a year that are looked at; years back that are the present; a law's reach."""
_STRETCHES, _NEVER = 2, 9999
"""From how many stretches of years on a text tells somebody's life by years."""


def is_school_year(match: re.Match[str]) -> bool:
    """Tell whether two years are one after the other.

    >>> [is_school_year(m) for m in SCHOOL_YEAR.finditer("2023/24, 2019-2024")]
    [True, False]
    """
    return (int(match[1]) + 1 - int(match[3])) % (100 if len(match[3]) == 2 else 10_000) == 0


def named_years(free: str) -> Iterator[int]:
    """Yield the years that headings end in, and the later ones of school years."""
    yield from (int(match[1]) for match in _TITLED.finditer(free))
    school = (match for match in SCHOOL_YEAR.finditer(free) if is_school_year(match))
    yield from (int(match[1]) + 1 for match in school)


def tell_life(years: Iterable[int], births: Collection[int]) -> bool:
    """Tell whether years alone lie in a life: *born in March 1938, at sea in 1953, wed in 1961*."""
    first = min(births, default=_NEVER)
    return sum(first < year for year in years) >= _STRETCHES


def bare_years(text: str, births: Collection[date]) -> Iterator[re.Match[str]]:
    """Yield the years that somebody's life is told by, as a CV does: *2009–2012 liceum*.

    >>> born = [date(1993, 11, 5)]
    >>> [m[0] for m in bare_years("lato 2015; 2012–2017, 2009–2012; 2000 EUR, wojna 1939", born)]
    ['2015', '2012', '2017', '2009', '2012']

    Args:
        text: Of a document.
        births: Days on which people of it were born; without any nothing is told so.
    """
    first = min((day.year for day in births), default=_NEVER)
    found = (m for m in _STRETCH.finditer(text) if first <= int(m[1]) < int(m[2]))
    if sum(1 for _ in found) >= _STRETCHES:
        ends = {m.start(n) for m in _STRETCH.finditer(text) for n in (1, 2)}
        for match in _BARE_YEAR.finditer(text):
            told = match.start() in ends or _CLOSED.match(text, match.end())
            if told and int(match[0]) >= first:
                yield match


def present_years(
    text: str, days: Collection[date], language: str
) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the bare years around what happened, each with the suffix that hangs on it.

    Words beside them tell that they are years, and no law or number of a gazette:

    >>> text = "Udruga je u 2025. rasla za 2024 EUR, u ljeto 2024 i u 1991. Zakon (NN 25 od 2025)."
    >>> [year[0] for year, _ in present_years(text, [date(2026, 2, 7)], "hr")]
    ['2025', '2024']

    Args:
        text: Of a document, without its mentions.
        days: On which something happened.
        language: Of the document.
    """
    if not days:
        return
    words = reader_of(language).words
    last = max(days).year
    first = max(min(days).year, last - _RECENT) - 2
    spoken = {day.year for day in days}
    near = {*range(first, last + 2), *spoken}
    yield from ((match, "") for match in _IN_FILE.finditer(text) if int(match[0]) in near)
    titled = {match.start(1) for match in _TITLED.finditer(text) if int(match[1]) in spoken}
    titled.update(_stretched(text, range(first, last + 2), words.contexts["bare_year_open"]))
    after, behind = (words.contexts[f"bare_year_{side}"] for side in ("after", "before"))
    told_before = len(text)  # where the year before ended
    for match in _BARE_YEAR.finditer(text):
        near_by = int(match[0]) in near or match.start() in titled
        if not near_by or _counts(text, match.end(), words.contexts["amounts"]):
            continue
        suffix, next_word = suffix_of(match, language), _WORD_BEHIND.match(text, match.end())
        before = _WORD_BEFORE.search(text[max(0, match.start() - _BACK) : match.start()])
        told = before is not None and not before[1] and before[2].lower() in after
        told = told or match.start() in titled
        told = told or (next_word is not None and next_word[1].lower() in behind)
        told = (
            told
            or text[told_before : match.start()].strip().lower() in words.contexts["links.range"]
        )
        told = told or (before is not None and not before[1] and _is_season(before, language))
        told = told or any(named_in(next_word[1] if next_word else "", language))
        told = told or _is_ordinal(text, match.end(), words.contexts["bare_year_signs"])
        if (told or suffix) and not _of_law(text, match.start(), words.contexts["law.words"]):
            told_before = match.end()
            yield match, suffix


def suffix_of(year: re.Match[str], language: str) -> str:
    """Return the suffix that hangs on a year of a text, with its hyphen: *2013-ban*."""
    hung = _HUNG.match(year.string, year.end())
    return hung[0] if hung and reader_of(language).words.year_suffixes.knows(hung[0]) else ""


def _stretched(text: str, near: range, present: Collection[str]) -> Iterator[int]:
    """Yield where years begin that stretches have which reach what happened, or one that does.

    >>> [*_stretched("2012–2019, 2019 – today, 1939–1945, 2021–2027", range(2022, 2024), ["today"])]
    [11, 0, 5]
    """
    found = (m for m in _ANY_STRETCH.finditer(text) if m[1] or m[2])
    told = (m for m in found if not m[3] or m[3] in present or m[4] in present)
    stretches = [(int(m[1] or m[2]), int(m[2] or near[-1]), m) for m in told]
    first = _NEVER
    for since, until, match in sorted(stretches, key=itemgetter(1), reverse=True):
        reaches = since <= near[-1] and until >= near[0] and (since, until) not in _BUDGETS
        if reaches or until + _RECENT >= first:
            first = min(first, since)
            yield from (match.start(n) for n in (1, 2) if match[n])


def _is_season(before: re.Match[str], language: str) -> bool:
    """Tell whether the words before a year are a feast, a season or a term: *od jesene 2024*."""
    led = _LED.search(before.string, 0, before.end(2))
    return any(named_in(led[0] if led else before[2], language))


def _is_ordinal(text: str, end: int, signs: Collection[str]) -> bool:
    """Tell whether a sign that makes a number a year stands behind, and a sentence goes on."""
    follows = text[end + 1 : end + 3]
    return text[end : end + 1] in {*signs} and follows[:1] == " " and follows[1:].islower()


def _counts(text: str, end: int, amounts: Collection[str]) -> bool:
    """Tell whether a unit or a currency stands behind a number: *2000 kg*, *2000 zł*."""
    word = _WORD_BEHIND.match(text, end)
    return bool(_UNIT.match(text, end)) or (word is not None and word[1].lower() in amounts)


def _of_law(text: str, start: int, stems: Collection[str]) -> bool:
    """Tell whether a word for a law or a gazette stands before, in the sentence."""
    before = _SENTENCE.split(text[max(0, start - _LAW) : start])[-1].lower()
    return any(re.search(rf"(?<!\w){re.escape(stem)}", before) for stem in stems)

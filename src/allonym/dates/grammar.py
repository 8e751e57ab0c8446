"""The ways of writing a date: one expression each, built from a language's words.

Every expression names what it finds: ``d`` and ``e`` are days in digits (``e`` the second of a
range, ``n`` its month), ``l`` the days between, ``dw`` and ``ew`` days in words, ``dv`` a day
in words behind its digits, ``ds`` and ``es`` what is joined to them,
``m`` a month in digits, ``r`` in Roman numerals, ``w`` by name, ``y`` the year, ``ys`` its suffix,
``yw`` a year in words.  ``a`` and ``b`` are day and month in either order.  All repetition is
bounded, so time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from allonym.dates.words import FIRST, DateWords, prefixes, year_pattern
from allonym.text.capitals import SMALL

_S = "[ \\t\u00a0\u2009\u202f]"
_GAP = f"(?:{_S}{{1,2}}|{_S}?\\r?\\n{_S}?)"
_DASH = "[-‐‑–—]"
_LEFT = (
    r"(?<![^\W_])(?<![0-9][.,/:])"
    rf"(?:(?<![0-9][-–])|(?<={SMALL} (?:19|20)[0-9]{{2}}[-–])"
    r"|(?<=[0-9], (?:19|20)[0-9]{2}[-–]))"
)
"""Nothing stands joined before, but the year of another date: *3 May 1998-30 June 2001*."""
# another date joined by a sign: the end of a range
_WHOLE = (
    rf"[-–/](?:[0-9]{{1,2}}[./-]{_S}?[0-9]{{1,2}}[./-]{_S}?(?:19|20)[0-9]{{2}}"
    r"|(?:19|20)[0-9]{2}[./-][0-9]{1,2}[./-][0-9]{1,2}"
    rf"|[0-9]{{1,2}}\.?{_S}[^\W\d_]{{3,12}}\.?{_S}(?:19|20)[0-9]{{2}})(?![0-9])"
)
_RIGHT = rf"(?:(?=[rг]\b)|(?![^\W_]|[.,/:-][0-9])|(?={_WHOLE}))"
_DIGITS = "(?:[12][0-9]|3[01]|0?[1-9])"
_DAY = "(?:3[01]|[12][0-9]|0?[1-9])(?![0-9])"
_YEAR = "(?:1[5-9]|20)[0-9]{2}(?![0-9])"
_SHORT = "[0-9]{2}(?![0-9])"
_LATIN_ROMAN = "XI{0,2}|IX|I?V|VI{1,3}|I{1,3}"
_ROMAN = "(?:" + "|".join(
    (_LATIN_ROMAN, _LATIN_ROMAN.lower(), _LATIN_ROMAN.replace("I", "[IІ]").replace("X", "Х"),
     _LATIN_ROMAN.replace("I", "І"))
) + ")(?![^\\W_])"  # fmt: skip
_SLASHED = (
    f"(?:(?P<a>{_DIGITS})/(?P<b>{_DIGITS})|(?P<d>{_DIGITS}){_S}?{_DASH}{_S}?(?P<e>{_DIGITS})"
    "/(?P<m>1[0-2]|0?[1-9])(?![0-9]))"
)
"""A day or a range of days, the sign and the month: ``3/5``, ``3–5/1``."""
YEAR_FIRST = (
    "iso", "year_first", "year_first_range", "year_first_range_of_months", "roman_year_first",
)  # fmt: skip
"""Numeric forms that begin with the year."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way of writing a date."""

    name: str  # becomes the rule of the evidence, such as ``numeric`` or ``month_year``
    pattern: re.Pattern[str] = field(repr=False)  # compiled; its groups as in the module's text
    leads: bool = False  # it begins with the name of the month


def numeric_forms(words: DateWords) -> tuple[Form, ...]:
    """Return the forms in digits; words may join the days of a range, and hang on the last."""
    suffixes = suffix_pattern(words)
    joined = f"(?P<ds>{suffixes})?" if suffixes else ""
    year, month, day = f"(?P<y>{_YEAR})", "(?P<m>1[0-2]|0?[1-9])", f"(?P<d>{_DAY})"
    any_year = f"(?P<y>{_YEAR}|{_SHORT})"
    dot = rf"{_S}?\.{_S}?"
    both = f"(?P<a>{_DIGITS}){dot}(?P<b>{_DIGITS}){dot}"
    days = rf"(?P<d>{_DIGITS})\.?{_joint(words)}(?P<e>{_DIGITS})"
    sign = rf"(?:\.{_S}?|{_S}|[-/])"
    roman = f"(?P<r>{_ROMAN})"
    forms = {
        "iso": f"{year}(?P<s>[-/]){month}(?P=s){day}{joined}(?:(?=T[0-9])|{_RIGHT})",
        "year_first": rf"{year}\.{_S}?{month}\.{_S}?{day}(?:\.?{joined})",
        "year_first_range": rf"{year}\.{_S}?{month}\.{_S}?{days}(?:\.?{joined})",
        "year_first_range_of_months": (
            rf"{year}\.{_S}?{month}\.{_S}?(?P<d>{_DIGITS})\.?{_S}?{_DASH}{_S}?"
            rf"(?P<n>1[0-2]|0?[1-9])\.{_S}?(?P<e>{_DIGITS})(?:\.?{joined})"
        ),
        "dots": f"{both}{any_year}",
        "roman_year_first": rf"{year}(?P<s>\.{_S}?|{_S}|[-/]){roman}(?P=s){day}(?:\.?{joined})",
        "slash_year": f"{_SLASHED}{_S}{year}",
        "signs": f"(?P<a>{_DIGITS})(?P<s>[-/])(?P<b>{_DIGITS})(?P=s){any_year}",
        "roman": f"(?P<d>{_DIGITS}){sign}{roman}{sign}{year}",
        "roman_short": rf"(?P<d>{_DIGITS})\.{_S}?{roman}\.{_S}?(?P<y>{_SHORT})",
        "range": rf"{days}\.{_S}?(?P<m>{_DIGITS})\.{_S}?{any_year}",
        "range_of_months": (
            rf"(?P<d>{_DIGITS})\.{_S}?(?P<m>1[0-2]|0?[1-9])\.?{_S}?{_DASH}{_S}?"
            rf"(?P<e>{_DIGITS})\.{_S}?(?P<n>1[0-2]|0?[1-9])\.{_S}?{any_year}"
        ),
        "roman_range": rf"{days}(?:\.{_S}?|{_S}){roman}(?:\.{_S}?|{_S}){year}",
    }
    edges = {name: "" if name == "iso" else _RIGHT for name in forms}
    return tuple(Form(n, re.compile(f"(?:{text}){edges[n]}")) for n, text in forms.items())


def short_forms(words: DateWords) -> tuple[Form, ...]:
    """Return the forms that need a reason: day and month, month and year, all in digits."""
    suffixes, month_first = suffix_pattern(words), words.orders == ("ymd",)
    day, month = "0?[1-9]|[12][0-9]|3[01]", "1[0-2]|0?[1-9]"
    closed = rf"\.(?:(?!{_S}?[0-9])|(?={_S}[0-2]?[0-9]:[0-5][0-9](?![0-9:])))(?![^\W_])"
    days = rf"(?P<d>{day})\.?{_joint(words)}(?P<e>{_DAY})"
    days_or_day = f"(?P<d>{_DIGITS})(?:/(?P<e>{_DIGITS}))?"
    day_first = {
        "day_month": rf"(?P<a>{day})\.{_S}?(?P<b>{month}){closed}",
        "day_month_range": rf"{days}\.{_S}?(?P<m>{month}){closed}",
    }
    ends = f"(?:{closed}|(?P<ds>{suffixes}))" if suffixes else closed
    month_day = {
        "month_day": rf"(?P<m>{month})\.{_S}?(?P<d>{day}){ends}",
        "month_day_range": rf"(?P<m>{month})\.{_S}?{days}{ends}",
        "month_days_open": rf"(?P<m>0[1-9])\.{_S}?{days}{_RIGHT}",
    }
    forms = (month_day if month_first else day_first) | {
        "day_month_open_range": (
            rf"(?P<d>{_DIGITS})\.(?P<m>0[1-9]|1[0-2]){_S}?{_DASH}{_S}?"
            rf"(?P<e>{_DIGITS})\.(?P<n>0[1-9]|1[0-2])"
            rf"(?![^\W_]|[.,/:-][0-9]|{_S}?[%€$£]|{_S}[^\W\d_])"
        ),
        "nights": rf"(?P<d>{_DIGITS})/(?P<e>{_DIGITS})\.(?P<m>0[1-9]|1[0-2]){_RIGHT}",
        "days_month_open": rf"{days}\.(?P<m>0[1-9]|1[0-2]){_RIGHT}",
        "day_roman": (
            rf"{days_or_day}\.(?P<r>(?=[IVXІХ]){_ROMAN})(?:\.(?!{_S}?[0-9])|(?<=[IVXІХ]{{2}}))(?![^\W_])"
        ),
        "day_roman_open": rf"(?P<d>{_DIGITS})\.?{_S}(?P<r>(?=[IVXІХ]){_ROMAN})",
        "month_day_open": rf"(?P<m>0[1-9]|1[0-2])\.(?P<d>[0-3][0-9]){_RIGHT}",
        "day_month_open": rf"(?P<a>{day})\.(?P<b>0[1-9]|1[0-2]){_RIGHT}",
        "day_slash_month": f"{_SLASHED}{_RIGHT}(?!/)",
        "month_year_digits": f"(?P<m>{month})[./](?P<y>{_YEAR}){_RIGHT}",
    }
    other = "day_month_open" if month_first else "month_day_open"
    return tuple(Form(name, re.compile(text)) for name, text in forms.items() if name != other)


def compact_forms() -> tuple[Form, ...]:
    """Return ``19840503``, ``840503``, ``84.05.03``, ``03051984``: read where a birth is told."""
    month, day = "(?P<m>0[1-9]|1[0-2])", "(?P<d>0[1-9]|[12][0-9]|3[01])"
    year = "(?P<y>18[5-9][0-9]|19[0-9]{2}|20[0-9]{2}"
    forms = {
        "compact": f"{year}|[0-9]{{2}})(?P<s>[.-]?){month}(?P=s){day}{_RIGHT}",
        "compact_day_first": f"{day}{month}{year}){_RIGHT}",
    }
    return tuple(Form(name, re.compile(text)) for name, text in forms.items())


def joined_forms(words: DateWords) -> tuple[Form, ...]:
    """Return ``09JUN19``, ``10 JUL 2026``, as carriers write it: read where it is known for one."""
    text = rf"(?P<d>{_DAY}){_S}?(?P<w>{month_pattern(words)}){_S}?(?P<y>{_YEAR}|{_SHORT})"
    return (Form("joined", re.compile(f"{text}{_RIGHT}", re.IGNORECASE)),)


def word_forms(words: DateWords) -> tuple[Form, ...]:
    """Return the forms that name the month, in the orders of the language."""
    build = {"dmy": _dmy, "mdy": _mdy, "ymd": _ymd}
    forms = [(order, text) for order in words.orders for text in build[order](words)]
    forms += [("parts", text) for text in _parts(words)]
    forms.append(("month_year", _month_year(words)))
    return tuple(
        Form(
            name, re.compile(f"{_LEFT}(?:{text}){_RIGHT}", re.IGNORECASE), text.startswith("(?P<w>")
        )
        for name, text in forms
    )


def month_pattern(words: DateWords) -> str:
    """Return one alternation of all forms of all months, with and without diacritics."""
    return _either({*words.months.index})


def year_form(words: DateWords) -> Form:
    """Return a year by itself, with what the language joins to it."""
    text = f"(?P<y>{_YEAR}){_year_suffix(words)}(?:(?=[/-]{_YEAR})|{_RIGHT})"
    return Form("year", re.compile(text, re.IGNORECASE))


def suffix_pattern(words: DateWords) -> str:
    """Return one alternation of what may be joined to a day in digits."""
    return _either({form for family in words.suffixes for form in family})


def _either(words: Iterable[str]) -> str:
    return prefixes(sorted(filter(None, words)), _GAP)


def _spelled(words: DateWords) -> str:
    """Return one alternation of all days in words; what never matches where there are none."""
    return _either(words.days.index) or "(?!)"


def _optional(words: Iterable[str], template: str) -> str:
    patterns = [word for word in words if word.startswith("(?")]
    text = "|".join(filter(None, [*patterns, _either({*words} - {*patterns})]))
    return template.replace("@", f"(?:{text})") if text else ""


def _day(words: DateWords, group: str) -> str:
    """A day in digits with what may be joined to it, or in words."""
    suffix = suffix_pattern(words)
    joined = f"(?P<{group}s>{suffix})?" if suffix else ""
    after = _optional(words.contexts["links.after_day"], f"(?:{_GAP}@)?")
    digits = f"(?P<{group}>3[01]|[12][0-9]|0?[1-9])(?![0-9])(?:{_S}?\\.)?{joined}{after}"
    if group == "d":
        digits += f"(?:{_GAP}\\((?P<dv>{_spelled(words)})\\))?"
    return f"(?:{digits}|(?P<{group}w>{_spelled(words)})(?![^\\W_]))"


def _joint(words: DateWords) -> str:
    """What joins the days of a range: ``18.–20.``, ``18. a 20.``, the night ``18./19.``."""
    link = _optional(words.contexts["links.range"], f"|{_GAP}@{_GAP}")
    return f"(?:{_S}?{_DASH}{_S}?|/{link})"


def _first_day(words: DateWords, group: str) -> str:
    """The first day of a range, up to the sign or word that joins the second: ``od petega do``.

    Further days may stand between: ``14., 15. and``.
    """
    suffix = suffix_pattern(words)
    joined = f"(?P<{group}s>{suffix})?" if suffix else ""
    day, also = "(?:3[01]|[12][0-9]|0?[1-9])(?![0-9])\\.?", f"(?:{suffix})?" if suffix else ""
    digits = f"(?P<{group}>3[01]|[12][0-9]|0?[1-9])(?![0-9])\\.?{joined}"
    digits += f"(?P<l>(?:,{_S}{day}{also}){{1,6}})?"
    spelled = f"(?P<{group}w>{_spelled(words)})(?![^\\W_])"
    return f"(?:(?:{digits}|{spelled}){_joint(words)})?"


def _named_month(words: DateWords) -> str:
    return f"(?P<w>{month_pattern(words)})(?![^\\W_])"


def _year_after(words: DateWords, *, spoken: bool = True) -> str:
    """The year that follows, with the word that may link it."""
    link = _optional(words.contexts["links.year"], f"(?:@{_S}{{0,2}})?")
    plain = f"(?:\\.?,?{_GAP}|[-/.]){link}"
    unit = r"(?:r\.|g\.|г\.|roku\b)"
    year = f"(?P<y>{_YEAR}|(?<=['’]){_SHORT}|(?<=[-/.]){_SHORT}|{_SHORT}(?={_S}?{unit}))"
    digits = f"['’]?{year}{_year_suffix(words)}"
    return f"{plain}(?:{digits}|{_spoken_year(words)})" if spoken else f"{plain}{digits}"


def _spoken_year(words: DateWords, *, leads: bool = False) -> str:
    years = {text: styled.number + FIRST - 1 for text, styled in words.years.index.items()}
    if not years:
        return "(?P<yw>(?!))"
    links = None if leads else words.contexts["links.year"]
    return f"(?P<yw>{year_pattern(years, _GAP, links)})"


def _year_suffix(words: DateWords) -> str:
    suffix = _either({*words.year_suffixes.back, *words.year_suffixes.front})
    return f"(?P<ys>{suffix})?" if suffix else ""


def _dmy(words: DateWords) -> Iterator[str]:
    """``3 maja 1984``, ``3.–5. mája``, ``third of May``: after the day a dot, a space or a sign."""
    of = _optional(words.contexts["links.of"], f"(?:@{_GAP})?")
    joint = f"(?:(?<=\\.){_S}{{0,2}}|{_GAP}|[-/]){of}"
    year = f"(?:{_year_after(words)})?"
    yield f"{_day(words, 'd')}{joint}{_named_month(words)}{year}"
    yield f"{_range(words)}{joint}{_named_month(words)}{year}"


def _range(words: DateWords) -> str:
    return _first_day(words, "d")[:-1] + _day(words, "e")


def _mdy(words: DateWords) -> Iterator[str]:
    """``May 3rd, 1984``, ``toukokuun 3. päivänä vuonna 1984``."""
    year = f"(?:{_year_after(words)})?"
    month = f"{_named_month(words)}(?:\\.?{_S}{{1,2}}|{_GAP}|[-/])"
    the = f"(?:the{_GAP})?" if words.capital else ""
    yield f"{month}{the}{_day(words, 'd')}{year}"
    yield f"{month}{_range(words)}{year}"


def _ymd(words: DateWords) -> Iterator[str]:
    """``1984. május 3-án``, ``május hó 3. napján``."""
    link = _optional(words.contexts["links.year"], f"(?:@{_GAP})?")
    of = _optional(words.contexts["links.of"], f"(?:@{_GAP})?")
    spoken = _spoken_year(words, leads=True)
    year = f"(?:(?:(?P<y>{_YEAR})|{spoken})(?:\\.{_S}{{0,2}}|{_GAP}){link})?"
    month = f"{_named_month(words)}\\.?{_GAP}{of}"
    yield f"{year}{month}{_day(words, 'd')}"
    yield f"{year}{month}{_range(words)}"
    if until := "|".join(map(re.escape, words.contexts["links.until"])):
        days = f"{_day(words, 'd')}(?<=[^\\W\\d_]){_GAP}{_day(words, 'e')}(?<={until})"
        yield f"{year}{month}{days}"


def _parts(words: DateWords) -> Iterator[str]:
    """``2025, luna iunie, ziua 12``: each part with its word, as notaries write them."""
    month, day = (_either(words.contexts[f"links.{part}"]) for part in ("month", "day"))
    if month and day:
        year = f"(?:(?P<y>{_YEAR})|{_spoken_year(words, leads=True)}),?{_GAP}(?:{month}){_GAP}"
        yield f"{year}{_named_month(words)},?{_GAP}(?:{day}){_GAP}{_day(words, 'd')}"


def _month_year(words: DateWords) -> str:
    if words.orders == ("ymd",):
        link = _optional(words.contexts["links.year"], f"(?:@{_GAP})?")
        return f"(?P<y>{_YEAR})(?:\\.{_S}{{0,2}}|{_GAP}){link}{_named_month(words)}"
    amounts = _either(words.contexts["amounts"]) or "(?!)"  # Drew-Maj 2000 zł
    year = _year_after(words, spoken=False)
    return f"{_named_month(words)}{year}(?!{_S}?(?:(?:{amounts})(?![^\\W_])|[€$£]))"

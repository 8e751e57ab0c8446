"""Dates that name their month: *5 May*, *maj 2024*, *the fifth of May*; in mails *09JUN19*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from allonym.dates.grammar import Form
from allonym.dates.reader import DateReader, rises
from allonym.detect.dates.context import Contexts
from allonym.text.phrases import occurrences, word_before

_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")
_DIGIT = re.compile("[0-9]")
_WINDOW, _NEAR = 80, 24
"""Characters before a month in which its date may begin, and beside it in which its day stands."""
_NUMBERED = re.compile(r"[ \t]*(\d{1,2})\.[ \t]+([^\W\d_]+)")
_NEXT_LINE = re.compile(r"[^\n]*\n([^\n]*)")
_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_NAMED = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?"
    "|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_WEEKDAY = "(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?, {1,2}"
_MAIL = re.compile(
    rf"\b(?:{_WEEKDAY}[0-3]?[0-9] {_NAMED}|(?:{_WEEKDAY})?{_NAMED} [0-3]?[0-9],)"
    " (?:19|20)[0-9]{2}(?=,? (?:at )?[0-9]{1,2}:[0-9]{2})"
)
"""A date as mail programs write it, whatever the language (RFC 5322, section 3.3, and headers)."""
_LOG = re.compile(
    rf"(?:^|(?<=[>\s]))(?P<day>(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?(?:{_MONTH}) [ 0-3]?[0-9])"
    r" [0-2][0-9]:[0-5][0-9]:[0-5][0-9](?: (?:[A-Z]{3,4} )?(?P<year>(?:19|20)[0-9]{2})(?!\w))?"
)
"""A day as logs write it, its year behind the time (RFC 3164, 4.1.2; ctime of ISO/IEC 9899)."""
_SERVED = re.compile(rf"(?<=\[)[0-3][0-9]/(?:{_MONTH})/(?:19|20)[0-9]{{2}}(?=:[0-2][0-9]:)")
"""A day in the log of a server for the web (Common Log Format)."""
_CARRIER = re.compile(
    rf"(?<![^\W_])(?:0[1-9]|[12][0-9]|3[01])(?:{_MONTH.upper()})(?:(?:19|20)?[0-9]{{2}})(?![^\W_])"
    rf"|(?<![^\W_])(?:0?[1-9]|[12][0-9]|3[01]) (?:{_MONTH.upper()}) (?:(?:19|20)?[0-9]{{2}})"
    r"(?![^\W_]|[:.,][0-9])"
)
"""``09JUN19``, ``10 JUL 26``: tickets and passenger lists are in English everywhere."""


def machine_dates(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and rule of the dates that mail programs, logs and carriers write."""
    yield from ((*m.span(), "en.mail") for m in _MAIL.finditer(text))
    yield from ((*m.span(), "en.log") for m in _SERVED.finditer(text))
    for found in _LOG.finditer(text):
        yield *found.span("day"), "en.log"
        if found["year"]:
            yield *found.span("year"), "en.year"
    yield from ((*m.span(), "en.joined") for m in _CARRIER.finditer(text))


def named(
    reader: DateReader, context: Contexts, text: str, low: str, which: Callable[[str], list[str]]
) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and form of every date that names its month."""
    for stem in which(low):
        for at in occurrences(low, stem):
            month = None if at and low[at - 1].isalpha() else reader.month.match(text, at)
            if month:
                yield from _around(reader, context, text, low, month)


def _around(
    reader: DateReader, context: Contexts, text: str, low: str, month: re.Match[str]
) -> Iterator[tuple[int, int, str]]:
    before, after = _day_before(reader, text, month), _day_after(reader, text, month)
    high = min(len(text), month.end() + _WINDOW)
    places = _places(reader, text, month.start()) if before or after else []
    places = context.uncounted(text, places)
    for form in reader.named_around(low, *month.span()) if before or after else ():
        if form.leads:
            match = _match(form, text, month.start(), high) if after else None
            matches = [match] if match else []
        else:
            near = before or (after and form.name == "ymd")
            matches = [*_from(places, form, text, high)] if near else []
        for match in matches:
            if match.start("w") == month.start() and credible(reader, match):
                yield match.start(), without_stop(text, match.end(), reader), form.name


def _places(reader: DateReader, text: str, month: int) -> list[int]:
    """Return where a date that names a month may begin: at a number, at a day or year in words."""
    tokens = _TOKEN.finditer(text, max(0, month - _WINDOW), month)
    starts = [t.start() for t in tokens if t[0].isdigit() or t[0].lower() in reader.starts]
    return [*starts, month]


def _from(places: list[int], form: Form, text: str, high: int) -> Iterator[re.Match[str]]:
    """Yield the matches that begin at `places`, none of which overlap."""
    last = 0
    for place in places:
        match = _match(form, text, place, high) if place >= last else None
        if match:
            last = match.end()
            yield match


def _match(form: Form, text: str, start: int, high: int) -> re.Match[str] | None:
    """Match a form; what does not rise is no list: behind its month, the first is a day alone."""
    match = form.pattern.match(text, start, high)
    return match if not match or rises(match) else form.pattern.match(text, start, match.end("d"))


def _day_before(reader: DateReader, text: str, month: re.Match[str]) -> bool:
    """Tell whether a digit or a spelled-out day stands close before a month."""
    left = text[max(0, month.start() - _NEAR) : month.start()]
    return bool(_DIGIT.search(left)) or not reader.day_ends.isdisjoint(_words(left))


def _day_after(reader: DateReader, text: str, month: re.Match[str]) -> bool:
    """Tell whether a digit or a spelled-out day stands close behind a month."""
    right = text[month.end() : month.end() + _NEAR]
    return bool(_DIGIT.search(right)) or not reader.day_starts.isdisjoint(_words(right))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def credible(reader: DateReader, match: re.Match[str]) -> bool:
    """Tell whether a match that names a month is meant as a date."""
    words, month = reader.words, match["w"]
    styled = words.months.read(month)
    year = match.groupdict().get("y") or match.groupdict().get("yw")
    if words.capital and month.islower() and not (year or "d" in match.groupdict()):
        return False
    if not (words.capital or year) and month.istitle() and _is_item(reader, match):
        return False
    follows = match.string[match.end("w") : match.end("w") + 1]
    if styled and words.is_abbreviation(styled) and not words.capital:
        told = (year and "d" in match.groupdict()) or reader.weekday_before(match)
        alone = month in words.contexts["short_alone"] or _signed_before(reader, match)
        if follows != "." and not told and not (_bare_day(match) and alone):
            return False
    if (not year or _is_led(match)) and (
        month if words.capital else month.lower()
    ) in words.contexts["doubtful"]:
        return _signed(reader, match)
    return reader.can_be(match) and _day_marked(reader, match)


def _is_item(reader: DateReader, match: re.Match[str]) -> bool:
    """Tell whether a surname stands in a numbered list: *2. Kos*, *3. Maj* and *4. Lis* below.

    Months beside it are other dates: *14. Svibanj – ročište* and *15. Lipanj – očitovanje*.
    """
    day, text = match.groupdict().get("d") or "", match.string
    if not day.isdigit() or text[: match.start()].rpartition("\n")[2].strip():
        return False
    lines = text[: match.start()].rstrip().rpartition("\n")[2], _NEXT_LINE.match(text, match.end())
    others = (_NUMBERED.match(line) for line in (lines[0], lines[1][1] if lines[1] else ""))
    numbers = ((int(m[1]), m[2]) for m in others if m)
    return any(abs(n - int(day)) == 1 and not reader.month.fullmatch(word) for n, word in numbers)


def _is_led(match: re.Match[str]) -> bool:
    """Tell whether a year in digits stands before a month, as in registers: *1938 martie 4*."""
    return bool(match.groupdict().get("y")) and match.start("y") < match.start("w")


def _bare_day(match: re.Match[str]) -> bool:
    """Tell whether a day in digits stands before a month, and no year behind."""
    return bool(match.groupdict().get("d")) and match.start("d") < match.start("w")


def _signed_before(reader: DateReader, match: re.Match[str]) -> bool:
    """Tell whether a word of dates stands before: *on 11 Oct*."""
    contexts = reader.words.contexts
    signs = (*contexts["day_month_after"], *contexts["day_slash_month_after"])
    return word_before(match.string, match.start(), signs)


def _signed(reader: DateReader, match: re.Match[str]) -> bool:
    """A month that is also a common word: a word of dates before it, or the clause ends after."""
    text, start = match.string, match.start("w")
    after = text[match.end() : match.end() + 2].lstrip(" ")
    linked = text[match.start() : start].rstrip().endswith(tuple(reader.words.contexts["links.of"]))
    return linked or _signed_before(reader, match) or not after[:1].isalpha()


def _day_marked(reader: DateReader, match: re.Match[str]) -> bool:
    """Where a month precedes its day (Finnish), the day is marked as one."""
    groups = match.groupdict()
    day_last = "d" in groups and groups["d"] and match.start("d") > match.start("w")
    if not day_last or reader.words.capital or reader.words.orders == ("ymd",):
        return True
    worded = _is_led(match) or any(
        map(str.isalpha, match.string[match.end("w") : match.start("d")])
    )
    return worded or match.string[match.end("d") : match.end()].lstrip()[:1] in (".", "p", ":")


def without_stop(text: str, end: int, reader: DateReader) -> int:
    """Leave a closing dot outside, but where the language writes one after the day."""
    if text[end - 1] == "." and reader.words.orders != ("ymd",):
        return end - 1
    return end

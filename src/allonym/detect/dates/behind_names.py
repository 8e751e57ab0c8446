"""Ages and years behind people: ``Ann (son, 9 yrs)``, ``Ann is 34.``, ``Ann (1931–2008)``.

Only who knows that a person stands there can tell such a number from a footnote, so this runs on
mentions that are settled.  A date of birth or a personal number stands for the person too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from allonym.dates.words import spell_numbers
from allonym.identifiers.schemes import SCHEMES
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import SMALL

SCORE = 0.8
_YEARS = "(?:[1-9][0-9]?|1[01][0-9])"
_GROWN = "(?:[1-9][0-9]|1[01][0-9])"
_BARE = (
    rf"\.?[ \u00a0]?[(\[](?P<b>{_YEARS})(?=[)\]]|[;,][ \u00a0][^\W\d_])"
    rf"|,[ \u00a0](?P<c>{_GROWN})(?=[,;.][ \u00a0]|\)|[.!]?$)"
)
_BRACKETED = re.compile(rf"[ \u00a0]\((?P<l>{_GROWN})\)(?=[,.;]?[ \u00a0]|[,.;]?$)", re.MULTILINE)
_BORN = ("date.birth", "id.national", "id.health")
_BORN_BARE = rf"[ \u00a0]?[,;][ \u00a0]?\(?(?P<b>{_GROWN})(?=\)|,[ \u00a0]|\.?$)"
_INSERTED = re.compile(rf",[ \u00a0](?P<c>{_YEARS})(?=,[ \u00a0]|;[ \u00a0]|\)[.,;])")
_CLAUSE = r"(?:,(?:[^,.;:!?()\n\d]{2,40},|[ ]\w{2,5})?)?"
"""What may stand between a name and the verb: *Ann, my aunt, is*, *Ann, who is*."""
_GAME = re.compile(r"(?<![0-9.:–-])[0-9][:–-][0-9](?![0-9:–-])")
"""Numbers behind players are minutes, shirts and points."""
_BETWEEN = r"(?:[^\n\d.;:|]|\.(?=,)){0,24}?"
_RELATED = re.compile(
    rf"(?:[ \u00a0]\((?:\w{{1,3}}[ ])?|,[ \u00a0])(?P<k>{_YEARS})(?=\)|[,;][ ]|\.?$|\.[ ])", re.M
)
"""Behind a child or a sister who has but one name, one digit will do."""
_Patterns = list[tuple[re.Pattern[str], bool]]
_ORDINAL = re.compile(rf"\. {SMALL}")
_LINES = 120
"""How far off the score of a game is looked for."""
_LIFE = re.compile(
    r"(?:,?\s{1,2}|\s{0,2}(?P<open>\())\*?[ \u00a0]?(?P<born>1[7-9][0-9]{2})"
    r"\.?\s?[–-]\s?[†+]?[ \u00a0]?"
    r"(?P<died>(?:1[7-9]|20)[0-9]{2})\.?(?(open)\)|(?![\w/-]))"
)
_LIVED, _YOUNG = range(15, 111), range(15)
_YEAR = re.compile(
    r"(?<![\w/.,:-])(?<![:.] )(?:1[89]|20)[0-9]{2}(?=\s*[|;,)\n\t]| {2,}|\.?$)(?!,\d)", re.M
)
"""A year in a cell, or between commas."""
_TWO = re.compile(r"\w[\s.-]+\w")
_DIGIT, _LETTERS = re.compile("[0-9]"), re.compile(r"[^\W\d_]+")


class AgeWords(NamedTuple):
    """What is said around an age behind a name."""

    # what years are counted in; before one, a single name will do: *Ann, 6 years*
    units: tuple[str, ...] = ()
    # the same only where nothing else can be meant: *Ann Nowak, 6 y*
    short: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()  # say an age without a unit, *Ann is 6*
    goes_on: tuple[str, ...] = ()  # words with which a sentence goes on behind it
    adverbs: tuple[str, ...] = ()  # what may stand before the number, as expressions: *already*
    kin: tuple[str, ...] = ()  # beginnings of words for people, as expressions: *her son Tom (6)*
    numbers: tuple[str, ...] = ()  # in words


_NOTHING = AgeWords()


def ages_behind(
    dates: Mapping[str, Any],
) -> Callable[[TextView, Sequence[Mention]], list[Mention]]:
    """Return what finds ages behind people by the words of a language, from its ``dates.toml``."""
    age, spoken = dates.get("age", {}), dates.get("spoken", {})
    keys = "units", "units_short", "of_names", "goes_on", "adverbs", "kin"
    units, short, names, goes_on, adverbs, kin = (tuple(age.get(key, ())) for key in keys)
    styles = (spell_numbers(table) for table in spoken.values() if isinstance(table, dict))
    numbers = tuple(word for style in styles for word in style[2:])
    return partial(with_ages, words=AgeWords(units, short, names, goes_on, adverbs, kin, numbers))


def with_ages(
    view: TextView, mentions: Sequence[Mention], words: AgeWords = _NOTHING
) -> list[Mention]:
    """Return the mentions, and the ages directly behind people.

    Args:
        view: The text.
        mentions: Disjoint, in text order.
        words: What is said around ages.

    >>> view = TextView.of("Ann Nowak (34) met Chapter (5).")
    >>> person = Mention(Span(0, 9), "person", (Evidence("model"),))
    >>> [view.surface(m.span) for m in with_ages(view, [person])]
    ['Ann Nowak', '34']
    """
    taken = Cover(m.span for m in mentions)
    found = [
        span
        for mention in mentions
        for span in _behind(view, mention, words)
        if not taken.touches(span)
    ]
    made = {
        span.start: Mention(span, "age", (Evidence("dates", "age_behind", SCORE),))
        for span in reversed(found)
    }
    lives = {m: [*_life(view, m, _LIVED)] for m in mentions}
    dead = any(lives.values())  # children who died are among others' lives: *Ann (1824–1826)*
    for mention, life in lives.items():
        young = _life(view, mention, _YOUNG) if dead and not life else ()
        told = (*life, *young, *_born_beside(view, mention))
        made |= {m.span.start: m for m in told if not taken.touches(m.span)}
    return sorted([*mentions, *made.values()], key=lambda m: m.span) if made else [*mentions]


def _behind(view: TextView, mention: Mention, words: AgeWords) -> Iterator[Span]:
    person = is_a(mention.type, "person")
    born = any(is_a(mention.type, kind) for kind in _BORN)
    if not (person or born):
        return
    first, text = mention.span.start, view.text
    near = text[mention.span.end : mention.span.end + _LINES].lower()
    spoken = not _heads(words.numbers).isdisjoint(_LETTERS.findall(near))
    if not (spoken or _DIGIT.search(near)):
        return
    if not spoken:  # a hundred words an expression, which hardly any text needs
        words = words._replace(numbers=())
    related = person and bool(_kin(words.kin).search(text, max(0, first - _LINES), first))
    named = related or not person or bool(_TWO.search(view.surface(mention.span)))
    for pattern, lone in (*([(_RELATED, True)] if related else []), *_patterns(words, born)):
        match = pattern.match(text, mention.span.end) if named or lone else None
        if match and not (match.lastgroup in (*"bclsk",) and _counted(text, match)):
            span = Span(*match.span(match.lastgroup or 0))
            if not view.blocks or view.block_at(mention.span.start).contains(span):
                yield span


def _life(view: TextView, mention: Mention, years: range) -> Iterator[Mention]:
    """Yield the years between which somebody lived: *Rolf (1931–2008)*, *Rolf 1931–2008*."""
    match = _LIFE.match(view.text, mention.span.end) if is_a(mention.type, "person") else None
    if match and not match["open"] and not _TWO.search(view.surface(mention.span)):
        return  # a firm as well: *Zver 1922–1946*
    if match and int(match["died"]) - int(match["born"]) in years:
        evidence = (Evidence("dates", "life_behind", SCORE),)
        yield Mention(Span(*match.span("born")), "date.birth", evidence)
        yield Mention(Span(*match.span("died")), "date", evidence)


def _born_beside(view: TextView, mention: Mention) -> Iterator[Mention]:
    """Yield the bare years in the line of a number that holds a birth of the year: of a table."""
    scheme = next(filter(None, (SCHEMES.get(e.rule) for e in mention.evidence)), None)
    born = scheme.born(scheme.compact(view.surface(mention.span))) if scheme else None
    start = view.text.rfind("\n", max(0, mention.span.start - _LINES), mention.span.start) + 1
    for match in _YEAR.finditer(view.text, start, mention.span.end + _LINES) if born else ():
        between = sorted((match.span(), (mention.span.start, mention.span.end)))
        if "\n" not in view.text[between[0][1] : between[1][0]] and match[0] == f"{born:%Y}":
            yield Mention(Span(*match.span()), "date.birth", (Evidence("dates", "born", SCORE),))


def _counted(text: str, match: re.Match[str]) -> bool:
    """Tell whether a bare number is that of a day or place, or a player's in a game's report."""
    end = match.end()
    game = _GAME.search(text, max(0, match.start() - _LINES), end + _LINES)
    return game is not None or _ORDINAL.match(text, end) is not None


@cache
def _patterns(words: AgeWords, born: bool) -> _Patterns:
    """Return what an age behind a mention looks like, and whether a single name will do."""
    verbs, goes_on, numbers = map(_one_of, (words.verbs, words.goes_on, words.numbers))
    adverbs = f"(?:(?:{'|'.join(words.adverbs) or '(?!)'})[ \u00a0])?"
    years = f"(?:{_YEARS}|(?i:{numbers}))"
    told = rf"{_CLAUSE}[ \u00a0]{verbs}[ \u00a0]{adverbs}"
    ends = rf"(?=,(?![0-9])|[;!?)]|\.?\s*$|\.\s|[ ]{goes_on}[ ])"
    bare = [
        (re.compile(_BORN_BARE if born else _BARE, re.MULTILINE), False),
        (_INSERTED, True),
        (_BRACKETED, not born),
        (re.compile(rf"{told}(?P<s>{years}){ends}", re.MULTILINE), True),
    ]
    if not words.units:
        return bare
    counted = rf"{years}[ \u00a0]{_one_of(words.units)}"
    closed = rf"{years}[ \u00a0-]?{_one_of((*words.units, *words.short))}"
    apart = rf"(?:[,(\[–][ \u00a0]?|[ \u00a0]{{2,}}){adverbs}(?P<d>{closed})"
    flags = re.MULTILINE | re.IGNORECASE
    end = r"(?=[ \u00a0]?(?:[,;)\]–|]|\.?$)|\.\s|[ \u00a0]{2})"
    return [
        *bare,
        (re.compile(rf",[ \u00a0](?P<f>{counted})(?!\w)"), False),
        (re.compile(rf"[ \u00a0](?P<g>{closed})(?![\w-])", flags), False),
        (re.compile(rf"[ \u00a0](?P<g>{closed}){end}", flags), True),
        (re.compile(rf"{told}(?P<d>{closed}){ends}", flags), True),
        (re.compile(rf"{_BETWEEN}{apart}{end}", flags), True),
    ]


def _one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True))) or '(?!)'})"


@cache
def _heads(numbers: tuple[str, ...]) -> frozenset[str]:
    """Return the first words of numbers in words, in small letters."""
    return frozenset(_LETTERS.findall(number.lower())[0] for number in numbers)


@cache
def _kin(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return what a word for a person before a name looks like: *my grandson, little*."""
    kin = "|".join(words) or "(?!)"
    return re.compile(rf"(?<!\w)(?i:{kin})\w{{0,4}},?[ \u00a0](?:[^\W\d_]+[ \u00a0])?\Z")

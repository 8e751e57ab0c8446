"""Cut a mention into words: hyphens part, apostrophes and the suffixes of initials do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from allonym.model.mention import Analysis, NamePart
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.bookings import BOOKED
from allonym.text.fold import fold
from allonym.text.marks import HYPHENS, QUOTES, VOWELS

_INSIDE = "\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff"
LETTER = rf"[^\W\d_](?:[{_INSIDE}]|[^\W\d_]|(?<=\w)['’](?=\w\w|[^\W\dsS_](?!\w)))*"
"""A word, as the beginning of an expression."""

_DRAWN = re.compile(r"([^\W\d_A-ZА-Я])\1{2,}")
"""A letter that somebody draws out: *Nikoooo*."""
_BETWEEN = re.compile(r"[ -]")
_WORD = re.compile(rf"(?:(?:El|Al|EL|AL)[-\u2010\u2011](?=\w))?{LETTER}")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a mention: where it stands and what is around it."""

    span: Span  # in the document
    text: str = field(repr=False)  # as it stands there
    dotted: bool  # whether a full stop follows
    hyphened: bool  # whether a hyphen ties it to the word before
    after_comma: bool  # whether a comma, or the slash of a booking, parts it from the word before
    quoted: bool = False  # whether it stands in quotes
    title: bool = False  # whether it is the title in a booking
    dashed: bool = False  # whether a dash parts it from the word before

    @property
    def initial(self) -> bool:
        """Whether it is a capital letter, or two that stand for one sound, instead of a name."""
        pair = len(self.text) == 2 and self.dotted and self.text.istitle()
        letter = len(self.text) == 1 and (self.dotted or self.text.isupper())
        return letter or (pair and (VOWELS - {"y"}).isdisjoint(fold(self.text)))  # Zs., Ст.


def split_words(view: TextView, span: Span) -> list[Word]:
    """Return the words of a mention; a hyphen parts two words, an apostrophe does not.

    >>> view = TextView.of("Kowalska-Nowak, A.")
    >>> [(w.text, w.hyphened, w.after_comma) for w in split_words(view, Span(0, 18))]
    [('Kowalska', False, False), ('Nowak', True, False), ('A', False, True)]
    """
    words: list[Word] = []
    end, booked = span.start, False
    for match in _WORD.finditer(view.text, span.start, span.end):
        between = view.text[end : match.start()]
        dotted = view.text[match.end() : match.end() + 1] == "."
        if _attached(words, match[0], between):
            continue
        booked = booked or (between == "/" and match[0].isupper())
        comma = bool(words) and ("," in between or (booked and between == "/"))
        hyphen = bool(words) and between in HYPHENS
        quoted = bool(words) and between.strip() in QUOTES
        pair = len(match[0]) == 2 and match[0].isupper()
        if pair and (len(span) == 2 or (not words and _is_led(view.text, match.end(), span.end))):
            words += _letters(match, dotted)
        else:
            title = booked and between != "/" and match[0].lower() in BOOKED
            dash = not hyphen and between.strip() in HYPHENS
            marks = dotted, hyphen, comma, quoted, title, dash
            last = between.isspace() and match.end() - match.start() == 1
            last = last and bool(words) and match.end() == span.end
            text = match[0].upper() if last else _DRAWN.sub(r"\1", match[0])  # linus k
            words.append(Word(Span(*match.span()), text, *marks))
        end = match.end()
    return words


def _attached(words: Sequence[Word], text: str, between: str) -> bool:
    """Tell whether letters are the suffix of an initial (``A:lle``, ``K.-nak``), or an ``'s``."""
    if words and between in ("'", "’") and text in ("s", "S"):
        return True
    return (
        bool(words) and words[-1].initial and text.islower() and between in (":", ".:", ".-", "-")
    )


def _letters(match: re.Match[str], dotted: bool) -> list[Word]:
    """Return the initials of a mention such as ``JK``."""
    start = match.start()
    return [
        Word(Span(start + n, start + n + 1), char, dotted, False, False)
        for n, char in enumerate(match[0])
    ]


def units_of(words: Sequence[Word]) -> list[list[Word]]:
    """Return the words in groups: those that hyphens tie are one."""
    units: list[list[Word]] = []
    for word in words:
        if word.hyphened and units:
            units[-1].append(word)
        else:
            units.append([word])
    return units


def pieces_of(
    whole: Iterable[Analysis], count: int, is_listed: Callable[[str, str], bool]
) -> list[tuple[Analysis, ...]]:
    """Return what each word of a place is, by listed names of as many; nothing without one.

    >>> gradec = [Analysis("Slovenj Gradec"), Analysis("Slovenj Gradcu")]
    >>> [[a.lemma for a in own] for own in pieces_of(gradec, 2, lambda name, _: name[-1] == "c")]
    [['Slovenj'], ['Gradec']]
    """
    rows = [(a, _BETWEEN.split(a.lemma)) for a in whole if is_listed(a.lemma, "place")]
    rows = [(a, words) for a, words in rows if len(words) == count]
    return [tuple(a._replace(lemma=own[n]) for a, own in rows) for n in range(count) if rows]


def _is_led(text: str, start: int, end: int) -> bool:
    """Tell whether a name in small letters follows two capitals, its initials: *CJ Smith*."""
    rest = text[start:end]
    return rest[:1] in (" ", "\u00a0") and not rest.isupper()


def joined_names(view: TextView, given: Sequence[NamePart]) -> int:
    """Return how many given names are joined to the first by marks: hyphens, quotes, a dash."""
    gaps = [view.text[a.span.end : b.span.start].rstrip() for a, b in pairwise(given)]
    joined = [gap.endswith(HYPHENS) or gap.lstrip() in QUOTES for gap in gaps]
    return next((n for n, is_joined in enumerate(joined) if not is_joined), len(gaps))

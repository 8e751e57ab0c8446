"""Numbers that are nobody's: columns of a table, years, shares, the number of a class."""

from __future__ import annotations

import re

from allonym.detect.decision.heads import ORDINAL
from allonym.model.span import Span

_COLUMNS = re.compile(r"[\d ]*\d(?: {2,}|\t)[\d .,]*\d")
"""Figures of a table beside each other, which are no number: how many, for how much each."""
_YEARS = re.compile(r"(?P<first>1\d{3}|20\d\d) ?(?P<sign>[-–—/]) ?(?P<second>1\d{3}|20\d\d)")
NUMBER = re.compile(r"\d[\d ., ]*")
_GRADE = 2
"""Letters of a class, at most, whose number is Roman: *R IVa*, *Ps III*."""
_PART_OF = re.compile(r"\d{1,6}/10{2,5}(?:-[^\W\d_]+)?")


_HUNG = re.compile(
    r"(?<![\w.:/-])\d{1,4}[-:](?=(?:[^\W\d_]{1,2}|[^\W\d_]{2}[^\W\d_aeiouáéíóöőúüű])"
    r"(?![\w@-]|\.\w))"
)
_FAR = 6
"""Letters before an ending that its number takes, at most, and one more."""


def are_figures(text: str, span: Span, *, hung: bool = False) -> bool:
    """Tell whether a number is columns of a table, two years, a share, *612/1000*, or Roman.

    Two years are *2009/2010*, no *1345/2019*; Roman is that of the *XIV. Skalický polmaratón*, of
    a class, *R IVa*, and behind a thing, *jelen VIII*.  Where endings are `hung` on numbers, one is
    the number's: *14-ben*.
    """
    number = text[span.start : span.end]
    near = max(0, span.start - _FAR), span.end + 2
    ends = (m.end() for m in _HUNG.finditer(text, *near)) if hung and number.islower() else ()
    if span.start in ends:
        return True
    if years := _YEARS.fullmatch(number):
        first, second = int(years["first"]), int(years["second"])
        return first < second and (years["sign"] != "/" or second == first + 1)
    *before, last = number.split(" ")
    graded = all(len(w) <= _GRADE or w.islower() for w in before) and ORDINAL.fullmatch(last)
    return bool(graded) or any(form.fullmatch(number) for form in (_COLUMNS, _PART_OF))

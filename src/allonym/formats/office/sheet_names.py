"""Names of sheets as spreadsheet programs allow them, the same wherever a sheet is referred to.

A name is unique and has 1 to 31 letters (ISO/IEC 29500-1, 18.2.19), or Excel repairs the file; what
takes the place of a short name may be longer, or be that of another sheet too.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import replace

from allonym.formats.mapped import Place
from allonym.formats.markup.escapes import WIDE
from allonym.model.cover import Cover
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span, spliced
from allonym.model.view import TextView

_MOST = 31
_FORBIDDEN = re.compile(r"[:*?/\\]")
_LAST_WORD = re.compile(r"(?<=\w)[\W_]+[^\W_]*$")
_BEFORE = ("'", "#", "=")


def with_sheet_names(
    plan: ReplacementPlan, view: TextView, names: Sequence[str], start: int
) -> ReplacementPlan:
    """Return a plan by which each sheet is called what it may be, in every reference to it.

    The names stand in the view of the whole book from `start` on, one after another.
    """
    taken = {name.casefold() for name in names}
    made: list[Replacement] = []
    edges = _edges(view)
    for name in names:
        start = view.text.find(name, start)
        own = _within(plan, Span(start, start + len(name))) if name and start >= 0 else ()
        if own:
            new = _allowed(_planned(own, name, start), taken)
            taken.add(new.casefold())
            made += (
                replace(own[0], span=span, text=new, context=False, lemma="")
                for span in _places(view.text, name, *edges)
                if not _crosses(plan, span)
                and _planned(_within(plan, span), name, span.start) != new
            )
        start = max(start, 0) + len(name)
    covered = Cover(r.span for r in made)
    others = (r for r in plan if not covered.touches(r.span))
    return ReplacementPlan.of((*others, *made)) if made else plan


def _within(plan: ReplacementPlan, span: Span) -> tuple[Replacement, ...]:
    replacements = plan.replacements
    first = bisect_left(replacements, span.start, key=lambda r: r.span.start)
    last = bisect_right(replacements, span.end, key=lambda r: r.span.end)
    return replacements[first:last]


def _crosses(plan: ReplacementPlan, span: Span) -> bool:
    """Tell whether a replacement reaches over an edge of a span."""
    replacements = plan.replacements
    first = bisect_right(replacements, span.start, key=lambda r: r.span.end)
    last = bisect_left(replacements, span.end, key=lambda r: r.span.start)
    return last - first > len(_within(plan, span))


def _planned(own: Sequence[Replacement], name: str, start: int) -> str:
    return spliced(name, ((r.span.start - start, r.span.end - start, r.text) for r in own))


def _allowed(name: str, taken: Collection[str]) -> str:
    """Return a name that may be given to a sheet and is not taken."""
    base = _FORBIDDEN.sub("-", name.translate(WIDE).strip("' ").replace("'", "\u2019")) or "x"
    if len(base) > _MOST:
        whole = _LAST_WORD.sub("", base[: _MOST + 1])
        base = whole if 0 < len(whole) <= _MOST else base[:_MOST].rstrip()
    made, number = base, 1
    while made.casefold() in taken:
        number += 1
        made = f"{base[: _MOST - len(str(number)) - 1]} {number}"
    return made


def _edges(view: TextView) -> tuple[Set[int], Set[int]]:
    """Return where values begin that may speak of a sheet, and where any end; cells do not."""
    segments = [(s.span, s.anchor) for s in view.segments if isinstance(s.anchor, Place)]
    starts = {span.start for span, place in segments if place.looks or place.escape}
    return starts, {span.end for span, _ in segments}


def _places(text: str, name: str, starts: Set[int], ends: Set[int]) -> Iterator[Span]:
    """Yield where the sheet of a name is meant: its own place, formulas, links."""
    for match in re.finditer(re.escape(name).replace("'", "''?"), text):
        begin, end = match.span()
        while begin not in starts and text.startswith(_BEFORE, begin - 1):
            begin -= 1
        if begin in starts and (end in ends or text.startswith(("!", "'!"), end)):
            yield Span(*match.span())

"""Numbers behind names in results and tables: goals and points are no houses."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a

_GOALS = re.compile(r"(?<=[^\W\d_][ \u00a0])\d{1,3}(?=:\d{1,3}(?![\d:]))")
_ROW = re.compile(
    r"^[^\n\d]*[^\W\d_][ \u00a0](\d{1,3})(?:[ \u00a0]+[+-]?\d{1,3}(?:[:-]\d{1,3})?){3,}[ \u00a0]*$",
    re.M,
)
_RANKED = re.compile(
    r"(?<!\d)(\d{1,2})\.[ \u00a0]+[^\W\d_][^\n,;\d]{2,40}[ \u00a0](\d{1,3})(?![\w/])"
)
_LAST = re.compile(r"[ \u00a0](\d{1,3})(?::\d{1,3}|[ \u00a0][^\W\d_]{1,2}\.?)?\Z")
_FEW = 3
"""From how many rows on lines of numbers are a table, and a list, each with no more points."""


def points_of(text: str) -> frozenset[int]:
    """Return where such numbers begin: *Skalica 2:5*, *1. Odranci 27, 2. Polana 25*."""
    found, rows = {m.start() for m in _GOALS.finditer(text)}, [*_ROW.finditer(text)]
    found.update(row.start(1) for row in rows if len(rows) >= _FEW)
    run: list[re.Match[str]] = []
    for row in _RANKED.finditer(text):
        last = run[-1] if run else row
        goes_on = int(row[1]) == int(last[1]) + 1 and int(row[2]) <= int(last[2])
        run = [*run, row] if goes_on else [row]
        found.update(one.start(2) for one in run if len(run) >= _FEW)
    return frozenset(found)


def without_points(text: str, mention: Mention, points: Collection[int]) -> Mention:
    """Return a find, the place alone of what was taken for an address by its points."""
    last = _LAST.search(text, mention.span.start, mention.span.end)
    if not (last and last.start(1) in points and is_a(mention.type, "address")):
        return mention
    return replace(mention, type="place", span=Span(mention.span.start, last.start()), parts=())

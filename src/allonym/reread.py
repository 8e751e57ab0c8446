"""Whether a file that was written reads as planned."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from allonym.formats.mapped import Place
from allonym.model.cover import Cover
from allonym.model.result import Result


def reads_alike(reread: str, result: Result) -> bool:
    """Tell whether a text differs from the planned one only in what need not be the same.

    A paragraph of which nothing is left parts no words any more; a file's encoding may lack a
    letter, for which the nearest one stands; and a value that was read for the look of it, such as
    its capitals, need not look so any more once it is replaced.

    Args:
        reread: What the written file reads as.
        result: What it should read as, and of which document.
    """
    places = [(s.span, s.anchor) for s in result.view.segments]
    looks = Cover(span for span, place in places if isinstance(place, Place) and place.looks)
    made = [(span.start, looks.touches(r.span)) for r in result.plan if (span := r.result_span)]
    lines = iter(filter(None, ("".join(line.split()) for line in reread.split("\n"))))
    waiting = next(lines, None)
    for start, line in _lines(result.text):
        planned = "".join(line.split())
        if not planned:
            continue
        if waiting is not None and _is_alike(waiting, planned):
            waiting = next(lines, None)
        else:
            inside = made[bisect_left(made, (start,)) : bisect_left(made, (start + len(line),))]
            if not inside or not all(by_looks for _, by_looks in inside):
                break
    else:
        if waiting is None:
            return True
    return _is_alike("".join(reread.split()), "".join(result.text.split()))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _is_alike(reread: str, planned: str) -> bool:
    return len(reread) == len(planned) and all(
        a == b or ord(b) > 127 for a, b in zip(reread, planned, strict=True)
    )

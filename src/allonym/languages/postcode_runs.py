"""Runs of postcodes, as tables of settlements have them: ``1000–1010``, or a single code."""

from __future__ import annotations

RUN = "–"


def digits_of(code: str) -> int:
    """Return the digits of a code as a number."""
    return int("".join(filter(str.isdigit, code)))


def length(run: str) -> int:
    """Return how many codes a run has."""
    first, _, last = run.partition(RUN)
    return digits_of(last) - digits_of(first) + 1 if last else 1


def nth_code(run: str, index: int) -> str:
    """Return a code of a run, written as its first is."""
    first = run.partition(RUN)[0]
    if not index:
        return first
    width = sum(map(str.isdigit, first))
    digits = iter(f"{digits_of(first) + index:0{width}}")
    return "".join(next(digits) if c.isdigit() else c for c in first)


def holds(run: str, code: str) -> bool:
    """Tell whether a postcode of digits, however written, is of a run."""
    digits = "".join(filter(str.isdigit, code))
    first = run.partition(RUN)[0]
    return bool(digits) and run[0].isdigit() and 0 <= int(digits) - digits_of(first) < length(run)

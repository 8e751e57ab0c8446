"""Which of many expressions or strings occur in a text, told in one pass over it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

_LOOKS = re.compile(r"\(\?[<=!]")


def quick_test(expression: str) -> Callable[[str], bool]:
    """Return a fast test of whether an expression in RE2's syntax matches somewhere."""
    match = expression_set([expression]).Match  # a set need not look for where
    return lambda window: match(window.encode("utf-8", "replace")) is not None


def which_occur(literals: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a function that says which of some strings stand in a text, in one pass over it.

    >>> which_occur(("maj", "lut"))("3 maja")
    ['maj']
    """
    if not literals:
        return lambda _text: []
    match = expression_set([re.escape(literal) for literal in literals]).Match
    return lambda text: [literals[n] for n in sorted(match(text.encode("utf-8", "replace")) or ())]


def which_match(expressions: Sequence[str]) -> Callable[[str], Iterator[int]]:
    r"""Return a function that yields the numbers of the expressions that match whole words.

    One pass tells which may, without their edges; those with look-arounds always may.  In a class
    no expression has ``\w``.

    >>> [*which_match((r"Ltd", r"\w+ise", r"(?!la)lyd"))("Zoë, sayé-ése Ltd")]
    [0]
    """
    if not expressions:
        return lambda _text: iter(())
    slow = [n for n, own in enumerate(expressions) if _LOOKS.search(own)]
    quick = sorted({*range(len(expressions))}.difference(slow))
    told = (expressions[n].replace(r"\w", r"[\pL\pN_]") for n in quick)  # as in Python
    match = expression_set(own.replace(r"\d", r"\p{Nd}") for own in told).Match
    whole = cache(lambda n: re.compile(rf"(?<!\w)(?:{expressions[n]})(?!\w)").search)

    def matching(text: str) -> Iterator[int]:
        may = (quick[n] for n in match(text.encode("utf-8", "replace")) or ())
        yield from (n for n in (*may, *slow) if whole(n)(text))

    return matching


def expression_set(expressions: Iterable[str]) -> Any:
    """Return expressions in RE2's syntax as one that tells which of them match somewhere."""
    import re2

    options = re2.Options()
    options.max_mem = 12 << 20
    options.log_errors = False
    chosen = re2.Set.SearchSet(options)
    for expression in expressions:
        chosen.Add(expression)
    chosen.Compile()
    return chosen

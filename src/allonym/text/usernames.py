"""What people make of their names: the ends of addresses and user names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product


def user_names(given: Sequence[str], family: Sequence[str]) -> Iterator[str]:
    """Yield the usual user names of a person, without separators.

    Args:
        given: Given names, folded; an initial may stand for one.
        family: Surnames, folded; one that folding leaves nothing of has none.

    >>> list(user_names(["jan"], ["lis"]))
    ['janlis', 'lisjan', 'jlis', 'lisj', 'janl']
    >>> list(user_names(["jan"], [""]))
    []
    """
    family = [name for name in family if name]
    families = [*family, *(["".join(family)] if len(family) > 1 else [])]
    for g, f in product([name for name in given[:1] if name], families):
        yield from dict.fromkeys((g + f, f + g, g[0] + f, f + g[0], g + f[0]))
    if len(given) > 1:
        for f in families:
            yield from (given[0] + given[1] + f, given[0][:1] + given[1][:1] + f)

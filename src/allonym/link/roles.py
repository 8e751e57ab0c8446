"""Where the given names of a name end and its surnames begin, by what its words lean to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from allonym.model.mention import PartRole
from allonym.text.fold import plain

_USUAL, _ONE_KIND, _FIXED = 0.75, -1.5, -3.5
_CLEAR, _DOUBT = 2, 0.1
_FAMILY: PartRole = "family"
_GIVEN: PartRole = "given"


def with_own_name(
    leans: Sequence[float], husband: int, *, turned: bool = False, fixed: bool = False
) -> list[PartRole]:
    """Cut a name, and a wife's own name behind her husband's for itself.

    Args:
        leans: Of each word, how much more speaks for a given name than for a surname.
        husband: How many words the husband's name has; 0 for none.
        turned: Whether surnames usually stand first.
        fixed: Whether the order is as good as certain.

    >>> with_own_name([-3, 3, 0, 3], 2, turned=True)   # Balogh Béláné Rézműves Ilona
    ['family', 'given', 'family', 'given']
    """
    own = leans[husband:]
    before = best_split(leans[:husband], turned=turned, fixed=fixed) if husband else []
    if husband and len(own) == 1:
        return [*before, _GIVEN if own[0] > 0 else _FAMILY]
    return [*before, *best_split(own, turned=turned, fixed=fixed)]


def best_split(
    leans: Sequence[float], *, turned: bool = False, fixed: bool = False, doubt: float = _DOUBT
) -> list[PartRole]:
    """Cut the words of a name where it fits best.

    Where the order is `fixed`, a surname is never first, and rarely missing.

    Args:
        leans: Of each word, how much more speaks for a given name than for a surname.
        turned: Whether surnames usually stand first.
        fixed: Whether the order is as good as certain.
        doubt: What speaks for one more of what stands first.

    >>> best_split([3, -3]), best_split([-3, 3])
    (['given', 'family'], ['family', 'given'])
    """
    if turned:
        roles = best_split([-lean for lean in leans], doubt=-_DOUBT)
        return [_FAMILY if role == _GIVEN else _GIVEN for role in roles]
    count = len(leans)
    best: tuple[float, list[PartRole]] = (-1e9, [])
    for cut in range(1, count + 1):
        whole = _FIXED if fixed else _ONE_KIND
        normal = sum(leans[:cut]) - sum(leans[cut:]) + (_USUAL if cut < count else whole)
        normal += doubt * cut  # a doubtful middle word is rather a second given name
        other = sum(leans[cut:]) - sum(leans[:cut]) - 0.25 * (cut - 1)
        roles = [_GIVEN] * cut + [_FAMILY] * (count - cut)
        reverse = [_FAMILY] * cut + [_GIVEN] * (count - cut)
        options = [(normal, roles)] + ([(other, reverse)] if cut < count and not fixed else [])
        best = max([best, *options], key=lambda option: option[0])
    return best[1]


def by_capitals(texts: Sequence[str]) -> list[PartRole]:
    """Return the roles of the words of a name of which only the surname is in capitals.

    Args:
        texts: The words of a name; the result is empty where capitals do not tell.

    >>> by_capitals(["MANEA", "Gheorghe"]), by_capitals(["Jean", "Claude", "DUPONT"])
    (['family', 'given'], ['given', 'given', 'family'])
    >>> by_capitals(["ANA", "LIND"]), by_capitals(["J", "Lind"])
    ([], [])
    """
    upper = [len(text) > 1 and text.isupper() for text in texts]
    ends = upper[:1] != upper[-1:] and sum(a != b for a, b in pairwise(upper)) == 1
    named = all(u or (len(t) > 1 and t[:1].isupper()) for u, t in zip(upper, texts, strict=True))
    return [_FAMILY if u else _GIVEN for u in upper] if ends and named else []


def before_former(texts: Sequence[str], leads: Collection[str]) -> int:
    """Return how many words stand before what leads in another name; all where nothing does.

    Args:
        texts: The words of a name.
        leads: What leads in: *née*, *z domu*.

    >>> before_former(["Ana", "Lind", "z", "domu", "Berg"], {"z domu"}), before_former(["Ana"], ())
    (2, 1)
    """
    words = [plain(text) if text.islower() else "" for text in texts]
    starts = (n for n in range(1, len(words) - 1) if words[n])
    return next((n for n in starts if _leads_in(words[n:-1], leads)), len(words))


def _leads_in(words: Sequence[str], leads: Collection[str]) -> bool:
    return any(" ".join(words[: n + 1]) in leads for n in range(len(words)))

"""What is made of names: the ends of addresses, user names, initials in codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from allonym.text.capitals import CAPITAL
from allonym.text.fold import fold, is_cyrillic, pieces, to_latin

_STYLES = (("y", "iya"), ("y", "ia"), ("i", "ia"), ("j", "ia"), ("j", "ija"), ("i", "iia"))
_CHOICES = (_STYLES, ("zh", "j", "z"), ("ts", "tz", "c"), ("a", "u"))
"""For й (with ю and я) and -ия, ж, ц, ъ; what the law of 2009 says stands first."""

_DIGRAPHS = str.maketrans({"đ": "dj", "å": "aa", "ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe"})
"""Letters that keyboards lack, as they are also written: *Djurdjica*, *Soederberg*."""

_LONGEST = 7
"""Letters of a surname where a login may be no longer: *jkowals*."""

_NAMED = re.compile(rf"(?<!\w)(?:(?={CAPITAL})[^\W\d_]{{2,}}|[^\W\d_]{{4,}})")
"""A word of a name that its initials are made of: with a capital, or no small word."""


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


def shortened(given: str, family: str) -> Iterator[str]:
    """Yield user names of which both names are cut short, or one by more than its first letter.

    They are as many, cut in the same way and order, for every name.

    >>> {"annasv", "svean", "asvens"} <= {*shortened("anna", "svensson")}
    True
    """
    for g, least in ((given, 2), (given[:1], 4), (given[:2], 3), (given[:3], 3)):
        for f in (family, *(family[:n] for n in range(_LONGEST, least - 1, -1))):
            yield from (g + f, f + g)


def initials_of(old: str, new: str, pairs: Sequence[str] = ()) -> Mapping[str, str]:
    """Return what the initials of a name become with it, those of its first words too.

    >>> dict(initials_of("Orosházi Gyermekjóléti Központ", "Érdi Gyermekjóléti Központ", ["gy"]))
    {'OGY': 'ÉGY', 'OGYK': 'ÉGYK'}
    >>> dict(initials_of("Magnolia & Mint", "Brookfield Events Hall"))
    {'MM': 'BR'}
    >>> dict(initials_of("Centrum prevencie Nitra", "Centrum prevencie Levice"))
    {'CP': 'CP', 'CPN': 'CPL'}

    Args:
        old: The name.
        new: What stands for it.
        pairs: Two letters that are one, small.
    """
    begins = re.compile("|".join((*pairs, ".")), re.IGNORECASE)
    words, others = _NAMED.findall(old), _NAMED.findall(new)
    mine, theirs = ([begins.findall(word)[0].upper() for word in own] for own in (words, others))
    if len(mine) != len(theirs):
        same = next((n for n, (a, b) in enumerate(zip(words, others, strict=False)) if a != b), 0)
        theirs = [*theirs[:same], *"".join(others[same:]).upper()][: len(mine)]
    sizes = range(2, min(len(mine), len(theirs)) + 1)
    return {"".join(mine[:n]): "".join(theirs[:n]) for n in sizes}


@lru_cache(maxsize=4096)
def spellings(name: str) -> tuple[str, ...]:
    """Return how a name may be spelt in an address: folded, a Cyrillic one in each usual way.

    >>> spellings("Łucja"), spellings("Мария"), spellings("Жечо")
    (('lucja',), ('mariya', 'maria', 'marija', 'mariia'), ('zhecho', 'jecho', 'zecho'))
    """
    if not is_cyrillic(name):
        return tuple(dict.fromkeys(_each_way(name)))
    small = name.lower()
    choices = (c if tells else c[:1] for c, tells in zip(_CHOICES, _tells(small), strict=True))
    return tuple(dict.fromkeys(filter(None, (_spelt(small, *way) for way in product(*choices)))))


def spelt_alike(old: str, new: str) -> dict[str, str]:
    """Return each spelling of a name with that of another name in the same way.

    >>> spelt_alike("Мария", "Юлия")["maria"], spelt_alike("Мария", "Żaneta")["marija"]
    ('yulia', 'zaneta')
    """
    pairs = zip(_each_way(old), _each_way(new), strict=False)
    return {a: b for a, b in reversed(list(pairs)) if a and b}


def _tells(small: str) -> tuple[bool, ...]:
    """Return at which letters the schemes differ for a name."""
    return any(letter in small for letter in "йюя"), "ж" in small, "ц" in small, "ъ" in small


@lru_cache(maxsize=4096)
def _each_way(name: str) -> tuple[str, ...]:
    """Return the spelling by every scheme, the schemes in the same order for every name."""
    if not is_cyrillic(name):
        ways = (name, name.lower().translate(_DIGRAPHS))
        folded = ["".join(fold(m[0]) for m in pieces(way)) for way in ways]
        return tuple(folded[:1] + folded[1:] * (len(_SCHEMES) - 1) if folded[0] else ())
    small = name.lower()
    tells, one = _tells(small), _SCHEMES[0]
    return tuple(
        _spelt(small, *(own if t else first for own, first, t in zip(s, one, tells, strict=True)))
        for s in _SCHEMES
    )


@lru_cache(maxsize=4096)
def _spelt(name: str, style: tuple[str, str], zh: str, ts: str, dull: str) -> str:
    soft, end = style
    name = name[:-2] + end if name.endswith("ия") else name
    table = {"й": soft, "ю": f"{soft}u", "я": f"{soft}a", "ж": zh, "ц": ts, "ъ": dull}
    latin = to_latin("".join(table.get(letter, letter) for letter in name))
    return "".join(fold(m[0]) for m in pieces(latin))


_SCHEMES = tuple(product(*_CHOICES))

"""Morfeusz tags as Universal Dependencies features.

Source of the tag set: http://nkjp.pl/poliqarp/help/ense2.html; of the features:
https://universaldependencies.org/u/feat/.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from types import MappingProxyType

from allonym.model.features import FeatureBundle

CASES = {
    "nom": "Nom", "gen": "Gen", "dat": "Dat", "acc": "Acc",
    "inst": "Ins", "loc": "Loc", "voc": "Voc",
}  # fmt: skip
NUMBERS = {"sg": "Sing", "pl": "Plur"}
GENDERS = {"m1": "Masc", "m2": "Masc", "m3": "Masc", "f": "Fem", "n": "Neut"}
DECLINED = frozenset({"subst", "adj", "depr"})


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag, its alternatives multiplied out.

    Attributes:
        pos: ``subst``, ``adj`` ...; the first field.
        bundles: Each combination of case, number and gender; empty for other parts of speech.
        plural_only: True for names without a singular.
        undeclined: True when one form stands for every case.
    """

    pos: str
    bundles: tuple[FeatureBundle, ...] = ()
    plural_only: bool = False
    undeclined: bool = False


@cache
def parse_tag(tag: str) -> Tag:
    """Read one tag of Morfeusz.

    >>> [dict(b) for b in parse_tag("subst:sg:dat.loc:f").bundles]  # doctest: +ELLIPSIS
    [{'Case': 'Dat', 'Number': 'Sing', 'Gender': 'Fem'}, {'Case': 'Loc', ...}]
    """
    pos, *fields = tag.split(":")
    if pos not in DECLINED or len(fields) < 3 or (pos == "adj" and fields[3:] != ["pos"]):
        return Tag(pos)
    numbers, cases, genders = (field.split(".") for field in fields[:3])
    found = dict.fromkeys(
        (NUMBERS[n], CASES[c], GENDERS[g])
        for n, c, g in product(numbers, cases, genders)
        if g in GENDERS and c in CASES and n in NUMBERS
    )
    return Tag(pos, tuple(_bundle(*key) for key in found), "pt" in fields[3:], len(cases) == 7)


@cache
def _bundle(number: str, case: str, gender: str) -> FeatureBundle:
    return MappingProxyType({"Case": case, "Number": number, "Gender": gender})

"""Universal Dependencies feature bundles: parsing, matching, combining.

Source of names and values: https://universaldependencies.org/u/feat/.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

FeatureBundle = Mapping[str, str]
"""UD features, e.g. ``{"Case": "Gen", "Number": "Sing"}``; absent means unknown."""

NO_FEATURES: FeatureBundle = MappingProxyType({})

AGREEING = ("Case", "Number", "Gender")
"""In what the words of a name agree."""

WHERE = frozenset({"Ine", "Ela", "Ill", "Sup", "Sub", "Del", "Ade", "Abl", "All"})
"""Cases of place."""


def parse_features(text: str) -> FeatureBundle:
    """Read the FEATS notation of CoNLL-U.

    Args:
        text: ``Case=Gen|Number=Sing``; ``_`` and the empty string mean no features.

    Raises:
        ValueError: If a part is not ``Name=Value``.

    >>> dict(parse_features("Case=Gen|Number=Sing"))
    {'Case': 'Gen', 'Number': 'Sing'}
    """
    if text in ("", "_"):
        return NO_FEATURES
    pairs = [part.partition("=") for part in text.split("|")]
    for number, (name, _, value) in enumerate(pairs, start=1):
        if not name or not value:
            raise ValueError(f"feature {number} is not Name=Value")
    return MappingProxyType({name.strip(): value.strip() for name, _, value in pairs})


def format_features(features: FeatureBundle) -> str:
    """Write a bundle in the notation of CoNLL-U, names sorted; ``_`` when empty.

    What has no value is left out.

    >>> format_features({"Number": "Sing", "Case": "Gen", "Gender": ""})
    'Case=Gen|Number=Sing'
    """
    return _formatted(tuple(features.items()))


@lru_cache(1 << 12)
def _formatted(pairs: tuple[tuple[str, str], ...]) -> str:
    ordered = sorted(pairs, key=lambda item: item[0].lower())
    return "|".join(f"{name}={value}" for name, value in ordered if value) or "_"


def compatible(left: FeatureBundle, right: FeatureBundle) -> bool:
    """Tell whether no feature that both name differs.

    >>> compatible({"Case": "Gen"}, {"Case": "Gen", "Gender": "Fem"})
    True
    >>> compatible({"Gender": "Masc"}, {"Gender": "Fem"})
    False
    """
    return all(right.get(name, value) == value for name, value in left.items())


def merge(left: FeatureBundle, right: FeatureBundle) -> FeatureBundle:
    """Join two bundles; where both name a feature, `right` wins."""
    return MappingProxyType({**left, **right})

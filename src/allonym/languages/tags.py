"""What the tags of a language's own tag set say, in Universal Dependencies features.

``tags.toml`` of a pack holds ``match``, an expression whose named groups are features; under
``values`` what each of their letters means.  Only nouns are described; other tags have no reading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from allonym.languages.pack import LanguagePack
from allonym.model.features import NO_FEATURES, FeatureBundle, parse_features


@dataclass(frozen=True, slots=True)
class TagSet:
    """How nouns are tagged."""

    match: re.Pattern[str] | None = None
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def features(self, tag: str) -> FeatureBundle | None:
        """Return the features of a noun's tag, or None where the tag is of no noun.

        UD features and the empty string are taken as they are.

        >>> from allonym.languages.pack import load_pack
        >>> tags = load_tags(load_pack("sk"))
        >>> dict(tags.features("SSms3")), tags.features("VKesc+")
        ({'Gender': 'Masc', 'Number': 'Sing', 'Case': 'Dat'}, None)
        """
        if tag in ("", "_"):
            return NO_FEATURES
        if "=" in tag:
            return parse_features(tag)
        found = self.match.match(tag) if self.match else None
        if not found:
            return None
        groups = found.groupdict().items()
        return {name: self.values[name][letter] for name, letter in groups if letter}


def load_tags(pack: LanguagePack) -> TagSet:
    """Read ``tags.toml`` of a pack; a pack without one knows UD features only."""
    data = pack.toml("tags.toml")
    return TagSet(re.compile(data["match"]) if data else None, data.get("values", {}))

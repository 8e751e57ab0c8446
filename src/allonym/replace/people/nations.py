"""Words beside a name that tell a country: *Albanec Agim*, *(Francoz)*, *a Georgian*."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from allonym.languages.pack import LanguagePack


@dataclass(frozen=True, slots=True)
class Nations:
    """What ``nations.toml`` of a pack says.

    Attributes:
        words: Forms of the words for a people; the group is the origin of its names.
        studies: How words begin that speak of a language, or of what is made abroad.
    """

    words: re.Pattern[str] = field(repr=False)
    studies: tuple[str, ...] = field(repr=False)

    def told(self, *near: list[str]) -> str:
        """Return the origin that words in small letters tell, the nearest first, or nothing."""
        if any(word.startswith(self.studies) for words in near for word in words if self.studies):
            return ""
        found = (self.words.fullmatch(word) for words in near for word in words)
        return next((match.lastgroup or "" for match in found if match), "")


@cache
def load_nations(pack: LanguagePack) -> Nations:
    """Read the table of a pack; without one no word tells anything."""
    table = pack.toml("nations.toml")
    endings, stems = "|".join(table.get("endings", ())), table.get("people", {}).items()
    groups = (f"(?P<{origin}>(?:{'|'.join(own)})(?:{endings}))" for origin, own in stems)
    return Nations(re.compile("|".join(groups) or r"\b\B"), tuple(table.get("studies", ())))

"""What tags and lettered names are called in each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from allonym.languages.pack import LanguagePack
from allonym.model.types import ancestors


@dataclass(frozen=True, slots=True)
class Labels:
    """The words that stand for entity types in one language.

    >>> from allonym.languages.pack import load_pack
    >>> labels = load_labels(load_pack("pl"))
    >>> labels.tag("person.judge"), labels.noun("place"), labels.tag("plate")
    ('OSOBA', 'miejsce', 'REJESTRACJA')
    """

    tags: Mapping[str, str]
    nouns: Mapping[str, str]

    def tag(self, type_name: str) -> str:
        """Return the label of a type, of its nearest parent, or of ``other``."""
        found = (self.tags[a] for a in (*ancestors(type_name), "other") if a in self.tags)
        return next(found, "XXX")

    def noun(self, type_name: str) -> str:
        """Return the noun that precedes a letter; the label in lower case where none is given."""
        found = (self.nouns[a] for a in ancestors(type_name) if a in self.nouns)
        return next(found, self.tag(type_name).lower())


def load_labels(pack: LanguagePack) -> Labels:
    """Read ``labels.toml`` of a pack."""
    data = pack.toml("labels.toml")
    return Labels(data.get("tag", {}), data.get("letters", {}))

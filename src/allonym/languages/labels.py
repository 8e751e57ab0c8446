"""What tags and lettered names are called in each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from allonym.languages.pack import LanguagePack, load_pack
from allonym.model.types import ancestors

_FIVE = {"person": "person", "place": "place", "address": "place", "postcode": "place",
         "date": "date", "email": "email", "other": "other"}  # fmt: skip
"""What the published Polish system tells apart, https://ws.clarin-pl.eu/anonymizer."""

_ABBREVIATED = frozenset(("GPS", "IBAN", "IP", "MAC", "URL", "WWW"))


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
        """Return the noun that precedes a letter; the label in lower case where none is given.

        >>> from allonym.languages.pack import load_pack
        >>> load_labels(load_pack("fi")).noun("iban"), load_labels(load_pack("fi")).noun("plate")
        ('IBAN', 'rekisteritunnus')
        """
        found = (self.nouns[a] for a in ancestors(type_name) if a in self.nouns)
        tag = self.tag(type_name)
        return next(found, tag if tag in _ABBREVIATED else tag.lower())

    def five(self) -> Labels:
        """Return labels that tell but people, places, dates, mail addresses and others.

        >>> from allonym.languages.pack import load_pack
        >>> labels = load_labels(load_pack("pl"), "five")
        >>> labels.tag("address"), labels.tag("iban"), labels.tag("email")
        ('MIEJSCE', 'INNE', 'E-MAIL')
        """
        tags = {kind: self.tags[like] for kind, like in _FIVE.items() if like in self.tags}
        return Labels(tags, self.nouns)


def load_labels(pack: LanguagePack, wanted: str = "document") -> Labels:
    """Read ``labels.toml`` of a pack, or of the one for English.

    Args:
        pack: Of the document's language.
        wanted: As an option says: ``document``, ``en``, or ``five`` of the document's language.
    """
    data = (load_pack("en") if wanted == "en" else pack).toml("labels.toml")
    labels = Labels(data.get("tag", {}), data.get("letters", {}))
    return labels.five() if wanted == "five" else labels

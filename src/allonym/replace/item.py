"""One identifier to be replaced, and all that its replacement may depend on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta

from allonym.identifiers.schemes import Scheme
from allonym.model.entity import Entity
from allonym.model.surrogate import Surrogate
from allonym.replace.shape import Keyed
from allonym.replace.tables import Tables


@dataclass(frozen=True, slots=True)
class Item:
    """One identifier.

    Attributes:
        value: The fullest way it is written in the document.
        type: Its entity type.
        chance: Keyed by the identifier; the same value draws the same.
        tables: What replacements are drawn from.
        rule: Name of the pattern that found it.
        scheme_name: The scheme that checks it, or empty.
        scheme: The same.
        country: ISO 3166 code, or empty.
        offset: By how much the document's dates move.
        owner: Whose it is, if known.
        surrogate: What the owner is called instead.
    """

    value: str = field(repr=False)
    type: str
    chance: Keyed = field(repr=False)
    tables: Tables = field(repr=False)
    rule: str = ""
    scheme_name: str = ""
    scheme: Scheme | None = field(default=None, repr=False)
    country: str = ""
    offset: timedelta = timedelta(days=7)
    owner: Entity | None = field(default=None, repr=False)
    surrogate: Surrogate | None = field(default=None, repr=False)

    @property
    def keep(self) -> str:
        """Separators that belong to the value."""
        return self.scheme.keep if self.scheme else ""

    def attempt(self, number: int) -> Item:
        """Return the same identifier for one more try."""
        return replace(self, chance=self.chance.of(f"try {number}"))

    def written(self, surface: str) -> Item:
        """Return the same identifier as another mention writes it."""
        return replace(self, value=surface)

"""One identifier to be replaced, and all that its replacement may depend on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from allonym.identifiers.schemes import Scheme
from allonym.model.entity import Entity
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.replace.numbers.shape import Keyed
from allonym.replace.numbers.tables import Tables, compiled
from allonym.replace.people.spelt import Spelt
from allonym.replace.places.world import Move, World
from allonym.replace.time.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Item:
    """One identifier."""

    value: str = field(repr=False)  # the fullest way it is written in the document
    type: str  # its entity type
    chance: Keyed = field(repr=False)  # keyed by the identifier; the same value draws the same
    tables: Tables = field(repr=False)  # what replacements are drawn from
    rule: str = ""  # name of the pattern that found it
    scheme_name: str = ""  # the scheme that checks it, or empty
    scheme: Scheme | None = field(default=None, repr=False)  # the same
    country: str = ""  # ISO 3166 code, or empty
    times: Timeline | None = field(repr=False, default=None)  # the document's timeline
    owner: Entity | None = field(default=None, repr=False)  # whose it is, if known
    # what the owner is called instead
    surrogate: Surrogate | None = field(default=None, repr=False)
    # from which town to which it goes, if it goes with one
    move: Move | None = field(default=None, repr=False)
    tries: int = 0  # how often it was drawn before
    # what became of the names of the document
    world: World = field(repr=False, default_factory=World)
    # how the names of the owner are spelt in addresses, and what stands for each
    own: Spelt = field(repr=False, default_factory=Spelt)
    dial: int = 0  # how many digits of a telephone are the dialling code of the town it goes with

    @property
    def code(self) -> str:
        """What it begins with in the register of the court or county that it goes to."""
        return self.move.code if self.move else ""

    @property
    def keep(self) -> str:
        """Separators that belong to the value."""
        return self.scheme.keep if self.scheme else ""

    def takes(self, new: str) -> bool:
        """Tell whether the pattern and the country that take the old value take a new one."""
        issued = self.tables.issued.get(self.country if is_a(self.type, "plate") else "", "")
        forms = map(compiled, (self.tables.forms.get(self.rule, ""), issued))
        return all(form.fullmatch(new) for form in forms if form and form.fullmatch(self.value))

    def attempt(self, number: int) -> Item:
        """Return the same identifier for one more try."""
        return replace(self, chance=self.chance.of(f"try {number}"), tries=number)

"""Words of which the end says what a body is: *Bergaskolan*, *Oskarshamnssjukhuset*."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from allonym.languages.abroad import country_of
from allonym.replace.inflect import Placed
from allonym.replace.places.naming import Places
from allonym.replace.rules import NameRules
from allonym.text.capitals import like, like_title

_UNLINKED = frozenset("saeiouyåäö")
"""What a town ends in that no *s* ties to a kind: *Sundsvalls-sjukhuset*, *Motala-sjukhuset*."""
_TIED = 7
"""Letters of a town that is put together of two words, hence tied: *Genarps-skolan*."""


@dataclass(frozen=True, slots=True)
class Compounds:
    """Replaces what stands before the kind in one word."""

    rules: NameRules = field(repr=False)  # what the language says about names
    places: Places = field(repr=False)  # names towns and regions
    # returns a word that firms are called after
    coined: Callable[[str], Placed] = field(repr=False)

    def other(self, text: str) -> Placed:
        """Return a town or region and the end: ``Oskarshamnsskolan``, ``Hallandspolisen``."""
        name, end = self.rules.orgs.compound(text.rpartition(" ")[2])  # Gustav | Vasaskolan
        name, end = (name[:-1], f"-{end}") if name[-1] == "-" else (name, end)
        tie, regions = self.rules.orgs.town_tie, self.places.regions
        whole = not name.casefold().endswith(tie or " ") or self.places.known(like_title(name))
        town = like_title(name if whole else name[: -len(tie)])
        region = None if self.places.known(town) else regions.instead(town)
        far = self.rules.abroad.named(town) or (whole and self._is_far(town))
        away = not region and bool(far)  # Vasaskolan: after kings; Lindenskolan
        made = region or (self.coined if away else self.places.settlement)(town)
        tied = bool(tie) and (not whole or (name[-1].casefold() in _UNLINKED and not away))
        long = len(made.lemma) >= _TIED or not whole
        link = tie if tied and long and made.lemma[-1:].casefold() not in _UNLINKED else ""
        return Placed(like(name, made.lemma + link) + end, made.certainty)

    def _is_far(self, town: str) -> bool:
        """Tell whether a name of no settlement of the table is some city's of the world."""
        return not self.places.known(town) and bool(country_of(town))

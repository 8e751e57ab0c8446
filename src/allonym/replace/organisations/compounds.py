"""Words of which the end says what a body is: *Bergaskolan*, *Oskarshamnssjukhuset*."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

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
        name, end = self.rules.orgs.compound(text)
        name, end = (name[:-1], f"-{end}") if name[-1] == "-" else (name, end)
        tie, regions = self.rules.orgs.town_tie, self.places.regions
        whole = not name.casefold().endswith(tie or " ") or self.places.known(like_title(name))
        town = like_title(name if whole else name[: -len(tie)])
        region = None if self.places.known(town) else regions.instead(town)
        away = not region and self.rules.abroad.named(town) is not None  # Vasaskolan: after kings
        made = region or (self.coined if away else self.places.settlement)(town)
        tied = bool(tie) and (not whole or (name[-1].casefold() in _UNLINKED and not away))
        long = len(made.lemma) >= _TIED or not whole
        link = tie if tied and long and made.lemma[-1:].casefold() not in _UNLINKED else ""
        return Placed(like(name, made.lemma + link) + end, made.certainty)

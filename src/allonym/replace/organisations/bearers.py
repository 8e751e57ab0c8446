"""People in the names of organisations: owners, saints, rulers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from allonym.model.entity import Entity
from allonym.model.types import is_a
from allonym.ports import Morphology
from allonym.replace.candidates import Wanted
from allonym.replace.inflect import Placed, in_form, split_clitic
from allonym.replace.organisations.pieces import Kind
from allonym.replace.organisations.rules import OrgRules
from allonym.replace.organisations.words import OrgWords
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.capitals import like, like_title

_CERTAINTY = 0.8
_WORDS = re.compile(r"[^\W\d_]+")


class Bearers:
    """Names those people of one document; `surnames` has those of its people.

    Args:
        chooser: Of the document.
        morphology: Reads the forms of their names.
        rules: What the language says about names.
        coined: Returns a word that firms are called after.
        entities: All of the document: owners of firms.
    """

    def __init__(
        self,
        chooser: Chooser,
        morphology: Morphology,
        rules: NameRules,
        coined: Callable[[str], Placed],
        entities: Sequence[Entity],
    ) -> None:
        self._chooser = chooser
        self._morphology = morphology
        self._rules = rules
        self._coined = coined
        people = [e for e in entities if is_a(e.type, "person")]
        self._full = {e.canonical.casefold(): e.canonical for e in people if e.canonical}
        borne = (p.lemma for e in people for p in e.parts if p.role == "family")
        self.surnames = frozenset(map(rules.masculine, borne))

    def somebody(self, text: str, kind: Kind, before: str = "") -> Placed:
        """Return what an owner is called now; for a given name, a saint's, a ruler's another."""
        bare, tail = split_clitic(text, self._rules.clitics)
        role: Literal["family", "given"] = "family" if kind == "owner" else "given"
        readings = tuple(self._morphology.analyse(like_title(bare), role))
        case = self._rules.orgs.town_case.get(before.casefold(), "")
        if kind == "saint" and before.casefold() not in self._rules.orgs.saint_cited:
            case = "Gen"
        governed = tuple(r for r in readings if case and r.features.get("Case") == case)
        readings = governed or readings
        gender = "" if kind == "owner" else readings[0].features.get("Gender", "")
        key = self._rules.masculine(readings[0].lemma)
        key = key if kind == "owner" else self._given_key(readings[0].lemma, before)
        rulers = self._rules.orgs.rulers.get(before.casefold().strip("."), frozenset())
        saints = self._rules.orgs.patron_saints if kind == "saint" else rulers
        wanted = Wanted(
            role, key, readings[0].lemma, gender, readings=(readings,),
            accept=lambda c: not saints or c.entries[0].lemma in saints,
        )  # fmt: skip
        candidate = self._chooser.choose(wanted)
        if candidate is None:
            return self._coined(text)
        placed = in_form(candidate, readings, gender)
        return Placed(like(bare, placed.text) + tail, min(placed.certainty, _CERTAINTY))

    def _given_key(self, lemma: str, surname: str) -> str:
        """Return what a given name is drawn by: that of somebody in the document goes along."""
        full = f"{lemma} {like_title(surname)}".casefold()
        return f"{self._full[full]}\t0" if full in self._full else f"org\t{lemma}"


def surnames_abroad(
    names: Iterable[str], orgs: OrgRules, lemma: Callable[[str], str]
) -> Mapping[str, Sequence[str]]:
    """Return the words of firms from abroad, each with the surnames of where they are.

    Args:
        names: Of the organisations of a document.
        orgs: What the language says of such names.
        lemma: Returns what the forms of a name have in common.
    """
    abroad = ((name, orgs.legal_forms.surnames(name)) for name in names)
    own = ((orgs.legal_forms.parted(name)[0], theirs) for name, theirs in abroad if theirs)
    return {lemma(word): theirs for name, theirs in own for word in _WORDS.findall(name)}


def owners_told(names: Iterable[str], orgs: OrgRules, words: OrgWords) -> Iterator[str]:
    """Yield owners that only a longer name tells: *Koivisto Oy* of *Rakennus Koivisto*."""
    for name in names:
        own = orgs.legal_forms.parted(name)[0]
        pieces = words.pieces(own, name) if " " in own else ()
        yield from (words.lemma(piece.text) for piece in pieces if piece.kind == "owner")

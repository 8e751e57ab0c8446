"""How a language writes ``person A`` in each case: the noun, the letter and what hangs on it.

``letters.toml`` of a pack holds ``cases``; under ``nouns`` for a type and a number the forms of its
noun in that order, or one form for all; under ``suffixes`` the endings in the same order (``-`` for
none) of all letters in ``of``, which depend on how the name of the letter is spoken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack
from allonym.model.features import parse_features
from allonym.model.types import ancestors

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Noun:
    """The noun before a letter."""

    # by number, in the order of the cases, or one for all of them
    forms: Mapping[str, tuple[str, ...]]
    bare: bool = False  # the letter takes no suffix, since the noun shows the case


@dataclass(frozen=True, slots=True)
class LetterForms:
    """The nouns, letters and suffixes of one language."""

    cases: tuple[str, ...] = ("Nom",)  # UD ``Case``, in the order of all lists of forms
    nouns: Mapping[str, Noun] = field(default_factory=dict)  # by entity type
    # by letter, in the order of the cases
    suffixes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    joint: str = ""  # between a letter and its suffix
    alphabet: str = LATIN  # the letters names are made of
    derived: str = ""  # the case that stands for an adjective made from a name (``Novakov``)
    unmarked: str = ""  # the case of a name that nothing hangs on, where that is certain
    doubtful: tuple[str, ...] = ()  # endings that may be a suffix after all (``Volvos``)
    # words before a name that only names take, and the case they ask for (``lui``)
    absorbed: Mapping[str, str] = field(default_factory=dict)
    # the cases each asks for, the usual one first
    prepositions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    titles: frozenset[str] = frozenset()  # of people, abbreviated ones without their full stop

    def noun(self, type_name: str) -> Noun | None:
        """Return the noun of a type or of its nearest parent, if the pack gives one."""
        return next((self.nouns[a] for a in ancestors(type_name) if a in self.nouns), None)

    def name(self, number: int) -> str:
        """Return the `number`-th name of the series A, B … Z, AA, AB …, counted from 1.

        >>> [LetterForms().name(n) for n in (1, 26, 27, 52, 703)]
        ['A', 'Z', 'AA', 'AZ', 'AAA']
        """
        name = ""
        while number:
            number, rest = divmod(number - 1, len(self.alphabet))
            name = self.alphabet[rest] + name
        return name

    def written(self, noun: Noun, name: str, case: str, number: str = "Sing") -> str | None:
        """Return noun and letter in a case, or None where the pack has no such form.

        The last letter decides the suffix: ``AA`` is spoken as it ends.
        """
        if case not in self.cases:
            return None
        at = self.cases.index(case)
        number = number if number in noun.forms else "Sing"
        forms = noun.forms[number]
        word = forms[at] if len(forms) > 1 else forms[0]
        endings = () if noun.bare or number != "Sing" else self.suffixes.get(name[-1:], ())
        ending = endings[at] if endings else "-"
        return f"{word} {name}" + ("" if ending == "-" else self.joint + ending)

    def case_of_tail(self, surface: str) -> str:
        """Return the case that a suffix after a mark says (``Oyj:lle``), or the empty string."""
        tail = surface.rpartition(self.joint)[2] if self.joint in surface and self.joint else ""
        for endings in self.suffixes.values() if tail else ():
            if tail in endings:
                return self.cases[endings.index(tail)]
        return ""


def load_letters(pack: LanguagePack) -> LetterForms:
    """Read ``letters.toml`` of a pack, and prepositions and titles of its ``words.toml``.

    Raises:
        PackError: If a list is not as long as the list of cases.
    """
    data = pack.toml("letters.toml")
    cases = tuple(data.get("cases", ("Nom",)))
    nouns = {name: _noun(pack.code, cases, table) for name, table in data.get("nouns", {}).items()}
    suffixes: dict[str, tuple[str, ...]] = {}
    for row in data.get("suffixes", ()):
        endings = _checked(pack.code, cases, row["add"])
        suffixes.update(dict.fromkeys(row["of"], endings))
    cues = pack.toml("words.toml").get("cues", {})
    return LetterForms(
        cases,
        nouns,
        suffixes,
        data.get("joint", ""),
        data.get("alphabet", LATIN),
        data.get("derived", ""),
        data.get("unmarked", ""),
        tuple(data.get("doubtful", ())),
        data.get("absorbed", {}),
        _prepositions(cues.get("preposition", {})),
        frozenset(pack.words("cues", "title", "honorific")),
    )


def _noun(code: str, cases: tuple[str, ...], table: Mapping[str, Any]) -> Noun:
    forms = {
        number: _checked(code, cases, row) for number, row in table.items() if number != "bare"
    }
    return Noun(forms, bool(table.get("bare", False)))


def _checked(code: str, cases: tuple[str, ...], row: str) -> tuple[str, ...]:
    forms = tuple(word.replace("_", " ") for word in row.split())
    if len(forms) not in (1, len(cases)):
        raise PackError(f"{code}/letters.toml: {len(forms)} forms for {len(cases)} cases: {row!r}")
    return forms


def _prepositions(found: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    cues = {word: parse_features(str(cue)).get("Case", "") for word, cue in found.items()}
    return {word: tuple(cases.split(",")) for word, cases in cues.items() if cases}

"""How the bodies of a place are named: what stands beside the words that say what they are.

``institutions.tsv`` of a pack has one pattern a row, its kind before it, and words that stand in
the names of many organisations (kind ``word``); ``[institutions]`` of ``orgs.toml`` has more
patterns by kind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from allonym.languages.pack import LanguagePack, rows

_FIRMS = frozenset(("firm", "company", "craft", "craftsman", "inn", "lawfirm", "housing", "word"))
"""Kinds that are called after whom or what they like."""
_SLOT = re.compile(r"\{(\w+)(?::\w+)?\},?")
_WORD = re.compile(r"[^\W\d_]{2,}[^\s{}]*")
_COMPOUND = 6
"""Letters of a word that others are put together with: *seura* is too short, *yhdistys* is not."""


@dataclass(frozen=True)
class Slots:
    """What stands beside the words of institutions."""

    # what follows each word, or two: ``town``, ``patron``, ``word`` ...
    before: Mapping[str, frozenset[str]] = field(repr=False)
    behind: Mapping[str, frozenset[str]] = field(repr=False)  # what each word follows
    # whether words are put together in one: *kyläyhdistys* is an *yhdistys*
    compounds: bool = False

    @classmethod
    def of(cls, patterns: Iterable[tuple[str, str]], *, compounds: bool = False) -> Slots:
        """Read the patterns of a pack: a kind and how such an institution is named."""
        before: defaultdict[str, set[str]] = defaultdict(set)
        behind: defaultdict[str, set[str]] = defaultdict(set)
        for kind, pattern in patterns:
            tokens = pattern.split() if kind not in _FIRMS else []
            for at, token in enumerate(tokens):
                slot = _SLOT.fullmatch(token)
                if slot and at and _WORD.fullmatch(tokens[at - 1]):
                    before[tokens[at - 1].casefold().strip(".,")].add(slot[1])
                    before[" ".join(tokens[max(0, at - 2) : at]).casefold()].add(slot[1])
                if slot and not at and tokens[1:] and _WORD.fullmatch(tokens[1]):
                    behind[tokens[1].casefold().strip(".,'’")].add(slot[1])
        return cls(_frozen(before), _frozen(behind), compounds)

    def led_by(self, forms: Iterable[str]) -> frozenset[str]:
        """Return what may follow a word with these forms."""
        return frozenset(slot for form in forms for slot in self.before.get(form, ()))

    def followed_by(self, forms: Iterable[str]) -> frozenset[str]:
        """Return what a word with these forms may follow."""
        forms = tuple(forms)
        found = frozenset(slot for form in forms for slot in self.behind.get(form, ()))
        return found or (self._compounded(forms) if self.compounds else found)

    def _compounded(self, forms: Sequence[str]) -> frozenset[str]:
        ends = (w for w in self.behind if len(w) >= _COMPOUND)
        longest = max((w for w in ends if any(f.endswith(w) for f in forms)), key=len, default="")
        return self.behind.get(longest, frozenset())


def _frozen(found: Mapping[str, set[str]]) -> Mapping[str, frozenset[str]]:
    return {word: frozenset(slots) for word, slots in found.items()}


@cache
def load_institutions(pack: LanguagePack) -> tuple[tuple[str, str], ...]:
    """Return the kinds and patterns of a pack; none where it has no table."""
    more = pack.toml("orgs.toml").get("institutions", {})
    further = ((kind, text) for kind, texts in more.items() for text in texts)
    listed = ((kind, text) for kind, text, *_ in rows(pack.path("institutions.tsv")))
    return (*listed, *further)


@cache
def load_slots(pack: LanguagePack) -> Slots:
    """Return what stands beside the words of institutions in a language."""
    ends = pack.toml("orgs.toml").get("ends", ())
    return Slots.of(load_institutions(pack), compounds=bool(ends))

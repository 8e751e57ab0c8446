"""Names of towns with words cut short: *M. Sobota*, *Gorzów Wlkp.*, *Tg. Mureș*, *Rm. Vâlcea*."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from allonym.languages.town import Town
from allonym.model.span import Span, spliced

_WORD = re.compile(r"[^\W\d_]+\.?")
_CUT = re.compile(r"(?<![\w.])[^\W\d_]{1,6}\.")
_BEFORE = re.compile(r"(?<![\w.])(?:[^\W\d_]+\.?[ \u00a0-]?){0,2}\Z")
_NAME = re.compile(r"[^\W\d_]+\.?(?:[ \u00a0-]?[^\W\d_]+\.?){0,2}")
_REACH, _STEM, _ENDING = 40, 3, 2
"""How far before a cut word its name may begin; letters that a whole word shares with the town's,
at least in one of them; letters of an ending."""


@dataclass(frozen=True)
class Abbreviated:
    """Finds the towns of such names."""

    towns: Sequence[Town] = field(repr=False, default=())  # of a language, the largest first

    @cached_property
    def _by_stem(self) -> Mapping[tuple[str, int], Sequence[tuple[Town, Sequence[str]]]]:
        """The towns of several words, with those, by how each word begins and how many they are."""
        found: dict[tuple[str, int], list[tuple[Town, Sequence[str]]]] = defaultdict(list)
        for town in self.towns:
            words = _WORD.findall(town.name) if not town.name.isalpha() else ()
            stems = dict.fromkeys(word[:_STEM].casefold() for word in words)
            for stem in stems if len(words) > 1 else ():
                found[stem, len(words)].append((town, words))
        return found

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(stem for stem, _ in self._by_stem)

    @cached_property
    def joined(self) -> re.Pattern[str]:
        """What finds the regions of which the names are put together: *Jász-Nagykun-Szolnok*."""
        names = sorted({t.region for t in self.towns if "-" in t.region})
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names)) or '(?!)'})")

    @cached_property
    def before_preposition(self) -> Mapping[str, Town]:
        """The towns that are called by their first word for short: *Biograd* na Moru."""
        found: dict[str, list[Town]] = defaultdict(list)
        names = {town.name.casefold() for town in self.towns}
        for town in self.towns:
            first, *rest = town.name.split()
            if len(rest) > 1 and rest[0].islower() and first.casefold() not in names:
                found[first.casefold()].append(town)
        return {first: towns[0] for first, towns in found.items() if len(towns) == 1}

    def named(self, name: str) -> Town | None:
        """Return the largest town of a name with words cut short, in whatever case; else None."""
        words = _WORD.findall(name)
        whole = [w for w in words if w[-1] != "." and len(w) >= _STEM]
        if not whole or len(whole) == len(words):
            return None
        stem = max(whole, key=len)[:_STEM].casefold()
        alike = self._by_stem.get((stem, len(words)))
        if not alike:
            return None
        fit = [(t, own) for t, own in alike if all(map(_is_short, words, own))]
        same = (t for t, own in fit if all(w in own for w in whole))
        return next(same, fit[0][0] if fit else None)

    def find(self, text: str) -> Iterator[tuple[Span, Town]]:
        """Yield where such names stand, and the towns."""
        end = 0
        for cut in _CUT.finditer(text):
            before = _BEFORE.search(text, max(end, cut.start() - _REACH), cut.start())
            first = before.start() if before else cut.start()
            last = found.end() if (found := _NAME.match(text, cut.start())) else cut.end()
            words = [Span(*word.span()) for word in _WORD.finditer(text, first, last)]
            if self._stems.isdisjoint(text[w.start : w.start + _STEM].casefold() for w in words):
                continue
            ends = [at for w in reversed(words) for at in (w.end, w.end - (text[w.end - 1] == "."))]
            starts = [w.start for w in words if w.start <= cut.start()]
            tries = (Span(a, b) for a in starts for b in ends if b > cut.start())
            towns = ((span, self.named(text[span.start : span.end])) for span in tries)
            if hit := next(((span, town) for span, town in towns if town), None):
                end = hit[0].end
                yield hit

    def whole(self, text: str) -> str:
        """Return a text with such names in full."""
        found = [(*span, town.name) for span, town in self.find(text)] if "." in text else []
        return spliced(text, found)


def _is_short(word: str, full: str) -> bool:
    """Tell whether a word is short for one of a town's name, or a form of it."""
    if word[-1] == "." and word[0].casefold() != full[0].casefold():
        return False
    plain, own = word.rstrip(".").casefold(), full.casefold()
    if word[-1] != ".":
        if len(plain) < _STEM:
            return plain == own
        return (
            plain.startswith(own[: max(1, len(own) - _ENDING)]) and len(plain) <= len(own) + _ENDING
        )
    same = plain[0] == own[0] and (word[0] == full[0] or len(own) <= _STEM)  # n. Odrą
    letters = iter(own[1:])
    return same and len(plain) < len(own) and all(c in letters for c in plain[1:])

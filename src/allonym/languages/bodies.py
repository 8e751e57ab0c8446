"""Bodies that serve a part of the country: a police department, a court, a university.

``regional.tsv`` of a pack has one body a row: the words of its name that it shares with its like
(forms of them parted by ``|``), what tells it from them, the regions and towns that it serves, and
what it is called for short.  What tells it apart is a name in its citation form, an adjective in
small letters (*splitsko-dalmatinski*), or words that are never inflected (*u Rijeci*).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from allonym.languages.pack import LanguagePack, rows
from allonym.languages.pool import load_pool
from allonym.model.features import FeatureBundle
from allonym.ports import Morphology
from allonym.text.capitals import like

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_STEM = 4
"""Letters of a word that its forms share."""
_TELLING = 8
"""Letters of a word that is told by how it begins, where its form is not read."""
_READINGS = 12


@dataclass(frozen=True, slots=True)
class Body:
    """A body of some kind that serves a part of the country."""

    kind: str  # the words that all of its kind have, as the table has them
    part: str = field(repr=False)  # what tells it from them
    served: tuple[str, ...] = field(repr=False)  # regions and towns
    short: tuple[str, ...] = field(repr=False, default=())  # what it is called for short

    @property
    def is_adjective(self) -> bool:
        """Tell whether an adjective tells it from its like."""
        return self.part.islower() and " " not in self.part


@dataclass(frozen=True, slots=True)
class Found:
    """A body in a name: which, where what tells it apart stands, and in what form."""

    body: Body
    start: int
    end: int
    form: FeatureBundle | None = None


@dataclass(frozen=True)
class Bodies:
    """The regional bodies of a language."""

    table: tuple[Body, ...] = field(repr=False)  # all of them
    bundles: tuple[FeatureBundle, ...] = field(repr=False)  # the forms that names of places have
    morphology: Morphology = field(repr=False)  # inflects what tells them apart

    def find(self, name: str) -> Found | None:
        """Return the body that a name is that of, or holds; None for other names."""
        words = list(_WORD.finditer(name))
        folded = name.casefold()
        for kind, heads in self._heads.items():
            if any(stem in folded for stem in self._stems[kind]) and self._has(words, heads):
                found = (self._within(name, words, body) for body in self.like(kind))
                if first := next(filter(None, found), None):
                    return first
        short = ((self._short[m[0]], m.start(), m.end()) for m in words if m[0] in self._short)
        return next((Found(*row) for row in short), None)

    def like(self, kind: str) -> Sequence[Body]:
        """Return all bodies of a kind."""
        return self._kinds[kind]

    def written(self, found: Found, body: Body, text: str) -> str:
        """Return what tells another body apart, as that of the found one stands in a text."""
        if found.form is None:
            if text not in found.body.short or not body.short:
                return body.part
            return body.short[min(found.body.short.index(text), len(body.short) - 1)]
        if body.is_adjective != found.body.is_adjective or " " in body.part:
            return like(text, body.part)
        if body.is_adjective:
            return like(text, self.morphology.inflect(body.part, "common", found.form).form)
        return like(text, self._inflect(body.part, found.form))

    def _inflect(self, part: str, bundle: FeatureBundle) -> str:
        """Return the form of a name, of one with a hyphen by its last word: *Itä-Uudenmaan*."""
        head, mark, last = part.rpartition("-")
        return head + mark + self.morphology.inflect(last, "place", bundle).form

    def _within(self, name: str, words: Sequence[re.Match[str]], body: Body) -> Found | None:
        if body.is_adjective:
            for match in words:
                if match[0].casefold()[:_STEM] == body.part[:_STEM]:
                    readings = self.morphology.analyse(match[0].casefold(), "common")[:_READINGS]
                    own = next((r for r in readings if r.lemma == body.part), None)
                    if own:
                        return Found(body, match.start(), match.end(), own.features)
            return None
        for form, bundle in self.forms(body.part).items():
            pattern = rf"(?<![\w-]){re.escape(form)}(?![\w-])"
            near = form.casefold() in name.casefold()
            if near and (found := re.search(pattern, name, re.IGNORECASE)):
                return Found(body, found.start(), found.end(), bundle)
        return None

    def _has(self, words: Sequence[re.Match[str]], heads: Sequence[Sequence[str]]) -> bool:
        """Tell whether a name has all the words of one way to name a kind."""
        own = frozenset().union(*(self._lemmas(match[0]) for match in words))

        def among(word: str) -> bool:
            plain = word.casefold()
            begins = len(plain) >= _TELLING and any(form.startswith(plain) for form in own)
            return begins or not own.isdisjoint(self._lemmas(word))

        return any(all(map(among, head)) for head in heads)

    def _lemmas(self, word: str) -> frozenset[str]:
        """Return a word in small letters and its citation forms."""
        plain = word.casefold()
        readings = self.morphology.analyse(plain, "common")[:_READINGS]
        return frozenset((plain, *(reading.lemma.casefold() for reading in readings)))

    def forms(self, part: str) -> Mapping[str, FeatureBundle | None]:
        """Return the forms of a name, and what they are; several words stay as they are."""
        if " " in part:
            return {part: None}
        if part not in self._inflected:
            made: dict[str, FeatureBundle | None] = {part: self.bundles[0] if self.bundles else {}}
            for bundle in self.bundles:
                made.setdefault(self._inflect(part, bundle), bundle)
            self._inflected[part] = made
        return self._inflected[part]

    @cached_property
    def _inflected(self) -> dict[str, Mapping[str, FeatureBundle | None]]:
        return {}

    @cached_property
    def _kinds(self) -> Mapping[str, tuple[Body, ...]]:
        kinds = dict.fromkeys(body.kind for body in self.table)
        return {kind: tuple(b for b in self.table if b.kind == kind) for kind in kinds}

    @cached_property
    def _heads(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        return {k: tuple(tuple(head.split()) for head in k.split("|")) for k in self._kinds}

    @cached_property
    def _stems(self) -> Mapping[str, tuple[str, ...]]:
        firsts = {kind: [head[0] for head in heads] for kind, heads in self._heads.items()}
        return {kind: tuple(w[:_STEM].casefold() for w in own) for kind, own in firsts.items()}

    @cached_property
    def _short(self) -> Mapping[str, Body]:
        return {name: body for body in self.table for name in body.short}


def load_bodies(pack: LanguagePack, morphology: Morphology) -> Bodies:
    """Read the regional bodies of a pack; none where it lists none."""
    entries = load_pool(pack, "place").entries
    bundles = tuple(b for b in entries[0].bundles if "Derivation" not in b) if entries else ()
    return Bodies(tuple(_read(pack)), bundles, morphology)


def _read(pack: LanguagePack) -> Iterator[Body]:
    for row in rows(pack.path("regional.tsv")):
        kind, part, served, short = (*row, "", "")[:4]
        names = tuple(name for name in short.split("|") if name)
        yield Body(kind, part, tuple(served.split(",")), names)

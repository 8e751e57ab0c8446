"""The edits at the end of the word that the forms of a pool show, by what they add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.languages.pack import LanguagePack
from allonym.languages.pool import PoolEntry, load_pool
from allonym.model.features import format_features
from allonym.morphology.endings import Script, script
from allonym.morphology.suffixes import Cell, SuffixRules

_LONGEST = 14
_UNSEEN = 0.2


@dataclass(frozen=True, slots=True)
class Edit:
    """What one cell of a paradigm cuts from the lemma and adds."""

    cut: str = field(repr=False)
    added: str = field(repr=False)
    cell: Cell


@dataclass(frozen=True, slots=True)
class EditIndex:
    """The edits by what they add, and how often a citation form ends so."""

    edits: dict[str, tuple[Edit, ...]] = field(repr=False)
    endings: Mapping[str, Counter[str]] = field(repr=False)

    def of(self, word: str) -> Iterator[Edit]:
        """Yield the edits that may have made this word, what adds most first."""
        for length in range(min(_LONGEST, len(word) - 1), 0, -1):
            yield from self.edits.get(word[-length:], ())

    def tail(self, suffix: str) -> Sequence[Cell]:
        """Return the cells whose suffix is put on unchanged and looks like this."""
        return [edit.cell for edit in self.edits.get(suffix, ()) if not edit.cut]

    def base_share(self, word: str, length: int, kind: str) -> float:
        """Return the share of names of a kind whose citation form ends in these last letters.

        Of a kind that was not counted those of all kinds tell.
        """
        endings = self.endings.get(kind) or self.endings[""]
        unseen = _UNSEEN**length
        return (endings[word[len(word) - length :]] + unseen) / (endings[""] + 1)

    def likeness(self, word: str, edit: Edit, lemma: str, kind: str) -> float:
        """Return how many names end like the lemma, for one that ends like the word itself."""
        unedited = self.base_share(word, len(edit.added) + 1, kind)
        return self.base_share(lemma, len(edit.cut) + 1, kind) / unedited


def load_edits(pack: LanguagePack, kinds: Sequence[str], rules: SuffixRules) -> EditIndex:
    """Gather the edits of the one-word names of some pools of a pack, and the rules' examples."""
    found: dict[Cell, dict[Script, None]] = {}
    endings = {kind: Counter[str]() for kind in kinds}
    for kind in kinds:
        entries = [entry for entry in load_pool(pack, kind).entries if entry.tokens == 1]
        for entry in entries:
            endings[kind].update(entry.lemma[len(entry.lemma) - n :] for n in range(_LONGEST))
        _gather(entries, kind, rules, found)
    for kind, lemmas in rules.examples.items():
        cells = rules.cells(kind)
        for lemma in lemmas:
            _add(lemma, rules.forms(lemma, kind, cells), [found.setdefault(c, {}) for c in cells])
    edits: dict[str, list[Edit]] = {}
    for cell, scripts in found.items():
        for cut, added in scripts:
            edits.setdefault(added, []).append(Edit(cut, added, cell))
    every = sum(endings.values(), Counter())
    return EditIndex({a: tuple(own) for a, own in edits.items()}, {**endings, "": every})


def _gather(
    entries: Sequence[PoolEntry],
    kind: str,
    rules: SuffixRules,
    found: dict[Cell, dict[Script, None]],
) -> None:
    """Add the edits of the forms that a pool has of its names, and of those that the rules make."""
    columns = entries[0].bundles if entries else ()  # the same for all of a pool
    places = {format_features(bundle): n for n, bundle in enumerate(columns)}
    cells = [(cell, found.setdefault(cell, {})) for cell in rules.cells(kind)]
    listed = [(places[c.name], scripts) for c, scripts in cells if c.name in places]
    others = [(c, scripts) for c, scripts in cells if c.name not in places]
    asked, made = [c for c, _ in others], [scripts for _, scripts in others]
    for entry in entries:
        row, lemma = entry.row, entry.lemma
        _add(lemma, [row[n] if n < len(row) else "" for n, _ in listed], [s for _, s in listed])
        _add(lemma, rules.forms(lemma, kind, asked), made)


def _add(lemma: str, forms: Sequence[str | None], scripts: Sequence[dict[Script, None]]) -> None:
    for form, own in zip(forms, scripts, strict=True):
        if form and form != lemma:
            own[script(lemma, form)] = None

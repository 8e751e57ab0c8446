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
        for entry in load_pool(pack, kind).entries:
            if entry.tokens == 1:
                endings[kind].update(entry.lemma[len(entry.lemma) - n :] for n in range(_LONGEST))
                _gather(entry.lemma, kind, rules, found, _known(entry))
    for kind, lemmas in rules.examples.items():
        for lemma in lemmas:
            _gather(lemma, kind, rules, found, {})
    edits: dict[str, list[Edit]] = {}
    for cell, scripts in found.items():
        for cut, added in scripts:
            edits.setdefault(added, []).append(Edit(cut, added, cell))
    every = sum(endings.values(), Counter())
    return EditIndex({a: tuple(own) for a, own in edits.items()}, {**endings, "": every})


def _known(entry: PoolEntry) -> Mapping[str, str | None]:
    """Return the forms that the pool has of a name, by bundle; none where a column is empty."""
    forms = {format_features(bundle): form for bundle, form in entry.forms()}
    return {name: forms.get(name) for name in map(format_features, entry.bundles)}


def _gather(
    lemma: str,
    kind: str,
    rules: SuffixRules,
    found: dict[Cell, dict[Script, None]],
    known: Mapping[str, str | None],
) -> None:
    cells = rules.cells(kind)
    made = iter(rules.forms(lemma, kind, [cell for cell in cells if cell.name not in known]))
    for cell in cells:
        form = known[cell.name] if cell.name in known else next(made)
        if form and form != lemma:
            found.setdefault(cell, {})[script(lemma, form)] = None

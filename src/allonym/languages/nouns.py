"""How common nouns and adjectives change, as rows of endings: for words that are not names.

``nouns.toml`` of a pack has ``columns``, a list of feature bundles, and ``nouns``, rows of words:
an ending of the citation form, a gender (``M``, ``F``, ``N``, or ``-`` where the language has
none), and for each column what stands in place of that ending.  ``-`` is nothing at all, ``|``
parts variants, ``/`` is decoration.  The row with the longest ending that fits counts; a whole word
may stand as an ending.  Rows of one ending all count, so that a word may be read in two ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.errors import PackError
from allonym.model.features import NO_FEATURES, FeatureBundle, merge, parse_features

_GENDERS = {"M": "Masc", "F": "Fem", "N": "Neut"}


@dataclass(frozen=True, slots=True)
class Row:
    """One class of words: what its forms put in place of `ending`, each with its features."""

    ending: str
    forms: tuple[tuple[FeatureBundle, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Nouns:
    """The rows of a language by ending.

    >>> nouns = Nouns.read({"columns": ["Case=Nom", "Case=Gen"], "nouns": ["ka F ka ki"]})
    >>> [(form, features["Case"]) for form, features in nouns.forms("nauczycielka")]
    [('nauczycielka', 'Nom'), ('nauczycielki', 'Gen')]
    """

    rows: Mapping[str, tuple[Row, ...]] = field(repr=False, default_factory=dict)
    longest: int = 0

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Nouns:
        """Read ``nouns.toml``; empty where a pack has none.

        Raises:
            PackError: If a row has another number of forms than there are columns.
        """
        columns = [parse_features(text) for text in data.get("columns", ())]
        rows: dict[str, tuple[Row, ...]] = {}
        for number, line in enumerate(data.get("nouns", ()), start=1):
            row = _row(line, columns, number)
            rows[row.ending] = (*rows.get(row.ending, ()), row)
        return cls(rows, max(map(len, rows), default=0))

    def forms(self, lemma: str) -> Iterator[tuple[str, FeatureBundle]]:
        """Yield every form of a word with its features; the word alone where no row fits."""
        found = self._fitting(lemma)
        for row in found:
            stem = lemma[: len(lemma) - len(row.ending)]
            for features, ending in row.forms:
                yield stem + ending, features
        if not found:
            yield lemma, NO_FEATURES

    def gender(self, lemma: str) -> str:
        """Return the UD gender of a word; empty where no row tells."""
        first = next(iter(self._fitting(lemma)), None)
        return first.forms[0][0].get("Gender", "") if first else ""

    def _fitting(self, lemma: str) -> tuple[Row, ...]:
        for size in range(min(self.longest, len(lemma)), -1, -1):
            found = self.rows.get(lemma[len(lemma) - size :])
            if found:
                return found
        return ()


def _row(line: str, columns: list[FeatureBundle], number: int) -> Row:
    cells = [cell for cell in line.split() if cell != "/"]
    if len(cells) != len(columns) + 2:
        raise PackError(f"nouns.toml: row {number}: {len(cells) - 2} forms, not {len(columns)}")
    gender = {"Gender": _GENDERS[cells[1]]} if cells[1] in _GENDERS else {}
    pairs = (
        (merge(features, gender), "" if variant == "-" else variant)
        for features, cell in zip(columns, cells[2:], strict=True)
        for variant in cell.split("|")
    )
    return Row("" if cells[0] == "-" else cells[0], tuple(pairs))

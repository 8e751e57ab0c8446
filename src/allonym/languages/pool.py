"""The closed pool of names a language draws pseudonyms from, every form spelled out.

A pool is ``pool/<kind>.tsv`` in a pack: comment lines with source and licence, a header, one name a
row.  Columns before ``tokens`` describe the name; every column after it is a feature bundle in the
notation of CoNLL-U and holds the form.  Rows are read at once, their forms only when asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack
from allonym.model.features import FeatureBundle, parse_features

FIXED = ("lemma", "gender", "paradigm", "frequency", "group", "derived", "tokens")
KINDS = ("given", "family", "place", "street", "org")


@dataclass(frozen=True, slots=True, eq=False)
class PoolEntry:
    """One name of a pool."""

    lemma: str  # citation form
    kind: str  # ``given``, ``family``, ``place``, ``street`` or ``org``
    gender: str  # UD ``Gender``
    number: str  # UD ``Number`` of the citation form; ``Plur`` for Katowice
    paradigm: str  # names of one paradigm change alike: the same edits give the same bundles
    frequency: int  # from 9, very common, to 1
    group: str  # what masculine and feminine forms of one surname share; else the lemma
    derived: str  # the adjective made from it, or empty
    tokens: int  # number of words
    row: tuple[str, ...] = field(repr=False)  # the forms, in the order of `bundles`
    bundles: tuple[FeatureBundle, ...] = field(repr=False)  # the feature bundles of the columns

    def forms(self) -> Iterator[tuple[FeatureBundle, str]]:
        """Yield each bundle that the name has, with its form."""
        return (
            (bundle, form) for bundle, form in zip(self.bundles, self.row, strict=False) if form
        )

    def form(self, features: FeatureBundle) -> str | None:
        """Return the form of the first bundle that `features` do not contradict, or None.

        What is derived from a name (``Jánosné``) is meant only where `features` say so.
        """
        own, made = {"Number": self.number, **features}, features.get("Derivation", "")
        asked = [(name, own[name]) for name in ("Case", "Number", "Definite") if own.get(name)]
        for bundle, form in self.forms():
            fits = all(bundle.get(name, value) == value for name, value in asked)
            if fits and bundle.get("Derivation", "") == made:
                return form
        return None


@dataclass(frozen=True, eq=False)
class Pool:
    """All the names of one kind."""

    kind: str  # which
    version: str  # of the pool; a draw is repeatable from it and the secret
    # in the order of the file, which draws depend on
    entries: tuple[PoolEntry, ...] = field(repr=False)

    @cached_property
    def by_lemma(self) -> Mapping[str, tuple[PoolEntry, ...]]:
        """The entries by citation form."""
        index: dict[str, tuple[PoolEntry, ...]] = {}
        for entry in self.entries:
            index[entry.lemma] = (*index.get(entry.lemma, ()), entry)
        return index


def load_pool(pack: LanguagePack, kind: str) -> Pool:
    """Read one pool of a pack; an empty one when the pack has none.

    Raises:
        PackError: If the file's columns are not those of a pool.
    """
    return _read(pack.path(f"pool/{kind}.tsv"), kind)


@cache
def _read(path: Path | None, kind: str) -> Pool:
    if path is None:
        return Pool(kind, "none", ())
    lines = path.read_text("utf-8").splitlines()
    notes = [line for line in lines if line.startswith("#")]
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    version = next((n.split(":", 1)[1].strip() for n in notes if n.startswith("# version:")), "")
    if not rows or tuple(rows[0][: len(FIXED)]) != FIXED or not version:
        raise PackError(f"{path.name}: not a pool; expected '# version:' and columns {FIXED}")
    bundles = tuple(parse_features(name) for name in rows[0][len(FIXED) :])
    return Pool(kind, version, tuple(_entry(row, kind, bundles) for row in rows[1:]))


def _entry(row: list[str], kind: str, bundles: tuple[FeatureBundle, ...]) -> PoolEntry:
    lemma, gender, paradigm, frequency, group, derived, tokens = row[: len(FIXED)]
    number = "Sing" if row[len(FIXED)] else "Plur"
    return PoolEntry(
        lemma, kind, gender, number, paradigm, int(frequency), group or lemma, derived,
        int(tokens), tuple(row[len(FIXED) :]), bundles,
    )  # fmt: skip

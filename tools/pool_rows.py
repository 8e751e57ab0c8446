"""What the makers of pools share: the lines, the data and the morphology; the writing of a file.

A part of tools/build_pool.py; the makers are in the other ``pool_*.py`` files.
"""

from __future__ import annotations

import csv
import lzma
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.languages.pool import FIXED
from allonym.morphology.endings import script
from allonym.ports import Inflected, Morphology

CASES = ("Nom", "Gen", "Dat", "Acc", "Ins", "Loc", "Voc")
LANGUAGE_CASES = {"pl": CASES, "en": ("",), "hr": CASES, "sl": CASES[:6], "sk": CASES[:6]}
GENDERS = ("Masc", "Fem")
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """A line of a pool, before its paradigm is numbered."""

    lemma: str
    gender: str
    frequency: int
    forms: tuple[str, ...]
    group: str = ""
    derived: str = ""
    label: str = ""

    @property
    def scripts(self) -> tuple[object, ...]:
        """How the name changes."""
        head = self.label, len(self.lemma.split())
        return (*head, *(script(self.lemma, form) if form else None for form in self.forms))


@dataclass(frozen=True)
class Build:
    """What the functions below share: the data, the settings, the morphology."""

    data: Path
    lang: str
    settings: dict[str, Any]
    morphology: Morphology
    cases: tuple[str, ...]
    bundles: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        names = [
            f"Case={case}|Number={number}" if self.cases != ("",) else f"Number={number}"
            for number in ("Sing", "Plur")
            for case in self.cases
        ]
        object.__setattr__(self, "bundles", tuple(names))

    def counts(self, name: str, delimiter: str = ",") -> Iterator[list[str]]:
        """Yield the records of one file."""
        path = self.data / "lexicon" / self.lang / f"{name}.xz"
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from csv.reader(lines, delimiter=delimiter)

    def dropped(self, kind: str) -> set[str]:
        """Return the names dropped by eye."""
        return set(self.settings["drop"].get(kind, "").split())

    def row(self, lemma: str, kind: str, gender: str, *, plural: bool = True) -> tuple[str, ...]:
        """Return every form of a lemma, empty where there is none, or where it is unsure."""
        cells: list[str] = []
        for number in ("Sing", "Plur") if plural else ("Sing",):
            for case in self.cases:
                features = {"Number": number, "Gender": gender}
                found = self.morphology.inflect(
                    lemma, kind, features | ({"Case": case} if case else {})
                )
                cells.append(found.form if found.certainty >= 0.9 else "")
        return (*cells, *[""] * (len(self.bundles) - len(cells)))


def known(morphology: Morphology, lemma: str, kind: str, gender: str, number: str) -> bool:
    """Tell whether the dictionary has the lemma as a name of this kind and gender."""
    features = {"Case": "Nom", "Number": number, "Gender": gender}
    return morphology.inflect(lemma, kind, features) == Inflected(lemma, 1.0)


def common_word(morphology: Morphology, lemma: str) -> bool:
    """Tell whether the name is also an ordinary word."""
    dictionary = getattr(morphology, "_dictionary", None)
    if dictionary is None:
        return False
    return any(entry.lemma == lemma.lower() for entry in dictionary.read(lemma.lower()))


def adjective(morphology: Morphology, name: str) -> str:
    """Return the adjective made from a settlement's name, as the dictionary knows it."""
    derivations = getattr(morphology, "derivations", lambda *_: ())
    return next(iter(derivations(name, "place")), "")


def adjective_lemma(morphology: Morphology, word: str) -> str:
    """Return the masculine of an adjective; nouns have none."""
    masculine = {"Case": "Gen", "Number": "Sing", "Gender": "Masc"}
    lemmas = (reading.lemma for reading in morphology.analyse(word, "common"))
    return next(
        (n for n in lemmas if morphology.inflect(n, "common", masculine).certainty >= 0.9), ""
    )


def rank(count: int) -> int:
    """Return a class of frequency from 1 to 9, from a count or a population."""
    return max(1, min(9, round(math.log2(max(count, 1)) / 2)))


def numbered(rows: list[Row], kind: str) -> Iterator[tuple[Row, str]]:
    """Yield each row with the name of its paradigm; the commonest has the lowest number."""
    sizes = Counter((row.gender, row.scripts) for row in rows)
    order = {key: n for n, (key, _) in enumerate(sizes.most_common(), start=1)}
    return ((row, f"{kind[0]}{order[row.gender, row.scripts]}") for row in rows)


def write(build: Build, kind: str, rows: list[Row], out: Path) -> None:
    lines = [
        f"# version: {build.settings['version']}",
        "# Made by tools/build_pool.py; not by hand.",
    ]
    lines += [f"# {credit}" for credit in build.settings["credit"]]
    lines.append("\t".join((*FIXED, *build.bundles)))
    seen: set[tuple[str, str]] = set()
    for row, paradigm in numbered(rows, kind):
        if (row.lemma, row.gender) in seen:
            continue
        seen.add((row.lemma, row.gender))
        tokens = len(row.lemma.split())
        group = "" if row.group == row.lemma else row.group
        fixed = (row.lemma, row.gender, paradigm, row.frequency, group, row.derived, tokens)
        lines.append("\t".join(map(str, (*fixed, *row.forms))))
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{kind}.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    print(kind, len(lines), "lines,", len({p for _, p in numbered(rows, kind)}), "paradigms")

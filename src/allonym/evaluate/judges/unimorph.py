"""Judges by tables of UniMorph (https://unimorph.github.io): lemma, form, features a line."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from allonym.errors import DocumentError
from allonym.model.features import FeatureBundle

_VALUES = {
    "NOM": ("Case", "Nom"), "GEN": ("Case", "Gen"), "DAT": ("Case", "Dat"), "ACC": ("Case", "Acc"),
    "ESS": ("Case", "Loc"), "LOC": ("Case", "Loc"), "INS": ("Case", "Ins"), "VOC": ("Case", "Voc"),
    "SG": ("Number", "Sing"), "DU": ("Number", "Dual"), "PL": ("Number", "Plur"),
    "MASC": ("Gender", "Masc"), "FEM": ("Gender", "Fem"), "NEUT": ("Gender", "Neut"),
    "DEF": ("Definite", "Def"), "INDF": ("Definite", "Ind"),
}  # fmt: skip
_STRESS = "\u0300\u0301\u0302\u030f\u0311"


class UniMorphJudge:
    """Knows the nouns with a capital of one table (the protocol ``Judge``).

    Args:
        path: The table.

    Raises:
        DocumentError: If it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.name = f"unimorph {path.name}"
        self._forms: dict[str, dict[str, list[FeatureBundle]]] = defaultdict(dict)
        try:
            lines = path.read_text("utf-8").splitlines()
        except OSError as error:
            raise DocumentError(f"{path.name}: cannot be read ({error.strerror})") from error
        for line in lines:
            lemma, form, tag, *_ = (*line.split("\t"), "", "", "")
            if lemma[:1].isupper() and tag.startswith("N;"):
                bundle = dict(_VALUES[v] for part in tag.split(";") for v in part.split("/")
                              if v in _VALUES)  # fmt: skip
                self._forms[_plain(lemma)].setdefault(_plain(form), []).append(bundle)

    def readings(
        self, form: str, lemma: str, wanted: FeatureBundle
    ) -> Sequence[FeatureBundle] | None:
        """Return the readings of `form` in the table of `lemma`; None for an unknown lemma."""
        forms = self._forms.get(_plain(lemma))
        return None if forms is None else forms.get(_plain(form), ())


def _plain(word: str) -> str:
    """Return a word without the marks of stress and tone that dictionaries write."""
    marks = unicodedata.normalize("NFD", word.casefold())
    bare = "".join(c for c in marks if c not in _STRESS)
    return unicodedata.normalize("NFC", bare)

"""Judges by the morphological dictionaries of Hunspell.

Dictionaries are those of the system (Debian's ``hunspell-hu``, ``hunspell-sk``), read through
``libhunspell``; they serve as a yardstick only and nothing of them is shipped.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from ctypes.util import find_library
from functools import lru_cache
from pathlib import Path

from allonym.evaluate.judges.judge import JudgeMissing
from allonym.model.features import FeatureBundle

FOLDERS = (Path("/usr/share/hunspell"), Path("/usr/local/share/hunspell"))
_FIELD = re.compile(r"\b([a-z]{2}):(\S+)")
_NOUNS = ("noun", "abr")
_VALUES = {
    "NOM": ("Case", "Nom"), "ACC": ("Case", "Acc"), "INE": ("Case", "Ine"),
    "DAT": ("Case", "Dat,Gen"),
    "SUE": ("Case", "Sup"), "ADE": ("Case", "Ade"), "ILL": ("Case", "Ill"), "SBL": ("Case", "Sbl"),
    "ALL": ("Case", "All"), "ELA": ("Case", "Ela"), "DEL": ("Case", "Del"), "ABL": ("Case", "Abl"),
    "INSTR": ("Case", "Ins"), "CAUS/FIN": ("Case", "Cau"), "TRANS": ("Case", "Tra"),
    "TERM": ("Case", "Ter"), "PLUR": ("Number", "Plur"),
    "nominative": ("Case", "Nom"), "genitive": ("Case", "Gen"), "dative": ("Case", "Dat"),
    "accusative": ("Case", "Acc"), "locative": ("Case", "Loc"), "instrumental": ("Case", "Ins"),
    "plural": ("Number", "Plur"), "masculine": ("Gender", "Masc"), "feminine": ("Gender", "Fem"),
    "neuter": ("Gender", "Neut"),
}  # fmt: skip


class HunspellJudge:
    """Analyses forms with Hunspell (the protocol ``Judge``).

    Args:
        dictionary: Its name, such as ``hu_HU``.

    Raises:
        JudgeMissing: If library or dictionary is not installed.
    """

    def __init__(self, dictionary: str) -> None:
        self.name = f"hunspell {dictionary}"
        folder = next((f for f in FOLDERS if (f / f"{dictionary}.aff").exists()), None)
        path = find_library("hunspell-1.7") or find_library("hunspell")
        if folder is None or path is None:
            language = dictionary.partition("_")[0]
            raise JudgeMissing(
                f"{self.name}: not installed; install libhunspell and hunspell-{language}"
            )
        self._library = _opened(path)
        base = str(folder / dictionary)
        self._handle = self._library.Hunspell_create(f"{base}.aff".encode(), f"{base}.dic".encode())
        self._encoding = self._library.Hunspell_get_dic_encoding(self._handle).decode()
        self._analyses = lru_cache(1 << 16)(self._analyse)

    def readings(self, form: str, lemma: str, _: FeatureBundle) -> Sequence[FeatureBundle] | None:
        """Return the readings of `form` whose stem is `lemma`; None for a lemma it has not.

        A lemma that is listed without a word on its forms is not known either.
        """
        own = [dict(reading) for reading in self._of(lemma, lemma)]
        if not own:
            return None
        found = list(self._of(form, lemma))
        return found if found or self._inflects(lemma) else None

    def _of(self, form: str, lemma: str) -> Iterator[FeatureBundle]:
        for stem, bundle in self._analyses(form):
            if stem.casefold() == lemma.casefold():
                yield bundle

    def _inflects(self, lemma: str) -> bool:
        """Tell whether the dictionary gives the lemma itself a case or a gender."""
        return any("Case" in bundle for bundle in self._of(lemma, lemma))

    def _analyse(self, form: str) -> tuple[tuple[str, FeatureBundle], ...]:
        lines = ctypes.POINTER(ctypes.c_char_p)()
        try:
            word = form.encode(self._encoding)
        except UnicodeEncodeError:
            return ()
        count = self._library.Hunspell_analyze(self._handle, ctypes.byref(lines), word)
        texts = [(lines[i] or b"").decode(self._encoding, "replace") for i in range(count)]
        self._library.Hunspell_free_list(self._handle, ctypes.byref(lines), count)
        return tuple(read for text in texts if (read := parsed(text)))


def parsed(analysis: str) -> tuple[str, FeatureBundle] | None:
    """Return stem and features of one analysis; None for one that is no case form of a noun.

    >>> parsed(" st:Eger po:noun_prs ts:NOM is:INE")
    ('Eger', {'Case': 'Ine', 'Number': 'Sing'})
    >>> parsed(" st:Szeged po:noun_prs ts:NOM is:i_PLACE/TIME_adj ts:NOM")
    """
    fields = _FIELD.findall(analysis)
    # a possessive adjective has the endings of nouns and means something else
    noun = all(value.startswith(_NOUNS) for name, value in fields if name == "po")
    stem = next((value for name, value in fields if name == "st"), "")
    marks = [value for name, value in fields if name in ("is", "ds")]
    if not stem or not noun or any(mark not in _VALUES for mark in marks):
        return None
    found = {"Case": "Nom", "Number": "Sing"} if ("ts", "NOM") in fields else {"Number": "Sing"}
    return stem, {**found, **dict(_VALUES[mark] for mark in marks)}


def _opened(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    handle, words = ctypes.c_void_p, ctypes.POINTER(ctypes.POINTER(ctypes.c_char_p))
    library.Hunspell_create.restype = handle
    library.Hunspell_get_dic_encoding.restype = ctypes.c_char_p
    library.Hunspell_get_dic_encoding.argtypes = [handle]
    library.Hunspell_analyze.argtypes = [handle, words, ctypes.c_char_p]
    library.Hunspell_free_list.argtypes = [handle, words, ctypes.c_int]
    return library

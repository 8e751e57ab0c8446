"""Judges of word forms that had no part in making them; each loads its library when made.

Which of them a language has, `judges_of` says.
"""

from __future__ import annotations

import ctypes
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from ctypes.util import find_library
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Protocol

from allonym.errors import ConfigError
from allonym.evaluate.readers import Sentence
from allonym.model.features import FeatureBundle
from allonym.text.tables import table_of


class JudgeMissing(ConfigError):
    """A judge's library or dictionary is not installed; the sentence says what to install."""


class Judge(Protocol):
    """Says what a form can be as a form of a name."""

    @property
    def name(self) -> str:
        """What the report calls it."""

    def readings(
        self, form: str, lemma: str, wanted: FeatureBundle, /
    ) -> Sequence[FeatureBundle] | None:
        """Return every reading of `form` as a form of `lemma`; none means it is no form of it.

        None where the judge does not know enough about `lemma` to tell.  A judge that knows single
        forms looks for the one that is `wanted`.
        """


class GenitiveJudge:
    """Knows one ending (the protocol ``Judge``): what bears it is a genitive, else a nominative.

    For languages whose names have a genitive and nothing else.

    Source for Swedish: Svenska skrivregler (2017), 9.2: names in s, x and z take no ending.

    The ending is ``s`` in Swedish; after `silent` letters nothing is added.
    """

    def __init__(self, ending: str, silent: str) -> None:
        self.name = f"genitive -{ending}"
        self._ending = ending
        self._silent = silent

    def readings(
        self, form: str, lemma: str, wanted: FeatureBundle
    ) -> Sequence[FeatureBundle] | None:
        """Return nominative or genitive, or both after a silent ending; None for other cases.

        >>> judge = GenitiveJudge("s", "sxz")
        >>> judge.readings("Annas", "Anna", {"Case": "Gen"})
        [{'Case': 'Gen'}]
        >>> judge.readings("Annas", "Anna", {"Number": "Plur"}) is None
        True
        """
        if wanted.get("Case") not in ("Nom", "Gen"):
            return None
        base, word = lemma.casefold(), form.casefold()
        if word == base and base[-1:] in self._silent:
            return [{"Case": "Nom"}, {"Case": "Gen"}]
        if word == base:
            return [{"Case": "Nom"}]
        return [{"Case": "Gen"}] if word == base + self._ending else []


FOLDERS = (Path("/usr/share/hunspell"), Path("/usr/local/share/hunspell"))
_FIELD = re.compile(r"\b([a-z]{2}):(\S+)")
_NOUNS = ("noun", "abr")


class HunspellJudge:
    """Analyses forms with Hunspell (the protocol ``Judge``).

    Dictionaries are those of the system (Debian's ``hunspell-hu``, ``hunspell-sk``), read through
    ``libhunspell``; they serve as a yardstick only and nothing of them is shipped.  They are called
    as ``hu_HU`` is.

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

        A lemma that is listed without a word on its forms is not known either, nor is a form that
        stands by itself without its case: *Pekingu*, beside *Peking*.
        """
        own = [dict(reading) for reading in self._of(lemma, lemma)]
        if not own:
            return None
        found = list(self._of(form, lemma))
        alone = any(stem == form and "Case" not in own for stem, own in self._analyses(form))
        declined = any("Case" in bundle for bundle in own) and not alone
        return found if found or declined else None

    def _of(self, form: str, lemma: str) -> Iterator[FeatureBundle]:
        for stem, bundle in self._analyses(form):
            if stem.casefold() == lemma.casefold():
                yield bundle

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
    values = _table("hunspell")
    if not stem or not noun or any(mark not in values for mark in marks):
        return None
    found = {"Case": "Nom", "Number": "Sing"} if ("ts", "NOM") in fields else {"Number": "Sing"}
    return stem, {**found, **dict(values[mark] for mark in marks)}


def _opened(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    handle, words = ctypes.c_void_p, ctypes.POINTER(ctypes.POINTER(ctypes.c_char_p))
    library.Hunspell_create.restype = handle
    library.Hunspell_get_dic_encoding.restype = ctypes.c_char_p
    library.Hunspell_get_dic_encoding.argtypes = [handle]
    library.Hunspell_analyze.argtypes = [handle, words, ctypes.c_char_p]
    library.Hunspell_free_list.argtypes = [handle, words, ctypes.c_int]
    return library


_NAMED = ("Case", "Number", "Gender")


class TreebankJudge:
    """Knows the proper nouns of treebanks, as people analysed them (the protocol ``Judge``).

    Args:
        sentences: Of the language; people's own analyses.
    """

    name = "treebank"

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self._forms: dict[str, dict[str, list[FeatureBundle]]] = defaultdict(dict)
        for sentence in sentences:
            for token in sentence:
                if token.upos == "PROPN" and token.features:
                    forms = self._forms[token.lemma.casefold()]
                    forms.setdefault(token.form.casefold(), []).append(token.features)

    def readings(
        self, form: str, lemma: str, wanted: FeatureBundle
    ) -> Sequence[FeatureBundle] | None:
        """Return how `form` was analysed; None if the treebanks never show what is wanted.

        A form is refused only where another is attested for exactly the features wanted, so a
        name of which they show one case is not judged in the others, nor a man's by a firm's.
        """
        forms = self._forms.get(lemma.casefold(), {})
        shown = (features for bundles in forms.values() for features in bundles)
        attested = any(same(features, wanted, (*_NAMED, "Animacy")) for features in shown)
        return forms.get(form.casefold(), ()) if attested else None


def same(features: FeatureBundle, wanted: FeatureBundle, names: Sequence[str] = _NAMED) -> bool:
    """Tell whether case, number and gender are those wanted; several values are alternatives.

    >>> same({"Case": "Dat,Gen", "Gender": "Fem"}, {"Case": "Gen"})
    True
    """
    return all(
        name not in wanted or _values(features.get(name, wanted[name])) & _values(wanted[name])
        for name in names
    )


def _values(text: str) -> set[str]:
    # plurale tantum is a plural for whoever declines it
    return {"Plur" if value == "Ptan" else value for value in text.split(",")}


class VoikkoJudge:
    """Analyses Finnish forms with Voikko (the protocol ``Judge``).

    That is the library ``libvoikko`` and Debian's ``voikko-fi``.

    Raises:
        JudgeMissing: If its Python module, library or dictionary is not installed.
    """

    name = "voikko"

    def __init__(self) -> None:
        try:
            from libvoikko import Voikko, VoikkoException

            self._voikko: Any = Voikko("fi")
        except (ImportError, OSError) as error:
            raise JudgeMissing(_INSTALL) from error
        except VoikkoException as error:
            raise JudgeMissing(_INSTALL) from error
        self._analyses = lru_cache(1 << 16)(self._analyse)

    def readings(self, form: str, lemma: str, _: FeatureBundle) -> Sequence[FeatureBundle] | None:
        """Return the readings of `form` whose base form is `lemma`; None for an unknown lemma."""
        if not any(base == lemma for base, _ in self._analyses(lemma)):
            return None
        return [bundle for base, bundle in self._analyses(form) if base == lemma]

    def _analyse(self, form: str) -> tuple[tuple[str, FeatureBundle], ...]:
        return tuple(
            (reading["BASEFORM"], _bundle(reading))
            for reading in self._voikko.analyze(form)
            if "BASEFORM" in reading and reading.get("SIJAMUOTO") in _table("voikko")
        )


class RegularJudge:
    """Knows how towns decline whose end leaves no doubt (the protocol ``Judge``), as grammars do.

    The treebanks of a small language name few towns, and of few genders: where only those that do
    not agree with a town are known, only what does not agree would be judged.

    Args:
        language: ISO 639-1 code.

    >>> RegularJudge("sl").readings("Kranju", "Kranj", {"Case": "Loc"})[1]
    {'Case': 'Loc', 'Number': 'Sing', 'Gender': 'Masc'}
    """

    name = "regular towns"

    def __init__(self, language: str) -> None:
        kinds = _table("regular")[language]
        self._kinds = [(re.compile(rf"\w{{2,}}{kind['ends']}"), kind) for kind in kinds]

    def readings(
        self, form: str, lemma: str, wanted: FeatureBundle
    ) -> Sequence[FeatureBundle] | None:
        """Return the readings of `form`; None where a gender is wanted, as of people."""
        kinds = [kind for ends, kind in self._kinds if ends.fullmatch(lemma)]
        if not kinds or "Gender" in wanted:
            return None
        return [
            {"Case": case, "Number": kind.get("number", "Sing"), "Gender": kind["gender"]}
            for kind in kinds
            for case, ending in kind["forms"].items()
            if form == lemma[: len(lemma) - kind.get("drops", 0)] + ending
        ]


_INSTALL = "voikko: not installed; install libvoikko, voikko-fi and the Python module libvoikko"


def _bundle(reading: dict[str, str]) -> FeatureBundle:
    number = "Plur" if reading.get("NUMBER") == "plural" else "Sing"
    return {"Case": _table("voikko")[reading["SIJAMUOTO"]], "Number": number}


def _table(name: str) -> Mapping[str, Any]:
    """Return what a library calls cases, numbers and genders, as UD has them."""
    table: Mapping[str, Any] = table_of("allonym.evaluate", "judges.toml")[name]
    return table


_OWN: dict[str, tuple[Callable[[], Judge], ...]] = {
    "fi": (VoikkoJudge,),
    "hr": (partial(RegularJudge, "hr"),),
    "hu": (partial(HunspellJudge, "hu_HU"),),
    "sk": (partial(HunspellJudge, "sk_SK"),),
    "sl": (partial(RegularJudge, "sl"),),
    "sv": (partial(GenitiveJudge, "s", "sxz"),),
}


def judges_of(
    language: str, attested: Iterable[Sentence]
) -> tuple[tuple[Judge, ...], tuple[str, ...]]:
    """Return the judges of a language, treebanks first, and a sentence for each missing one.

    Args:
        language: ISO 639-1 code.
        attested: Sentences whose forms judge.
    """
    judges: list[Judge] = [TreebankJudge(attested)]
    missing: list[str] = []
    for make in _OWN.get(language, ()):
        try:
            judges.append(make())
        except JudgeMissing as error:
            missing.append(str(error))
    return tuple(judges), tuple(missing)

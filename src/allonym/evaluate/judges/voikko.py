"""Judges Finnish forms by Voikko (the library ``libvoikko`` and Debian's ``voikko-fi``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from allonym.evaluate.judges.judge import JudgeMissing
from allonym.model.features import FeatureBundle

_CASES = {
    "nimento": "Nom", "omanto": "Gen", "osanto": "Par", "sisaolento": "Ine", "sisaeronto": "Ela",
    "sisatulento": "Ill", "ulkoolento": "Ade", "ulkoeronto": "Abl", "ulkotulento": "All",
    "olento": "Ess", "tulento": "Tra", "vajanto": "Abe", "keinonto": "Ins", "seuranto": "Com",
    "kohdanto": "Acc",
}  # fmt: skip
_NUMBERS = {"singular": "Sing", "plural": "Plur"}


class VoikkoJudge:
    """Analyses forms with Voikko (the protocol ``Judge``).

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
            if "BASEFORM" in reading and reading.get("SIJAMUOTO") in _CASES
        )


_INSTALL = "voikko: not installed; install libvoikko, voikko-fi and the Python module libvoikko"


def _bundle(reading: dict[str, str]) -> FeatureBundle:
    number = _NUMBERS.get(reading.get("NUMBER", ""), "Sing")
    return {"Case": _CASES[reading["SIJAMUOTO"]], "Number": number}

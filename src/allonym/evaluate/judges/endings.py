"""Judges languages whose names have a genitive and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from allonym.model.features import FeatureBundle


class GenitiveJudge:
    """Knows one ending (the protocol ``Judge``): what bears it is a genitive, else a nominative.

    Source for Swedish: Svenska skrivregler (2017), 9.2: names in s, x and z take no ending.

    Args:
        ending: ``s`` in Swedish.
        silent: Last letters after which nothing is added.
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

"""The leak check of one language, ready to be called by the pipeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from allonym.languages.common_words import load_common
from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity
from allonym.model.replacement import ReplacementPlan
from allonym.model.result import Leak
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.verify.search import find_leaks


class Verifier:
    """Searches results for originals.

    Args:
        morphology: Gives the forms of names.
        common_words: Tells whether a word in small letters is a common word of the language.
    """

    def __init__(self, morphology: Morphology, common_words: Callable[[str], bool]) -> None:
        self._morphology = morphology
        self._common_words = common_words

    @classmethod
    def load(cls, pack: LanguagePack, morphology: Morphology) -> Verifier:
        """Make the check of a language pack, its common words from ``lexicon/common.tsv``."""
        return cls(morphology, load_common(pack))

    def __call__(
        self,
        result_text: str,
        hidden: Sequence[Entity],
        kept: Sequence[Entity],
        originals: TextView,
        plan: ReplacementPlan,
    ) -> tuple[Leak, ...]:
        """Return what can still be found of `hidden`; see `find_leaks`."""
        return find_leaks(
            result_text, hidden, originals, plan, self._morphology,
            common_words=self._common_words, kept=kept,
        )  # fmt: skip

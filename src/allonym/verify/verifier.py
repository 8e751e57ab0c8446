"""The leak check of one language, ready to be called by the pipeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from allonym.languages.lexicon import listed
from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity
from allonym.model.latest import Latest
from allonym.model.replacement import ReplacementPlan
from allonym.model.result import Leak
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.verify.forms import Forms, collect_forms
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
        self._latest = Latest()

    @classmethod
    def load(cls, pack: LanguagePack, morphology: Morphology) -> Verifier:
        """Make the check of a language pack.

        Its common words are those of ``lexicon/common.tsv``, and what greets: *Mila Desi,*.
        """
        common = listed(pack, "common", "common_rare")
        greetings = pack.toml("words.toml").get("names", {}).get("greetings", ())
        return cls(morphology, lambda word: word in greetings or common(word))

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
            result_text, hidden, originals, plan, self._collected,
            common_words=self._common_words, kept=kept,
        )  # fmt: skip

    def _collected(self, hidden: Sequence[Entity], view: TextView) -> Forms:
        """Lay out what to look for once for all results of a document, while it is there."""
        kept = self._latest.of(view)
        if kept.get("hidden") != hidden:
            kept |= {"hidden": [*hidden], "forms": collect_forms(hidden, view, self._morphology)}
        return cast("Forms", kept["forms"])

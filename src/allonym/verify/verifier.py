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
        nouns: Words in small letters that are names as well, in their citation forms.
    """

    def __init__(
        self,
        morphology: Morphology,
        common_words: Callable[[str], bool],
        nouns: frozenset[str] = frozenset(),
    ) -> None:
        self._morphology = morphology
        self._common_words = common_words
        self._nouns = nouns
        self._latest = Latest()

    @classmethod
    def load(cls, pack: LanguagePack, morphology: Morphology) -> Verifier:
        """Make the check of a language pack.

        Its common words are those of ``lexicon/common.tsv``, the nouns that are names as well
        those of ``names.nouns`` in ``words.toml``.
        """
        nouns = pack.toml("words.toml").get("names", {}).get("nouns", ())
        return cls(morphology, listed(pack, "common", "common_rare"), frozenset(nouns))

    def _is_noun(self, word: str) -> bool:
        """Tell whether a word in small letters is a form of one of the nouns."""
        if not self._nouns or word in self._nouns:
            return bool(self._nouns)
        readings = self._morphology.analyse(word.capitalize(), "family")
        return any(reading.lemma.lower() in self._nouns for reading in readings)

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
            common_words=self._common_words, nouns=self._is_noun, kept=kept,
        )  # fmt: skip

    def _collected(self, hidden: Sequence[Entity], view: TextView) -> Forms:
        """Lay out what to look for once for all results of a document, while it is there."""
        kept = self._latest.of(view)
        if kept.get("hidden") != hidden:
            kept |= {"hidden": [*hidden], "forms": collect_forms(hidden, view, self._morphology)}
        return cast("Forms", kept["forms"])

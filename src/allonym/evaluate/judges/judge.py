"""What a judge of word forms is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from allonym.errors import ConfigError
from allonym.model.features import FeatureBundle


class JudgeMissing(ConfigError):
    """A judge's library or dictionary is not installed; the sentence says what to install."""


class Judge(Protocol):
    """Says what a form can be as a form of a name."""

    @property
    def name(self) -> str:
        """What the report calls it."""
        ...

    def readings(
        self, form: str, lemma: str, wanted: FeatureBundle, /
    ) -> Sequence[FeatureBundle] | None:
        """Return every reading of `form` as a form of `lemma`; none means it is no form of it.

        None where the judge does not know enough about `lemma` to tell.

        Args:
            form: The form to be judged.
            lemma: The citation form it should belong to.
            wanted: What it should be; a judge that knows single forms looks for this one.
        """
        ...

"""Judges by the forms that occur in treebanks, as people analysed them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from allonym.evaluate.conllu import Sentence
from allonym.model.features import FeatureBundle

_NAMED = ("Case", "Number", "Gender")


class TreebankJudge:
    """Knows the proper nouns of treebanks (the protocol ``Judge``).

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
        name of which they show one case is not judged in the others.
        """
        forms = self._forms.get(lemma.casefold(), {})
        attested = any(same(features, wanted) for bundles in forms.values() for features in bundles)
        return forms.get(form.casefold(), ()) if attested else None


def same(features: FeatureBundle, wanted: FeatureBundle, names: Sequence[str] = _NAMED) -> bool:
    """Tell whether case, number and gender are those wanted; several values are alternatives.

    >>> same({"Case": "Dat,Gen", "Gender": "Fem"}, {"Case": "Gen"})
    True
    """
    return all(
        name not in wanted or _alike(features.get(name, wanted[name]), wanted[name])
        for name in names
    )


def _alike(value: str, wanted: str) -> bool:
    return bool(_values(value) & _values(wanted))


def _values(text: str) -> set[str]:
    # plurale tantum is a plural for whoever declines it
    return {"Plur" if value == "Ptan" else value for value in text.split(",")}

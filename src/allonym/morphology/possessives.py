"""Adjectives made from people's names: ``Novakova hiša``, ``Anin brat``, ``Hudákova chata``.

A reading of one has the name as its lemma and ``Derivation=Poss``; its case and number are the
adjective's.  ``Gender`` stays that of the person; the gender of what is possessed, with which the
adjective agrees, stands under `NOUN`.  The same words name whole families (``pri Novakovih``) and,
in Slovenian, women (``Zupančičeva``).
"""

from __future__ import annotations

from collections.abc import Iterator

from allonym.model.features import FeatureBundle
from allonym.morphology.paradigms import Paradigms
from allonym.ports import POSSESSIVE

NOUN = "Gender[noun]"


def read_possessive(
    paradigms: Paradigms, word: str, kind: str
) -> Iterator[tuple[str, FeatureBundle]]:
    """Yield every name that a word can be a possessive of, with its features.

    Args:
        paradigms: Of the language.
        word: A word of a text.
        kind: ``given`` or ``family``.
    """
    owners: dict[str, list[tuple[str, str]]] = {}
    for adjective, (case, number, noun) in paradigms.restore(word, "common"):
        if adjective not in owners:
            owners[adjective] = list(paradigms.owners(adjective, kind))
        for name, gender in owners[adjective]:
            features = {"Derivation": POSSESSIVE, "Case": case, "Number": number, NOUN: noun}
            yield name, {**features, "Gender": gender} if kind == "given" else features

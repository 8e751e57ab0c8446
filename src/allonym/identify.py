"""Which language a text is in, among the packs that are installed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from allonym.errors import UnknownLanguage

_SAMPLE = 20_000


def identify_language(text: str, candidates: Sequence[str]) -> str:
    """Return the most probable of `candidates`, by py3langid on a sample of the text.

    Args:
        text: A document; its first 20,000 characters are looked at.
        candidates: ISO 639-1 codes to choose from.

    Raises:
        UnknownLanguage: If the text has no letters to tell by.
    """
    sample = text[:_SAMPLE].encode("utf-8", "ignore").decode("utf-8")
    if len(candidates) == 1:
        return candidates[0]
    if not any(character.isalpha() for character in sample):
        raise UnknownLanguage("too little text to tell its language; name it with -l")
    code: str = _identifier(tuple(candidates)).classify(sample)[0]
    return code


@cache
def _identifier(candidates: tuple[str, ...]) -> Any:
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_modelpath(MODEL_DIR / MODEL_FILE)
    identifier.set_languages(list(candidates))
    return identifier

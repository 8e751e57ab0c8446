"""Which language a text is in, and which of its paragraphs are in another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from allonym.errors import UnknownLanguage
from allonym.languages.pack import load_pack
from allonym.model.span import Span

_SAMPLE = 20_000
_PARAGRAPH = re.compile(r"[^\n]+")
_LEAST_LETTERS = 80
"""A shorter paragraph is not told apart from the document's language."""

_LEAST_SURE = 0.95
_MOST_PARAGRAPHS = 5_000


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


def foreign_paragraphs(
    text: str, main: str, candidates: Sequence[str]
) -> tuple[tuple[Span, str], ...]:
    """Return the paragraphs that are surely in another language than the document, with theirs.

    A paragraph in a language that is easily taken for the document's (``close`` in the pack) is
    not told apart: over a whole document the two differ, over a few lines they may not.

    Args:
        text: A document.
        main: Its language.
        candidates: ISO 639-1 codes to choose from.
    """
    close = load_pack(main).settings.get("close", ())
    others = tuple(code for code in candidates if code not in close)
    found: list[tuple[Span, str]] = []
    for number, match in enumerate(_PARAGRAPH.finditer(text)):
        if number >= _MOST_PARAGRAPHS or len(others) < 2:
            break
        paragraph = match.group()[:_SAMPLE].encode("utf-8", "ignore").decode("utf-8")
        if sum(character.isalpha() for character in paragraph) < _LEAST_LETTERS:
            continue
        code, sure = _identifier(others).classify(paragraph)
        if code != main and sure >= _LEAST_SURE:
            found.append((Span(*match.span()), code))
    return tuple(found)


@cache
def _identifier(candidates: tuple[str, ...]) -> Any:
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_modelpath(MODEL_DIR / MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(candidates))
    return identifier

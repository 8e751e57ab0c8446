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
# letters of a paragraph, and how sure its language, to be told apart from the document's
_ENOUGH = 40, 0.99
# the same where the paragraph before is in that language: the last line, the greeting
_BEHIND = 15, 0.95
_MOST_PARAGRAPHS = 5_000
_RATHER = 0.55  # how sure one of two languages is, where a line is of one of them


def identify_language(text: str, candidates: Sequence[str], *, otherwise: str = "") -> str:
    """Return the most probable of `candidates`, by py3langid on a sample of the text.

    Args:
        text: A document; its first 20,000 characters are looked at.
        candidates: ISO 639-1 codes to choose from.
        otherwise: What a text without letters is in; the first candidate where it is none of them.

    Raises:
        UnknownLanguage: If the text has no letters to tell by, and nothing is given otherwise.
    """
    sample = text[:_SAMPLE].encode("utf-8", "ignore").decode("utf-8")
    if len(candidates) == 1:
        return candidates[0]
    if not any(character.isalpha() for character in sample):
        if otherwise:
            return otherwise if otherwise in candidates else candidates[0]
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
    before = ""
    for number, match in enumerate(_PARAGRAPH.finditer(text)):
        if number >= _MOST_PARAGRAPHS or len(others) < 2:
            break
        code = _told(match.group(), before, _identifier(others))
        if code and code != main:
            found.append((Span(*match.span()), code))
        before = code or before
    return tuple(found)


def lines_in(text: str, code: str, main: str) -> tuple[Span, ...]:
    """Return the lines, however short, that are rather in one language than in the document's.

    Lines with figures are not told: numbers are the document's.
    """
    identifier = _identifier((main, code))
    lines = (m for m in _PARAGRAPH.finditer(text) if re.search(r"[^\W\d_]", m[0]))
    told = ((m, *identifier.classify(m[0].encode("utf-8", "ignore"))) for m in lines)
    rather = (m for m, found, sure in told if found == code and sure > _RATHER)
    return tuple(Span(*m.span()) for m in rather if not re.search(r"\d", m[0]))


def _told(line: str, before: str, identifier: Any) -> str:
    """Return the language of a line, or nothing where it is too short or not sure."""
    letters = sum(map(str.isalpha, line))
    if letters < _BEHIND[0]:
        return ""
    code: str
    code, sure = identifier.classify(line[:_SAMPLE].encode("utf-8", "ignore").decode("utf-8"))
    least, least_sure = _BEHIND if code == before else _ENOUGH
    return code if letters >= least and sure >= least_sure else ""


@cache
def _identifier(candidates: tuple[str, ...]) -> Any:
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_modelpath(MODEL_DIR / MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(candidates))
    return identifier

"""Text to measure on: as long as asked for, the same for the same seed."""

from __future__ import annotations

import random
import tomllib
from importlib.resources import files

from allonym.errors import UnknownLanguage

_SENTENCES_TO_A_PARAGRAPH = 6


def sentences(language: str) -> list[str]:
    """Return the built-in sentences of a language.

    Raises:
        UnknownLanguage: If there are none.
    """
    data = files("allonym.bench").joinpath("samples.toml").read_text("utf-8")
    samples: dict[str, list[str]] = tomllib.loads(data)
    if language not in samples:
        raise UnknownLanguage(
            f"no sample text for {language!r}; give a file, or one of {', '.join(sorted(samples))}"
        )
    return samples[language]


def of_length(pieces: list[str], length: int, seed: int = 0) -> str:
    """Return shuffled rounds of `pieces`, in paragraphs, cut to `length` characters.

    Repeated sentences flatter whatever remembers words it has seen; a real text of the length
    measured needs no rounds.

    Raises:
        ValueError: If every piece is empty.
    """
    pieces = [piece for piece in pieces if piece.strip()]
    if not pieces:
        raise ValueError("nothing to make a text of")
    rng = random.Random(seed)  # noqa: S311
    out: list[str] = []
    size = 0
    while size < length:
        for piece in rng.sample(pieces, len(pieces)):
            end = "\n\n" if len(out) % _SENTENCES_TO_A_PARAGRAPH == 5 else " "
            out.append(piece + end)
            size += len(out[-1])
    return "".join(out)[:length]


def lengthened(text: str, length: int, seed: int = 0) -> str:
    """Return the first `length` characters of `text`, its lines shuffled and repeated if short."""
    return text[:length] if len(text) >= length else of_length(text.splitlines(), length, seed)

"""A letter in each language, to try things on; everybody in them is invented."""

from __future__ import annotations

from importlib.resources import files

from allonym.errors import UnknownLanguage


def sample(language: str) -> str:
    """Return the letter of a language.

    Args:
        language: ISO 639-1 code.

    Raises:
        UnknownLanguage: If there is none.

    >>> sample("pl").splitlines()[0]
    'Wrocław, 14 marca 2024 r.'
    """
    found = files("allonym.samples") / f"{language.lower()}.txt"
    if not language.isalpha() or not found.is_file():
        raise UnknownLanguage(f"no sample in {language!r}; there are {', '.join(languages())}")
    return found.read_text("utf-8")


CONTRACT = "contract.docx"


def contract() -> bytes:
    """Return a Word file: a lease in Polish, with bold and italic type and a table."""
    return (files("allonym.samples") / CONTRACT).read_bytes()


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that there is a letter in."""
    names = (entry.name for entry in files("allonym.samples").iterdir())
    return tuple(sorted(name.removesuffix(".txt") for name in names if name.endswith(".txt")))

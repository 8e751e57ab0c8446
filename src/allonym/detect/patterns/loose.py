"""Words as people type them in a hurry: every expression for words also without diacritics.

The letters of the expression are widened, not those of the text, so that places stay what they
are and no text is copied.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

from allonym.text.fold import strip_marks

_OTHERS = {"ș": "ş", "ț": "ţ", "ă": "ãâ", "ő": "öôõ", "ű": "üûũ"}
"""What stands for a letter besides the plain one, in old Romanian and Hungarian fonts."""
_FEWEST = 4
"""Fewer letters mean something else without diacritics: ``k. č.`` and ``k. c.``, ``mål``, ``mal``;
three capitals do not: ``DIČ``, ``DIC``."""
_OPTIONAL = re.compile(r"\((?:[^()]|\([^()]*\))*\)\?|[^\W\d_]\?")
_NO_LETTERS = re.compile(r"\\p\{\w+\}|\\u[0-9a-fA-F]{4}|\\.|\(\?[a-z]*:|[\W\d_]")
_PIECE = re.compile(r"\\p\{\w+\}|\\u[0-9a-fA-F]{4}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)
_WORD = 4
"""Letters of the shortest word that is loosened inside the form of a value."""
_LETTERS = re.compile(r"\\p\{L|\[(?!\^)[^\]]*[^\W\d_]")
_HEAD = re.compile(r"(?:[^\W\d_](?![?*{])){1,2}")


def loosen(expression: str) -> str:
    r"""Return an expression that also takes its words without diacritics.

    >>> loosen(r"rod(?:né|\.) číslo"), loosen(r"č\. ?k\."), loosen("[áa]dresă")
    ('rod(?:n[ée]|\\.) [čc][íi]slo', 'č\\. ?k\\.', '[áaa]dres[ăaãâ]')
    """
    if expression.isascii() or not _is_long(expression):
        return expression
    return "".join(_loose(piece) for piece in _PIECE.findall(expression))


def loosen_words(expression: str) -> str:
    r"""Return an expression for values that also takes the words in it without diacritics.

    Short ones stay: a form of its own gives no other hint of what it means.

    >>> loosen_words(r"(?:[Nn]ám\.|č\.|námest[ií]) \d")
    '(?:[Nn]ám\\.|č\\.|n[áa]mest[iíi]) \\d'
    """
    if expression.isascii():
        return expression
    out: list[str] = []
    word: list[str] = []
    for piece in [*_PIECE.findall(expression), ""]:
        if piece.isalpha() or _LETTERS.match(piece):
            word.append(piece)
            continue
        out += map(_loose, word) if len(word) >= _WORD else word
        out.append(piece)
        word.clear()
    return "".join(out)


def _is_long(expression: str) -> bool:
    letters = _NO_LETTERS.sub("", _OPTIONAL.sub("", expression))
    return len(letters) >= _FEWEST - letters.isupper()


def heads(expression: str) -> frozenset[str]:
    r"""Return the first two letters of what an expression may match, small, however it is typed.

    Empty where it does not begin with a letter; a single letter where the second may be missing.

    >>> sorted(heads("číslo")), sorted(heads(r"R:no")), sorted(heads(r"(?:a|b)"))
    (['ci', 'cí', 'či', 'čí'], ['r'], [])
    """
    head = _HEAD.match(expression)
    letters = [c + alike(c) for c in head[0].lower()] if head else []
    return frozenset(map("".join, product(*letters))) if letters else frozenset()


@cache
def alike(letter: str) -> str:
    """Return what may be typed for a letter with a diacritic.

    >>> alike("ő"), alike("Š"), alike("a"), alike("й")
    ('oöôõ', 'S', '', '')
    """
    plain = strip_marks(letter)
    others = _OTHERS.get(letter.lower(), "")
    if plain == letter or len(plain) != 1:
        return ""
    return plain + (others.upper() if letter.isupper() else others)


@cache
def _loose(piece: str) -> str:
    if piece.startswith("[^") or piece[0] == "\\":
        return piece
    more = "".join(alike(c) for c in piece)
    if not more:
        return piece
    return f"{piece[:-1]}{more}]" if piece[0] == "[" else f"[{piece}{more}]"

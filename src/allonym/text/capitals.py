"""Capitals: what a dictionary wants to see, what the text had, and where they say nothing."""

from __future__ import annotations

import re

from allonym.model.span import Span

_MARKED = "".join(filter(str.islower, map(chr, range(0x100, 0x180))))
_SMALL = f"a-zß-öø-ÿ{_MARKED}șțά-ώа-џ"
SMALL = f"(?-i:[{_SMALL}])"
"""Expression of one small letter of European alphabets: *a-z* has no *š* and no *б*, and of *ā-ž*
every other one is a capital.  The fewer it names, the sooner what holds it is compiled."""
CAPITAL = f"(?-i:[^\\W\\d_{_SMALL}])"
"""Expression of one letter that is no small one."""
_WORD = re.compile(r"[^\W\d_]+")
_ADDRESSED = re.compile(rf" {CAPITAL}[^\W\d_]+(?: [^\W\d_]+){{0,2}}[,!]")


def dictionary_case(surface: str) -> str:
    """Return the word as a dictionary of names writes it.

    Words all in capitals or all in small letters become title case; anything else stays.

    >>> dictionary_case("KOWALSKI-NOWAK"), dictionary_case("McDonald"), dictionary_case("jan")
    ('Kowalski-Nowak', 'McDonald', 'Jan')
    """
    if (surface.isupper() and sum(map(str.isalpha, surface)) > 1) or surface.islower():
        return _WORD.sub(lambda m: m[0].capitalize(), surface)
    return surface


def like(pattern: str, text: str) -> str:
    """Return `text` with the capitals of `pattern`: all, none, or its own.

    >>> like("KOWALSKIM", "Nowakiem"), like("janem", "Piotrem"), like("Jan", "Piotr")
    ('NOWAKIEM', 'piotrem', 'Piotr')
    """
    letters = [c for c in pattern if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return text.upper()
    if letters and all(c.islower() for c in letters):
        return text.lower()
    if letters and letters[0].isupper() and text[:1].islower():
        return text[:1].upper() + text[1:]
    return text


def like_title(word: str) -> str:
    """Return a word in capitals as names are written.

    >>> like_title("NAMIK"), like_title("McGee")
    ('Namik', 'McGee')
    """
    return word.title() if word.isupper() else word


def last_word(text: str, first: int, end: int) -> int:
    """Return where the last word of a stretch may begin, the sign behind it included.

    What ends there and holds no space need not be tried at each letter of the stretch.

    >>> "was Ann "[last_word("was Ann ", 0, 8) :]
    ' Ann '
    """
    return max(first, text.rfind(" ", first, end - 1))


_OPENERS = "\"'„“”«»‚‘’([*#•–—-"


def at_head(text: str, start: int) -> bool:
    """Tell whether a word begins a sentence or a line, where a capital says nothing.

    Args:
        text: Where it stands.
        start: Where it begins.

    >>> at_head("Ana. Hiter", 5), at_head("Ana Hiter", 4)
    (True, False)
    """
    before = text[max(0, start - 6) : start].rstrip(" \t\u00a0" + _OPENERS)
    return not before or before[-1] in ".!?…:\n\r"


def greets(text: str, span: Span) -> bool:
    """Tell whether a word that greets, which may be a name too, leads in who is addressed.

    >>> greets("Mila Desi, hi", Span(0, 4)), greets("Mila Stoyanova wrote", Span(0, 4))
    (True, False)
    """
    return at_head(text, span.start) and _ADDRESSED.match(text, span.end) is not None


HEADS = frozenset(".!?:;…•–—-*\"'„“”«»(\n")
"""The signs after which a capital says nothing."""
_POSTSCRIPT = re.compile(r"(?:\A|\n)[ \t]*P\.?[ ]?S[ \t]*\Z")
_PICTURES = "\u2600"
"""From which character on signs are pictures, which end a sentence of a chat too."""


def opens(text: str, span: Span) -> bool:
    """Tell whether a stretch stands where a sentence, a line or an item may begin.

    >>> opens("PS Pozdrów Marka", Span(3, 10)), opens("PS Pozdrów Marka", Span(11, 16))
    (True, False)
    """
    before = text[max(0, span.start - 4) : span.start].rstrip(" \t")
    led = before[-1:] == "S" and _POSTSCRIPT.search(text, max(0, span.start - 6), span.start)
    return not before or before[-1] in HEADS or before[-1] >= _PICTURES or bool(led)


def is_large(text: str, span: Span) -> bool:
    """Tell whether words have capitals that their place in the sentence does not ask for."""
    words = text[span.start : span.end].split()
    return not opens(text, span) and all(w[:1].isupper() and not w.isupper() for w in words)

"""Fold spellings together: capitals, diacritics, script, invisible characters.

Two words that a reader takes for the same name fold to the same key.  `fold` keeps the script;
`skeleton` crosses between Cyrillic and Latin, whichever transliteration was used.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

_MARKS = "\u0300-\u036f"
_HIDDEN = "\u00ad\u200b-\u200d\u2060\ufeff"
_PIECE = re.compile(rf"[^\W\d_](?:[{_MARKS}{_HIDDEN}]*[^\W\d_])*[{_MARKS}]*|\d+")
_UNMARKED = re.compile(r"[^\W\d_]+|\d+")
"""The same in a text that has neither marks nor hidden characters: twice as fast."""

_MARK = re.compile(f"[{_MARKS}{_HIDDEN}]")
_INVISIBLE = re.compile(f"[{_HIDDEN}]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_FOREIGN = re.compile(r"[^\u0000-\u007f\u0400-\u04ff]+")
"""What is neither Cyrillic nor plain."""

_LONGEST_ENDING = 5
_HANGS = (":", ".-", ".\u2011", "-", "\u2011", ".:")
"""What a case ending hangs on a legal form by: *Oy:n*, *Kft.-nél*."""

_STROKES = {
    "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "ß": "ss", "ẞ": "SS", "æ": "ae",
    "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th", "ð": "d", "Ð": "D", "ı": "i", "ħ": "h",
    "Ħ": "H", "ŧ": "t", "Ŧ": "T",
}  # fmt: skip


class _Bare(dict[int, str]):
    """What each letter is without its marks, from when it was met."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        parts = unicodedata.normalize("NFKD", _STROKES.get(letter, letter))
        self[code] = bare = "".join(c for c in parts if not unicodedata.combining(c))
        return bare


_BARE = _Bare()

# Bulgarian Transliteration Act, 2009, Art. 3-5.
_LATIN = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
    "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "у": "u", "ф": "f", "х": "h", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sht", "ъ": "a",
    "ь": "y", "ю": "yu", "я": "ya", "ѝ": "i",
    # letters of other Cyrillic alphabets, so that a foreign name does not pass unread
    "ё": "yo", "ы": "y", "э": "e", "ѐ": "e", "і": "i", "ї": "yi", "є": "ye", "ґ": "g",
    "ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dzh", "ѓ": "gj", "ќ": "kj",
    "ѕ": "dz",
}  # fmt: skip

# Spellings of one sound, longest first: what `skeleton` does not tell apart.
_SOUNDS = (
    ("szcz", "st"), ("shch", "st"), ("sht", "st"), ("dzh", "z"), ("dz", "z"), ("sch", "s"),
    ("sh", "s"), ("sz", "s"), ("zh", "z"), ("rz", "z"), ("ts", "c"), ("tz", "c"), ("cz", "c"),
    ("ch", "c"), ("kh", "h"), ("ph", "f"), ("x", "ks"), ("q", "k"), ("w", "v"), ("y", "i"),
    ("j", "i"),
)  # fmt: skip
_SOFT = re.compile(r"i(?=[aeou])")
_TWICE = re.compile(r"(.)\1+")

Spelling = tuple[str, Sequence[int]]
"""A text as it is spelt, and which character of the text as typed each of its own is."""

_LACKING = 6.0
"""How many marks a text has to lack before it is typed without."""


def as_typed(text: str) -> Spelling:
    """Return a text, each character of which is its own."""
    return text, range(len(text))


def pieces(text: str) -> Iterator[re.Match[str]]:
    """Yield every run of letters and every run of digits; marks and soft hyphens stay inside.

    >>> [m[0] for m in pieces("jan.kowalski77@x.pl")]
    ['jan', 'kowalski', '77', 'x', 'pl']
    """
    marked = not text.isascii() and _MARK.search(text)
    return (_PIECE if marked else _UNMARKED).finditer(text)


def unhung(surface: str) -> str:
    """Return a name without the case ending that a mark ties to it.

    >>> unhung("Nokia Oyj:n"), unhung("Kovács Kft.-nél"), unhung("Rolls-Royce")
    ('Nokia Oyj', 'Kovács Kft.', 'Rolls-Royce')
    """
    last = next(reversed([*pieces(surface)]), None)
    before = surface[: last.start()] if last else ""
    mark = next((m for m in _HANGS if before.endswith(m)), "")
    bare = before.removesuffix(mark.lstrip(".")) if mark else ""
    hangs = last and last[0].islower() and len(last[0]) <= _LONGEST_ENDING
    formed = bare.endswith(".") or bare[-1:].isupper() or mark[-1:] == ":"
    return bare if bare and hangs and formed else surface


def visible(text: str) -> str:
    """Return `text` without soft hyphens, joiners and spaces of no width."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def strip_marks(text: str) -> str:
    """Return `text` without diacritics; letters with strokes and ligatures become plain ones.

    >>> strip_marks("Łódź, Đorđe, Straße, Søren"), strip_marks("Йордан")
    ('Lodz, Dorde, Strasse, Soren', 'Йордан')
    """
    if text.isascii():
        return text
    if _CYRILLIC.search(text):
        return _FOREIGN.sub(lambda run: strip_marks(run[0]), unicodedata.normalize("NFC", text))
    return text.translate(_BARE)


def with_commas(text: str) -> str:
    """Return `text` whose Romanian letters have the comma: old texts have the cedilla.

    >>> with_commas("Brătuşeţ")
    'Brătușeț'
    """
    if text.isascii():
        return text
    for cedilla, comma in _CEDILLAS:  # for a word faster than a table
        text = text.replace(cedilla, comma)
    return text


_CEDILLAS = tuple(zip("şŞţŢ", "șȘțȚ", strict=True))


@lru_cache(maxsize=1 << 17)
def plain(text: str) -> str:
    """Return `text` in small letters, composed, visible: capitals folded and nothing else.

    >>> plain("KOWAL\u00adSKI"), plain("Zie\u0301ba") == plain("ziéba")
    ('kowalski', True)
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", visible(text)).casefold().replace("’", "'")


@lru_cache(maxsize=1 << 17)
def fold(text: str) -> str:
    """Return the key under which spellings meet: no capitals, no diacritics, same script.

    >>> fold("ŁÓDŹ"), fold("Lodz"), fold("Иванов")
    ('lodz', 'lodz', 'иванов')
    """
    if text.isascii():
        return text.lower()
    return strip_marks(plain(text)).casefold()


def is_bare(text: str, marked: float) -> bool:
    """Tell whether a text is typed without the marks that its language has on its letters.

    >>> is_bare("Prosze zadzwonic do pani Kowalskiej – nie moge sie dodzwonic. " * 3, 0.06)
    True

    Args:
        text: Of the document.
        marked: The share of letters that have a mark where one writes them; zero where none does.
    """
    if not marked or any(not c.isascii() and c.isalpha() for c in text):
        return False
    return sum(map(str.isalpha, text)) * marked >= _LACKING


def is_cyrillic(text: str) -> bool:
    """Tell whether `text` has a Cyrillic letter."""
    return not text.isascii() and _CYRILLIC.search(text) is not None


def to_latin(text: str) -> str:
    """Transliterate Bulgarian letters; everything else stays.

    >>> to_latin("Щерев, Юлия")
    'Shterev, Yuliya'
    """
    if not is_cyrillic(text):
        return text
    out: list[str] = []
    for char in text:
        latin = _LATIN.get(char.lower(), char) if "\u0400" <= char <= "\u04ff" else char
        out.append(latin[:1].upper() + latin[1:] if char.isupper() and latin != char else latin)
    return "".join(out)


@lru_cache(maxsize=1 << 17)
def skeleton(text: str) -> str:
    """Return a key that is the same in Cyrillic and in Latin letters, however transliterated.

    >>> skeleton("Живков") == skeleton("Zhivkov") == skeleton("Živkov") == skeleton("ŽIVKOV")
    True
    >>> skeleton("Ковалски") == skeleton("Kowalski"), skeleton("Зелински") == skeleton("Zieliński")
    (True, True)
    """
    return _sounds(fold(to_latin(plain(text))))


def _sounds(folded: str) -> str:
    for spelling, sound in _SOUNDS:
        folded = folded.replace(spelling, sound)
    return _TWICE.sub(r"\1", _SOFT.sub("", folded))


def all_casefolded(words: Sequence[str]) -> list[str]:
    """Return each word of a list case-folded, Romanian with commas, all at once."""
    return with_commas("\n".join(words).casefold()).split("\n") if words else []


def all_plain(words: Sequence[str]) -> list[str]:
    """Return what `plain` makes of each word of a list, all at once and not kept."""
    return plain.__wrapped__("\n".join(words)).split("\n") if words else []


def all_folded(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what `plain` and `fold` make of each word of a list, all at once and not kept.

    >>> all_folded(["Łódź", "O’Hara"])
    (['łódź', "o'hara"], ['lodz', "o'hara"])
    """
    if not words:
        return [], []
    small = plain.__wrapped__("\n".join(words))
    own = small.split("\n")
    if small.isascii():
        return own, own
    folded = strip_marks(small).casefold().split("\n")
    return own, [a if a == b else b for a, b in zip(own, folded, strict=True)]  # most are the same


def all_skeletons(words: Sequence[str]) -> list[str]:
    """Return what `skeleton` makes of each word of a list, all at once and not kept."""
    small = to_latin(plain.__wrapped__("\n".join(words)))
    folded = strip_marks(plain.__wrapped__(small)).casefold()
    return _sounds(folded).split("\n") if words else []


def is_spelling(word: str, form: str) -> bool:
    """Tell whether `word` is `form` in any capitals, with all, some or none of its diacritics.

    Marks that `form` does not have make it another word.

    >>> is_spelling("ZIELINSKI", "Zieliński"), is_spelling("Sąd", "Sad")
    (True, False)
    """
    mine, theirs = plain(word), plain(form)
    if mine == theirs:
        return True
    if len(mine) == len(theirs):
        return all(a == b or a == strip_marks(b) for a, b in zip(mine, theirs, strict=True))
    return fold(mine) == mine == fold(theirs)


def is_near(one: str, other: str) -> bool:
    """Tell whether words differ by one letter: another, one more or two changed over.

    >>> is_near("kwiecien", "kwiecen"), is_near("danijela", "danjiela"), is_near("kos", "lis")
    (True, True, False)
    """
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    at = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    turned = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or turned


def in_common(one: str, other: str) -> int:
    """Return how many letters two words begin with in common."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return n
    return min(len(one), len(other))

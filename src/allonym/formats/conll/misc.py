"""The column MISC and other annotation that may repeat a name: what of it stays."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from allonym.formats.base import load_table
from allonym.ports import NamesIn
from allonym.text.capitals import CAPITAL, SMALL, like
from allonym.text.fold import fold, is_cyrillic, skeleton, strip_marks, to_latin

KEPT = frozenset(load_table("conll/words.toml")["kept"].split())
"""Keys that say something of a word without repeating it; they stay when the word changes."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_HUMP = re.compile(rf"(?<={SMALL})(?={CAPITAL})")
_RUN = 4
_START, _ENDING = 4, 4
_NOBODY = "x"  # stands in a name of something for a word that became no word
_WEB = frozenset({"http", "https", "www", "com", "org", "net", "html", "htm", "php", "mail"})
_OFFSETS = re.compile(
    r"(?<![^|])(start_char|end_char)=([0-9]+)|(?<![^|])TokenRange=([0-9]+):([0-9]+)"
)


class Words:
    """The words that were replaced in a corpus, to be replaced wherever annotation repeats them.

    What is no name in the text may be a person's in an id: `names` finds it.
    """

    def __init__(self, names: NamesIn = lambda _: ()) -> None:
        self._names = names
        self._new: dict[str, str] = {}
        self._small: list[tuple[str, str, str]] = []
        self._capital: set[str] = set()
        self._starts: set[str] = set()
        self._small_words: set[str] = set()
        self._plain: dict[str, str] = {}
        self._seen: dict[str, str] = {}
        self._skeletons: dict[tuple[bool, str], str] = {}
        self._known: frozenset[str] = frozenset()
        self._stems: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self._new)

    def add(self, old: str, new: str, entity: str) -> None:
        """Note that a word of an entity became another.

        Words in small letters count only if the entity never has a capital: others are such as
        ``university`` in the name of one.
        """
        olds, news = _WORD.findall(old), _WORD.findall(new)
        fitting = len(olds) == len(news)
        for index, word in enumerate(olds):
            text = news[index] if fitting else new
            if word.casefold() == text.casefold() or word.casefold() in _WEB:
                continue
            if word.islower():
                self._small.append((word, text, entity))
            else:
                self._capital.add(entity)
                self._new.setdefault(word.casefold(), text)

    def add_run(self, run: Sequence[tuple[str, str]], entity: str) -> None:
        """Note that words in a row became others: ids may spell them without spaces."""
        last = run[-_RUN:]
        for start in range(len(last) - 1):
            old = "".join(c for word, _ in last[start:] for c in word if c.isalpha())
            self.add(old, "".join(new for _, new in last[start:]), entity)

    def settle(self) -> None:
        """Take in the words in small letters that are names of their own."""
        self._small_words = {fold(word) for word, _, _ in self._small}
        for word, text, entity in self._small:
            if entity not in self._capital:
                self._new.setdefault(word, text)

    def resembles(self, text: str) -> bool:
        """Tell whether a word may be a form of one that was replaced.

        It is that word with an ending, or has a capital and begins like one.
        """
        known = self._folded()
        if not self._starts:
            self._starts = {word[:_START] for word in known}
        for word in map(str, _WORD.findall(text)):
            plain = fold(word)
            if word[0].isupper() and plain[:_START] in self._starts:
                return True
            if _is_form(plain, known):
                return True
        return False

    def hide(self, text: str) -> str:
        """Return a text with each of the words replaced."""
        return _WORD.sub(self._hidden, text)

    def hide_in_id(self, text: str) -> str:
        """Return the name of a thing with the words replaced, as plain, and forms of them gone."""
        hidden = _WORD.sub(self._hidden_in_id, text)
        return strip_marks(hidden) if text.isascii() else hidden

    def _hidden_in_id(self, match: re.Match[str]) -> str:
        hidden = self._hidden(match)
        if hidden != match[0]:
            return hidden
        told = self._names(hidden) or _is_form(fold(hidden), self._small_words)
        return _NOBODY if told or self.resembles(hidden) or self._is_near(hidden) else hidden

    def _is_near(self, word: str) -> bool:
        """Tell whether a word is a form of a name in another script, or the stem of one."""
        plain = skeleton(fold(word))
        self._folded()
        if not self._stems:
            self._known = frozenset(spelt for _, spelt in self._skeletons)
            cut = (n[: len(n) - k] for n in self._known for k in range(_ENDING))
            self._stems = frozenset(stem for stem in cut if len(stem) > _START)
        return plain in self._stems or _is_form(plain, self._known)

    def _hidden(self, match: re.Match[str]) -> str:
        word = match[0]
        if word not in self._seen:
            self._seen[word] = self._other(word)
        return self._seen[word]

    def _other(self, word: str) -> str:
        """Return what stands for a word, however it is capitalised, accented or transliterated."""
        new = self._new.get(word.casefold()) or self._folded().get(fold(word))
        if new is None:
            new = self._skeletons.get((not is_cyrillic(word), skeleton(fold(word))))
        if new is None:
            parts = _HUMP.split(word)
            return word if len(parts) == 1 else "".join(map(self._other, parts))
        new = new if is_cyrillic(word) else to_latin(new)
        return like(word, new) if new.isalpha() else _NOBODY

    def _folded(self) -> dict[str, str]:
        if not self._plain:
            self._plain = {fold(word): new for word, new in self._new.items()}
            self._skeletons = {
                (is_cyrillic(word), skeleton(word)): new for word, new in self._plain.items()
            }
        return self._plain


def _is_form(word: str, known: Container[str]) -> bool:
    """Tell whether a word is a known one with an ending of a few letters, or without."""
    return any(word[: len(word) - n] in known for n in range(min(_ENDING, len(word) - 2)))


def of_changed(misc: str, words: Words) -> str:
    """Return the MISC of a word that was replaced: what may repeat it is left out."""
    return "|".join(_kept(misc.split("|"), words)) or "_"


def _kept(pairs: Iterable[str], words: Words) -> Iterator[str]:
    for pair in pairs:
        key, _, value = pair.partition("=")
        if key == "Entity":
            yield words.hide(pair)
        elif key in KEPT or key.upper().endswith(":NE") or value in ("Yes", "No"):
            yield pair


def of_others(misc: str, words: Words) -> str:
    """Return the MISC of a word that stays, cleared of the words that do not."""
    pairs = (pair.partition("=") for pair in misc.split("|"))
    return "|".join(
        key + equals + (value if key in KEPT and key != "Entity" else words.hide(value))
        for key, equals, value in pairs
    )


class Offsets:
    """Moves the offsets that tools write into MISC (``start_char``, ``TokenRange``)."""

    def __init__(self) -> None:
        self._shift = 0
        self._last = 0

    def moved(self, misc: str, before: int, after: int) -> str:
        """Return MISC with its offsets moved by what changed before them.

        `before` is how much longer the words before this one have become, `after` the same with it.
        """
        start = next((int(m[2] or m[3]) for m in _OFFSETS.finditer(misc) if m[1] != "end_char"), -1)
        if start < 0 and "end_char" not in misc:
            return misc
        if 0 <= start < self._last:
            self._shift = before
        self._last = max(start, 0)
        return _OFFSETS.sub(lambda m: _offset(m, before - self._shift, after - self._shift), misc)


def _offset(match: re.Match[str], before: int, after: int) -> str:
    if match[1]:
        return f"{match[1]}={int(match[2]) + (after if match[1] == 'end_char' else before)}"
    return f"TokenRange={int(match[3]) + before}:{int(match[4]) + after}"


class Names:
    """Keeps names of sentences and documents apart that have become the same."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def old(self, value: str) -> str:
        """Note a name that stays as it is."""
        self._seen.setdefault(value, 1)
        return value

    def unique(self, value: str) -> str:
        """Return a name that none before it has.

        >>> names = Names()
        >>> [names.unique("a") for _ in range(3)]
        ['a', 'a-2', 'a-3']
        """
        made = value
        while made in self._seen:
            self._seen[value] += 1
            made = f"{value}-{self._seen[value]}"
        self._seen[made] = 1
        return made

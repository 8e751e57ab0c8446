"""Which words of a language are common ones, so that in small letters they name nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from allonym.languages.lexicon import BIT, GIVEN, load_lexicon
from allonym.languages.pack import LanguagePack

_COMMON = BIT["common"] | BIT["common_rare"]
_NAMES = BIT["given"] | BIT["family"]


def load_common(pack: LanguagePack) -> Callable[[str], bool]:
    """Return a function that tells whether a word in small letters is a common one."""
    flags = load_lexicon(pack.where("lexicon")).flags
    return lru_cache(1 << 14)(lambda word: bool(flags(word) & _COMMON))


def load_given(pack: LanguagePack) -> Callable[[str], bool]:
    """Return a function that tells whether a word is on the list of given names."""
    flags = load_lexicon(pack.where("lexicon")).flags
    return lru_cache(1 << 12)(lambda word: bool(flags(word) & GIVEN))


def load_names(pack: LanguagePack) -> Callable[[str], bool]:
    """Return a function that tells whether a word, capital or not, is rather a person's name."""
    flags = load_lexicon(pack.where("lexicon")).flags
    return lambda word: bool(flags(word) & _NAMES) and not flags(word.lower()) & _COMMON

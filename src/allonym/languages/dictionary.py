"""What large dictionaries say of a word in small letters: a few bits, asked without the words.

``lexicon/words.bin`` of a pack holds no words, only 28 bits of the CRC-32 of each form and four
flags: 65,536 buckets by the upper 16 bits (how many forms each has, a byte), then for each form
the lower 12 bits and the flags in two bytes.  One unknown word in two to three thousand is taken
for a known one.  ``lexicon/forms.bin`` is the same for some four times as many forms, rare ones and
those that are names as well, and says only that there is such a word.  `tools/build_dictionary.py`
makes the files; each pack's card names the sources.
"""

from __future__ import annotations

import unicodedata
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from allonym.errors import PackError
from allonym.languages.pack import common_path, load_pack
from allonym.text.fold import with_commas

KNOWN = 1
"""A form of a word in simplemma's dictionary, written small there."""
LEMMA = 2
"""Its own lemma there."""
COMMON = 4
"""Written small so often in wordfreq's texts that its Zipf frequency is 3.5 or more."""
SEEN = 8
"""The same from 2.0; from 3.0 in sl, hr, bg, ro, sk and hu, whose lists end there."""

MET = KNOWN | COMMON, KNOWN | SEEN
"""What words have that texts are full of, and those that are met with in some."""

WORD = 16
"""A form of a word in the larger list."""

_PERSON, _SEVERAL = 3, 8
"""What `load_names` says of a given name or surname, and of a name of several languages."""

FILE = Path("lexicon", "words.bin")
LARGER = Path("lexicon", "forms.bin")
_MAGIC = b"ALWORDS1"
_BUCKETS = 1 << 16


_HALF = 4
"""Letters of what is left of a word without what it begins or ends with."""


class Making(NamedTuple):
    """How words are made of words: keys of ``settings.toml``."""

    compounds: int = 0
    prefixes: Sequence[str] = ()
    suffixes: Sequence[str] = ()

    def is_made(self, word: str, flags: Callable[[str], int]) -> bool:
        """Tell whether a word in small letters is made of words that a dictionary knows well.

        >>> known = {"virhe": 3, "ilmoitus": 3, "küldve": 1}
        >>> made = Making(4, ("be",), ("ta",)).is_made
        >>> [made(w, lambda w: known.get(w, 0)) for w in ("virheilmoitus", "beküldve", "virheta")]
        [True, True, True]
        """
        least = self.compounds or len(word)
        cuts = {n for n in range(least, len(word) - least + 1) if flags(word[:n]) & ~WORD}
        cuts.update(len(p) for p in self.prefixes if word.startswith(p))
        hung = (s.partition(">") for s in self.suffixes)
        bare = (word.removesuffix(s) + r for s, _, r in hung if word.endswith(s))
        left = (w for w in (*(word[n:] for n in cuts), *bare) if len(w) >= _HALF)
        return word.isalpha() and any(flags(w) & ~WORD for w in left)


class Dictionary:
    """The forms of one language.

    >>> Dictionary(as_bytes({"kos": KNOWN | LEMMA})).flags("KOS")
    3
    """

    def __init__(self, data: bytes = b"", larger: Dictionary | None = None) -> None:
        """Read what `as_bytes` wrote; nothing makes an empty dictionary.

        Args:
            data: The forms and their flags.
            larger: Further forms, of which it says only that they are words.

        Raises:
            ValueError: If the bytes are none of `as_bytes`.
        """
        import numpy as np

        data = data or as_bytes({})
        head = len(_MAGIC) + _BUCKETS
        sizes = np.frombuffer(data[len(_MAGIC) : head], np.uint8)
        if data[: len(_MAGIC)] != _MAGIC or len(data) != head + 2 * int(sizes.sum()):
            raise ValueError("not a dictionary")
        ends = np.cumsum(sizes, dtype=np.uint32)
        self._larger = larger
        self._ends = array("I", ends.astype(f"u{array('I').itemsize}").tobytes())
        self._sizes = data[len(_MAGIC) : head]
        self._forms = array("H", np.frombuffer(data[head:], "<u2").astype(np.uint16).tobytes())

    def __len__(self) -> int:
        return len(self._forms)

    def flags(self, word: str) -> int:
        """Return what is known of a word in small letters: `KNOWN`, `LEMMA`, `COMMON`, `SEEN`.

        Names are not in it: what is written with a capital only has no flags.  Of a dictionary
        with a larger one behind it, `WORD` too, for a word of either.
        """
        key = _key(word)
        own = self._own(key)
        if self._larger is None:
            return own
        return own | WORD if own or self._larger._own(key) else 0

    def _own(self, key: tuple[int, int]) -> int:
        bucket, rest = key
        end = self._ends[bucket]
        at = bisect_left(self._forms, rest << 4, end - self._sizes[bucket], end)
        return self._forms[at] & 15 if at < end and self._forms[at] >> 4 == rest else 0


@cache
def load_dictionary(pack_folder: Path) -> Dictionary:
    """Return the dictionary of a pack, read once; an empty one where the pack has none.

    Args:
        pack_folder: The folder that ``pack.toml`` is in.

    Raises:
        PackError: If the file is broken.
    """
    larger = _read(pack_folder, LARGER)
    return _read(pack_folder, FILE, larger if len(larger) else None)


def _read(pack_folder: Path, name: Path, larger: Dictionary | None = None) -> Dictionary:
    path = pack_folder / name
    try:
        return Dictionary(path.read_bytes() if path.is_file() else b"", larger)
    except ValueError as error:
        raise PackError(f"{pack_folder.name}/{name}: {error}; install the pack again") from error


@cache
def load_english() -> Dictionary:
    """Return the dictionary of English, in which tags and code are written everywhere."""
    return load_dictionary(load_pack("en").where("lexicon").parent)


@cache
def load_names() -> Dictionary:
    """Return what is a name in some language: given name 1, surname 2, place 4, in several 8.

    `tools/build_names.py` makes the file from the lists of all packs and others.
    """
    path = common_path("names.bin")
    return Dictionary(path.read_bytes() if path.is_file() else b"")


def names_nobody(word: str) -> bool:
    """Tell whether English words joined by underscores name no user: *use_cache*, *first_name*.

    One of them is no name in any language, and each of the others is rather a word.

    >>> [names_nobody(word) for word in ("use_cache", "rose_baker", "maria_notes")]
    [True, False, False]
    """
    flags = load_english().flags
    names = load_names().flags
    parts = [part for part in word.split("_") if part]
    usual = (flags(p) & KNOWN and (flags(p) & COMMON or not names(p) & _SEVERAL) for p in parts)
    return len(parts) > 1 and all(usual) and any(not names(p) & _PERSON for p in parts)


def as_bytes(words: Mapping[str, int]) -> bytes:
    """Return forms and their flags as a file's bytes; of two forms of one key the first counts.

    Args:
        words: Forms, the most important first; flags below 16.
    """
    import numpy as np

    keys: dict[tuple[int, int], int] = {}
    for word, flags in words.items():
        keys.setdefault(_key(word), flags)
    sizes = bytearray(_BUCKETS)
    for bucket, _ in keys:
        sizes[bucket] += 1
    forms = np.array([rest << 4 | keys[b, rest] for b, rest in sorted(keys)], "<u2")
    return _MAGIC + bytes(sizes) + forms.tobytes()


def folded(word: str) -> str:
    """Return a word as it is looked up: small letters, composed, Romanian with commas."""
    if word.isascii():
        return word.lower()
    return with_commas(unicodedata.normalize("NFC", word.lower()))


def _key(word: str) -> tuple[int, int]:
    crc = zlib.crc32(folded(word).encode("utf-8", "replace"))
    return crc >> 16, crc >> 4 & 0xFFF

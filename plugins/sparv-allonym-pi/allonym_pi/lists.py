"""Words of everyday language that say something of a person, by language; see ``words/``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LISTS = (
    "fam", "edu", "language", "sensitive", "work", "area", "geo", "place", "transport",
    "transport_name", "colour", "vehicle", "number",
)  # fmt: skip
"""What a file of words may hold; a missing list is empty."""

_DOUBLED = re.compile(r"([^\W\d_])\1")
_LONG = 5
"""Letters of a word that is known with one letter for two."""


@dataclass(frozen=True, slots=True)
class Words:
    """A list of words: whole, by their beginning (``vän*``) or by their end (``*sjön``).

    Learners write one letter for two and two for one; long words are known all the same.

    >>> words = Words.read("mamma vän* *sjön jobbat")
    >>> [word in words for word in ("Mamma", "vännen", "Storsjön", "mammas", "sjön", "jobat")]
    [True, True, True, False, False, True]
    """

    whole: frozenset[str]
    loose: frozenset[str]
    beginnings: tuple[str, ...]
    ends: tuple[str, ...]

    @classmethod
    def read(cls, text: str, more: Iterable[str] = ()) -> Words:
        """Read words parted by white space; `more` are whole words."""
        words = [*text.casefold().split(), *(word.casefold() for word in more)]
        whole = frozenset(w for w in words if "*" not in w)
        return cls(
            whole,
            frozenset(map(_single, whole)),
            tuple(w[:-1] for w in words if w.endswith("*")),
            tuple(w[1:] for w in words if w.startswith("*")),
        )

    def __contains__(self, word: str) -> bool:
        folded = word.casefold()
        if folded in self.whole or folded.startswith(self.beginnings):
            return True
        if len(folded) >= _LONG and _single(folded) in self.loose:
            return True
        return any(folded.endswith(end) and len(folded) > len(end) for end in self.ends)


def _single(word: str) -> str:
    return _DOUBLED.sub(r"\1", word)


@cache
def load_lists(language: str) -> Mapping[str, str]:
    """Return the lists of a language as they are written; empty where there is no file."""
    folder = files(__package__).joinpath("words")
    if not folder.joinpath(f"{language}.toml").is_file():
        return {}
    both = (folder.joinpath(f"{name}.toml").read_text("utf-8") for name in ("every", language))
    table = {name: text for source in both for name, text in tomllib.loads(source).items()}
    return {name: str(table.get(name, "")) for name in LISTS}

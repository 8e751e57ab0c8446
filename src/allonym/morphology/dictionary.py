"""Morfeusz 2 (with the SGJP dictionary) as a look-up of word forms, in both directions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from allonym.morphology.tags import Tag, parse_tag

_CACHED = 1 << 12


@dataclass(frozen=True, slots=True)
class Entry:
    """One form of one lemma.

    Attributes:
        form: As the dictionary writes it.
        lemma: Without the dictionary's marks of homonyms.
        key: With them, as generating wants it.
        tag: What the form is.
        labels: What the lemma names: ``imię``, ``nazwisko`` ...
        marked: True when the dictionary calls it rare, dated or colloquial.
    """

    form: str = field(repr=False)
    lemma: str = field(repr=False)
    key: str = field(repr=False)
    tag: Tag
    labels: frozenset[str]
    marked: bool = False


class Dictionary:
    """Looks forms up in Morfeusz, loaded at the first question.

    The latest answers are kept: a word is looked up for each kind of name, as noun and adjective.
    """

    def __init__(self) -> None:
        self.read = lru_cache(_CACHED)(self._read)
        self.inflect = lru_cache(_CACHED)(self._inflect)

    @cached_property
    def _engine(self) -> Any:
        from morfeusz2 import Morfeusz

        return Morfeusz(generate=True)

    def _read(self, word: str) -> tuple[Entry, ...]:
        """Return what one word can be; nothing when it is unknown or more than one word."""
        if not word.isprintable():
            return ()
        found = self._engine.analyse(word)
        if any(start != 0 or end != 1 for start, end, _ in found):
            return ()
        return tuple(entry for _, _, item in found if (entry := _entry(*item)))

    def _inflect(self, key: str) -> tuple[Entry, ...]:
        """Return every form of a lemma, homonyms together unless `key` is marked as one."""
        if not key or not key.isprintable() or any(c.isspace() for c in key):
            return ()
        return tuple(entry for item in self._engine.generate(key) if (entry := _entry(*item)))


def _entry(form: str, key: str, tag: str, labels: list[str], marks: list[str]) -> Entry | None:
    parsed = parse_tag(tag)
    if not parsed.bundles:
        return None
    lemma = key.partition(":")[0].partition("~")[0]
    return Entry(form, lemma, key, parsed, frozenset(labels), bool(marks) or parsed.pos == "depr")

"""Morfeusz 2 (with the SGJP dictionary) as a look-up of word forms, in both directions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from allonym.morphology.tags import Tag, parse_tag

_CACHED = 1 << 12


class Entry(NamedTuple):
    """One form of one lemma; a named tuple, since there are many.

    Attributes:
        form: As the dictionary writes it.
        lemma: Without the dictionary's marks of homonyms.
        key: With them, as generating wants it.
        tag: What the form is.
        labels: What the lemma names: ``imię``, ``nazwisko`` ...
        marked: True when the dictionary calls it rare, dated or colloquial.
    """

    form: str
    lemma: str
    key: str
    tag: Tag
    labels: frozenset[str]
    marked: bool = False

    def __repr__(self) -> str:
        return f"Entry({self.tag.pos})"  # no form: it is a name


class Dictionary:
    """Looks forms up in Morfeusz, loaded at the first question.

    The latest answers are kept: a word is looked up for each kind of name, as noun and adjective.
    """

    def __init__(self) -> None:
        self.read = lru_cache(_CACHED)(self._read)
        self.inflect = lru_cache(_CACHED)(self._inflect)
        self._kinds: dict[tuple[int, int, int], tuple[Tag, frozenset[str], bool]] = {}

    @cached_property
    def _engine(self) -> Any:
        from morfeusz2 import Morfeusz

        return Morfeusz(generate=True)._morfeusz_obj  # its wrapper makes texts of every number

    def _read(self, word: str) -> tuple[Entry, ...]:
        """Return what one word can be; nothing when it is unknown or more than one word."""
        if not word.isprintable():
            return ()
        found = self._engine.analyse(word)
        if any(item.startNode != 0 or item.endNode != 1 for item in found):
            return ()
        return tuple(self._entries(found))

    def _inflect(self, key: str) -> tuple[Entry, ...]:
        """Return every form of a lemma, homonyms together unless `key` is marked as one."""
        if not key or not key.isprintable() or any(c.isspace() for c in key):
            return ()
        return tuple(self._entries(self._engine.generate(key)))

    def _entries(self, found: Iterable[Any]) -> Iterator[Entry]:
        """Yield what can be declined; what a form is stands in numbers, and few are all there."""
        for item in found:
            numbers = item.tagId, item.nameId, item.labelsId
            if numbers not in self._kinds:
                tag, engine = parse_tag(item.getTag(self._engine)), self._engine
                marked = bool(item.getLabels(engine)) or tag.pos == "depr"
                self._kinds[numbers] = tag, frozenset(item.getName(engine)), marked
            tag, labels, marked = self._kinds[numbers]
            if tag.bundles:
                key = item.lemma
                lemma = key.partition(":")[0].partition("~")[0]
                yield Entry(item.orth, lemma, key, tag, labels, marked)

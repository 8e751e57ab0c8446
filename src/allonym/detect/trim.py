"""Titles stand outside a name: what a model took in with it is left out again.

The one place where a mention may shrink, since a title names nobody (``annotation``: "titles and
honorifics outside").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_WORD = re.compile(r"[^\W\d_]+")
_GUESSERS = ("model", "gazetteer")


class TitleTrimmer:
    """Cuts leading titles off the names that models and word lists found.

    Args:
        data: ``words.toml`` of a pack; the words of ``cues.honorific`` and ``cues.title`` count.
        is_label: Tells whether a word announces a value (``PESEL``, ``Tel``) and so names nobody.
    """

    def __init__(
        self, data: Mapping[str, Any], is_label: Callable[[str], bool] = lambda _: False
    ) -> None:
        cues = data.get("cues", {})
        words: Iterable[str] = (*cues.get("honorific", {}), *cues.get("title", {}))
        self._is_label = is_label
        self._titles = frozenset(word.casefold() for word in words if len(word) > 1)

    def trim(self, view: TextView, mention: Mention) -> Mention | None:
        """Return the mention without leading titles; None where no name is left."""
        if not self._concerns(mention):
            return mention
        words = _WORD.findall(view.surface(mention.span))
        if words and all(map(self._is_label, words)):
            return None
        start, end = mention.span.start, mention.span.end
        for word in _WORD.finditer(view.text, start, end):
            if word.group().casefold() not in self._titles:
                start = word.start() if start > mention.span.start else start
                return mention if start == mention.span.start else self._cut(mention, start)
            start = word.end()
        return None if start > mention.span.start else mention

    @staticmethod
    def _concerns(mention: Mention) -> bool:
        guessed = all(e.detector.partition(".")[0] in _GUESSERS for e in mention.evidence)
        return guessed and any(is_a(mention.type, t) for t in ("person", "org", "other"))

    @staticmethod
    def _cut(mention: Mention, start: int) -> Mention:
        return replace(mention, span=Span(start, mention.span.end))

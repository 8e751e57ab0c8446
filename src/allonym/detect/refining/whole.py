"""Names that go on: behind a nickname in quotes, and with an ending that a hyphen joins.

*Kent "Blomman" Blom* is one name, though *Blomman* may be any word and *Blom* another's; and in
languages that string suffixes on the end a silent or double letter has its own on a hyphen:
*Mariann-nal*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

_NAME = r"[^\W\d_]+(?:-[^\W\d_]+)*"
_QUOTED = re.compile(rf"{_NAME} [\"“„«‘'](?P<nick>{_NAME}(?: {_NAME})?)[\"”“»’'] (?P<last>{_NAME})")
_GUESSERS = frozenset({"model", "gazetteer", "decision"})
_TAIL = re.compile(r"[-\u2010\u2011]([^\W\d_]{1,6})(?![\w-])")


@dataclass(frozen=True, slots=True)
class Completer:
    """Makes guessed names of people whole.

    Attributes:
        morphology: Reads single words.
        suffixed: Whether the language strings suffixes on names.
    """

    morphology: Morphology
    suffixed: bool

    def complete(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, people with all that belongs to their names, none twice."""
        kept: list[Mention] = []
        for number, mention in enumerate(mentions):
            if kept and mention.span.start < kept[-1].span.end:
                continue
            whole = mention
            if _is_guessed(mention) and is_a(mention.type, "person"):
                whole = self._suffix(view, self._nickname(view, mention, mentions[number + 1 :]))
            kept.append(whole)
        return kept

    def _nickname(self, view: TextView, mention: Mention, after: Sequence[Mention]) -> Mention:
        found = _QUOTED.match(view.text, mention.span.start)
        if not found or mention.span.end >= found.end():
            return mention
        if not (found["nick"][:1].isupper() and found["last"][:1].isupper()):
            return mention
        last = [m for m in after if m.span.end > found.start("last") and m.span.start < found.end()]
        beyond = any(m.span.end > found.end() for m in last)
        if beyond or (last and not any(is_a(m.type, "person") for m in last)):
            return mention
        return replace(mention, span=Span(mention.span.start, found.end()), parts=())

    def _suffix(self, view: TextView, mention: Mention) -> Mention:
        tail = _TAIL.match(view.text, mention.span.end) if self.suffixed else None
        word = view.surface(mention.span).rpartition(" ")[2]
        if not tail or not tail[1].islower() or not word[:1].isupper():
            return mention
        readings = self.morphology.analyse(word + tail[0], "given")
        if readings[0].lemma != word:
            return mention
        return replace(mention, span=Span(mention.span.start, tail.end()), parts=())


def _is_guessed(mention: Mention) -> bool:
    """Tell whether nothing but guesses, and what was decided about them, made a mention."""
    return _GUESSERS.issuperset(e.detector.partition(".")[0] for e in mention.evidence)

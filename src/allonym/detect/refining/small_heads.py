"""Institutions with their kind in small letters behind a village: *Mukkulan | terveysasemalla*.

The village is in no table and reads like a surname; the words behind it say that it is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.languages.institutions import Slots
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

_HEAD = re.compile(r"[ \u00a0]([^\W\d_]{4,})")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_READINGS = 12
_GENITIVE = "Gen"


@dataclass(frozen=True)
class SmallHeads:
    """Joins a village and the kind of institution behind it.

    Attributes:
        slots: What stands beside the words of institutions.
        morphology: Reads the words.
        is_given: Tells whether a word is a given name; *Annan koulu* is the school of a child.
        genitive: Whether places stand so at the head of a name.
    """

    slots: Slots = field(repr=False)
    morphology: Morphology = field(repr=False)
    is_given: Callable[[str], bool] = field(repr=False)
    genitive: bool

    @classmethod
    def of(
        cls,
        table: Mapping[str, Sequence[str]],
        slots: Slots,
        morphology: Morphology,
        is_given: Callable[[str], bool],
    ) -> SmallHeads:
        """Read ``town_head`` of ``orgs.toml``."""
        wanted = table.get("town_head", ())
        return cls(slots, morphology, is_given, any(_GENITIVE in own for own in wanted))

    def join(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, what is rather an institution's village with its kind as one."""
        if not self.genitive:
            return list(mentions)
        return [self._joined(view, m) for m in mentions]

    def _joined(self, view: TextView, mention: Mention) -> Mention:
        surface = view.surface(mention.span)
        head = _HEAD.match(view.text, mention.span.end)
        whole = is_a(mention.type, "person") and _WORD.fullmatch(surface) and head
        if not head or not whole or not self._is_head(head[1]) or not self._is_village(surface):
            return mention
        return replace(mention, type="org", span=Span(mention.span.start, head.end()), parts=())

    def _is_head(self, word: str) -> bool:
        if not word.islower():
            return False
        lemmas = (r.lemma.casefold() for r in self.morphology.analyse(word, "common")[:_READINGS])
        return "town" in self.slots.followed_by((word, *lemmas))

    def _is_village(self, word: str) -> bool:
        readings = [r for r in self.morphology.analyse(word, "place") if r.features]
        genitive = [r for r in readings if r.features.get("Case") == _GENITIVE]
        return bool(genitive) and not any(self.is_given(r.lemma) for r in (*genitive, *readings))

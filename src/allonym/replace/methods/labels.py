"""Methods that put a label in place of a mention: tag, index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from allonym.languages.labels import Labels
from allonym.model.entity import Entity
from allonym.model.replacement import Replacement
from allonym.ports import ReplaceContext

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class TagReplacer:
    """Writes ``[PERSON]``.

    Attributes:
        labels: The words for types.
        per: ``mention``, or ``token`` for one label on each word of the mention.
        label: Stands for every label if given.
    """

    labels: Labels
    per: str = "mention"
    label: str = ""

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return one tag for each mention."""
        for entity in entities:
            for mention in entity.mentions:
                tag = f"[{self.label or self.labels.tag(mention.type)}]"
                text = _per(self.per, context.view.surface(mention.span), tag)
                yield Replacement(mention.span, text, entity.id, "tag")


@dataclass(frozen=True, slots=True)
class IndexReplacer:
    """Writes ``[PERSON1]``: one number for each entity, counted by label in text order."""

    labels: Labels
    per: str = "mention"
    label: str = ""

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the numbered label for each mention."""
        counts: dict[str, int] = {}
        for entity in sorted(entities, key=lambda e: e.mentions[0].span.start):
            label = self.label or self.labels.tag(entity.type)
            counts[label] = counts.get(label, 0) + 1
            tag = f"[{label}{counts[label]}]"
            for mention in entity.mentions:
                text = _per(self.per, context.view.surface(mention.span), tag)
                yield Replacement(mention.span, text, entity.id, "index")


def _per(per: str, surface: str, tag: str) -> str:
    return tag if per == "mention" else _WORD.sub(lambda _: tag, surface)

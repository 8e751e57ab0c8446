"""What a page asks for, made into a decision that holds everything it needs."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.errors import DecisionError
from allonym.model.decision import Decision, Place, Target
from allonym.model.offsets import UnitIndex
from allonym.model.replacement import METHODS
from allonym.model.span import Span
from allonym.model.types import is_known
from allonym.review.anchors import place_at
from allonym.review.occurrences import TextIndex
from allonym.review.state import Item, State

REVIEW_METHODS = tuple(m for m in METHODS if m not in ("masked", "encrypt"))
"""Methods that a reviewer may choose for one entity."""

_GENDERS = ("", "Masc", "Fem")
_SCOPES = ("document", "always")
_LONGEST_NAME = 200

Asked = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Intake:
    """Reads what is asked about one document in its present state."""

    text: str = field(repr=False)  # the document
    state: State  # as it stands
    index: TextIndex  # finds other occurrences
    units: UnitIndex  # converts offsets

    def read(self, asked: Asked, by: str, at: str) -> Decision:
        """Return the decision.

        Args:
            asked: As the page sends it; offsets in UTF-16 units.
            by: Who asks.
            at: When.

        Raises:
            DecisionError: If it makes no sense here.
            OffsetError: If an offset is outside the text.
        """
        action = asked.get("action")
        readers = {
            "accept": self._accept, "reject": self._reject, "retype": self._retype,
            "resize": self._resize, "add": self._add, "merge": self._merge, "split": self._split,
            "rename": self._rename, "method": self._method, "allow": self._allow,
            "disallow": self._disallow,
        }  # fmt: skip
        if action not in readers:
            raise DecisionError(f"action: one of {', '.join(readers)} is expected")
        return Decision(action, readers[action](asked), by, at)

    # -- mentions ------------------------------------------------------------------------------

    def _accept(self, asked: Asked) -> Target:
        item = self._item(asked)
        items, bare = self._like(item) if asked.get("everywhere") else ([], [])
        entity = item.entity or self._joined(item.mention.span, item.mention.type)
        return self._target([item, *items], bare, entities=(entity,) if entity else ())

    def _reject(self, asked: Asked) -> Target:
        item = self._item(asked)
        items, bare = self._like(item) if asked.get("everywhere") else ([], [])
        return self._target([item, *items], bare)

    def _retype(self, asked: Asked) -> Target:
        item, kind = self._item(asked), self._type(asked)
        items: list[Item] = []
        if asked.get("everywhere"):
            items, _ = self._like(item)
            known = {i.id for i in items} | {item.id}
            items += [
                i
                for i in self.state.items.values()
                if i.active and i.entity == item.entity and i.id not in known
            ]
        joined = "" if item.entity else self._joined(item.mention.span, kind)
        return self._target([item, *items], type=kind, entities=(joined,) if joined else ())

    def _resize(self, asked: Asked) -> Target:
        item, span = self._item(asked), self._span(asked)
        old = item.mention.span
        left, right = span.start - old.start, span.end - old.end
        moved = [(item, span)]
        if asked.get("everywhere"):
            surface, wanted = (self.text[s.start : s.end] for s in (old, span))
            for other in self.state.items.values():
                at = other.mention.span
                start, end = at.start + left, at.end + right
                if (
                    other.id != item.id
                    and other.status not in ("covered", "rejected")
                    and self.text[at.start : at.end] == surface
                    and 0 <= start < end
                    and self.text[start:end] == wanted
                ):
                    moved.append((other, Span(start, end)))
        to = tuple(place_at(self.text, s) for _, s in moved)
        return self._target([i for i, _ in moved], to=to)

    def _add(self, asked: Asked) -> Target:
        span, kind = self._span(asked), self._type(asked)
        if not any(c.isalnum() for c in self.text[span.start : span.end]):
            raise DecisionError("start, end: there is no letter or digit in between")
        entity = str(asked.get("entity") or "")
        if entity and entity not in self.state.parties:
            raise DecisionError("entity: there is none with this id")
        spans = [span]
        if asked.get("everywhere"):
            spans += [s for s in self.index.find(span, kind).all if not self.state.overlaps(s)]
        entity = entity or self._joined(span, kind)
        places = tuple(place_at(self.text, s) for s in spans)
        return Target((), (entity,) if entity else (), places, type=kind)

    # -- entities ------------------------------------------------------------------------------

    def _merge(self, asked: Asked) -> Target:
        names = self._entities(asked.get("entities"))
        if len(set(names)) < 2:
            raise DecisionError("entities: at least two are expected")
        return Target(entities=tuple(dict.fromkeys(names)), places=self._firsts(names))

    def _split(self, asked: Asked) -> Target:
        names = asked.get("mentions")
        if not isinstance(names, list) or not names:
            raise DecisionError("mentions: a list of ids is expected")
        return self._target([self._known(name) for name in names])

    def _rename(self, asked: Asked) -> Target:
        names = self._entities([asked.get("entity")])
        value, gender = asked.get("surrogate"), asked.get("gender") or ""
        if not isinstance(value, str) or len(value) > _LONGEST_NAME:
            raise DecisionError(f"surrogate: a text of at most {_LONGEST_NAME} signs is expected")
        if gender not in _GENDERS:
            raise DecisionError("gender: Masc, Fem or nothing is expected")
        value = " ".join(value.split())
        return Target((), names, self._firsts(names), value=value, gender=gender)

    def _method(self, asked: Asked) -> Target:
        names = self._entities([asked.get("entity")])
        method = asked.get("method") or ""
        if method and method not in REVIEW_METHODS:
            raise DecisionError(f"method: one of {', '.join(REVIEW_METHODS)} is expected")
        return Target((), names, self._firsts(names), value=method)

    def _allow(self, asked: Asked) -> Target:
        scope = asked.get("scope") or "document"
        if scope not in _SCOPES:
            raise DecisionError("scope: document or always is expected")
        return Target(value=self._surface(asked), scope=scope)

    def _disallow(self, asked: Asked) -> Target:
        return Target(value=self._surface(asked))

    # -- reading -------------------------------------------------------------------------------

    @staticmethod
    def _surface(asked: Asked) -> str:
        surface = asked.get("surface")
        if not isinstance(surface, str) or not surface.strip():
            raise DecisionError("surface: a text is expected")
        return surface.strip()

    def _item(self, asked: Asked) -> Item:
        return self._known(asked.get("mention"))

    def _known(self, name: Any) -> Item:
        item = self.state.items.get(name) if isinstance(name, str) else None
        if item is None or item.status == "covered":
            raise DecisionError("mention: there is none with this id")
        return item

    def _entities(self, names: Any) -> tuple[str, ...]:
        known = self.state.parties
        if not isinstance(names, list) or not all(isinstance(n, str) and n in known for n in names):
            raise DecisionError("entity: there is none with this id")
        return tuple(names)

    def _type(self, asked: Asked) -> str:
        kind = asked.get("type")
        if not isinstance(kind, str) or not is_known(kind):
            raise DecisionError("type: the name of an entity type is expected")
        return kind

    def _span(self, asked: Asked) -> Span:
        start, end = asked.get("start"), asked.get("end")
        if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start < end:
            raise DecisionError("start, end: two offsets in UTF-16 units are expected")
        return Span(self.units.to_codepoint(start), self.units.to_codepoint(end))

    def _firsts(self, names: Sequence[str]) -> tuple[Place, ...]:
        first: dict[str, Span] = {}
        for item in self.state.items.values():
            if item.entity in names and item.active:
                span = item.mention.span
                first[item.entity] = min(first.get(item.entity, span), span)
        return tuple(place_at(self.text, first[n]) for n in names if n in first)

    def _target(self, items: Sequence[Item], bare: Iterable[Span] = (), **fields: Any) -> Target:
        places = [place_at(self.text, i.mention.span) for i in items]
        places += [place_at(self.text, s) for s in bare]
        return Target(tuple(i.id for i in items), places=tuple(places), **fields)

    # -- everywhere ----------------------------------------------------------------------------

    def _like(self, item: Item) -> tuple[list[Item], list[Span]]:
        """Return the other mentions that read like this one, and such places that are none."""
        found = self.index.find(item.mention.span, item.mention.type).all
        here = {
            i.mention.span: i
            for i in self.state.items.values()
            if i.status != "covered" and i.id != item.id
        }
        items = [here[span] for span in found if span in here]
        return items, [s for s in found if s not in here and not self.state.overlaps(s)]

    def _joined(self, span: Span, type_name: str) -> str:
        """Return the entity most of whose mentions say this too, in full or among other words."""
        root = type_name.partition(".")[0]
        wanted = sorted({span, *self.index.find(span, type_name).all})
        counts = Counter(
            item.entity
            for item in self.state.items.values()
            if item.active
            and item.mention.type.partition(".")[0] == root
            and _holds_one(item.mention.span, wanted)
        )
        return counts.most_common(1)[0][0] if counts else ""


def _holds_one(span: Span, wanted: Sequence[Span]) -> bool:
    """Tell whether one of these spans, in text order, lies within another."""
    at = bisect_left(wanted, span.start, key=lambda s: s.start)
    return at < len(wanted) and span.contains(wanted[at])

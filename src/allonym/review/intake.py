"""What a page asks for, made into a decision that holds everything it needs."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

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

_LONGEST_NAME = 200

Offset = Annotated[int, Field(ge=0)]


class Strict(BaseModel):
    """A form that has no other keys: a misspelt one must not be silently without effect."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


class DecisionForm(Strict):
    """One decision; what it needs besides its action stands with each key."""

    action: Literal[
        "accept", "reject", "retype", "resize", "add", "merge", "split", "rename", "method",
        "allow", "disallow",
    ] = Field(description="What is decided; the others say for which they are.")  # fmt: skip
    mention: str = Field("", description="accept, reject, retype, resize: id of the mention.")
    mentions: list[str] = Field([], description="split: the mentions that leave.")
    start: Offset = Field(0, description="add, resize: in UTF-16 units of the text.")
    end: Offset = Field(0, description="add, resize: half-open.")
    type: str = Field("", description="add, retype: an entity type.")
    entity: str = Field("", description="rename, method; add, to join one: id of the entity.")
    entities: list[str] = Field([], description="merge: their ids, two or more.")
    surrogate: str = Field(
        "", description="rename: what it is called; empty goes back to the draw."
    )
    gender: Literal["", "Masc", "Fem"] = Field("", description="rename: of the new name.")
    method: str = Field(
        "", description="method: one of /v1/options; empty goes back to the profile."
    )
    surface: str = Field("", description="allow, disallow: the name that stays, or no longer does.")
    scope: Literal["document", "always"] = Field("document", description="allow: for how long.")
    everywhere: bool = Field(False, description="Whether the same is done wherever it stands.")


@dataclass(frozen=True, slots=True)
class Intake:
    """Reads what is asked about one document in its present state."""

    text: str = field(repr=False)  # the document
    state: State  # as it stands
    index: TextIndex  # finds other occurrences
    units: UnitIndex  # converts offsets

    def read(self, asked: DecisionForm, by: str, at: str) -> Decision:
        """Return the decision.

        Args:
            asked: As the page sends it.
            by: Who asks.
            at: When.

        Raises:
            DecisionError: If it makes no sense here.
            OffsetError: If an offset is outside the text.
        """
        read: Callable[[DecisionForm], Target] = getattr(self, f"_{asked.action}")
        return Decision(asked.action, read(asked), by, at)

    # -- mentions ------------------------------------------------------------------------------

    def _accept(self, asked: DecisionForm) -> Target:
        item = self._known(asked.mention)
        items, bare = self._like(item) if asked.everywhere else ([], [])
        entity = item.entity or self._joined(item.mention.span, item.mention.type)
        return self._target([item, *items], bare, entities=(entity,) if entity else ())

    def _reject(self, asked: DecisionForm) -> Target:
        item = self._known(asked.mention)
        items, bare = self._like(item) if asked.everywhere else ([], [])
        return self._target([item, *items], bare)

    def _retype(self, asked: DecisionForm) -> Target:
        item, kind = self._known(asked.mention), self._type(asked)
        items: list[Item] = []
        if asked.everywhere:
            items, _ = self._like(item)
            known = {i.id for i in items} | {item.id}
            items += [
                i
                for i in self.state.items.values()
                if i.active and i.entity == item.entity and i.id not in known
            ]
        joined = "" if item.entity else self._joined(item.mention.span, kind)
        return self._target([item, *items], type=kind, entities=(joined,) if joined else ())

    def _resize(self, asked: DecisionForm) -> Target:
        item, span = self._known(asked.mention), self._span(asked)
        old = item.mention.span
        left, right = span.start - old.start, span.end - old.end
        moved = [(item, span)]
        if asked.everywhere:
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

    def _add(self, asked: DecisionForm) -> Target:
        span, kind = self._span(asked), self._type(asked)
        if not any(c.isalnum() for c in self.text[span.start : span.end]):
            raise DecisionError("start, end: there is no letter or digit in between")
        entity = asked.entity
        if entity and entity not in self.state.parties:
            raise DecisionError("entity: there is none with this id")
        spans = [span]
        if asked.everywhere:
            spans += [s for s in self.index.find(span, kind).all if not self.state.overlaps(s)]
        entity = entity or self._joined(span, kind)
        places = tuple(place_at(self.text, s) for s in spans)
        return Target((), (entity,) if entity else (), places, type=kind)

    # -- entities ------------------------------------------------------------------------------

    def _merge(self, asked: DecisionForm) -> Target:
        names = self._entities(asked.entities)
        if len(set(names)) < 2:
            raise DecisionError("entities: at least two are expected")
        return Target(entities=tuple(dict.fromkeys(names)), places=self._firsts(names))

    def _split(self, asked: DecisionForm) -> Target:
        if not asked.mentions:
            raise DecisionError("mentions: a list of ids is expected")
        return self._target([self._known(name) for name in asked.mentions])

    def _rename(self, asked: DecisionForm) -> Target:
        names = self._entities([asked.entity])
        if "surrogate" not in asked.model_fields_set or len(asked.surrogate) > _LONGEST_NAME:
            raise DecisionError(f"surrogate: a text of at most {_LONGEST_NAME} signs is expected")
        value = " ".join(asked.surrogate.split())
        return Target((), names, self._firsts(names), value=value, gender=asked.gender)

    def _method(self, asked: DecisionForm) -> Target:
        names = self._entities([asked.entity])
        if asked.method and asked.method not in REVIEW_METHODS:
            raise DecisionError(f"method: one of {', '.join(REVIEW_METHODS)} is expected")
        return Target((), names, self._firsts(names), value=asked.method)

    def _allow(self, asked: DecisionForm) -> Target:
        return Target(value=self._surface(asked), scope=asked.scope)

    def _disallow(self, asked: DecisionForm) -> Target:
        return Target(value=self._surface(asked))

    # -- reading -------------------------------------------------------------------------------

    @staticmethod
    def _surface(asked: DecisionForm) -> str:
        if not asked.surface.strip():
            raise DecisionError("surface: a text is expected")
        return asked.surface.strip()

    def _known(self, name: str) -> Item:
        item = self.state.items.get(name)
        if item is None or item.status == "covered":
            raise DecisionError("mention: there is none with this id")
        return item

    def _entities(self, names: Sequence[str]) -> tuple[str, ...]:
        if not all(name in self.state.parties for name in names):
            raise DecisionError("entity: there is none with this id")
        return tuple(names)

    def _type(self, asked: DecisionForm) -> str:
        if not is_known(asked.type):
            raise DecisionError("type: the name of an entity type is expected")
        return asked.type

    def _span(self, asked: DecisionForm) -> Span:
        if asked.start >= asked.end:
            raise DecisionError("start, end: two offsets in UTF-16 units are expected")
        return Span(self.units.to_codepoint(asked.start), self.units.to_codepoint(asked.end))

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

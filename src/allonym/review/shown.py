"""A document under review as the page gets it: plain values, offsets in UTF-16 units."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.decided import Decided
from allonym.model.entity import Entity
from allonym.model.offsets import UnitIndex
from allonym.model.replacement import Replacement
from allonym.model.result import Result
from allonym.model.span import Span
from allonym.morphology.base_forms import BaseForms
from allonym.review.state import Item, State

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a state came to: which decisions were carried out, and with what result."""

    decided: Decided
    result: Result
    kept: frozenset[str]
    """Entities that stay."""


@dataclass(slots=True)
class Shown:
    """Turns states of one document into plain values."""

    text: str = field(repr=False)  # the document
    units: UnitIndex  # converts its offsets
    method: Callable[[str], str]  # tells what the profile does with a type
    base: BaseForms  # writes the names of bodies and streets
    _known: dict[str, str] = field(default_factory=dict, repr=False)
    """Pseudonyms as they were when everything was shown last."""
    _moved: tuple[Outcome, Moved, dict[str, Entity]] | None = field(default=None, repr=False)

    def values(self, state: State, outcome: Outcome) -> Plain:
        """Return mentions, entities, result and counts.

        The outcome may be an earlier one: what has changed since has no replacement yet.
        """
        result, moved = outcome.result, self._place(outcome)
        members = state.members()
        mentions = [self._mention(i, state, outcome, moved) for i in self._listed(state)]
        current: dict[str, Entity] = {e.id: e for e in outcome.decided.entities}
        lemmas = self._known = self._lemmas(result.replacements, current)
        entities = [
            self._entity(state, name, items, current.get(name), outcome, lemmas)
            for name, items in members.items()
        ]
        first = {name: items[0].mention.span for name, items in members.items()}
        entities.sort(key=lambda e: first[e["id"]].start)
        return {
            "mentions": mentions,
            "entities": entities,
            "result": result.text,
            "allowed": [{"surface": s, "scope": scope} for s, scope in state.allowed.items()],
            "counts": counts(state),
        }

    def changes(self, before: State, after: State, outcome: Outcome) -> Plain:
        """Return what a decision changed, as far as it is known at once.

        Args:
            before: The state that the page knows.
            after: The state now.
            outcome: What became of an earlier state.
        """
        moved = self._place(outcome)
        ids = [n for n, item in after.items.items() if before.items.get(n) is not item]
        items = [after.items[name] for name in ids]
        shown = [i for i in items if self._is_listed(i, after)]
        touched = {i.entity for i in items} | {
            before.items[name].entity for name in ids if name in before.items
        }
        touched |= {n for n, p in after.parties.items() if before.parties.get(n) is not p}
        members: dict[str, list[Item]] = {}
        for item in sorted((i for i in after.items.values() if i.entity in touched), key=_edges):
            if item.active:
                members.setdefault(item.entity, []).append(item)
        current = self._moved[2] if self._moved else {}
        lemmas = {n: self._known.get(n, "") for n in members}
        known = {i.id for i in shown}
        return {
            "changes": True,
            "mentions": [
                self._mention(i, after, outcome, moved) | {"result_start": None, "result_end": None}
                for i in shown
            ],
            "gone": [i.id for i in items if i.id not in known],
            "entities": [
                self._entity(after, name, found, current.get(name), outcome, lemmas)
                for name, found in members.items()
            ],
            "entities_gone": sorted(touched - members.keys() - {""}),
            "allowed": [{"surface": s, "scope": scope} for s, scope in after.allowed.items()],
            "counts": counts(after),
        }

    def _place(self, outcome: Outcome) -> Moved:
        """Return where things stand in a result; remembered, for large ones take a while."""
        if self._moved is None or self._moved[0] is not outcome:
            result = outcome.result
            units = UnitIndex(result.text, "utf16")
            moved = Moved(self.text, result.replacements, units)
            self._moved = outcome, moved, {e.id: e for e in outcome.decided.entities}
        return self._moved[1]

    def _lemmas(
        self, replacements: Sequence[Replacement], entities: Mapping[str, Entity]
    ) -> dict[str, str]:
        """Return the pseudonym of each entity: the base form of its fullest mention.

        Where words are replaced one by one, those that stand side by side are one name.
        """
        best: dict[str, tuple[str, str]] = {}
        name = text = ""
        before: Replacement | None = None
        for r in replacements:
            if r.context:
                continue
            joined = (
                before is not None
                and r.entity == before.entity
                and self.text[before.span.end : r.span.start] == " "
            )
            name = f"{name} {r.lemma or r.text}" if joined else r.lemma or r.text
            text = f"{text} {r.text}" if joined else r.text
            before = r
            known = best.get(r.entity, ("", ""))[0]
            if (len(name.split()), len(name)) > (len(known.split()), len(known)):
                best[r.entity] = name, text
        kinds = {n: entities[n].type if n in entities else "" for n in best}
        return {n: self.base.of(kinds[n], text, name) for n, (name, text) in best.items()}

    @staticmethod
    def _is_listed(item: Item, state: State) -> bool:
        """Tell whether a mention is shown: not one that others lie over."""
        return item.active or (item.status != "covered" and not state.overlaps(item.mention.span))

    @classmethod
    def _listed(cls, state: State) -> list[Item]:
        """Return the mentions that are shown, in text order."""
        shown = [i for i in state.items.values() if cls._is_listed(i, state)]
        return sorted(shown, key=_edges)

    def _mention(self, item: Item, state: State, outcome: Outcome, moved: Moved) -> Plain:
        span = item.mention.span
        entity = item.entity if item.active else ""
        kept = entity in outcome.kept
        made = moved.within(span) if item.active and not kept else []
        planned = kept or not item.active or bool(made)
        start, end = moved.place(span, made) if planned else (None, None)
        text = "".join(moved.texts(made)) if made else None
        return {
            "id": item.id,
            "start": self.units.from_codepoint(span.start),
            "end": self.units.from_codepoint(span.end),
            "type": item.mention.type,
            "entity": entity or None,
            "score": round(item.mention.score, 3),
            "doubtful": item.doubtful and item.status == "open",
            "status": item.status,
            "kept": kept,
            "method": self._method(state, entity, item, kept=kept),
            "replacement": text,
            "result_start": start,
            "result_end": end,
            "certainty": round(min((r.certainty for r in made), default=1.0), 3),
        }

    def _method(self, state: State, entity: str, item: Item, *, kept: bool) -> str | None:
        if not item.active:
            return None
        if kept:
            return "keep"
        return state.parties[entity].method or self.method(state.parties[entity].type)

    def _entity(
        self,
        state: State,
        name: str,
        items: Sequence[Item],
        entity: Entity | None,
        outcome: Outcome,
        lemmas: dict[str, str],
    ) -> Plain:
        party = state.parties[name]
        span = items[0].mention.span
        canonical = entity.canonical if entity else ""
        gender = party.gender or (entity.features.get("Gender", "") if entity else "")
        kept = name in outcome.kept
        return {
            "id": name,
            "type": party.type,
            "canonical": self.base.of(party.type, canonical or self.text[span.start : span.end]),
            "surrogate": None if kept else party.surrogate or lemmas.get(name),
            "chosen": bool(party.surrogate),
            "method": "keep" if kept else party.method or self.method(party.type),
            "kept": kept,
            "gender": gender or None,
            "mentions": [i.id for i in items],
        }


def _edges(item: Item) -> tuple[int, int]:
    return item.mention.span.start, item.mention.span.end


class Moved:
    """Where things of the original stand in the result."""

    def __init__(self, text: str, replacements: Sequence[Replacement], units: UnitIndex) -> None:
        self._text = text
        self._all = replacements
        self._starts = [r.span.start for r in replacements]
        self._ends = [r.span.end for r in replacements]
        self._shifts = [0]
        for r in replacements:
            self._shifts.append(self._shifts[-1] + len(r.text) - len(r.span))
        self._units = units

    def within(self, span: Span) -> list[Replacement]:
        """Return the replacements that lie in a span; none if they don't fill it."""
        first = bisect_left(self._starts, span.start)
        last = bisect_right(self._ends, span.end)
        found = [r for r in self._all[first:last] if not r.context]
        whole = found and found[0].span.start == span.start and found[-1].span.end == span.end
        return found if whole else []

    def place(self, span: Span, made: Sequence[Replacement]) -> tuple[int | None, int | None]:
        """Return where a span begins and ends in the result, in UTF-16 units."""
        number = bisect_right(self._ends, span.start)
        start = span.start + self._shifts[number]
        last = bisect_right(self._ends, span.end)
        end = span.end + self._shifts[last]
        if end < start or (made and end == start):
            return None, None
        return self._units.from_codepoint(start), self._units.from_codepoint(end)

    def texts(self, made: Sequence[Replacement]) -> Iterator[str]:
        """Yield what stands for a mention: its replacements and what is between them."""
        last = None
        for r in made:
            if last is not None and last < r.span.start:
                yield self._text[last : r.span.start]
            yield r.text
            last = r.span.end


def counts(state: State) -> dict[str, int]:
    """Return how many mentions count, how many are doubtful, and how many were rejected."""
    items = [i for i in state.items.values() if i.status != "covered"]
    return {
        "sure": sum(i.active for i in items),
        "doubtful": sum(i.doubtful and i.status == "open" for i in items),
        "rejected": sum(i.status == "rejected" for i in items),
    }

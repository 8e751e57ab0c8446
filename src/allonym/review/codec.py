"""Mentions, entities and decisions as plain values, and back; readings that recur are written once.

The list of decisions is only ever added to; undo and redo are entries of it like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from allonym.model.decision import ACTIONS, Action, Decision, Place, Target
from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.features import format_features, parse_features
from allonym.model.mention import Analysis, Evidence, Mention, NamePart
from allonym.model.span import Span

Plain = dict[str, Any]


class _Table:
    """Values that are written once and then only numbered."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, key: Any, row: Any) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self.rows)
            self.rows.append(row)
        return self._numbers[key]


def entities_to(entities: Iterable[Entity]) -> Plain:
    """Return entities as plain values."""
    tables = _Table(), _Table()
    rows = [
        {
            "id": e.id,
            "type": e.type,
            "canonical": e.canonical,
            "parts": [[p.role, p.lemma] for p in e.parts],
            "features": format_features(e.features),
            "owner": e.owner,
            "couple": e.couple,
            "mentions": [_mention_to(m, *tables) for m in e.mentions],
        }
        for e in entities
    ]
    return {"readings": tables[0].rows, "evidence": tables[1].rows, "entities": rows}


def entities_from(data: Mapping[str, Any]) -> tuple[Entity, ...]:
    """Return what `entities_to` wrote."""
    tables = _tables_from(data)
    return tuple(
        Entity(
            EntityId(row["id"]),
            row["type"],
            tuple(_mention_from(m, *tables) for m in row["mentions"]),
            row["canonical"],
            tuple(LemmaPart(role, lemma) for role, lemma in row["parts"]),
            parse_features(row["features"]),
            EntityId(row["owner"]) if row["owner"] else None,
            EntityId(row["couple"]) if row["couple"] else None,
        )
        for row in data["entities"]
    )


def mentions_to(mentions: Iterable[Mention]) -> Plain:
    """Return mentions as plain values."""
    tables = _Table(), _Table()
    rows = [_mention_to(m, *tables) for m in mentions]
    return {"readings": tables[0].rows, "evidence": tables[1].rows, "mentions": rows}


def mentions_from(data: Mapping[str, Any]) -> tuple[Mention, ...]:
    """Return what `mentions_to` wrote."""
    tables = _tables_from(data)
    return tuple(_mention_from(row, *tables) for row in data["mentions"])


Tables = tuple[list[tuple[Analysis, ...]], list[Evidence]]


def _tables_from(data: Mapping[str, Any]) -> Tables:
    readings = [
        tuple(Analysis(lemma, parse_features(features), weight) for lemma, features, weight in row)
        for row in data["readings"]
    ]
    return readings, [Evidence(*row) for row in data["evidence"]]


def _mention_to(mention: Mention, readings: _Table, evidence: _Table) -> list[Any]:
    reasons = [evidence.number(e, [e.detector, e.rule, e.score]) for e in mention.evidence]
    parts = [
        [p.span.start, p.span.end, p.role, p.derived, _readings_to(p.analyses, readings)]
        for p in mention.parts
    ]
    language = [mention.language] if mention.language else []
    return [mention.span.start, mention.span.end, mention.type, reasons, parts, *language]


def _readings_to(analyses: Sequence[Analysis], readings: _Table) -> int:
    row = [[a.lemma, format_features(a.features), a.weight] for a in analyses]
    return readings.number(tuple(map(tuple, row)), row)


def _mention_from(
    row: Sequence[Any], readings: list[tuple[Analysis, ...]], evidence: list[Evidence]
) -> Mention:
    start, end, kind, reasons, parts, *language = row
    return Mention(
        Span(start, end),
        kind,
        tuple(evidence[number] for number in reasons),
        tuple(
            NamePart(Span(first, last), role, readings[number], derived)
            for first, last, role, derived, number in parts
        ),
        *language,
    )


def decision_to(decision: Decision) -> dict[str, Any]:
    """Return a decision as plain values; fields that say nothing are left out."""
    target = decision.target
    fields: dict[str, Any] = {
        "mentions": list(target.mentions),
        "entities": list(target.entities),
        "places": [_place_to(p) for p in target.places],
        "to": [_place_to(p) for p in target.to],
        "type": target.type,
        "value": target.value,
        "gender": target.gender,
        "scope": target.scope,
    }
    said = {name: value for name, value in fields.items() if value}
    return {"action": decision.action, "by": decision.by, "at": decision.at, **said}


def decision_from(data: dict[str, Any]) -> Decision:
    """Return what `decision_to` wrote.

    Raises:
        ValueError: If the action is none of those known.
    """
    if data["action"] not in ACTIONS:
        raise ValueError(f"unknown action {data['action']!r}")
    target = Target(
        tuple(data.get("mentions", ())),
        tuple(data.get("entities", ())),
        tuple(_place_from(p) for p in data.get("places", ())),
        tuple(_place_from(p) for p in data.get("to", ())),
        data.get("type", ""),
        data.get("value", ""),
        data.get("gender", ""),
        data.get("scope", ""),
    )
    return Decision(cast("Action", data["action"]), target, data["by"], data["at"])


def as_lines(decisions: Iterable[Decision]) -> bytes:
    """Return decisions, one a line."""
    rows = (json.dumps(decision_to(d), ensure_ascii=False) for d in decisions)
    return "".join(f"{row}\n" for row in rows).encode("utf-8", "surrogatepass")


def from_lines(data: bytes) -> tuple[Decision, ...]:
    """Return the decisions of a file; a last line that was cut off in writing is passed over."""
    lines = data.decode("utf-8", "surrogatepass").split("\n")[:-1]
    return tuple(decision_from(json.loads(line)) for line in lines if line)


def _place_to(place: Place) -> list[Any]:
    return [place.span.start, place.span.end, place.surface, place.before, place.after]


def _place_from(row: list[Any]) -> Place:
    return Place(Span(row[0], row[1]), *row[2:])


@dataclass(frozen=True, slots=True)
class Effective:
    """What a list of entries comes to."""

    done: tuple[Decision, ...] = ()  # the decisions that count, in order
    undone: tuple[Decision, ...] = ()  # those taken back, the next to be done again last


def effective(entries: Iterable[Decision]) -> Effective:
    """Return what counts of a list of entries.

    ``undo`` takes back the last decision that counts and ``redo`` brings it back; a new decision
    ends what could be brought back.  One that finds nothing to do does nothing.

    >>> accept, undo, redo = (Decision(a) for a in ("accept", "undo", "redo"))
    >>> [len(effective(e).done) for e in ([accept, undo], [accept, undo, redo], [undo])]
    [0, 1, 0]
    """
    done: list[Decision] = []
    undone: list[Decision] = []
    for entry in entries:
        if entry.action == "undo":
            if done:
                undone.append(done.pop())
        elif entry.action == "redo":
            if undone:
                done.append(undone.pop())
        else:
            done.append(entry)
            undone.clear()
    return Effective(tuple(done), tuple(undone))

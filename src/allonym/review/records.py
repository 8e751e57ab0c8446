"""Decisions as lines of JSON, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, cast

from allonym.model.decision import ACTIONS, Action, Decision, Place, Target
from allonym.model.span import Span


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

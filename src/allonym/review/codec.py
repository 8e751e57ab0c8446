"""Mentions and entities as plain values, and back; readings that recur are written once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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

"""What a run counted, as JSON and as a page with bars; holds no content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from allonym.corpus.items import summed
from allonym.corpus.manifest import Failed, Record

_MOST_BARS = 60
_MOST_ROWS = 1000
_PER = 10_000
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:44em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{text-align:left;padding:.1em 1em .1em 0}"
    "meter{width:24em;max-width:50vw}"
)


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a run."""

    documents: int  # how many, failures included
    characters: int  # of their texts
    seconds: float  # processor time of all workers
    doubts: Mapping[str, int]  # mentions that were left as doubtful, by type
    counts: Mapping[str, int]  # replaced mentions by type
    failures: Mapping[int, Failed]  # the documents that failed, by their numbers
    leaks: int = 0  # originals that the check found and the profile lets pass
    # replaced mentions in 10,000 characters, shard by shard
    density: Sequence[float] = field(default=(), repr=False)
    # doubtful mentions in 10,000 characters, shard by shard
    doubtful: Sequence[float] = field(default=(), repr=False)
    # characters a processor second, shard by shard
    speed: Sequence[float] = field(default=(), repr=False)

    def as_dict(self) -> dict[str, object]:
        """Return the figures as plain values for JSON."""
        return {
            "documents": self.documents,
            "failed": len(self.failures),
            "characters": self.characters,
            "processor_seconds": round(self.seconds, 3),
            "characters_per_processor_second": round(self.characters / max(self.seconds, 1e-9)),
            "replaced": sum(self.counts.values()),
            "doubtful": sum(self.doubts.values()),
            "leaks": self.leaks,
            "counts": dict(_most(self.counts)),
            "doubtful_by_type": dict(_most(self.doubts)),
            "failures": [
                {"document": n, "id": f.id, "error": f.code}
                for n, f in sorted(self.failures.items())
            ],
            "per_10000_characters": [round(value, 2) for value in self.density],
            "doubtful_per_10000_characters": [round(value, 2) for value in self.doubtful],
        }  # fmt: skip


def summarise(records: Sequence[Record]) -> Summary:
    """Return the figures of all shards together."""
    return Summary(
        sum(r.items for r in records),
        sum(r.characters for r in records),
        sum(r.seconds for r in records),
        summed(r.doubts for r in records),
        summed(r.counts for r in records),
        {n: f for r in records for n, f in r.failures.items()},
        sum(r.leaks for r in records),
        [_PER * sum(r.counts.values()) / max(r.characters, 1) for r in records],
        [_PER * sum(r.doubts.values()) / max(r.characters, 1) for r in records],
        [r.characters / max(r.seconds, 1e-9) for r in records],
    )


def as_text(summary: Summary) -> str:
    """Return the figures in a few lines for a terminal."""
    counts = ", ".join(f"{n} {name}" for name, n in _most(summary.counts))
    lines = [
        f"{_many(summary.documents, 'document')}, {_many(summary.characters, 'character')}",
        f"replaced: {counts or 'nothing'}",
        f"left as doubtful: {sum(summary.doubts.values())}",
    ]
    if summary.leaks:
        lines.append(f"originals that can still be found: {summary.leaks}")
    if summary.failures:
        failed = sorted(summary.failures.items())
        codes = ", ".join(f"{n} {code}" for code, n in Counter(f.code for _, f in failed).items())
        first = ", ".join(f.id or f"number {number}" for number, f in failed[:10])
        more = f" and {len(failed) - 10} more" if len(failed) > 10 else ""
        lines.append(f"failed and left out: {len(failed)} ({codes}): {first}{more}")
    return "\n".join(lines)


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _most(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return counts with the highest first, equal ones by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def as_page(summary: Summary) -> str:
    """Return the figures as one HTML page that loads nothing."""
    rows = "".join(
        f"<tr><th>{escape(str(name).replace('_', ' '))}<td>{value:,}"
        for name, value in summary.as_dict().items()
        if isinstance(value, int | float)
    )
    per = f"{_PER:,} characters, along the corpus"
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Corpus run</title>'
        f"<style>{_STYLE}</style>"
        f"<h1>Corpus run</h1><table>{rows}</table>"
        f"<h2>Replaced, by type</h2>{_bars(_most(summary.counts))}"
        f"<h2>Left as doubtful, by type</h2>{_bars(_most(summary.doubts))}"
        f"<h2>Replaced in {per}</h2>{_bars(_along(summary.density))}"
        f"<h2>Left as doubtful in {per}</h2>{_bars(_along(summary.doubtful))}"
        f"<h2>Characters a processor second, along the corpus</h2>{_bars(_along(summary.speed))}"
        f"{_failures(summary)}</html>\n"
    )


def _failures(summary: Summary) -> str:
    failed = sorted(summary.failures.items())
    if not failed:
        return ""
    rows = "".join(
        f"<tr><td>{n}<td>{escape(f.id)}<td>{escape(f.code)}" for n, f in failed[:_MOST_ROWS]
    )
    more = len(failed) - _MOST_ROWS
    rest = f"<p>and {more:,} more; the JSON report lists all</p>" if more > 0 else ""
    head = "<tr><th>number<th>id or file<th>error"
    return f"<h2>Failed documents</h2><table>{head}{rows}</table>{rest}"


def _along(values: Sequence[float]) -> list[tuple[str, float]]:
    """Return means over stretches of the corpus, so that a long one fits on the page."""
    step = max(1, -(-len(values) // _MOST_BARS))
    stretches = [values[at : at + step] for at in range(0, len(values), step)]
    return [
        (_stretch(n * step, len(stretch)), round(sum(stretch) / len(stretch), 1))
        for n, stretch in enumerate(stretches)
    ]


def _stretch(first: int, length: int) -> str:
    return f"shard {first}" if length == 1 else f"shards {first} to {first + length - 1}"


def _bars(values: Sequence[tuple[str, float]]) -> str:
    """Return a bar for each value, with its name and figure, so that no colour is needed."""
    top = max((value for _, value in values), default=0)
    if not top:
        return "<p>none</p>"
    bars = "".join(
        f'<tr><th>{escape(name)}<td><meter max="{top}" value="{value}"></meter><td>{value:,}'
        for name, value in values
    )
    return f"<table>{bars}</table>"

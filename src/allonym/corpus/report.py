"""What a run counted, as JSON and as a page with plots; holds no content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from allonym.corpus.manifest import Record

_WIDTH, _ROW = 640, 22
_MOST_BARS = 60
_PER = 10_000
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:44em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{text-align:left;padding:.1em 1em .1em 0}"
    "svg{max-width:100%;height:auto}rect{fill:#356a9a}text{font:13px system-ui,sans-serif}"
)


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a run.

    Attributes:
        documents: How many, failures included.
        characters: Of their texts.
        seconds: Processor time of all workers.
        doubts: Mentions that were left as doubtful.
        counts: Replaced mentions by type.
        failures: Number of each document that failed, with the code of its error.
        density: Replaced mentions in 10,000 characters, shard by shard.
        speed: Characters a processor second, shard by shard.
    """

    documents: int
    characters: int
    seconds: float
    doubts: int
    counts: Mapping[str, int]
    failures: Mapping[int, str]
    density: Sequence[float] = field(repr=False)
    speed: Sequence[float] = field(repr=False)

    def as_dict(self) -> dict[str, object]:
        """Return the figures as plain values for JSON."""
        return {
            "documents": self.documents,
            "failed": len(self.failures),
            "characters": self.characters,
            "processor_seconds": round(self.seconds, 3),
            "characters_per_processor_second": round(self.characters / max(self.seconds, 1e-9)),
            "replaced": sum(self.counts.values()),
            "doubtful": self.doubts,
            "counts": dict(sorted(self.counts.items(), key=lambda item: (-item[1], item[0]))),
            "failures": [{"document": n, "error": c} for n, c in sorted(self.failures.items())],
            "per_10000_characters": [round(value, 2) for value in self.density],
        }  # fmt: skip


def summarise(records: Sequence[Record]) -> Summary:
    """Return the figures of all shards together."""
    counts: Counter[str] = Counter()
    failures: dict[int, str] = {}
    for record in records:
        counts.update(record.counts)
        failures |= record.failures
    return Summary(
        sum(r.items for r in records),
        sum(r.characters for r in records),
        sum(r.seconds for r in records),
        sum(r.doubts for r in records),
        counts,
        failures,
        [_PER * sum(r.counts.values()) / max(r.characters, 1) for r in records],
        [r.characters / max(r.seconds, 1e-9) for r in records],
    )


def as_text(summary: Summary) -> str:
    """Return the figures in a few lines for a terminal."""
    counts = ", ".join(f"{n} {name}" for name, n in Counter(summary.counts).most_common())
    lines = [
        f"{summary.documents} documents, {summary.characters} characters",
        f"replaced: {counts or 'nothing'}",
        f"left as doubtful: {summary.doubts}",
    ]
    if summary.failures:
        codes = ", ".join(f"{n} {code}" for code, n in Counter(summary.failures.values()).items())
        first = ", ".join(str(number) for number in sorted(summary.failures)[:10])
        lines.append(f"failed and left out: {len(summary.failures)} ({codes}); numbers {first}")
    return "\n".join(lines)


def as_page(summary: Summary) -> str:
    """Return the figures as one HTML page that loads nothing."""
    rows = "".join(
        f"<tr><th>{escape(str(name))}<td>{escape(str(value))}"
        for name, value in summary.as_dict().items()
        if isinstance(value, int | float)
    )
    bad = "".join(f"<tr><td>{n}<td>{escape(c)}" for n, c in sorted(summary.failures.items()))
    failures = (
        f"<h2>Failed documents</h2><table><tr><th>number<th>error{bad}</table>" if bad else ""
    )
    most = sorted(summary.counts.items(), key=lambda item: (-item[1], item[0]))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Corpus run</title>'
        f"<style>{_STYLE}</style>"
        f"<h1>Corpus run</h1><table>{rows}</table>"
        f"<h2>Replaced, by type</h2>{_bars(most)}"
        f"<h2>Replaced in 10,000 characters, along the corpus</h2>{_bars(_along(summary.density))}"
        f"<h2>Characters a processor second, along the corpus</h2>{_bars(_along(summary.speed))}"
        f"{failures}</html>\n"
    )


def _along(values: Sequence[float]) -> list[tuple[str, float]]:
    """Return means over stretches of the corpus, so that a long one fits on the page."""
    step = max(1, -(-len(values) // _MOST_BARS))
    stretches = [values[at : at + step] for at in range(0, len(values), step)]
    return [
        (f"shard {n * step}", round(sum(stretch) / len(stretch), 1))
        for n, stretch in enumerate(stretches)
    ]


def _bars(values: Sequence[tuple[str, float]]) -> str:
    """Return a bar for each value, with its name and figure, so that no colour is needed."""
    top = max((value for _, value in values), default=0) or 1
    bars = "".join(
        f'<text x="0" y="{_ROW * n + 16}">{escape(name)}</text>'
        f'<rect x="160" y="{_ROW * n + 4}" width="{400 * value / top:.1f}" height="14"></rect>'
        f'<text x="{166 + 400 * value / top:.1f}" y="{_ROW * n + 16}">{value:g}</text>'
        for n, (name, value) in enumerate(values)
    )
    height = max(_ROW * len(values), 1)
    return f'<svg role="img" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}">{bars}</svg>'

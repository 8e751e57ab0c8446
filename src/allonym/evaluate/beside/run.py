"""The same texts through every tool, and the figures side by side."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.evaluate.align import checked
from allonym.evaluate.beside.worker import OURS, TOOLS
from allonym.evaluate.gold import GoldDocument, Progress, each_document
from allonym.evaluate.metrics import Share, Tally, micro, tally, total
from allonym.evaluate.report import Cell, table
from allonym.model.types import is_known
from allonym.text.tables import table_of

HERE = Path(__file__).parent
LENGTHS = (5_000, 10_000, 20_000, 40_000)
"""Of the dense text, in characters."""

LIMIT = 600
"""Seconds for one tool and language; what takes longer has no figures."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What one tool gave in one language."""

    tool: str  # as in `TOOLS`
    language: str  # ISO 639-1 code
    absent: str = ""  # why there are no figures; empty where there are
    version: str = ""  # of the tool
    tally: Tally = field(default_factory=Tally)  # its counts
    start: float = 0.0  # seconds to load it and do a first sentence
    speed: float = 0.0  # characters a second over the documents
    memory: float | None = None  # peak, MB
    growth: tuple[tuple[int, float], ...] = ()  # length and seconds on dense text


def beside(
    gold: Sequence[Path],
    language: str | None = None,
    *,
    python: str = sys.executable,
    tools: Iterable[str] = TOOLS,
    progress: Progress | None = None,
) -> list[Beside]:
    """Run every tool over gold files, language by language.

    Args:
        gold: Files or folders.
        language: ISO 639-1 code of all; None takes it from each path or record.
        python: Interpreter that has the other tools; ours runs in this one.
        tools: Which.
        progress: Called before each run.

    Raises:
        DocumentError: If a gold file breaks its format.
    """
    groups: dict[str, list[GoldDocument]] = {}
    for document in each_document(gold, language):
        groups.setdefault(document.language, []).append(document)
    jobs = [(code, tool) for code in sorted(groups) for tool in tools]
    found: list[Beside] = []
    for number, (code, tool) in enumerate(jobs):
        if progress:
            progress(f"{code} {tool}", number, len(jobs))
        chosen = sys.executable if tool in OURS else python
        found.append(_one(tool, code, groups[code], chosen))
    return found


def _one(tool: str, code: str, documents: Sequence[GoldDocument], python: str) -> Beside:
    texts = [document.text for document in documents]
    dense = "\n".join(texts) + "\n"
    longer = [(dense * (length // len(dense) + 1))[:length] for length in LENGTHS]
    job = {"tool": tool, "language": code, "texts": texts, "warm": texts[0][:200],
           "longer": longer}  # fmt: skip
    try:
        got = _worker(job, python)
    except subprocess.TimeoutExpired:
        return Beside(tool, code, f"over {LIMIT} s")
    except subprocess.CalledProcessError as error:
        return Beside(tool, code, f"failed: {_kind(error.stderr)}")
    except (OSError, ValueError, IndexError):
        return Beside(tool, code, "failed: no answer")
    if "absent" in got:
        return Beside(tool, code, str(got["absent"]))
    tallies = [
        tally(document, checked(document, _typed(spans, len(document.text))))
        for document, spans in zip(documents, got["spans"], strict=True)
    ]
    growth = tuple((int(length), float(seconds)) for length, seconds in got["growth"])
    speed = sum(map(len, texts)) / got["seconds"] if got["seconds"] else 0.0
    return Beside(tool, code, "", got["version"], total(tallies), got["start"], speed,
                  got["memory"], growth)  # fmt: skip


def _worker(job: Mapping[str, object], python: str) -> dict[str, Any]:
    # the script's own folder is no place to look for modules: ours is called as a tool's is not
    path = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PYTHONPATH": path} if python == sys.executable else None
    done = subprocess.run(  # noqa: S603
        [python, "-X", "utf8", "-W", "ignore", str(HERE / "worker.py")],
        input=json.dumps(job), capture_output=True, encoding="utf-8", check=True,
        timeout=LIMIT, env=environment,
    )  # fmt: skip
    figures: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return figures


def _kind(trace: str) -> str:
    """Return the kind of the error that ended a run; its message might hold text."""
    last = next(
        (line for line in reversed(trace.splitlines()) if re.match(r"[\w.]+(:|$)", line)), ""
    )
    return last.partition(":")[0].rpartition(".")[2] or "no reason given"


def _typed(spans: Iterable[Sequence[Any]], length: int) -> list[tuple[int, int, str, float]]:
    labels = table_of("allonym.evaluate.beside", "tools.toml")["labels"]
    # a label that none of ours answers to covers, and is not judged
    return [
        (start, end, label if "." in label else labels.get(label.lower(), own), 1.0)
        for start, end, label in spans
        for own in (label if is_known(label) else "other",)
        if 0 <= start < end <= length
    ]


def render_beside(found: Sequence[Beside], machine: str) -> str:
    """Return quality, coverage by type, speed and growth as tables."""
    parts = [f"The same texts, one run, {machine}", _quality(found), _types(found), _growth(found)]
    return "\n\n".join(parts) + "\n"


def _quality(found: Sequence[Beside]) -> str:
    head = ["tool", "lang", "covered %", "token P", "token F2", "strict F1", "entities %",
            "start s", "characters/s", "MB"]  # fmt: skip
    rows = [[b.tool, b.language, b.absent, *[""] * 7] if b.absent else _row(b) for b in found]
    return table(head, rows)


def _row(b: Beside) -> list[Cell]:
    entities = b.tally.entities.get("all")
    return [
        f"{b.tool} {b.version}", b.language, b.tally.label_blind_recall.ratio,
        b.tally.blind.precision, b.tally.blind.f(2), micro(b.tally.strict, b.tally.strict).f(),
        entities.ratio if entities else None, f"{b.start:.2f}", f"{b.speed:,.0f}",
        "-" if b.memory is None else f"{b.memory:.0f}",
    ]  # fmt: skip


def _types(found: Sequence[Beside]) -> str:
    tools = list(dict.fromkeys(b.tool for b in found))
    ran = {tool: [b for b in found if b.tool == tool and not b.absent] for tool in tools}
    sums = {tool: total([b.tally for b in runs]).covered for tool, runs in ran.items()}
    names = sorted({name for covered in sums.values() for name in covered})
    marked = {name: max(s[name].whole for s in sums.values() if name in s) for name in names}
    rows: list[list[Cell]] = [["languages", "", *map(len, ran.values())]]
    rows += [
        [name, marked[name], *(sums[tool].get(name, Share()).ratio for tool in tools)]
        for name in names
    ]
    title = "Mentions wholly covered, %, in the languages that a tool ran on"
    return f"{title}\n{table(['type', 'marked', *tools], rows)}"


def _growth(found: Sequence[Beside]) -> str:
    rows = [
        [f"{b.tool} ({b.language})", *(f"{seconds:.3f}" for _, seconds in b.growth)]
        for b in found
        if b.growth
    ]
    return "Seconds on dense text of so many characters\n" + table(
        ["tool", *(f"{length:,}" for length in LENGTHS)], rows
    )


def beside_as_dict(found: Sequence[Beside]) -> list[dict[str, object]]:
    """Return the figures as plain values for JSON."""
    return [
        {
            "tool": b.tool, "language": b.language, "absent": b.absent, "version": b.version,
            "covered": b.tally.label_blind_recall.ratio, "token_precision": b.tally.blind.precision,
            "token_f2": b.tally.blind.f(2),
            "strict_f1": micro(b.tally.strict, b.tally.strict).f(),
            "by_type": {name: share.ratio for name, share in b.tally.covered.items()},
            "start_seconds": b.start, "characters_per_second": b.speed, "memory_mb": b.memory,
            "growth": [list(pair) for pair in b.growth],
        }
        for b in found
    ]  # fmt: skip

"""An evaluation as text for people, as plain values for JSON, and as plots.

The spread of its figures over parts of the documents is among them.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from allonym.charts import draw_curve, draw_matrix, save, sheet
from allonym.errors import ConfigError
from allonym.evaluate.align import CORE
from allonym.evaluate.metrics import Counts, Share, Tally, micro, plain, total
from allonym.evaluate.run import EvaluationReport, chosen, points

_DASH = "-"


def render(report: EvaluationReport) -> str:
    """Return the report as aligned plain text, figures in per cent.

    One line a file first; then, for all files together, classes, tokens, coverage and confusion.
    """
    parts = [_files(report)]
    if len(report.by_language) > 1:
        parts.append(_groups("language", report.by_language))
    if len(report.by_genre) > 1:
        parts.append(_groups("genre", report.by_genre))
    parts += [_classes(report.total), _tokens(report.total), _coverage(report.total)]
    parts.append(_confusion(report.total.confusion))
    return "\n\n".join(part for part in parts if part) + "\n"


Cell = str | int | float | tuple[float, float] | None
"""Text or a number as it is; a share, or the bounds of one, in per cent; a dash for none."""


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """Return rows as aligned columns: the first to the left, the others to the right.

    >>> print(table(["file", "docs", "F1"], [["nkjp", 12, 0.881]]))
    file  docs    F1
    nkjp    12  88.1
    """
    filled = [head, *([told(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*filled, strict=True)]
    lines = []
    for row in filled:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def told(cell: Cell) -> str:
    """Return a cell as a table has it.

    >>> told((0.9, 0.955)), told(None)
    ('90.0-95.5', '-')
    """
    if isinstance(cell, tuple):
        return f"{percent(cell[0])}-{percent(cell[1])}"
    return percent(cell) if cell is None or isinstance(cell, float) else str(cell)


def percent(value: float | None) -> str:
    """Return a share in per cent with one decimal, a dash for none.

    >>> percent(0.876), percent(None)
    ('87.6', '-')
    """
    return _DASH if value is None else f"{100 * value:.1f}"


def _files(report: EvaluationReport) -> str:
    head = ["file", "lang", "docs", *CORE, "F1", "95 %", "P", "R", "overlap F1"]
    head += ["persons covered", "95 %"]
    rows = [
        [file.name, file.language, *_strict_cells(file.tally, file.f1_interval)]
        for file in report.files
    ]
    if len(rows) > 1:
        languages = ",".join(report.by_language) if len(report.by_language) < 3 else "..."
        rows.append(["all", languages, *_strict_cells(report.total, report.f1_interval)])
    title = "Strict F1 by class, their micro average, and persons wholly covered"
    return f"{title}\n{table(head, rows)}"


def _strict_cells(counts: Tally, interval: tuple[float, float] | None) -> list[Cell]:
    all_three = micro(counts.strict)
    covered = counts.person_coverage
    return [
        counts.documents,
        *(counts.strict.get(name, Counts()).f() for name in CORE),
        all_three.f(),
        interval,
        all_three.precision,
        all_three.recall,
        micro(counts.overlap).f(),
        covered.ratio,
        covered.interval,
    ]


def _groups(title: str, groups: Mapping[str, Tally]) -> str:
    rows = [
        [name or _DASH, t.documents, micro(t.strict).f(), t.person_coverage.ratio,
         t.label_blind_recall.ratio, t.blind.precision, t.leak_free.get("all", Share()).ratio]
        for name, t in groups.items()
    ]  # fmt: skip
    head = [title, "docs", "F1", "persons covered", "mentions covered", "token P", "leak-free docs"]
    return table(head, rows)


def _classes(tally: Tally) -> str:
    overlap = _with_micro(tally.overlap)
    rows = [
        [name, strict.gold, strict.predicted, *prf(strict), *prf(overlap[name])]
        for name, strict in _with_micro(tally.strict).items()
    ]
    head = ["class", "gold", "found", "P", "R", "F1", "overlap P", "R", "F1"]
    return table(head, rows) + "\nmicro: over PER, LOC, ORG"


def _ordered(names: Mapping[str, object]) -> list[str]:
    return [n for n in CORE if n in names] + sorted(n for n in names if n not in CORE)


def prf(counts: Counts) -> list[Cell]:
    """Return precision, recall and F1 as the cells of a row."""
    return [counts.precision, counts.recall, counts.f()]


def _tokens(tally: Tally) -> str:
    named = {**_with_micro(tally.tokens), "label-blind": tally.blind}
    rows = [[name, c.gold, *prf(c), c.f(2), c.f(5)] for name, c in named.items()]
    return table(["tokens", "gold", "P", "R", "F1", "F2", "F5"], rows)


def _coverage(tally: Tally) -> str:
    shares = {f"{name} mentions": tally.covered[name] for name in _ordered(tally.covered)}
    shares["all mentions (label-blind recall)"] = tally.label_blind_recall
    for kind, share in tally.entities.items():
        shares[f"entities, {kind}"] = share
    for kind, name in (
        ("all", "documents without a leak"),
        ("direct", "... of direct identifiers"),
    ):
        shares[name] = tally.leak_free.get(kind, Share())
    rows = [
        [name, share.part, share.whole, share.ratio, share.interval]
        for name, share in shares.items()
    ]
    return table(["wholly covered", "so many", "of", "%", "95 %"], rows)


def _confusion(cells: Mapping[tuple[str, str], int]) -> str:
    if not cells:
        return ""
    gold = last_none({name for name, _ in cells})
    found = last_none({name for _, name in cells})
    rows: list[list[Cell]] = [
        [row, *(cells.get((row, column), 0) for column in found)] for row in gold
    ]
    return table(["marked / found", *found], rows)


def last_none(names: set[str]) -> list[str]:
    """Return classes in the order of the report: PER, LOC, ORG, the others, ``none``."""
    return _ordered(dict.fromkeys(names - {"none"})) + sorted(names & {"none"})


# --- plain values ---


def as_dict(report: EvaluationReport) -> dict[str, object]:
    """Return the report as plain values for JSON; shares 0 to 1, null where there is nothing."""
    found: dict[str, object] = plain(
        {
            "files": [
                {
                    "name": file.name,
                    "language": file.language,
                    "seconds": file.seconds,
                    "f1_interval": file.f1_interval,
                    **_tally(file.tally),
                }
                for file in report.files
            ],
            "total": {"f1_interval": report.f1_interval, **_tally(report.total)},
            "by_language": {name: _tally(t) for name, t in report.by_language.items()},
            "by_genre": {name: _tally(t) for name, t in report.by_genre.items()},
        }
    )
    return found


def _tally(tally: Tally) -> dict[str, object]:
    return {
        "documents": tally.documents,
        "characters": tally.characters,
        "strict": _with_micro(tally.strict),
        "overlap": _with_micro(tally.overlap),
        "tokens": {**_with_micro(tally.tokens), "blind": tally.blind},
        "person_coverage": tally.person_coverage,
        "label_blind_recall": tally.label_blind_recall,
        "covered": tally.covered,
        "entity_recall": tally.entities,
        "leak_free_documents": tally.leak_free,
        "confusion": [
            {"gold": gold, "found": found, "count": count}
            for (gold, found), count in sorted(tally.confusion.items())
        ],
    }


def _with_micro(counts: Mapping[str, Counts]) -> dict[str, Counts]:
    return {**{name: counts[name] for name in _ordered(counts)}, "micro": micro(counts)}


FIGURES: dict[str, Callable[[Tally], float | None]] = {
    "strict F1": lambda t: micro(t.strict).f(),
    "overlap F1": lambda t: micro(t.overlap).f(),
    "token F2, label-blind": lambda t: t.blind.f(2),
    "token F2, by class": lambda t: micro(t.tokens).f(2),
    "persons covered": lambda t: t.person_coverage.ratio,
}
"""What is told of each fold."""


def fold(tallies: Sequence[Tally], count: int, seed: int = 0) -> list[Tally]:
    """Deal shuffled documents into so many folds and add each up.

    Raises:
        ConfigError: If there are fewer documents than folds, or fewer than two folds.
    """
    if not 2 <= count <= len(tallies):
        raise ConfigError(
            f"{count} folds of {len(tallies)} documents: give 2 or more, and a document to each"
        )
    shuffled = list(tallies)
    random.Random(seed).shuffle(shuffled)  # noqa: S311
    return [total(shuffled[start::count]) for start in range(count)]


def spread(tallies: Sequence[Tally], count: int) -> dict[str, tuple[float, float]]:
    """Return mean and standard deviation of each figure over the folds."""
    parts = fold(tallies, count)
    found: dict[str, tuple[float, float]] = {}
    for name, figure in FIGURES.items():
        values = [value for value in map(figure, parts) if value is not None]
        if len(values) > 1:
            found[name] = statistics.fmean(values), statistics.stdev(values)
    return found


def render_folds(tallies: Sequence[Tally], count: int) -> str:
    """Return mean and deviation of each figure, in per cent."""
    lines = [f"Over {count} folds of the documents (mean, deviation)"]
    for name, (mean, deviation) in spread(tallies, count).items():
        lines.append(f"  {name:<22} {100 * mean:5.1f} ± {100 * deviation:.1f}")
    return "\n".join(lines) + "\n"


def folds_as_dict(tallies: Sequence[Tally], count: int) -> dict[str, dict[str, float]]:
    """Return the same as plain values."""
    found = spread(tallies, count)
    return {name: {"mean": mean, "deviation": dev} for name, (mean, dev) in found.items()}


def write_plots(report: EvaluationReport, folder: Path) -> list[Path]:
    """Write ``curve`` and ``confusion``, each as PNG and SVG; the folder is made if need be.

    Raises:
        MissingExtra: If matplotlib is not installed.
    """
    curve, ((axes,),) = sheet()
    best = chosen(report.scored)
    label = f"best F2: {best.f(2):.3f} at {best.threshold:.3f}" if best else "nothing found"
    line = [(point.recall, point.precision) for point in points(report.scored)]
    draw_curve(axes, line, label, (best.recall, best.precision) if best else None)
    cells = report.total.confusion
    rows, columns = (last_none({key[side] for key in cells}) for side in (0, 1))
    matrix, ((axes,),) = sheet()
    draw_matrix(axes, rows, columns, [[cells.get((r, c), 0) for c in columns] for r in rows])
    return [*save(curve, folder, "curve"), *save(matrix, folder, "confusion")]

"""A benchmark as text for people and as plain values for JSON."""

from __future__ import annotations

from allonym.bench.run import BenchReport, Timing

_AIMS = {
    "import allonym, s": 0.15,
    "allonym --help, s": 0.3,
    "first sentence, s": 2.0,
    "memory after it, MB": 400.0,
}
_WORDS_AIM = 15_000
_PATTERN_AIM = 5_000_000
_SHARE_AIM = 10


def render(report: BenchReport) -> str:
    """Return the report as aligned plain text, the aims beside the figures."""
    head = f"allonym {report.version}, {report.language}, profile {report.profile}"
    parts = [f"{head}\n{report.machine}; text: {report.text}", _startup(report), _speed(report)]
    parts += [_stages(report), _scaling(report)]
    if report.problems:
        parts.append("Not measured\n" + "\n".join(f"  {problem}" for problem in report.problems))
    return "\n\n".join(part for part in parts if part) + "\n"


def _startup(report: BenchReport) -> str:
    figures = [
        report.import_seconds,
        report.help_seconds,
        report.first_seconds,
        report.first_memory,
    ]
    lines = ["Start                                aim"]
    for (name, aim), figure in zip(_AIMS.items(), figures, strict=True):
        shown = "-" if figure is None else f"{figure:.3f}" if aim < 10 else f"{figure:.0f}"
        lines.append(f"  {name:<22}{shown:>8}  < {aim:g}")
    if report.first_steps:
        steps = zip(("import", "load", "run"), report.first_steps, strict=False)
        lines.append("  first sentence: " + ", ".join(f"{n} {s:.3f} s" for n, s in steps))
    return "\n".join(lines)


def _speed(report: BenchReport) -> str:
    lines = []
    if whole := report.whole:
        lines += [
            f"Long text, {whole.characters:,} characters, one process",
            f"  whole pipeline  {whole.words_per_second:>12,.0f} words/s  > {_WORDS_AIM:,}",
            f"                  {whole.characters_per_second:>12,.0f} characters/s",
        ]
    if report.patterns:
        rate = report.patterns.characters_per_second
        lines.append(f"  pattern scan    {rate:>12,.0f} characters/s  > {_PATTERN_AIM:,}")
    if report.memory is not None:
        lines.append(f"  memory          {report.memory:>12,.0f} MB at most")
    return "\n".join(lines)


def _stages(report: BenchReport) -> str:
    if not report.stages or not report.scaling:
        return ""
    base = report.scaling[0]
    total = sum(stage.seconds for stage in report.stages) or 1.0
    lines = [f"Stages on {base.characters:,} characters"]
    for stage in report.stages:
        timing = Timing(base.characters, base.words, stage.seconds)
        lines.append(
            f"  {stage.name:<24}{stage.seconds:>9.4f} s {100 * stage.seconds / total:>6.1f} %"
            f" {timing.words_per_second:>14,.0f} words/s {timing.characters_per_second:>14,.0f} "
            "characters/s"
        )
    share = replacing_share(report)
    if share is not None:
        lines.append(
            f"  choosing and inflecting: {100 * share:.1f} % of detection  < {_SHARE_AIM} %"
        )
    return "\n".join(lines)


def replacing_share(report: BenchReport) -> float | None:
    """Return the time of the replacers over that of the detectors; None where none was measured."""
    spent = {"detect": 0.0, "replace": 0.0}
    for stage in report.stages:
        kind = stage.name.partition(" ")[0]
        spent[kind] = spent.get(kind, 0.0) + stage.seconds
    return spent["replace"] / spent["detect"] if spent["detect"] else None


def _scaling(report: BenchReport) -> str:
    if not report.scaling:
        return ""
    base = report.scaling[0]
    lines = ["Time against length      (1.00: linear)", "  characters    seconds   per character"]
    lines += [
        f"  {timing.characters:>10,} {timing.seconds:>10.3f} {_growth(base, timing):>15.2f}"
        for timing in report.scaling
    ]
    return "\n".join(lines)


def _growth(base: Timing, timing: Timing) -> float:
    if not base.seconds or not timing.characters:
        return 0.0
    return (timing.seconds / timing.characters) / (base.seconds / base.characters)


def as_dict(report: BenchReport) -> dict[str, object]:
    """Return the report as plain values for JSON; null where a step was not measured."""
    return {
        "language": report.language,
        "profile": report.profile,
        "version": report.version,
        "machine": report.machine,
        "text": report.text,
        "import_seconds": report.import_seconds,
        "help_seconds": report.help_seconds,
        "first_sentence": {
            "seconds": report.first_seconds,
            "steps": dict(zip(("import", "load", "run"), report.first_steps, strict=False)),
            "memory_mb": report.first_memory,
        },
        "whole": _timing(report.whole),
        "memory_mb": report.memory,
        "patterns": _timing(report.patterns),
        "replacing_share_of_detection": replacing_share(report),
        "stages": {stage.name: stage.seconds for stage in report.stages},
        "scaling": [_timing(timing) for timing in report.scaling],
        "problems": list(report.problems),
    }


def _timing(timing: Timing | None) -> dict[str, float] | None:
    if timing is None:
        return None
    return {
        "characters": timing.characters,
        "words": timing.words,
        "seconds": timing.seconds,
        "characters_per_second": round(timing.characters_per_second, 1),
        "words_per_second": round(timing.words_per_second, 1),
    }

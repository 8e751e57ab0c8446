"""Figures of replacements as text for people and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Sequence

from allonym.evaluate.judging import CATEGORIES
from allonym.evaluate.metrics import Share
from allonym.evaluate.replacements import Figures, ReplacementReport
from allonym.evaluate.report import bounds, percent, plain_share, table
from allonym.model.features import format_features

_HEAD = ["names", "strict", "95 %", "soft", "95 %", "judged", "not judged"]


def render_replacements(reports: Sequence[ReplacementReport]) -> str:
    """Return the reports as aligned plain text, figures in per cent."""
    return "\n\n".join(_one(report) for report in reports) + "\n"


def _one(report: ReplacementReport) -> str:
    lines = [f"{report.language}: {', '.join(report.files)}; judges: {', '.join(report.judges)}"]
    lines += [f"  {sentence}" for sentence in report.missing]
    rows = [[name, *cells(figures)] for name, figures in rows_of(report)]
    lines.append(table(_HEAD, rows))
    cases = [[name, *cells(figures)] for name, figures in sorted(report.by_case.items())]
    if len(cases) > 1:
        lines.append(table(["case", *_HEAD[1:]], cases))
    bases = report.bases
    lines.append(f"base forms changed: {bases.part} of {bases.whole} ({_with_bounds(bases)})")
    return "\n".join(lines)


def rows_of(report: ReplacementReport) -> list[tuple[str, Figures]]:
    """Return the figures of each category that occurs, and of all words."""
    found = [(n, report.by_category[n]) for n in CATEGORIES if n in report.by_category]
    return [*found, ("all words", report.total)]


def cells(figures: Figures) -> list[str]:
    """Return the cells of one row; "not judged" where no source could tell.

    >>> cells(Figures(Share(95, 100), Share(97, 100), 12))
    ['95.0', '88.8-97.8', '97.0', '91.5-99.0', '100', '12']
    >>> cells(Figures(not_judged=3))
    ['not judged', '-', 'not judged', '-', '0', '3']
    """
    shares = (figures.strict, figures.soft)
    pairs = [cell for share in shares for cell in (_share(share), bounds(share.interval))]
    return [*pairs, str(figures.strict.whole), str(figures.not_judged)]


def render_wrong(reports: Sequence[ReplacementReport]) -> str:
    """Return what was judged wrong: sentence, original, form, and the features wanted."""
    lines = []
    for report in reports:
        for word in report.wrong:
            mark = "soft" if word.soft else "wrong"
            features = format_features(word.wanted)
            lines.append(
                f"{report.language} {word.where[0]}: {word.original} > {word.form}"
                f" ({word.lemma}), {word.category}, {features}: {mark}"
            )
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _share(share: Share) -> str:
    return percent(share.ratio) if share.whole else "not judged"


def _with_bounds(share: Share) -> str:
    return f"{percent(share.ratio)} %, {bounds(share.interval)}" if share.whole else "none occur"


def replacements_as_dict(reports: Sequence[ReplacementReport]) -> dict[str, object]:
    """Return the reports as plain values for JSON, by language; no text of the treebanks."""
    return {report.language: _report(report) for report in reports}


def _report(report: ReplacementReport) -> dict[str, object]:
    return {
        "files": list(report.files),
        "judges": list(report.judges),
        "missing": list(report.missing),
        "categories": {name: _figures(figures) for name, figures in rows_of(report)},
        "cases": {name: _figures(f) for name, f in sorted(report.by_case.items())},
        "bases_changed": plain_share(report.bases),
    }


def _figures(figures: Figures) -> dict[str, object]:
    return {
        "strict": plain_share(figures.strict),
        "soft": plain_share(figures.soft),
        "not_judged": figures.not_judged,
    }

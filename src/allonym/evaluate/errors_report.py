"""Errors of detection as text for people and as plain values for JSON."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from allonym.evaluate.errors import (
    COVERED,
    KINDS,
    DetectionError,
    DocumentErrors,
    ErrorFigures,
    add_up,
    main_type,
)
from allonym.evaluate.metrics import plain
from allonym.evaluate.report import Cell, table

TITLES = {"missed": "missed", "kind": "wrong kind", "edges": "wrong edges", "wrong": "wrong finds"}
"""The four errors as a reader is told of them."""


def render_errors(documents: Sequence[DocumentErrors], examples: int = 0) -> str:
    """Return errors in a thousand words, and counts by type, detectors and confusion.

    With `examples`, so many of each error are shown, and words of the documents with them.
    """
    parts = [_rates(documents), _types(documents), _detectors(documents), _confused(documents)]
    parts += [_examples(kind, documents, examples) for kind in KINDS] if examples else []
    return "\n\n".join(part for part in parts if part) + "\n"


def _by_language(documents: Sequence[DocumentErrors]) -> dict[str, list[DocumentErrors]]:
    groups: dict[str, list[DocumentErrors]] = defaultdict(list)
    for document in documents:
        groups[document.language].append(document)
    return dict(sorted(groups.items()))


def _rates(documents: Sequence[DocumentErrors]) -> str:
    named = {name: add_up(group) for name, group in _by_language(documents).items()}
    if len(named) > 1:
        named["all"] = add_up(documents)
    head = ["language", "docs", "words", *(TITLES[kind] for kind in KINDS), "errors"]
    head += ["error-free %", "unchanged %", *(f"{name} %" for name in COVERED)]
    rows = [[name, *_cells(figures)] for name, figures in named.items()]
    return "Errors in a thousand words; marks wholly covered\n" + table(head, rows)


def _cells(figures: ErrorFigures) -> list[Cell]:
    rates = [figures.per_thousand(kind) for kind in (*KINDS, "")]
    return [
        figures.documents,
        figures.words,
        *("-" if rate is None else f"{rate:.1f}" for rate in rates),
        figures.free.ratio,
        figures.unchanged.ratio,
        *(figures.covered[name].ratio for name in COVERED),
    ]


def _types(documents: Sequence[DocumentErrors]) -> str:
    marks: Counter[str] = sum((Counter(d.marks) for d in documents), Counter())
    rows = _counted((e.main_type, e.kind) for d in documents for e in d.errors)
    names = sorted(marks.keys() | rows.keys(), key=lambda name: (-marks[name], name))
    head = ["type", "marks", *(TITLES[kind] for kind in KINDS)]
    return table(head, [[n, marks[n], *(rows[n][kind] for kind in KINDS)] for n in names])


def _detectors(documents: Sequence[DocumentErrors]) -> str:
    rows = _counted((e.detectors, e.kind) for d in documents for e in d.errors if e.found)
    names = sorted(rows, key=lambda name: (-rows[name].total(), name))
    kinds = [kind for kind in KINDS if kind != "missed"]
    head = ["found by", *(TITLES[kind] for kind in kinds)]
    return table(head, [[n, *(rows[n][kind] for kind in kinds)] for n in names])


def _confused(documents: Sequence[DocumentErrors]) -> str:
    cells = Counter(
        (e.main_type, main_type(e.found)) for d in documents for e in d.errors if e.kind == "kind"
    )
    ranked = sorted(cells.items(), key=lambda item: (-item[1], item[0]))
    rows: list[list[Cell]] = [[marked, found, count] for (marked, found), count in ranked]
    return table(["marked", "found as", "so often"], rows) if rows else ""


def _counted(pairs: Iterator[tuple[str, str]]) -> dict[str, Counter[str]]:
    out: dict[str, Counter[str]] = defaultdict(Counter)
    for name, kind in pairs:
        out[name][kind] += 1
    return out


# --- examples ---


def worst(
    documents: Sequence[DocumentErrors], kind: str, count: int
) -> list[tuple[DocumentErrors, DetectionError, int]]:
    """Return the worst errors of a kind, the same words of a document once, and how often.

    What is left to read comes before what is hidden nevertheless, then what recurs, then what
    is long.
    """
    groups: dict[tuple[str, ...], list[tuple[DocumentErrors, DetectionError]]] = defaultdict(list)
    for document in documents:
        for error in document.errors:
            if error.kind == kind:
                key = (document.language, document.id, error.surface, error.marked, error.found)
                groups[key].append((document, error))

    def badness(key: tuple[str, ...]) -> tuple[bool, int, int, object]:
        shown = bool(key[3]) and not all(error.covered for _, error in groups[key])
        return not shown, -len(groups[key]), -len(key[2]), key

    return [(*groups[key][0], len(groups[key])) for key in sorted(groups, key=badness)[:count]]


def _examples(kind: str, documents: Sequence[DocumentErrors], count: int) -> str:
    found = worst(documents, kind, count)
    if not found:
        return ""
    lines = [f"{TITLES[kind]}, the worst {len(found)}"]
    lines += [_line(*example) for example in found]
    return "\n".join(lines)


def _line(document: DocumentErrors, error: DetectionError, times: int) -> str:
    before, words, behind, seen = (
        " ".join(part.split())
        for part in (error.context[0], error.surface, error.context[1], error.seen)
    )
    told = " > ".join(name for name in (error.marked, error.found) if name)
    told += f" x{times}" if times > 1 else ""
    told += f"; {', '.join(error.evidence)}" if error.evidence else ""
    line = f"  {document.language} {document.id} ({told}): {before} [{words}] {behind}"
    return f"{line} - found [{seen}]" if seen not in {"", words} else line


# --- plain values ---


def errors_as_dict(documents: Sequence[DocumentErrors], examples: int = 0) -> dict[str, object]:
    """Return the errors as plain values for JSON; shares 0 to 1, null where there is nothing.

    Only with `examples` are words of the documents in it.
    """
    every = [error for document in documents for error in document.errors]
    out: dict[str, object] = {
        "total": _figures(add_up(documents)),
        "by_language": {
            name: _figures(add_up(group)) for name, group in _by_language(documents).items()
        },
        "by_type": _plain(_counted((e.main_type, e.kind) for e in every)),
        "by_detector": _plain(_counted((e.detectors, e.kind) for e in every if e.found)),
        "by_evidence": _plain(_counted((" ".join(e.evidence), e.kind) for e in every if e.found)),
        "documents": [_document(document) for document in documents],
    }
    if examples:
        out["examples"] = {
            kind: [
                {"id": document.id, "language": document.language, "times": times, **asdict(error)}
                for document, error, times in worst(documents, kind, examples)
            ]
            for kind in KINDS
        }
    return out


def _figures(figures: ErrorFigures) -> dict[str, object]:
    rates = {kind or "all": figures.per_thousand(kind) for kind in (*KINDS, "")}
    return {**plain(figures), "per_thousand": plain(rates)}


def _plain(rows: Mapping[str, Counter[str]]) -> dict[str, object]:
    return {name: {kind: rows[name][kind] for kind in KINDS} for name in sorted(rows)}


def _document(document: DocumentErrors) -> dict[str, object]:
    kinds = Counter(error.kind for error in document.errors)
    return {
        "id": document.id,
        "language": document.language,
        "words": document.words,
        "marks": sum(document.marks.values()),
        "errors": {kind: kinds[kind] for kind in KINDS},
        "unchanged": document.unchanged,
    }

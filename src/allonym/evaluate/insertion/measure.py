"""How many inserted names are found, and how much of what is found was inserted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from allonym.evaluate.align import Cover, Overlaps, checked
from allonym.evaluate.gold import Progress
from allonym.evaluate.insertion.generate import Inserted, by_class, insert_names
from allonym.evaluate.insertion.names import CLASSES
from allonym.evaluate.metrics import Share
from allonym.evaluate.report import bounds, percent, table
from allonym.evaluate.run import Predict

PUBLISHED = Share(136, 152), 0.965
"""ANOPPI: 152 names inserted, 89.5 % found, precision 96.5 % (Oksanen et al. 2022)."""

_NONE = Share()


@dataclass(frozen=True, slots=True)
class InsertionFigures:
    """What inserting gave in one language.

    Attributes:
        language: ISO 639-1 code.
        seed: Of the generator.
        found: By class, names wholly covered by whatever was found.
        precision: Of what was found, what touches an inserted name; nothing else is a name.
    """

    language: str
    seed: int
    found: Mapping[str, Share] = field(default_factory=dict)
    precision: Share = _NONE

    @property
    def total(self) -> Share:
        """Names of all classes."""
        return sum(self.found.values(), Share())


def measure_insertion(
    languages: Sequence[str],
    predict: Predict,
    *,
    seed: int = 0,
    count: int = 152,
    progress: Progress | None = None,
) -> list[InsertionFigures]:
    """Insert names into the sentences of each language and count those that are found.

    Args:
        languages: ISO 639-1 codes.
        predict: What is to be judged.
        seed: Of the generator.
        count: Names to a language.
        progress: Called after each language.
    """
    reports: list[InsertionFigures] = []
    for language in languages:
        found: dict[str, Share] = {}
        right = Share()
        for inserted in insert_names(language, count, seed):
            covered, precise = _count(inserted, predict)
            right += precise
            for name, share in covered.items():
                found[name] = found.get(name, Share()) + share
        reports.append(InsertionFigures(language, seed, found, right))
        if progress:
            progress(language, len(reports), len(languages))
    return reports


def _count(inserted: Inserted, predict: Predict) -> tuple[dict[str, Share], Share]:
    document = inserted.document
    found = checked(document, predict(document.text, document.language))
    cover, marked = Cover(document.text, found), Overlaps(document.spans)
    by_name = {
        name: Share(sum(cover.whole(span.start, span.end) for span in spans), len(spans))
        for name, spans in by_class(inserted).items()
    }
    return by_name, Share(sum(bool(marked(p.start, p.end)) for p in found), len(found))


def render_insertion(reports: Sequence[InsertionFigures]) -> str:
    """Return the figures as a table, those published for ANOPPI below."""
    rows = [
        [r.language, str(r.total.whole), percent(r.total.ratio), bounds(r.total.interval),
         *(percent(r.found.get(name, Share()).ratio) for name in CLASSES),
         percent(r.precision.ratio)]
        for r in reports
    ]  # fmt: skip
    share, precision = PUBLISHED
    dashes = ["-"] * len(CLASSES)
    rows.append(["ANOPPI (published, fi)", str(share.whole), percent(share.ratio), "-",
                 *dashes, percent(precision)])  # fmt: skip
    head = ["language", "inserted", "found %", "95 %", *CLASSES, "precision"]
    seed = f", seed {reports[0].seed}" if reports else ""
    return f"Names inserted into sentences without any{seed}\n{table(head, rows)}\n"


def insertion_as_dict(reports: Sequence[InsertionFigures]) -> dict[str, object]:
    """Return the figures as plain values for JSON."""
    return {
        r.language: {
            "seed": r.seed,
            "inserted": r.total.whole,
            "found": r.total.ratio,
            "by_class": {name: {"part": s.part, "whole": s.whole} for name, s in r.found.items()},
            "precision": r.precision.ratio,
        }
        for r in reports
    }

"""Count correct replacements end to end, detection included, as CLARIN-PL's slides do.

A mention of the gold data is replaced rightly if nothing of it is left and what stands in its place
keeps the rules of the published system: the same category, the same inflection, as many words and
as many digits.  *Soft* forgives what is lexical and leaves the grammar whole: another category, a
word more or less, a town that is a plural (*Kielce*) for one that is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.evaluate.gold import GoldDocument
from allonym.evaluate.metrics import Share, Sums
from allonym.evaluate.report import Cell, table
from allonym.languages.labels import load_labels
from allonym.languages.pack import load_pack
from allonym.model.mention import Analysis
from allonym.model.result import Result
from allonym.model.span import Span
from allonym.ports import Morphology

CATEGORIES = ("PERSON", "PLACE", "DATE", "E-MAIL", "OTHER")
PUBLISHED: Mapping[str, tuple[int, int, int]] = {
    "PERSON": (42, 49, 64), "PLACE": (31, 33, 48), "DATE": (60, 67, 67), "E-MAIL": (1, 1, 1),
    "OTHER": (1, 1, 1), "all": (135, 151, 181),
}  # fmt: skip
"""Right strictly, right softly, and mentions, by category (counts of the slides, Polish)."""

_INFLECTED = ("Case", "Number")
_NUMBER = re.compile(r"\d+")
_KINDS = {"PERSON": ("given", "family"), "PLACE": ("place",)}


@dataclass(frozen=True, slots=True)
class EndToEnd(Sums):
    """Mentions of the gold data that the profile changes, by category and for all."""

    strict: Mapping[str, Share] = field(default_factory=dict)  # right by all rules
    soft: Mapping[str, Share] = field(default_factory=dict)  # right but for what is lexical


def evaluate_end_to_end(
    pairs: Iterable[tuple[GoldDocument, Result]],
    changes: Callable[[str], bool],
    morphology: Callable[[str], Morphology],
) -> EndToEnd:
    """Judge what became of each mention.

    Args:
        pairs: Documents with the marks of people, and their results.
        changes: Tells whether a type is changed at all.
        morphology: Of a language, as the judge of inflection.
    """
    figures = EndToEnd()
    for document, result in pairs:
        reads = morphology(document.language)
        for mark in document.spans:
            if changes(mark.type):
                category = _category(mark.type)
                strict, soft = _judged(result, Span(mark.start, mark.end), category, reads)
                shares = Share(int(strict), 1), Share(int(soft or strict), 1)
                figures += EndToEnd(*({category: share, "all": share} for share in shares))
    return figures


def _category(type_name: str) -> str:
    return load_labels(load_pack("en"), "five").tag(type_name)


def _judged(result: Result, span: Span, category: str, morphology: Morphology) -> tuple[bool, bool]:
    """Tell whether a mention was replaced rightly, and whether it was so but for its words."""
    made = [r for r in result.replacements if r.span.overlaps(span) and not r.context]
    if not _is_covered(result.view.text, span, [r.span for r in made]):
        return False, False
    where = result.map
    old = result.view.surface(span)
    new = result.text[where.to_result(span.start) : where.to_result(span.end)]
    if not new or new.casefold() == old.casefold() or any(r.method == "tag" for r in made):
        return False, False
    case, same = (
        _inflects_alike(old, new, category, morphology, _INFLECTED[:n])
        for n in (1 if category == "PLACE" else 2, 2)
    )
    types = {m.span: m.type for e in result.entities for m in e.mentions}
    alike = all(_category(types.get(r.span, "other")) == category for r in made)
    return same and alike and _counts_alike(old, new, category), case


def _is_covered(text: str, span: Span, by: Sequence[Span]) -> bool:
    left = (n for n in range(span.start, span.end) if text[n].isalnum())
    return all(any(s.start <= n < s.end for s in by) for n in left)


def _counts_alike(old: str, new: str, category: str) -> bool:
    """Tell whether words and digits are as many; a day or month has one or two as it comes."""
    least = 2 if category == "DATE" else 1
    digits, others = (sum(max(least, len(n)) for n in _NUMBER.findall(t)) for t in (old, new))
    return len(old.split()) == len(new.split()) and digits == others


def _inflects_alike(
    old: str, new: str, category: str, morphology: Morphology, features: Sequence[str]
) -> bool:
    """Tell whether two names may stand alike; other things don't inflect."""
    kinds = _KINDS.get(category, ())
    if not kinds or any(map(str.isdigit, old)):
        return True
    one, other = (
        [set(_forms(_readings(name, kind, morphology), features)) for kind in kinds]
        for name in (old, new)
    )
    return any(a & b for a, b in zip(one, other, strict=True))


def _readings(name: str, kind: str, morphology: Morphology) -> Sequence[Analysis]:
    """Read a place's whole name, another's last word: *Janowiec Wielkopolski* is no genitive."""
    return morphology.analyse(name if kind == "place" else name.rsplit(maxsplit=1)[-1], kind)


def _forms(readings: Iterable[Analysis], features: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the features of the readings that are not far-fetched: *Bronisława*, of a man."""
    kept = list(readings)
    best = max((r.weight for r in kept), default=0.0)
    for reading in kept:
        if reading.weight >= best / 10:
            yield tuple(reading.features.get(name, "") for name in features)


def end_to_end_as_dict(figures: EndToEnd) -> dict[str, dict[str, float | None]]:
    """Return the figures as plain values for JSON."""
    return {
        name: {
            "mentions": figures.strict[name].whole,
            "strict": figures.strict[name].ratio,
            "soft": figures.soft[name].ratio,
        }
        for name in (*CATEGORIES, "all")
        if name in figures.strict
    }


def render_end_to_end(figures: EndToEnd) -> str:
    """Return the figures as a table, those of the slides beside them."""
    rows: list[list[Cell]] = []
    for name in (*CATEGORIES, "all"):
        own = [shares.get(name, Share()) for shares in (figures.strict, figures.soft)]
        strict, soft, known = PUBLISHED[name]
        told = ["-" if share.ratio is None else f"{share.ratio:.1%}" for share in own]
        rows.append([name, own[0].whole, *told, f"{strict / known:.1%} / {soft / known:.1%}"])
    title = "Correct replacements, detection included (published: CLARIN-PL, other texts)"
    return f"{title}\n{table(['category', 'mentions', 'strict', 'soft', 'published'], rows)}\n"

"""What the author of a plug-in runs: the laws of a document format as one call."""

from __future__ import annotations

import random
from collections.abc import Sequence

from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import DocumentFormat

_WORDS = ("Eva", "Žofija-Ana", "№ 7", "A & B", "two words", "")


def check_format(
    form: DocumentFormat, sample: bytes, *, removes: bool = True, seed: int = 0, plans: int = 20
) -> None:
    """Assert that a format keeps the laws on a sample.

    The empty plan changes no character of the text.  After a plan is carried out, the file opened
    again reads as planned, so that every character outside the replacements is the same, and a
    second empty rewrite gives the same bytes.

    Args:
        form: The format.
        sample: A file of it with some words in it.
        removes: Whether the format can replace a stretch by nothing.
        seed: Chooses what is replaced.
        plans: How many are carried out.

    Raises:
        AssertionError: If a law is broken; the message says which, and quotes nothing.
    """
    document = form.open(sample)
    text = document.view.text
    written = document.rewrite(ReplacementPlan())
    _same(form.open(written).view.text, text, "the empty plan changed the text")
    _same(document.view.text, text, "rewriting changed the view")
    chance = random.Random(seed)  # noqa: S311 - chooses test data, keeps no secret
    for _ in range(plans):
        plan = _random_plan(document.view, chance, _WORDS if removes else _WORDS[:-1])
        written = document.rewrite(plan)
        found, wanted = (
            "".join(t.split()) for t in (form.open(written).view.text, plan.apply(text))
        )
        _same(found, wanted, "the file does not read as planned")
        if form.open(written).rewrite(ReplacementPlan()) != written:
            raise AssertionError("a file that was written once is not written the same again")


def _random_plan(view: TextView, chance: random.Random, words: Sequence[str]) -> ReplacementPlan:
    """Replace some stretches of real text, none of them over the edge of a block or a token."""
    places = [s.span for s in view.segments if not view.surface(s.span).isspace()]
    chosen = sorted(chance.sample(places, min(len(places), chance.randint(1, 8))))
    made, cursor = [], 0
    tokens = frozenset(view.tokens)
    for place in chosen:
        block = view.block_at(place.start)
        start = chance.randrange(place.start, place.end)
        fixed = place in tokens
        edge = block.end if view.blocks and not fixed else place.end
        end = min(start + chance.randint(1, 12), edge, len(view.text))
        if start < cursor or not (view.text[start].isalnum() and view.text[end - 1].isalnum()):
            continue
        word = chance.choice(words)
        word = "_".join(word.split()) or "_" if fixed else word
        made.append(Replacement(Span(start, end), word, EntityId("t1"), "tag"))
        cursor = end
    return ReplacementPlan.of(made)


def _same(found: str, wanted: str, complaint: str) -> None:
    if found != wanted:
        at = next((i for i, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b), -1)
        raise AssertionError(f"{complaint}, first at {at}")

"""Find in one version of a document what was decided about another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from allonym.model.decision import Decision, Place, Target
from allonym.model.span import Span
from allonym.review.changes import Draft
from allonym.review.state import State
from allonym.text.fold import in_common
from allonym.text.phrases import occurrences

_CONTEXT = 24
_MOST = 2_000  # occurrences of a surface that are weighed; more of them are as good as none


def place_at(text: str, span: Span) -> Place:
    """Return the place of a span, to be found again by its surface and what is around it."""
    return Place(
        span,
        text[span.start : span.end],
        text[max(0, span.start - _CONTEXT) : span.start],
        text[span.end : span.end + _CONTEXT],
    )


@dataclass(slots=True)
class Locator:
    """Finds places of another version in a text."""

    text: str = field(repr=False)
    _known: dict[str, list[int]] = field(default_factory=dict, repr=False)

    def find(self, place: Place) -> Span | None:
        """Return where a place stands now: the best context wins, then the nearest; None if gone.

        A place whose context has gone altogether counts only where its surface stands but once.
        """
        starts = self._starts(place.surface)
        if not starts or len(starts) > _MOST:
            return None
        scored = [(self._context(place, s), -abs(s - place.span.start), s) for s in starts]
        context, _, best = max(scored)
        if not context and (place.before or place.after) and len(starts) > 1:
            return None
        return Span(best, best + len(place.surface))

    def _starts(self, surface: str) -> list[int]:
        if surface not in self._known:
            places = occurrences(self.text, surface) if surface else ()
            self._known[surface] = [*islice(places, _MOST + 1)]
        return self._known[surface]

    def _context(self, place: Place, start: int) -> int:
        """Return how many characters around a start are as they were."""
        end = start + len(place.surface)
        before = self.text[max(0, start - len(place.before)) : start]
        after = self.text[end : end + len(place.after)]
        return in_common(before[::-1], place.before[::-1]) + in_common(after, place.after)


def rebase(
    decisions: Iterable[Decision], state: State, text: str
) -> tuple[list[Decision], list[tuple[Decision, tuple[Place, ...]]]]:
    """Find the mentions and entities of decisions in a new version of the document.

    Args:
        decisions: Those that count, made about the old version.
        state: The new version as it was recognised, untouched.
        text: The new version.

    Returns:
        Those that could be placed, in the same order, and each that lost some or all of its
        places, with those.
    """
    locator, draft = Locator(text), Draft(state)
    made: list[Decision] = []
    lost: list[tuple[Decision, tuple[Place, ...]]] = []
    entities: dict[str, str] = {}
    for decision in decisions:
        target, missing = _moved(decision, draft.state(), locator, entities)
        if missing:
            lost.append((decision, missing))
        if target is not None:
            moved = replace(decision, target=target)
            draft.apply(moved)
            made.append(moved)
    return made, lost


def _moved(
    decision: Decision, state: State, locator: Locator, entities: dict[str, str]
) -> tuple[Target | None, tuple[Place, ...]]:
    """Return the target in the new version, None if nothing of it is there, and what is not."""
    target = decision.target
    spans = [locator.find(place) for place in target.places]
    missing = tuple(p for p, span in zip(target.places, spans, strict=True) if span is None)
    if target.places and len(missing) == len(spans):
        return None, missing
    here = {i.mention.span: i.id for i in state.items.values() if i.status != "covered"}
    if decision.action in _OF_ENTITIES:
        for name, span in zip(target.entities, spans, strict=False):
            if span is not None and span in here:
                entities[name] = state.items[here[span]].entity
        named = tuple(entities.get(name, name) for name in target.entities)
        places = _at(locator, spans)
        known = tuple(name for name in named if name in state.parties)
        return (replace(target, entities=known, places=places) if known else None), missing
    return _with_mentions(decision, spans, state, here, locator, entities), missing


_OF_ENTITIES = ("merge", "rename", "method")


def _with_mentions(
    decision: Decision,
    spans: list[Span | None],
    state: State,
    here: Mapping[Span, str],
    locator: Locator,
    entities: Mapping[str, str],
) -> Target:
    target = decision.target
    count = len(target.mentions)
    pairs = [(here[s], n, s) for n, s in enumerate(spans[:count]) if s is not None and s in here]
    beyond = [s for s in spans[:count] if s is not None and s not in here]
    if decision.action == "resize":
        moved = [(name, locator.find(target.to[n]), s) for name, n, s in pairs]
        kept = [(name, to, s) for name, to, s in moved if to is not None]
        return replace(
            target,
            mentions=tuple(name for name, _, _ in kept),
            to=_at(locator, [to for _, to, _ in kept]),
            places=_at(locator, [s for *_, s in kept]),
        )
    ordered = [s for *_, s in pairs] + beyond + list(spans[count:])
    return replace(
        target,
        mentions=tuple(name for name, *_ in pairs),
        entities=_joined(target, locator, here, state, entities),
        places=_at(locator, ordered),
    )


def _joined(
    target: Target,
    locator: Locator,
    here: Mapping[Span, str],
    state: State,
    entities: Mapping[str, str],
) -> tuple[str, ...]:
    """Return the entity that mentions join: numbers of entities differ between versions."""
    if not target.entities:
        return ()
    known = entities.get(target.entities[0])
    if known in state.parties:
        return (str(known),)
    surfaces = {place.surface for place in target.places}
    alike = (
        state.items[name].entity
        for span, name in here.items()
        if state.items[name].active and locator.text[span.start : span.end] in surfaces
    )
    found = next(alike, "")
    return (found,) if found else ()


def _at(locator: Locator, spans: Iterable[Span | None]) -> tuple[Place, ...]:
    return tuple(place_at(locator.text, span) for span in spans if span is not None)

"""Detection by a trained model, window by window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from allonym.model.mention import Evidence, Mention
from allonym.model.scored import ScoredSpan
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Engine
from allonym.text.tokenize import snap, windows

TYPE_OF = {"PER": "person", "LOC": "place", "ORG": "org", "ANY": "other"}
"""What an engine's labels mean here; a label that is not named is dropped."""

_EVEN = 0.5
_COMMON = 0.45
_SMALL = 0.8
_ENDS = '\n.!?:;•–-"“„»(['


class ModelDetector:
    """Finds persons, places and organisations with an engine.

    Blocks are cut into windows at line or sentence ends and handed on a batch at a time, so memory
    does not grow with the text.  Spans down to `floor` are returned, for review to see.
    """

    LEAN = 0.25

    def __init__(  # noqa: PLR0913
        self,
        engine: Engine,
        *,
        floor: float = 0.2,
        lean: float = LEAN,
        is_common: Callable[[str], bool] = lambda _: False,
        is_plain: Callable[[str], bool] = lambda _: False,
        types: Mapping[str, str] = TYPE_OF,
        window: int = 4000,
        batch: int = 24000,
        name: str = "model",
    ) -> None:
        """Make a detector.

        Args:
            engine: What runs the model.
            floor: Least score of a mention.
            lean: What is capitalised and at least so probably a name, but less than one half,
                is also given as ``other`` with a score of one half or more, so that the default
                hides it; 1 turns this off.
            is_common: Tells of a word in small letters whether it is a common one; what consists
                of such words alone must be more probable.
            is_plain: Tells of a word in small letters whether it is in the dictionary and in no
                list of names; such words alone are never hidden so, and one written small must be
                more probable to be a person.
            types: Entity type of each label; others are dropped.
            window: Most characters the engine sees at once; more is slower to begin, not better.
            batch: About how many characters are handed to the engine in one call.
            name: What evidence and profiles call the detector.
        """
        self.name = name
        self._engine = engine
        self._floor = floor
        self._lean = lean
        self._is_common = is_common
        self._is_plain = is_plain
        self._types = dict(types)
        self._window = window
        self._batch = batch

    def detect(self, view: TextView) -> Iterator[Mention]:
        """Yield the mentions of a view in order of windows, scores being probabilities."""
        for batch in self._batches(view):
            texts = [view.text[span.start : span.end] for span in batch]
            for window, found in zip(
                batch, self._engine.tag(texts, floor=self._floor), strict=True
            ):
                yield from self._mentions(view, window, found)

    def _batches(self, view: TextView) -> Iterator[list[Span]]:
        batch: list[Span] = []
        size = 0
        for block in view.blocks or _whole(view):
            for window in windows(view.text, block, self._window):
                if batch and size + len(window) > self._batch:
                    yield batch
                    batch, size = [], 0
                batch.append(window)
                size += len(window)
        if batch:
            yield batch

    def _mentions(
        self, view: TextView, window: Span, found: Sequence[ScoredSpan]
    ) -> Iterator[Mention]:
        for scored in found:
            span = scored.span.shift(window.start)
            if view.tokens:
                span = snap(span, view.tokens)
            entity_type = self._types.get(scored.label)
            if entity_type == "person" and self._is_no_name(view.surface(span), scored.score):
                continue
            if entity_type is not None:
                yield Mention(span, entity_type, (Evidence(self.name, scored.label, scored.score),))
            if self._leans(view, span, scored.score):
                evidence = Evidence(self.name, "lean", _EVEN + scored.score / 2)
                yield Mention(span, "other", (evidence,))

    def _is_no_name(self, surface: str, score: float) -> bool:
        """Tell whether a person would be a word of the dictionary, in small letters."""
        return surface.islower() and score < _SMALL and self._is_plain(surface)

    def _leans(self, view: TextView, span: Span, score: float) -> bool:
        """Tell whether something rather no name than one is hidden all the same.

        Words of the dictionary that no list has as a name are never (*Public Transport*); those
        that are names too must be more probable where their capital tells nothing: at the head of
        a line or sentence, and in words written large.
        """
        surface = view.surface(span)
        if not (self._lean <= score < _EVEN and surface[:1].isupper()):
            return False
        words = surface.lower().split()
        if all(map(self._is_plain, words)):
            return False
        before = view.text[max(0, span.start - 3) : span.start].rstrip(" \t")
        at_head = not before or before[-1] in _ENDS
        if not (at_head or surface.isupper()):
            return True
        return score >= _COMMON or not all(map(self._is_common, words))


def _whole(view: TextView) -> tuple[Span, ...]:
    return (Span(0, len(view.text)),) if view.text else ()

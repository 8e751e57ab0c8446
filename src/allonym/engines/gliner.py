"""GLiNER models (Zaratiana et al. 2024, doi:10.18653/v1/2024.naacl-long.300) as engines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from allonym.errors import EngineError, needs
from allonym.model.scored import ScoredSpan
from allonym.model.span import Span
from allonym.text.tokenize import windows

ASKED: Mapping[str, str] = MappingProxyType(
    {"person": "PER", "location": "LOC", "organization": "ORG"}
)
"""What the model is asked for, and what that is here."""

_WINDOW = 1000
"""Characters; GLiNER models cut what is longer than 384 words."""


@dataclass(frozen=True, slots=True)
class GlinerEngine:
    """Asks a GLiNER model for persons, places and organisations."""

    model: Any = field(repr=False)  # a loaded GLiNER model

    @classmethod
    def load(cls, model: str) -> GlinerEngine:
        """Load a model.

        Args:
            model: Its name on the hub, or the folder it lies in.

        Raises:
            MissingExtra: If ``gliner`` is not installed.
            EngineError: If the model cannot be loaded.
        """
        with needs('engine "gliner" needs', "gliner"):
            from gliner import GLiNER
        try:
            return cls(GLiNER.from_pretrained(model))
        except (OSError, ValueError, KeyError) as error:
            raise EngineError(
                f"{model!r} is no GLiNER model that can be loaded; give its hub name or folder"
            ) from error

    def tag(self, texts: Sequence[str], *, floor: float) -> list[list[ScoredSpan]]:
        """Return the labelled spans of each text that are at least so probable."""
        return [list(self._spans(text, floor)) for text in texts]

    def _spans(self, text: str, floor: float) -> Iterator[ScoredSpan]:
        if not text.strip():
            return
        for window in windows(text, Span(0, len(text)), _WINDOW):
            part = text[window.start : window.end]
            if not part.strip():
                continue
            for found in self.model.predict_entities(part, list(ASKED), threshold=floor):
                span = Span(int(found["start"]), int(found["end"])).shift(window.start)
                yield ScoredSpan(span, ASKED[found["label"]], float(found["score"]))

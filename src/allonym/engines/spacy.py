"""Any installed spaCy pipeline with a named-entity recognizer, as an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from allonym.errors import EngineError, MissingExtra, needs
from allonym.model.scored import ScoredSpan
from allonym.model.span import Span

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "PER": "PER", "PERSON": "PER", "persName": "PER", "PRS": "PER",
        "LOC": "LOC", "GPE": "LOC", "FAC": "LOC", "placeName": "LOC", "geogName": "LOC",
        "GPE_LOC": "LOC", "FACILITY": "LOC",
        "ORG": "ORG", "orgName": "ORG", "ORGANIZATION": "ORG", "GPE_ORG": "ORG",
        "MISC": "MISC", "NORP": "MISC", "PRODUCT": "MISC", "EVENT": "MISC", "WORK_OF_ART": "MISC",
    }
)  # fmt: skip
"""What the labels of the common pipelines mean here; others are dropped."""


class SpacyEngine:
    """Runs a spaCy pipeline; its entities carry no probability, so all score the same."""

    def __init__(self, pipeline: str, *, score: float = 0.85) -> None:
        """Load a pipeline.

        Args:
            pipeline: Name of an installed pipeline, such as ``pl_core_news_lg``, or a path.
            score: Score of every span.

        Raises:
            MissingExtra: If spaCy or the pipeline is not installed.
            EngineError: If the pipeline recognizes no entities.
        """
        self._pipeline = _load(pipeline)
        self._score = score
        if not {"ner", "entity_ruler", "span_ruler"} & set(self._pipeline.pipe_names):
            raise EngineError(f"spaCy pipeline {pipeline!r} has no entity recognizer")

    def tag(self, texts: Sequence[str], *, floor: float) -> list[list[ScoredSpan]]:
        """Return the entities of each text whose label is known here."""
        if self._score < floor:
            return [[] for _ in texts]
        return [self._spans(doc) for doc in self._pipeline.pipe(texts)]

    def _spans(self, doc: Any) -> list[ScoredSpan]:
        return [
            ScoredSpan(Span(e.start_char, e.end_char), LABELS[e.label_], self._score)
            for e in doc.ents
            if e.label_ in LABELS and e.start_char < e.end_char
        ]


def _load(pipeline: str) -> Any:
    with needs('engine "spacy" needs', "spacy"):
        import spacy
    try:
        return spacy.load(pipeline, exclude=["parser", "lemmatizer", "attribute_ruler"])
    except OSError as error:
        raise MissingExtra(
            f"spaCy pipeline {pipeline!r} is not installed: python -m spacy download {pipeline}"
        ) from error

"""The spaCy engine says what to install, and takes any pipeline that finds entities."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from allonym.engines.spacy import SpacyEngine
from allonym.errors import EngineError, MissingExtra


class Pipeline:
    pipe_names = ("tok2vec", "ner")

    def pipe(self, texts: list[str]) -> list[SimpleNamespace]:
        entities = [
            SimpleNamespace(start_char=0, end_char=4, label_="persName"),
            SimpleNamespace(start_char=5, end_char=9, label_="date"),
        ]
        return [SimpleNamespace(ents=entities) for _ in texts]


def install(monkeypatch: pytest.MonkeyPatch, pipeline: object) -> None:
    module = ModuleType("spacy")

    def load(name: str, exclude: list[str]) -> object:
        if pipeline is None:
            raise OSError(name)
        return pipeline

    module.load = load  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spacy", module)


def test_without_spacy_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtra, match=r"pip install 'allonym\[spacy\]'"):
        SpacyEngine("pl_core_news_sm")


def test_without_the_pipeline_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, None)
    with pytest.raises(MissingExtra, match="spacy download pl_core_news_sm"):
        SpacyEngine("pl_core_news_sm")


def test_pipeline_without_entities_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, SimpleNamespace(pipe_names=("tagger",)))
    with pytest.raises(EngineError, match="no entity recognizer"):
        SpacyEngine("xx")


def test_labels_are_translated_and_others_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Pipeline())
    engine = SpacyEngine("pl_core_news_sm", score=0.8)
    (spans,) = engine.tag(["Anna 1990"], floor=0.2)
    assert [(s.span.start, s.span.end, s.label, s.score) for s in spans] == [(0, 4, "PER", 0.8)]
    assert engine.tag(["Anna 1990"], floor=0.9) == [[]]

"""The GLiNER engine, on a model of random weights that is made and run here."""

import pytest

from allonym.engines.gliner import GlinerEngine
from allonym.errors import EngineError, MissingExtra

from .tiny import save_classifier

TEXT = "Anna Nowak lives in Paris . " * 60


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    gliner = pytest.importorskip("gliner", reason="the extra gliner is not installed")
    backbone = save_classifier(tmp_path_factory.mktemp("backbone"))
    config = gliner.GLiNERConfig(
        model_name=str(backbone), hidden_size=32, max_width=4, max_len=64, dropout=0.0,
        span_mode="markerV0", words_splitter_type="whitespace",
    )  # fmt: skip
    return gliner.GLiNER.from_config(config)


@pytest.mark.slow
def test_spans_lie_in_the_text_and_have_known_labels(model):
    engine = GlinerEngine(model)
    (spans,) = engine.tag([TEXT], floor=0.01)
    assert spans
    assert {s.label for s in spans} <= {"PER", "LOC", "ORG"}
    for span in (s.span for s in spans):
        surface = TEXT[span.start : span.end]
        assert surface == surface.strip()
        assert TEXT[span.end : span.end + 1] in (" ", "")
    assert max(s.span.end for s in spans) > 1000
    assert engine.tag([""], floor=0.1) == [[]]


@pytest.mark.slow
def test_what_is_no_model_is_told(tmp_path):
    pytest.importorskip("gliner", reason="the extra gliner is not installed")
    with pytest.raises(EngineError, match="GLiNER model"):
        GlinerEngine.load(str(tmp_path))


def test_without_the_extra_the_error_names_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "gliner", None)
    with pytest.raises(MissingExtra, match=r"allonym\[gliner\]"):
        GlinerEngine.load("x")

"""The transformers engine, on a model that is made, trained and run here."""

import pytest

from allonym.engines.load import load_engine
from allonym.engines.transformers import TransformersEngine
from allonym.errors import EngineError, MissingExtra, ProfileError
from allonym.languages.pack import load_pack

from .tiny import export_onnx, save_classifier

SENTENCE = "Anna Nowak lives in Paris ."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pytest.importorskip("torch", reason="the extra transformers is not installed")
    pytest.importorskip("transformers", reason="the extra transformers is not installed")
    return save_classifier(tmp_path_factory.mktemp("model"))


def found(engine, text):
    (spans,) = engine.tag([text], floor=0.5)
    return [(text[s.span.start : s.span.end], s.label) for s in spans]


@pytest.mark.slow
def test_words_are_whole_and_labelled(folder):
    engine = TransformersEngine.load(str(folder))
    assert found(engine, SENTENCE) == [("Anna Nowak", "PER"), ("Paris", "LOC")]
    assert found(engine, "") == found(engine, " \n") == []


@pytest.mark.slow
def test_long_texts_are_read_in_windows_that_overlap(folder):
    text = " ".join([SENTENCE] * 20)
    spans = found(TransformersEngine.load(str(folder)), text)
    assert spans.count(("Paris", "LOC")) == 20
    assert spans.count(("Anna Nowak", "PER")) >= 18


@pytest.mark.slow
def test_an_onnx_export_gives_the_same(folder, tmp_path):
    pytest.importorskip("onnx", reason="the extra train is not installed")
    copy = save_classifier(tmp_path / "copy")
    export_onnx(copy)
    text = " ".join([SENTENCE] * 7)
    first, second = (TransformersEngine.load(str(f)).tag([text], floor=0.2) for f in (folder, copy))
    assert [[(s.span, s.label, round(s.score, 3)) for s in spans] for spans in first] == [
        [(s.span, s.label, round(s.score, 3)) for s in spans] for spans in second
    ]


@pytest.mark.slow
def test_what_is_no_model_is_told(tmp_path):
    pytest.importorskip("transformers", reason="the extra transformers is not installed")
    with pytest.raises(EngineError, match="token classifier"):
        TransformersEngine.load(str(tmp_path))


def test_labels_of_other_schemes_are_understood():
    pytest.importorskip("numpy")
    rows = ["O", "I-PER", "I-LOC", "date"]
    engine = TransformersEngine(None, lambda inputs: None, rows)
    assert engine._columns[1][1] == engine._columns[1][2] == 0.5
    assert engine._columns[3][0] == 1
    fine = TransformersEngine(None, lambda inputs: None, ["O", "B-nam_loc_gpe_city", "I-nam_liv"])
    assert fine._columns[1][3] == 1
    with pytest.raises(EngineError, match="no label"):
        TransformersEngine(None, lambda inputs: None, ["O", "B-date"])


def test_without_the_extra_the_error_names_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "transformers", None)
    with pytest.raises(MissingExtra, match=r"allonym\[transformers\]"):
        TransformersEngine.load("x")


def test_packs_name_the_model_they_recommend(monkeypatch):
    asked = []
    monkeypatch.setattr(TransformersEngine, "load", asked.append)
    load_engine(load_pack("fi"), {"engine": "transformers"})
    load_engine(load_pack("fi"), {"engine": "transformers", "model": "own/model"})
    assert asked == ["Kansallisarkisto/finbert-ner", "own/model"]
    with pytest.raises(ProfileError, match="needs model"):
        load_engine(load_pack("fi"), {"engine": "gliner"})

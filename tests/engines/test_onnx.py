"""The shipped engine: what it refuses, and what the shipped networks find."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.each import quickly

from allonym import Pipeline
from allonym.engines.load import load_engine, load_untyped
from allonym.engines.onnx import OnnxEngine, read_settings
from allonym.errors import EngineError, PackError, ProfileError
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT, LanguagePack, load_pack
from allonym.profile import Detection, Profile, Treatment

LANGUAGES = [p.parent.parent.name for p in sorted(ROOT.glob("*/model/model.json"))]


def test_folder_without_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"no model\.json"):
        OnnxEngine(tmp_path, Lexicon({}))


def test_unknown_format_is_refused(tmp_path: Path) -> None:
    for name in ("words.onnx", "context.onnx"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "model.json").write_text('{"format": 99}')
    with pytest.raises(PackError, match="format 99"):
        read_settings(tmp_path)


def test_broken_file_is_an_engine_error(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    for name in ("words.onnx", "context.onnx"):
        (tmp_path / name).write_bytes(b"no model")
    text = '{"format": 1, "types": [], "reach": 1, "rows": [1, 1, 1, 1, 1]}'
    (tmp_path / "model.json").write_text(text)
    with pytest.raises(EngineError, match="cannot load"):
        OnnxEngine(tmp_path, Lexicon({}))


def pack(root: Path) -> LanguagePack:
    return LanguagePack("xx", "Xish", "Latn", (root,), {})


def test_pack_without_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="no model for Xish"):
        load_engine(pack(tmp_path), {})


def test_options_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"^detect\.model: unknown engine"):
        load_engine(pack(tmp_path), {"engine": "crystal ball"})
    with pytest.raises(ProfileError, match="needs pipeline"):
        load_engine(pack(tmp_path), {"engine": "spacy"})


@pytest.mark.model
@pytest.mark.parametrize("language", quickly(LANGUAGES, "pl"))
def test_a_text_is_read_alike_whatever_stands_beside_it(language: str) -> None:
    engine = load_engine(load_pack(language), {})
    texts = ["Anna", "Krakow 7 x y z " * 9, "1", "Peter Novak"]
    together = [scores for _, scores in engine.read(texts, floor=0.2)]
    for text, beside in zip(texts, together, strict=True):
        ((_, alone),) = engine.read([text], floor=0.2)
        assert np.abs(alone.probabilities - beside.probabilities).max() < 1e-5


@pytest.mark.model
@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_files_are_small(language: str) -> None:
    folder = ROOT / language / "model"
    sizes = [path.stat().st_size for path in folder.iterdir()]
    assert max(sizes) <= 4_000_000
    assert sum(sizes) <= 5_000_000
    assert sum(p.stat().st_size for p in (ROOT / language / "lexicon").iterdir()) <= 2_500_000


SENTENCES = {
    "pl": ("Spotkałem się z Janem Kowalskim w Krakowie.", {("Janem Kowalskim", "PER"),
                                                           ("Krakowie", "LOC")}),
    "en": ("Yesterday John Smith flew from London to Chicago.", {("John Smith", "PER"),
                                                                 ("London", "LOC"),
                                                                 ("Chicago", "LOC")}),
}  # fmt: skip


@pytest.mark.model
@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_shipped_network_proposes_plain_names(language: str) -> None:
    text, expected = SENTENCES[language]
    (spans,) = load_engine(load_pack(language), {}).tag([text], floor=0.2)  # the detector's floor
    assert {(text[s.span.start : s.span.end], s.label) for s in spans} >= expected


@pytest.mark.model
def test_texts_of_one_call_do_not_see_each_other() -> None:
    engine = load_engine(load_pack("en"), {})
    texts = ["Dear Mr Brown,", "", "Paris is far.", "\ud800\0 \u202e 😀" * 50]
    together = engine.tag(texts, floor=0.0)
    apart = [engine.tag([text], floor=0.0)[0] for text in texts]
    for one, other in zip(together, apart, strict=True):
        assert [s.span for s in one] == [s.span for s in other]
        for left, right in zip(one, other, strict=True):
            assert left.score == pytest.approx(right.score, abs=1e-3)


@pytest.mark.parametrize("code", ["sl", "hr", "pl"])
def test_the_network_can_be_asked_for_names_of_any_type(code: str) -> None:
    pack = load_pack(code)
    text = "Ana Novak živi v Zagrebu." if code != "pl" else "Anna Nowak mieszka w Krakowie."
    (spans,) = load_untyped(pack).tag([text], floor=0.5)
    found = {(text[s.span.start : s.span.end], s.label) for s in spans}
    assert ("Zagrebu" if code != "pl" else "Krakowie", "ANY") in found
    assert {label for _, label in found} == {"ANY"}


def test_hide_is_a_detector_of_its_own() -> None:
    detection = Detection(detectors=("hide",), spread=False)
    profile = Profile("p", {"*": Treatment("tag")}, detect=detection)
    text = "Ana Novak živi v Zagrebu."
    found = Pipeline.load(language="hr", profile=profile).detect(text)
    assert {m.type for m in found} == {"other"}
    assert any("Zagrebu" in text[m.span.start : m.span.end] for m in found)

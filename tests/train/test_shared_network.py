"""The network of all languages: prepared, trained, joined to packs, read by the engine."""

from __future__ import annotations

import json
import lzma
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

from tools.shared_data import joined, prepare_language, read, write
from tools.shared_network import main
from tools.tuning_documents import STYLE
from tools.tuning_start import read_encoders, read_model

from allonym.engines.onnx import OnnxEngine, load_session
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT
from allonym.train.data import Marks
from allonym.train.export import export, write_words
from allonym.train.stream import BLANK
from allonym.train.tagger import Network, Shape, WordEncoder

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]

LANGUAGES = ("bg", "hr")
GAP = 16
DOCUMENT = """=== {0}-{1} letter
[[person#1|Ana Novak]] wrote from [[place#2|Split]].
Nothing else.
"""


def packed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.write(text)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    chance = random.Random(1)
    for language in LANGUAGES:
        lines = []
        for _ in range(60):
            lines += [f"{chance.choice(('Ana', 'Iva', 'Ivan'))}\tB-PER", "lives\tO", "in\tO"]
            lines += ["Zadar\tB-LOC", ".\tO", ""]
        packed(tmp_path / "ner" / language / "toy.train.iob2.xz", "\n".join(lines))
        told = "".join(DOCUMENT.format(language, n) for n in range(12))
        for split in ("train", "fresh"):
            path = tmp_path / "documents" / language / f"{split}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(told, "utf-8")
    packed(tmp_path / "text" / "hr.eltec.txt.xz", "# doc one\nA novel by the sea.\n\nIt ends.\n")
    tree = "# text = {0} treebank sentence.\n1\tA\ta\n\n"
    packed(tmp_path / "ud" / "hr_set-ud-dev.conllu.xz", tree.format("Allowed"))
    packed(tmp_path / "ud" / "bg_btb-ud-dev.conllu.xz", tree.format("Forbidden"))
    return tmp_path


def test_all_there_is_in_a_language_is_prepared(data: Path, tmp_path: Path) -> None:
    made = prepare_language("hr", data, data / "documents", gap=GAP)
    said = [made.words[n] for n in made.text.words if n != BLANK]
    assert {"novel", "Allowed", "Ana", "wrote"} <= set(said)
    assert "one" not in said
    assert set(made.corpora.marks.tolist()) == {Marks.FEW, Marks.NAMES}  # blanks are of neither
    assert set(made.documents.styles.tolist()) == {0, STYLE}
    blank = "".join("_" if n == BLANK else "w" for n in made.documents.words)
    assert all(len(gap) >= GAP for gap in blank.strip("_").replace("w", " ").split())
    write(made, tmp_path / "hr.npz")
    back = read(tmp_path / "hr.npz")
    assert (back.language, back.words) == ("hr", made.words)
    assert np.array_equal(back.text.words, made.text.words)
    other = prepare_language("bg", data, data / "documents", gap=GAP)
    assert "Forbidden" not in other.words


def test_no_streams_are_blanks_alone() -> None:
    assert joined([], GAP).words.tolist() == [BLANK] * GAP


def test_encoders_side_by_side_are_read_back(tmp_path: Path) -> None:
    encoders = [WordEncoder(Shape(width=width)) for width in (128, 32)]
    write_words(encoders, (128, 32), tmp_path / "words.onnx")
    several = read_encoders(tmp_path / "words.onnx")
    for encoder, weights in zip(encoders, several, strict=True):
        table = encoder.table.weight.detach().numpy()
        assert np.abs(weights["table.weight"].numpy() - table).max() < 0.01
        encoder.load_state_dict(weights)
    first = (tmp_path / "words.onnx").read_bytes()
    write_words(encoders, (128, 32), tmp_path / "words.onnx")
    assert (tmp_path / "words.onnx").read_bytes() == first


@pytest.mark.slow
def test_a_tiny_one_is_trained_joined_and_read(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = tmp_path / "packs"
    for language in LANGUAGES:
        shutil.copytree(ROOT / language / "model", packs / language / "model")
    documents = ["--documents", str(data / "documents")]
    main(["prepare", str(data), str(tmp_path / "prepared"), *LANGUAGES, *documents])
    steps = ["--steps", "2", "2", "--batch", "4"]
    main(["train", str(tmp_path / "prepared"), str(tmp_path / "trained"), *steps])
    main(["export", str(tmp_path / "trained"), "--packs", str(packs)])
    monkeypatch.setattr(
        "allonym.engines.onnx.common_path", lambda name: packs / "common" / str(name)
    )
    main(["calibrate", str(data / "documents"), "bg", "--packs", str(packs)])

    folder = packs / "hr" / "model"
    settings = json.loads((folder / "model.json").read_text("utf-8"))
    assert (settings["widths"], settings["reach"]) == ([128, 192], 35)
    before, after = vectors(ROOT / "hr" / "model"), vectors(folder)
    assert np.abs(before - after)[:, :128].max() < 0.02
    assert np.abs(before - after)[:, 128:].max() > 0.1
    scores = read_by(folder)
    assert not np.allclose(scores, read_by(ROOT / "hr" / "model"))

    anew = tmp_path / "anew"  # what becomes of the shared part when the own network is trained anew
    network = Network(Shape())
    network.load_state_dict(read_model(folder, Shape()))
    export(network, Shape(), anew, style=STYLE, settings={"calibration": settings["alone"]})
    assert vectors(anew).shape[1] == 128
    read_by(anew)
    main(["keep", str(folder), str(anew)])
    assert np.allclose(read_by(anew), scores, atol=0.02)


def vectors(folder: Path) -> np.ndarray:
    run = load_session(folder / "words.onnx", 1)
    flags = np.ones((1, 44), np.float32)
    return np.asarray(run({"rows": np.arange(1, 21)[None] * 900, "flags": flags}))


def read_by(folder: Path) -> np.ndarray:
    engine = OnnxEngine(folder, Lexicon.load(ROOT / "hr" / "lexicon"))
    return np.exp(engine.word_labels(["Ana", "Novak", "piše", "iz", "Splita", "."]))

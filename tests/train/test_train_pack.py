"""A whole pack is trained on made-up sentences, twice the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]

NAMES = ["Anna", "Ewa", "Olga", "Zofia", "Marta", "Irena", "Jan", "Adam", "Piotr", "Karol"]
TOWNS = ["Nysa", "Opole", "Gdynia", "Radom", "Konin", "Sopot"]


def corpus(path: Path, seed: int, count: int) -> None:
    rng = random.Random(seed)
    lines = ["# doc a"]
    for _ in range(count):
        lines += [f"{rng.choice(NAMES)}\tB-PER", "mieszka\tO", "w\tO"]
        lines += [f"{rng.choice(TOWNS)}\tB-LOC", ".\tO", ""]
    path.write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "ner" / "xx"
    folder.mkdir(parents=True)
    corpus(folder / "toy.train.iob2", 1, 1500)
    corpus(folder / "toy.dev.iob2", 2, 100)
    return tmp_path / "data"


def test_train_pack_learns_and_repeats(data: Path, tmp_path: Path) -> None:
    from allonym.engines.onnx import OnnxEngine
    from allonym.languages.lexicon import Lexicon
    from allonym.train import train_pack
    from allonym.train.tagger import Schedule

    schedule = Schedule(epochs=12, batch=8, window=32, average=0.9)
    lines: list[str] = []
    one = train_pack("xx", data, tmp_path / "1", progress=lines.append, schedule=schedule)
    other = train_pack("xx", data, tmp_path / "2", schedule=schedule)
    for name in one.sizes:
        assert (one.folder / name).read_bytes() == (other.folder / name).read_bytes()
    assert len(lines) == 12
    assert sum(one.sizes.values()) <= 5_000_000
    text = "Olga mieszka w Radom ."
    (spans,) = OnnxEngine(one.folder, Lexicon({})).tag([text], floor=0.5)
    found = {(text[s.span.start : s.span.end], s.label) for s in spans}
    assert found == {("Olga", "PER"), ("Radom", "LOC")}


def test_training_starts_from_given_weights(data: Path, tmp_path: Path) -> None:
    from allonym.errors import ConfigError
    from allonym.train import train_backbone, train_pack
    from allonym.train.tagger import Schedule

    weights = tmp_path / "weights.npz"
    train_backbone(["xx"], data, weights, schedule=Schedule(epochs=8, batch=8, average=0.9))
    short = Schedule(epochs=0.1, batch=8, rate=1e-6, average=0.9)
    trained = train_pack("xx", data, tmp_path / "pack", init=weights, schedule=short)
    assert (trained.folder / "words.onnx").stat().st_size > 1_000_000
    weights.write_bytes(b"nothing")
    with pytest.raises(ConfigError, match="weights to start from"):
        train_pack("xx", data, tmp_path / "pack", init=weights, schedule=short)

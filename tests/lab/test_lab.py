"""The laboratory: figures, recipes, whole experiments, and what it trains as a detector."""

import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("sklearn")

from allonym import Pipeline
from allonym.cli import cli
from allonym.engines.probe import Probe, ProbeEngine
from allonym.engines.vectors import HubVectors, load_vectors
from allonym.errors import ConfigError, CorruptDocument, EngineError
from allonym.lab.fit import Recipe, best_threshold, figures, fit
from allonym.lab.run import experiment, read_words
from allonym.model.span import Span
from allonym.profile import load_profile

NAMES, TOWNS = ("Anna", "Oliver", "Edith", "Amara"), ("Leeds", "Whitby", "Boston")
WORDS = ("met", "saw", "in", "the", "garden", "yesterday", "and", "walked", "home", "slowly")


class Toy:
    """Vectors that tell names, towns and other words apart, but for some noise."""

    source = "toy"

    def encode(self, sentences):
        return [np.array([self._vector(word) for word in words]) for words in sentences]

    def _vector(self, word):
        noise = np.random.default_rng(len(word)).normal(0, 0.05, 3)
        return np.array([word in NAMES, word in TOWNS, word in WORDS], dtype=float) + noise


def write(path, sentences, seed):
    chance = random.Random(seed)
    lines = []
    for _ in range(sentences):
        for _ in range(8):
            word = chance.choice((*NAMES, *TOWNS, *WORDS, *WORDS))
            tag = "B-PER" if word in NAMES else "B-LOC" if word in TOWNS else "O"
            lines.append(f"{word}\t{tag}")
        lines.append("")
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    return write(folder / "toy.train.iob2", 120, 1), write(folder / "toy.test.iob2", 40, 2)


# --- data and figures ---


def test_words_have_the_classes_of_the_task(files):
    data = read_words(files[0], "personal", sentences=5)
    assert len(data.sentences) == 5
    assert {label for row in data.labels for label in row} == {0, 1}
    assert max(x for row in read_words(files[0], "classes").labels for x in row) == 2


def test_a_wrong_line_is_named(tmp_path):
    (tmp_path / "bad.iob2").write_text("Anna\tB-PER\nmet\n", "utf-8")
    with pytest.raises(CorruptDocument, match=r"bad\.iob2: line 2: no tag"):
        read_words(tmp_path / "bad.iob2", "personal")
    (tmp_path / "none.iob2").write_text("\n\n", "utf-8")
    with pytest.raises(CorruptDocument, match=r"none\.iob2: holds no words"):
        read_words(tmp_path / "none.iob2", "personal")


def test_figures_by_hand():
    gold, said = [0, 0, 1, 1, 1], [0, 1, 1, 1, 0]
    rows = np.array([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8], [0.1, 0.9], [0.6, 0.4]])
    found = figures("x", ("O", "personal"), gold, said, rows)
    assert found.personal.precision == pytest.approx(2 / 3)
    assert found.personal.f(2) == pytest.approx(2 / 3)
    assert found.accuracy == pytest.approx(3 / 5)
    assert found.confusion == ((1, 1), (1, 2))
    assert found.roc_area == pytest.approx(5 / 6)
    assert found.means["f1_with_outside"] == pytest.approx((2 * 1 / 2 + 3 * 2 / 3) / 5)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=2, max_size=40))
def test_no_threshold_beats_the_chosen_one(rows):
    gold = np.array([int(inside) for inside, _ in rows])
    scores = np.array([score for _, score in rows])
    probabilities = np.stack([1 - scores, scores], axis=1)
    inside = 1.0 - probabilities[:, 0]

    def f1(threshold):
        said = inside >= threshold
        right = int((said & (gold > 0)).sum())
        return 2 * right / max(1, int(said.sum()) + int(gold.sum()))

    best = f1(best_threshold(gold, probabilities, 1.0))
    assert all(best >= f1(t) - 1e-9 for t in inside) or not gold.any()


# --- training ---


@pytest.mark.slow
@pytest.mark.parametrize("classifier", ["nn", "knn"])
@pytest.mark.parametrize("balance", ["none", "weights", "over", "under"])
def test_what_can_be_told_apart_is_learnt(files, classifier, balance):
    recipe = Recipe(classifier, balance, epochs=60)
    done = experiment(files[:1], files[1:], vectors=Toy(), recipe=recipe)
    assert done.figures[0].personal.f() > 0.95
    assert done.figures[0].roc_area > 0.95


@pytest.mark.parametrize("classifier", ["nn", "knn"])
def test_five_classes_where_two_never_occur(files, classifier):
    recipe = Recipe(classifier, epochs=60)
    done = experiment(files[:1], files[1:], task="classes", vectors=Toy(), recipe=recipe)
    found = done.figures[0]
    assert found.means["weighted_f1"] > 0.9
    assert [s.support > 0 for s in found.classes] == [True, True, False, False]


@pytest.mark.slow
def test_the_search_tries_every_setting(files):
    done = experiment(files[:1], files[1:], vectors=Toy(), recipe=Recipe("knn", folds=2))
    assert [s["n_neighbors"] for s, *_ in done.fitted.search] == [3, 7, 15]
    best = max(done.fitted.search, key=lambda row: row[1])
    assert done.fitted.chosen["n_neighbors"] == best[0]["n_neighbors"]


@pytest.mark.slow
def test_repeated_words_do_not_flatter_the_search(tmp_path):
    """Labels by chance: what the search promises must be no better than chance either."""
    chance = random.Random(3)
    lines = [f"w{chance.random()}\t{chance.choice(['B-PER', *['O'] * 9])}" for _ in range(600)]
    file = tmp_path / "x.iob2"
    file.write_text("\n\n".join(lines), "utf-8")
    data = read_words(file, "personal")
    x = np.random.default_rng(1).normal(size=(600, 8))
    y = [label for row in data.labels for label in row]
    done = fit(x, y, ("O", "personal"), "toy", Recipe("knn", "over", folds=3))
    assert max(mean for _, mean, _ in done.search) < 0.6


def test_a_file_is_not_both_learnt_and_tested(files):
    with pytest.raises(ConfigError, match=r"toy\.train\.iob2: trained and tested on the same file"):
        experiment(files[:1], files, vectors=Toy())


def test_probabilities_are_those_of_scikit_learn(files):
    """The probe needs NumPy only; it must say what the trained classifier says."""
    from sklearn.neighbors import KNeighborsClassifier

    data = read_words(files[0], "classes")
    x = np.concatenate(Toy().encode(data.sentences)).astype(np.float32)
    x += np.random.default_rng(1).normal(0, 0.01, x.shape).astype(np.float32)
    y = np.array([label for row in data.labels for label in row])
    probe = fit(x, y, ("O", "PER", "LOC"), "toy", Recipe("knn")).probe
    model = KNeighborsClassifier(3, weights="distance")
    model.fit(probe.arrays["points"], probe.arrays["labels"])
    scaled = (x[:50] - probe.arrays["mean"]) / probe.arrays["scale"]
    far = model.kneighbors(scaled)[0].min(axis=1) > 1e-3
    assert np.allclose(
        probe.probabilities(x[:50])[far], model.predict_proba(scaled)[far], atol=0.02
    )


def test_unknown_choices_are_refused():
    with pytest.raises(ConfigError, match="unknown balance 'smote'"):
        Recipe(balance="smote")
    with pytest.raises(ConfigError, match="two folds or more"):
        Recipe(folds=1)


def test_a_handful_of_sentences_is_refused():
    with pytest.raises(ConfigError, match="need 20 sentences or more"):
        fit(np.ones((9, 2)), [0, 1, 0] * 3, ("O", "personal"), "toy", Recipe())


def test_more_folds_than_data_are_refused():
    with pytest.raises(ConfigError, match="50 folds are more than the data fill"):
        fit(np.ones((40, 2)), [0, 1] * 20, ("O", "personal"), "toy", Recipe(folds=50))


def test_data_of_one_class_are_refused():
    with pytest.raises(ConfigError, match="words outside of names and words within"):
        fit(np.zeros((4, 2)), np.zeros(4, dtype=int), ("O", "personal"), "toy", Recipe())


# --- probes ---


@pytest.mark.parametrize("classifier", ["nn", "knn"])
def test_a_probe_survives_its_folder(files, tmp_path, classifier):
    probe = experiment(files[:1], files[1:], vectors=Toy(), recipe=Recipe(classifier)).fitted.probe
    probe.save(tmp_path / "p")
    x = np.concatenate(Toy().encode([["Anna", "met", "Oliver"]]))
    again = Probe.load(tmp_path / "p")
    assert np.allclose(again.probabilities(x), probe.probabilities(x))
    assert again.threshold == probe.threshold


def test_a_folder_without_a_probe_is_refused(tmp_path):
    with pytest.raises(EngineError, match="no probe in it"):
        Probe.load(tmp_path)


def test_a_probe_marks_runs_of_words(files):
    probe = experiment(files[:1], files[1:], vectors=Toy()).fitted.probe
    (spans,) = ProbeEngine(probe, Toy()).tag(["Anna Oliver met Edith"], floor=0.0)
    assert [(s.span, s.label) for s in spans] == [(Span(0, 11), "ANY"), (Span(16, 21), "ANY")]
    assert ProbeEngine(probe, Toy()).tag([""], floor=0.0) == [[]]


def test_a_probe_that_tells_persons_finds_persons(files):
    """It said `person`, which no engine says, so that a profile with it found nobody."""
    probe = experiment(files[:1], files[1:], task="person", vectors=Toy()).fitted.probe
    (spans,) = ProbeEngine(probe, Toy()).tag(["Anna Oliver met Edith"], floor=0.0)
    assert {s.label for s in spans} == {"PER"}


# --- real encoders ---


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_command_writes_report_plots_and_a_probe_that_detects(files, tmp_path):
    from click.testing import CliRunner

    out = tmp_path / "out"
    arguments = ["lab", str(files[0]), "--test", str(files[1]), "--task", "classes", "-o", str(out)]
    ran = CliRunner().invoke(cli, [*arguments, "--json"], catch_exceptions=False)
    assert json.loads(ran.output)[0]["results"][0]["weighted_f1"] > 0.9
    assert (out / "lab.png").read_bytes()[1:4] == b"PNG"
    assert (out / "lab.svg").read_text("utf-8").count("toy.test") >= 1
    assert "| toy.test (names, by class) |" in (out / "report.md").read_text("utf-8")
    profile = tmp_path / "probe.toml"
    folder = out / "probe-classes-nn"
    profile.write_text(
        'schema = 1\nname = "probe"\nextends = "default"\n[detect]\ndetectors = ["model"]\n'
        f'[detect.model]\nengine = "probe"\nmodel = "{folder}"\n',
        "utf-8",
    )
    text = "yesterday Oliver walked home and saw Leeds"
    found = Pipeline.load(language="en", profile=load_profile(str(profile))).detect(text)
    assert [(text[m.span.start : m.span.end], m.type) for m in found] == [
        ("Oliver", "person"), ("Leeds", "place"),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_tiny_transformer_gives_one_vector_a_word(files, tmp_path):
    pytest.importorskip("transformers")
    from ..engines.tiny import save_classifier

    vectors = load_vectors(str(save_classifier(tmp_path / "tiny")))
    assert isinstance(vectors, HubVectors)
    one, two = vectors.encode([["Anna", "met", "Nowak"], ["Paris"]])
    assert one.shape == (3, 32)
    assert two.shape == (1, 32)
    assert np.abs(one).sum(axis=1).min() > 0
    assert np.allclose(vectors.encode([["Paris"]])[0], two, atol=1e-5)
    done = experiment(files[:1], files[1:], vectors=vectors, recipe=Recipe("knn"))
    assert done.vectors == str(tmp_path / "tiny")
    done.fitted.probe.save(tmp_path / "probe")
    (spans,) = ProbeEngine.load(str(tmp_path / "probe")).tag(["Anna met Nowak"], floor=0.0)
    assert {span.label for span in spans} <= {"ANY"}


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_what_is_no_encoder_is_refused(tmp_path):
    pytest.importorskip("transformers")
    with pytest.raises(EngineError, match="no encoder that can be loaded"):
        load_vectors(str(tmp_path))

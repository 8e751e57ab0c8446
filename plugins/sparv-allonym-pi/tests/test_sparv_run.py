"""The plugin inside Sparv: ``sparv run`` on essays written for these tests."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import allonym_pi
import pytest
from allonym_pi.levels import DETAILED, GENERAL, OUTSIDE


def label_of(rows, *words):
    """Return the labels of the first place where these tokens stand side by side."""
    tokens = [token for token, *_ in rows]
    at = next(i for i in range(len(tokens)) if tuple(tokens[i : i + len(words)]) == words)
    return [label for _, label, _ in rows[at : at + len(words)]]


@pytest.mark.parametrize("essay", ["ankomst", "sommar"])
def test_every_token_has_one_label(swedish, essay):
    rows = swedish.rows(essay)
    tokens = re.findall(r"\w+|[^\w\s]+", swedish.source(essay))
    assert [token for token, *_ in rows] == tokens
    assert {label for _, label, _ in rows} <= {OUTSIDE, *DETAILED}


def test_names_are_told_apart(swedish):
    rows = swedish.rows("ankomst")
    assert label_of(rows, "Samira", "Haddad") == ["firstname_female", "surname"]
    assert label_of(rows, "Omar") == ["firstname_male"]
    assert label_of(swedish.rows("sommar"), "Bo", "-", "Göran")[0] == "firstname_male"


def test_places_schools_and_lines_are_told_apart(swedish):
    rows = swedish.rows("ankomst")
    assert label_of(rows, "Björkgatan", "14") == ["place", "street_nr"]
    assert label_of(rows, "buss", "21") == [OUTSIDE, "transport_nr"]
    assert label_of(rows, "Syrien") == ["country"]
    assert label_of(rows, "Rinmangymnasiet") == ["school"]
    assert label_of(rows, "Mälarsjukhuset") == ["work"]
    assert label_of(swedish.rows("sommar"), "Storsjön") == ["geo"]


def test_everyday_words_are_labelled(swedish):
    rows = swedish.rows("ankomst")
    assert label_of(rows, "mamma") == ["fam"]
    assert label_of(rows, "kristna") == ["sensitive"]
    assert label_of(rows, "arabiska") == ["extra"]
    assert label_of(rows, "undersköterska") == ["prof"]


@pytest.mark.parametrize("essay", ["ankomst", "sommar"])
def test_text_keeps_its_shape_and_loses_the_names(swedish, essay):
    before, after = swedish.source(essay), swedish.text(essay)
    assert before.count("\n") == after.count("\n")
    for name in ("Samira", "Haddad", "Viktor", "Lundgren", "Åkerblom", "640219"):
        assert name not in after
    assert "heter" in after or "kusin" in after


def test_the_text_is_made_of_the_surrogates(swedish):
    words = "".join(surrogate for *_, surrogate in swedish.rows("ankomst"))
    assert words == re.sub(r"\s", "", swedish.text("ankomst"))


def test_one_person_keeps_one_surrogate(swedish):
    rows = swedish.rows("sommar")
    assert len({s.removesuffix("s") for t, _, s in rows if t in ("Viktor", "Viktors")}) == 1


def test_xml_holds_surrogates_only(swedish):
    root = ET.parse(swedish.xml("sommar")).getroot()
    tokens = list(root.iter("token"))
    assert [t.text for t in tokens] == [s for *_, s in swedish.rows("sommar")]
    assert "surname" in {t.get("pi") for t in tokens}
    assert "Lundgren" not in swedish.xml("sommar").read_text("utf-8")


def test_another_language_and_the_general_level_with_iob(run_sparv):
    rows = run_sparv("english", "general_iob").rows("moving")
    assert label_of(rows, "Oliver", "Hargreaves") == ["B-personal_name", "I-personal_name"]
    assert label_of(rows, "Whitby") == ["B-geographic"]
    assert {label.removeprefix("B-").removeprefix("I-") for _, label, _ in rows} <= {
        OUTSIDE, *GENERAL
    }  # fmt: skip


def test_all_ten_languages_are_announced():
    assert allonym_pi.__language__ == [
        "bul", "eng", "fin", "hrv", "hun", "pol", "ron", "slk", "slv", "swe",
    ]  # fmt: skip


def test_a_language_that_no_other_module_of_sparv_knows(run_sparv):
    text = "Kovács János vagyok, Szegeden lakom."
    corpus = run_sparv("english", text=text, language="hun")
    assert label_of(corpus.rows("text"), "Kovács", "János") == ["surname", "firstname_male"]
    assert label_of(corpus.rows("text"), "Szegeden") == ["city"]
    assert "Kovács" not in corpus.text("text")


@pytest.mark.parametrize("iob", ["", "_iob"])
@pytest.mark.parametrize(("level", "known"), [("basic", {"sensitive"}), ("general", {*GENERAL}),
                                              ("detailed", {*DETAILED})])  # fmt: skip
def test_every_level_labels_every_token_of_both_essays(swedish, run_sparv, level, known, iob):
    finest_is_run = level + iob == "detailed"
    corpus = swedish if finest_is_run else run_sparv("swedish", level + iob, ["csv_export:csv"])
    for essay in ("ankomst", "sommar"):
        rows, finest = corpus.rows(essay), swedish.rows(essay)
        labels = [label for _, label, _ in rows]
        assert [token for token, *_ in rows] == [token for token, *_ in finest]
        assert [label == OUTSIDE for label in labels] == [x == OUTSIDE for _, x, _ in finest]
        bare = {label[2:] if iob else label for label in labels if label != OUTSIDE}
        assert bare <= known
        if iob:
            starts = {label[:2] for label in labels if label != OUTSIDE}
            assert starts == {"B-", "I-"}
            for before, label in pairwise([OUTSIDE, *labels]):
                assert not label.startswith("I-") or before[2:] == label[2:]

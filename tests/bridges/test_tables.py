"""Columns of data sets and data frames, with the real libraries."""

import pytest

from allonym import Pipeline
from allonym.bridges.tables import frame, rows
from allonym.errors import ConfigError

pytestmark = pytest.mark.model

TEXTS = ["Write to jane.doe@corp.test.", "", "Call 020 7946 0321."]


@pytest.fixture(scope="module")
def pipeline():
    return Pipeline.load(language="en", method="tag", secret=b"a secret for the tests only")


def test_rows_one_by_one_and_batched_agree(pipeline):
    change = rows(pipeline, "text")
    single = [change({"text": text, "id": 1})["text"] for text in TEXTS]
    assert change({"text": TEXTS, "id": [1, 2, 3]}) == {"text": single}
    assert single == ["Write to [E-MAIL].", "", "Call [PHONE]."]


def test_an_unknown_column_is_named(pipeline):
    with pytest.raises(ConfigError, match=r"no column 'tekst' \(did you mean \"text\"\?\)"):
        rows(pipeline, "tekst")({"text": "a"})


def test_frame_leaves_the_original_and_missing_values_alone(pipeline):
    pandas = pytest.importorskip("pandas")
    data = pandas.DataFrame({"text": [*TEXTS, None], "year": [1, 2, 3, 4]})
    changed = frame(data, ["text"], pipeline)
    assert changed["text"].tolist()[:3] == ["Write to [E-MAIL].", "", "Call [PHONE]."]
    assert changed["text"].isna().tolist() == [False, False, False, True]
    assert data["text"].tolist()[0] == TEXTS[0]
    assert changed["year"].tolist() == [1, 2, 3, 4]


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_fingerprint_is_that_of_profile_and_secret(pipeline):
    fingerprint = pytest.importorskip("datasets.fingerprint")
    again = Pipeline.load(language="en", method="tag", secret=b"a secret for the tests only")
    other = Pipeline.load(language="en", method="tag", secret=b"a secret for other tests")
    prints = [fingerprint.Hasher.hash(rows(p, "text")) for p in (pipeline, again, other)]
    assert prints[0] == prints[1] != prints[2]


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("how", [{"batched": True}, {}, {"num_proc": 2}])
def test_a_data_set_of_hugging_face(pipeline, how):
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_dict({"text": TEXTS, "id": [1, 2, 3]})
    done = data.map(rows(pipeline, "text"), **how)
    assert list(done["text"]) == ["Write to [E-MAIL].", "", "Call [PHONE]."]
    assert list(done["id"]) == [1, 2, 3]

"""Polars, DuckDB, and Spark's way of mapping."""

import pytest

from allonym import Pipeline
from allonym.bridges.tables import frame, mapped, rows, sql_function
from allonym.errors import ConfigError

pytestmark = pytest.mark.model

SECRET = b"a secret for the tests only"
TEXTS = ["Write to jane.doe@corp.test.", None, ""]
TAGGED = ["Write to [E-MAIL].", None, ""]


@pytest.fixture(scope="module")
def pipeline():
    return Pipeline.load(language="en", method="tag", secret=SECRET)


def test_polars_eager_and_lazy(pipeline):
    polars = pytest.importorskip("polars")
    data = polars.DataFrame({"id": [1, 2, 3], "text": TEXTS})
    assert frame(data, ["text"], pipeline)["text"].to_list() == TAGGED
    assert frame(data.lazy(), ["text"], pipeline).collect()["text"].to_list() == TAGGED
    assert data["text"].to_list() == TEXTS
    with pytest.raises(ConfigError, match="did you mean"):
        frame(data, ["txt"], pipeline)


def test_sql(pipeline):
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        sql_function(connection, pipeline)
        connection.execute("create table letters(text varchar)")
        connection.executemany("insert into letters values (?)", [[t] for t in TEXTS])
        found = connection.execute("select pseudonymize(text) from letters").fetchall()
    assert [row[0] for row in found] == TAGGED


def test_batches_of_pandas_as_spark_maps_them(pipeline):
    pandas = pytest.importorskip("pandas")
    batches = [pandas.DataFrame({"text": [text]}) for text in TEXTS]
    made = [batch["text"][0] for batch in mapped(pipeline, "text")(batches)]
    assert made[0] == TAGGED[0]
    assert made[2] == ""


def test_batches_of_arrays_as_ray_maps_them(pipeline):
    numpy = pytest.importorskip("numpy")
    batch = {"id": numpy.array([1, 2]), "text": numpy.array(TEXTS[:2], dtype=object)}
    assert rows(pipeline, "text")(batch) == {"text": TAGGED[:2]}


@pytest.mark.parametrize("value", [b"jane.doe@corp.test", {"mail": "jane.doe@corp.test"}])
def test_text_in_other_clothes_is_refused(pipeline, value):
    with pytest.raises(ConfigError, match="no column of texts"):
        rows(pipeline, "text")({"text": [value]})

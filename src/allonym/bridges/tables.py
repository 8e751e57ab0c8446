"""Columns of texts: `datasets.map` of Hugging Face, data frames, and a function for SQL.

Data frames are those of pandas and Polars, eager or lazy; the function is one of DuckDB.  Ray Data
takes `rows` as its ``map_batches`` does, Spark takes `mapped` in ``mapInPandas``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from allonym.api import Pipeline
from allonym.errors import ConfigError
from allonym.model.draw import Draw
from allonym.profile import Profile
from allonym.text.suggest import suggest

Frame = TypeVar("Frame", bound=Any)


@dataclass(frozen=True)
class Rows:
    """Rewrites columns of a row, or of a batch of rows; make it with `rows`.

    It can be sent to other processes and hashed, as `datasets` wants to: what is sent is the
    profile and the key, and each process loads the models for itself.
    """

    pipeline: Pipeline = field(repr=False)
    columns: tuple[str, ...]

    def __call__(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the columns as they are to be.

        Raises:
            ConfigError: If there is no such column.
            LeakError: If an original would have survived.
        """
        _check(self.columns, row)
        return {name: _column(self.pipeline, row[name]) for name in self.columns}

    def __reduce__(self) -> tuple[Any, ...]:
        ours = self.pipeline
        if ours.ledger:
            raise ConfigError("a pipeline with a ledger cannot be sent to other processes")
        return _again, (ours.profile, ours.language, ours.draw, ours.fresh, self.columns)


def _again(
    profile: Profile, language: str, draw: Draw, fresh: bool, columns: tuple[str, ...]
) -> Rows:
    return Rows(Pipeline(profile, language, draw, fresh=fresh), columns)


def rows(pipeline: Pipeline, *columns: str) -> Rows:
    """Return a function for ``dataset.map``, with ``batched`` and ``num_proc`` or without.

    Args:
        pipeline: What is done to each text; each is a document of its own.
        columns: Which columns hold texts; a missing value stays one.

    Returns:
        A function from a row, or a batch of them, to the columns as they are to be.
    """
    return Rows(pipeline, columns)


def _column(pipeline: Pipeline, value: Any) -> Any:
    """Return a text, or each of several, as it is to be; numbers and missing values stay."""
    if isinstance(value, str):
        return pipeline.run(value).text if value else value
    if isinstance(value, bytes | bytearray | Mapping | set | frozenset):
        raise ConfigError(
            f"a column of {type(value).__name__} is no column of texts; name its parts"
        )
    if isinstance(value, list | tuple):
        return [_column(pipeline, item) for item in value]
    if getattr(value, "ndim", 0):
        return [_column(pipeline, item) for item in value.tolist()]
    return value


def frame(data: Frame, columns: Sequence[str], pipeline: Pipeline) -> Frame:
    """Return a copy of a data frame with the texts of some columns pseudonymized.

    Args:
        data: Of pandas or Polars, which may be lazy; is not changed.
        columns: Which columns hold texts; a missing value stays one.
        pipeline: What is done to each text; each is a document of its own.

    Raises:
        ConfigError: If there is no such column.
        LeakError: If an original would have survived.
    """
    is_polars = hasattr(data, "with_columns")
    made: Frame = (_polars if is_polars else _pandas)(data, columns, pipeline)
    return made


def _pandas(data: Any, columns: Sequence[str], pipeline: Pipeline) -> Any:
    _check(columns, data.columns)
    changed = {name: data[name].map(lambda value: _column(pipeline, value)) for name in columns}
    return data.assign(**changed)


def _polars(data: Any, columns: Sequence[str], pipeline: Pipeline) -> Any:
    import polars as pl

    known = data.collect_schema().names()
    _check(columns, known)
    return data.with_columns(
        pl.col(name).map_elements(lambda value: _column(pipeline, value), return_dtype=pl.String)
        for name in columns
    )


def mapped(pipeline: Pipeline, *columns: str) -> Callable[[Iterable[Frame]], Iterator[Frame]]:
    """Return a function for Spark's ``mapInPandas``.

    Args:
        pipeline: What is done to each text; it is sent as `rows` is.
        columns: Which columns hold texts.
    """
    change = rows(pipeline, *columns)

    def run(batches: Iterable[Frame]) -> Iterator[Frame]:
        for batch in batches:
            yield frame(batch, change.columns, change.pipeline)

    return run


def sql_function(connection: Any, pipeline: Pipeline, name: str = "pseudonymize") -> None:
    """Give a connection of DuckDB a function from text to text.

    Args:
        connection: As ``duckdb.connect`` returns it.
        pipeline: What is done to each text; each is a document of its own.
        name: What the function is called in SQL.

    Raises:
        LeakError: In the query, as DuckDB's error, if an original would have survived.
    """
    connection.create_function(
        name, lambda text: _column(pipeline, text), ["VARCHAR"], "VARCHAR",
        side_effects=pipeline.fresh,
    )  # fmt: skip


def _check(columns: Sequence[str], known: Any) -> None:
    for name in columns:
        if name not in known:
            options = [str(column) for column in known]
            raise ConfigError(f"no column {name!r}{suggest(name, options)}")

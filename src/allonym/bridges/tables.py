"""Columns of texts: `datasets.map` of Hugging Face, and data frames of pandas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from allonym.api import Pipeline
from allonym.errors import ConfigError
from allonym.text.suggest import suggest

if TYPE_CHECKING:
    import pandas as pd


def rows(pipeline: Pipeline, *columns: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """Return a function for ``dataset.map``, with ``batched=True`` or without.

    Args:
        pipeline: What is done to each text; each is a document of its own.
        columns: Which columns hold texts; a missing value stays one.

    Returns:
        A function from a row, or a batch of them, to the columns as they are to be.
    """

    def rewritten(row: Mapping[str, Any]) -> dict[str, Any]:
        _check(columns, row)
        return {name: _column(pipeline, row[name]) for name in columns}

    return rewritten


def _column(pipeline: Pipeline, value: Any) -> Any:
    if isinstance(value, list):
        return [_column(pipeline, item) for item in value]
    return pipeline.run(value).text if isinstance(value, str) and value else value


def frame(data: pd.DataFrame, columns: Sequence[str], pipeline: Pipeline) -> pd.DataFrame:
    """Return a copy of a data frame with the texts of some columns pseudonymized.

    Args:
        data: Is not changed.
        columns: Which columns hold texts; a missing value stays one.
        pipeline: What is done to each text; each is a document of its own.

    Raises:
        ConfigError: If there is no such column.
        LeakError: If an original would have survived.
    """
    _check(columns, data.columns)
    changed = {name: data[name].map(lambda value: _column(pipeline, value)) for name in columns}
    return data.assign(**changed)


def _check(columns: Sequence[str], known: Any) -> None:
    for name in columns:
        if name not in known:
            options = [str(column) for column in known]
            raise ConfigError(f"no column {name!r}{suggest(name, options)}")

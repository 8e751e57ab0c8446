"""Columns of texts: `datasets.map` of Hugging Face, and data frames of pandas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from allonym.api import Pipeline
from allonym.errors import ConfigError
from allonym.model.draw import Draw
from allonym.profile import Profile
from allonym.text.suggest import suggest

if TYPE_CHECKING:
    import pandas as pd


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

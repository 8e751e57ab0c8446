"""One shard from originals to pseudonyms; the same in every engine."""

from __future__ import annotations

import io
import pickle
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from allonym.api import Pipeline
from allonym.corpus.items import Item, Made, Outcome, Shard
from allonym.errors import ConfigError, PseudonymizationError
from allonym.files import FileResult
from allonym.model.draw import Draw
from allonym.profile import Profile


@dataclass(frozen=True, slots=True)
class Job:
    """All that a worker must know; it is sent once.

    Attributes:
        profile: What is personal data and what becomes of it.
        language: ISO 639-1 code or ``auto``.
        draw: Keyed chance, the same in every worker.
        text_field: Field of a row that holds the text.
        fresh: Whether the secret was drawn for this call, so that another call has another one.
    """

    profile: Profile
    language: str
    draw: Draw
    text_field: str = "text"
    fresh: bool = False

    def packed(self) -> bytes:
        """Return the job as bytes for another process; read-only tables are packed as such."""
        stream = io.BytesIO()
        _Packer(stream).dump(self)
        return stream.getvalue()

    def pipeline(self) -> Pipeline:
        """Return a pipeline that draws as all other workers do."""
        return Pipeline(self.profile, self.language, self.draw)


class _Packer(pickle.Pickler):
    """Packs read-only views of tables, which pickle does not know."""

    def reducer_override(self, value: object) -> Any:
        if isinstance(value, MappingProxyType):
            return _read_only, (dict(value),)
        return NotImplemented


def _read_only(table: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(table)


def unpacked(data: bytes) -> Job:
    """Return the job that `Job.packed` made bytes of; only for bytes of our own processes."""
    job: Job = pickle.loads(data)  # noqa: S301 - written by our own parent process
    return job


def process_shard(pipeline: Pipeline, job: Job, shard: Shard) -> Outcome:
    """Pseudonymize every document of a shard; one that fails does so alone.

    The same shard under the same job gives the same outcome, in whatever process and order.

    Args:
        pipeline: Of the job.
        job: What is to be done.
        shard: Rows or files.

    Raises:
        ConfigError: If the settings are at fault, so that every document would fail.
    """
    begun = time.process_time()
    made = [_make(pipeline, job, item) for item in shard.items]
    return Outcome(shard.number, made, time.process_time() - begun)


def _make(pipeline: Pipeline, job: Job, item: Item) -> Made:
    make: Callable[[Pipeline, Job, Item], Made] = _file if item.row is None else _row
    try:
        return make(pipeline, job, item)
    except ConfigError:
        raise
    except PseudonymizationError as error:
        return failed(job, item, error.code)
    except (MemoryError, RecursionError, ArithmeticError, LookupError, TypeError, ValueError):
        return failed(job, item, "internal")


def failed(job: Job, item: Item, code: str) -> Made:
    """Return an item that could not be made: a row without its text, a file that is left out."""
    if item.row is None:
        return Made(item.number, name=item.name, error=code)
    row = {**item.row, job.text_field: None, "allonym_error": code}
    return Made(item.number, row=row, error=code)


def _row(pipeline: Pipeline, job: Job, item: Item) -> Made:
    row = dict(item.row or {})
    text = row.get(job.text_field)
    if not isinstance(text, str) or not text.strip():
        return Made(item.number, row=row)
    result = pipeline.run(text)
    report = result.report
    return Made(
        item.number,
        row={**row, job.text_field: result.text},
        characters=len(text),
        counts=dict(report.counts),
        doubts=len(report.doubtful),
    )


def _file(pipeline: Pipeline, _: Job, item: Item) -> Made:
    made = pipeline.run_file(item.data, item.name)
    counts, doubts, characters = _sums(made)
    bad = made.failures[0].error.code if made.failures else ""
    return Made(item.number, None, made.name, made.data, characters, counts, doubts, bad)


def _sums(made: FileResult) -> tuple[Counter[str], int, int]:
    """Return counts, doubts and characters of a file with all files in it."""
    report = made.result.report
    counts, doubts = Counter(report.counts), len(report.doubtful)
    characters = len(made.result.view.text)
    for member in made.members:
        more, less_sure, longer = _sums(member)
        counts, doubts, characters = counts + more, doubts + less_sure, characters + longer
    return counts, doubts, characters

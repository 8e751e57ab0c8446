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
from allonym.assembly import open_ledger
from allonym.corpus.fields import RowTexts, without_strings
from allonym.corpus.items import Item, Made, Outcome, Shard, summed
from allonym.errors import ConfigError, LedgerError, PseudonymizationError
from allonym.files.rewriting import results_of
from allonym.ledger.record import record_of
from allonym.model.draw import Draw
from allonym.profile import Profile


@dataclass(frozen=True, slots=True)
class Job:
    """All that a worker must know; it is sent once."""

    profile: Profile  # what is personal data and what becomes of it
    language: str  # ISO 639-1 code or ``auto``
    draw: Draw  # keyed chance, the same in every worker
    text_field: str = "text"  # field of a row that holds the text
    # whether the secret was drawn for this call, so that another call has another one
    fresh: bool = False
    look: bool = False  # whether nothing is to be recorded in a ledger, since nothing is handed out

    def packed(self) -> bytes:
        """Return the job as bytes for another process; read-only tables are packed as such."""
        stream = io.BytesIO()
        _Packer(stream).dump(self)
        return stream.getvalue()

    def pipeline(self) -> Pipeline:
        """Return a pipeline that draws as all other workers do, from the ledger if there is one.

        Raises:
            LedgerError: If the ledger cannot be opened.
        """
        ledger = open_ledger(self.profile, self.draw.secret)
        made = Pipeline(self.profile, self.language, self.draw, self.fresh, ledger)
        return made.tentative() if self.look else made


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
        LedgerError: If the ledger is, so that none could be restored.
    """
    begun = time.process_time()
    made = [_make(pipeline, job, item) for item in shard.items]
    return Outcome(shard.number, made, time.process_time() - begun)


def _make(pipeline: Pipeline, job: Job, item: Item) -> Made:
    if item.error:
        return failed(job, item, item.error)
    make: Callable[[Pipeline, Job, Item], Made] = _file if item.row is None else _row
    try:
        return make(pipeline, job, item)
    except (ConfigError, LedgerError):
        raise
    except PseudonymizationError as error:
        return failed(job, item, error.code)
    except (MemoryError, RecursionError, ArithmeticError, LookupError, TypeError, ValueError):
        return failed(job, item, "internal")


def failed(job: Job, item: Item, code: str) -> Made:
    """Return an item that could not be made: a row without its strings, a file that is left out."""
    if item.row is None:
        shown = "" if job.profile.documents.file_names else item.name
        return Made(item.number, name=item.name, id=shown, error=code)
    row = {**without_strings(item.row, but=item.name), job.text_field: None, "allonym_error": code}
    return Made(item.number, row=row, id=item.name, error=code)


def one_by_one(shard: Shard, work: Callable[[Shard], Outcome]) -> Outcome:
    """Return what becomes of a shard whose documents are each given to `work` alone."""
    done = [work(Shard(shard.number, (item,))) for item in shard.items]
    made = tuple(made for outcome in done for made in outcome.made)
    return Outcome(shard.number, made, sum(outcome.seconds for outcome in done))


def _row(pipeline: Pipeline, job: Job, item: Item) -> Made:
    row = dict(item.row or {})
    text = row.get(job.text_field)
    if text is not None and not isinstance(text, str):
        return failed(job, item, "unsupported-format")
    texts = RowTexts.of(row, job.text_field, job.profile.documents.paths, item.name)
    if not texts.paths:
        return Made(item.number, row=row)
    given = texts.given
    result = pipeline.run_view(texts.view, given=given, scope=text or "")
    made = dict(texts.results(result))
    if pipeline.ledger is not None:
        for own in made.values():
            if own.plan or own.view.text == text:
                pipeline.ledger.record(record_of(own))
    report = result.report
    return Made(
        item.number,
        row=texts.with_texts({path: own.text for path, own in made.items()}),
        characters=len(text or ""),
        counts=dict(report.counts),
        doubts=Counter(m.type for m in report.doubtful),
        leaks=sum(leak.blocking for leak in report.leaks),
    )


def _file(pipeline: Pipeline, job: Job, item: Item) -> Made:
    made = pipeline.run_file(item.data, item.name)
    results = list(results_of((made,)))
    return Made(
        item.number,
        name=made.name,
        data=made.data,
        characters=sum(len(result.view.text) for result in results),
        counts=summed(result.report.counts for result in results),
        doubts=Counter(m.type for result in results for m in result.report.doubtful),
        leaks=sum(leak.blocking for result in results for leak in result.report.leaks),
        id="" if job.profile.documents.file_names else item.name,
        error=made.failures[0].error.code if made.failures else "",
    )

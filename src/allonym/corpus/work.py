"""One shard from originals to pseudonyms; the same in every engine.

The strings and long numbers of a row are one document.
"""

from __future__ import annotations

import io
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, cast

from allonym.api import Pipeline
from allonym.assembly import open_ledger
from allonym.corpus.items import Item, Made, Outcome, Shard, summed
from allonym.errors import ConfigError, LedgerError, PseudonymizationError
from allonym.files.rewriting import results_of
from allonym.formats.json_strings import ends_as, is_somebodys
from allonym.formats.office.values import is_technical
from allonym.languages.columns import column_type, fits
from allonym.ledger.record import record_of
from allonym.model.draw import Draw
from allonym.model.mention import Evidence, Mention
from allonym.model.result import Result
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.profile import Profile

_GAP = "\n\n"
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class RowTexts:
    """The strings of a row that are read: its text first, a block each.

    A row tells with its author, its title and its source who its text is about: they are one
    document.
    """

    row: Mapping[str, object] = field(repr=False)  # all its fields
    paths: tuple[Path, ...]  # where its strings stand: names of fields, numbers in lists
    view: TextView  # the strings, one after another

    @classmethod
    def of(
        cls, row: Mapping[str, object], text_field: str, wanted: Sequence[str] = (), name: str = ""
    ) -> RowTexts:
        """Lay out a row.

        Of the other fields, those whose paths end as one of `wanted` are read, all unless given.
        The row's id (`name`) is not read where it is a mere number or code.
        """
        code = name if is_technical(name) else ""
        found = {path: text for path, text in _strings(row, ()) if text != code}
        kept = [p for p in found if not wanted or any(ends_as(_names(p), w) for w in wanted)]
        first = [(text_field,)] if (text_field,) in found else []
        paths = tuple(dict.fromkeys([*first, *kept]))
        if len(paths) < 2:
            return cls(row, paths, TextView.of("".join(found[path] for path in paths)))
        laid = [piece for path in paths for piece in ((_GAP, None), (found[path], path))]
        return cls(row, paths, TextView.from_pieces(laid[1:]).in_blocks())

    @property
    def given(self) -> tuple[Mention, ...]:
        """What the names of fields say of what is in them, as headings of columns do."""
        found = []
        for path, span in zip(self.paths, self._spans(), strict=True):
            kind, text = column_type(str(path[0])), self.view.surface(span)
            if kind and len(path) == 1 and not column_type(text) and fits(text, kind):
                found.append(Mention(span, kind, (Evidence("given", "heading", 1.0),)))
        return tuple(found)

    def results(self, result: Result) -> Iterator[tuple[Path, Result]]:
        """Yield what became of each string, as of a document of its own."""
        where = result.map
        for path, span in zip(self.paths, self._spans(), strict=True):
            text = result.text[where.to_result(span.start) : where.to_result(span.end)]
            own = TextView.of(self.view.surface(span))
            yield path, replace(result, view=own, text=text, plan=result.plan.within(span))

    def with_texts(self, texts: Mapping[Path, str]) -> dict[str, object]:
        """Return the row with other strings."""
        return cast("dict[str, object]", _put(self.row, (), texts))

    def _spans(self) -> tuple[Span, ...]:
        return self.view.blocks or tuple(segment.span for segment in self.view.segments)


def without_strings(row: Mapping[str, object], but: str) -> dict[str, object]:
    """Return a row that says nothing any more, except by a string that must stay."""
    found = {path: None for path, text in _strings(row, ()) if text != but}
    return cast("dict[str, object]", _put(row, (), found))


def _strings(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str) and value.strip():
        yield path, value
    elif isinstance(value, int) and is_somebodys(str(value), _names(path)):
        yield path, str(value)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _strings(inner, (*path, name))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _strings(inner, (*path, number))


def _names(path: Path) -> list[str]:
    return [name for name in path if isinstance(name, str)]


def _put(value: object, path: Path, texts: Mapping[Path, str | None]) -> object:
    if path in texts:
        new = texts[path]
        return int(new) if isinstance(value, int) and new and new.isdecimal() else new
    if isinstance(value, Mapping):
        return {name: _put(inner, (*path, name), texts) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_put(inner, (*path, number), texts) for number, inner in enumerate(value)]
    return value


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
    return MappingProxyType(table)  # the type itself has no name that pickle could write


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

"""``allonym corpus``: many documents in several processes, resumable."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import click

from allonym.api import Pipeline
from allonym.cli.options import make_pipeline, pipeline_options
from allonym.cli.progress import Bar
from allonym.corpus.items import Outcome
from allonym.corpus.manifest import Record, read_records
from allonym.corpus.places import is_address
from allonym.corpus.report import Summary, as_page, as_text, summarise
from allonym.corpus.run import Engine, look_at, record_of, run_corpus, state_of
from allonym.corpus.sinks import FORMATS
from allonym.corpus.sources import Source, open_source
from allonym.corpus.work import Job
from allonym.errors import ConfigError

_ROWS, _FILES = 64, 8
_FAILED = 3


@click.group("corpus", help="Pseudonymize corpora of many documents, resumable.")
def command() -> None:  # noqa: D103
    pass


@command.command("run", help="Pseudonymize a corpus into a folder; begun again it goes on.")
@click.argument("source", metavar="IN")
@click.argument("output", metavar="OUT", required=False)
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True,
              help="This machine's processes, or a Ray cluster.")  # fmt: skip
@click.option("--workers", metavar="N", type=click.IntRange(1), help="Processes; as many as cores.")
@click.option("--shard-size", metavar="N", type=click.IntRange(1),
              help="Documents written as one: 64 rows or 8 files unless given.")  # fmt: skip
@click.option("--text-field", metavar="NAME", default="text", show_default=True,
              help="Field of a row that holds the text.")  # fmt: skip
@click.option("--id-field", metavar="NAME", default="id", show_default=True,
              help="Field of a row that names it where it fails.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(FORMATS),
              help="What rows are written as; as they were read unless given.")  # fmt: skip
@click.option("--state", metavar="DIR", type=click.Path(path_type=Path),
              help="Folder for the run's own notes; needed where OUT is an address "
              "such as s3://...")  # fmt: skip
@click.option("--ledger", metavar="URL", help="Record who is called what, and how to undo it.")
@click.option("--time-limit", metavar="SECONDS", type=click.FloatRange(min=0.1), default=600.0,
              show_default=True,
              help="Most seconds for one document; clusters have no such limit.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Count only; write nothing.")
@click.option("--sample", metavar="N", type=click.IntRange(1),
              help="Print the first N rows as they would become; write nothing.")  # fmt: skip
@click.option("--report", "reports", metavar="FILE", multiple=True, type=click.Path(path_type=Path),
              help="Write figures as .json or as a page .html; holds no text.")  # fmt: skip
@pipeline_options
def run(  # noqa: D103, PLR0913, PLR0917
    source: str, output: str | None, engine: str, workers: int | None, shard_size: int | None,
    text_field: str, id_field: str, form: str | None, state: Path | None, time_limit: float,
    dry_run: bool, sample: int | None, reports: tuple[Path, ...], known: Path | None,
    **options: Any,
) -> None:  # fmt: skip
    if known is not None:
        raise ConfigError(
            "known persons differ from document to document; use: allonym run --known"
        )
    corpus = open_source(source, id_field)
    if output is not None:
        _check_apart(source, output)
    pipeline = make_pipeline(**options, text_field=text_field)
    _check_scope(pipeline)
    look = dry_run or sample is not None
    job = Job(
        pipeline.profile, pipeline.language, pipeline.draw, text_field, pipeline.fresh, look
    )  # fmt: skip
    size = shard_size or (_ROWS if corpus.kind == "rows" else _FILES)
    count = workers or len(os.sched_getaffinity(0))
    runner = _engine(engine, job, count, time_limit)
    if look:
        corpus.check_field(text_field)
        summary = _look(corpus, runner, size, sample)
    else:
        if output is None:
            raise ConfigError("where to? give a folder after the corpus, or --dry-run")
        with _Rate(corpus) as rate:
            records = run_corpus(
                corpus, output, job, runner, size=size, progress=rate.add, form=form or "",
                state=state,
            )  # fmt: skip
        summary = summarise(records)
    _deliver(summary, reports)


@command.command("status", help="Say how far a run is.")
@click.argument("output", metavar="OUT")
@click.option("--state", metavar="DIR", type=click.Path(path_type=Path),
              help="Folder of the run's own notes, if it was given one.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status(output: str, state: Path | None, as_json: bool) -> None:  # noqa: D103
    summary = summarise(read_records(state_of(output, state)))
    click.echo(json.dumps(summary.as_dict(), indent=2) if as_json else as_text(summary))


def _check_apart(source: str, output: str) -> None:
    """See that a run does not write over its corpus, or read what it writes."""
    if is_address(source) or is_address(output):
        below = f"{output.rstrip('/')}/".startswith(f"{source.rstrip('/')}/")
    else:
        below = Path(output).resolve().is_relative_to(Path(source).resolve())
    if below:
        raise ConfigError(f"{output}: lies in the corpus itself; choose a folder beside it")


def _check_scope(pipeline: Pipeline) -> None:
    scope = pipeline.profile.consistency.scope
    if scope != "document" and pipeline.fresh:
        raise ConfigError(
            f"scope {scope!r} needs a secret that lasts: set consistency.secret in the profile"
        )


def _engine(name: str, job: Job, workers: int, seconds: float) -> Engine:
    from allonym.corpus.engines import LocalEngine, RayEngine

    return RayEngine(job, workers) if name == "ray" else LocalEngine(job, workers, seconds)


def _look(corpus: Source, engine: Engine, size: int, sample: int | None) -> Summary:
    records = []
    with _Rate(corpus) as rate:
        for outcome in look_at(corpus, engine, size=size, most=sample, progress=rate.add):
            records.append(record_of(outcome, ""))
            if sample:
                _print(outcome)
    return summarise(records)


def _print(outcome: Outcome) -> None:
    for made in outcome.made:
        if made.row is not None:
            click.echo(json.dumps(made.row, ensure_ascii=False, default=str))
        else:
            click.echo(f"{made.name or made.number}: {sum(made.counts.values())} replaced")


def _deliver(summary: Summary, reports: tuple[Path, ...]) -> None:
    for path in reports:
        page = path.suffix.lower() in (".html", ".htm")
        text = as_page(summary) if page else json.dumps(summary.as_dict(), indent=2) + "\n"
        path.write_text(text, encoding="utf-8")
    click.echo(as_text(summary), err=True)
    if summary.failures:
        raise click.exceptions.Exit(_FAILED)


class _Rate(Bar):
    """Shows how much is done, how fast and for how long, only where a person is watching."""

    def __init__(self, corpus: Source) -> None:
        super().__init__()
        self._gauge = corpus.gauge
        self._since = time.monotonic()
        self._done = [0, 0]

    def add(self, record: Record) -> None:
        """Show that a shard is done."""
        self._done = [self._done[0] + record.items, self._done[1] + record.characters]
        seconds = max(time.monotonic() - self._since, 1e-3)
        documents, characters = (number / seconds for number in self._done)
        said = f"{self._done[0]:,} documents, {documents:,.1f}/s, {characters:,.0f} characters/s"
        self.progress(said, self._gauge.share)

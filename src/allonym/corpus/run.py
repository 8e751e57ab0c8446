"""A run over a corpus: read, work, write, record; begun again it goes on where it stopped."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

from allonym._version import __version__
from allonym.corpus.items import Outcome, Shard, summed
from allonym.corpus.manifest import Failed, Manifest, Record
from allonym.corpus.places import ASIDE, is_address, place_of
from allonym.corpus.sinks import FORMATS, Sink
from allonym.corpus.sources import Source
from allonym.corpus.work import Job
from allonym.errors import ConfigError

Progress = Callable[[Record], None]
"""Called with the record of each shard that is finished."""


class Engine(Protocol):
    """What runs `process_shard` over many shards: this machine's processes, or a cluster."""

    def outcomes(self, shards: Iterable[Shard]) -> Iterator[Outcome]:
        """Yield what becomes of each shard, in whatever order."""


def run_corpus(
    source: Source, root: str | Path, job: Job, engine: Engine, *, size: int, progress: Progress,
    form: str = "", state: Path | None = None,
) -> list[Record]:  # fmt: skip
    """Pseudonymize a corpus into a folder; return the records of all its shards so far.

    Args:
        source: The corpus.
        root: Folder or address of the output; a run that began there goes on.
        job: What is to be done.
        engine: What does it.
        size: Documents in a shard.
        progress: Told of each shard.
        form: One of `FORMATS`, for rows; as they were read unless given.
        state: Folder of the manifest; in the output unless given.

    Raises:
        ConfigError: If a run with other settings began there.
        DocumentError: If the corpus cannot be read or the output not be written.
    """
    suffix = _suffix(source, form)
    source.check_field(job.text_field)
    place = place_of(root)
    with Manifest(state_of(root, state), _settings(source, job, size, suffix)) as manifest:
        place.clear()
        sink = Sink(place, source, suffix, manifest.claim)
        done = manifest.done
        left = (shard for shard in source.shards(size) if shard.number not in done)
        for outcome in engine.outcomes(left):
            record = record_of(outcome, sink.write(outcome))
            manifest.add(record)
            progress(record)
        return manifest.records


def state_of(root: str | Path, state: Path | None) -> Path:
    """Return the folder of a run's manifest.

    Raises:
        ConfigError: If the output is at an address and none is given.
    """
    if state is not None:
        return state
    if is_address(str(root)):
        raise ConfigError(
            f"{root}: an address cannot hold the run's own notes; name a folder of this machine "
            "that lasts: --state DIR"
        )
    return Path(root) / ASIDE


def _suffix(source: Source, form: str) -> str:
    if form and source.kind != "rows":
        raise ConfigError("--format is for rows; documents and CoNLL keep their own formats")
    if form not in ("", *FORMATS):
        raise ConfigError(f"format {form!r}: one of {', '.join(FORMATS)} is expected")
    return f".{form}" if form else source.suffix


def look_at(
    source: Source, engine: Engine, *, size: int, most: int | None, progress: Progress
) -> Iterator[Outcome]:
    """Yield what would become of a corpus, or of its first documents, and write nothing.

    Args:
        source: The corpus.
        engine: What does the work.
        size: Documents in a shard.
        most: How many documents at most; None means all.
        progress: Told of each shard.
    """
    shards = source.shards(size) if most is None else _first(source, size, most)
    for outcome in engine.outcomes(shards):
        progress(record_of(outcome, ""))
        yield outcome


def _first(source: Source, size: int, most: int) -> Iterator[Shard]:
    shorter = Source(source.kind, source.suffix, "", lambda: islice(source.items(), most))
    return shorter.shards(size)


def record_of(outcome: Outcome, digest: str) -> Record:
    """Return what is kept of an outcome."""
    return Record(
        outcome.number,
        len(outcome.made),
        sum(made.characters for made in outcome.made),
        summed(made.doubts for made in outcome.made),
        round(outcome.seconds, 4),
        summed(made.counts for made in outcome.made),
        {made.number: Failed(made.error, made.id) for made in outcome.made if made.error},
        digest,
        sum(made.leaks for made in outcome.made),
    )


def _settings(source: Source, job: Job, size: int, suffix: str) -> dict[str, str]:
    """Return what must be the same when a run goes on; secrets by their fingerprint."""
    return {
        "corpus": _digest(source.fingerprint),
        "profile": _digest(repr(_plain(job.profile))),
        "language": job.language,
        "secret": "" if job.fresh else job.draw.digest("fingerprint", "corpus run").hex()[:16],
        "text field": job.text_field,
        "shard size": str(size),
        "format": suffix,
        "version": __version__,
    }


def _plain(value: object) -> object:
    """Return a setting with all that its own repr leaves out."""
    if is_dataclass(value):
        return [(f.name, _plain(getattr(value, f.name))) for f in fields(value)]
    if isinstance(value, Mapping):
        return sorted((str(k), _plain(v)) for k, v in value.items())
    return [_plain(v) for v in value] if isinstance(value, list | tuple) else str(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]

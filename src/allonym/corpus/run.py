"""A run over a corpus: read, work, write, record; begun again it goes on where it stopped."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

from allonym.corpus.items import Outcome, Shard
from allonym.corpus.manifest import Manifest, Record
from allonym.corpus.sinks import clear_rests, write_outcome
from allonym.corpus.sources import Source
from allonym.corpus.work import Job

Progress = Callable[[Record], None]
"""Called with the record of each shard that is finished."""


class Engine(Protocol):
    """What runs `process_shard` over many shards: this machine's processes, or a cluster."""

    def outcomes(self, shards: Iterable[Shard]) -> Iterator[Outcome]:
        """Yield what becomes of each shard, in whatever order."""
        ...


def run_corpus(
    source: Source, root: Path, job: Job, engine: Engine, *, size: int, progress: Progress
) -> list[Record]:
    """Pseudonymize a corpus into a folder.

    Args:
        source: The corpus.
        root: Folder of the output; a run that began there goes on.
        job: What is to be done.
        engine: What does it.
        size: Documents in a shard.
        progress: Told of each shard.

    Returns:
        The records of all shards, those of earlier calls included.

    Raises:
        ConfigError: If a run with other settings began there.
        DocumentError: If the corpus cannot be read or the output not be written.
    """
    with Manifest(root, _settings(source, job, size)) as manifest:
        clear_rests(root)
        done = manifest.done
        left = (shard for shard in source.shards(size) if shard.number not in done)
        for outcome in engine.outcomes(left):
            digest = write_outcome(root, source, outcome)
            record = record_of(outcome, digest)
            manifest.add(record)
            progress(record)
        return manifest.records


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
    counts: Counter[str] = Counter()
    for made in outcome.made:
        counts.update(made.counts)
    return Record(
        outcome.number,
        len(outcome.made),
        sum(made.characters for made in outcome.made),
        sum(made.doubts for made in outcome.made),
        round(outcome.seconds, 4),
        counts,
        {made.number: made.error for made in outcome.made if made.error},
        digest,
    )


def _settings(source: Source, job: Job, size: int) -> dict[str, str]:
    """Return what must be the same when a run goes on; secrets by their fingerprint."""
    return {
        "corpus": _digest(source.fingerprint),
        "profile": _digest(repr(_plain(job.profile))),
        "language": job.language,
        "secret": "" if job.fresh else job.draw.digest("fingerprint", "corpus run").hex()[:16],
        "text field": job.text_field,
        "shard size": str(size),
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

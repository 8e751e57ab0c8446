"""``allonym run``: files, folders or a pipe in, the same with other people in them out."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePath
from typing import Any

import click

from allonym.api import Pipeline
from allonym.cli.options import (
    document_options,
    expand,
    make_pipeline,
    pipeline_options,
    read_input,
    read_known,
)
from allonym.cli.progress import Bar
from allonym.documents import is_binary
from allonym.errors import ConfigError, DocumentError, LedgerError, PseudonymizationError
from allonym.files import FileResult
from allonym.probe import Probe


@dataclass
class Outcome:
    """What has become of the files of one call."""

    reports: list[dict[str, Any]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    warnings: dict[str, None] = field(default_factory=dict)
    exit_code: int = 0

    def add(self, name: str, made: FileResult) -> None:
        """Note a file that went well, and what became of the files in it."""
        report = made.result.report
        residue = {"residue": [asdict(item) for item in made.residue]} if made.residue else {}
        document = {"document": made.document} if made.document else {}
        self.reports.append({"file": name, **document, **report.as_dict(), **residue})
        self.counts.update(report.counts)
        self.warnings.update(dict.fromkeys(report.warnings))
        for member in made.members:
            self.add(f"{name}/{member.name}", member)
        for failure in made.failures:
            self.fail(f"{name}/{failure.name}", failure.error)

    def fail(self, name: str, error: PseudonymizationError) -> None:
        """Note a file that did not; the others go on."""
        failure = {"file": name, "error": error.code, "message": str(error)}
        self.reports.append(failure)
        self.exit_code = max(self.exit_code, error.exit_code)
        click.echo(f"allonym: {name}: {error}", err=True)


@click.command("run", help="Replace the personal data in files, folders or a pipe (-).")
@click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...")
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path),
              help="Where to write; without it text goes to standard output.")  # fmt: skip
@click.option("--report", "report_path", metavar="FILE.json", type=click.Path(path_type=Path),
              help="Write counts, doubts and checks as JSON; holds no text.")  # fmt: skip
@click.option("--ledger", metavar="URL", help="Record who is called what, and how to undo it.")
@pipeline_options
@document_options
def command(  # noqa: D103
    paths: Sequence[str],
    output: Path | None,
    report_path: Path | None,
    known: Path | None,
    **options: Any,
) -> None:
    pipeline = make_pipeline(**options)
    files = expand(paths)
    targets = _targets(files, output, is_tree=_is_tree(paths))
    people = read_known(known)
    outcome = Outcome()
    with Bar() as bar, Probe() as probe:
        for (name, _), target in zip(files, targets, strict=True):
            bar.file(name)
            try:
                data = read_input(name)
                probe.check(data, name, pipeline.profile.documents)
                made = pipeline.run_file(data, name, known=people, progress=bar.progress)
                _deliver(made.data, _as_written(target, name, made.name))
                outcome.add(name, made)
            except (ConfigError, LedgerError):
                raise
            except PseudonymizationError as error:
                outcome.fail(name, error)
    _say(pipeline, outcome)
    if report_path is not None:
        write_whole(report_path, (json.dumps({"files": outcome.reports}, indent=2) + "\n").encode())
    if outcome.exit_code:
        raise click.exceptions.Exit(outcome.exit_code)


def _deliver(data: bytes, target: Path | None) -> None:
    if target is not None:
        write_whole(target, data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _is_tree(paths: Sequence[str]) -> bool:
    return len(paths) > 1 or any(Path(p).is_dir() for p in paths)


def _targets(
    files: Sequence[tuple[str, Path]], output: Path | None, *, is_tree: bool
) -> list[Path | None]:
    """Return where each file goes; None is standard output.

    Raises:
        ConfigError: If several files would go to one place, or one would overwrite its source.
    """
    if output is None:
        if len(files) > 1:
            raise ConfigError("several files need a folder to go to: add -o OUT")
        return [_beside(Path(name)) if is_binary(name) else None for name, _ in files]
    if not is_tree and not output.is_dir():
        targets = [output for _ in files]
    else:
        if output.is_file():
            raise ConfigError(f"{output} is a file; several files need a folder to go to")
        targets = [output / place for _, place in files]
    if len(set(targets)) < len(targets):
        raise ConfigError("two of the files have the same name; give their folder instead")
    for (name, _), target in zip(files, targets, strict=True):
        if name != "-" and target.exists() and target.samefile(name):
            raise ConfigError(f"{target}: would overwrite its own source; choose another -o")
    return list(targets)


def _as_written(target: Path | None, name: str, written: str) -> Path | None:
    """Return the target under the name that the new file should have, where that is a new one."""
    old, new = PurePath(name), PurePath(written)
    if target is None or new.name == old.name:
        return target
    stem = target.stem.replace(old.stem, new.stem) if target.stem.startswith(old.stem) else None
    return target.with_name(f"{stem or target.stem}{new.suffix}")


def _beside(source: Path) -> Path:
    return source.with_name(f"{source.stem}.pseudonymized{source.suffix}")


def write_whole(path: Path, data: bytes) -> None:
    """Write a whole file or none: beside its place first, then moved there.

    Raises:
        DocumentError: If it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".allonym-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(temporary).chmod(0o666 & ~_umask())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise DocumentError(f"{path}: cannot be written ({error.strerror})") from error


def _umask() -> int:
    current = os.umask(0o077)
    os.umask(current)
    return current


def _say(pipeline: Pipeline, outcome: Outcome) -> None:
    for warning in outcome.warnings:
        click.echo(f"allonym: {warning}", err=True)
    if (
        outcome.counts
        and pipeline.fresh
        and any(t.method in _KEYED for t in pipeline.profile.treat.values())
    ):
        click.echo(
            "allonym: drawn under a fresh secret, so these pseudonyms can't be drawn again; to "
            'repeat them set consistency.secret = "env:NAME" in a profile',
            err=True,
        )
    if sum(outcome.counts.values()) and sys.stderr.isatty():
        counts = ", ".join(f"{n} {name}" for name, n in outcome.counts.most_common())
        click.echo(f"allonym: replaced {counts}", err=True)


_KEYED = ("pseudonym", "hash")

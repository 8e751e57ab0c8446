"""``allonym run``: files, folders or a pipe in, the same with other people in them out.

What it says to people when it is done is one line, and what changed if asked.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePath
from typing import Any

import click

from allonym.api import Pipeline
from allonym.cli.options import (
    document_options,
    expand,
    make_pipeline,
    names_in,
    pipeline_options,
    read_input,
    read_known,
)
from allonym.cli.progress import Bar
from allonym.compare.lines import kind_of, lines_of
from allonym.errors import ConfigError, DocumentError, LedgerError, PseudonymizationError
from allonym.files.names import unique
from allonym.files.opening import Probe, is_binary, is_structured
from allonym.files.rewriting import FileResult
from allonym.files.writing import write_whole
from allonym.model.result import Result


@dataclass
class Outcome:
    """What has become of the files of one call."""

    keeps: bool = False  # whether whole results are kept, to be shown
    reports: list[dict[str, Any]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    doubts: int = 0
    warnings: dict[str, None] = field(default_factory=dict)
    drawn: bool = False
    compared: list[tuple[str, Result]] = field(default_factory=list)
    places: list[Path] = field(default_factory=list)
    unseen: dict[str, str] = field(default_factory=dict)  # who was let stay and has not been met
    failed: int = 0
    exit_code: int = 0

    def add(self, name: str, made: FileResult, place: Path | None = None) -> None:
        """Note a file that went well, and what became of the files in it."""
        report = made.result.report
        residue = {"residue": [asdict(item) for item in made.residue]} if made.residue else {}
        document = {"document": made.document} if made.document else {}
        written = PurePath(place or made.name).name
        new = {"written": written} if written != PurePath(name).name else {}
        self.reports.append({"file": name, **new, **document, **report.as_dict(), **residue})
        self.counts.update(report.counts)
        self.drawn |= any(r.method in _KEYED for r in made.result.plan)
        self.doubts += len(report.doubtful) + len(report.uncertain)
        self.warnings.update(dict.fromkeys(report.warnings))
        for called in _called(made.result) if self.unseen else ():
            self.unseen.pop(called, None)
        if self.keeps:
            self.compared.append((name, made.result))
        for member in made.members:
            self.add(f"{name}/{member.name}", member)
        for failure in made.failures:
            self.fail(f"{name}/{failure.name}", failure.error)

    def fail(self, name: str, error: PseudonymizationError) -> None:
        """Note a file that did not; the others go on."""
        failure = {"file": name, "error": error.code, "message": str(error)}
        self.reports.append(failure)
        self.failed += 1
        self.exit_code = max(self.exit_code, error.exit_code)
        click.echo(f"allonym: {name}: {error}", err=True)


@click.command("run", help="Replace the personal data in files, folders or a pipe (-).")
@click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...")
@click.option("-o", "--output", metavar="OUT", type=click.Path(),
              help="Where to write; - is standard output, OUT/ a folder.  Without it text goes to "
                   "standard output, and .docx, .zip and their like beside the file.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Show what would be replaced; write nothing.")
@click.option("--diff", is_flag=True,
              help="Show original beside result, coloured by kind.")  # fmt: skip
@click.option("--report", "report_paths", metavar="FILE", multiple=True,
              type=click.Path(path_type=Path),
              help="FILE.json: counts, doubts and checks, no text; FILE.html: a page with original "
                   "beside result.")  # fmt: skip
@click.option("--follow-links", is_flag=True,
              help="Follow links that lead out of a folder; those that you name (also as "
                   "FOLDER/*) are read.")  # fmt: skip
@click.option("--ledger", metavar="URL", help="Record who is called what, and how to undo it.")
@pipeline_options
@document_options
def command(  # noqa: D103
    paths: Sequence[str],
    output: str | None,
    report_paths: Sequence[Path],
    known: Path | None,
    *,
    dry_run: bool,
    diff: bool,
    follow_links: bool,
    **options: Any,
) -> None:
    if wrong := [path for path in report_paths if not _may_be_report(path)]:
        raise ConfigError(f"{wrong[0]}: a report is JSON, or a page where it ends in .html")
    pipeline = make_pipeline(**options)
    pipeline = pipeline.tentative() if dry_run else pipeline
    files = expand(paths, follow=follow_links)
    is_tree = len(paths) > 1 or any(Path(p).is_dir() for p in paths)
    targets = _targets(files, output, is_tree=is_tree)
    taken = {str(target) for target in targets}
    people = read_known(known)
    shows = diff or dry_run
    outcome = Outcome(keeps=shows or any(map(_is_page, report_paths)))
    named = (said for said in options["allow"] if not said.endswith(".txt"))
    outcome.unseen.update((name.casefold(), name) for said in named for name in names_in(said))
    with Bar(len(files)) as bar, Probe() as probe:
        for (name, _), target in zip(files, targets, strict=True):
            bar.file(name)
            try:
                data = read_input(name)
                probe.check(data, name, pipeline.profile.documents)
                made = pipeline.run_file(data, name, known=people, progress=bar.progress)
                place = _as_written(target, name, made.name, taken)
                taken.add(str(place))
                if not dry_run and not (diff and place is None):
                    write_to(place, made.data)
                    outcome.places += [place] if place else []
                outcome.add(name, made, place if is_tree else None)
            except (ConfigError, LedgerError):
                raise
            except PseudonymizationError as error:
                outcome.fail(name, error)
    if shows:
        show_changes(outcome.compared)
    for path in report_paths:
        write_to(path, _report(path, outcome))
    pages = [path for path in report_paths if _is_page(path)]
    say(pipeline, outcome, named=bool(output) and len(files) == 1, dry_run=dry_run, pages=pages)
    if outcome.exit_code:
        raise click.exceptions.Exit(outcome.exit_code)


def _called(result: Result) -> Iterator[str]:
    """Yield what everything that was found is called, without regard to case."""
    for entity in result.entities:
        yield entity.canonical.casefold()
        yield from (result.view.surface(mention.span).casefold() for mention in entity.mentions)


def _may_be_report(path: Path) -> bool:
    """Tell whether an ending promises no other format; what has none is JSON."""
    return _is_page(path) or path.suffix.lower() == ".json" or not is_structured(path.name)


def _is_page(path: Path) -> bool:
    return path.suffix.lower() in (".html", ".htm")


def _report(path: Path, outcome: Outcome) -> bytes:
    if not _is_page(path):
        return (json.dumps({"files": outcome.reports}, indent=2) + "\n").encode()
    from allonym.compare.page import page_of

    return page_of(outcome.compared)


def _targets(
    files: Sequence[tuple[str, Path]], asked: str | None, *, is_tree: bool
) -> list[Path | None]:
    """Return where each file goes; None is standard output."""
    if asked is None or asked == "-":
        if len(files) > 1:
            raise ConfigError("several files need a folder to go to: add -o OUT")
        return [None if asked else beside(name, "pseudonymized") for name, _ in files]
    output = Path(asked)
    if not (is_tree or asked.endswith(("/", os.sep)) or output.is_dir()):
        targets = [output for _ in files]
    else:
        if output.is_file():
            raise ConfigError(f"{output} is a file; several files need a folder to go to")
        targets = [output / place for _, place in files]
    taken: set[Path] = set()
    for (name, _), target in zip(files, targets, strict=True):
        if target in taken:
            raise ConfigError(
                f"{name}: another file goes to {target} too; give their folder instead"
            )
        taken.add(target)
        if name != "-" and target.exists() and target.samefile(name):
            raise ConfigError(f"{target}: would overwrite its own source; choose another -o")
    return list(targets)


def _as_written(
    target: Path | None, name: str, written: str, taken: Collection[str]
) -> Path | None:
    """Return the target under the name that the new file should have, where that is a new one.

    It is no other file's: *a.pdf* beside *a.txt* becomes *a.pdf.txt*.
    """
    old, new = PurePath(name), PurePath(written)
    if target is None or new.name == old.name:
        return target
    stem = target.stem.replace(old.stem, new.stem) if target.stem.startswith(old.stem) else None
    made = target.with_name(f"{stem or target.stem}{new.suffix}")
    if str(made) in taken and new.suffix != old.suffix:
        made = made.with_name(f"{made.stem}{old.suffix}{new.suffix}")
    return Path(unique(str(made), taken))


def beside(name: str, word: str) -> Path | None:
    """Return where a result goes if nobody said: beside its source; of text None."""
    source = Path(name)
    return source.with_name(f"{source.stem}.{word}{source.suffix}") if is_binary(name) else None


def write_to(target: Path | None, data: bytes) -> None:
    """Write a whole file, or to standard output where no place is given.

    Raises:
        DocumentError: If it cannot be written.
    """
    if target is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        if not _is_stream(target):
            write_whole(target, data)
            return
        with target.open("ab") as stream:
            stream.write(data)
    except OSError as error:
        raise DocumentError(f"{target}: cannot be written ({error.strerror})") from error


def _is_stream(path: Path) -> bool:
    """Tell whether a path is a pipe or a device, such as /dev/stdout: no file takes its place."""
    is_standard = str(path) in ("/dev/stdout", "/dev/stderr")  # either may be a file just now
    return is_standard or path.is_fifo() or path.is_char_device()


_KEYED = ("pseudonym", "hash")


_FRESH = (
    "drawn under a fresh secret, so these pseudonyms can't be drawn again; to repeat them set "
    "ALLONYM_SECRET to at least 16 characters, or name a secret in the profile"
)
_WORDS = {
    "person": "people", "place": "places", "organisation": "organisations", "date": "dates",
    "contact": "contacts", "number": "numbers", "other": "others",
}  # fmt: skip


def say(
    pipeline: Pipeline, done: Outcome, *, named: bool, dry_run: bool, pages: Sequence[Path] = ()
) -> None:
    """Say what was replaced, where it lies and how much is to be checked, on standard error.

    In a pipe the line is left out, unless there are several files, or the result lies where nobody
    said it should.  A result that is `named` went where the caller said; `pages` show originals
    beside results.
    """
    for warning in done.warnings:
        _line(warning)
    for name in done.unseen.values():
        _line(f"--allow {name}: nobody of this name was found; give the full name")
    if done.drawn and pipeline.fresh and not dry_run:
        _line(_FRESH)
    many = dry_run or done.failed > 1 or done.places
    if sys.stderr.isatty() or (many and not named):
        _line(summary(done, dry_run=dry_run, pages=pages))


def summary(done: Outcome, *, dry_run: bool = False, pages: Sequence[Path] = ()) -> str:
    """Return the line; its numbers are those of the passages, so somebody named thrice is three.

    >>> counts = Counter({"person": 2, "person.judge": 1, "iban": 1})
    >>> summary(Outcome(counts=counts, places=[Path("a.docx")]))
    'replaced 4 passages (people 3, numbers 1); the result is a.docx; nothing to check'
    """
    kinds: Counter[str] = Counter()
    doubts, places = done.doubts, done.places
    for name, count in done.counts.items():
        kinds[kind_of(name)] += count
    told = ", ".join(f"{_WORDS[kind]} {n}" for kind, n in kinds.most_common() if n)
    many = f"{kinds.total()} passage{'s' * (kinds.total() != 1)} ({told})" if told else "nothing"
    parts = [f"{'would replace' if dry_run else 'replaced'} {many}"]
    if dry_run:
        parts.append("nothing was written")
    elif len(places) == 1:
        parts.append(f"the result is {places[0]}")
    elif places:
        parts.append(f"{len(places)} files written")
    if done.failed:
        parts.append(f"{done.failed} failed")
    beside = f"see {pages[0]}" if pages else "see --report report.html" if doubts else ""
    return "; ".join([*parts, ", ".join(filter(None, (f"{doubts or 'nothing'} to check", beside)))])


def show_changes(compared: Iterable[tuple[str, Result]]) -> None:
    """Print original beside result, document by document."""
    from rich.console import Console

    from allonym.compare.terminal import show_lines

    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    for given, result in compared:
        name = "standard input" if given == "-" else given
        console.rule(name, style="dim") if console.is_terminal else console.print(name)
        show_lines(lines_of(result), console)


def _line(text: str) -> None:
    click.echo(f"allonym: {text}", err=True)

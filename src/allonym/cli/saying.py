"""What ``allonym run`` says to people when it is done: one line, and what changed if asked."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from allonym.api import Pipeline
from allonym.compare.lines import kind_of, lines_of
from allonym.compare.page import Compared

if TYPE_CHECKING:
    from allonym.cli.run import Outcome

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

    In a pipe the line is left out, unless the result lies where nobody said it should.

    Args:
        pipeline: What was run.
        done: What came of it.
        named: Whether the caller said where the result should go.
        dry_run: Whether nothing was written.
        pages: Where original stands beside result.
    """
    for warning in done.warnings:
        _line(warning)
    if done.drawn and pipeline.fresh and not dry_run:
        _line(_FRESH)
    if sys.stderr.isatty() or (done.places and not named):
        _line(summary(done.counts, done.doubts, done.places, dry_run=dry_run, pages=pages))


def summary(
    counts: Counter[str],
    doubts: int,
    places: Sequence[Path],
    *,
    dry_run: bool = False,
    pages: Sequence[Path] = (),
) -> str:
    """Return the line; its numbers are those of the passages, so somebody named thrice is three.

    >>> summary(Counter({"person": 2, "person.judge": 1, "iban": 1}), 0, [Path("a.docx")])
    'replaced 4 passages (people 3, numbers 1); the result is a.docx; nothing to check'
    """
    kinds: Counter[str] = Counter()
    for name, count in counts.items():
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
    beside = f"see {pages[0]}" if pages else "see --report report.html" if doubts else ""
    return "; ".join([*parts, ", ".join(filter(None, (f"{doubts or 'nothing'} to check", beside)))])


def show_changes(compared: Iterable[Compared]) -> None:
    """Print original beside result, document by document."""
    from rich.console import Console

    from allonym.compare.terminal import show_lines

    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    for one in compared:
        name = "standard input" if one.name == "-" else one.name
        console.rule(name, style="dim") if console.is_terminal else console.print(name)
        show_lines(lines_of(one.result), console)


def _line(text: str) -> None:
    click.echo(f"allonym: {text}", err=True)

"""Write the generated parts of the reference: help of the commands, table of identifiers.

Usage: python tools/write_reference.py

tests/test_docs.py and tests/test_house.py say when it is time.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from allonym.cli import cli
from allonym.detect.patterns.data import load_patterns
from allonym.detect.patterns.detector import PatternDetector

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
WIDE: dict[str, Any] = {"terminal_width": 80}
HELP = re.compile(r"(<!-- help: (.+?) -->\n```text\n).*?(```)", re.DOTALL)


def help_text(path: str) -> str:
    """Return the help of a command, 80 columns wide."""
    command: click.Command = cli
    names = path.split()
    context = click.Context(command, info_name=names[0], **WIDE, **command.context_settings)
    for name in names[1:]:
        assert isinstance(command, click.Group)
        found = command.get_command(context, name)
        if found is None:
            raise SystemExit(f"no command {path!r}")
        command = found
        context = click.Context(command, parent=context, info_name=name, **WIDE)
    return command.get_help(context) + "\n"


def filled(match: re.Match[str]) -> str:
    """Return a help block with its command's help in it."""
    try:
        return match[1] + help_text(match[2]) + match[3]
    except ModuleNotFoundError as error:
        print(f"{match[2]}: left as it is: {error}")
        return match[0]


TABLE = re.compile(r"(<!-- identifiers: begin -->\n).*?(<!-- identifiers: end -->)", re.DOTALL)


def identifiers() -> str:
    """Return the table of all patterns, by country and name."""
    specs = sorted(PatternDetector.load("und").compiled.patterns, key=lambda s: (s.country, s.name))
    lines = [
        "| name | country | what it is | type | check | example |",
        "|---|---|---|---|---|---|",
    ]
    for spec in specs:
        check = f"`{spec.check}`" if spec.check else ""
        example = f"`{spec.example}`".replace("\n", "` `") if spec.example else ""
        cells = (f"`{spec.name}`", spec.country or "any", spec.title, f"`{spec.type}`")
        lines.append(f"| {' | '.join((*cells, check, example)).replace('||', '|')} |")
    return "\n".join([*lines, "", *refused()]) + "\n"


def refused() -> list[str]:
    """Return the table of what is not looked for, and why."""
    rows = [row for file in load_patterns() for row in file.settings.get("refused", ())]
    lines = ["| not looked for | country | why |", "|---|---|---|"]
    cells = ((row["title"], row["country"] or "any", row["reason"]) for row in rows)
    return [*lines, *(f"| {' | '.join(cell)} |" for cell in cells)]


def write(name: str, pattern: re.Pattern[str], fill: Callable[[re.Match[str]], str]) -> None:
    """Fill in a page of the reference."""
    page = REFERENCE / name
    page.write_text(pattern.sub(fill, page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write("command-line.md", HELP, filled)
    write("identifiers.md", TABLE, lambda match: match[1] + identifiers() + match[2])

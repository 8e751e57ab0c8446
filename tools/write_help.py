"""Write what the commands print into docs/reference/command-line.md; tests/test_docs.py compares.

Usage: python tools/write_help.py
"""

import re
from pathlib import Path
from typing import Any

import click

from allonym.cli import cli

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "command-line.md"
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


if __name__ == "__main__":
    PAGE.write_text(HELP.sub(filled, PAGE.read_text("utf-8")), "utf-8")

"""The command line: one module a command, each a thin wrapper around the Python API."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module

import click

from allonym._version import __version__
from allonym.errors import ConfigError, PseudonymizationError, place_of
from allonym.text.suggest import suggest

# help lines stand here so that ``allonym --help`` loads no command
_COMMANDS = {
    "run": "Replace the personal data in files, folders or a pipe.",
    "sample": "Print a letter to try things on.",
    "check": "Refuse files with personal data; for hooks before a commit.",
    "detect": "List the personal data found, without replacing any.",
    "corpus": "Pseudonymize corpora of many documents, resumable.",
    "reveal": "Undo a pseudonymization by the ledger.",
    "decrypt": "Turn back what the method encrypt wrote.",
    "ledger": "Make and look after a ledger of pseudonyms.",
    "evaluate": "Measure detection against gold data.",
    "inflect": "Print the form of a name for given features.",
    "serve": "Answer over HTTP.",
    "mcp": "Give tools to assistants (Model Context Protocol).",
    "review": "Correct what was found in a document, in a browser.",
    "profile": "List, show and check profiles.",
    "pack": "List, show and check language packs.",
    "train": "Train a language pack's model.",
    "bench": "Measure speed and memory on this machine.",
    "lab": "Train classifiers over frozen word vectors and compare them.",
    "completion": "Print what the shell needs to complete, or install it.",
    "desktop": "Put the review page into the menu of this desktop.",
    "doctor": "Check what this installation can do.",
}
_ALL = "allonym --help names all"

_NEW_OBJECTS = 10_000
"""How many are made before the collector looks for garbage; Python's own is 700.

A pipeline loads millions of entries that stay; going through them again and again took up to a
quarter of the time of a short run.
"""


class _Lazy(click.Group):
    """A group whose commands are imported when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"allonym.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            raise ConfigError(f"there is no command {args[0]}{suggest(args[0], _COMMANDS)}; {_ALL}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.command(
    cls=_Lazy, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="allonym")
@click.pass_context
def cli(context: click.Context) -> None:
    """Replace personal data in text so that the text still reads.

    Everything runs on this machine; nothing is sent anywhere.
    """
    if context.invoked_subcommand is None:
        from allonym.cli.start import greeting

        click.echo(greeting())


def main() -> None:
    """Run the command line; errors raised on purpose become one sentence and an exit code."""
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
    try:
        sys.exit(cli(standalone_mode=False) or 0)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except PseudonymizationError as error:
        click.echo(f"allonym: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        if os.environ.get("ALLONYM_DEBUG"):
            raise
        click.echo(f"allonym: {fault(error)}", err=True)
        sys.exit(70)


def fault(error: Exception) -> str:
    """Describe a mistake of ours by its kind and place; its own message might hold text."""
    return (
        f"internal error, {type(error).__name__} in {place_of(error)}; nothing was written. "
        "Please report this line; ALLONYM_DEBUG=1 shows more, document text perhaps among it"
    )

"""``allonym completion``: what the shell needs to complete commands and options."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from allonym.errors import ConfigError

_SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_ALLONYM_COMPLETE"


@click.command("completion", help="Print what the shell needs to complete, or install it.")
@click.argument("shell", required=False, type=click.Choice(_SHELLS))
@click.option("--install", is_flag=True, help="Put it where the shell looks for it.")
@click.pass_context
def command(context: click.Context, shell: str | None, *, install: bool) -> None:  # noqa: D103
    name = shell or _own_shell()
    script = _script(context, name)
    if not install:
        click.echo(script)
        return
    place = _place(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(script + "\n", encoding="utf-8")
    click.echo(f"allonym: completion for {name} is in {place}; open a new shell", err=True)
    if name == "zsh":
        click.echo(
            f"allonym: ~/.zshrc must say, before compinit: fpath+=({place.parent})", err=True
        )


def _own_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name not in _SHELLS:
        raise ConfigError(f"name the shell: {', '.join(_SHELLS)}")
    return name


def _script(context: click.Context, shell: str) -> str:
    """Return the script; click writes it, which for bash asks bash its version."""
    made = get_completion_class(shell)
    if made is None:
        raise ConfigError(f"no completion for {shell}")
    return made(context.find_root().command, {}, "allonym", _VARIABLE).source()


def _place(shell: str) -> Path:
    data = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser()
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser()
    return {
        "bash": data / "bash-completion" / "completions" / "allonym",
        "zsh": data / "zsh" / "site-functions" / "_allonym",
        "fish": settings / "fish" / "completions" / "allonym.fish",
    }[shell]

"""``allonym desktop``: a way to the review page that needs no terminal.

On Linux an entry in the menu that documents can be opened with; on macOS an application; on Windows
a shortcut in the start menu.  All of them call ``allonym-review``, which pip and pipx install, and
which ends by itself when nobody has used the page for an hour.
"""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import click

from allonym.errors import ConfigError, to_install

PROGRAM = "allonym-review"
IDLE_MINUTES = 60
_TYPES = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.oasis.opendocument.text",
    "application/pdf",
    "text/plain",
    "text/markdown",
    "text/html",
    "message/rfc822",
)


@click.group("desktop", help="Put the review page into the menu of this desktop.")
def command() -> None:  # noqa: D103
    pass


@command.command("install", help="Add the entry; documents can then be opened with it.")
def install() -> None:  # noqa: D103
    for place in write_entry(_program()):
        click.echo(place)


@command.command("remove", help="Take the entry away again.")
def remove() -> None:  # noqa: D103
    for place in _places():
        if place.is_dir():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)


def open_review() -> None:
    """Run ``allonym review`` without a terminal; the entry point ``allonym-review``."""
    from allonym.cli import main

    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    sys.argv[1:] = ["review", "--idle", str(IDLE_MINUTES), *sys.argv[1:]]
    main()


def write_entry(program: Path) -> tuple[Path, ...]:
    """Write what the desktop of this machine needs to start a program, and return where.

    Raises:
        ConfigError: If it cannot be written.
    """
    places = _places()
    try:
        if sys.platform == "win32":
            _write_shortcut(places[0], program)
        elif sys.platform == "darwin":
            _write_application(places[0], program)
        else:
            _write_menu_entry(places, program)
    except (OSError, subprocess.CalledProcessError) as error:
        raise ConfigError("the entry cannot be written; is the folder yours?") from error
    return places


def _program() -> Path:
    beside = Path(sys.executable).with_name(PROGRAM + (".exe" if sys.platform == "win32" else ""))
    found = beside if beside.exists() else Path(shutil.which(PROGRAM) or "")
    if not found.name:
        raise ConfigError(f"{PROGRAM} is not installed: {to_install('review')}")
    return found


def _places() -> tuple[Path, ...]:
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or "~").expanduser()
        return (base / "Microsoft/Windows/Start Menu/Programs/Allonym.lnk",)
    if sys.platform == "darwin":
        return (Path("~/Applications/Allonym.app").expanduser(),)
    base = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser()
    return (base / "applications/allonym.desktop", base / "icons/hicolor/scalable/apps/allonym.svg")


def menu_entry(program: Path) -> str:
    """Return the entry of the freedesktop.org specification.

    >>> print(menu_entry(Path("/opt/a b/allonym-review")).splitlines()[5])
    Exec="/opt/a b/allonym-review" %f
    """
    return f"""\
[Desktop Entry]
Type=Application
Name=Allonym
GenericName=Pseudonymize a document
Comment=Put other people's data in place of the real ones
Exec="{program}" %f
Icon=allonym
Terminal=false
Categories=Office;
MimeType={";".join(_TYPES)};
"""


def _write_menu_entry(places: tuple[Path, ...], program: Path) -> None:
    icon = (files("allonym.server") / "static" / "icon.svg").read_text("utf-8")
    for place, text in zip(places, (menu_entry(program), icon), strict=True):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def _write_application(place: Path, program: Path) -> None:
    """Write an application of macOS: a folder with a list of properties and a script."""
    script = place / "Contents/MacOS/allonym"
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    told = {"CFBundleName": "Allonym", "CFBundleExecutable": "allonym",
            "CFBundleIdentifier": "allonym.review", "CFBundlePackageType": "APPL"}  # fmt: skip
    (place / "Contents/Info.plist").write_bytes(plistlib.dumps(told))


def _write_shortcut(place: Path, program: Path) -> None:
    """Have PowerShell write a shortcut of Windows; the paths are handed over as variables."""
    place.parent.mkdir(parents=True, exist_ok=True)
    made = (
        "$s=(New-Object -ComObject WScript.Shell).CreateShortcut($env:ALLONYM_LINK);"
        "$s.TargetPath=$env:ALLONYM_PROGRAM;$s.Save()"
    )
    told = {"ALLONYM_LINK": str(place), "ALLONYM_PROGRAM": str(program)}
    subprocess.run(  # noqa: S603 - fixed words
        ["powershell", "-NoProfile", "-Command", made],  # noqa: S607
        env={**os.environ, **told}, check=True,
    )  # fmt: skip

"""Options that several commands share, and what they make."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, get_args

import click
from click.shell_completion import CompletionItem

from allonym.api import Pipeline
from allonym.errors import ConfigError, DocumentError
from allonym.languages.pack import available
from allonym.model.known import KnownPerson
from allonym.model.replacement import METHODS
from allonym.profile import ListEntry, builtin_profiles, load_profile
from allonym.profile.settings import Pdf

_NEXT = re.compile(r",(?=\s*[a-z_]+=)")
F = TypeVar("F", bound=Callable[..., object])


def pipeline_options(function: F) -> F:
    """Add the options that choose language, profile, method, types and who stays or is known."""
    options = (
        click.option("-l", "--language", metavar="LANG", default="auto", show_default=True,
                     shell_complete=_languages,
                     help="Language of the text, such as pl; auto tells it from the text."),
        click.option("--profile", metavar="NAME|FILE", default="default", show_default=True,
                     shell_complete=_profiles,
                     help="What is personal data and what becomes of it."),
        click.option("--method", metavar="METHOD", shell_complete=_methods,
                     help="One method for all that is not kept, with options: tag:per=token."),
        click.option("--types", metavar="T,T", default="", help="Handle only these entity types."),
        click.option("--allow", metavar="NAME|FILE", multiple=True,
                     help="Who stays, by the full name, with all else that they are called; or a "
                     ".txt file with one a line; may be repeated."),
        click.option("--known", metavar="FILE", type=click.Path(path_type=Path),
                     help="CSV or JSON of people known beforehand."),
    )  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function


def _languages(*told: Any) -> list[str]:
    return [code for code in ("auto", *available()) if code.startswith(told[-1])]


def _profiles(*told: Any) -> list[CompletionItem]:
    fitting = [name for name in builtin_profiles() if name.startswith(told[-1])]
    return [CompletionItem(name) for name in fitting] or [CompletionItem(told[-1], type="file")]


def _methods(*told: Any) -> list[str]:
    return [name for name in METHODS if name.startswith(told[-1])]


def document_options(function: F) -> F:
    """Add the options that say how files are read; each overrides a key of ``[documents]``."""
    options = (
        click.option("--text-field", metavar="NAME",
                     help="Field of a JSON record that holds the text; text unless given."),
        click.option("--file-names", is_flag=True, default=None,
                     help="Pseudonymize the names of files too."),
        click.option("--pdf", type=click.Choice(get_args(Pdf)),
                     help="What a PDF becomes; txt unless given."),
        click.option("--columns", metavar="C,C", callback=_split,
                     help="Columns of a table to be read, by name or number; all unless given."),
        click.option("--given", type=click.Choice(["use", "only", "ignore"]),
                     help="Annotations that a corpus brings along: use adds them to the finds, "
                     "only finds nothing else, ignore leaves them out; use unless given."),
    )  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function


def _split(_context: click.Context, _option: click.Parameter, value: str | None) -> Any:
    """Return the names in a list with commas; None where there is no list."""
    return None if value is None else tuple(n.strip() for n in value.split(",") if n.strip())


def names_in(allow: str) -> list[str]:
    """Return the names that one ``--allow`` lets stay: itself, or those of a list.

    Raises:
        ConfigError: If it is a file, but no list of names.
    """
    return [name for name in map(str.strip, _said_by(allow).splitlines()) if name]


def _said_by(allow: str) -> str:
    if not allow.endswith(".txt"):
        if _is_file(allow):
            raise ConfigError(f"--allow {allow}: a list of names is a .txt file with one a line")
        return allow
    try:
        return read_input(allow).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError(f"{allow}: not UTF-8; save the list of names as such") from None


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # such as a name that is too long for a file
        return False


def make_pipeline(
    language: str,
    profile: str,
    method: str | None,
    types: str,
    allow: Sequence[str] = (),
    ledger: str | None = None,
    **documents: object,
) -> Pipeline:
    """Return the pipeline that the shared options describe; None leaves a profile's key alone."""
    wanted = [name.strip() for name in types.split(",") if name.strip()]
    chosen = load_profile(profile)
    given: dict[str, Any] = {key: value for key, value in documents.items() if value is not None}
    stay = (*chosen.allow, *(ListEntry(text=name) for said in allow for name in names_in(said)))
    chosen = replace(chosen, documents=replace(chosen.documents, **given), allow=stay)
    name, options = read_method(method)
    return Pipeline.load(
        language=language, profile=chosen, method=name, types=wanted, ledger=ledger,
        options=options,
    )  # fmt: skip


def read_method(text: str | None) -> tuple[str | None, dict[str, Any]]:
    """Read a method as it is typed, with its options after a colon.

    A comma parts two options where a key follows it; digits are a number.

    >>> read_method("tag:per=token,labels=en"), read_method("paradigm:types=person,place")
    (('tag', {'per': 'token', 'labels': 'en'}), ('paradigm', {'types': 'person,place'}))
    """
    name, colon, rest = (text or "").partition(":")
    pairs = [part.partition("=") for part in _NEXT.split(rest)] if colon and rest else []
    return name or None, {key.strip(): _typed(value) for key, _, value in pairs}


def _typed(value: str) -> str | int | bool:
    answers = {"yes": True, "no": False}
    return int(value) if value.isdecimal() else answers.get(value, value)


def read_known(path: Path | None) -> tuple[KnownPerson, ...]:
    """Return the known persons of a file, or nobody."""
    if path is None:
        return ()
    from allonym.detect.names.known_file import load_known

    return load_known(path)


def read_input(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises:
        DocumentError: If it cannot be read.
    """
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise DocumentError(f"{name}: cannot be read ({error.strerror})") from error


def expand(paths: Sequence[str], *, follow: bool = False) -> list[tuple[str, Path]]:
    """Return every file named, with its place below the argument that named it.

    A folder stands for all files in it, hidden ones left out; no argument stands for a pipe.
    Links in a folder that lead out of it are left out and counted on standard error.

    Args:
        paths: Files and folders, or ``-``.
        follow: Whether such links are followed.

    Raises:
        DocumentError: If a path does not exist.
    """
    found: list[tuple[str, Path]] = []
    for name in paths or ["-"]:
        path = Path(name)
        if name == "-":
            found.append(("-", Path("stdin.txt")))
        elif path.is_dir():
            kept, left = _files_below(path, follow=follow)
            found += [(str(p), p.relative_to(path)) for p in kept]
            if left:
                click.echo(
                    f"allonym: {name}: left out as links out of the folder: {left}; "
                    "add --follow-links to follow them",
                    err=True,
                )
        elif path.exists():
            found.append((name, Path(path.name)))
        else:
            raise DocumentError(f"{name}: no such file or folder")
    return found


def stays_inside(path: Path, root: Path) -> bool:
    """Tell whether a file, its links resolved, lies in a folder."""
    try:
        return path.resolve(strict=True).is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False


def _files_below(root: Path, *, follow: bool) -> tuple[list[Path], int]:
    """Return the files below a folder in order, and how many links out of it were left out.

    What a link to a folder holds is met where it lies if that is below, and once if it is not.
    """
    found: list[Path] = []
    left, met = 0, {root.resolve()}
    for folder, folders, names in os.walk(root, followlinks=True):
        paths = [Path(folder, name) for name in (*folders, *names) if not name.startswith(".")]
        folders.clear()
        for path in paths:
            is_link, is_inside = path.is_symlink(), stays_inside(path, root)
            if is_link and not is_inside and not follow:
                left += path.is_file() or path.is_dir()
            elif path.is_file():
                found.append(path)
            elif path.is_dir() and path.resolve() not in met and not (is_link and is_inside):
                met.add(path.resolve())
                folders.append(path.name)
    return sorted(found), left

"""Find a language pack and hand out its files.

A pack is a directory ``<code>/`` with ``pack.toml`` and whatever data it provides.  Each component
reads its own file from it (``patterns.toml``, ``words.toml``, ``pool/*.tsv`` ...); what a pack
lacks is absent, not faked.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from allonym.errors import PackError, UnknownLanguage

ROOT = Path(__file__).parent
COMMON = ROOT / "common"


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """One language's data.

    Attributes:
        code: ISO 639-1 code.
        name: English name of the language.
        script: ISO 15924 code, ``Latn`` or ``Cyrl``.
        root: The pack's directory.
        settings: The whole of ``pack.toml``.
    """

    code: str
    name: str
    script: str
    root: Path = field(repr=False)
    settings: Mapping[str, Any] = field(repr=False)

    def path(self, relative: str) -> Path | None:
        """Return a file or directory of the pack, or None when the pack does not have it."""
        path = self.root / relative
        return path if path.exists() else None

    def toml(self, relative: str) -> Mapping[str, Any]:
        """Return a TOML file of the pack; empty when the pack does not have it.

        Raises:
            PackError: If the file is not TOML.
        """
        path = self.path(relative)
        return _read_toml(path) if path else MappingProxyType({})

    @property
    def provides(self) -> tuple[str, ...]:
        """What the pack has: ``model``, ``lexicon``, ``pool``, ``patterns`` ..., sorted."""
        names = {p.stem for p in self.root.iterdir() if not p.name.startswith((".", "_"))}
        return tuple(sorted(names - {"pack", "CARD"}))


def available(root: Path = ROOT) -> tuple[str, ...]:
    """Return the codes of all packs that are installed, sorted."""
    return tuple(sorted(p.parent.name for p in root.glob("*/pack.toml")))


def load_pack(code: str, root: Path = ROOT) -> LanguagePack:
    """Read a pack's settings; its data are read when a component asks for them.

    Raises:
        UnknownLanguage: If no such pack is installed; the message lists those that are.
        PackError: If ``pack.toml`` lacks a key.
    """
    directory = root / code
    if not code.isalnum() or not (directory / "pack.toml").exists():
        known = ", ".join(available(root))
        raise UnknownLanguage(f"no language pack {code!r}; installed: {known}")
    settings = _read_toml(directory / "pack.toml")
    try:
        code, name, script = settings["code"], settings["name"], settings["script"]
    except KeyError as error:
        raise PackError(f"{code}/pack.toml: key {error.args[0]!r} is missing") from error
    return LanguagePack(code, name, script, directory, settings)


def common_path(relative: str) -> Path:
    """Return a data file that all languages share."""
    return COMMON / relative


def common_toml(relative: str) -> Mapping[str, Any]:
    """Return a TOML file that all languages share."""
    return _read_toml(common_path(relative))


def load_forms(pack: LanguagePack, relative: str) -> frozenset[str]:
    """Return every cell of a table of forms, case-folded; empty when the pack lacks it."""
    path = pack.path(relative)
    if path is None:
        return frozenset()
    lines = path.read_text("utf-8").splitlines()
    return frozenset(
        cell.casefold() for line in lines if line[:1] != "#" for cell in line.split("\t")
    )


@cache
def _read_toml(path: Path) -> Mapping[str, Any]:
    try:
        return MappingProxyType(tomllib.loads(path.read_text("utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{path.parent.name}/{path.name}: not TOML: {error}") from error

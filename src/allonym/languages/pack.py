"""Find a language pack and hand out its files.

A pack is a directory ``<code>/`` with ``pack.toml`` and whatever data it provides.  Each component
reads its own file from it (``patterns.toml``, ``words.toml``, ``pool/*.tsv`` ...); what a pack
lacks is absent, not faked.

Packs come with Allonym, or are installed by its user into a folder of their own; what is installed
there goes before the file or folder of that name in the pack that came with Allonym.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, reduce
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from allonym.errors import PackError, UnknownLanguage

ROOT = Path(__file__).parent
COMMON = ROOT / "common"


T = TypeVar("T")


def told(file: str, key: str, make: Callable[[Any], T], default: object = ()) -> cached_property[T]:
    """Return an attribute of what has a pack: what a table of that says under a key.

    Args:
        file: The table.
        key: Behind those of the tables that hold it: ``names.origins``.
        make: Makes the attribute of the value.
        default: The value where there is none.
    """
    *sections, last = key.split(".")

    def read(rules: Any) -> T:
        table = reduce(lambda outer, name: outer.get(name, {}), sections, rules.pack.toml(file))
        return make(table.get(last, default))

    return cached_property(read)


LED_IN = ("former_before", "born_before", "nickname_before")
"""Under which keys of ``names`` stands what leads in another name of somebody: *née*, *alias*."""


def words_of(words: Mapping[str, Any], section: str, *keys: str) -> tuple[str, ...]:
    """Return the words that a section of ``words.toml`` has under some keys, in their order.

    >>> words_of({"cues": {"kin": {"hija": "Kin"}, "title": ["dr"]}}, "cues", "title", "kin")
    ('dr', 'hija')
    """
    table = words.get(section, {})
    return tuple(word for key in keys for word in table.get(key, ()))


def own_packs() -> Path:
    """Return the folder of the packs that the user installed; it need not exist."""
    given = os.environ.get("ALLONYM_PACKS")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "allonym/packs"


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """One language's data."""

    code: str  # ISO 639-1 code
    name: str  # English name of the language
    script: str  # ISO 15924 code, ``Latn`` or ``Cyrl``
    # the pack's directories; what the first of them has counts
    roots: tuple[Path, ...] = field(repr=False)
    settings: Mapping[str, Any] = field(repr=False, hash=False)  # the whole of ``pack.toml``

    def path(self, relative: str) -> Path | None:
        """Return a file or directory of the pack, or None when the pack does not have it."""
        return _find(self.roots, relative)

    def where(self, relative: str) -> Path:
        """Return where a file or directory of the pack is, or would be."""
        return self.path(relative) or self.roots[0] / relative

    def toml(self, relative: str) -> Mapping[str, Any]:
        """Return a TOML file of the pack; empty when the pack does not have it.

        Raises:
            PackError: If the file is not TOML.
        """
        path = self.path(relative)
        return read_toml(path) if path else MappingProxyType({})

    def words(self, section: str, *keys: str) -> tuple[str, ...]:
        """Return what `words_of` finds in ``words.toml`` of the pack."""
        return words_of(self.toml("words.toml"), section, *keys)

    @property
    def name_order(self) -> str:
        """Which part of a name is first: ``given-family``, ``family-given``, ``free``, or none."""
        return str(self.toml("words.toml").get("names", {}).get("order", ""))

    @property
    def provides(self) -> tuple[str, ...]:
        """What the pack has: ``model``, ``lexicon``, ``pool``, ``patterns`` ..., sorted."""
        names = {p.stem for root in self.roots for p in root.iterdir() if p.name[0] not in "._"}
        return tuple(sorted(names - {"pack", "CARD"}))


def available() -> tuple[str, ...]:
    """Return the codes of all packs that are installed, sorted."""
    return tuple(data_files("pack.toml"))


def data_files(relative: str) -> Mapping[str, Path]:
    """Return the file of a name in every pack that has it, by code, in the order of the codes."""
    found = {p.parent.name: p for home in (ROOT, own_packs()) for p in home.glob(f"*/{relative}")}
    found.pop(COMMON.name, None)
    return dict(sorted(found.items()))


def load_pack(code: str) -> LanguagePack:
    """Read a pack's settings; its data are read when a component asks for them.

    Raises:
        UnknownLanguage: If no such pack is installed; the message lists those that are.
        PackError: If ``pack.toml`` lacks a key.
    """
    files = (home / code / "pack.toml" for home in (own_packs(), ROOT))
    file = next((file for file in files if code.isalpha() and file.is_file()), None)
    if file is None:
        raise UnknownLanguage(f"no language pack {code!r}; installed: {', '.join(available())}")
    settings = read_toml(file)
    try:
        code, name, script = settings["code"], settings["name"], settings["script"]
    except KeyError as error:
        raise PackError(f"{code}/pack.toml: key {error.args[0]!r} is missing") from error
    roots = tuple(home / code for home in (own_packs(), ROOT) if (home / code).is_dir())
    return LanguagePack(code, name, script, roots, settings)


def common_path(relative: str) -> Path:
    """Return a data file that all languages share."""
    return COMMON / relative


def common_toml(relative: str) -> Mapping[str, Any]:
    """Return a TOML file that all languages share."""
    return read_toml(common_path(relative))


def rows(path: Path | None) -> Iterator[list[str]]:
    """Yield the cells of each line of a table; comments and a missing file yield nothing."""
    for line in _lines(path):
        yield line.split("\t")


def two_columns(path: Path | None) -> tuple[Sequence[str], Sequence[str]]:
    """Return the first cells of the rows of a table, and the second; one that is missing is empty.

    Where each row has two, every second cell begins a line, and no other: they are parted at once.
    """
    lines = _lines(path)
    cells = "\t\n".join(lines).split("\t")
    first = "".join(cells[::2])
    if len(cells) == 2 * len(lines) and first.count("\n") == len(lines) - 1:
        return first.split("\n"), cells[1::2]
    table = [(*line.split("\t"), "") for line in lines]
    return [row[0] for row in table], [row[1] for row in table]


def _lines(path: Path | None) -> list[str]:
    every = path.read_bytes().decode("utf-8").splitlines() if path and path.is_file() else ()
    return [line for line in every if line and line[0] != "#"]


def load_forms(pack: LanguagePack, relative: str) -> frozenset[str]:
    """Return every cell of a table of forms, case-folded; empty when the pack lacks it.

    What stands behind ``=`` is no form: the code of a country.  The particles that hang on any word
    hang on these too: *Ruotsissakin*.
    """
    hung = pack.toml("lexicon/settings.toml").get("particles", ())
    return _read_forms(pack.path(relative), ("", *hung))


@cache
def _read_forms(path: Path | None, hung: tuple[str, ...]) -> frozenset[str]:
    forms = {cell.casefold() for row in rows(path) for cell in row if cell[:1] != "="}
    return frozenset(form + tail for form in forms for tail in hung)


@cache
def _find(roots: tuple[Path, ...], relative: str) -> Path | None:
    """Look once: names are read by the thousand, and each asks where its tables are."""
    return next((root / relative for root in roots if (root / relative).exists()), None)


@cache
def read_toml(path: Path) -> Mapping[str, Any]:
    """Read a TOML file of a pack.

    Raises:
        PackError: If it is not TOML.
    """
    try:
        return MappingProxyType(tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PackError(f"{path.parent.name}/{path.name}: not TOML: {error}") from error

"""TOML to `Profile`: one file, at most one parent, no interpolation, every key checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from allonym.errors import ProfileError
from allonym.profile.read import read_profile
from allonym.profile.settings import Profile
from allonym.text.suggest import suggest

SCHEMA = 1


def builtin_profiles() -> tuple[str, ...]:
    """Return the names of the profiles that come with the package, sorted."""
    folder = files("allonym") / "profiles"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if _is_toml(f.name)))


def load_profile(name_or_path: str | Path) -> Profile:
    """Load a built-in profile by name, or a file.

    Args:
        name_or_path: ``court``, or a path ending in ``.toml``.

    Raises:
        ProfileError: If it is not there, or holds a wrong key or value; the message names file,
            key and remedy.

    >>> load_profile("default").treatment("person.judge").method
    'pseudonym'
    """
    data, source = _read(str(name_or_path), base=None)
    resolved = _resolve(data, source, seen=())
    return read_profile({"name": Path(source).stem, **resolved}, source)


def _is_toml(name: str) -> bool:
    return name.endswith(".toml")


def _read(reference: str, base: Path | None) -> tuple[dict[str, Any], str]:
    if reference in builtin_profiles():
        text = (files("allonym") / "profiles" / f"{reference}.toml").read_text("utf-8")
        return _parse(text, f"{reference}.toml"), f"{reference}.toml"
    path = Path(reference)
    if base is not None and not path.is_absolute():
        path = base / path
    if path.suffix != ".toml":
        raise ProfileError(
            f"no profile {reference!r}{suggest(reference, builtin_profiles())}; "
            f"built in: {', '.join(builtin_profiles())}, or give the path of a .toml file"
        )
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise ProfileError(f"profile {path.name}: cannot be read ({reason})") from error
    return _parse(text, path.name) | {"_path": str(path.resolve())}, str(path)


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"profile {source}: not TOML: {error}") from error
    if data.get("schema") != SCHEMA:
        raise ProfileError(f"profile {source}: schema: write 'schema = {SCHEMA}' on the first line")
    return data


def _resolve(data: dict[str, Any], source: str, seen: tuple[str, ...]) -> dict[str, Any]:
    own_path = data.pop("_path", None)
    parent = data.pop("extends", None)
    data.pop("schema", None)
    if parent is None:
        return data
    if not isinstance(parent, str):
        raise ProfileError(f"profile {source}: extends: one name or path in quotes is expected")
    above, above_source = _read(parent, Path(own_path).parent if own_path else None)
    seen = (*seen, own_path) if own_path else seen
    if above.get("_path") in seen:
        raise ProfileError(f"profile {source}: extends: the chain of parents closes on itself")
    resolved = _resolve(above, above_source, seen)
    resolved.pop("name", None)
    return merge_tables(resolved, data)


def merge_tables(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """Lay a child's tables over its parent's: tables are joined, lists of tables appended.

    >>> merge_tables({"a": {"x": 1}, "b": [1]}, {"a": {"y": 2}, "b": [2]})
    {'a': {'x': 1, 'y': 2}, 'b': [2]}
    """
    merged = dict(parent)
    for key, value in child.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and "method" not in value:
            merged[key] = merge_tables(old, value)
        elif key in ("allow", "deny") and isinstance(old, list) and isinstance(value, list):
            merged[key] = old + value
        else:
            merged[key] = value
    return merged

"""TOML to `Profile`: one file, at most one parent, no interpolation, every key checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from allonym.errors import ConfigError, ProfileError
from allonym.model.replacement import METHODS
from allonym.model.types import TYPES, is_known
from allonym.profile.read import read_profile, read_treatment
from allonym.profile.settings import Profile
from allonym.text.suggest import suggest

SCHEMA = 1


def builtin_profiles() -> tuple[str, ...]:
    """Return the names of the profiles that come with the package, sorted."""
    folder = files("allonym") / "profiles"
    names = (f.name for f in folder.iterdir() if f.name.endswith(".toml"))
    return tuple(sorted(name.removesuffix(".toml") for name in names))


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


def choose_profile(
    profile: str | Path | Profile,
    *,
    method: str | None = None,
    types: Sequence[str] = (),
    ledger: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Profile:
    """Return a profile with what was asked for besides.

    Args:
        profile: Name of a built-in profile, a path, or a `Profile`.
        method: One method for everything that the profile does not keep.
        types: Handle only these types; empty means all.
        ledger: File or URL of a ledger; the scope becomes that of the ledger.
        options: Of the method, such as ``{"per": "token"}``.

    Raises:
        ConfigError: If a name is not known.

    >>> choose_profile("default", method="tag", types=["person"]).types
    ('person',)
    >>> choose_profile("default", method="tag", options={"per": "token"}).treatment("person").key
    "tag [('per', 'token')]"
    """
    chosen = profile if isinstance(profile, Profile) else load_profile(profile)
    if ledger is not None:
        chosen = _with_ledger(chosen, ledger)
    if method is not None:
        if method not in METHODS:
            hint = f"{suggest(method, METHODS)}; known: {', '.join(METHODS)}"
            raise ConfigError(f"unknown method {method!r}{hint}")
        chosen = chosen.with_treatment(read_treatment({**(options or {}), "method": method}))
    elif options:
        raise ConfigError("options are those of a method; name the method too")
    if types:
        chosen = replace(chosen, types=tuple(_known_type(name) for name in types))
    return chosen


def _with_ledger(profile: Profile, ledger: str) -> Profile:
    own = profile.consistency
    secret = own.secret or "env:ALLONYM_SECRET"
    kept = replace(own, scope="ledger", ledger=ledger, secret=secret)
    return replace(profile, consistency=kept)


def _known_type(name: str) -> str:
    if not is_known(name):
        kinds = ", ".join(dict.fromkeys(known.partition(".")[0] for known in TYPES))
        hint = f"{suggest(name, TYPES)}; known: {kinds}, and finer ones"
        raise ConfigError(f"unknown entity type {name!r}{hint}")
    return name

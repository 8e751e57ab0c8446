"""A profile as somebody calls for it: by name or path, with a few things said otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from allonym.errors import ConfigError
from allonym.model.replacement import METHODS
from allonym.model.types import TYPES, is_known
from allonym.profile.load import load_profile
from allonym.profile.read import read_treatment
from allonym.profile.settings import Profile
from allonym.text.suggest import suggest


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
        name = _known_name("method", method, METHODS)
        chosen = chosen.with_treatment(read_treatment({**(options or {}), "method": name}))
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


def _known_name(what: str, name: str, known: Iterable[str]) -> str:
    options = tuple(known)
    if name not in options:
        raise ConfigError(
            f"unknown {what} {name!r}{suggest(name, options)}; known: {', '.join(options)}"
        )
    return name


def _known_type(name: str) -> str:
    if not is_known(name):
        raise ConfigError(f"unknown entity type {name!r}{suggest(name, TYPES)}")
    return name

"""The secret behind all keyed chance: read by reference, or drawn fresh for one run."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from allonym.errors import ConfigError, needs

_LEAST = 16
_ADVICE = "give the one that was used before, or make one with: openssl rand -hex 32"
USUAL = "ALLONYM_SECRET"
"""Variable of the environment with the secret of all who name no other."""


def read_secret(reference: str, advice: str = _ADVICE) -> bytes:
    """Return the secret that ``env:NAME``, ``file:PATH`` or ``keyring:SERVICE/NAME`` points to.

    `advice` says what to do where it is missing or too short.

    Raises:
        ConfigError: If it is missing, or shorter than 16 bytes.
        MissingExtra: If a keyring is asked for and the library for it is not installed.
    """
    kind, _, name = reference.partition(":")
    if kind == "env":
        raw = os.environ.get(name, "").encode("utf-8", "surrogateescape")
        where = f"environment variable {name}"
    elif kind == "file":
        where = f"secret file {Path(name).name}"
        try:
            raw = Path(name).read_bytes().strip()
        except OSError as error:
            raise ConfigError(f"{where}: cannot be read ({error.strerror})") from error
    elif kind == "keyring":
        raw, where = _from_keyring(name), f"keyring entry {name}"
    else:
        raise ConfigError(
            "a secret is given by reference: env:NAME, file:PATH or keyring:SERVICE/NAME"
        )
    return check_secret(raw, where, advice)


def usual_reference() -> str:
    """Return the reference to the usual secret, or nothing where it is not set."""
    return f"env:{USUAL}" if os.environ.get(USUAL) else ""


def _from_keyring(name: str) -> bytes:
    with needs("secrets from the keyring need", "keyring"):
        import keyring
        from keyring.errors import KeyringError
    service, slash, user = name.rpartition("/")
    if not slash:
        raise ConfigError("a secret of the keyring is named keyring:SERVICE/NAME")
    try:
        return (keyring.get_password(service, user) or "").encode()
    except KeyringError as error:
        raise ConfigError(f"keyring entry {name}: the keyring cannot be opened") from error


def check_secret(raw: bytes, where: str, advice: str = _ADVICE) -> bytes:
    """Return `raw` if it is long enough.

    Raises:
        ConfigError: If it is shorter than 16 bytes, or text; it is never shown.
    """
    if not isinstance(raw, bytes):
        raise ConfigError(f"{where} must be bytes, not text: encode it first")
    if len(raw) < _LEAST:
        state = "is not set" if not raw else f"is shorter than {_LEAST} bytes"
        raise ConfigError(f"{where} {state}; {advice}")
    return raw


def fresh_secret() -> bytes:
    """Return 32 random bytes: pseudonyms of this run can't be drawn again."""
    return secrets.token_bytes(32)

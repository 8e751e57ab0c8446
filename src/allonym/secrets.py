"""The secret behind all keyed chance: read by reference, or drawn fresh for one run."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from allonym.errors import ConfigError

_LEAST = 16


def read_secret(reference: str) -> bytes:
    """Return the secret that ``env:NAME`` or ``file:PATH`` points to.

    Raises:
        ConfigError: If it is missing, or shorter than 16 bytes.
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
    else:
        raise ConfigError("a secret is given by reference: env:NAME or file:PATH")
    return check_secret(raw, where)


def check_secret(raw: bytes, where: str) -> bytes:
    """Return `raw` if it is long enough.

    Raises:
        ConfigError: If it is shorter than 16 bytes; it is never shown.
    """
    if len(raw) < _LEAST:
        state = "is not set" if not raw else f"is shorter than {_LEAST} bytes"
        raise ConfigError(f"{where} {state}; make one with: openssl rand -hex 32")
    return raw


def fresh_secret() -> bytes:
    """Return 32 random bytes: pseudonyms of this run can't be drawn again."""
    return secrets.token_bytes(32)

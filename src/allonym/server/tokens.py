"""Tokens: 256 random bits each, of which the server keeps only a hash.

Such a token cannot be guessed, so that one round of SHA-256 protects it; the slow hashes that
passwords need would only slow each request.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.errors import ConfigError
from allonym.text.suggest import suggest

ROLES = ("process", "review", "reveal", "admin")
"""What a token may be good for: texts and tasks, review of documents, originals of the ledger, and
tasks and documents that others brought."""

_NAME = re.compile(r"[\w.-]{1,40}")
_HASH = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Token:
    """Who may do what."""

    name: str  # shown in logs
    roles: tuple[str, ...]  # what the bearer may do
    hash: str = field(repr=False)  # ``sha256:`` and 64 hexadecimal digits

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ConfigError("a token's name: 1 to 40 letters, digits, dots, hyphens are expected")
        for role in self.roles:
            if role not in ROLES:
                raise ConfigError(
                    f"token {self.name}: unknown role{suggest(role, ROLES)}; "
                    f"known: {', '.join(ROLES)}"
                )
        if not self.roles:
            raise ConfigError(f"token {self.name}: no role; known: {', '.join(ROLES)}")
        if not _HASH.fullmatch(self.hash):
            raise ConfigError(
                f"token {self.name}: never the token itself, but its hash; make both with: "
                "allonym serve token NAME"
            )


def make_token(name: str, roles: Sequence[str]) -> tuple[str, Token]:
    """Draw a token; it is never seen again, only its hash is.

    Raises:
        ConfigError: If the name or a role is not one.

    >>> text, token = make_token("clinic", ["process"])
    >>> find_token(text, [token]) is token, find_token("x" + text, [token])
    (True, None)
    """
    text = "aln_" + secrets.token_urlsafe(32)
    return text, Token(name, tuple(roles), _digest(text))


def find_token(text: str, tokens: Sequence[Token]) -> Token | None:
    """Return the token that was shown, comparing all in the same time."""
    digest = _digest(text)
    found = None
    for token in tokens:
        if hmac.compare_digest(token.hash, digest):
            found = token
    return found


def tokens_of(data: Any, where: str) -> tuple[Token, ...]:
    """Return the tokens of a settings file.

    Raises:
        ConfigError: If one lacks ``name``, ``roles`` or ``hash``, or has more.
    """
    keys = {"name", "roles", "hash"}
    if not isinstance(data, list | tuple):
        raise ConfigError(f"{where}: write [[tokens]] before each")
    found = []
    for number, item in enumerate(data, start=1):
        if isinstance(item, Token):
            found.append(item)
            continue
        if not isinstance(item, dict) or set(item) != keys:
            raise ConfigError(f"{where}, number {number}: name, roles and hash are expected")
        found.append(Token(str(item["name"]), tuple(map(str, item["roles"])), str(item["hash"])))
    return tuple(found)


def read_tokens(path: Path) -> tuple[Token, ...]:
    """Read a file of tokens: on each line name, roles with commas, and hash.

    Raises:
        ConfigError: If it cannot be read, or a line is not so; the line is named.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"token file {path.name}: cannot be read") from error
    found = []
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 3:
            raise ConfigError(
                f"token file {path.name}, line {number}: name, roles and hash are expected"
            )
        found.append(Token(words[0], tuple(words[1].split(",")), words[2]))
    return tuple(found)


def _digest(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()

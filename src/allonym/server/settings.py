"""What the server is told: a TOML file, over it the environment, over that the command line.

Among it are tokens: 256 random bits each, of which the server keeps only a hash.  Such a token
cannot be guessed, so that one round of SHA-256 protects it; the slow hashes that passwords need
would only slow each request.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from types import MappingProxyType
from typing import Any

from allonym.errors import ConfigError
from allonym.profile.typed import read_fields
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


def tokens_of(data: Any) -> tuple[Token, ...]:
    """Return the tokens of a settings file.

    Raises:
        ConfigError: If one lacks ``name``, ``roles`` or ``hash``, or has more.
    """
    keys = {"name", "roles", "hash"}
    if not isinstance(data, list | tuple):
        raise ConfigError("setting tokens: write [[tokens]] before each")
    found = []
    for number, item in enumerate(data, start=1):
        if isinstance(item, Token):
            found.append(item)
            continue
        if not isinstance(item, dict) or set(item) != keys:
            raise ConfigError(f"setting tokens, number {number}: name, roles and hash are expected")
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


PREFIX = "ALLONYM_SERVER_"
"""Environment variables are named so, and then as the setting in capitals."""

_MEBI = 1 << 20


def _empty() -> Mapping[str, str]:
    return MappingProxyType({})


def _state_folder() -> Path:
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "allonym"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Everything the server needs to know."""

    host: str = "127.0.0.1"  # address to listen on; any but this machine's own demands tokens
    port: int = 8000  # port to listen on; 0 takes a free one
    language: str = "auto"  # language of requests that name none, or ``auto``
    languages: tuple[str, ...] = ()  # the only languages served; empty means all that are installed
    profile: str = "default"  # profile of requests that name none
    # profiles that requests may name besides the built-in ones: name to path
    profiles: Mapping[str, str] = field(default_factory=_empty)
    preload: tuple[str, ...] = ()  # languages whose models are loaded before the server is ready
    workers: int = 0  # worker processes; 0 means one for each core
    models: int = 8  # pipelines that each worker keeps in memory
    queue: int = 32  # requests that may wait for a worker
    seconds: float = 300.0  # how long one request may keep a worker
    # how long work that has begun may take to finish when the server is stopped
    grace: float = 60.0
    body_limit: int = 4 * _MEBI  # most bytes of a request's body
    upload_limit: int = 512 * _MEBI  # most bytes of an upload of files
    # requests that one client may make in a second, over a while; 0 means any number
    rate: float = 100.0
    # where uploads and the database are kept; private
    folder: Path = field(default_factory=_state_folder)
    retention: float = 24.0  # hours after which uploads and results are deleted
    # URL of the database; empty means SQLite in the folder
    database: str = field(default="", repr=False)
    # id of this server among those that share folder and database; each has its own, and the same
    # after a restart
    executor: str = "local"
    task_seconds: float = 600.0  # how long one document of a task may take
    open_tasks: int = 1000  # most tasks that are not finished
    tokens: tuple[Token, ...] = field(default=(), repr=False)  # who may do what
    token_file: str = ""  # file with further tokens, one a line
    # ``closed`` where nobody but its owner can reach the server, as behind the ports of a compose
    # file; it needs no tokens then, whatever its host
    network: str = ""
    # names under which the server may be addressed; empty means those of this machine
    hosts: tuple[str, ...] = ()
    # services that requests are forwarded to, by language: URL
    services: Mapping[str, str] = field(default_factory=_empty)
    service_seconds: float = 300.0  # how long such a service may take to answer
    service_token: str = ""  # reference to the token that such services ask for
    # base address of a language model that speaks OpenAI's interface; chats go there without their
    # names, and answers come back with them
    chat_upstream: str = ""
    # reference to the key that it asks for; without one, and without tokens of this server, the
    # client's own key is sent on
    chat_key: str = ""
    chat_profile: str = "chat"  # profile of chats
    chat_seconds: float = 600.0  # how long the language model may be silent
    # reference to the secret of all pseudonyms; empty draws a fresh one at each start
    secret: str = ""
    # URL of the ledger that may be revealed from; empty means no such route
    ledger: str = field(default="", repr=False)
    encrypt_key: str = "env:ALLONYM_ENCRYPT_KEY"  # reference to the ledger's key for originals
    audit_key: str = "env:ALLONYM_AUDIT_KEY"  # reference to the ledger's key for the audit

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise ConfigError(f"setting {name}: at least {least} is expected")
        if self.port > 65_535:
            raise ConfigError("setting port: at most 65535 is expected")
        if self.network not in ("", "closed"):
            raise ConfigError('setting network: "closed" is expected, or nothing')
        if not (self.is_local or self.tokens or self.network):
            raise ConfigError(
                f"setting host: {self.host} can be reached from elsewhere, so tokens are needed; "
                'make one with: allonym serve token NAME; or set network to "closed" '
                "where nobody but its owner reaches the server"
            )

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def processes(self) -> int:
        """How many worker processes there are."""
        return self.workers or os.cpu_count() or 1


_LEAST: Mapping[str, float] = {
    "port": 0, "workers": 0, "models": 1, "queue": 1, "seconds": 0.1, "grace": 0,
    "body_limit": 1024, "upload_limit": 1024, "rate": 0, "retention": 0, "service_seconds": 0.1,
    "task_seconds": 0.1, "chat_seconds": 0.1, "open_tasks": 1,
}  # fmt: skip


def load_settings(
    path: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any
) -> ServerSettings:
    """Read the settings.

    The environment is that of this process if not given; None stands for a setting that was not.

    Raises:
        ConfigError: If a key is unknown, a value is of the wrong kind, or the server would be open
            to anybody.
    """
    values = _of_file(path) | _of_environment(os.environ if environment is None else environment)
    values |= {key: value for key, value in given.items() if value is not None}
    tokens = tokens_of(values.pop("tokens", []))
    if values.get("token_file"):
        tokens += read_tokens(Path(values["token_file"]))
    return replace(ServerSettings(), **{**values, "tokens": tokens})


def _of_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path.name}: cannot be read ({error.strerror})") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path.name}: not TOML in UTF-8; correct it") from error
    return _typed(data, lambda key: f"{path.name}: {key}")


def _of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, text in environment.items():
        if name.startswith(PREFIX):
            key = name.removeprefix(PREFIX).lower()
            found[key] = _of_text(key, text)
    return _typed(found, lambda key: PREFIX + key.upper())


def _of_text(key: str, text: str) -> Any:
    """Return a value as TOML would have it: lists with commas, tables as ``a=b,c=d``."""
    default = getattr(ServerSettings(), key, "")
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        if isinstance(default, tuple):
            return parts
        if isinstance(default, Mapping):
            return dict(part.split("=", 1) for part in parts)
        return type(default)(text) if isinstance(default, int | float) else text
    except ValueError:
        return text


def _typed(values: Mapping[str, Any], where: Callable[[str], str]) -> dict[str, Any]:
    """Return settings in their types; tokens are read later."""

    def refuse(key: str, what: str) -> None:
        raise ConfigError(f"{where(key)}: {what}")

    rest = {key: value for key, value in values.items() if key != "tokens"}
    return {**values, **read_fields(ServerSettings, rest, refuse, "unknown setting")}

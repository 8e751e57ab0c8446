"""A server of the Model Context Protocol: tools for assistants that run beside the documents.

Tools `pseudonymize`, `detect` and `restore` work on texts.  With a folder there are also
`read_document`, which gives the assistant a file of it without its names, and `write_restored`,
which puts the names back into what the assistant wrote and saves that beside: so it works on
documents whose originals it never sees.  What was hidden is kept in memory only, under a handle.
"""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from inspect import getdoc
from pathlib import Path
from typing import Any

from allonym import __version__
from allonym.api import Pipeline
from allonym.chat.conversation import GAP, Hidden, Originals, hide_together, numbered
from allonym.errors import ConfigError, PseudonymizationError, needs
from allonym.files.opening import is_binary, open_document
from allonym.languages.pack import available, load_pack
from allonym.model.view import TextView
from allonym.profile import builtin_profiles, load_profile
from allonym.text.suggest import suggest

with needs("the server for assistants needs", "mcp"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver import Context
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations

_MOST = 200  # conversations that are remembered; the one used longest ago goes first
_LARGEST = 64 << 20
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_INSTRUCTIONS = (
    "Replaces personal data in text by pseudonyms that read naturally, on this machine. "
    "pseudonymize returns the text and a handle; give the handle again to go on with the same "
    "people, and to restore, which puts the originals back. Never guess originals."
)


@dataclass(slots=True)
class _Conversation:
    """What was said under a handle, and what stands for what."""

    texts: list[str] = field(default_factory=list, repr=False)
    originals: Originals = field(default_factory=Originals, repr=False)


@dataclass(slots=True)
class Desk:
    """Its public methods are the tools; one call at a time."""

    profile: str = "chat"  # name or path of the profile
    language: str = "auto"  # of texts that name none, or ``auto``
    # the only folder whose files may be read and written; None for no files at all
    folder: Path | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    _kept: OrderedDict[str, _Conversation] = field(default_factory=OrderedDict, repr=False)
    _pipelines: dict[str, Pipeline] = field(default_factory=dict, repr=False)

    def pseudonymize(self, text: str, language: str = "", handle: str = "") -> dict[str, Any]:
        """Replace the personal data in a text by pseudonyms that read naturally.

        language: ISO 639-1 code (see the resource allonym://languages); told from the text unless
        given. handle: of an earlier call, so that the same people keep their pseudonyms.

        Raises:
            ConfigError: If the handle or the language is not known.
            LeakError: If an original would have survived.
        """
        with self._lock:
            talk = self._talk(handle)
            handle = handle or secrets.token_urlsafe(16)
            hidden = hide_together(self._pipeline(language), [*talk.texts, text], scope=handle)
            table = {**hidden.originals.table, **talk.originals.table}
            self._keep(handle, _Conversation([*talk.texts, text], Originals(table)))
        return {"text": hidden.texts[-1], "language": hidden.result.report.language,
                "handle": handle, "replaced": _replaced(hidden, len(text))}  # fmt: skip

    def detect(self, text: str, language: str = "") -> dict[str, Any]:
        """Say where personal data stands in a text, of which type and how sure that is."""
        with self._lock:
            code, rows = self._pipeline(language).annotate(TextView.of(text))
        return {"language": code, "mentions": rows}

    def restore(self, text: str, handle: str) -> str:
        """Put the originals back into a text that uses pseudonyms, each in the case they have.

        Raises:
            ConfigError: If the handle is not known.
        """
        with self._lock:
            return self._talk(handle or "-").originals.restore(text)

    def read_document(self, name: str, language: str = "", handle: str = "") -> dict[str, Any]:
        """Read a file (Word, PDF, spreadsheet, mail, text …) with pseudonyms for its people.

        Raises:
            ConfigError: If the file is none of the folder's.
            DocumentError: If it cannot be read.
        """
        path = self._place(name)
        if not path.is_file() or path.stat().st_size > _LARGEST:
            raise ConfigError("no such file in the folder, or it is too large")
        profile = load_profile(self.profile)
        view = open_document(path.read_bytes(), path.name, profile.documents).view
        return self.pseudonymize(view.text, language, handle)

    def write_restored(self, name: str, text: str, handle: str) -> str:
        """Save a text as a new file with the originals back, which are not shown.

        Raises:
            ConfigError: If the place is not allowed, or there is a file already.
        """
        path = self._place(name)
        if is_binary(path.name) or not path.parent.is_dir():
            raise ConfigError("only text is written, such as reply.md, into a folder that is there")
        restored = self.restore(text, handle)
        try:
            with path.open("x", encoding="utf-8") as stream:
                stream.write(restored)
        except OSError as error:
            raise ConfigError(f"the file cannot be written ({error.strerror})") from None
        return str(path.relative_to(self._root()))

    def _root(self) -> Path:
        if self.folder is None:
            raise ConfigError("no folder was given: allonym mcp --folder DIR")
        return self.folder.resolve()

    def _place(self, name: str) -> Path:
        path = (self._root() / name).resolve()
        if not path.is_relative_to(self._root()) or path.name.startswith("."):
            raise ConfigError("the file lies outside of the folder")
        return path

    def _pipeline(self, language: str) -> Pipeline:
        code = (language or self.language).lower()
        if code not in self._pipelines:
            profile = numbered(load_profile(self.profile))
            self._pipelines[code] = Pipeline.load(
                language=code, profile=profile, secret=self._secret
            )
        return self._pipelines[code]

    def _talk(self, handle: str) -> _Conversation:
        if handle and handle not in self._kept:
            raise ConfigError("this handle is not known; pseudonymize returns one")
        return self._kept[handle] if handle else _Conversation()

    def _keep(self, handle: str, talk: _Conversation) -> None:
        self._kept[handle] = talk
        self._kept.move_to_end(handle)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)


class _Server(MCPServer[Any]):
    """Says in a sentence what is wrong with a call's arguments; the library would quote them."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool, if it knows all that is given and is given what it needs."""
        schemas = {t.name: t.input_schema for t in await self.list_tools()}
        if name in schemas:
            _check(arguments, schemas[name])
        return await super().call_tool(name, arguments, context)


def _check(arguments: dict[str, Any], schema: dict[str, Any]) -> None:
    """Let only texts pass, for every parameter of a tool is one.

    Raises:
        ToolError: If a parameter is unknown or missing, or no text.
    """
    known = schema["properties"]
    for number, key in enumerate(arguments, start=1):
        if key not in known:
            told = f"argument {number} is unknown{suggest(key, known)}; known: {', '.join(known)}"
            raise ToolError(f"config: {told}")
    for key in known:
        if not isinstance(arguments.get(key, "" if key not in schema["required"] else None), str):
            raise ToolError(f"config: {key}: a text is expected")


def _replaced(hidden: Hidden, length: int) -> dict[str, int]:
    """Count by type what was replaced in the last message, which has this length."""
    result = hidden.result
    begins = len(result.view.text) - length - len(GAP)
    kinds = {
        mention.span: mention.type for entity in result.entities for mention in entity.mentions
    }
    made = (r.span for r in result.plan if not r.context and r.span.start >= begins)
    return dict(Counter(kinds[span] for span in made if span in kinds))


def make_server(desk: Desk) -> MCPServer[Any]:
    """Return the server with its tools and resources; nothing of a text gets into its logs."""
    server = _Server(
        "allonym", title="Allonym", version=__version__, instructions=_INSTRUCTIONS,
        log_level="CRITICAL",
    )  # fmt: skip
    for tool in (desk.pseudonymize, desk.detect, desk.restore):
        _add(server, tool, _READS)
    if desk.folder is not None:
        _add(server, desk.read_document, _READS)
        _add(server, desk.write_restored, _WRITES)
    _add_resources(server)
    return server


def _add(server: MCPServer[Any], tool: Callable[..., Any], notes: ToolAnnotations) -> None:
    """Add a tool; an error that nobody raised on purpose is told by its kind alone."""

    @wraps(tool)
    def guarded_tool(*args: Any, **given: Any) -> Any:
        try:
            return tool(*args, **given)
        except PseudonymizationError as error:
            raise ToolError(f"{error.code}: {error}") from None
        except Exception as error:  # noqa: BLE001 - its message may quote the text
            raise ToolError(f"internal error ({type(error).__name__})") from None

    told = (getdoc(tool) or "").partition("\n\nRaises:")[0]
    server.tool(description=told, annotations=notes)(guarded_tool)


def _add_resources(server: MCPServer[Any]) -> None:
    @server.resource("allonym://languages", mime_type="application/json")
    def languages() -> str:
        """List the languages that there are packs for."""
        return json.dumps({code: load_pack(code).name for code in available()}, ensure_ascii=False)

    @server.resource("allonym://profiles", mime_type="application/json")
    def profiles() -> str:
        """List the profiles: what each does with each type."""
        found = {
            name: {kind: t.method for kind, t in load_profile(name).treat.items()}
            for name in builtin_profiles()
        }
        return json.dumps(found)


def serve_http(desk: Desk, port: int, token: str = "") -> None:
    """Serve over HTTP on this machine, at ``/mcp``, until told to stop.

    Args:
        desk: What the tools do.
        port: To listen on.
        token: Which callers must show as bearers; empty lets every program of this machine in.
    """
    import uvicorn

    app = make_server(desk).streamable_http_app(host="127.0.0.1")
    uvicorn.run(
        guarded(app, token), host="127.0.0.1", port=port, log_level="warning", access_log=False
    )


def guarded(app: Any, token: str) -> Any:
    """Return an application that lets in only who shows the token."""
    wanted = f"Bearer {token}".encode()

    async def gate(scope: Any, receive: Any, send: Any) -> None:
        shown = dict(scope.get("headers", ())).get(b"authorization", b"")
        if token and scope["type"] == "http" and not hmac.compare_digest(shown, wanted):
            start = {"type": "http.response.start", "status": 401,
                     "headers": [(b"www-authenticate", b"Bearer")]}  # fmt: skip
            await send(start)
            await send({"type": "http.response.body", "body": b""})
            return
        await app(scope, receive, send)

    return gate

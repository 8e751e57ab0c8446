"""Requests in the form of OpenAI's chat completions: which of their words go out, and how.

Every field is one of four: it carries words and is hidden, it is a plain setting and goes as it is,
it names the caller and is left out, or it is not known and the request is refused.  Pictures,
sounds and files cannot be read here and are refused too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from allonym.api import Pipeline
from allonym.chat.conversation import Originals, hide_together
from allonym.errors import DocumentError, LeakError
from allonym.identify import identify_language
from allonym.languages.pack import available

Change = Callable[[str], str]

PLAIN = frozenset({
    "model", "stream", "stream_options", "n", "temperature", "top_p", "top_k", "min_p",
    "seed", "max_tokens", "logprobs", "store", "max_completion_tokens", "presence_penalty",
    "frequency_penalty", "repetition_penalty", "logit_bias", "top_logprobs",
    "parallel_tool_calls", "tool_choice", "function_call", "service_tier", "reasoning_effort",
    "verbosity", "modalities", "reasoning", "thinking", "keep_alive",
})  # fmt: skip
"""Settings that hold no words of anybody; they are searched all the same."""

CALLER = frozenset({"user", "safety_identifier", "prompt_cache_key", "metadata"})
"""What names whoever asks."""

_WORDS = frozenset({"messages", "tools", "functions", "response_format", "stop", "prediction"})
_FIXED = frozenset({"type", "role", "id", "tool_call_id", "format", "pattern", "required", "$ref"})
# words of the form itself
_VOCABULARY = _FIXED | frozenset({
    "content", "name", "text", "function", "arguments", "parameters", "properties", "items",
    "description", "title", "enum", "system", "user", "assistant", "tool", "developer",
    "string", "object", "array", "number", "integer", "boolean",
})  # fmt: skip
# what joins the words of a name such as ``call_Kowalski`` or ``callKowalski``
_JOINED = re.compile(r"[_\-./]|(?<=[^\W\d_])(?=[A-Z])")
_ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_TEXT_PARTS = ("text", "refusal", "input_text", "output_text")


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request as it may leave the house."""

    body: bytes = field(repr=False)  # in JSON
    originals: Originals = field(repr=False)  # what to put back in its answer


def hide_request(pipeline: Pipeline, request: Any) -> Outgoing:
    """Pseudonymize all words of a request.

    Args:
        pipeline: Its profile should be `numbered`.
        request: The body, parsed.

    Raises:
        DocumentError: If a part of it cannot be read, or is not known.
        LeakError: If an original would have survived anywhere in what is sent.
    """
    known = _known(request)
    texts: list[str] = []
    _mapped(known, _noted(texts))
    language = _language(known, texts)
    hidden = hide_together(
        pipeline, texts, scope=_scope(known), language=language, orders=_orders(known)
    )
    ready = iter(hidden.texts)
    body = _mapped(known, lambda _: next(ready))
    leaks = [leak for leak in pipeline.search(_unchanged(known), hidden.result) if leak.blocking]
    if leaks:
        raise LeakError(
            "leak check failed: names or settings of the request, which cannot be changed, hold "
            f"originals: {len(leaks)}; nothing was sent"
        )
    data = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    return Outgoing(data, hidden.originals)


def _known(request: Any) -> dict[str, Any]:
    """Return the fields that may be sent."""
    if not isinstance(request, dict) or not isinstance(request.get("messages"), list):
        raise DocumentError("a chat completion is expected: an object with messages")
    for name in request:
        if name not in PLAIN | CALLER | _WORDS:
            place = name if name.isidentifier() and len(name) < 40 else "a field"
            raise DocumentError(f"{place}: not known, so nothing was sent; leave it out")
    return {k: v for k, v in request.items() if k not in CALLER and v is not None}


def _scope(request: Mapping[str, Any]) -> str:
    """Return what names a conversation: its first words of the user, which stay as it grows."""
    said = [m for m in request["messages"] if isinstance(m, dict) and m.get("role") == "user"]
    return "conversation " + json.dumps(said[:1], sort_keys=True)


def _noted(texts: list[str]) -> Change:
    """Return a change that changes nothing and notes every text."""

    def note(text: str) -> str:
        texts.append(text)
        return text

    return note


def _language(request: Mapping[str, Any], texts: Sequence[str]) -> str:
    """Return the language that the user writes; instructions are often in another."""
    said: list[str] = []
    for message in request["messages"]:
        if message.get("role") == "user":
            _content(message.get("content"), _noted(said))
    sample = "\n".join(said)
    if not any(map(str.isalpha, sample)):
        sample = "\n".join(texts)
    has_letters = any(map(str.isalpha, sample))
    return identify_language(sample, available()) if has_letters else "und"


def _orders(request: Mapping[str, Any]) -> frozenset[str]:
    """Return what is written for the model, not said: instructions, descriptions of tools."""
    texts: list[str] = []
    ours = [m for m in request["messages"] if m["role"] in ("system", "developer")]
    _mapped({**request, "messages": ours, "prediction": None}, _noted(texts))
    return frozenset(texts)


def _mapped(request: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Return a request with every text in it changed, in one fixed order."""
    out: dict[str, Any] = {}
    for name, value in request.items():
        if name == "messages":
            out[name] = [_message(m, change) for m in value]
        elif name in _WORDS:
            out[name] = _described(value, change)
        else:
            out[name] = value
    return out


def _message(message: Any, change: Change) -> dict[str, Any]:
    if not isinstance(message, dict) or message.get("role") not in _ROLES:
        raise DocumentError("messages: objects with a known role are expected; nothing was sent")
    out: dict[str, Any] = {}
    for name, value in message.items():
        if name in ("content", "refusal", "reasoning_content", "reasoning"):
            out[name] = _content(value, change)
        elif name == "tool_calls":
            out[name] = [_call(call, change) for call in value or ()]
        elif name == "function_call" and value is not None:
            out[name] = _function(value, change)
        elif name in ("role", "tool_call_id") or (
            name == "name" and message.get("role") in ("tool", "function")
        ):
            out[name] = value
        elif name not in ("name", "annotations", "audio") and value is not None:
            raise DocumentError("messages: a field that is not known; nothing was sent")
    return out


def _content(value: Any, change: Change) -> Any:
    if value is None or isinstance(value, str):
        return change(value) if value else value
    if not isinstance(value, list):
        raise DocumentError("messages: content that is neither text nor parts")
    return [_part(part, change) for part in value]


def _part(part: Any, change: Change) -> dict[str, Any]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind not in _TEXT_PARTS:
        raise DocumentError(
            "messages: a picture, sound or file, which cannot be searched for names; nothing was "
            "sent. Send its text, from allonym run"
        )
    key = "refusal" if kind == "refusal" else "text"
    if not isinstance(part.get(key), str) or part.keys() - {"type", key, "cache_control"}:
        raise DocumentError("messages: a part that is not known; nothing was sent")
    return {**part, key: change(part[key])}


def _call(call: Any, change: Change) -> dict[str, Any]:
    if not isinstance(call, dict) or "function" not in call:
        raise DocumentError("messages: a tool call that is no function; nothing was sent")
    return {**call, "function": _function(call["function"], change)}


def _function(function: Any, change: Change) -> dict[str, Any]:
    """Return a call with its arguments changed, which are JSON in a text."""
    arguments = function.get("arguments", "") if isinstance(function, dict) else None
    if not isinstance(arguments, str):
        raise DocumentError("messages: arguments that are no text; nothing was sent")
    try:
        changed = json.dumps(
            _described(json.loads(arguments), change, fixed=frozenset()), ensure_ascii=False
        )
    except ValueError:
        changed = change(arguments)
    return {**function, "arguments": changed}


def _described(
    value: Any, change: Change, key: str = "", fixed: frozenset[str] = _FIXED | {"name"}
) -> Any:
    """Return JSON, such as the description of a tool, with every text changed but fixed ones."""
    if isinstance(value, str):
        return value if key in fixed else change(value)
    if isinstance(value, list):
        return [_described(item, change, key, fixed) for item in value]
    if isinstance(value, dict):
        return {name: _described(item, change, name, fixed) for name, item in value.items()}
    return value


def _unchanged(request: Mapping[str, Any]) -> str:
    """Return what a request says besides its texts and the names that every request has."""
    bare = _mapped(request, lambda _: "")
    said = [text for key, value in bare.items() if key != "model" for text in _texts(value)]
    return "\n".join(_JOINED.sub(" ", text) for text in said if text not in _VOCABULARY)


def _texts(value: Any) -> Iterator[str]:
    """Yield every text of some JSON, names of fields too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)

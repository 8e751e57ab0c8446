"""Answers in the form of OpenAI's chat completions, whole or in pieces, with the originals back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from allonym.chat.conversation import Originals, Stream

# what says nothing that was asked about
_FIXED = frozenset({
    "id", "object", "model", "type", "role", "name", "finish_reason", "system_fingerprint",
    "service_tier", "logprobs", "index", "created", "native_finish_reason", "provider",
})  # fmt: skip
_DONE = "[DONE]"


def restore_answer(answer: Any, originals: Originals) -> Any:
    """Return an answer that came whole with the originals back."""
    return _restored(answer, originals, originals.in_json())


def _restored(value: Any, plain: Originals, escaped: Originals, key: str = "") -> Any:
    if isinstance(value, str):
        return value if key in _FIXED else (escaped if key == "arguments" else plain).restore(value)
    if isinstance(value, list):
        return [_restored(item, plain, escaped, key) for item in value]
    if isinstance(value, dict) and key not in _FIXED:
        return {name: _restored(item, plain, escaped, name) for name, item in value.items()}
    return value


@dataclass(slots=True)
class AnswerStream:
    """An answer that comes as server-sent events; feed it the data of each.

    A name that is split among several events is held back until it is whole.
    """

    originals: Originals = field(repr=False)  # what to put back
    _escaped: Originals = field(init=False, repr=False)
    _streams: dict[tuple[int, tuple[str | int, ...]], Stream] = field(
        default_factory=dict, repr=False
    )
    _last: dict[int, Mapping[str, Any]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._escaped = self.originals.in_json()

    def feed(self, data: str) -> Iterator[str]:
        """Yield the data of the events that an event becomes; often one, sometimes two.

        Raises:
            ValueError: If it is not JSON.
        """
        if data.strip() == _DONE:
            yield from self.close()
            yield _DONE
            return
        chunk = json.loads(data)
        choices = chunk.get("choices") if isinstance(chunk, dict) else None
        if not isinstance(choices, list) or not choices:
            yield _written(restore_answer(chunk, self.originals))
            return
        ended = [self._choice(chunk, choice) for choice in choices if isinstance(choice, dict)]
        for before in ended:
            if before is not None:
                yield _written(before)
        yield _written(chunk)

    def _choice(self, chunk: Mapping[str, Any], choice: dict[str, Any]) -> dict[str, Any] | None:
        """Restore a choice in its place; return an event to go before, where it ends here."""
        number = choice.get("index", 0)
        self._last[number] = {**chunk, "choices": [], "usage": None}
        choice["delta"] = self._fed(choice.get("delta") or {}, number, ())
        if not choice.get("finish_reason"):
            return None
        rest = self._rest(number)
        if rest is None:
            return None
        before = self._event(number, _joined(choice["delta"], rest))
        choice["delta"] = {}
        return before

    def _fed(self, value: Any, number: int, path: tuple[str | int, ...]) -> Any:
        """Return what can be said so far of each text in a piece."""
        key = next((step for step in reversed(path) if isinstance(step, str)), "")
        if isinstance(value, str):
            return value if key in _FIXED else self._stream(number, path).feed(value)
        if isinstance(value, list):
            steps = [
                v.get("index", at) if isinstance(v, dict) else at for at, v in enumerate(value)
            ]
            pairs = zip(steps, value, strict=True)
            return [self._fed(item, number, (*path, step)) for step, item in pairs]
        if isinstance(value, dict):
            return {name: self._fed(item, number, (*path, name)) for name, item in value.items()}
        return value

    def _stream(self, number: int, path: tuple[str | int, ...]) -> Stream:
        source = self._escaped if path[-1] == "arguments" else self.originals
        return self._streams.setdefault((number, path), Stream(source))

    def _rest(self, number: int) -> dict[str, Any] | None:
        """Return what was held back of a choice, as a piece; None if nothing was."""
        delta: dict[str, Any] = {}
        for choice, path in [key for key in self._streams if key[0] == number]:
            held = self._streams.pop((choice, path)).close()
            if held:
                _put(delta, path, held)
        return delta or None

    def close(self) -> Iterator[str]:
        """Yield what was held back, where an answer ended without saying so."""
        for number in list(self._last):
            rest = self._rest(number)
            if rest is not None:
                yield _written(self._event(number, rest))

    def _event(self, number: int, delta: Mapping[str, Any]) -> dict[str, Any]:
        choice = {"index": number, "delta": delta, "finish_reason": None}
        return {**self._last[number], "choices": [choice]}


def _put(delta: dict[str, Any], path: tuple[str | int, ...], text: str) -> None:
    """Put a text at its place in a piece; lists hold objects with an index."""
    here: Any = delta
    for step, following in pairwise(path):
        if isinstance(step, int):
            found = next((item for item in here if item.get("index") == step), None)
            if found is None:
                found = {"index": step}
                here.append(found)
            here = found
        else:
            here = here.setdefault(step, [] if isinstance(following, int) else {})
    here[path[-1]] = text


def _joined(delta: Any, rest: Any) -> Any:
    """Return a piece with the texts of a later one behind its own."""
    if isinstance(delta, dict) and isinstance(rest, dict):
        return {**delta, **{key: _joined(delta.get(key), item) for key, item in rest.items()}}
    if isinstance(delta, list) and isinstance(rest, list):
        return _joined_lists(delta, rest)
    return delta + rest if isinstance(delta, str) and isinstance(rest, str) else rest


def _joined_lists(delta: list[Any], rest: list[Any]) -> list[Any]:
    behind = {item["index"]: item for item in rest}
    joined = [_joined(item, behind.pop(item.get("index"), {})) for item in delta]
    return [*joined, *behind.values()]


def _written(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

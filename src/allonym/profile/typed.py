"""Values of tables in TOML or JSON as the fields of a dataclass have them.

Whoever reads a table says how a value is refused: a function of the key and of what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from allonym.text.suggest import suggest

Refuse = Callable[[str, str], Any]
"""Raises an error about a key, with what is wrong."""

_LARGEST = 1 << 64  # of whole numbers that are meant as others
_EXPECTED: Mapping[Any, str] = {
    str: "a text in quotes", float: "a number", int: "a whole number", bool: "true or false",
    Path: "a path in quotes", tuple[str, ...]: "a list of words in quotes",
    Mapping[str, str]: "a table of texts in quotes", list: "a list", dict: "a table",
}  # fmt: skip


def read_fields(
    kind: type[Any], data: Mapping[str, Any], refuse: Refuse, what: str = "unknown key"
) -> dict[str, Any]:
    """Return what a table gives to the fields of a dataclass, each in the type of its field.

    Args:
        kind: The dataclass.
        data: The table.
        refuse: Raises the error about a wrong key or value.
        what: Is said of a key that no field has.
    """
    types = get_type_hints(kind)
    known = [f.name for f in fields(kind)]
    refuse_unknown(data, known, refuse, what)
    return {key: read_value(key, value, types[key], refuse) for key, value in data.items()}


def refuse_unknown(
    keys: Iterable[str], known: Iterable[str], refuse: Refuse, what: str = "unknown key"
) -> None:
    """Refuse the first key that is not known, with a suggestion."""
    known = tuple(known)
    for key in keys:
        if key not in known:
            hint = suggest(key, known) or f"; known: {', '.join(known)}"
            refuse(key, f"{what}{hint}")


def read_value(key: str, value: Any, kind: Any, refuse: Refuse) -> Any:
    """Return a value in a type; lists become tuples, and tables cannot be changed any more."""
    if get_origin(kind) is Literal:
        return read_choice(key, value, get_args(kind), refuse)
    if kind == bool | None:
        return None if value is None else read_value(key, value, bool, refuse)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(max(-_LARGEST, min(value, _LARGEST)))
    if kind == tuple[str, ...] and isinstance(value, list | tuple) and _are_texts(value):
        return tuple(value)
    if kind == Mapping[str, str] and isinstance(value, Mapping) and _are_texts(value.values()):
        return MappingProxyType(dict(value))
    if kind is Path and isinstance(value, str):
        return Path(value).expanduser()
    fits = isinstance(kind, type) and isinstance(value, kind)
    if not fits or (kind in (int, float) and isinstance(value, bool)):
        refuse(key, f"{_EXPECTED[kind]} is expected")
    return value


def read_choice(key: str, value: Any, options: tuple[str, ...], refuse: Refuse) -> Any:
    """Return a text that is one of some options."""
    read_value(key, value, str, refuse)
    if value not in options:
        refuse(key, f"one of {', '.join(options)} is expected{suggest(value, options)}")
    return value


def _are_texts(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) for value in values)

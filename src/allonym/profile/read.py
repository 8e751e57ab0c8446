"""Plain tables to typed settings; each wrong key is refused with its place and a suggestion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from allonym.errors import ProfileError
from allonym.model.replacement import METHODS
from allonym.model.types import TYPES, is_known
from allonym.profile.settings import (
    METHOD_OPTIONS,
    OPTION_CHOICES,
    Consistency,
    Detection,
    Documents,
    ListEntry,
    Output,
    Profile,
    Scope,
    Treatment,
)
from allonym.profile.typed import read_choice, read_fields, read_value, refuse_unknown
from allonym.registry import names_of
from allonym.secrets import usual_reference
from allonym.text.suggest import suggest

S = TypeVar("S", Output, Documents)

_TOP = (
    "name", "language", "types", "detect", "consistency", "treat", "allow", "deny", "output",
    "documents",
)  # fmt: skip
_DETECTORS = ("known", "patterns", "dates", "model", "hide", "chat", "gazetteer", "terms", "lists")
# options that a profile may give single detectors
_OPTIONS: Mapping[str, Mapping[str, type]] = {
    "model": {"engine": str, "pipeline": str, "model": str, "threads": int}
}
_DETECT = ("detectors", "min_score", "review_from", "thresholds", "skip", "spread", *_OPTIONS)


class _Table:
    """One table of a profile with its place, so that every complaint can name it."""

    def __init__(self, data: Any, source: str, place: str, keys: Iterable[str] | None) -> None:
        if not isinstance(data, Mapping):
            raise ProfileError(f"profile {source}: {place}: a table is expected")
        self._data, self._source, self._place = data, source, place
        if keys is not None:
            refuse_unknown(data, keys, self.refuse)

    def refuse(self, key: str, what: str) -> None:
        place = ".".join(part for part in (self._place, key) if part)
        where = f"profile {self._source}: " if self._source else ""
        raise ProfileError(f"{where}{place}: {what}")

    def get(self, key: str, kind: type, default: Any) -> Any:
        return read_value(key, self._data.get(key, default), kind, self.refuse)

    def choice(self, key: str, options: tuple[str, ...], default: str) -> Any:
        return read_choice(key, self._data.get(key, default), options, self.refuse)

    def fraction(self, key: str, default: float) -> float:
        value = self.get(key, float, default)
        if not 0 <= value <= 1:
            self.refuse(key, "a number from 0 to 1 is expected")
        return float(value)

    def names(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        names: tuple[str, ...] = read_value(
            key, self._data.get(key, default), tuple[str, ...], self.refuse
        )
        return names


def read_profile(data: Mapping[str, Any], source: str) -> Profile:
    """Check resolved tables and return the profile.

    Raises:
        ProfileError: On the first wrong key or value.
    """
    top = _Table(data, source, "", _TOP)
    return Profile(
        name=top.get("name", str, source.removesuffix(".toml")),
        language=top.get("language", str, "auto"),
        types=_types(top, top.names("types"), "types"),
        detect=_detection(data.get("detect", {}), source),
        treat=_treatments(data.get("treat", {}), source),
        consistency=_consistency(data.get("consistency", {}), source),
        allow=_entries(data.get("allow", []), source, "allow"),
        deny=_entries(data.get("deny", []), source, "deny"),
        output=_section(Output, data, source, "output"),
        documents=_section(Documents, data, source, "documents"),
    )


def _types(table: _Table, names: tuple[str, ...], key: str) -> tuple[str, ...]:
    for name in names:
        if not is_known(name):
            table.refuse(key, f"unknown entity type {name!r}{suggest(name, TYPES)}")
    return names


def _detection(data: Any, source: str) -> Detection:
    table = _Table(data, source, "detect", _DETECT)
    default = Detection()
    detectors = table.names("detectors", default.detectors)
    foreign = [name for name in detectors if name not in _DETECTORS]
    known = (*_DETECTORS, *names_of("allonym.detectors")) if foreign else ()
    for name in foreign:
        if name not in known:
            hint = suggest(name, known) or f"; known: {', '.join(known)}"
            table.refuse("detectors", f"unknown detector {name!r}{hint}")
    limits = _Table(data.get("thresholds", {}), source, "detect.thresholds", None)
    names = tuple(data.get("thresholds", {}))
    for name in names:
        _types(limits, (name,), name)
    options = {n: _detector_options(data[n], source, n) for n in _OPTIONS if n in data}
    return Detection(
        detectors=detectors,
        min_score=table.fraction("min_score", default.min_score),
        review_from=table.fraction("review_from", default.review_from),
        thresholds=MappingProxyType({name: limits.fraction(name, 0.5) for name in names}),
        skip=_types(table, table.names("skip"), "skip"),
        spread=table.get("spread", bool, default.spread),
        options=MappingProxyType(options),
    )


def _detector_options(data: Any, source: str, name: str) -> Mapping[str, Any]:
    kinds = _OPTIONS[name]
    table = _Table(data, source, f"detect.{name}", kinds)
    return MappingProxyType({key: table.get(key, kinds[key], None) for key in data})


def _treatments(data: Any, source: str) -> Mapping[str, Treatment]:
    table = _Table(data, source, "treat", None)
    if "*" not in data:
        table.refuse(
            '"*"', 'missing; say what becomes of every other type, for example "*" = "tag"'
        )
    treatments = {}
    for name, value in data.items():
        if name != "*" and not is_known(name):
            table.refuse(name, f"unknown entity type{suggest(name, TYPES)}")
        treatments[name] = _treatment(value, source, f"treat.{name}")
    return MappingProxyType(treatments)


def read_treatment(value: Any) -> Treatment:
    """Read a method with its options, a name or a table as it would stand in a profile.

    Raises:
        ProfileError: If method or option is not known, or a value is none for it.
    """
    return _treatment(value, "", "method")


def _treatment(value: Any, source: str, place: str) -> Treatment:
    data = {"method": value} if isinstance(value, str) else value
    if not isinstance(data, Mapping):
        raise ProfileError(f"profile {source}: {place}: a method's name in quotes is expected")
    if "method" not in data:
        key = ".".join(place.split(".")[1:])
        raise ProfileError(
            f"profile {source}: {place}: method is missing; a finer type is written in quotes, "
            f'"{key}.{next(iter(data), "x")}" = "keep"'
        )
    table = _Table(data, source, place, None)
    method = table.choice("method", METHODS, "")
    allowed = METHOD_OPTIONS[method]
    table = _Table(data, source, place, ("method", *allowed))
    options = {key: table.get(key, allowed[key], None) for key in data if key != "method"}
    for key, choices in OPTION_CHOICES.items():
        if key in options:
            table.choice(key, tuple(choices), "")
    for key, (fits, wanted) in _BOUNDS.items():
        if key in options and not fits(options[key]):
            table.refuse(key, f"{wanted} is expected")
    return Treatment(method, MappingProxyType(options))


_BOUNDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "length": (lambda value: 8 <= value <= 52, "a whole number from 8 to 52"),
    "keep_last": (lambda value: value >= 0, "a whole number from 0"),
    "character": (lambda value: len(value) == 1 and not value.isalnum(), "one sign"),
    "band": (lambda value: 1 <= value <= 50, "a whole number from 1 to 50"),
}


def _consistency(data: Any, source: str) -> Consistency:
    table = _Table(data, source, "consistency", ("scope", "secret", "name", "ledger"))
    secret = table.get("secret", str, "") or usual_reference()
    if secret and not secret.startswith(("env:", "file:", "keyring:")):
        table.refuse("secret", "never the secret itself: write env:NAME or file:PATH")
    scope = table.choice("scope", get_args(Scope), "document")
    if scope != "document" and not secret:
        table.refuse("secret", f"scope {scope!r} needs one: write env:NAME or file:PATH")
    ledger = table.get("ledger", str, "")
    if ledger and scope != "ledger":
        table.refuse("ledger", 'needs scope = "ledger"')
    return Consistency(scope, secret, table.get("name", str, ""), ledger)


def _entries(data: Any, source: str, place: str) -> tuple[ListEntry, ...]:
    if not isinstance(data, list):
        raise ProfileError(f"profile {source}: {place}: write [[{place}]] before each entry")
    return tuple(check_entry(item, source, f"{place}[{n}]") for n, item in enumerate(data, start=1))


def check_entry(item: Any, source: str, place: str) -> ListEntry:
    """Return one line of an allow-list or deny-list, checked.

    Raises:
        ProfileError: On the first wrong key or value.
    """
    fields = ("type", "text", "regex", "before", "after")
    table = _Table(item, source, place, fields)
    values = {key: table.get(key, str, "") for key in fields if key in item}
    if not values.get("text", "x").strip():
        table.refuse("text", "a name is expected")
    if "text" in values and "regex" in values:
        table.refuse("text", "give text or regex, not both")
    if not set(values) - {"type"}:
        table.refuse("text", "give text, regex, before or after")
    for key in ("regex", "before", "after"):
        try:
            re.compile(f"(?:{values.get(key, '')})" if key != "regex" else values.get(key, ""))
        except re.error as error:
            table.refuse(key, f"not a regular expression: {error.msg} at {error.pos}")
    if values.get("type", "*") != "*":
        _types(table, (values["type"],), "type")
    return ListEntry(**values)


def _section(kind: type[S], data: Mapping[str, Any], source: str, place: str) -> S:
    """Return a table of which each key is as the type of its field has it."""
    table = _Table(data.get(place, {}), source, place, None)
    return kind(**read_fields(kind, data.get(place, {}), table.refuse))

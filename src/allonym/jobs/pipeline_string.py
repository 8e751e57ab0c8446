"""Pipelines as CLARIN-PL writes them, read as options of a task.

Two spellings are in use and both are read: stages parted by bars,
``any2txt|wcrft2|liner2({"model":"5nam"})|anonymizer({"method":"pseudo"})``, and the later JSON
list, ``["any2txt", {"anonymizer": {"method": "pseudo"}}]``, in which brackets in brackets stand for
the documents of a folder (https://wiki.clarin-pl.eu/en/nlpservices/lpmn-client/lpmn-query).

Taggers and recognizers of that service run here under no name of their own: their stages only say
which language the documents have.  Whatever model a recognizer is asked for, all types are looked
for; to look for fewer say so with the option ``types``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from allonym.errors import ConfigError
from allonym.languages.pack import available
from allonym.text.suggest import suggest
from allonym.text.tables import table_of

_LONGEST = 4_000
_NAME = re.compile(r"\s*([A-Za-z][\w-]*)\s*")
_METHODS = {"delete": "delete", "tag": "tag", "pseudo": "pseudonym", "pseudonym": "pseudonym"}
_LAST = ("anonymizer", "allonym")


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a pipeline: its name, its parameters, and which it is, from 1."""

    name: str
    parameters: Mapping[str, Any]
    position: int


def pipeline_options(text: str) -> dict[str, Any]:
    """Return the options of a task that a pipeline stands for.

    Args:
        text: In either spelling.

    Raises:
        ConfigError: If it cannot be read, or a stage is not known; the stage is named with its
            position.

    >>> pipeline_options('any2txt|wcrft2|liner2({"model":"5nam"})|anonymizer({"method":"pseudo"})')
    {'output': 'text', 'language': 'pl', 'method': 'pseudonym'}
    """
    options: dict[str, Any] = {}
    last: Stage | None = None
    for stage in parse_pipeline(text):
        if last is not None and stage.name not in _stages("packing"):
            raise _refused(stage, f"nothing may follow {last.name!r}; end the pipeline there")
        options |= _meaning(stage)
        last = stage if stage.name in _LAST else last
    if last is None:
        raise ConfigError(
            "the pipeline has no stage that replaces; end it with anonymizer, such as "
            'any2txt|anonymizer({"method":"pseudo"})'
        )
    return options


def parse_pipeline(text: str) -> tuple[Stage, ...]:
    """Return the stages of a pipeline in order, whatever their names.

    Raises:
        ConfigError: If it is not written as pipelines are.

    >>> [(s.name, dict(s.parameters)) for s in parse_pipeline('a|b({"c": "|"})')]
    [('a', {}), ('b', {'c': '|'})]
    >>> [(s.name, dict(s.parameters)) for s in parse_pipeline('[["a", {"b": {"c": 1}}]]')]
    [('a', {}), ('b', {'c': 1})]
    """
    if len(text) > _LONGEST:
        raise ConfigError(f"the pipeline is longer than {_LONGEST} characters; shorten it")
    try:
        if text.lstrip().startswith("["):
            return _listed(json.loads(text))
        return tuple(_barred(text))
    except (json.JSONDecodeError, RecursionError):
        raise ConfigError(
            "the pipeline is not written as expected: parameters are JSON with double quotes, "
            'such as anonymizer({"method":"pseudo"})'
        ) from None


def _barred(text: str) -> Iterable[Stage]:
    decoder = json.JSONDecoder()
    place, position = 0, 1
    while True:
        match = _NAME.match(text, place)
        if match is None:
            raise ConfigError(
                f"stage {position} of the pipeline has no name; stages are parted by |, as in "
                "any2txt|anonymizer"
            )
        parameters: Any = {}
        place = match.end()
        if text.startswith("(", place):
            parameters, place = _parameters(decoder, text, place + 1)
        yield Stage(match[1].lower(), _checked(parameters, match[1], position), position)
        place += len(text[place:]) - len(text[place:].lstrip())
        if place == len(text):
            return
        if text[place] != "|":
            raise ConfigError(
                f"stage {position} of the pipeline ({_shown(match[1])}) is not followed by |; "
                "parameters stand in round brackets"
            )
        place, position = place + 1, position + 1


def _parameters(decoder: json.JSONDecoder, text: str, place: int) -> tuple[Any, int]:
    rest = text[place:].lstrip()
    if rest.startswith(")"):
        return {}, len(text) - len(rest) + 1
    value, used = decoder.raw_decode(rest)
    after = rest[used:].lstrip()
    if not after.startswith(")"):
        raise json.JSONDecodeError("no closing bracket", "", 0)
    return value, len(text) - len(after) + 1


def _listed(value: Any) -> tuple[Stage, ...]:
    flat: list[tuple[str, Any]] = []
    _flatten(value, flat)
    return tuple(
        Stage(name.lower(), _checked(parameters, name, number), number)
        for number, (name, parameters) in enumerate(flat, 1)
    )


def _flatten(value: Any, flat: list[tuple[str, Any]]) -> None:
    for item in value:
        if isinstance(item, list):
            _flatten(item, flat)
        elif isinstance(item, str):
            flat.append((item, {}))
        elif isinstance(item, dict) and len(item) == 1:
            flat.extend(item.items())
        else:
            raise ConfigError(
                f"stage {len(flat) + 1} of the pipeline is neither a name nor a name with "
                'parameters; write {"anonymizer": {"method": "pseudo"}}'
            )


def _checked(parameters: Any, name: str, position: int) -> Mapping[str, Any]:
    """Return the parameters if they are named; a source such as ``file("x")`` has one without."""
    if isinstance(parameters, dict):
        return parameters
    if name.lower() in (*_stages("fetching"), *_stages("packing")):
        return {}
    raise ConfigError(
        f"stage {position} of the pipeline ({_shown(name)}): its parameters have no names; write "
        'them as in anonymizer({"method":"pseudo"})'
    )


def _shown(name: str) -> str:
    return repr(name[:40])


def _stages(name: str) -> Sequence[str]:
    stages: Sequence[str] = table_of("allonym.jobs", "stages.toml")[name]
    return stages


def _meaning(stage: Stage) -> dict[str, Any]:
    """Return the options that a stage stands for."""
    name, parameters = stage.name, stage.parameters
    if name == "any2txt":
        _only(stage, ())
        return {"output": "text"}
    if name in _stages("polish"):
        _only(stage, ("model", *_stages("tagging")))
        models = _stages("models")
        if name == "liner2" and parameters.get("model", models[0]) not in models:
            raise _refused(stage, f"unknown model; known: {', '.join(models)}")
        return {"language": "pl"}
    if name in _stages("any_language"):
        _only(stage, ("lang", "language", "model", *_stages("tagging")))
        return _language(stage)
    if name in _stages("packing"):
        return {}
    if name == "anonymizer":
        return _anonymizer(stage)
    if name == "allonym":
        return dict(parameters)
    if name in _stages("fetching"):
        raise _refused(stage, "documents are not fetched; send them with the request")
    own = sorted(s for kind in ("polish", "any_language", "packing") for s in _stages(kind))
    known = ("any2txt", *own, *_LAST)
    raise _refused(stage, f"unknown{suggest(name, known)}; known: {', '.join(known)}")


def _only(stage: Stage, known: Sequence[str]) -> None:
    """Refuse a parameter that means nothing here, so that none is believed to be obeyed."""
    unknown = sorted(set(stage.parameters) - set(known))
    if unknown:
        listed = ", ".join(known) or "none"
        raise _refused(stage, f"unknown parameter {_shown(unknown[0])}; known: {listed}")


def _language(stage: Stage) -> dict[str, Any]:
    """Return the language that a tagger is asked for, by name or by that of its model."""
    named = stage.parameters.get("lang", stage.parameters.get("language"))
    wanted = stage.parameters.get("model", "") if named is None else named
    code = re.split(r"[^a-z]", str(wanted).lower(), maxsplit=1)[0]
    if named is not None and code not in available():
        raise _refused(stage, f"unknown language; known: {', '.join(available())}")
    return {"language": code} if code in available() else {}


def _anonymizer(stage: Stage) -> dict[str, Any]:
    _only(stage, ("method", "language", "lang"))
    options = _language(stage)
    method = stage.parameters.get("method", "delete")
    if method not in _METHODS:
        raise _refused(stage, f"unknown method {_shown(str(method))}; known: {', '.join(_METHODS)}")
    labels = {"labels": "five"} if method == "tag" else {}
    return {**options, **labels, "method": _METHODS[method]}


def _refused(stage: Stage, why: str) -> ConfigError:
    return ConfigError(f"stage {stage.position} of the pipeline ({_shown(stage.name)}): {why}")

"""Runs one tool over texts; a script by itself, since other Pythons have no Allonym.

A job comes as JSON on standard input, its figures go back as the last line of standard output.
"""

from __future__ import annotations

import importlib
import json
import logging
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

Find = Callable[[str], Iterable[tuple[int, int, str]]]

OURS = ("allonym", "presidio, our pack")
"""Tools that need Allonym itself; they run in its own Python."""

_PACKAGES = {"presidio": "presidio-analyzer", "stella": "stella-anonymize-core"}
_MODELS = ("{}_core_web_lg", "{}_core_news_lg", "{}_core_web_sm", "{}_core_news_sm")


class Absent(Exception):
    """A cell of the table that has a word instead of a figure."""


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise Absent("not installed") from None


def allonym(language: str) -> Find:
    """Return ours, with the default profile; leaks are listed, so that all can be measured."""
    profile = _module("allonym.profile").load_profile("default")
    profile = replace(profile, output=replace(profile.output, verify="report"))
    ours = _module("allonym").Pipeline.load(language=language, profile=profile)

    def find(text: str) -> Iterable[tuple[int, int, str]]:
        for entity in ours.run(text).entities:
            yield from ((m.span.start, m.span.end, m.type) for m in entity.mentions)

    return find


def presidio_rules(language: str) -> Find:
    """Return Presidio's own rules for the language and for all, without any model."""
    module = _module("presidio_analyzer")
    registry = module.RecognizerRegistry(supported_languages=[language])
    registry.load_predefined_recognizers(languages=[language])
    rules = [r for r in registry.recognizers if "Spacy" not in type(r).__name__]

    def find(text: str) -> Iterable[tuple[int, int, str]]:
        for rule in rules:
            for hit in rule.analyze(text, rule.supported_entities, None) or ():
                yield hit.start, hit.end, hit.entity_type

    return find


def presidio_model(language: str) -> Find:
    """Return Presidio with the spaCy model of the language that is installed."""
    module, spacy = _module("presidio_analyzer"), _module("spacy")
    names = (pattern.format(language) for pattern in _MODELS)
    name = next((n for n in names if spacy.util.is_package(n)), "")
    if not name:
        raise Absent("no model")
    provider = _module("presidio_analyzer.nlp_engine").NlpEngineProvider(
        nlp_configuration={
            "nlp_engine_name": "spacy",
            "models": [{"lang_code": language, "model_name": name}],
        }
    )
    return _analyzer(module, provider.create_engine(), language)


def presidio_pack(language: str) -> Find:
    """Return Presidio with the network of our pack in place of a spaCy model."""
    module, _ = _module("presidio_analyzer"), _module("presidio_anonymizer")
    engine = _module("allonym.bridges.presidio").AllonymNlpEngine([language])
    engine.load()
    return _analyzer(module, engine, language)


def _analyzer(module: Any, engine: Any, language: str) -> Find:
    registry = module.RecognizerRegistry(supported_languages=[language])
    registry.load_predefined_recognizers(languages=[language], nlp_engine=engine)
    analyzer = module.AnalyzerEngine(
        registry=registry, nlp_engine=engine, supported_languages=[language]
    )

    def find(text: str) -> Iterable[tuple[int, int, str]]:
        hits = analyzer.analyze(text, language=language)
        return [(hit.start, hit.end, hit.entity_type) for hit in hits]

    return find


def stella(language: str) -> Find:
    """Return stella-anonymize-core with its pipeline for the language."""
    module = _module("stella_anonymize")
    try:
        prepared = module.create_pipeline(language=language)
    except ValueError:
        raise Absent("language not supported") from None

    def find(text: str) -> Iterable[tuple[int, int, str]]:
        data = text.encode()
        for hit in prepared.redact_text(text).resolved_entities:
            start, end = hit.start, hit.end
            in_bytes = data[start:end].decode("utf-8", "replace") == hit.text
            if in_bytes and text[start:end] != hit.text:
                start, end = len(data[:start].decode()), len(data[:end].decode())
            yield start, end, hit.label

    return find


def datafog(_language: str) -> Find:
    """Return DataFog's default engine."""
    module = _module("datafog")
    return lambda text: [(h.start, h.end, h.type) for h in module.scan(text).entities]


def scrubadub(_language: str) -> Find:
    """Return scrubadub's default detectors."""
    scrubber = _module("scrubadub").Scrubber()
    return lambda text: [(f.beg, f.end, f.type) for f in scrubber.iter_filth(text)]


TOOLS: dict[str, Callable[[str], Find]] = {
    "allonym": allonym,
    "presidio, rules": presidio_rules,
    "presidio, our pack": presidio_pack,
    "presidio, own model": presidio_model,
    "stella": stella,
    "datafog": datafog,
    "scrubadub": scrubadub,
}


def _memory() -> float | None:
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    line = next(x for x in status.read_text("utf-8").splitlines() if x.startswith("VmHWM"))
    return int(line.split()[1]) * 1024 / 1e6


def do(job: dict[str, Any]) -> dict[str, Any]:
    """Start a tool, run it over the texts, then over longer and longer ones."""
    name = str(job["tool"]).partition(",")[0]
    try:
        started = time.perf_counter()
        find = TOOLS[job["tool"]](job["language"])
        list(find(job["warm"]))
        ready = time.perf_counter() - started
    except Absent as error:
        return {"absent": str(error)}
    clock = time.perf_counter()
    spans = [[list(hit) for hit in find(text)] for text in job["texts"]]
    seconds, growth = time.perf_counter() - clock, []
    for text in job["longer"]:
        clock = time.perf_counter()
        list(find(text))
        growth.append([len(text), time.perf_counter() - clock])
    try:
        number = version(_PACKAGES.get(name, name))
    except PackageNotFoundError:
        number = "source"
    return {"version": number, "start": ready, "seconds": seconds, "spans": spans,
            "growth": growth, "memory": _memory()}  # fmt: skip


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    sys.stdout.write("\n" + json.dumps(do(json.load(sys.stdin))) + "\n")

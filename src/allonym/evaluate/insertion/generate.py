"""Texts with names inserted, the same ones again from the same seed."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from allonym.errors import ConfigError
from allonym.evaluate.gold import GoldDocument, GoldSpan
from allonym.evaluate.insertion.names import CLASSES, NameMaker
from allonym.evaluate.replacements import listed_kinds
from allonym.languages.pack import load_pack
from allonym.model.features import FeatureBundle, parse_features

CARRIERS = Path(__file__).parent / "carriers"
"""Sentences with a slot, by language."""

SENTENCES = 8
"""To a text, each with one name."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A sentence without names that has room for one.

    Attributes:
        kind: ``person`` or ``place``.
        features: What form the place asks for.
        before: Text before the slot.
        after: Text behind it.
    """

    kind: str
    features: FeatureBundle
    before: str = field(repr=False)
    after: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Inserted:
    """A text with inserted names, and the class of each."""

    document: GoldDocument
    classes: tuple[str, ...]


def languages() -> tuple[str, ...]:
    """Return the languages there are sentences for."""
    return tuple(sorted(path.stem for path in CARRIERS.glob("*.toml")))


def read_carriers(language: str) -> list[Carrier]:
    """Read the sentences of a language.

    Raises:
        ConfigError: If there are none, or one has not exactly one slot.
    """
    path = CARRIERS / f"{language}.toml"
    if not path.exists():
        raise ConfigError(f"{language}: no sentences to insert names into; choose one of "
                          f"{', '.join(languages())}")  # fmt: skip
    found: list[Carrier] = []
    for key, sentences in tomllib.loads(path.read_text("utf-8")).items():
        kind, _, features = key.partition(" ")
        for number, sentence in enumerate(sentences, 1):
            if sentence.count("{}") != 1:
                raise ConfigError(f"{path.name}: {key}, sentence {number}: not one slot")
            before, _, after = sentence.partition("{}")
            found.append(Carrier(kind, parse_features(features), before, after))
    return found


def insert_names(language: str, count: int = 152, seed: int = 0) -> Iterator[Inserted]:
    """Yield texts in which `count` names stand, classes in turn, sentences shuffled.

    Args:
        language: ISO 639-1 code.
        count: Names altogether; ANOPPI inserted 152.
        seed: The same one gives the same texts.

    Raises:
        ConfigError: If there are no sentences for the language.
    """
    rng = random.Random(f"{language} {seed}")  # noqa: S311
    carriers = read_carriers(language)
    pack = load_pack(language)
    maker = NameMaker.load(pack, listed_kinds(pack))
    chosen: list[Carrier] = []
    while len(chosen) < count:
        chosen += rng.sample(carriers, len(carriers))
    for start in range(0, count, SENTENCES):
        group = chosen[start : min(start + SENTENCES, count)]
        yield _text(maker, group, start, rng)


def _text(
    maker: NameMaker, carriers: Sequence[Carrier], start: int, rng: random.Random
) -> Inserted:
    text, spans, classes = "", [], []
    for number, carrier in enumerate(carriers, start):
        name_class = CLASSES[number % len(CLASSES)]
        if not maker.has(carrier.kind, name_class, carrier.features):
            name_class = "common"
        make = maker.person if carrier.kind == "person" else maker.place
        name = make(name_class, carrier.features, rng)
        begin = len(text) + len(carrier.before)
        spans.append(GoldSpan(begin, begin + len(name), carrier.kind))
        classes.append(name_class)
        text += f"{carrier.before}{name}{carrier.after}\n"
    name = f"{maker.language}-{start}"
    document = GoldDocument(name, "insertion", maker.language, text, tuple(spans))
    return Inserted(document, tuple(classes))


def by_class(inserted: Inserted) -> Mapping[str, list[GoldSpan]]:
    """Return the marked spans of a text by class."""
    groups: dict[str, list[GoldSpan]] = {}
    for span, name in zip(inserted.document.spans, inserted.classes, strict=True):
        groups.setdefault(name, []).append(span)
    return groups

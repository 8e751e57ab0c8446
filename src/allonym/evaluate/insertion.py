"""Names inserted into sentences without any, after the protocol of ANOPPI, and how many are found.

The names are common, rare, foreign, of two parts, or mean something else; from the same seed they
are the same again.
"""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from allonym.errors import ConfigError
from allonym.evaluate.align import Cover, Overlaps, checked
from allonym.evaluate.gold import GoldDocument, Progress
from allonym.evaluate.metrics import Share
from allonym.evaluate.readers import GoldSpan, Kinds
from allonym.evaluate.replacements import listed_kinds
from allonym.evaluate.report import Cell, table
from allonym.evaluate.run import Predict
from allonym.languages.pack import LanguagePack, available, load_pack
from allonym.languages.pool import PoolEntry, load_pool
from allonym.model.features import FeatureBundle, parse_features
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology

CARRIERS = Path(__file__).parent / "carriers"
"""Sentences with a slot, by language."""

SENTENCES = 8
"""To a text, each with one name."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A sentence without names that has room for one."""

    kind: str  # ``person`` or ``place``
    features: FeatureBundle  # what form the place asks for
    before: str = field(repr=False)  # text before the slot
    after: str = field(repr=False)  # text behind it


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


CLASSES = ("common", "rare", "foreign", "two-part", "meaning")
"""``meaning``: the name is also a word of the language."""

_KINDS = ("given", "family", "place")
_FAMILY_FIRST = frozenset({"hu"})
# languages where of a full name only the last word takes a case
_ONE_FORM = frozenset({"en", "fi", "hu", "sv"})
Names = Mapping[str, Sequence[PoolEntry]]


@dataclass(frozen=True, slots=True)
class NameMaker:
    """Makes names of each class, in the form that is asked for."""

    language: str  # ISO 639-1 code
    morphology: Morphology  # what inflects names that no pool spells out
    by_class: Mapping[str, Names]  # class and kind to the names there are
    own: frozenset[PoolEntry]  # names whose forms the language's pools spell out

    @classmethod
    def load(cls, pack: LanguagePack, kinds: Kinds) -> NameMaker:
        """Load the pools of a language and of all others.

        Args:
            pack: The language.
            kinds: Tells whether a citation form is also a word of the language.
        """
        # a Bulgarian name would stand in Cyrillic in a Latin text
        others = [load_pack(code) for code in available() if code not in (pack.code, "bg")]
        by_class: dict[str, dict[str, Sequence[PoolEntry]]] = {name: {} for name in CLASSES}
        every: set[PoolEntry] = set()
        for kind in _KINDS:
            own = load_pool(pack, kind).entries
            ranked = sorted(own, key=lambda entry: -entry.frequency)
            quarter = max(1, len(ranked) // 4)
            lemmas = {entry.lemma for entry in own}
            every.update(own)
            by_class["common"][kind] = ranked[:quarter]
            by_class["rare"][kind] = ranked[-quarter:]
            by_class["foreign"][kind] = [
                e for o in others for e in load_pool(o, kind).entries if e.lemma not in lemmas
            ]
            by_class["two-part"][kind] = [e for e in own if e.tokens > 1] or ranked[:quarter]
            by_class["meaning"][kind] = [e for e in own if "common" in kinds(e.lemma)]
        return cls(pack.code, load_morphology(pack), by_class, frozenset(every))

    def person(self, name_class: str, features: FeatureBundle, rng: random.Random) -> str:
        """Return a given name and a surname, of two parts if so asked, in the form asked for.

        Raises:
            ConfigError: If the language has no name of the class.
        """
        gender = rng.choice(self._genders(name_class, features))
        bundle = {"Number": "Sing", **features, "Gender": gender}
        bare = {"Number": "Sing", "Case": "Nom", "Gender": gender}
        source = "foreign" if name_class == "foreign" else "common"
        given = self._choose("given", source, gender, rng)
        families = [self._choose("family", _family_class(name_class), gender, rng)]
        if name_class == "two-part":
            families.append(self._choose("family", "common", gender, rng))
        first_bundle = bare if self.language in _ONE_FORM else bundle
        if self.language in _FAMILY_FIRST:
            family = "-".join(entry.lemma for entry in families)
            return f"{family} {self._form(given, bundle)}"
        *inner, last = families
        words = [self._form(entry, first_bundle) for entry in inner] + [self._form(last, bundle)]
        return f"{self._form(given, first_bundle)} {'-'.join(words)}"

    def place(self, name_class: str, features: FeatureBundle, rng: random.Random) -> str:
        """Return a place in the form asked for; raises as `person` does."""
        return self._form(self._choose("place", name_class, "", rng), features)

    def has(self, kind: str, name_class: str, features: FeatureBundle) -> bool:
        """Tell whether the language has names of a class that fit into a slot."""
        if kind == "person":
            return bool(self._genders(name_class, features))
        return bool(self.by_class[name_class]["place"])

    def _genders(self, name_class: str, features: FeatureBundle) -> list[str]:
        wanted = features.get("Gender", "")
        families = self.by_class[_family_class(name_class)]["family"]
        there = {entry.gender for entry in families}
        both = ["Fem", "Masc"] if there & {"", "Com"} else sorted(there & {"Fem", "Masc"})
        return [gender for gender in both if gender == (wanted or gender)]

    def _choose(self, kind: str, name_class: str, gender: str, rng: random.Random) -> PoolEntry:
        fitting = [
            entry
            for entry in self.by_class[name_class][kind]
            if not gender or entry.gender in ("", "Com", gender)
        ]
        if not fitting:
            raise ConfigError(
                f"{self.language}: no {kind} name of class {name_class!r} in the pool"
            )
        return rng.choice(fitting)

    def _form(self, entry: PoolEntry, features: FeatureBundle) -> str:
        form = entry.form(features) if entry in self.own else None
        return form or self.morphology.inflect(entry.lemma, entry.kind, features).form


def _family_class(name_class: str) -> str:
    return "common" if name_class == "two-part" else name_class


PUBLISHED = Share(136, 152), 0.965
"""ANOPPI: 152 names inserted, 89.5 % found, precision 96.5 % (Oksanen et al. 2022)."""

_NONE = Share()


@dataclass(frozen=True, slots=True)
class InsertionFigures:
    """What inserting gave in one language."""

    language: str  # ISO 639-1 code
    seed: int  # of the generator
    # by class, names wholly covered by whatever was found
    found: Mapping[str, Share] = field(default_factory=dict)
    # of what was found, what touches an inserted name; nothing else is a name
    precision: Share = _NONE

    @property
    def total(self) -> Share:
        """Names of all classes."""
        return sum(self.found.values(), Share())


def measure_insertion(
    languages: Sequence[str],
    predict: Predict,
    *,
    seed: int = 0,
    count: int = 152,
    progress: Progress | None = None,
) -> list[InsertionFigures]:
    """Insert names into the sentences of each language and count those that are found.

    Args:
        languages: ISO 639-1 codes.
        predict: What is to be judged.
        seed: Of the generator.
        count: Names to a language.
        progress: Called after each language.
    """
    reports: list[InsertionFigures] = []
    for language in languages:
        found: dict[str, Share] = defaultdict(Share)
        right = Share()
        for inserted in insert_names(language, count, seed):
            covered, precise = _count(inserted, predict)
            right += precise
            for name, share in covered.items():
                found[name] += share
        reports.append(InsertionFigures(language, seed, found, right))
        if progress:
            progress(language, len(reports), len(languages))
    return reports


def _count(inserted: Inserted, predict: Predict) -> tuple[dict[str, Share], Share]:
    document = inserted.document
    found = checked(document, predict(document.text, document.language))
    cover, marked = Cover(document.text, found), Overlaps(document.spans)
    by_name: dict[str, Share] = defaultdict(Share)
    for span, name in zip(document.spans, inserted.classes, strict=True):
        by_name[name] += Share(int(cover.whole(span.start, span.end)), 1)
    return by_name, Share(sum(bool(marked(p.start, p.end)) for p in found), len(found))


def render_insertion(reports: Sequence[InsertionFigures]) -> str:
    """Return the figures as a table, those published for ANOPPI below."""
    rows: list[list[Cell]] = [
        [r.language, r.total.whole, r.total.ratio, r.total.interval,
         *(r.found.get(name, Share()).ratio for name in CLASSES), r.precision.ratio]
        for r in reports
    ]  # fmt: skip
    share, precision = PUBLISHED
    dashes = [None] * (1 + len(CLASSES))
    rows.append(["ANOPPI (published, fi)", share.whole, share.ratio, *dashes, precision])
    head = ["language", "inserted", "found %", "95 %", *CLASSES, "precision"]
    seed = f", seed {reports[0].seed}" if reports else ""
    return f"Names inserted into sentences without any{seed}\n{table(head, rows)}\n"


def insertion_as_dict(reports: Sequence[InsertionFigures]) -> dict[str, object]:
    """Return the figures as plain values for JSON."""
    return {
        r.language: {
            "seed": r.seed,
            "inserted": r.total.whole,
            "found": r.total.ratio,
            "by_class": {name: {"part": s.part, "whole": s.whole} for name, s in r.found.items()},
            "precision": r.precision.ratio,
        }
        for r in reports
    }

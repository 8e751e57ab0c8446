"""Pools of languages whose forms the pack makes by rules; a part of tools/build_pool.py.

``tools/pools/<lang>.toml`` holds what was chosen, added and dropped by eye, the sources of names,
and the feature bundles of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from allonym.languages.pack import load_pack
from allonym.model.features import parse_features
from pool_rows import GENDERS, Build, Row, rank

CEDILLA = str.maketrans("şţŞŢ", "șțȘȚ")
Counts = Counter[str]


@dataclass(frozen=True)
class RuleBuild(Build):
    """A build whose columns are stated for each kind."""

    columns: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "bundles", self.columns)

    def made(self, lemma: str, kind: str, gender: str) -> tuple[str, ...]:
        """Return the form of each column; empty where there is none."""
        own = {"Gender": gender} if gender else {}
        bundles = [parse_features(name) for name in self.columns]
        found = [self.morphology.inflect(lemma, kind, {**b, **own}) for b in bundles]
        return tuple(f.form if f.certainty >= 0.9 else "" for f in found)

    def words(self, table: str, name: str) -> list[str]:
        """Return the entries of one list; an underscore stands for a space."""
        text = str(self.settings.get(table, {}).get(name, ""))
        return [w.replace("_", " ") for w in text.split()]


# -- what the sources count ----------------------------------------------------------------------


def listed(build: RuleBuild, file: str, column: int = 1) -> Counts:
    """Return the counts of a list of names, the Romanian letters with their comma."""
    counts: Counts = Counter()
    for record in build.counts(file):
        if len(record) > column and record[column].isdigit():
            counts[record[0].translate(CEDILLA)] += int(record[column])
    return counts


def given_counts(build: RuleBuild, gender: str) -> Counts:
    files = build.settings["sources"].get(f"given_{gender}", [])
    counts: Counts = Counter()
    for file in files:
        counts += listed(build, file)
    return counts


# -- kinds ---------------------------------------------------------------------------------------


def given(build: RuleBuild) -> Iterator[Row]:
    """Yield the chosen names; where a source counts them, the commonest of it."""
    counts = {gender: given_counts(build, gender) for gender in GENDERS}
    for gender, other in (GENDERS, GENDERS[::-1]):
        chosen = list(dict.fromkeys(build.words("given", gender)))
        if not chosen:
            good = (
                name for name, count in counts[gender].most_common()
                if name.isalpha() and count > 30 * counts[other][name]
                and name not in build.dropped("given")
            )  # fmt: skip
            chosen = list(islice(good, build.settings["limits"]["given"]))
        head = build.settings["limits"].get("given_in_order", len(chosen))
        chosen = [*chosen[:head], *sorted(chosen[head:], key=lambda n: -counts[gender][n])]
        for place, name in enumerate(chosen):
            count = counts[gender][name] if build.settings["limits"].get("counted") else 0
            frequency = rank(count) if count else max(3, 8 - 6 * place // len(chosen))
            yield Row(name, gender, frequency, build.made(name, "given", gender))


def family(build: RuleBuild) -> Iterator[Row]:
    """Yield surnames, with their feminine form where the language has one."""
    dropped = build.dropped("family") | {row.lemma for row in given(build)}
    for place, name in enumerate(surnames(build, dropped)):
        frequency = max(2, 8 - place // 200)
        woman = build.morphology.inflect(name, "family", {"Gender": "Fem", "Number": "Sing"}).form
        if not build.settings["limits"].get("gendered"):
            yield Row(name, "", frequency, build.made(name, "family", ""), name)
            continue
        yield Row(name, "Masc", frequency, build.made(name, "family", "Masc"), name)
        yield Row(woman, "Fem", frequency, build.made(woman, "family", "Fem"), name)


def surnames(build: RuleBuild, dropped: set[str]) -> list[str]:
    limits, endings = build.settings["limits"], tuple(build.settings.get("family_endings", ()))
    found = dict.fromkeys(build.words("family", "first"))
    for file in build.settings["sources"].get("family", []):
        for name, count in listed(build, file).most_common():
            usual = count >= limits["family_count"]
            if name.isalpha() and (usual or (count >= 2 and name.endswith(endings))):
                found.setdefault(name)
    found.update(dict.fromkeys(build.words("family", "more")))
    foreign = set(build.settings.get("foreign_letters", ""))
    good = [n for n in found if n not in dropped and not set(n.lower()) & foreign and len(n) > 2]
    return good[: limits["family"]]


def place(build: RuleBuild) -> Iterator[Row]:
    dropped = build.dropped("place")
    derived: dict[str, str] = build.settings.get("derived", {})
    for name, count in towns(build):
        if name in dropped or build.dropped("place_words") & set(name.split()):
            continue
        gender = build.morphology.analyse(name, "place")[0].features.get("Gender", "")
        forms = build.made(name, "place", gender)
        yield Row(name, gender, rank(count), forms, name, derived.get(name, ""))


def towns(build: RuleBuild) -> list[tuple[str, int]]:
    limits, file = build.settings["limits"], build.settings["sources"].get("place", "")
    chosen = build.words("places", "names")
    if chosen:
        ordered = enumerate(dict.fromkeys(chosen))
        return [(name, max(2000, 200_000 // (1 + place // 8))) for place, name in ordered]
    people: Counts = Counter()
    for record in build.counts(file, "\t"):
        if record[1].isdigit():
            name = record[0].translate(CEDILLA)
            people[name] = max(people[name], int(record[1]))
    renamed: dict[str, str] = build.settings.get("renamed", {})
    good = ((renamed.get(n, n), c) for n, c in people.most_common())
    fine = [(n, c) for n, c in good if len(n.split()) <= 2 and n.replace(" ", "").isalpha()]
    return fine[: limits["place"]]


def street(build: RuleBuild) -> Iterator[Row]:
    gender = str(build.settings["streets"].get("gender", ""))
    for name in build.words("streets", "names"):
        forms = [build.made(name, "street", gender)[0] or name] * len(build.columns)
        yield Row(name, gender, 5, tuple(forms), label="street")
    for name, adjective in build.settings["streets"].get("adjectives", {}).items():
        yield Row(name, gender, 5, (name,) * len(build.columns), derived=adjective, label="adj")


MAKERS: dict[str, Callable[[RuleBuild], Iterable[Row]]] = {
    "given": given, "family": family, "place": place, "street": street,
}  # fmt: skip


def genders(build: RuleBuild) -> None:
    """Write ``genders.tsv``: given names borne by one sex alone, as the sources count them."""
    counts = {gender: given_counts(build, gender) for gender in GENDERS}
    chosen = {g: set(build.words("given", g)) for g in GENDERS}
    foreign = set(build.settings.get("foreign_letters", ""))
    limits = build.settings["limits"]
    found: dict[str, str] = {}
    for gender, other in (GENDERS, GENDERS[::-1]):
        for name, count in counts[gender].most_common(limits.get("genders", 4000)):
            sure = count >= limits.get("gender_count", 3) and count > 30 * counts[other][name]
            if name.isalpha() and sure and not set(name.lower()) & foreign:
                found.setdefault(name, gender)
        found |= dict.fromkeys(chosen[gender] - chosen[other], gender)
    lines = [f"# genders: given names borne by one sex; {build.settings['gender_credit']}"]
    lines += [f"{name}\t{gender}" for name, gender in sorted(found.items())]
    (load_pack(build.lang).roots[-1] / "genders.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    print("genders", len(found))

"""Build the pool of pseudonyms of one language: tools/build_pool.py DATA_DIR LANG [OUT_DIR].

DATA_DIR holds ``lexicon/<lang>/*.xz`` (see its SOURCES.md); ``tools/pools/<lang>.toml`` says what
was dropped by eye.  The result, ``pool/*.tsv``, goes into the language's pack.
"""

from __future__ import annotations

import csv
import lzma
import math
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.languages.pack import load_pack
from allonym.languages.pool import FIXED
from allonym.morphology.endings import script
from allonym.morphology.load import load_morphology
from allonym.ports import Inflected, Morphology

CASES = ("Nom", "Gen", "Dat", "Acc", "Ins", "Loc", "Voc")
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """A line of a pool, before its paradigm is numbered."""

    lemma: str
    gender: str
    frequency: int
    forms: tuple[str, ...]
    group: str = ""
    derived: str = ""
    label: str = ""

    @property
    def scripts(self) -> tuple[object, ...]:
        """How the name changes."""
        head = self.label, len(self.lemma.split())
        return (*head, *(script(self.lemma, form) if form else None for form in self.forms))


@dataclass(frozen=True)
class Build:
    """What the functions below share: the data, the settings, the morphology."""

    data: Path
    lang: str
    settings: dict[str, Any]
    morphology: Morphology
    cases: tuple[str, ...]
    bundles: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        names = [
            f"Case={case}|Number={number}" if self.cases != ("",) else f"Number={number}"
            for number in ("Sing", "Plur")
            for case in self.cases
        ]
        object.__setattr__(self, "bundles", tuple(names))

    def counts(self, name: str, delimiter: str = ",") -> Iterator[list[str]]:
        """Yield the records of one file."""
        path = self.data / "lexicon" / self.lang / f"{name}.xz"
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from csv.reader(lines, delimiter=delimiter)

    def dropped(self, kind: str) -> set[str]:
        """Return the names dropped by eye."""
        return set(self.settings["drop"].get(kind, "").split())

    def row(self, lemma: str, kind: str, gender: str, *, plural: bool = True) -> tuple[str, ...]:
        """Return every form of a lemma, empty where there is none, or where it is unsure."""
        cells: list[str] = []
        for number in ("Sing", "Plur") if plural else ("Sing",):
            for case in self.cases:
                features = {"Number": number, "Gender": gender}
                found = self.morphology.inflect(
                    lemma, kind, features | ({"Case": case} if case else {})
                )
                cells.append(found.form if found.certainty >= 0.9 else "")
        return (*cells, *[""] * (len(self.bundles) - len(cells)))


def known(morphology: Morphology, lemma: str, kind: str, gender: str, number: str) -> bool:
    """Tell whether the dictionary has the lemma as a name of this kind and gender."""
    features = {"Case": "Nom", "Number": number, "Gender": gender}
    return morphology.inflect(lemma, kind, features) == Inflected(lemma, 1.0)


def common_word(morphology: Morphology, lemma: str) -> bool:
    """Tell whether the name is also an ordinary word."""
    dictionary = getattr(morphology, "_dictionary", None)
    if dictionary is None:
        return False
    return any(entry.lemma == lemma.lower() for entry in dictionary.read(lemma.lower()))


# -- Polish --------------------------------------------------------------------------------------


def pl_given(build: Build) -> Iterator[Row]:
    counts: dict[str, Counter[str]] = {"Masc": Counter(), "Fem": Counter()}
    for name, sex, count in list(build.counts("pesel_given_2024H1.csv"))[1:]:
        counts["Masc" if sex == "M" else "Fem"][name.capitalize()] += int(count) * 10
    for file, gender in (("males", "Masc"), ("females", "Fem")):
        for name, count in build.counts(f"wikidata_{file}.csv"):
            counts[gender][name] += int(count) * 10
    for name in build.settings["extra"]["given"].split():
        counts["Fem"][name] += max(300, 11 * counts["Masc"][name], counts["Masc"][name[:-1]] + 1)
    for gender, other in (("Masc", "Fem"), ("Fem", "Masc")):
        good = [
            (name, count)
            for name, count in counts[gender].most_common()
            if count > 10 * counts[other][name]
            and known(build.morphology, name, "given", gender, "Sing")
            and not known(build.morphology, name, "given", other, "Sing")
            and name not in build.dropped("given")
            and name.isalpha()
            and (gender == "Masc") == (not name.endswith("a"))
            and (gender == "Masc" or counts["Masc"][name[:-1]] < count)
        ]
        for name, count in good[: build.settings["limits"]["given"]]:
            yield Row(name, gender, rank(min(count, 30000)), build.row(name, "given", gender))


def pl_family(build: Build) -> Iterator[Row]:
    counts: Counter[str] = Counter()
    for name, count in list(build.counts("pesel_top_nazwiska_meskie.csv"))[1:]:
        counts["-".join(part.capitalize() for part in name.split("-"))] += int(count)
    for name, count in build.counts("wikidata_surnames.csv"):
        if int(count) >= 3 and name not in counts:
            counts[name] += int(count) * 40
    limits, taken = build.settings["limits"], 0
    dropped = build.dropped("family")
    for name, count in counts.most_common():
        if name in dropped or not known(build.morphology, name, "family", "Masc", "Sing"):
            continue
        plain = common_word(build.morphology, name) and not rare_type(name)
        if plain and count < limits["family_common_word"]:
            continue
        masculine = build.row(name, "family", "Masc")
        woman = build.morphology.inflect(name, "family", {"Gender": "Fem", "Number": "Sing"})
        feminine = build.row(name, "family", "Fem")
        if woman.certainty < 1 or not all(masculine) or not feminine[0]:
            continue
        yield Row(name, "Masc", rank(count), masculine, name)
        yield Row(woman.form, "Fem", rank(count), feminine, name)
        taken += 1
        if taken == limits["family"]:
            return


def rare_type(name: str) -> bool:
    """Tell whether a surname inflects in a way that few do, so that ordinary words are welcome."""
    return name.endswith(("ec", "eł", "eń", "oł", "o", "ół", "ień", "ź", "ść", "ódź", "ąb"))


def pl_place(build: Build) -> Iterator[Row]:
    people: Counter[str] = Counter()
    for record in list(build.counts("geonames_cities500_PL.tsv", "\t"))[1:]:
        people[record[0]] = max(people[record[0]], int(record[1]))
    limits, dropped, taken = build.settings["limits"], build.dropped("place"), 0
    for name, count in people.most_common():
        words = name.replace("-", " ").split()
        if count < limits["place_population"] or taken == limits["place"] or name in dropped:
            continue
        ordinary = len(words) == 1 and count < 60_000 and common_word(build.morphology, name)
        if len(words) > 2 or ordinary or build.dropped("place_words") & set(words):
            continue
        row = pl_place_row(build, name, count)
        if row:
            taken += 1
            yield row


def pl_place_row(build: Build, name: str, count: int) -> Row | None:
    simple = name.isalpha()
    for number in ("Sing", "Plur"):
        genders = [
            gender
            for gender in ("Masc", "Fem", "Neut")
            if (found := build.morphology.inflect(
                name, "place", {"Case": "Nom", "Number": number, "Gender": gender}
            )).form == name and found.certainty >= (1.0 if simple else 0.9)
        ]  # fmt: skip
        if len(genders) != 1:
            continue
        forms = build.row(name, "place", genders[0])
        half = len(build.cases)
        forms = (*forms[:half], *[""] * half) if number == "Sing" else (*[""] * half, *forms[half:])
        if not all(forms[:half] if number == "Sing" else forms[half:]):
            return None
        derived = build.settings["derived"].get(name) or adjective(build.morphology, name)
        return Row(name, genders[0], rank(count), forms, name, derived)
    return None


def adjective(morphology: Morphology, name: str) -> str:
    """Return the adjective made from a settlement's name, as the dictionary knows it."""
    derivations = getattr(morphology, "derivations", lambda *_: ())
    return next(iter(derivations(name, "place")), "")


def adjective_lemma(morphology: Morphology, word: str) -> str:
    """Return the masculine of an adjective; nouns have none."""
    masculine = {"Case": "Gen", "Number": "Sing", "Gender": "Masc"}
    lemmas = (reading.lemma for reading in morphology.analyse(word, "common"))
    return next(
        (n for n in lemmas if morphology.inflect(n, "common", masculine).certainty >= 0.9), ""
    )


def pl_street(build: Build) -> Iterator[Row]:
    streets, half = build.settings["streets"], len(build.cases)
    for name in streets["adjectives"].split():
        forms = build.row(name, "place", "Fem")[:half]
        if all(forms):
            masculine = adjective_lemma(build.morphology, name.lower())
            yield Row(name, "Fem", 5, (*forms, *[""] * half), derived=masculine, label="adjective")
    for name in streets["genitives"].split():
        yield Row(name, "Fem", 5, (*[name] * half, *[""] * half), label="genitive")
    for name in streets["phrases"].replace("\n", "|").split("|"):
        if name:
            yield Row(name, "Fem", 5, (*[name] * half, *[""] * half), label="genitive")


def pl_org(build: Build) -> Iterator[Row]:
    orgs, half = build.settings["orgs"], len(build.cases)
    for beginning in orgs["beginnings"].split():
        for ending, others in orgs["endings"].items():
            forms = (beginning + ending, *(beginning + other for other in others))
            yield Row(forms[0], "Masc", 5, (*forms, *[""] * half))


# -- English -------------------------------------------------------------------------------------


def en_given(build: Build) -> Iterator[Row]:
    counts: dict[str, Counter[str]] = {"Masc": Counter(), "Fem": Counter()}
    for source in ("ssa_us", "ons_gb"):
        for file, gender in (("males", "Masc"), ("females", "Fem")):
            for name, count in build.counts(f"{source}_{file}.csv"):
                counts[gender][name.capitalize()] += int(count)
    for gender, other in (("Masc", "Fem"), ("Fem", "Masc")):
        good = (
            (name, count)
            for name, count in counts[gender].most_common()
            if count > 60 * counts[other][name]
            and name.isalpha()
            and name not in build.dropped("given")
        )
        for (name, count), _ in zip(good, range(build.settings["limits"]["given"]), strict=False):
            yield Row(name, gender, rank(count // 20), build.row(name, "given", gender))


def en_family(build: Build) -> Iterator[Row]:
    british = {name for name, count in build.counts("wikidata_gb_surnames.csv") if int(count) > 2}
    dropped, taken = build.dropped("family"), 0
    for name, count in build.counts("census_us_surnames.csv"):
        title = name.capitalize()
        title = title[:2] + title[2:].capitalize() if title.startswith("Mc") else title
        if title in british and title not in dropped and taken < build.settings["limits"]["family"]:
            taken += 1
            yield Row(title, "", rank(int(count) // 10), build.row(title, "family", ""), title)


def en_place(build: Build) -> Iterator[Row]:
    people: Counter[str] = Counter()
    for country in ("GB", "US"):
        for record in list(build.counts(f"geonames_cities500_{country}.tsv", "\t"))[1:]:
            people[record[0]] = max(people[record[0]], int(record[1] or 0))
    names = {row.lemma for row in (*en_given(build), *en_family(build))} | build.dropped("place")
    limits = build.settings["limits"]
    good = (
        (name, count)
        for name, count in people.most_common()
        if count < limits["place_most"] and name not in names
        and len(name.split()) <= 2 and name.replace(" ", "").isalpha()
        and not set(name.split()) & build.dropped("place")
    )  # fmt: skip
    for (name, count), _ in zip(good, range(limits["place"]), strict=False):
        yield Row(name, "", rank(count), (name, ""), name)


def en_street(build: Build) -> Iterator[Row]:
    for name in build.settings["streets"]["names"].split():
        yield Row(name, "", 5, (name, ""))


def en_org(build: Build) -> Iterator[Row]:
    for beginning in build.settings["orgs"]["beginnings"].split():
        for ending in build.settings["orgs"]["endings"].split():
            yield Row(beginning + ending, "", 5, (beginning + ending, ""))


# -- all -----------------------------------------------------------------------------------------

Maker = Callable[[Build], Iterable[Row]]
MAKERS: dict[str, dict[str, Maker]] = {
    "pl": {
        "given": pl_given, "family": pl_family, "place": pl_place, "street": pl_street,
        "org": pl_org,
    },
    "en": {
        "given": en_given, "family": en_family, "place": en_place, "street": en_street,
        "org": en_org,
    },
}  # fmt: skip
DECLINED = ("sl", "hr", "sk")
SUFFIXED = ("hu", "fi")
LANGUAGE_CASES = {"pl": CASES, "en": ("",), "hr": CASES, "sl": CASES[:6], "sk": CASES[:6]}


def rank(count: int) -> int:
    """Return a class of frequency from 1 to 9, from a count or a population."""
    return max(1, min(9, round(math.log2(max(count, 1)) / 2)))


def numbered(rows: list[Row], kind: str) -> Iterator[tuple[Row, str]]:
    """Yield each row with the name of its paradigm; the commonest has the lowest number."""
    sizes = Counter((row.gender, row.scripts) for row in rows)
    order = {key: n for n, (key, _) in enumerate(sizes.most_common(), start=1)}
    return ((row, f"{kind[0]}{order[row.gender, row.scripts]}") for row in rows)


def write(build: Build, kind: str, rows: list[Row], out: Path) -> None:
    lines = [
        f"# version: {build.settings['version']}",
        "# Made by tools/build_pool.py; not by hand.",
    ]
    lines += [f"# {credit}" for credit in build.settings["credit"]]
    lines.append("\t".join((*FIXED, *build.bundles)))
    seen: set[tuple[str, str]] = set()
    for row, paradigm in numbered(rows, kind):
        if (row.lemma, row.gender) in seen:
            continue
        seen.add((row.lemma, row.gender))
        tokens = len(row.lemma.split())
        group = "" if row.group == row.lemma else row.group
        fixed = (row.lemma, row.gender, paradigm, row.frequency, group, row.derived, tokens)
        lines.append("\t".join(map(str, (*fixed, *row.forms))))
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{kind}.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    print(kind, len(lines), "lines,", len({p for _, p in numbered(rows, kind)}), "paradigms")


def makers_of(lang: str) -> dict[str, Maker]:
    """Return the makers of a language; most go by tables of paradigms."""
    if lang in SUFFIXED:
        from pool_suffixed import MAKERS as SUFFIXED_MAKERS

        return SUFFIXED_MAKERS
    if lang in DECLINED:
        from pool_declined import MAKERS as DECLINED_MAKERS

        return DECLINED_MAKERS
    return MAKERS[lang]


def main(data: str, lang: str, out: str = "") -> None:
    pack = load_pack(lang)
    settings = tomllib.loads((HERE / "pools" / f"{lang}.toml").read_text("utf-8"))
    build = Build(
        Path(data), lang, settings, load_morphology(pack), LANGUAGE_CASES.get(lang, ("",))
    )
    for kind, maker in makers_of(lang).items():
        write(build, kind, list(maker(build)), Path(out) if out else pack.root / "pool")


if __name__ == "__main__":
    main(*sys.argv[1:])

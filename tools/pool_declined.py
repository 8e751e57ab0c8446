"""Pools of languages whose names go by tables of paradigms; a part of tools/build_pool.py.

Where the names come from, and which of them were dropped or added by eye, says
``tools/pools/<lang>.toml``.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections import Counter
from collections.abc import Iterator

from pool_rows import GENDERS, Build, Row, rank


def counted(build: Build, source: str) -> Counter[str]:
    """Return the names of one source with their counts; from a file in another encoding too."""
    name, _, encoding = source.partition(":")
    path = build.data / "lexicon" / build.lang / f"{name}.csv.xz"
    found: Counter[str] = Counter()
    with lzma.open(path, "rt", encoding=encoding or "utf-8") as lines:
        for record in csv.reader(lines):
            if len(record) > 1 and record[1].strip().isdigit():
                found[record[0].strip()] += int(record[1])
    return found


def gathered(
    build: Build, kind: str, gender: str = "", *, dropped: bool = False
) -> list[tuple[str, int]]:
    """Return the names of a kind, those added by eye among them, the commonest first.

    Args:
        build: The language.
        kind: ``given`` or ``family``.
        gender: Of given names.
        dropped: Whether names that are never drawn are among them.
    """
    settings, key = build.settings, f"{kind}_{gender}" if gender else kind
    counts: Counter[str] = Counter()
    for source, factor in settings["sources"].get(key, {}).items():
        for name, count in counted(build, source).items():
            counts[name] += round(count * factor)
    for name in settings["extra"].get(key, "").split():
        counts[name] = max(counts[name], settings["limits"]["extra"])
    good, drop = re.compile(settings["letters"]), () if dropped else build.dropped(kind)
    least = settings["limits"].get(f"{kind}_least", 0)
    return [
        (name, count)
        for name, count in counts.most_common()
        if good.fullmatch(name) and name not in drop and count >= least
    ]


def given(build: Build) -> Iterator[Row]:
    counts = {gender: dict(gathered(build, "given", gender)) for gender in GENDERS}
    added = {g: set(build.settings["extra"].get(f"given_{g}", "").split()) for g in GENDERS}
    half = len(build.cases)
    for gender, other in (("Masc", "Fem"), ("Fem", "Masc")):
        taken = 0
        for name, count in counts[gender].items():
            both = counts[other].get(name, 0) * 10 >= count or name in added[other]
            forms = build.row(name, "given", gender)
            if (both and name not in added[gender]) or not all(forms[:half]):
                continue
            if taken < build.settings["limits"]["given"]:
                taken += 1
                yield Row(name, gender, rank(count), forms)


def family(build: Build) -> Iterator[Row]:
    names = {row.lemma for row in given(build)}
    half, taken, women = len(build.cases), 0, set[str]()
    kept = set(build.settings["extra"].get("family", "").split())
    for name, count in gathered(build, "family"):
        masculine = build.row(name, "family", "Masc")
        woman = build.morphology.inflect(name, "family", {"Gender": "Fem", "Number": "Sing"})
        feminine = build.row(woman.form, "family", "Fem")
        whole = all(masculine) and all(feminine[:half])
        if not whole or woman.form in women or (name in names and name not in kept):
            continue
        women.add(woman.form)
        yield Row(name, "Masc", rank(count), masculine, name)
        yield Row(woman.form, "Fem", rank(count), feminine, name)
        taken += 1
        if taken == build.settings["limits"]["family"]:
            return


def place(build: Build) -> Iterator[Row]:
    settings = build.settings
    people: Counter[str] = Counter()
    country = build.settings["country"]
    for record in list(build.counts(f"geonames_cities500_{country}.tsv", "\t"))[1:]:
        name = settings["spelling"].get(record[0], record[0])
        people[name] = max(people[name], int(record[1] or 0))
    drop = build.dropped("place") | set(settings["drop"].get("places", "").split(";"))
    ugly, taken = re.compile(settings["drop"].get("place_pattern", "(?!)")), 0
    for name, count in people.most_common():
        words = re.split("[ -]", name)
        spelt = all(re.fullmatch(settings["letters"], word.capitalize()) for word in words)
        if name in drop or ugly.search(name) or not spelt:
            continue
        if len(name.split()) > 2 or taken == settings["limits"]["place"]:
            continue
        if row := place_row(build, name, count):
            taken += 1
            yield row


def place_row(build: Build, name: str, count: int) -> Row | None:
    half = len(build.cases)
    if corrected := build.settings.get("corrected", {}).get(name):
        gender, number, *own = corrected.split()
        row = (*own, *[""] * half) if number == "Sing" else (*[""] * half, *own)
        return Row(name, gender, rank(count), row, name, build.settings["derived"].get(name, ""))
    for number in ("Sing", "Plur"):
        for gender in ("Masc", "Fem", "Neut"):
            wanted = {"Case": "Nom", "Number": number}
            found = build.morphology.inflect(name, "place", wanted)
            same = build.morphology.inflect(name, "place", {**wanted, "Gender": gender})
            reading = found.form == name == same.form and min(found.certainty, same.certainty)
            if not reading or reading < 0.9:
                continue
            if not own_gender(build, name, gender):
                continue
            forms = build.row(name, "place", gender)
            empty = ("",) * half
            forms = (*forms[:half], *empty) if number == "Sing" else (*empty, *forms[half:])
            if all(forms[:half] if number == "Sing" else forms[half:]):
                derived = build.settings["derived"].get(name, "")
                return Row(name, gender, rank(count), forms, name, derived)
    return None


def own_gender(build: Build, name: str, gender: str) -> bool:
    """Tell whether the table read without a gender is that of this one."""
    bare = [build.morphology.inflect(name, "place", {"Case": c}).form for c in build.cases]
    own = [
        build.morphology.inflect(name, "place", {"Case": c, "Gender": gender}).form
        for c in build.cases
    ]
    return bare == own


def street(build: Build) -> Iterator[Row]:
    streets, half = build.settings["streets"], len(build.cases)
    gender, empty = streets["gender"], ("",) * half
    for masculine in streets["adjectives"].split():
        features = {"Number": "Sing", "Gender": gender}
        forms = [
            build.morphology.inflect(masculine, "common", {**features, "Case": case})
            for case in build.cases
        ]
        if all(found.certainty >= 0.9 for found in forms):
            words = [found.form[:1].upper() + found.form[1:] for found in forms]
            yield Row(words[0], gender, 5, (*words, *empty), derived=masculine, label="adjective")
    phrases = [p.strip() for p in streets["phrases"].split(";") if p.strip()]
    for name in (*streets["genitives"].split(), *phrases):
        yield Row(name, gender, 5, (*[name] * half, *empty), label="genitive")


MAKERS = {"given": given, "family": family, "place": place, "street": street}

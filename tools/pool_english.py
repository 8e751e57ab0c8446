"""The pool of English; a part of tools/build_pool.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pool_rows import Build, Row, rank


def given(build: Build) -> Iterator[Row]:
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


def family(build: Build) -> Iterator[Row]:
    british = {name for name, count in build.counts("wikidata_gb_surnames.csv") if int(count) > 2}
    dropped, taken = build.dropped("family"), 0
    for name, count in build.counts("census_us_surnames.csv"):
        title = name.capitalize()
        title = title[:2] + title[2:].capitalize() if title.startswith("Mc") else title
        if title in british and title not in dropped and taken < build.settings["limits"]["family"]:
            taken += 1
            yield Row(title, "", rank(int(count) // 10), build.row(title, "family", ""), title)


def place(build: Build) -> Iterator[Row]:
    people: Counter[str] = Counter()
    for country in ("GB", "US"):
        for record in list(build.counts(f"geonames_cities500_{country}.tsv", "\t"))[1:]:
            people[record[0]] = max(people[record[0]], int(record[1] or 0))
    names = {row.lemma for row in (*given(build), *family(build))} | build.dropped("place")
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


def street(build: Build) -> Iterator[Row]:
    for name in build.settings["streets"]["names"].split():
        yield Row(name, "", 5, (name, ""))


MAKERS = {"given": given, "family": family, "place": place, "street": street}

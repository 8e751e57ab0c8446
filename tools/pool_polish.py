"""The pool of Polish; a part of tools/build_pool.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pool_rows import Build, Row, adjective, adjective_lemma, common_word, known, rank


def given(build: Build) -> Iterator[Row]:
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


def family(build: Build) -> Iterator[Row]:
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


def place(build: Build) -> Iterator[Row]:
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
        row = place_row(build, name, count)
        if row:
            taken += 1
            yield row


def place_row(build: Build, name: str, count: int) -> Row | None:
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


def street(build: Build) -> Iterator[Row]:
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


MAKERS = {"given": given, "family": family, "place": place, "street": street}

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tests.each import each
from tests.replace.naming import Done, cases, is_from_abroad, pseudonymized
from tests.replace.test_world import replaced

from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.model.features import FeatureBundle
from allonym.text.capitals import dictionary_case
from allonym.text.markup import MarkedMention

CASES = {"nom": "Nom", "gen": "Gen", "dat": "Dat", "acc": "Acc", "inst": "Ins", "loc": "Loc",
         "voc": "Voc"}  # fmt: skip
NUMBERS = {"sg": "Sing", "pl": "Plur"}
GENDERS = {"m1": "Masc", "m2": "Masc", "m3": "Masc", "f": "Fem", "n": "Neut"}
NAMES = {"imię", "nazwisko", "nazwa_geograficzna", "człon_nazwy_geograficznej"}


@cache
def dictionary() -> Any:
    return pytest.importorskip("morfeusz2").Morfeusz()


def readings(word: str) -> list[dict[str, set[str]]]:
    found = []
    for start, end, (_, _, tag, labels, _) in dictionary().analyse(word):
        pos, *fields = tag.split(":")
        if (start, end) == (0, 1) and len(fields) >= 3 and (NAMES & set(labels) or pos == "adj"):
            number, case, gender = (set(f.split(".")) for f in fields[:3])
            found.append({
                "Number": {NUMBERS[n] for n in number},
                "Case": {CASES[c] for c in case},
                "Gender": {GENDERS[g] for g in gender if g in GENDERS},
            })  # fmt: skip
    return found


def agrees(word: str, gold: FeatureBundle) -> bool:
    return any(
        all(gold[name] in values for name, values in reading.items() if name in gold)
        for reading in readings(dictionary_case(word))
    )


def wrong_words(done: Done, mark: MarkedMention) -> list[str]:
    gold = dict(mark.features)
    if mark.type.startswith("place"):
        gold.pop("Number", None)
    words = re.findall(r"\w{2,}", done.of(mark).text)
    if is_from_abroad(done.of(mark), "pl"):
        return []
    return [word for word in words if not agrees(word, gold)]


@each(
    "case",
    [
        pytest.param(
            case,
            id=case["why"],
            marks=[pytest.mark.xfail(reason=case["xfail"])] if "xfail" in case else [],
        )
        for case in cases("pl")
    ],
    by=lambda case: "pl",
)
def test_pseudonym_agrees_in_case_number_and_gender(case: dict[str, str]) -> None:
    done = pseudonymized(case["text"])
    for mark in done.marks:
        assert not wrong_words(done, mark)
        original = done.text[mark.span.start : mark.span.end]
        assert done.of(mark).text.casefold() != original.casefold()
        assert original.isupper() == done.of(mark).text.isupper()


@each("case", cases("en"), by=lambda case: "en")
def test_english_names_are_all_replaced(case: dict[str, str]) -> None:
    done = pseudonymized(case["text"], "en")
    for mark in done.marks:
        original = done.text[mark.span.start : mark.span.end]
        assert not set(re.findall(r"\w{2,}", original)) & set(
            re.findall(r"\w{2,}", done.of(mark).text)
        )
        assert original.isupper() == done.of(mark).text.isupper()


def test_specification_sentence() -> None:
    done = pseudonymized(
        "Nazywam się [[person|Jan Kowalski]] i mieszkam we [[place.settlement|Wrocławiu]]."
    )
    name, town = (done.of(mark).text for mark in done.marks)
    assert all(agrees(w, {"Case": "Nom", "Gender": "Masc"}) for w in name.split())
    assert agrees(town, {"Case": "Loc"})
    preposition = "we" if re.match("(?i)[wf][^aeiouyąęó]", town) else "w"
    assert f" {preposition} {town}." in done.result


def test_one_person_keeps_one_name_in_every_case() -> None:
    done = pseudonymized(
        "[[person|Jan Kowalski]] wyszedł. Nie było [[person|Jana Kowalskiego]]. "
        "Wierzono [[person|Janowi Kowalskiemu]]. Szli z [[person|Janem Kowalskim]]. "
        "Mówiono o [[person|Janie Kowalskim]]."
    )
    (surrogate,) = done.plan.surrogates.values()
    assert done.of(done.marks[0]).text == surrogate.text
    stems = {done.of(mark).text[:3] for mark in done.marks}
    assert stems == {surrogate.text[:3]}
    assert surrogate.gender == "Masc"


def test_husband_and_wife_share_the_new_surname() -> None:
    done = pseudonymized("[[person#1|Jan Kowalski]] i [[person#2|Anna Kowalska]] przyszli.")
    husband, wife = (done.of(mark).text.split()[1] for mark in done.marks)
    assert husband[:-1] == wife[:-1]
    assert husband.endswith("i")
    assert wife.endswith("a")


def test_two_people_never_share_a_name() -> None:
    people = ["Jan Nowak", "Adam Wójcik", "Piotr Mazur", "Karol Zając", "Marek Krawczyk",
              "Jan Kaczmarek", "Adam Dudek", "Piotr Sikora"]  # fmt: skip
    done = pseudonymized(", ".join(f"[[person#{n}|{p}]]" for n, p in enumerate(people)) + ".")
    texts = [done.of(mark).text for mark in done.marks]
    assert len({t.split()[0] for t in texts}) == len(people)
    assert len({t.split()[1] for t in texts}) == len(people)


def test_no_name_of_the_document_is_drawn() -> None:
    marked = "[[person#1|Jan Kowalski]] i [[person#2|Anna Nowak]]."
    first = pseudonymized(marked)
    taken = " ".join(first.of(mark).text for mark in first.marks)
    again = pseudonymized(f"{marked} {taken}")
    assert not set(taken.split()) & {w for m in again.marks for w in again.of(m).text.split()}


def test_same_secret_same_name_other_secret_other_name() -> None:
    marked = "[[person|Jan Kowalski]] i [[person#2|Anna Nowak]] z [[place.settlement|Łodzi]]."
    results = {pseudonymized(marked, secret=bytes([n]) * 16).result for n in range(8)}
    assert len(results) == 8
    assert pseudonymized(marked).result == pseudonymized(marked).result


def test_initials_follow_the_name() -> None:
    done = pseudonymized("[[person#1|Jan Kowalski]] wyszedł, [[person#1|J. Kowalskiego]] nie ma.")
    full, short = (done.of(mark).text for mark in done.marks)
    assert short.split()[0] == f"{full[0]}."
    assert full[0] != "J"


def test_adjective_of_a_town_takes_the_adjective_of_the_other() -> None:
    done = pseudonymized(
        "Sąd we [[place.settlement|Wrocławiu]], w okręgu [[place.settlement|wrocławskim]]."
    )
    town, adjective = (done.of(mark).text for mark in done.marks)
    assert adjective.islower()
    assert adjective.endswith(("skim", "ckim", "dzkim"))
    assert "wrocław" not in done.result.casefold()
    assert town[:2].casefold() == adjective[:2]


@each(
    ("address", "pattern"),
    [
        ("ul. Długa 5/7", r"ul\. \w+[aey] \d/\d"),
        ("ul. Mickiewicza 12 m. 3", r"ul\. \w+ \d\d m\. \d"),
        ("al. Jana Pawła II 15", r"al\. .+ \d\d"),
        ("ul. Lipowa 120, 00-950 Warszawa", r"ul\. \w+a \d{3}, \d\d-\d{3} \w+"),
    ],
)
def test_address_keeps_its_shape(address: str, pattern: str) -> None:
    done = pseudonymized(f"Mieszka przy [[address|{address}]].")
    (mark,) = done.marks
    text = done.of(mark).text
    assert re.fullmatch(pattern, text)
    kept = {"ul", "al", "m"}
    assert not (set(re.findall(r"\w+", address)) & set(re.findall(r"\w+", text))) - kept


def test_address_keeps_the_words_of_floors() -> None:
    done = pseudonymized("Mieszka: [[address|ul. Długa 5/7, klatka B, III piętro]].")
    (mark,) = done.marks
    pattern = r"ul\. [\w .-]+ \d/\d, klatka \w, III piętro"
    assert re.fullmatch(pattern, done.of(mark).text)


@each(
    ("name", "kept"),
    [
        ("Polmax Sp. z o.o.", "Sp. z o.o."),
        ("Zakłady Mięsne Sokołów S.A.", "S.A."),
        ("Szpital Miejski w Gdyni", "Szpital Miejski w"),
        ("Fundacja Jaśmin", "Fundacja "),
    ],
)
def test_organisation_keeps_kind_and_legal_form(name: str, kept: str) -> None:
    done = pseudonymized(f"Pracuje: [[org|{name}]].")
    text = done.of(done.marks[0]).text
    assert kept in text
    gone = set(re.findall(r"\w{4,}", name)) - {
        "Szpital",
        "Miejski",
        "Fundacja",
        "Zakłady",
        "Mięsne",
    }
    assert not gone & set(re.findall(r"\w{4,}", text))


def test_acronym_becomes_another_acronym() -> None:
    done = pseudonymized("Złożył wniosek do [[org|PKBT]].")
    text = done.of(done.marks[0]).text
    assert re.fullmatch("[A-Z]{4}", text)
    assert text != "PKBT"


def test_possessive_and_plural_stay_in_english() -> None:
    done = pseudonymized("We met the [[person|Smiths]] at [[person#2|Mary Jones]]'s house.", "en")
    assert done.of(done.marks[0]).text.endswith("s")
    assert f"{done.of(done.marks[1]).text}'s house" in done.result


def test_replacements_hold_no_text_in_their_repr() -> None:
    done = pseudonymized("[[person|Jan Kowalski]] wyszedł.")
    shown = repr(done.plan) + repr(done.plan.surrogates) + repr(list(done.plan.surrogates.values()))
    assert not any(word in shown for word in done.of(done.marks[0]).text.split())


@each(
    ("kind", "original"),
    [
        ("person", "jan kowalski"),
        ("place.settlement", "zielonej górze"),
        ("place.settlement", "łodzi"),
        ("address", "ul. długa 5"),
        ("org", "polmax sp. z o.o."),
        ("org", "allegro"),
    ],
)
def test_small_letters_hide_nothing(kind: str, original: str) -> None:
    done = pseudonymized(f"pisali o [[{kind}|{original}]] wczoraj")
    text = done.of(done.marks[0]).text
    assert text.islower()
    assert not set(re.findall(r"\w{4,}", original)) & set(re.findall(r"\w{4,}", text))


@each(
    ("language", "text", "gender", "number"),
    [
        ("sl", "[[place|LJUBLJANA]] je mesto.", "Fem", "Sing"),
        ("sl", "[[place|Brežice]] so mesto.", "Fem", "Plur"),
        ("bg", "Живее в красивата [[place|София]].", "Fem", "Sing"),
        ("bg", "Живее в [[place|Пловдив]].", "Masc", "Sing"),
    ],
)
def test_a_town_is_given_one_of_its_gender_and_number(
    language: str, text: str, gender: str, number: str
) -> None:
    done = pseudonymized(text, language)
    (surrogate,) = done.plan.surrogates.values()
    (entry,) = load_pool(load_pack(language), "place").by_lemma[surrogate.text]
    assert (entry.gender, entry.number) == (gender, number)


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("fi", "Rakennus-Saneeraus Koivisto Oy", "Koivisto Oy"),
        ("pl", "Zakład Stolarski Borowy sp. z o.o.", "Borowy sp. z o.o."),
    ],
)
def test_a_firm_is_called_by_its_owner_as_the_longer_name_tells(
    language: str, long: str, short: str
) -> None:
    marked = f"[[org.company#1|{long}]] – [[org.company#1|{short}]]"
    whole, owner = replaced(marked, language, bytes(16))
    assert whole.endswith(owner)
    assert owner != short

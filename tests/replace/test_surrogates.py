from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from tests.each import each
from tests.replace.naming import morphology

from allonym.languages.pack import load_pack
from allonym.languages.pool import Pool, load_pool
from allonym.model.draw import Draw
from allonym.model.mention import Analysis
from allonym.replace.candidates import Candidate, Wanted, words_of
from allonym.replace.chosen import Outside
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser

KINDS = ("given", "family", "place", "street", "org")


def pools(language: str = "pl") -> dict[str, Pool]:
    return {kind: load_pool(load_pack(language), kind) for kind in KINDS}


def outside(language: str = "pl") -> Outside:
    return Outside(NameRules(load_pack(language)), morphology(language))


def chooser(text: str = "", secret: bytes = b"k" * 16) -> Chooser:
    return Chooser(pools(), morphology("pl"), Draw(secret, "s"), words_of(text), outside())


def family(name: str, key: str = "") -> Wanted:
    return Wanted("family", key or name, name, "Masc")


@each("language", ["pl", "en", "sl", "hr", "sk", "hu", "fi"])
def test_pool_is_large_enough(language: str) -> None:
    found = pools(language)
    for gender in ("Masc", "Fem"):
        assert sum(e.gender == gender for e in found["given"].entries) >= 300
    assert len({e.group for e in found["family"].entries}) >= 1000
    assert len(found["place"].entries) >= 300
    assert all(found[kind].entries and found[kind].version for kind in KINDS)
    size = sum(p.stat().st_size for p in load_pack(language).where("pool").iterdir())
    assert size < 2_000_000


@pytest.mark.parametrize("kind", ["given", "family", "place"])
def test_polish_pool_has_every_form(kind: str) -> None:
    for entry in load_pool(load_pack("pl"), kind).entries:
        cases = {b["Case"] for b, _ in entry.forms() if b["Number"] == entry.number}
        assert len(cases) == 7
        assert next(form for _, form in entry.forms()) == entry.lemma


@each("language", ["pl", "sl", "hr", "sk"])
def test_every_surname_has_both_genders(language: str) -> None:
    groups: dict[str, set[str]] = {}
    for entry in load_pool(load_pack(language), "family").entries:
        groups.setdefault(entry.group, set()).add(entry.gender)
    assert all(genders == {"Masc", "Fem"} for genders in groups.values())


def test_choose_is_the_same_for_the_same_key() -> None:
    first, second = chooser(), chooser()
    assert first.choose(family("Nowak")).group == second.choose(family("Nowak")).group
    assert first.choose(family("Nowak")) is first.choose(family("Nowak"))


def test_choose_prefers_the_same_paradigm() -> None:
    for name in ("Nowak", "Kowalski", "Zaręba", "Wieczorek"):
        found = chooser().choose(family(name))
        by_lemma = load_pool(load_pack("pl"), "family").by_lemma
        assert found.entries[0].paradigm == by_lemma[name][0].paradigm


def test_choose_passes_over_names_of_the_document() -> None:
    usual = chooser().choose(family("Nowak"))
    genitive = usual.entries[0].form({"Case": "Gen", "Number": "Sing"})
    other = chooser(f"Nie było {genitive}.").choose(family("Nowak"))
    assert other.group != usual.group


def test_a_clash_takes_the_next_and_disturbs_nobody_else() -> None:
    alone = {n: chooser().choose(family(n)).group for n in ("Nowak", "Mazur", "Zięba")}
    together = chooser()
    same = [together.choose(family(name)).group for name in alone]
    assert len(set(same)) == len(same)
    many = chooser()
    groups = [many.choose(family("Nowak", f"key {n}")).group for n in range(300)]
    assert len(set(groups)) == 300


def test_names_asked_for_are_tried_until_enough_agree() -> None:
    tried: list[str] = []
    towns = tuple(c.lemma for c in pools()["place"].entries[:60] if c.tokens == 1)
    dative = (Analysis("Sopot", {"Case": "Dat", "Number": "Sing", "Gender": "Masc"}),)

    def accept(candidate: Candidate) -> bool:
        tried.append(candidate.group)
        return True

    wanted = Wanted("place", "k", "Xyz", readings=(dative,), accept=accept, among=(towns,))
    first = next(chooser().ranked(wanted))
    assert first.group == tried[0]
    assert len(tried) < 10


def test_no_far_town_is_sought_for_being_undeclined() -> None:
    """A mention in one of two cases that no Polish town has one form for: the nearest stands."""
    genitive, nominative = (Analysis("Xyz", {"Case": case}) for case in ("Gen", "Nom"))
    rings = ("Piła", "Chełm"), ("Gniezno",), ("Kielno", "Oslo")
    wanted = Wanted("place", "k", "Xyz", readings=((genitive, nominative),), among=rings)
    found = chooser().choose(wanted)
    assert found is not None
    assert found.entries[0].lemma in rings[0]


@pytest.mark.slow
def test_pools_that_run_out_still_answer() -> None:
    many = chooser()
    wanted = (Wanted("given", f"key {n}", "Jan", "Masc") for n in range(400))
    assert all(many.choose(w) is not None for w in wanted)


def test_no_double_name_stands_for_one_of_two() -> None:
    swedish = Chooser(
        pools("sv"), morphology("sv"), Draw(b"k" * 16, "s"), frozenset(), outside("sv")
    )
    ranked = swedish.ranked(Wanted("family", "Berg", "Berg", "Masc"))
    assert not [c.group for c in ranked if "-" in c.group]


def test_no_name_holds_one_that_is_borne_beside_it() -> None:
    # in an address the other half would be found again: nowakowska@ says Nowak
    beside = replace(family("Kowalski"), beside=("Nowak", "Mazur"))
    ranked = {c.group for c in chooser().ranked(beside)}
    assert not [g for g in ranked if "nowak" in g.casefold() or "mazur" in g.casefold()]
    assert [g for g in (c.group for c in chooser().ranked(family("Kowalski"))) if "Nowak" in g]


def test_an_empty_pool_gives_nothing() -> None:
    empty = {kind: Pool(kind, "none", ()) for kind in KINDS}
    bare = Chooser(empty, morphology("pl"), Draw(b"k" * 16), frozenset(), outside())
    assert bare.choose(family("Nowak")) is None


@each("language", ["pl", "en", "ro", "sv", "bg", "sl", "hr", "sk", "hu", "fi"])
def test_fifty_draws_stay_what_they_are(language: str) -> None:
    pinned = tomllib.loads((Path(__file__).parent / "draws.toml").read_text("utf-8"))[language]
    assert load_pool(load_pack(language), "family").version == pinned.pop("version")
    drawing = Chooser(
        pools(language), morphology(language), Draw(b"k" * 16, "s"), frozenset(), outside(language)
    )
    for label, draws in pinned.items():
        kind, gender = label.split("_")
        for name, expected in draws.items():
            wanted = Wanted(kind, name, name, gender, tokens=len(name.split()))
            assert drawing.choose(wanted).entries[0].lemma == expected

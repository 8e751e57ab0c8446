"""Languages that go by rules: each word of a pseudonym is the form the gold features ask for."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.replace.naming import (
    Done,
    declined_only,
    each_case,
    is_from_abroad,
    morphology,
    pseudonymized,
)

from allonym.languages.pack import load_pack, rows
from allonym.languages.pool import Pool, load_pool
from allonym.model.features import FeatureBundle, compatible
from allonym.morphology.load import load_morphology
from allonym.replace.people.patronymics import Patronymics
from allonym.replace.rules import NameRules
from allonym.text.markup import MarkedMention

LANGUAGES = ("ro", "sv", "bg")
LAST_WORD = ("sv",)
KINDS = {"person": ("given", "family"), "place": ("place",)}


@cache
def forms(pool: Pool, features: frozenset[tuple[str, str]]) -> set[str]:
    """Return the forms that the names of a pool have under these features."""
    gold = dict(features)
    wanted = {name: gold[name] for name in ("Case", "Definite", "Number") if name in gold}
    gender = gold.get("Gender", "") if pool.kind != "place" else ""
    return {
        form.casefold()
        for entry in pool.entries
        if not gender or entry.gender in ("", gender) or gold.get("Number") == "Plur"
        for bundle, form in entry.forms()
        if compatible(wanted, bundle)
    }


def adjectives(language: str, gold: FeatureBundle) -> set[str]:
    """Return the adjectives made from the places of a pool, as these features have them."""
    wanted = {name: value for name, value in gold.items() if name != "Degree"}
    made = (e.derived for e in load_pool(load_pack(language), "place").entries if e.derived)
    return {morphology(language).inflect(word, "common", wanted).form for word in made}


@cache
def patronymics(language: str, gender: str) -> frozenset[str]:
    """Return what daughters or sons of the men of a pool are called after them."""
    pack = load_pack(language)
    made = Patronymics(NameRules(pack))
    men = (e.lemma for e in load_pool(pack, "given").entries if e.gender == "Masc")
    found = filter(None, (made.of(man, "", load_morphology(pack)) for man in men))
    entries = (entry for candidate in found for entry in candidate.entries)
    return frozenset(e.lemma.casefold() for e in entries if gender in ("", e.gender))


@cache
def pets(language: str) -> frozenset[str]:
    """Return the pet names that are drawn though the pool of forms does not have them."""
    path = load_pack(language).path("pets.tsv")
    listed = {name for _, names in rows(path) for name in names.split()} if path else set()
    return frozenset(listed - load_pool(load_pack(language), "given").by_lemma.keys())


def wrong_words(language: str, done: Done, mark: MarkedMention) -> list[str]:
    made = done.of(mark)
    if made.lemma in declined_only(language) | pets(language) or is_from_abroad(made, language):
        return []
    gold = dict(mark.features)
    text = done.of(mark).text
    if "Degree" in gold:
        return [] if text.casefold() in adjectives(language, gold) else [text]
    kinds = KINDS[mark.type.partition(".")[0]]
    pools = [load_pool(load_pack(language), kind) for kind in kinds]
    words = [text] if kinds == ("place",) else re.findall(r"[^\W\d_]{2,}", text)
    bare = gold | {"Case": "Nom"} if "Case" in gold else gold
    return [
        word
        for number, word in enumerate(words, start=1)
        for features in [bare if language in LAST_WORD and number < len(words) else gold]
        if not any(word.casefold() in forms(pool, frozenset(features.items())) for pool in pools)
        if number == 1 or word.casefold() not in patronymics(language, gold.get("Gender", ""))
    ]


@pytest.mark.slow
@each_case(LANGUAGES)
def test_pseudonym_has_the_form_of_the_original(language: str, case: dict[str, str]) -> None:
    done = pseudonymized(case["text"], language)
    for mark in done.marks:
        original = done.text[mark.span.start : mark.span.end]
        if mark.type.partition(".")[0] in KINDS:
            assert not wrong_words(language, done, mark), done.of(mark).text
        assert done.of(mark).text.casefold() != original.casefold()
        assert original.isupper() == done.of(mark).text.isupper()
        assert original.islower() == done.of(mark).text.islower()
    assert case.get("result", done.result) == done.result


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_name_has_a_pool(language: str) -> None:
    pack = load_pack(language)
    assert all(load_pool(pack, kind).entries for kind in ("family", "place", "street", "org"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pool_is_large_enough(language: str) -> None:
    pack = load_pack(language)
    given = load_pool(pack, "given").entries
    assert min(sum(e.gender == g for e in given) for g in ("Masc", "Fem")) >= 300
    assert len({e.group for e in load_pool(pack, "family").entries}) >= 1000
    assert len(load_pool(pack, "place").entries) >= 300

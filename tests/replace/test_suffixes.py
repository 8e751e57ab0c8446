"""Hungarian and Finnish: the last word of a name is the form that the gold features ask for."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.each import each
from tests.replace.naming import (
    CASES,
    Done,
    declined_only,
    each_case,
    is_pet_form,
    morphology,
    pseudonymized,
)

from allonym.languages.pack import load_pack
from allonym.languages.pool import Pool, load_pool
from allonym.model.features import compatible
from allonym.text.markup import MarkedMention

LANGUAGES = tuple(c for c in ("fi", "hu") if (CASES / c / "inflection.toml").exists())
KINDS = {"person": ("given", "family"), "place": ("place",)}
WORD = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*")


@cache
def forms(pool: Pool, gold: frozenset[tuple[str, str]]) -> set[str]:
    """Return the forms that the names of a pool have under these features."""
    wanted = {"Number": "Sing"} | {k: v for k, v in gold if k != "Gender"}
    return {
        form.casefold()
        for entry in pool.entries
        for bundle, form in entry.forms()
        if compatible(wanted, bundle)
        and bundle.get("Derivation", "") == wanted.get("Derivation", "")
    }


def wrong_words(language: str, done: Done, mark: MarkedMention) -> list[str]:
    if done.of(mark).lemma in declined_only(language):
        return []
    words = re.findall(r"[^\W\d_]{2,}", done.of(mark).text)
    kinds = KINDS[mark.type.partition(".")[0]]
    pools = [load_pool(load_pack(language), kind) for kind in kinds]
    base = {"Case": "Nom"}
    return [
        word
        for number, word in enumerate(words, start=1)
        for gold in [mark.features if number == len(words) else base]
        if not any(word.casefold() in forms(pool, frozenset(gold.items())) for pool in pools)
        and not is_pet_form(word, done.of(mark), gold, language)
    ]


@pytest.mark.slow
@each_case(LANGUAGES)
def test_pseudonym_has_the_gold_form(language: str, case: dict[str, str]) -> None:
    done = pseudonymized(case["text"], language)
    for mark in done.marks:
        original = done.text[mark.span.start : mark.span.end]
        text = done.of(mark).text
        assert not wrong_words(language, done, mark)
        assert len(WORD.findall(text)) == len(WORD.findall(original))
        assert not set(WORD.findall(text.casefold())) & set(WORD.findall(original.casefold()))
        assert original.isupper() == text.isupper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_the_pool_are_read_as_they_stand(language: str) -> None:
    for kind in ("given", "family", "place"):
        entries = load_pool(load_pack(language), kind).entries
        read = [morphology(language).analyse(entry.lemma, kind)[0].lemma for entry in entries]
        kept = sum(lemma == entry.lemma for lemma, entry in zip(read, entries, strict=True))
        assert kept >= 0.99 * len(entries)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_every_form_of_the_pool_leads_back(language: str) -> None:
    for kind in ("given", "family", "place"):
        for entry in load_pool(load_pack(language), kind).entries[::40]:
            for _, form in entry.forms():
                lemmas = {a.lemma for a in morphology(language).analyse(form, kind)}
                assert entry.lemma in lemmas


@each(
    ("language", "text", "letters"),
    [
        ("hu", "Az [[org#1|OTP]]-vel", "BCDEGPTVI"),
        ("hu", "Az [[org#1|MTA]]-val", "AHKOU"),
        ("fi", "Kysy [[org#1|SDP]]:ltä", "BCDEGPTV"),
        ("fi", "Kysy [[org#1|SAK]]:lta", "HKO"),
    ],
)
def test_suffix_fits_the_last_letter_of_an_acronym(language: str, text: str, letters: str) -> None:
    for number in range(20):
        done = pseudonymized(text, language, b"a secret of sixteen bytes %d" % number)
        assert done.of(done.marks[0]).text[-1] in letters

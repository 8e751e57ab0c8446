"""English: each name is one of the pool, of its gender and number; what hangs on it stays."""

from __future__ import annotations

import re

from tests.replace.naming import (
    Done,
    declined_only,
    each_case,
    is_from_abroad,
    is_pet_form,
    pseudonymized,
)

from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.morphology.load import load_morphology
from allonym.text.markup import MarkedMention

CLITIC = re.compile("['’]s?$")
WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]{2,})?")


def allowed(mark: MarkedMention) -> set[str]:
    """Return the words of the pool that may stand for a mention, in small letters."""
    pack = load_pack("en")
    if mark.type.startswith("place"):
        names = {e.lemma for e in load_pool(pack, "place").entries} | declined_only("en")
        return {w.casefold() for name in names for w in WORD.findall(name)}
    families = [e.lemma for e in load_pool(pack, "family").entries]
    if mark.features.get("Number") == "Plur":
        plural = {"Number": "Plur"}
        read = load_morphology(pack)
        return {read.inflect(name, "family", plural).form.casefold() for name in families}
    gender = mark.features.get("Gender", "")
    given = load_pool(pack, "given").entries
    fitting = [e.lemma for e in given if not gender or e.gender in ("", gender)]
    return {name.casefold() for name in families + fitting}


def wrong_words(done: Done, mark: MarkedMention) -> list[str]:
    if is_from_abroad(done.of(mark), "en"):
        return []
    words = WORD.findall(CLITIC.sub("", done.of(mark).text))
    found = [w for w in words if w.casefold() not in allowed(mark)]
    return [w for w in found if not is_pet_form(w, done.of(mark), {"Number": "Sing"}, "en")]


@each_case(("en",))
def test_pseudonym_reads_like_the_original(language: str, case: dict[str, str]) -> None:
    done = pseudonymized(case["text"], language)
    for mark in done.marks:
        original = done.text[mark.span.start : mark.span.end]
        text = done.of(mark).text
        assert not wrong_words(done, mark), text
        assert bool(CLITIC.search(original)) == bool(CLITIC.search(text))
        assert original.isupper() == text.isupper()
        assert original.islower() == text.islower()
        assert not set(WORD.findall(original)) & set(WORD.findall(text))
    assert case.get("result", done.result) == done.result

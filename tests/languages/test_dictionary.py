from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import PackError
from allonym.languages.dictionary import (
    COMMON,
    FILE,
    KNOWN,
    LEMMA,
    SEEN,
    WORD,
    Dictionary,
    as_bytes,
    folded,
    load_dictionary,
)
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT, available
from tests.each import each

WORDS = st.text(alphabet="abcčdefgžțşабв'", min_size=1, max_size=12)


@given(st.dictionaries(WORDS, st.integers(1, 15), max_size=40))
def test_what_goes_in_comes_out(words: dict[str, int]) -> None:
    known = {folded(word): flags for word, flags in words.items()}
    dictionary = Dictionary(as_bytes(known))
    assert {word: dictionary.flags(word.upper()) for word in known} == known


def test_an_empty_dictionary_knows_nothing(tmp_path: Path) -> None:
    assert load_dictionary(tmp_path).flags("hiša") == 0
    assert len(Dictionary()) == 0


def test_spellings_of_one_word_meet() -> None:
    dictionary = Dictionary(as_bytes({"preţ": KNOWN, "čas": SEEN}))
    assert (dictionary.flags("preț"), dictionary.flags("C\u030cas")) == (KNOWN, SEEN)


@pytest.mark.parametrize("data", [b"words", as_bytes({"kos": 1})[:-1], as_bytes({}) + b"x"])
def test_a_broken_file_is_an_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / FILE
    path.parent.mkdir()
    path.write_bytes(data)
    with pytest.raises(PackError, match="not a dictionary"):
        load_dictionary(tmp_path)


@each(
    ("code", "word", "flags"),
    [
        ("sl", "hiša", KNOWN | LEMMA | COMMON | SEEN),
        ("sl", "vratih", KNOWN | COMMON | SEEN),
        ("hr", "kuća", KNOWN | LEMMA | COMMON | SEEN),
        ("bg", "къща", KNOWN | LEMMA | COMMON | SEEN),
        ("ro", "casă", KNOWN | LEMMA | COMMON | SEEN),
        ("sk", "dom", KNOWN | LEMMA | COMMON | SEEN),
        ("pl", "dom", KNOWN | LEMMA | COMMON | SEEN),
        ("hu", "ház", KNOWN | LEMMA | COMMON | SEEN),
        ("fi", "talo", KNOWN | LEMMA | COMMON | SEEN),
        ("sv", "hus", KNOWN | LEMMA | COMMON | SEEN),
        ("en", "house", KNOWN | LEMMA | COMMON | SEEN),
    ],
)
def test_words_of_the_language(code: str, word: str, flags: int) -> None:
    assert load_dictionary(ROOT / code).flags(word) == flags | WORD


@pytest.mark.parametrize(("code", "word"), [("sk", "matrikárka"), ("pl", "malina")])
def test_rare_words_are_words_and_no_more(code: str, word: str) -> None:
    assert load_dictionary(ROOT / code).flags(word) & WORD
    assert not load_dictionary(ROOT / code).flags("xyzzyx")


@each(
    ("code", "names"),
    [
        ("sl", "Novak Janez Ljubljana"),
        ("hr", "Zagreb"),
        ("bg", "Пловдив"),
        ("ro", "Ionescu Andreea București"),
        ("sk", "Kováčová Zuzana Bratislava"),
        ("pl", "Nowak Agnieszka Warszawa"),
        ("hu", "Erzsébet Budapest"),
        ("fi", "Jyväskylä"),
        ("sv", "Andersson Stockholm"),
        ("en", "Elizabeth Wilson London"),
    ],
)
def test_names_are_not_in_it(code: str, names: str) -> None:
    dictionary = load_dictionary(ROOT / code)
    assert [name for name in names.split() if dictionary.flags(name) & (KNOWN | COMMON)] == []


def test_every_pack_has_one_that_is_small_and_quick() -> None:
    for code in available():
        path = ROOT / code / FILE
        assert path.stat().st_size < 500_000
        began = time.process_time()
        assert len(Dictionary(path.read_bytes())) > 90_000
        assert time.process_time() - began < 0.1


def test_a_word_is_known_with_a_particle_at_its_end():
    words = Dictionary(as_bytes({"kutsuttiin": KNOWN, "hei": KNOWN}))
    lexicon = Lexicon({}, dictionary=words, particles=("kin", "ko"))
    assert lexicon.ordinary("kutsuttiinko") == lexicon.ordinary("kutsuttiinkokin") == KNOWN
    assert not lexicon.ordinary("heikin")  # too little is left
    assert not Lexicon({}, particles=("ko",)).ordinary("kutsuttiinko")

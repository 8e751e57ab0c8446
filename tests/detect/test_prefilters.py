"""Prefilters are for speed alone: with and without them the same is found."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from allonym.detect.decision import bearers, candidates, whole
from allonym.detect.names import announced, explained
from allonym.detect.patterns import columns
from allonym.detect.patterns.data import PatternSpec, coarse, load_patterns, weaken
from allonym.detect.patterns.detector import AnnouncedFinder, PatternDetector
from allonym.languages.pack import load_pack
from allonym.text.capitals import last_word
from allonym.text.markup import parse_marks
from allonym.text.occurring import quick_test, which_occur

CASES = Path(__file__).parent.parent / "cases"
PIECES = st.sampled_from([
    "PESEL ", "NIP ", "tel. ", "číslo ", "ЕГН ", "davčna št. ", "84071512341", "526-184-07-18",
    "601 234 567", "št", "Š", "ő", "o", "0", "/", "-", "\n", " ", ": ", "ul. Długa 5", "00-238 ",
    "Warszawa", "a@b.pl", "IL ", "born ",
])  # fmt: skip


def unfiltered(detector: PatternDetector, text: str) -> set[tuple[int, int, str]]:
    """Return what every finder finds in every window, whatever the probes say of it.

    The hint of a pattern is a part of it and stays.
    """
    found = set()
    for start, end in detector.compiled.scanner.windows(text):
        hits = next(
            (h for a, b, h in detector.compiled.scanner.hits(text) if (a, b) == (start, end)), ()
        )
        for n, finder in enumerate(detector.compiled.finders):
            if not isinstance(finder, AnnouncedFinder) and _hinted(finder.spec) and n not in hits:
                continue
            kept = finder.__dict__.get("_quick")
            finder.__dict__["_quick"] = lambda _window: True
            found |= {(c.start, c.end, c.rule) for c in finder.find(text, start, end)}
            finder.__dict__.pop("_quick") if kept is None else finder.__dict__.update(_quick=kept)
    return found


def _hinted(spec: PatternSpec) -> bool:
    return bool(spec.hint or spec.needs)


def filtered(detector: PatternDetector, text: str) -> set[tuple[int, int, str]]:
    found = set()
    for start, end, hits in detector.compiled.scanner.hits(text):
        for n in hits:
            found |= {
                (c.start, c.end, c.rule)
                for c in detector.compiled.finders[n].find(text, start, end)
            }
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(p.name for p in CASES.iterdir()))
def test_cases_are_found_alike(language: str) -> None:
    detector = PatternDetector.load(language)
    rows = tomllib.loads((CASES / language / "identifiers.toml").read_text("utf-8"))["case"]
    for row in rows:
        text = parse_marks(row["text"])[0]
        assert filtered(detector, text) == unfiltered(detector, text), row["id"]


@pytest.mark.slow
@given(st.lists(PIECES, max_size=14).map("".join))
def test_any_text_is_searched_alike(text: str) -> None:
    detector = PatternDetector.load("pl", ["pl", "sl", "bg", "en"])
    assert filtered(detector, text) == unfiltered(detector, text)


@given(st.lists(st.sampled_from(["maj", "má", "aj", "ő"]), unique=True), st.text("majáő "))
def test_which_occur_is_a_plain_search(literals: list[str], text: str) -> None:
    assert which_occur(literals)(text) == [word for word in literals if word in text]


CLASSES = [
    r"[^\p{L}\p{N}]\p{Lu}[\p{L}’]{1,3}", r"\p{Ll}+\.?", r"(?i:št\p{L}* \p{N})", r"[\p{L}\p{M}-]x",
]  # fmt: skip


@pytest.mark.parametrize("expression", CLASSES)
@given(text=st.text("aAxX šŠ’ыЫ0٣-\u0301.t", max_size=12))
def test_coarse_matches_wherever_the_expression_does(expression: str, text: str) -> None:
    if regex.search(expression, text):
        assert quick_test(coarse(weaken(expression)))(text)


def test_every_pattern_is_read_in_coarse() -> None:
    for file in load_patterns():
        for spec in file.patterns:
            if spec.announced:
                assert "\\p" not in coarse(weaken(spec.trigger))


@given(st.lists(st.sampled_from([*"aA: ='\"\n_1", "name", " " * 9, "Hope" * 9]), max_size=40))
def test_fields_of_programs_are_found_from_their_signs(parts: list[str]) -> None:
    text = "".join(parts)
    every = [m.span() for m in columns._KEYED.finditer(text)]
    assert [m.span() for m in columns._keyed(text)] == every


ACTS = st.sampled_from(
    ["(EU)", "EU", "EEC", " ", "\u00a0", "2016", "93", "/", "direktiv", "a", "Nr."]
)


@given(st.lists(ACTS, max_size=12))
def test_no_act_is_without_what_is_asked_for_first(parts: list[str]) -> None:
    union, acts, _ = bearers._cited()
    found = acts.search(text := "".join(parts))
    assert found is None or union.search(text)


@given(st.text("aA. \t\n\r\u00a0!,", max_size=14))
def test_no_signature_is_without_a_letter_alone(text: str) -> None:
    assert explained._SIGNATURE.search(text) is None or explained._LONE.search(text)


@pytest.mark.parametrize(
    "pattern", [candidates._BEFORE, whole._BEFORE, whole._BOOKED, whole._SHORTENED, whole._IRISH]
)
@given(text=st.text("aAO.,-' \u00a0\n@", max_size=24), first=st.integers(0, 8))
def test_what_stands_before_a_name_is_its_last_word(
    pattern: regex.Pattern[str], text: str, first: int
) -> None:
    first, end = min(first, len(text)), len(text)
    own = pattern.search(text, last_word(text, first, end), end)
    every = pattern.search(text, first, end)
    assert (own and own.span()) == (every and every.span())


@given(st.text("aA-:. \n", max_size=24))
def test_who_is_announced_stands_behind_a_space(text: str) -> None:
    words = announced.load_announcing(load_pack("en"))
    for pattern in (words.kin, words.called, words.private, words.household, words.closest):
        assert all(found[0].endswith(" ") for found in pattern.finditer(f"uncle {text} mother Al"))

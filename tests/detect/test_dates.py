"""Dates and ages in ten languages, by case files and by properties of the detector."""

import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each, quickly
from tests.growth import grows_linearly

from allonym.dates.grammar import word_forms
from allonym.dates.reader import DateReader
from allonym.dates.words import DateWords, languages
from allonym.detect.dates.detector import DateDetector
from allonym.errors import UnknownLanguage
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.markup import parse_marks

CASES = Path(__file__).parents[1] / "cases"


def cases():
    for path in sorted(CASES.glob("*/dates.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            marks = [pytest.mark.xfail(reason=case["xfail"])] if "xfail" in case else []
            yield pytest.param(
                path.parent.name, case["text"], id=f"{path.parent.name}-{case['id']}", marks=marks
            )


@pytest.fixture(scope="module")
def detectors():
    return {code: DateDetector.load(code) for code in languages()}


@pytest.mark.parametrize("code", quickly(languages(), "hu", "pl"))
def test_forms_without_words_are_for_speed_alone(code):
    """With all forms the same is found, whatever of a date is in words."""
    reader, full = DateReader.load(code), DateReader(DateWords.load(code))
    forms = word_forms(full.words)
    full.__dict__["_named"] = lambda days, years: forms
    words, chance = reader.words, random.Random(code)
    tables = (
        [*words.days.index],
        [*words.years.index],
        [*words.months.index],
        ["1", "7.", "23", "1984"],
    )
    joints = [
        " ",
        " ",
        " - ",
        ", ",
        *(f" {w} " for w in words.contexts["links.range"] if w.isalpha()),
    ]
    few, every = DateDetector([reader]), DateDetector([full])
    for _ in range(60):
        said = (chance.choice(chance.choice(tables)) + chance.choice(joints) for _ in range(6))
        view = TextView.of("".join(said).title() if words.capital else "".join(said))
        assert [*few.detect(view)] == [*every.detect(view)]


@each(("language", "marked"), cases())
def test_dates_case(detectors, language, marked):
    text, mentions = parse_marks(marked)
    view = TextView.of(text, language=language)
    found = [(view.surface(m.span), m.type) for m in detectors[language].detect(view)]
    assert found == [(view.surface(m.span), m.type) for m in mentions]


def test_cases_cover_all_languages():
    for code in languages():
        rows = tomllib.loads((CASES / code / "dates.toml").read_text("utf-8"))["case"]
        assert len(rows) >= 12
        assert all(row["why"] for row in rows)


def test_load_refuses_unknown_language():
    with pytest.raises(UnknownLanguage):
        DateDetector.load("xx")


def test_load_und_reads_all_languages():
    view = TextView.of("3 maja 1984, 3. toukokuuta 1984, May 3, 1984")
    found = [view.surface(m.span) for m in DateDetector.load("und").detect(view)]
    assert found == ["3 maja 1984", "3. toukokuuta 1984", "May 3, 1984"]


def test_detect_never_crosses_a_block(detectors):
    text = "3 maja\n1984 roku"
    view = TextView(text, blocks=(Span(0, 6), Span(7, len(text))))
    assert [view.surface(m.span) for m in detectors["pl"].detect(view)] in ([], ["3 maja"])


@pytest.mark.parametrize("code", languages())
@given(text=st.text(alphabet="0123456789./- –maj'rn\n", max_size=120))
def test_detect_is_disjoint_and_in_order(detectors, code, text):
    view = TextView.of(text)
    end = 0
    for mention in detectors[code].detect(view):
        assert mention.span.start >= end
        end = mention.span.end


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["1", "1.", "1. ", "12/", "3 maja ", "maj ", "1-", "01.01.", "lat 3 ", "V ", "ur. "]
)
def test_detect_is_linear(detectors, unit):
    detector = detectors["pl"]

    def run(size):
        view = TextView.of(unit * (size // len(unit)))
        return lambda: list(detector.detect(view))

    assert grows_linearly(run, 20_000)


@each(
    ("language", "text", "ages"),
    [
        ("en", "Mother turned seventy-two, and I am forty.", ["seventy-two", "forty"]),
        ("en", "He is one of us, and I am twenty minutes late. He is one.", []),
        ("fi", "Marja täytti kuusikymmentä ja lähti.", ["kuusikymmentä"]),
        ("sv", "Han fyllde femtio. Hon är tjugo minuter sen.", ["femtio"]),
        ("sl", "Jaz sem stara devetdeset, no.", ["devetdeset"]),
    ],
)
def test_age_in_words_ends_the_clause_behind_what_announces_it(language, text, ages):
    view = TextView.of(text)
    found = [m for m in DateDetector.load(language).detect(view) if m.type == "age"]
    assert [view.surface(m.span) for m in found] == ages

"""Reading and writing dates: nothing is lost, and every style can write every day."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.each import each

from allonym.dates.ages import write_age
from allonym.dates.reader import DateReader
from allonym.dates.reading import Partial
from allonym.dates.render import render
from allonym.dates.words import FIRST, DateWords, languages
from allonym.errors import UnknownLanguage

READERS = {code: DateReader.load(code) for code in languages()}
DAYS = st.dates(date(1901, 1, 1), date(2090, 12, 31))
NUMERIC = [
    "03.05.1984",
    "3.5.1984",
    "3. 5. 1984",
    "1984-05-03",
    "1984.05.03",
    "3/13/1984",
    "3.V.1984",
]


def samples(code):
    """Return one date for every style of month, day and suffix of a language."""
    words = READERS[code].words
    after = {"dmy": "3. {} 1984", "mdy": "{} 3, 1984", "ymd": "1984. {} 3."}
    order = words.orders[0]
    dot = "" if code in ("pl", "bg", "ro", "sv", "en") else "."
    template = after[order].replace("3.", "3" + dot) if order == "dmy" else after[order]
    yield from (template.format(style[4]) for style in words.months.styles)
    month = words.months.styles[0][4]
    day_forms = [style[2] for style in words.days.styles] + [f"3{f[2]}" for f in words.suffixes]
    shape = "1984. {1} {0}" if order == "ymd" else "{0} {1} 1984"
    yield from (shape.format(form, month) for form in day_forms)
    spoken = "{2} {1} {0}" if order == "ymd" else "{0} {1} {2}"
    years = [style[1984 - FIRST] for style in words.years.styles]
    yield from (spoken.format(words.days.styles[0][2], month, year) for year in years)
    yield from (s for s in NUMERIC if s != "3/13/1984")


def all_samples():
    return [
        pytest.param(code, text, id=f"{code}-{text}") for code in READERS for text in samples(code)
    ]


@each(("code", "text"), all_samples())
def test_read_understands_every_style(code, text):
    reading = READERS[code].read(text)
    assert reading is not None
    assert reading.first == Partial(1984, 5, 3)


@each(("code", "text"), all_samples())
def test_render_of_the_same_day_is_the_original(code, text):
    reading = READERS[code].read(text)
    assert render(reading, reading, READERS[code].words) == text


@each(("code", "text"), all_samples())
@settings(max_examples=8)
@given(day=DAYS)
def test_read_of_render_is_the_day(code, text, day):
    reader = READERS[code]
    reading = reader.read(text)
    written = render(reading, reading.moved(day, day), reader.words)
    again = reader.read(written, slash="dmy")
    assert again is not None
    assert again.first == Partial(day.year, day.month, day.day)


@each(
    ("code", "text", "days", "expected"),
    [
        ("pl", "3–5 maja 1984", -5, "28–30 kwietnia 1984"),
        ("pl", "3–5 maja 1984", -4, "29 kwietnia–1 maja 1984"),
        ("sk", "3.-5. mája", -4, "29. apríla-1. mája"),
        ("sl", "3.–5. 5. 1984", -4, "29. 4.–1. 5. 1984"),
        ("en", "May 3–5, 1984", -4, "April 29–May 1, 1984"),
        ("en", "May 3rd, 1984", -2, "May 1st, 1984"),
        ("en", "3rd, 4th and 5th May 1984", -3, "30th April, 1st and 2nd May 1984"),
        ("en", "May 3, 10 and 17, 1984", -12, "April 21, 28 and May 5, 1984"),
        ("sl", "14., 15. in 16. septembra 1984", 15, "29., 30. septembra in 1. oktobra 1984"),
        ("hu", "március 3-án, 10-én és 17-én", -2, "március 1-jén, 8-án és 15-én"),
        ("hu", "1984. május 3-án", 1, "1984. május 4-én"),
        ("hu", "1984. május 3-án", -2, "1984. május 1-jén"),
        ("pl", "3.05.1984", 2, "5.05.1984"),
        ("sv", "1984-11-12", 60, "1985-01-11"),
        ("sv", "19841112", 60, "19850111"),
        ("sv", "841112", 60, "850111"),
        ("en", "12111984", 60, "11011985"),
        ("hu", "1984. 11. 12.", 60, "1985. 01. 11."),
        ("pl", "12.11.1984", 60, "11.1.1985"),
        ("pl", "MAJA 1984", 40, "CZERWCA 1984"),
        ("pl", "15 wrzesnia 2001", 30, "15 pazdziernika 2001"),
        ("sv", "3:e maj", -1, "2:a maj"),
        ("bg", "3-ти май 1984", 4, "7-ми май 1984"),
        ("fi", "kolmantena toukokuuta", 1, "neljäntenä toukokuuta"),
    ],
)
def test_render_moves_in_style(code, text, days, expected):
    reader = READERS[code]
    reading = reader.read(text)
    by = timedelta(days=days)
    new = reading.moved(reading.first.on(1984) + by, reading.end.on(1984) + by)
    assert render(reading, new, reader.words) == expected


@each(
    "text",
    ["31 lutego 1984", "32.01.1984", "3.5.1484", "0.5.1984", "3.13.1984", "maj", "5, 4, 6 maja"],
)
def test_read_refuses_what_is_no_day(text):
    assert READERS["pl"].read(text) is None


def test_read_slash_by_language_and_by_request():
    assert READERS["en"].read("03/05/1984").first == Partial(1984, 3, 5)
    assert READERS["en"].read("03/05/1984", slash="dmy").first == Partial(1984, 5, 3)
    assert READERS["en"].read("13/05/1984").first == Partial(1984, 5, 13)


@each(
    ("code", "text", "new", "expected"),
    [
        ("pl", "34 lata", 36, "36 lat"),
        ("pl", "12 lat", 13, "13 lat"),
        ("pl", "lat 34", 35, "lat 35"),
        ("hr", "34 godine", 36, "36 godina"),
        ("sl", "3 leta", 5, "5 let"),
        ("sk", "5 rokov", 4, "4 roky"),
        ("ro", "34 de ani", 19, "19 ani"),
        ("en", "2 years old", 1, "1 year old"),
        ("hu", "5 éves", 6, "6 éves"),
    ],
)
def test_age_unit_agrees(code, text, new, expected):
    assert write_age(text, new, READERS[code].words.age) == expected


def test_load_refuses_unknown_language():
    with pytest.raises(UnknownLanguage):
        DateWords.load("xx")


def test_reading_hides_its_text():
    assert "1984" not in repr(READERS["pl"].read("3 maja 1984"))

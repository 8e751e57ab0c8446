"""Dates move together, in their style; ages move by a year or two."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.replace.helpers import TAG, document, replaced

from allonym.dates.reader import DateReader
from allonym.errors import ConfigError
from allonym.model.draw import Draw
from allonym.replace.dates import AgeReplacer, DateReplacer, DateShift, DateStyle, move_age

DATES = DateReplacer(TAG)
AGES = AgeReplacer(TAG)
SECRETS = st.binary(min_size=16, max_size=32)
DAYS = st.dates(date(1930, 1, 1), date(2040, 12, 31))


def read(text, code="pl"):
    found = DateReader.load(code).read(text).first
    return date(found.year, found.month, found.day)


@settings(max_examples=30)
@given(first=DAYS, second=DAYS, secret=SECRETS)
def test_shift_keeps_intervals_and_weekdays(first, second, secret):
    marked = (
        f"[[date|{first.isoformat()}]]|[[date.birth|{second.day}.{second.month}.{second.year}]]"
    )
    left, right = replaced(DATES, marked, secret=secret).split("|")
    new_first, new_second = read(left), read(right)
    assert new_second - new_first == second - first
    assert new_first.weekday() == first.weekday()
    assert 7 <= abs((new_first - first).days) <= 364


@given(secret=SECRETS)
def test_offset_is_never_zero_and_in_steps(secret):
    shift = DateShift(least=14, most=28)
    days = shift.offset(Draw(secret)).days
    assert abs(days) in (14, 21, 28)


@pytest.mark.parametrize("options", [{"least": 0}, {"least": 8}, {"most": 3}, {"step": 0}])
def test_shift_refuses_an_empty_range(options):
    with pytest.raises(ConfigError):
        DateShift(**options)


def test_same_secret_same_result():
    marked = "ur. [[date.birth|3 maja 1984]] r., [[date|trzeciego maja]]"
    assert replaced(DATES, marked) == replaced(DATES, marked)
    assert replaced(DATES, marked) != replaced(DATES, marked, secret=b"another secret 1")


@given(secret=SECRETS)
@pytest.mark.parametrize(
    "surface",
    ["3 maja 1984", "maju 1984", "maja", "1984", "05/1984", "3 V 1984", "3–5 maja", "29 lutego"],
)
def test_nothing_stays(surface, secret):
    assert replaced(DATES, f"[[date|{surface}]]", secret=secret) != surface


def test_unreadable_date_becomes_a_tag_and_is_uncertain():
    context, entities = document("[[date|wczoraj]] i [[date|31 lutego 1984]]")
    made = list(DATES.replace(context, entities))
    assert [r.text for r in made] == ["[TAG]", "[TAG]"]
    assert all(r.certainty < 1 for r in made)


def test_order_of_slashes_is_learned_from_the_document():
    context, entities = document("[[date|03/05/1984]], [[date|13/05/1984]]", "en")
    first, second = (r.text for r in DATES.replace(context, entities))
    reader = DateReader.load("en")
    new = [reader.read(t, slash="dmy").first.on() for t in (first, second)]
    assert (new[1] - new[0]).days == 10


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("He paid £20 on [[date|03/05/1984]].", "dmy"),
        ("Mr Hill of SW1A 2AA organised it on [[date|03/05/1984]].", "dmy"),
        ("Mr. Hill of Springfield, IL 62704 organized it on [[date|03/05/1984]].", "mdy"),
        ("He paid £20 on [[date|03/05/1984]] and on [[date|May 3, 1984]].", "mdy"),
        ("He paid $20 on [[date|03/05/1984]] and on [[date|13/05/1984]].", "dmy"),
        ("Seen on [[date|03/05/1984]].", "mdy"),
    ],
)
def test_order_of_slashes_is_told_by_other_dates_then_by_the_country(text, order):
    context, _ = document(text, "en")
    assert (DateStyle.of(context).slash or DateReader.load("en").words.slash) == order


def test_range_stays_a_range():
    made = replaced(DATES, "[[date|3–5 maja 1984]]")
    reading = DateReader.load("pl").read(made)
    assert reading.last is not None or "–" in made


def test_days_without_year_follow_the_nearest_year():
    made = replaced(DATES, "[[date|28 lutego]] – [[date|1 marca 1984]]")
    left, right = made.split(" – ")
    reader = DateReader.load("pl")
    end = reader.read(right).first
    begin = reader.read(left).first
    days = date(end.year, end.month, end.day) - date(end.year, begin.month, begin.day)
    assert days.days % 365 in (2, 1)


def test_each_person_may_have_an_offset():
    shift = DateShift(per="person")
    draw = Draw(b"0" * 16, "d")
    _, (first,) = document("[[date|1984]]", owner="person#1")
    _, (second,) = document("[[date|1984]]", owner="person#2")
    assert shift.offset(draw, first) == shift.offset(draw, first)
    assert shift.offset(draw, first) != shift.offset(draw, second)


@given(age=st.integers(1, 120), by=st.sampled_from([-2, -1, 1, 2]))
def test_move_age_stays_valid_and_on_its_side(age, by):
    new = move_age(age, by)
    assert new != age
    assert abs(new - age) <= 2
    assert 1 <= new <= 122
    assert (new >= 18) == (age >= 18)


def test_ages_move_together_and_agree():
    left, right = replaced(AGES, "[[age|34 lata]]|[[age|52 lata]]").split("|")
    assert int(right.split()[0]) - int(left.split()[0]) == 18
    assert left != "34 lata"


def test_ages_may_be_kept():
    keep = AgeReplacer(TAG, DateShift(ages="keep"))
    context, entities = document("[[age|34-letni]]")
    (made,) = keep.replace(context, entities)
    assert (made.text, made.method) == ("34-letni", "keep")


def test_age_in_words_moves_and_what_says_no_number_becomes_a_tag():
    moved = replaced(AGES, "[[age|Trzydziestodwuletni]]")
    assert moved.startswith(("Dwudziesto", "Trzydziesto"))
    assert moved.endswith("letni")
    assert moved != "Trzydziestodwuletni"
    assert replaced(AGES, "[[age|pełnoletni]]") == "[TAG]"

"""One timeline a document: what happened, births and ages agree after the move as before."""

import re
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from dateutil.easter import EASTER_ORTHODOX, easter
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.each import crossed, each
from tests.growth import grows_linearly
from tests.replace.helpers import TAG, document

from allonym import pseudonymize
from allonym.dates.ages import years_between
from allonym.dates.reader import DateReader
from allonym.model.draw import Draw
from allonym.plan import settle
from allonym.replace.methods.pseudonym import KindReplacer
from allonym.replace.numbers.births import read_birth
from allonym.replace.time.facts import Told, is_edge
from allonym.replace.time.timeline import WEEKS, DateShift, Timeline, days_off, offsets_of

SECRETS = st.binary(min_size=16, max_size=32)
EVENTS = st.dates(date(1995, 1, 1), date(2026, 12, 31))
BIRTHS = st.dates(date(1930, 1, 1), date(1994, 12, 31))


def line(marked, language="pl", *, secret=b"0" * 16, rules=None):
    context, _ = document(marked, language, secret=secret, rules=rules)
    return Timeline.of(context)


def written(marked, language="pl", *, secret=b"0" * 16, rules=None):
    context, entities = document(marked, language, secret=secret, rules=rules)
    made = list(KindReplacer(TAG).replace(context, entities))
    return settle(context, entities, made, TAG).apply(context.view.text)


def day(text, code="pl"):
    found = DateReader.load(code).read(text).first
    return date(found.year, found.month, found.day)


@settings(max_examples=30)
@given(first=EVENTS, second=EVENTS, secret=SECRETS)
def test_intervals_and_days_of_the_week_hold(first, second, secret):
    assume(not is_edge(first) and not is_edge(second))
    made = written(f"[[date|{first}]]|[[date|{second}]]", secret=secret)
    left, right = map(day, made.split("|"))
    assert right - left == second - first
    assert left.weekday() == first.weekday()
    assert (left - first).days in offsets_of(Told(), DateShift())


@settings(max_examples=25)
@given(birth=BIRTHS, event=EVENTS, secret=SECRETS)
@example(birth=date(1994, 4, 1), event=date(1995, 4, 1), secret=bytes(16))  # to a leap year
def test_age_agrees_with_birth_and_event(birth, event, secret):
    age = years_between(birth, event)
    made = written(f"[[date.birth|{birth}]]|[[date|{event}]]|[[age|{age} lat]]", secret=secret)
    born, then, told = made.split("|")
    assert years_between(day(born), day(then)) == int(told.split()[0])
    assert day(born) != birth


@settings(max_examples=25)
@given(birth=BIRTHS, event=EVENTS, secret=SECRETS)
@example(date(1979, 1, 1), date(2000, 12, 23), bytes([*[0] * 12, 2, 1, 29, 163]))
def test_year_of_birth_agrees_too(birth, event, secret):
    age = event.year - birth.year
    made = written(f"[[date.birth|{birth.year}]]|[[date|{event}]]|[[age|{age} lat]]", secret=secret)
    born, then, told = made.split("|")
    assert day(then).year - int(born) == int(told.split()[0])
    assert int(born) != birth.year


@settings(max_examples=20)
@given(births=st.lists(BIRTHS, min_size=2, max_size=4, unique=True), event=EVENTS, secret=SECRETS)
def test_order_of_brothers_and_sisters_holds(births, event, secret):
    births = sorted(births)
    assume(all(right - left > timedelta(270) for left, right in pairwise(births)))
    marks = "|".join(f"[[date.birth|{b}]]" for b in births)
    *born, _ = map(day, written(f"{marks}|[[date|{event}]]", secret=secret).split("|"))
    assert born == sorted(born)


@settings(max_examples=20)
@given(age=st.integers(0, 119), other=st.integers(0, 119), secret=SECRETS)
def test_ages_stay_young_or_grown_and_in_order(age, other, secret):
    times = Timeline.of(document(f"[[age|{age} lat]], [[age|{other} lat]]", secret=secret)[0])
    new, then = times.age(age), times.age(other)
    assert (new >= 18) == (age >= 18)
    assert new == age if age <= 18 else 0 < abs(new - age) <= 2
    assert (new < then) == (age < other)


@pytest.mark.parametrize("number", [0, 4, 39])
def test_who_has_just_grown_up_moves_at_the_turn_of_the_year_too(number):
    secret = number.to_bytes(16, "big")
    marked = "[[date|31 grudnia 2020]], [[age|19 lat]], [[age|20 lat]]"
    context = document(marked, secret=secret)[0]
    assert Timeline.of(context, DateShift(calendar="season")).age(19) >= 18


@pytest.mark.parametrize(
    ("code", "words", "old"),
    [
        ("pl", "po Wielkanocy", date(2024, 3, 31)),
        ("fi", "pääsiäisenä", date(2024, 3, 31)),
        ("hu", "húsvétkor", date(2024, 3, 31)),
        ("en", "at Easter", date(2024, 3, 31)),
    ],
)
@given(secret=SECRETS)
def test_easter_moves_to_easter(code, words, old, secret):
    marked = f"[[date|{old}]] {words}, [[date|{old - timedelta(2)}]]"
    times = line(marked, code, secret=secret)
    new = times.event(old)
    assert new == easter(new.year) != old
    assert times.event(old - timedelta(2)) == new - timedelta(2)


@given(secret=SECRETS)
def test_orthodox_easter_moves_to_its_own(secret):
    times = line("[[date|5.5.2024]] на Великден", "bg", secret=secret)
    new = times.event(date(2024, 5, 5))
    assert new == easter(new.year, EASTER_ORTHODOX)


@settings(max_examples=30)
@given(event=EVENTS, secret=SECRETS)
def test_place_in_the_year_holds_where_a_month_is_named(event, secret):
    times = line(f"[[date|{event}]], a w lutym było zimno", secret=secret)
    new = times.event(event)
    away = min(abs((new - event.replace(day=1, year=new.year + y)).days) for y in (-1, 0, 1))
    assert away <= 31 + 17
    assert new.year != event.year or abs((new - event).days) > 300
    if event.month == 2:
        assert new.month == 2


@settings(max_examples=30)
@given(event=EVENTS, secret=SECRETS)
def test_working_days_move_to_no_day_off(event, secret):
    import holidays

    assume(not is_edge(event))
    assume(event.weekday() < 5 and event not in holidays.country_holidays("PL", years=event.year))
    new = line(f"[[date|{event}]]", secret=secret).event(event)
    assert new not in holidays.country_holidays("PL", years=new.year)


@each("country", ("BG", "FI", "GB", "HR", "HU", "PL", "RO", "SE", "SI", "SK"))
def test_days_off_are_those_of_the_library(country):
    # they are rules of our own (tools/build_days_off.py): to import it takes a tenth of a second
    import holidays

    for year in range(1940, 2026):
        assert days_off(country, year) == {*holidays.country_holidays(country, years=year)}


def test_countries_without_a_pack_have_days_off_too():
    assert date(2024, 10, 3) in days_off("DE", 2024)
    assert days_off("", 2024) == frozenset()


@settings(max_examples=20)
@given(secret=SECRETS)
def test_number_agrees_with_birth_and_file_with_meeting(secret):
    made = written(
        "[[date.birth|12.05.1950]]|[[id.national|50051201328]]|[[date|4.03.2024]]|"
        "[[case_number|II K 123/24]]|[[case_number|46/03.10.2022]]",
        secret=secret, rules={"id.national": "pl.pesel"},
    )  # fmt: skip
    born, number, met, case, dated = made.split("|")
    assert read_birth(number, "pl.pesel") == day(born)
    assert int(case[-2:]) == day(met).year % 100
    assert day(dated.partition("/")[2]).year in (2019, 2020, 2021, 2023)
    assert not dated.startswith("46/")


@settings(max_examples=20)
@given(secret=SECRETS)
def test_old_slovak_number_keeps_its_length(secret):
    rules = {"id.national": "sk.rc"}
    made = written("[[id.national|531230/123]], [[date.birth|30.12.1953]]", "sk",
                   secret=secret, rules=rules)  # fmt: skip
    number, birth = made.split(", ")
    assert number[:2] == birth[-2:] <= "53"


def in_corpus(marked, document_name, secret=b"1" * 16):
    context, _ = document(marked, secret=secret)
    draw = Draw(secret, "corpus", document_name)
    return Timeline.of(type(context)(context.view, context.entities, draw, context.language))


def test_corpus_gives_births_one_date_and_each_document_its_offset():
    birth, event = date(1950, 5, 12), date(2024, 3, 4)
    lines = [in_corpus(f"[[date|{event}]] [[date.birth|{birth}]]", str(n)) for n in range(20)]
    assert len({times.birth(birth) for times in lines}) == 1
    assert len({times.offset for times in lines}) > 10
    for times in lines:
        assert times.age(73) == years_between(times.birth(birth), times.event(event))


def test_corpus_keeps_the_age_of_children():
    birth, event = date(2015, 5, 12), date(2024, 3, 4)
    for n in range(20):
        times = in_corpus(f"[[date|{event}]] [[date.birth|{birth}]] w lutym", str(n))
        assert years_between(times.birth(birth), times.event(event)) == 8


def test_profile_may_ask_for_season_or_weekday():
    assert len(offsets_of(Told(), DateShift(calendar="season"))) == 15
    assert len(offsets_of(Told(years=True), DateShift(calendar="weekday"))) == len(WEEKS)


@settings(max_examples=10)
@given(secret=SECRETS)
def test_years_of_account_stay_whole(secret):
    made = written("[[date|01.01.2020]]|[[date|31.12.2022]]|[[date|6.03.2024]]", secret=secret)
    first, last, _ = map(day, made.split("|"))
    assert (first.month, first.day, last.month, last.day) == (1, 1, 12, 31)
    assert last.year - first.year == 2
    assert first.year != 2020


@settings(max_examples=10)
@given(secret=SECRETS)
def test_two_digits_of_a_file_are_a_year_where_the_document_speaks_of_it(secret):
    made = written("[[case_number|R 23/1906]]|[[date|12.2.2024]]", "fi", secret=secret)
    case, met = made.split("|")
    assert 0 <= day(met, "fi").year % 100 - int(case[2:4]) <= 2
    assert not case.endswith("1906")


@settings(max_examples=8)
@given(secret=SECRETS)
def test_an_age_is_what_lies_between_two_days_of_a_life(secret):
    text = "[[date|12.4.1944]] – [[date|30.10.2025]], [[age|81-vuotiaana]]"
    first, last, age = re.split(" – |, ", written(text, "fi", secret=secret))
    assert int(age.partition("-")[0]) == years_between(day(first, "fi"), day(last, "fi"))


@settings(max_examples=8)
@given(secret=SECRETS)
def test_the_year_of_a_life_agrees_with_its_days_and_that_of_the_funeral(secret):
    text = (
        "u [[age|84. godini života]], [[date|9. svibnja 1943]]., [[date|22. studenoga 2026]]., "
        "[[date|24. studenoga 2026]]."
    )
    age, first, last, _ = written(text, "hr", secret=secret).split(", ")
    lived = years_between(day(first.rstrip("."), "hr"), day(last.rstrip("."), "hr"))
    assert int(re.findall(r"\d+", age)[0]) == lived + 1


@settings(max_examples=8)
@given(secret=SECRETS)
def test_years_alone_keep_what_lies_between_them_and_a_birth(secret):
    text = "[[date.birth|8 March 1938]], to sea at fifteen in [[date|1953]], wed in [[date|1961]]"
    birth, sea, wed = (int(y) for y in re.findall(r"\d{4}", written(text, "en", secret=secret)))
    assert (sea - birth, wed - birth) == (15, 23)


@settings(max_examples=8)
@given(secret=SECRETS)
def test_a_day_without_year_is_of_the_year_whose_weekday_stands_beside_it(secret):
    text = (
        "Vine duminică, [[date|8 februarie]]. [[date|6 februarie 2021]] – [[date|6 februarie 2026]]"
    )
    weekday, _, last = re.split(r"(?<=[a-z])\. | – ", written(text, "ro", secret=secret))
    name, _, short = weekday.removeprefix("Vine ").partition(", ")
    assert (day(f"{short} {day(last, 'ro').year}", "ro").weekday() == 6) == (name == "duminică")


def test_a_birthday_without_its_year_goes_with_the_birth():
    made = written(
        "Täyttää [[date|5.12.]] 70, s. [[date.birth|5.12.1955]], juhlat [[date|7.12.2025]].", "fi"
    )
    birthday, born = re.findall(r"\d+\.\d+\.", made)[:2]
    assert birthday == born != "5.12."


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("[[date|Szeptember 30-án]] elhunyt [[person|Kovács Béla]].", False),
        ("A bérleti díj [[date|szeptember 30-ig]] fizetendő.", True),
    ],
)
def test_the_last_of_a_month_moves_where_it_is_somebodys(text, stays):
    assert ("zeptember 30" in written(text, "hu")) == stays


def test_a_birth_keeps_the_month_that_the_text_names():
    made = written("[[date.birth|3.05.1947]], [[date|4.03.2024]]. W maju skończy wiele lat.")
    assert re.match(r"\d{1,2}\.05\.", made)


@pytest.mark.parametrize(("year", "case"), [(2022, "II C 1284/21"), (2021, "II C 1284/2021")])
def test_nothing_is_judged_before_the_year_of_a_file_number_that_stays(year, case):
    for n in range(8):
        marked = f"[[case_number|{case}]] [[date|12 października {year} r.]]"
        context, _ = document(marked, secret=bytes([n]) * 16)
        context = replace(context, stays=frozenset({context.entities[0].id}))
        moved = Timeline.of(context).event(date(year, 10, 12))
        assert date(2021, 1, 1) <= moved < date(year, 10, 12)


@each("number", range(6))
def test_a_day_without_year_may_be_of_the_year_before_all_others(number):
    """*fell on 31 December and was brought in on 2 January 2024*: two days, and so they stay."""
    marked = (
        "fell on [[date|31 December]], came on [[date|2 January 2024]], left [[date|16 January]]"
    )
    made = written(marked, "en", secret=bytes([number]) * 16)
    fell, came, left = (re.findall(r"\d+ \w+", made)[n] for n in range(3))
    year = int(re.search(r"\d{4}", made)[0])
    came, left = (day(f"{each} {year}", "en") for each in (came, left))
    assert (came - day(f"{fell} {year - ('Dec' in fell)}", "en")).days == 2
    assert abs((left - came).days - 14) <= 3


@settings(max_examples=20, deadline=None)
@given(birth=BIRTHS, event=EVENTS, profile=st.sampled_from(["clinical", "corpus"]), secret=SECRETS)
@pytest.mark.slow
def test_a_birth_agrees_with_an_age_that_stays(birth, event, profile, secret):
    age = years_between(birth, event)
    assume(18 <= age < 90)
    text = f"Jan Kowalski, ur. {birth}, lat {age}, przyjęty {event}."
    moved = pseudonymize(text, language="pl", profile=profile, secret=secret).text
    born, seen = map(date.fromisoformat, re.findall("[0-9]{4}-[0-9]{2}-[0-9]{2}", moved))
    assert f"lat {age}," in moved
    assert years_between(born, seen) == age
    assert profile == "clinical" or seen == event


@each(("secret", "year"), crossed([bytes([n]) * 16 for n in range(6)], 1954, 1955))
def test_a_number_of_the_first_years_of_its_form_stays_that_of_its_birth(year, secret):
    marked = f"[[date.birth|12.1.{year}]] [[id.national|{year % 100}0112/1236]] [[date|3.4.2024]]"
    made = written(marked, "sk", secret=secret, rules={"id.national": "sk.rc"})
    birth, number, _ = made.split()
    day_, month, own = birth.split(".")
    assert number[:6] == f"{int(own) % 100}{int(month):02}{int(day_):02}"


def test_a_school_year_taken_for_the_number_of_a_file_stays_one():
    day_, school = written("[[date|12. svibnja 2026]]; [[case_number|2025/26]]", "hr").split("; ")
    assert school == f"{int(day_[-4:]) - 1}/{day_[-2:]}"


@pytest.mark.parametrize(
    ("marked", "first", "last"),
    [
        ("Osijek, [[date|20. studenoga 2023]]. plaćeno je 50 eura.", 2023, 2023),
        ("Osijek, [[date|20. studenoga 2022]]. plaćeno je 500 kn.", 0, 2022),
    ],
)
def test_nobody_pays_with_money_before_there_was_any(marked, first, last):
    for n in range(8):
        moved = line(marked, "hr", secret=bytes([n]) * 16).moved
        assert moved
        assert all(first <= new.year <= last and new != old for old, new in moved.items())


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pl", "6 grudnia 2024 r. osiemdziesiąte urodziny obchodził Jan Kos, ur. w 1944 roku."),
        ("fi", "Matti Korhonen vietti kahdeksankymmentävuotispäiviä 6.12.2024, s. vuonna 1944."),
        ("en", "On 6 December 2024 John Carter had his eightieth birthday. He was born in 1944."),
    ],
)
def test_a_round_age_in_words_that_is_kept_binds_the_year_of_birth(language, text):
    for number in range(4):
        result = pseudonymize(
            text, language=language, secret=f"secret {number} of jubilees".encode()
        ).text
        now, born = map(int, re.findall("(?:19|20)[0-9]{2}", result))
        assert now - born == 80


@pytest.mark.parametrize(
    ("language", "text", "stays"),
    [
        ("pl", "6 grudnia 2024 r. Anna Kos prosi o wpłatę do 31 stycznia.", "do 31 stycznia"),
        ("hu", "2024. december 6. Kovács Anna kéri, hogy január 31-ig fizessék be.", "31-ig"),
        ("en", "6 December 2024. Ann Carter asks you to pay by 31 January.", "by 31 January"),
    ],
)
def test_the_end_of_a_month_by_which_something_is_due_is_nobodys_day(language, text, stays):
    for number in range(4):
        done = pseudonymize(text, language=language, secret=f"{number} of what is due".encode())
        assert stays in done.text


@settings(max_examples=8)
@given(secret=SECRETS)
def test_a_pupil_who_is_of_age_stays_as_old(secret):
    text = "[[person|Noora Tiihonen]] on [[age|19-vuotias]] ja opiskelee lukiossa."
    assert "19-vuotias" in written(text, "fi", secret=secret)


def test_births_of_a_long_register_are_moved_one_by_one():
    """Every number was asked about every day: 3,200 rows took four minutes."""
    context, _ = document("")

    def prepare(size):
        days = [date(1930, 1, 1) + timedelta(n) for n in range(size)]
        limits = {birth: [lambda new: new.year > 1900] for birth in days}
        told = Told(births=tuple(days), limits=limits, months=frozenset(range(1, 13)))
        made = Timeline(told, timedelta(-728), 1, context.draw)
        return lambda: [made.birth(birth) for birth in days for _ in range(9)]

    assert grows_linearly(prepare, 100)

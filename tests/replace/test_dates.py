"""Dates and ages are written where the timeline has them, each in its style."""

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each
from tests.replace.helpers import TAG, document, replaced

from allonym.dates.reader import DateReader
from allonym.replace.time.dates import AgeReplacer, DateReplacer
from allonym.replace.time.style import DateStyle
from allonym.replace.time.timeline import DateShift

DATES = DateReplacer(TAG)
AGES = AgeReplacer(TAG)
SECRETS = st.binary(min_size=16, max_size=32)


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


def test_a_year_alone_moves_no_day_of_the_week_beside_it():
    # the first of July, for which a year stands, was a Saturday in 1961
    assert "Wielką Sobotę" in replaced(DATES, "Ślub w Wielką Sobotę [[date|1961]] roku")
    assert "Easter Saturday" in replaced(DATES, "wed on Easter Saturday [[date|1961]]", "en")


def test_order_of_slashes_is_learned_from_the_document():
    context, entities = document("[[date|03/05/1984]], [[date|13/05/1984]]", "en")
    first, second = (r.text for r in DATES.replace(context, entities))
    reader = DateReader.load("en")
    new = [reader.read(t, slash="dmy").first.on() for t in (first, second)]
    assert (new[1] - new[0]).days == 10


@each(
    ("text", "order"),
    [
        ("He paid £20 on [[date|03/05/1984]].", "dmy"),
        ("Mr Hill of SW1A 2AA organised it on [[date|03/05/1984]].", "dmy"),
        ("Mr. Hill of Springfield, IL 62704 organized it on [[date|03/05/1984]].", "mdy"),
        ("He paid £20 on [[date|03/05/1984]] and on [[date|May 3, 1984]].", "mdy"),
        ("He paid $20 on [[date|03/05/1984]] and on [[date|13/05/1984]].", "dmy"),
        ("Seen on [[date|03/05/1984]].", "mdy"),
        ("Seen on Sunday, [[date|02/03/2025]].", "dmy"),  # the third of February is a Monday
        ("Seen at Athenry, Co. Galway, on [[date|03/05/1984]].", "dmy"),
        ("Of [[place|Ludlow]], [[place.region|Shropshire]], [[date|03/05/1984]].", "dmy"),
        ("In [[place|Tulsa]], [[place.region|Oklahoma]], [[date|03/05/1984]].", "mdy"),
        ("Proved 17.xi.2025, dated [[date|03/05/1984]].", "dmy"),
        ("Year 9, born [[date|03/05/2009]].", "dmy"),
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


@pytest.mark.parametrize(
    ("code", "marked"),
    [
        ("pl", "w środę [[date|25 grudnia 2024]] na Boże Narodzenie"),
        ("sl", "v sredo, [[date|25. decembra 2024]], za božič"),
        ("hu", "szerdán, [[date|2024. december 25-én]] karácsonykor"),
        ("fi", "keskiviikkona [[date|25.12.2024]], joulupäivänä"),
        ("en", "on Wednesday, [[date|25 December 2024]], Christmas Day"),
        ("en", "on [[date|25 December 2024]] (Wednesday), Christmas Day"),
        ("bg", "в сряда, [[date|25 декември 2024]], на Коледа"),
    ],
)
@given(secret=SECRETS)
def test_days_of_the_week_follow_a_feast(code, marked, secret):
    made = replaced(DATES, marked, code, secret=secret)
    reader = DateReader.load(code)
    year = int(next(w for w in made.replace(",", " ").replace(".", " ").split() if w[:2] == "20"))
    named = [w for w in map(reader.words.weekdays.read, made.replace(",", "").split()) if w]
    named += [
        w for w in [reader.words.weekdays.read(made.partition("(")[2].partition(")")[0])] if w
    ]
    assert year != 2024
    assert [w.number - 1 for w in named] == [date(year, 12, 25).weekday()]


def test_dates_inside_a_mail_stay_readable_by_programs():
    context, entities = document(
        "Date: [[date|Tue, 12 Mar 2024]] 10:15", "pl", rules={"date": "en"}
    )
    (made,) = (r for r in DATES.replace(context, entities) if not r.context)
    day = date.fromisoformat("2024-03-12")
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    _, number, month, year = made.text.replace(",", "").split()
    assert made.text.startswith("Tue, ")
    assert (date(int(year), months.index(month) + 1, int(number)) - day).days % 7 == 0


def test_school_years_follow():
    made = replaced(DATES, "rok szkolny 2023/24, [[date|4 marca 2024]], 2019/20, 2019/24")
    by = int(made.split()[2][:4]) - 2023
    assert by
    assert made.split()[2] == f"{2023 + by}/{24 + by:02},"
    assert made.endswith(f", {2019 + by}/{20 + by:02}, 2019/24")


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("[[date|12. svibnja 2026]], šk. g. 2025./26.", r"šk\. g\. {before}\./{short}\."),
        ("[[date|12. svibnja 2026]], godina 2025./2026.", r"godina {before}\./{now}\."),
    ],
)
def test_both_halves_of_a_school_year_follow(text, both):
    made = replaced(DATES, text, "hr")
    now = int(re.search(r"\d{4}", made)[0])
    assert re.search(both.format(before=now - 1, now=now, short=f"{now % 100:02}"), made)


@pytest.mark.parametrize("heading", ["SUMMER TERM REPORT 2024", "Objectives 2024."])
def test_a_heading_says_the_year_of_a_text_without_days(heading):
    made = replaced(DATES, f"{heading}\nPupil, born [[date.birth|6 May 2009]]", "en")
    year, born = map(int, re.findall(r"\d{4}", made))
    assert year != 2024
    assert year - born == 15


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("Due on [[date|1 September]] and [[date|1 October]]. [[date|12 August 2025]]", "1 Octo"),
        ("Declare by [[date|31 March]]. [[date|12 May 2025]]", "by 31 March."),
        ("The war ended in [[date|May 1945]]. [[date|12 May 2025]]", "in May 1945."),
    ],
)
def test_terms_and_months_of_history_stay(text, stays):
    made = replaced(DATES, text, "en")
    assert stays in made
    assert "2025" not in made


@pytest.mark.parametrize(
    "text",
    [
        "május 5-től 9-ig", "2025. május ötödikétől kilencedikéig", "2026. 09. 01.–09. 04.",
        "2025. 12. 29.–01. 04.", "2024. május 28-tól 31-ig",
    ],
)  # fmt: skip
@given(secret=SECRETS)
def test_both_days_of_a_hungarian_range_move(text, secret):
    reader = DateReader.load("hu")
    old = reader.read(text)
    new = reader.read(replaced(DATES, f"[[date|{text}]]", "hu", secret=secret))
    assert old.last
    length = old.end.on() - old.first.on()
    assert new is None or new.end.on() - new.first.on() == length  # else each has its own month


@pytest.mark.parametrize(
    "text", ["28.02-3.03.2024", "28.12.-3.1.2024", "28. 2. – 3. 3. 2024", "30.4-2.5.1999"]
)
@given(secret=SECRETS)
def test_ranges_over_months_keep_their_length(text, secret):
    reader = DateReader.load("pl")
    old, new = reader.read(text), reader.read(replaced(DATES, f"[[date|{text}]]", secret=secret))
    assert new.end.on() - new.first.on() == old.end.on() - old.first.on()


def test_preposition_follows_a_month():
    texts = {
        replaced(DATES, "We [[date|wrześniu 2024]].", secret=str(n).encode() * 16)
        for n in range(3, 9)
    }
    assert all(text.startswith(("We wrz", "W ")) for text in texts)


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
    assert moved.startswith("Trzydziesto")
    assert moved.endswith("letni")
    assert moved != "Trzydziestodwuletni"
    assert replaced(AGES, "[[age|pełnoletni]]") == "[TAG]"


CURRICULA = [
    ("pl", "ur. [[date.birth|5 listopada 1993]]; od [[date|lutego 2022]]; ", "2012–2017: studia"),
    ("hr", "rođena [[date.birth|27. siječnja 1992]].; od [[date|svibnja 2021]].; ", "2016.–2021."),
    ("sk", "narodená [[date.birth|7. apríla 1987]]; od [[date|septembra 2019]]; ", "2013 – 2019"),
]


@pytest.mark.parametrize(("language", "told", "bare"), CURRICULA)
def test_bare_years_of_a_life_move_with_its_dates(language, told, bare):
    made = replaced(DATES, f"{told}{bare}, 2006 – 2009 gimn.", language)
    old = [int(y) for y in re.findall(r"\d{4}", told + bare)]
    new = [int(y) for y in re.findall(r"\d{4}", made)]
    assert new[1] != old[1]
    assert [y - o for y, o in zip(new[2:4], old[2:], strict=True)] == [new[1] - old[1]] * 2


PRESENT = [
    (
        "hr",
        "Dana [[date|7. veljače 2026]]. utvrđeno je da je društvo u 2025. imalo 17 intervencija",
    ),
    ("bg", "Днес, [[date|14.03.2026]] г., прие отчет за 2025 г."),
    ("hu", "[[date|2026. március 14.]] – a 2025. évi beszámoló"),
    ("hu", "[[date|2026. március 14.]] – a 2025-ben befolyt díjak"),
    ("sv", "Den [[date|3 juni 2023]] köpte han båten, sommaren 2022 låg den där"),
    ("sl", "Obresti od [[date|1. 3. 2023]], streho je prekril poleti 2022"),
    ("ro", "La [[date|7 februarie 2026]] s-a votat cotizația pe 2025"),
    ("fi", "Kokous [[date|12.3.2025]]. Vappuun 2026 asti lupa on voimassa"),
    ("hu", "Az ülés [[date|2025. március 12.]]. 2026 húsvétjáig halasztották"),
]


@each(("language", "marked"), PRESENT)
def test_a_bare_year_near_what_happened_moves_with_it(language, marked):
    new = [int(year) for year in re.findall(r"\d{4}", replaced(DATES, marked, language))]
    old = [int(year) for year in re.findall(r"\d{4}", marked)]
    assert new[1] != old[1]
    assert new[1] - new[0] == old[1] - old[0]


@each(
    "bare", ["Dz.U. z 2025 r. poz. 12", "wpłata 2025 zł", "za 2025 zł", "Windows 2025", "w 1995 r."]
)
def test_what_is_no_year_of_the_present_stays(bare):
    assert replaced(DATES, f"Dnia [[date|7 lutego 2026]] r. {bare}").endswith(bare)


def test_years_stay_where_nobodys_life_is_told_by_them():
    assert replaced(DATES, "od [[date|lutego 2022]]; wojny 1914–1918, 1939–1945").endswith(
        "wojny 1914–1918, 1939–1945"
    )


def test_a_day_without_its_year_stands_beside_a_date_of_the_text():
    marked = (
        "He left on [[date|3 November 2023]]. The next morning, [[date|4 November]], she rang. "
        "Dated [[date|21 June 2024]] and [[date|8 May 2024]]."
    )
    context, _ = document(marked, "en")
    assert DateStyle.of(context).year_near(context.view.text.index("4 November, she")) == 2023


@given(secret=SECRETS)
def test_a_month_of_birth_long_past_moves_while_one_of_history_stays(secret):
    marked = "Született [[date.birth|1936 januárjában]], meghalt [[date|2024. február 20-án]]."
    assert "1936 januárjában" not in replaced(DATES, marked, language="hu", secret=secret)
    history = marked.replace("date.birth", "date")
    assert "1936 januárjában" in replaced(DATES, history, language="hu", secret=secret)

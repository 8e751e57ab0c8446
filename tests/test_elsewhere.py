"""Documents whose paragraphs are in several languages: one person, one name, every grammar."""

import re

import pytest

from allonym import Pipeline
from allonym.link.abroad import joined
from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.review.desk import Desk, tools_for
from allonym.review.recognition import Recognition, recognise
from allonym.review.shelf import from_plain, to_plain
from tests.each import each

LETTER = """\
Szanowna Pani, w załączeniu przesyłam odpis pisma, które Marek Zawadzki otrzymał w dniu
3 marca 2024 r. od spółki z siedzibą w Poznaniu. Rozmawiałem z Markiem Zawadzkim.

Dear Ms Whitcombe, thank you for your letter. I have spoken to Marek Zawadzki and to his lawyer,
Agatha Pemberton, who works in Shrewsbury. Please write to agatha.pemberton@solicitors.co.uk.

Tapasin eilen Marek Zawadzkin ja hänen asianajajansa. Sitten kerroin Zawadzkille, että Päivi
Mäkeläinen Kuopiosta lähettää asiakirjat ja että Mäkeläisen mukaan kaikki on kunnossa.
"""


@pytest.fixture(scope="module")
def paragraphs():
    result = Pipeline.load(secret=b"0123456789abcdef0").run(LETTER)
    assert result.report.language == "pl"
    return result.text.split("\n\n")


@pytest.mark.slow
def test_a_person_has_one_name_in_all_paragraphs_and_the_case_that_each_asks_for(paragraphs):
    polish, english, finnish = paragraphs
    given, family = re.search(r"które (\w+) (\w+) otrzymał", polish).groups()
    assert f"spoken to {given} {family} and" in english
    assert re.search(rf"Tapasin eilen {given} {family[:4]}\w*n ja", finnish)
    assert re.search(rf"kerroin {family[:4]}\w*lle, että", finnish)


def test_who_is_named_in_one_language_only_gets_a_name_of_it(paragraphs):
    _, english, finnish = paragraphs
    local = re.search(r"lawyer,\s(\w+) (\w+), who", english)
    assert f"{local[1]}.{local[2]}@".lower() in english
    (lone,) = re.findall(r"ja\settä\s(\w+)\smukaan", finnish)
    (full,) = re.findall(r"että\s\w+\s(\w+)\s\w+\slähettää", finnish)
    assert lone.endswith("n")
    assert lone[:4] == full[:4]


def person(number, given, family, start, language="", gender=""):
    parts = tuple(
        LemmaPart(role, name) for role, name in (("given", given), ("family", family)) if name
    )
    mention = Mention(Span(start, start + 1), "person", (), (), language)
    name = " ".join(part.lemma for part in parts)
    features = {"Gender": gender} if gender else {}
    return Entity(EntityId(f"person#{number}"), "person", (mention,), name, parts, features)


@each(
    ("other", "same"),
    [
        (("Marija", "Novak"), True),
        (("Maria", "Novak"), True),  # another language's spelling
        (("", "Novak"), True),
        (("Maria", ""), True),
        (("Ana", "Novak"), False),
        (("Marija", "Kovač"), False),
        (("Mario", "Novak", "Masc"), False),  # one letter off, and a man
    ],
)
def test_people_of_two_languages_are_one_by_the_names_that_both_have(other, same):
    known = person(1, "Marija", "Novak", 0, gender="Fem")
    given, family, *gender = other
    found = person(1, given, family, 5, "en", *gender)
    entities = joined(TextView.of("x" * 10), [known], [found])
    assert len(entities) == 2 - same
    assert len({entity.id for entity in entities}) == len(entities)


def test_a_lone_name_that_two_people_have_joins_neither():
    known = [person(1, "Ana", "Novak", 0), person(2, "Eva", "Novak", 2)]
    assert len(joined(TextView.of("x" * 10), known, [person(1, "", "Novak", 5, "en")])) == 3


@pytest.mark.slow
def test_a_review_says_what_a_run_says():
    pipeline = Pipeline.load(secret=b"0123456789abcdef0")
    recognition = recognise(pipeline, LETTER.encode(), "letter.txt")
    stored = from_plain(Recognition, to_plain(recognition))
    desk = Desk(stored, tools_for("pl", pipeline.profile), pipeline.draw)
    assert desk.values()["result"] == pipeline.run(LETTER).text

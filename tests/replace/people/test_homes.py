"""Who is from here and who from abroad, by the names alone; homes.tsv is from general knowledge."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.replace.naming import linker

from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.replace.people.doubts import gender_of
from allonym.replace.people.eras import Ages
from allonym.replace.people.homes import Homes
from allonym.replace.people.slots import Person, slots_of
from allonym.replace.rules import NameRules
from allonym.text.markup import parse_marks

HERE = "-"
TABLE = [
    line.split("\t")
    for line in Path(__file__).with_name("homes.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def home(language: str, name: str) -> str:
    """Return the origin that a name has, or that it is from here."""
    text, marks = parse_marks(f"[[person#1|{name}]].")
    view, rules = TextView.of(text, language=language), NameRules(load_pack(language))
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    (entity,) = linker(language).link(view, mentions)
    person = Person(entity, gender_of(entity, rules), slots_of(entity, rules))
    ages = Ages(view, [entity], rules.pack, rules.eras)
    origin = Homes(view, rules, [entity], ages).origin(person)
    return HERE if origin in rules.near else origin or HERE


@pytest.mark.slow
@pytest.mark.parametrize(("language", "people"), TABLE, ids=[row[0] for row in TABLE])
def test_people_are_at_home_where_their_names_are_usual(language: str, people: str) -> None:
    expected = dict(item.split("=") for item in people.split(";"))
    found = {name: home(language, name) for name in expected}
    assert {n: o for n, o in found.items() if o not in expected[n].split("/")} == {}


@pytest.mark.parametrize(
    ("text", "origin"),
    [("Giulia Ferretti e mama lui Matteo.", "italian"), ("Ana Popescu e mama lui Matteo.", "")],
)
def test_a_child_is_from_where_its_parents_are(text: str, origin: str) -> None:
    view, rules = TextView.of(text, language="ro"), NameRules(load_pack("ro"))
    names = ("Giulia Ferretti", "Ana Popescu", "Matteo")
    at = [(text.find(name), len(name)) for name in names if name in text]
    spans = [Span(start, start + size) for start, size in at]
    people = linker("ro").link(view, [Mention(s, "person", (Evidence("gold"),)) for s in spans])
    ages = Ages(view, people, rules.pack, rules.eras)
    child = Person(people[-1], "Masc", slots_of(people[-1], rules))
    assert Homes(view, rules, people, ages).origin(child) == origin

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.model.entity import Entity
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.markup import parse_marks
from tests.each import each
from tests.growth import grows_linearly

from .test_linking_cases import linker


def link(marked: str, code: str = "pl") -> list[Entity]:
    text, marks = parse_marks(marked)
    view = TextView.of(text, language=code)
    return linker(code).link(view, [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks])


@each(
    ("code", "marked", "canonical", "gender"),
    [
        ("pl", "z [[person|Janem Kowalskim]]", "Jan Kowalski", "Masc"),
        ("pl", "o [[person|Annie Kowalskiej]]", "Anna Kowalska", "Fem"),
        ("pl", "dla [[person|Ewy Nowak]]", "Ewa Nowak", "Fem"),
        ("pl", "[[person|KOWALSKIEMU, JANOWI]]", "Jan Kowalski", "Masc"),
        ("pl", "[[person|Kasia Lis]]: [[person|Katarzyna Lis]]", "Katarzyna Lis", "Fem"),
        ("pl", "panią [[person|Zielińską]]", "Zielińska", "Fem"),
        ("pl", "z [[person|J. Zielińskim]]", "J. Zieliński", "Masc"),
        ("pl", "[[person|Marco Rossi]], u [[person|Rossiego]]", "Marco Rossi", "Masc"),
        ("pl", "[[person|Marii Skłodowskiej-Curie]]", "Maria Skłodowska-Curie", "Fem"),
        ("hr", "Brat [[person|Toniju]] šalje novac, [[person|Toni]] je tu.", "Toni", ""),
        ("sl", "Podpis dr. [[person|Kosa]] je tu.", "Kos", "Masc"),
        ("hr", "Bili smo s [[person|Matkovićevima]].", "Matković", ""),
        ("en", "[[person|SMITH, John]]", "John Smith", "Masc"),
        ("en", "Mrs [[person|Doyle]]", "Doyle", "Fem"),
        ("en", "[[person|Bob Hill]] or [[person|Robert Hill]]", "Robert Hill", "Masc"),
        (
            "en",
            "[[person|Tom E. Hill]] [[person|Thomas Edward Hill]]",
            "Thomas Edward Hill",
            "Masc",
        ),
    ],
)
def test_link_names_people_in_the_citation_form(
    code: str, marked: str, canonical: str, gender: str
) -> None:
    (entity,) = link(marked, code)
    assert entity.canonical == canonical
    assert entity.features.get("Gender", "") == gender
    assert " ".join(p.lemma for p in entity.parts) == canonical.replace("-", " ")


@each(
    ("code", "marked", "canonical"),
    [
        ("pl", "w [[org|Sądzie Rejonowym]], a [[org|Sąd Rejonowy]]", "Sąd Rejonowy"),
        ("sl", "na [[org|Okrožnem sodišču]]; [[org|Okrožno sodišče]]", "Okrožno sodišče"),
        ("fi", "[[org|Oulun hovioikeudessa]]. [[org|Oulun hovioikeus]]", "Oulun hovioikeus"),
        ("fi", "[[org|Pajula Oy:lle]]", "Pajula Oy"),
    ],
)
def test_a_body_is_called_as_it_stands_in_its_base(code: str, marked: str, canonical: str) -> None:
    (entity,) = link(marked, code)
    assert entity.canonical == canonical


@each(
    ("marked", "canonical"),
    [
        ("w [[place|Krakowie]]", "Kraków"),
        ("do [[place|Nowego Sącza]]", "Nowy Sącz"),
        ("w [[place|Katowicach]]", "Katowice"),
        ("[[place|WARSZAWIE]]", "Warszawa"),
        ("w [[place|Bielsku-Białej]]", "Bielsko-Biała"),
    ],
)
def test_link_names_places_in_the_citation_form(marked: str, canonical: str) -> None:
    (entity,) = link(marked)
    assert entity.canonical == canonical


def test_link_narrows_the_readings_of_a_name() -> None:
    (entity,) = link("z [[person|Janem Kowalskim]]")
    given_name, surname = entity.mentions[0].parts
    assert (given_name.role, surname.role) == ("given", "family")
    readings = [dict(a.features) for a in surname.analyses]
    assert readings == [{"Case": "Ins", "Number": "Sing", "Gender": "Masc"}]


def test_link_narrows_by_the_preposition() -> None:
    (entity,) = link("od [[person|Ewy]]")
    assert {a.features["Case"] for a in entity.mentions[0].parts[0].analyses} == {"Gen"}


def test_link_reads_a_lone_surname_by_its_citation_form() -> None:
    (entity,) = link("Kuulimme [[person|Linnan]] puheen.", "fi")
    assert [(p.role, p.lemma) for p in entity.parts] == [("family", "Linna")]


def test_link_numbers_by_first_mention() -> None:
    entities = link("[[place|Kraków]], [[person|Jan Lis]], [[person|Ewa Bąk]], [[person|Lis]]")
    assert [e.id for e in entities] == ["place#1", "person#1", "person#2"]
    assert [len(e.mentions) for e in entities] == [1, 2, 1]


def test_link_ties_couples() -> None:
    husband, wife, other = link(
        "[[person|Jan Kowalski]], [[person|Anna Kowalska]], [[person|Ewa Lis]]"
    )
    assert (husband.couple, wife.couple, other.couple) == (wife.id, husband.id, None)


def test_link_finds_the_owner_of_an_address() -> None:
    entities = link(
        "[[person|Łucja Żak]] [[person|Jan Lis]]: [[email|lucja.zak@ex.pl]], [[email|jlis@ex.pl]], "
        "[[username|zakl77]], [[email|biuro@ex.pl]]"
    )
    assert [e.owner for e in entities[2:]] == ["person#1", "person#2", "person#1", None]


def test_link_takes_a_family_for_one_of_its_own() -> None:
    entities = link("[[person|Jan Kowalski]] i [[person|Anna Kowalska]]. U [[person|Kowalskich]].")
    assert [e.canonical for e in entities] == ["Jan Kowalski", "Anna Kowalska", "Kowalski"]
    assert entities[2].couple == "person#1"


def test_link_gives_a_maiden_name_to_the_one_just_named() -> None:
    woman, father = link(
        "[[person|Anna Lis]], z domu [[person|Nowak]], córka Jana: [[person|Jan Nowak]]."
    )
    assert [len(e.mentions) for e in (woman, father)] == [2, 1]
    assert woman.canonical == "Anna Lis"
    assert woman.mentions[1].parts[0].derived == "former"


def test_link_marks_adjectives_as_derived() -> None:
    (entity,) = link("[[place|Warszawa]] i [[place|warszawskiego]] sądu")
    assert entity.canonical == "Warszawa"
    assert [m.parts[0].derived for m in entity.mentions] == ["", "adjective"]


def test_link_keeps_roles_and_types_apart() -> None:
    entities = link("[[person.judge|Jan Nowak]], [[person.witness|Jan Nowak]], [[place|Nowak]]")
    assert [e.type for e in entities] == ["person.judge", "person.witness", "place"]


def test_link_keeps_hidden_and_kept_people_apart() -> None:
    text = "Nowak Nowak"
    mentions = [
        Mention(Span(0, 5), "person", (Evidence("known", "keep"),)),
        Mention(Span(6, 11), "person", (Evidence("known", "hide"),)),
    ]
    assert len(linker("pl").link(TextView.of(text), mentions)) == 2


def test_link_takes_the_finest_type() -> None:
    (entity,) = link("[[person|Jan Nowak]], [[person.judge|Nowak]], [[person.family|Nowaka]]")
    assert entity.type == "person.judge"


WORDS = (
    "Jan",
    "Janem",
    "Anna",
    "Nowak",
    "Kowalskiej",
    "J.",
    "K",
    "i",
    "Lis",
    "-",
    "7",
    "ŻAK",
    "łoś",
)
TYPES = ("person", "place", "org", "phone", "date", "email", "person.judge", "weird")


names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3)


@given(
    st.lists(st.tuples(names, st.sampled_from(TYPES)), max_size=8), st.sampled_from(("pl", "en"))
)
def test_link_puts_every_mention_into_one_entity(items, code) -> None:
    text, mentions = "", []
    for words, kind in items:
        start = len(text)
        text += " ".join(words)
        mentions.append(Mention(Span(start, len(text)), kind, (Evidence("x"),)))
        text += ", "
    entities = linker(code).link(TextView.of(text), mentions)
    spans = [m.span for e in entities for m in e.mentions]
    assert sorted(spans) == [m.span for m in mentions]
    assert len({e.id for e in entities}) == len(entities)
    firsts = [e.mentions[0].span for e in entities]
    assert firsts == sorted(firsts)
    assert entities == linker(code).link(TextView.of(text), list(reversed(mentions)))


def test_link_survives_odd_mentions() -> None:
    text = "\ud800 \u0301 \x00 🙂 ..."
    mentions = [Mention(Span(n, n + 1), "person", (Evidence("x"),)) for n in (0, 2, 4, 6, 8)]
    assert len(linker("pl").link(TextView.of(text), mentions)) >= 1


@pytest.mark.slow
def test_link_is_near_linear() -> None:
    def run(count: int) -> Callable[[], object]:
        names = ["Jan Kowalski", "Kowalski", "Anna Nowak", "J. Kowalski", "Annie", "Nowak"]
        text, mentions = "", []
        for n in range(count):
            name = names[n % 6]
            mentions.append(Mention(Span(len(text), len(text) + len(name)), "person", ()))
            text += name + ", "
        links = linker("pl")
        return lambda: links.link(TextView.of(text), mentions)

    assert grows_linearly(run, 500)

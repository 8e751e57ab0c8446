from __future__ import annotations

from tests.each import each

from allonym.languages.pack import load_pack
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.replace.alternations import load_around


def repaired(text: str, old: str, new: str, language: str) -> str:
    start = text.index(old)
    made = Replacement(Span(start, start + len(old)), new, EntityId("x#1"), "pseudonym")
    changes = list(load_around(load_pack(language)).repair(TextView.of(text), [made]))
    assert all(change.context for change in changes)
    return ReplacementPlan.of([made, *changes]).apply(text)


@each(
    ("text", "old", "new", "wanted"),
    [
        ("we Wrocławiu", "Wrocławiu", "Gdyni", "w Gdyni"),
        ("w Gdyni", "Gdyni", "Wrocławiu", "we Wrocławiu"),
        ("w Gdyni", "Gdyni", "Warszawie", "w Warszawie"),
        ("w Gdyni", "Gdyni", "Włocławku", "we Włocławku"),
        ("w Gdyni", "Gdyni", "Lwowie", "we Lwowie"),
        ("w Gdyni", "Gdyni", "Francji", "we Francji"),
        ("w Gdyni", "Gdyni", "Ełku", "w Ełku"),
        ("We Wrocławiu", "Wrocławiu", "Gdyni", "W Gdyni"),
        ("W Gdyni", "Gdyni", "Wschowie", "We Wschowie"),
        ("WE WROCŁAWIU", "WROCŁAWIU", "GDYNI", "W GDYNI"),
        ("z Janem", "Janem", "Stanisławem", "ze Stanisławem"),
        ("ze Stanisławem", "Stanisławem", "Janem", "z Janem"),
        ("z Janem", "Janem", "Zbigniewem", "ze Zbigniewem"),
        ("z Janem", "Janem", "Zenonem", "z Zenonem"),
        ("z Janem", "Janem", "Szymonem", "z Szymonem"),
        ("z Gdyni", "Gdyni", "Szczecina", "ze Szczecina"),
        ("z Gdyni", "Gdyni", "Sieradza", "z Sieradza"),
        ("z Gdyni", "Gdyni", "Świdnicy", "ze Świdnicy"),
        ("z Gdyni", "Gdyni", "Rzeszowa", "z Rzeszowa"),
        ("z Gdyni", "Gdyni", "Żnina", "ze Żnina"),
        ("z Gdyni", "Gdyni", "Wrocławia", "z Wrocławia"),
        ("z „Gdyni”", "Gdyni", "Szczecina", "ze „Szczecina”"),
        ("raz Gdyni", "Gdyni", "Szczecina", "raz Szczecina"),
    ],
)
def test_polish_prepositions_follow(text: str, old: str, new: str, wanted: str) -> None:
    assert repaired(text, old, new, "pl") == wanted


@each(
    ("text", "old", "new", "wanted"),
    [
        ("a Johnson work", "Johnson", "Adams", "an Adams work"),
        ("An Adams work", "Adams", "Johnson", "A Johnson work"),
        ("a Smith", "Smith", "Underwood", "an Underwood"),
        ("an Adams", "Adams", "Eubanks", "a Eubanks"),
        ("an Adams", "Adams", "Howard", "a Howard"),
        ("the Adams", "Adams", "Howard", "the Howard"),
    ],
)
def test_english_articles_follow(text: str, old: str, new: str, wanted: str) -> None:
    assert repaired(text, old, new, "en") == wanted


def test_repair_leaves_covered_words_alone() -> None:
    text = "A Gdyni"
    first = Replacement(Span(0, 1), "B", EntityId("x#1"), "pseudonym")
    second = Replacement(Span(2, 7), "Wrocławiu", EntityId("x#2"), "pseudonym")
    around = load_around(load_pack("en"))
    assert list(around.repair(TextView.of(text), [first, second])) == []

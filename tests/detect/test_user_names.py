"""User names made from the names of people in the text."""

import pytest
from tests.each import each

from allonym.detect.names.user_names import Lists, find_user_names
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.text.markup import parse_marks


def found_in(language, marked, common=(), names=()):
    text, marks = parse_marks(marked)
    view = TextView.of(text, language=language)
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    lists = Lists(lambda word: word in common, lambda word: word in names)
    made = find_user_names(view, mentions, load_morphology(load_pack(language)), lists)
    return [view.surface(m.span) for m in made]


@each(
    ("language", "text", "wanted"),
    [
        ("pl", "[[person|Jan Nowak]] ma login jnowak.", ["jnowak"]),
        ("pl", "Zna [[person|Janem Nowakiem]], konto: nowakj.", ["nowakj"]),
        ("hr", "[[person|Ana Kovač]] i [[person|Marko Marić]]: akovac, amaric, mmaric.",
         ["akovac", "amaric", "mmaric"]),
        ("sv", "[[person|Anna Svensson]] loggade in som annasv.", ["annasv"]),
        ("hu", "[[person|Horváth Péter]] a phorvath nevet kapta.", ["phorvath"]),
        ("bg", "[[person|Петър Иванов]] пише от petar_ivanov и pivanov2.",
         ["petar_ivanov", "pivanov2"]),
        ("en", "[[person|John Smith]] is jsmith42 or john.smith.", ["jsmith42", "john.smith"]),
    ],
)  # fmt: skip
def test_user_names_of_people_are_found(language, text, wanted):
    assert found_in(language, text) == wanted


@each(
    ("language", "text", "common"),
    [
        ("pl", "[[person|Jan Kos]]: kosa, jan, kosem, J. Kos, Kos-Jan.", ()),
        ("en", "[[person|May Flower]] saw a mflower grow.", ("mflower",)),
        ("pl", "[[person|Jan Nowak]] pisze z [[email|jan.nowak@example.com]].", ()),
        ("pl", "Nikogo tu nie ma, jnowak też.", ()),
    ],
)
def test_other_words_are_no_user_names(language, text, common):
    assert found_in(language, text, common) == []


NAMES = {"galovic": 2, "rade": 1, "mark": 3, "max": 3, "value": 0, "ana": 1, "marija": 1}


@each(
    ("text", "wanted"),
    [
        ("Vidi galovic_rade_nalazi.pdf.", ["galovic_rade"]),
        ("Mapa C:/dokumenti/galovic_rade/ je puna.", ["galovic_rade"]),
        ("Bravo #RadeGalović!", ["RadeGalović"]),
        ("Vidi max_value i mark_up.docx, plan-rada.", []),
        ("Vidi ana_marija.pdf.", []),  # two given names
        ("Bravo #MarkMaxBeBoys!", []),  # two words of English
    ],
)
def test_files_and_tags_may_be_called_after_somebody(text, wanted):
    view = TextView.of(text, language="hr")
    lists = Lists(
        lambda w: w in ("mark", "up"), lambda _: False, lambda w: NAMES.get(w, 0),
        is_english=lambda w: w in ("mark", "max"),
    )  # fmt: skip
    made = find_user_names(view, [], load_morphology(load_pack("hr")), lists)
    assert [view.surface(m.span) for m in made] == wanted


def test_what_is_made_of_a_known_name_in_a_longer_one_is_found():
    marked = "[[person|Rade Galović]]: galovic_rade_nalazi.pdf"
    assert found_in("hr", marked, common=("rade",)) == ["galovic_rade"]


@pytest.mark.parametrize(
    ("language", "marked", "wanted"),
    [
        ("pl", "[[person|Jan Kowalski]] ma login jkowal i jkowal1.", ["jkowal", "jkowal1"]),
        ("fi", "[[person|Matti Virtanen]], tunnus mvirta01", ["mvirta01"]),
        ("en", "[[person|Peter Smithson]] is smithp7", ["smithp7"]),
    ],
)
def test_a_surname_cut_short_beside_an_initial_is_found(language, marked, wanted):
    assert found_in(language, marked) == wanted

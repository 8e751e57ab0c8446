"""Who is called after a street of the document's addresses."""

from tests.each import each

from allonym.detect.refining.streets import NamedStreets
from allonym.model.view import TextView
from allonym.text.markup import parse_marks

AGAIN = [
    ("Elm Road Surgery, [[address|20 Elm Road]].", ["Elm Road"], "its name tells a street"),
    ("[[org|Elm Road]] is long, [[address|20 Elm Road]]", ["Elm Road"], "no firm"),
    ("Elm Road is long. [[org|Elm Road Club]]", [], "no address has it"),
    ("[[org|Elm Road Club]], [[address|20 Elm Road]]", [], "an organisation has it already"),
    ("Dom Długa 5, [[address|ul. Długa 5]]", ["Długa 5"], "with the number of the house"),
    ("Storgatans slut, [[address|Storgatan 5]]", ["Storgatans"], "in another case"),
    ("[[place|Storgatans]] slut, [[address|Storgatan 5]]", ["Storgatans"], "no town"),
    ("Jan, na slaskiej 12, [[address|Śląska 12]]", ["slaskiej 12"], "in any case and letters"),
    ("Kot, śląski 12, [[address|Śląska 12]]", [], "behind no word that says where"),
    ("na [[address|Ivana Gaja]] 26 u gradu", ["Ivana Gaja 26"], "with the number behind"),
    ("na [[address|Ivana Gaja]] 26. svibnja", [], "a day"),
    ("kod [[person|Mihovila Pavleka]] [[person|Gaja]] 26.", ["Mihovila Pavleka Gaja 26"], "in two"),
    ("kod [[person|Ane]] [[address|26. 5.]]", [], "another has the number"),
    ("Bo, 24 Elm, by 24 Elms, [[address|20 Elm Road]]", ["24 Elm"], "without the word for one"),
    ("24 [[person|Elm]] rang, [[address|20 Elm Road]]", ["24 Elm"], "nobody"),
    ("Pugh at number 18, number 7, [[address|20 Elm Road]]", ["18"], "a neighbour's house"),
    ("Pugh at number 18, [[place|Elm]]", [], "no address"),
    ("Długa 51 i Długa, [[address|ul. Długa 5]]", [], "another house, and a word alone"),
]


def _forms(name):
    return name, name + "s", name.lower() + "bo"


@each(("marked", "expected", "why"), AGAIN)
def test_a_street_of_an_address_is_found_again(marked, expected, why):
    text, mentions = parse_marks(marked)
    streets = NamedStreets(_forms, (" road", "gatan"), ("number", "at number"), where=("na",))
    found = streets.find(TextView(text), mentions)
    new = [text[m.span.start : m.span.end] for m in found if m not in mentions]
    assert new == expected, why


LED = [
    ("[[address|Asun Aurakatu 5]].", "Aurakatu 5", "a verb opens the sentence"),
    (
        "[[address|Asun Aurakatu 5]]\nTurku",
        "Asun Aurakatu 5",
        "a line of an address is no sentence",
    ),
    ("[[address|Vanha Aurakatu 5]]", "Vanha Aurakatu 5", "streets begin so"),
    ("[[address|Turun Aurakatu 5]]", "Turun Aurakatu 5", "no ordinary word"),
    ("Ja [[address|Asun Aurakatu 5]]", "Asun Aurakatu 5", "a capital inside a sentence is meant"),
    ("[[address|Asun Aura 5]]", "Asun Aura 5", "what follows is not told to be a street"),
]


@each(("marked", "expected", "why"), LED)
def test_a_word_that_opens_a_sentence_is_no_part_of_a_street(marked, expected, why):
    text, mentions = parse_marks(marked)
    usual = {"asun", "vanha"}.__contains__
    streets = NamedStreets(_forms, ("katu",), begins=("vanha",), is_usual=usual)
    found = streets.find(TextView(text), mentions)
    assert [text[m.span.start : m.span.end] for m in found] == [expected], why


@each(
    ("marked", "expected", "why"),
    [
        ("of 2218 [[place|Magnolia Road]], Lee", ["2218 Magnolia Road"], "the house before it"),
        ("to [[org|812 Mill Road]], Lee", ["812 Mill Road"], "no firm"),
        ("In 1984 [[place|Magnolia Road]] was", [], "a year"),
        ("for $1,200 [[place|Magnolia Road]]", [], "an amount"),
        ("of 2218 [[place|Magnolia]], Lee", [], "no street"),
        ("at [[id|22]] [[place|Mill Road]]", [], "another has the number"),
    ],
)
def test_a_street_takes_the_number_before_it(marked, expected, why):
    text, mentions = parse_marks(marked)
    found = NamedStreets(_forms, (" road",), number_first=True).find(TextView(text), mentions)
    streets = [text[m.span.start : m.span.end] for m in found if m.type == "address"]
    assert streets == expected, why

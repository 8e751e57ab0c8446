"""Who is but from a town is no person: the word goes, what stands beside it stays."""

from types import SimpleNamespace

from tests.each import crossed, each

from allonym.detect.refining.demonyms import Demonyms
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView

SLOVAK = Demonyms(
    morphology=SimpleNamespace(
        analyse=lambda word, _: [SimpleNamespace(lemma=word)], forms=lambda word, _: [word]
    ),
    has=lambda *_: False,
    endings=("ský",),
    places=list,
    derive=lambda _: (),
    people=lambda place: ("trnavčan",) if place == "Trnava" else (),
    people_ends=("čan",),
)
GUESS = (Evidence("decision", "candidate", 0.6),)
TOWN = Mention(Span(0, 6), "place", (Evidence("gazetteer", "place", 0.9),))


@each(
    ("found", "left", "evidence"),
    crossed(
        [
            ("Trnavčan", []),
            ("Trnavčan.", []),
            ("Trnavčan, Peter", ["Peter"]),
            ("Trnavčan Peter", ["Peter"]),
        ],
        GUESS,
        (),
    ),
)
def test_a_person_is_what_stands_beside_who_is_from_a_town(found, left, evidence):
    text = f"Trnava: {found} prišiel"
    guess = Mention(Span(8, 8 + len(found)), "person", evidence)
    kept = SLOVAK.find(TextView(text), [TOWN, guess])
    assert [text[m.span.start : m.span.end] for m in kept] == ["Trnava", *left]


def test_what_a_rule_knows_is_no_guess():
    known = Mention(Span(8, 16), "person", (*GUESS, Evidence("known", "list", 1.0)))
    assert known in SLOVAK.find(TextView("Trnava: Trnavčan prišiel"), [TOWN, known])


def test_an_adjective_of_every_day_goes_with_the_town_that_the_text_names():
    """*zagrebački sud* beside [MJESTO] says which town is meant."""
    own = Demonyms(
        morphology=SimpleNamespace(
            analyse=lambda word, kind: [
                SimpleNamespace(lemma="Zagreb" if kind == "place" else word.replace("čkog", "čki"))
            ],
            forms=lambda word, _: [word],
        ),
        has=lambda word, *_: word == "zagrebački",
        endings=("čki",),
        places=lambda: ["Zagreb"],
        derive=lambda _: ("zagrebački",),
        is_town=lambda _: True,
    )
    text = "Zagreb: vidio je zagrebačkog suca. Zagrebački sudac"
    town = Mention(Span(0, 6), "place", (Evidence("gazetteer", "place", 0.9),))
    found = [text[m.span.start : m.span.end] for m in own.find(TextView(text), [town])]
    assert found == ["Zagreb", "zagrebačkog", "Zagrebački"]
    assert not own.find(TextView("Vidio je zagrebačkog suca."), [])

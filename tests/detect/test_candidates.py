"""What may be a name: what somebody found, two neighbours as one, a word less."""

import pytest
from tests.each import each

from allonym.detect.decision.candidates import candidates_of
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span


def found(text, *surfaces, kind="person"):
    starts = (text.index(s) for s in surfaces)
    spans = (Span(a, a + len(s)) for a, s in zip(starts, surfaces, strict=True))
    return [Mention(span, kind, (Evidence("model", "PER", 0.9),)) for span in spans]


def surfaces(text, mentions):
    return [text[c.span.start : c.span.end] for c in candidates_of(text, [], mentions)]


@each(
    ("text", "finds", "also"),
    [
        ("Osoba: Popiel, Lara; ur.", ("Popiel", "Lara"), "Popiel, Lara"),
        ("Ms María José de la Fuente was", ("María José", "Fuente"), "María José de la Fuente"),
        ("asks Agentica Lea for", ("Agentica Lea",), "Lea"),
        ("Raija Lähteenmäki Erasmus", ("Raija Lähteenmäki Erasmus",), "Raija Lähteenmäki"),
    ],
)
def test_names_in_two_and_names_too_long_may_be_one(text, finds, also):
    assert also in surfaces(text, found(text, *finds))


def test_what_stands_in_another_column_or_line_may_be_another_name():
    text = "Kos A.      Muška J.\nDang T."
    assert {"Kos A.", "Muška J.", "Dang T."} <= {*surfaces(text, found(text, text))}


@pytest.mark.parametrize("text", ["Ana Kovač. Ivan Novak", "Ana Kovač and also Ivan Novak"])
def test_people_apart_are_not_joined(text):
    assert text not in surfaces(text, found(text, "Ana Kovač", "Ivan Novak"))


def test_organisations_keep_all_their_words():
    text = "Grand Hotel Union"
    assert surfaces(text, found(text, text, kind="org")) == [text]


def test_a_letter_in_a_column_of_its_own_is_no_name():
    text = "HOLLOWAY, Jeremy   M   DOB 1961"
    assert "M" not in surfaces(text, found(text, "HOLLOWAY, Jeremy   M"))
    assert "M" in surfaces("and Jeremy M came", found("and Jeremy M came", "Jeremy M"))

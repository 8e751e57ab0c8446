"""Letters are addressed line by line: a line beside an address may be the town."""

import pytest

from allonym.detect.refining.postcodes import with_towns
from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView


def types(language, text, *finds):
    """Return the words found in a text and their types, of finds given as words and type."""
    view = TextView.of(text)
    mentions = []
    for surface, kind in finds:
        at = text.index(surface)
        mentions.append(Mention(Span(at, at + len(surface)), kind, (Evidence("model"),)))
    towns = load_geography(load_pack(language))
    return {view.surface(m.span): m.type for m in with_towns(view, mentions, towns)}


def test_a_town_over_the_street_is_found():
    text = "Szabó Péter\nBaja\nSzegedi út 73.\n6500\n"
    found = types("hu", text, ("Szabó Péter", "person"), ("Szegedi út 73.", "address"))
    assert found == {"Szabó Péter": "person", "Baja": "place", "Szegedi út 73.": "address"}


def test_below_the_street_a_town_is_no_person():
    text = "Mary Byrne\nFriars Court,\nCallan\n"
    finds = ("Friars Court", "address"), ("Callan", "person"), ("Mary Byrne", "person")
    assert types("en", text, *finds)["Callan"] == "place"


@pytest.mark.parametrize("text", ["Baja\nholnap jön\n", "Baja és\nSzegedi út 73.\n"])
def test_nothing_is_found_elsewhere(text):
    assert "Baja" not in types(
        "hu", text, *([("Szegedi út 73.", "address")] if "út" in text else [])
    )


def test_who_is_named_over_the_street_stays():
    text = "Callan\nFriars Court\n"
    found = types("en", text, ("Callan", "person"), ("Friars Court", "address"))
    assert found["Callan"] == "person"

"""Names that go on behind a nickname in quotes, and with an ending on a hyphen."""

import pytest

from allonym.detect.refining.whole import Completer
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology


def completed(language: str, text: str, *found: tuple[str, str], by: str = "model") -> list[str]:
    view = TextView.of(text, language=language)
    mentions = []
    for surface, kind in found:
        start = text.rindex(surface)
        span = Span(start, start + len(surface))
        mentions.append(Mention(span, kind, (Evidence(by),)))
    whole = Completer(load_morphology(load_pack(language)), language == "hu")
    return [view.surface(m.span) for m in whole.complete(view, mentions)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([("Kent", "person")], ['Kent "Blomman" Blom']),
        ([("Kent", "person"), ("Blom", "person")], ['Kent "Blomman" Blom']),
        ([("Kent", "person"), ("Blomman", "org")], ['Kent "Blomman" Blom']),
        ([("Kent", "person"), ("Blom har", "place")], ["Kent", "Blom har"]),
    ],
)
def test_a_nickname_in_quotes_is_in_the_midst_of_a_name(found, expected):
    assert completed("sv", 'Kent "Blomman" Blom har en stuga.', *found) == expected


def test_what_stands_in_quotes_in_small_letters_is_no_nickname():
    assert completed("sv", 'Kent "kom hit" Blom.', ("Kent", "person")) == ["Kent"]


def test_what_is_known_stays_as_it_is():
    text = 'Kent "Blomman" Blom.'
    assert completed("sv", text, ("Kent", "person"), by="known") == ["Kent"]


def test_an_ending_on_a_hyphen_belongs_to_the_name():
    assert completed("hu", "Kiss Anett-tel beszélt.", ("Kiss Anett", "person")) == [
        "Kiss Anett-tel"
    ]
    assert completed("hu", "Anna-Mária jött.", ("Anna", "person")) == ["Anna"]
    assert completed("sv", "Anett-tel kom.", ("Anett", "person")) == ["Anett"]

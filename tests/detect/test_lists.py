"""What a profile's lists hide and keep."""

import pytest

from allonym.detect.names.lists import AllowList, DenyDetector
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.profile import ListEntry
from allonym.text.markup import MarkedMention, parse_marks, render_marks


def denied(text, *entries):
    found = DenyDetector(entries).detect(TextView.of(text))
    return render_marks(text, [MarkedMention(m.span, m.type) for m in found])


@pytest.mark.parametrize(
    ("entry", "marked"),
    [
        (ListEntry("person", text="jan kos"), "[[person|Jan Kos]] i [[person|JAN\nKOS]], Jan Kosz"),
        (ListEntry(text="Orion"), "Projekt [[other|Orion]], Oriona nie"),
        (ListEntry("id", regex=r"P-\d{3}"), "nr [[id|P-123]] i P-1234"),
        (ListEntry("person", before="pacjent"), "pacjent [[person|Iwan Groźny]] i Anna"),
        (ListEntry("person", text="Kos", after=r",? lekarz"), "[[person|Kos]], lekarz; Kos sam"),
    ],
)
def test_deny_entries_find_their_surfaces(entry, marked):
    assert denied(parse_marks(marked)[0], entry) == marked


def stays(marked, *entries):
    text, marks = parse_marks(marked)
    view, allow = TextView.of(text), AllowList(entries)
    mentions = [Mention(Span(m.span.start, m.span.end), m.type, (Evidence("t"),)) for m in marks]
    return [view.surface(m.span) for m in mentions if allow.allows(view, m)]


MARKED = "sędzia [[person|Anna Wilk]], świadek [[person|Adam Lis]] w [[place|Lis]]"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (ListEntry(before="sędzia"), ["Anna Wilk"]),
        (ListEntry(text="ADAM LIS"), ["Adam Lis"]),
        (ListEntry("place", regex="L.s"), ["Lis"]),
        (ListEntry(regex="Adam"), []),
    ],
)
def test_allow_entries_let_their_mentions_stay(entry, expected):
    assert stays(MARKED, entry) == expected


def test_without_entries_nothing_stays():
    assert stays(MARKED) == []

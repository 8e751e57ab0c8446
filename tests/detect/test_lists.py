"""What a profile's lists hide and keep."""

from dataclasses import replace

import pytest
from tests.each import each

from allonym.detect.names.lists import AllowList, DenyDetector
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.profile import ListEntry
from allonym.text.markup import MarkedMention, parse_marks, render_marks


def denied(text, *entries):
    found = DenyDetector(entries).detect(TextView.of(text))
    return render_marks(text, [MarkedMention(m.span, m.type) for m in found])


@each(
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
    entities = [Entity(EntityId(str(n)), m.type, (m,)) for n, m in enumerate(mentions)]
    entities = [
        replace(e, canonical=BASES.get(view.surface(e.mentions[0].span), "")) for e in entities
    ]
    return [view.surface(e.mentions[0].span) for e in entities if allow.allows(view, e)]


BASES = {"Annie Wilk": "Anna Wilk"}
MARKED = "sędzia [[person|Anna Wilk]], świadek [[person|Adam Lis]] w [[place|Lis]]"


@each(
    ("entry", "expected"),
    [
        (ListEntry(before="sędzia"), ["Anna Wilk"]),
        (ListEntry(text="ADAM LIS"), ["Adam Lis"]),
        (ListEntry("place", regex="L.s"), ["Lis"]),
        (ListEntry(regex="Adam"), []),
        (ListEntry(text="Ewa Kos"), []),
        (ListEntry(text="  "), []),  # had let everybody stay
        (ListEntry(), []),
    ],
)
def test_allow_entries_let_their_mentions_stay(entry, expected):
    assert stays(MARKED, entry) == expected


@pytest.mark.parametrize(
    ("entry", "expected"), [({"text": "anna wilk"}, 1), ({"regex": "Anna Wilk"}, 0)]
)
def test_a_name_stands_for_its_forms_and_an_expression_for_what_is_written(entry, expected):
    assert len(stays("Dano [[person|Annie Wilk]] list.", ListEntry(**entry))) == expected


def test_without_entries_nothing_stays():
    assert stays(MARKED) == []

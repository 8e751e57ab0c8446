"""Where originals go back in an edited text: rightly or not at all, and in linear time."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allonym import Pipeline
from allonym.ledger.place import Edit, apply_edits, place
from allonym.ledger.record import Change, Record, digest, record_of
from tests.growth import grows_linearly

from .conftest import at_once

SENTENCES = [
    "Zeznawał Jan Kowalski z Wrocławia.",
    "Potem zeznawała Anna Nowak, tel. 601 234 567.",
    "Jana Kowalskiego widziała Anna Nowak.",
    "Rzeka płynie spokojnie przez miasto.",
    "Adam Zieliński zna Annę Nowak i Jana Kowalskiego.",
    "Nikt niczego nie widział.",
    "We wtorek przyszła Ewa Wrona, ewa.wrona@firma.pl.",
]
ADDED = ["Dopisek redakcji.", "Tu dodano zdanie.", ""]


@cache
def made(method):
    result = at_once(Pipeline.load(language="pl", method=method)).run("\n".join(SENTENCES))
    return result.text, record_of(result)


EDITS = st.lists(st.one_of(st.integers(0, 6), st.sampled_from(ADDED)), min_size=1, max_size=9)


@settings(max_examples=25)
@given(EDITS, st.sampled_from(["pseudonym", "tag", "remove"]))
def test_sentences_moved_dropped_and_added_get_no_wrong_name(edits, method):
    whole, record = made(method)
    new = whole.split("\n")
    text = "\n".join(new[e] if isinstance(e, int) else e for e in edits)
    restored = apply_edits(place(record, text).edits, text).split("\n")
    for edit, line in zip(edits, restored, strict=True):
        if isinstance(edit, str):
            assert line == edit
        else:
            known = set(SENTENCES[edit].split()) | set(new[edit].split())
            assert set(line.split()) <= known


def test_a_text_that_was_not_edited_is_placed_by_number_alone():
    text, record = made("remove")
    found = place(record, text)
    assert apply_edits(found.edits, text) == "\n".join(SENTENCES)


def test_nothing_is_placed_in_doubt():
    around = {"before": "x ", "after": " y", "alone": True}
    record = Record(digest(b"?"), b"", b"", (
        Change(2, "Lis", "Mak", "p#1", "person", **around),
        Change(20, "Lis", "Ptak", "p#2", "person", **around),
    ))  # fmt: skip
    found = place(record, "x Lis y and x Lis y")
    assert found.edits == ()
    assert len(found.left) == 2
    assert apply_edits([Edit(0, 1, "ab"), Edit(3, 3, "-")], "1234") == "ab23-4"


@pytest.mark.slow
def test_placing_is_linear():
    def prepare(size):
        words = [f"w{n} [OSOBA] v{n} Lis{n}" for n in range(size)]
        text = " ".join(words)
        changes = []
        for n in range(size):
            at = text.index(f"w{n} [") + len(f"w{n} ") if n < 50 else 0
            around = {"before": f"w{n} "[-12:], "after": f" v{n} Lis{n}"[:12]}
            changes += [
                Change(at, "[OSOBA]", f"Jan{n}", "p", "person", **around),
                Change(at, f"Lis{n}", f"Mak{n}", "p", "person", alone=True),
            ]
        record = Record(digest(b"?"), b"", b"", tuple(changes))
        return lambda: place(record, text)

    assert grows_linearly(prepare, 1000)

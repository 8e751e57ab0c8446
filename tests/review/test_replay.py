"""Laws of the list of decisions: replayed alike, undone to the same, whatever was decided."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import DocumentError
from allonym.model.decision import Decision
from allonym.review.anchors import rebase
from allonym.review.changes import effective, replay
from allonym.review.intake import DecisionForm
from allonym.review.shelf import as_lines, from_lines, from_plain, to_plain
from allonym.review.state import first_state
from tests.review.build import desk

TEXT = (
    "[[person|Jan Kowalski]] mieszka w [[place.settlement|Krakowie]]. Widziałem "
    "[[person|Jana Kowalskiego]] i [[person|Annę Nowak]]; [[phone|601 234 567]] 😀 "
    "[[person|Kowalski]] zna [[org|Lotos]], a [[other|Lotos]] zna Jana Kowalskiego."
)
TYPES = ("person", "org", "place", "other", "date")


def fresh():
    return desk(TEXT, doubtful=("other",))


@st.composite
def asked(draw, state, length):
    """Anything that a page might ask for, sense or not."""
    mention = draw(st.sampled_from(sorted(state.items)))
    entity = draw(st.sampled_from(sorted(state.parties)))
    start = draw(st.integers(0, length - 2))
    return draw(
        st.sampled_from(
            [
                {"action": "accept", "mention": mention, "everywhere": draw(st.booleans())},
                {"action": "reject", "mention": mention, "everywhere": draw(st.booleans())},
                {"action": "retype", "mention": mention, "type": draw(st.sampled_from(TYPES)),
                 "everywhere": draw(st.booleans())},
                {"action": "resize", "mention": mention, "start": start,
                 "end": start + draw(st.integers(1, 12))},
                {"action": "add", "start": start, "end": start + draw(st.integers(1, 12)),
                 "type": draw(st.sampled_from(TYPES)), "everywhere": draw(st.booleans())},
                {"action": "merge", "entities": [entity, draw(st.sampled_from(sorted(
                    state.parties)))]},
                {"action": "split", "mentions": [mention]},
                {"action": "rename", "entity": entity, "surrogate": "Ewa Lis"},
                {"action": "method", "entity": entity, "method": "keep"},
                {"action": "allow", "surface": "Lotos"},
                {"action": "disallow", "surface": "Lotos"},
            ]
        )
    )  # fmt: skip


def decide(one, data, number):
    """Decide something; return whether it made sense."""
    from allonym.errors import PseudonymizationError

    question = data.draw(asked(one.state(), len(one.recognition.text) + 1))
    try:
        one.add(one.read([DecisionForm(**question)], "me", str(number)))
    except PseudonymizationError:
        return False
    return True


@pytest.mark.slow
@given(st.data())
def test_undo_takes_back_exactly_what_was_decided(data):
    one = fresh()
    for number in range(data.draw(st.integers(0, 4))):
        decide(one, data, number)
    before = one.state()
    if not decide(one, data, 99):
        return
    after = one.state()
    one.add([Decision("undo")])
    assert one.state() == before
    one.add([Decision("redo")])
    assert one.state() == after


@pytest.mark.slow
@given(st.data())
def test_replay_is_the_same_however_it_is_cut_and_stored(data):
    one = fresh()
    for number in range(data.draw(st.integers(1, 6))):
        decide(one, data, number)
    first = first_state(one.recognition.entities, one.recognition.doubtful)
    stored = from_lines(as_lines(one.entries))
    assert stored == tuple(one.entries)
    cut = data.draw(st.integers(0, len(stored)))
    in_two = replay(replay(first, stored[:cut]), stored[cut:])
    assert replay(first, stored) == in_two == one.state()


@pytest.mark.slow
@given(st.data())
def test_mentions_that_count_never_overlap_and_all_are_replaced_or_kept(data):
    one = fresh()
    for number in range(data.draw(st.integers(1, 6))):
        decide(one, data, number)
    spans = sorted(i.mention.span for i in one.state().items.values() if i.active)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    values = one.values()
    json.dumps(values)
    for mention in values["mentions"]:
        if mention["entity"] and not mention["kept"]:
            text = mention["replacement"]
            at = values["result"].encode("utf-16-le")
            start, end = mention["result_start"], mention["result_end"]
            assert at[2 * start : 2 * end].decode("utf-16-le") == text


@pytest.mark.slow
@given(st.data())
def test_decisions_mean_the_same_in_an_unchanged_version(data):
    one = fresh()
    for number in range(data.draw(st.integers(1, 5))):
        decide(one, data, number)
    first = first_state(one.recognition.entities, one.recognition.doubtful)
    done = effective(one.entries).done
    moved, lost = rebase(done, first, one.recognition.text)
    assert not lost
    again = replay(first, moved)

    def shape(state):
        return {(i.mention.span, i.mention.type) for i in state.items.values() if i.active}

    assert shape(again) == shape(one.state())


@given(st.lists(st.sampled_from(["accept", "undo", "redo"]), max_size=30))
def test_undo_and_redo_are_a_cursor(actions):
    done, undone = 0, 0
    for action in actions:
        if action == "accept":
            done, undone = done + 1, 0
        elif action == "undo" and done:
            done, undone = done - 1, undone + 1
        elif action == "redo" and undone:
            done, undone = done + 1, undone - 1
    found = effective(Decision(a) for a in actions)
    assert (len(found.done), len(found.undone)) == (done, undone)


def test_a_line_cut_off_in_writing_is_passed_over():
    decisions = [Decision("accept", by="a", at="1"), Decision("undo", by="a", at="2")]
    whole = as_lines(decisions)
    assert from_lines(whole[:-5]) == (decisions[0],)
    assert from_plain(Decision, to_plain(decisions[1])) == decisions[1]


def test_a_decision_of_another_version_is_refused_whole():
    """Its place lay elsewhere: read without it, *allow* would let everything stay."""
    with pytest.raises(DocumentError, match="another version"):
        from_plain(Decision, {"action": "allow", "by": "a", "at": "1", "surface": "Zofia"})

"""Decisions in another version of their document: found again by words and context."""

from allonym.model.span import Span
from allonym.review.anchors import Locator, place_at, rebase
from allonym.review.intake import DecisionForm
from tests.review.build import desk

OLD = (
    "[[person|Jan Kowalski]] mieszka tu. [[org|Lotos]] zapłacił. [[person|Anna Nowak]] przyszła, "
    "a [[person|Adam Lis]] wyszedł. Był też Marek."
)
NEW = (
    "Wstęp, którego nie było. [[person|Anna Nowak]] przyszła, a [[person|Adam Lis]] wyszedł. "
    "[[person|Jan Kowalski]] mieszka tu. Był też Marek i jeszcze [[person|Anna Nowak]]."
)


def moved(*asked):
    old, new = desk(OLD), desk(NEW)
    old.add(old.read([DecisionForm(**one) for one in asked], "me", "1"))
    decisions, lost = rebase(old.log.done, new.state(), new.recognition.text)
    new.add(decisions)
    return decisions, lost, new


def name(marked, surface):
    one = desk(marked)
    text = one.recognition.text
    return next(
        i.id for i in one.state().items.values()
        if text[i.mention.span.start : i.mention.span.end] == surface
    )  # fmt: skip


def entity(marked, surface):
    return desk(marked).state().items[name(marked, surface)].entity


def test_mentions_are_found_where_they_stand_now():
    _, lost, new = moved({"action": "reject", "mention": name(OLD, "Jan Kowalski")})
    assert not lost
    assert "Jan Kowalski mieszka" in new.values()["result"]


def test_the_right_one_of_two_is_found_by_its_context():
    *_, new = moved({"action": "reject", "mention": name(OLD, "Anna Nowak")})
    result = new.values()["result"]
    assert "Anna Nowak przyszła" in result
    assert "jeszcze Anna Nowak" not in result


def test_entities_are_found_by_their_first_mention():
    *_, new = moved(
        {"action": "rename", "entity": entity(OLD, "Adam Lis"), "surrogate": "Jan Brzoza"}
    )
    assert "Jan Brzoza wyszedł" in new.values()["result"]


def test_what_was_added_is_added_again():
    start = desk(OLD).recognition.text.index("Marek")
    *_, new = moved({"action": "add", "start": start, "end": start + 5, "type": "person"})
    assert "Marek" not in new.values()["result"]


def test_what_is_gone_is_listed():
    decisions, lost, _ = moved(
        {"action": "reject", "mention": name(OLD, "Lotos")},
        {"action": "allow", "surface": "Nowak"},
    )
    assert [d.action for d, _ in lost] == ["reject"]
    assert [p.surface for _, places in lost for p in places] == ["Lotos"]
    assert [d.action for d in decisions] == ["allow"]


def test_a_surface_without_its_context_counts_only_where_it_stands_once():
    place = place_at("xx Ana yy", Span(3, 6))
    assert Locator("Ana").find(place) == Span(0, 3)
    assert Locator("Ana,Ana").find(place) is None
    assert Locator("Bob").find(place) is None

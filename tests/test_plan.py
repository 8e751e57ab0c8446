"""No mention stays: what a replacer forgets or fumbles becomes a tag."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from allonym.languages.labels import load_labels
from allonym.languages.pack import load_pack
from allonym.model.draw import Draw
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.plan import settle
from allonym.ports import ReplaceContext
from allonym.replace.labels import TagReplacer

TAG = TagReplacer(load_labels(load_pack("en")))


@st.composite
def documents(draw):
    text = draw(st.text(alphabet="abcXYZ ", min_size=12, max_size=40))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=8)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    entities = tuple(
        Entity(EntityId(f"person#{n}"), "person", (Mention(span, "person", (Evidence("t"),)),))
        for n, span in enumerate(spans, start=1)
    )
    made = draw(st.lists(proposals(text), max_size=10))
    return TextView.of(text), entities, made


@st.composite
def proposals(draw, text):
    start = draw(st.integers(0, len(text) - 1))
    span = Span(start, draw(st.integers(start + 1, len(text))))
    new = draw(st.sampled_from(["", "Q", "QQQ", text[span.start : span.end]]))
    return Replacement(span, new, EntityId("person#1"), "pseudonym", context=draw(st.booleans()))


@given(documents())
def test_every_mention_is_covered_and_none_keeps_its_text(case):
    view, entities, made = case
    context = ReplaceContext(view, entities, Draw(b"0" * 16), "en")
    plan = settle(context, entities, made, TAG)
    assert all(a.span.end <= b.span.start for a, b in pairwise(plan))
    for entity in entities:
        for mention in entity.mentions:
            over = [r for r in plan if r.span.overlaps(mention.span) and not r.context]
            covered = set().union(*(range(r.span.start, r.span.end) for r in over), set())
            assert covered >= set(range(mention.span.start, mention.span.end))
    for r in plan:
        assert r.context or r.text.casefold() != view.surface(r.span).casefold()

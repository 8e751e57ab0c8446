"""No mention stays: what a replacer forgets or fumbles becomes a tag."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.assembly import build
from allonym.decided import Decided, telling
from allonym.languages.labels import load_labels
from allonym.languages.pack import load_pack
from allonym.model.draw import Draw
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.result import Leak, Report, Result
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.plan import settle
from allonym.ports import ReplaceContext
from allonym.profile import Treatment, choose_profile
from allonym.replace.methods.plain import TagReplacer
from tests.each import each

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


# --- fixed tokens ---


def settled(text, tokens, made):
    """Return the texts and lemmas of a plan over the first mention of a text with fixed tokens."""
    view = TextView(text, tokens=tuple(tokens))
    mention = Mention(made.span, "person", (Evidence("t"),))
    entity = Entity(EntityId("person#1"), "person", (mention,))
    context = ReplaceContext(view, (entity,), Draw(b"0" * 16), "en")
    return [(r.text, r.lemma) for r in settle(context, [entity], [made], TAG)]


def words(text):
    return [Span(*match.span()) for match in re.finditer(r"\S+", text)]


def pseudonym(start, end, text, lemma="", method="pseudonym"):
    entity = EntityId("person#1")
    return Replacement(Span(start, end), text, entity, method, lemma=lemma)


def test_a_pseudonym_is_shared_out_with_its_lemma():
    text = "pismo Janeza Novaka"
    made = settled(text, words(text), pseudonym(6, 19, "Petra Kosa", "Peter Kos"))
    assert made == [("Petra", "Peter"), ("Kosa", "Kos")]


def test_tokens_that_touch_are_shared_by_their_marks():
    tokens = [Span(0, 3), Span(3, 5), Span(5, 9)]
    assert settled("12.5.2020", tokens, pseudonym(0, 9, "3.6.2021")) == [
        ("3.", ""),
        ("6.", ""),
        ("2021", ""),
    ]


@each(
    ("method", "text", "token"),
    [
        ("pseudonym", "one two three", "[PERSON]"),
        ("tag", "[X]", "[X]"),
        ("tag", "[X] [X]", "[X]"),
        ("letters", "person A", "person_A"),
        ("remove", "", "_"),
    ],
)
def test_what_does_not_fit_stands_on_every_token(method, text, token):
    made = settled("Ann Lee", words("Ann Lee"), pseudonym(0, 7, text, method=method))
    assert [new for new, _ in made] == [token, token]


@given(documents())
def test_every_token_of_a_mention_gets_one_word(case):
    view, entities, made = case
    view = TextView(view.text, view.segments, tokens=tuple(words(view.text)))
    context = ReplaceContext(view, entities, Draw(b"0" * 16), "en")
    plan = settle(context, entities, made, TAG)
    on_tokens = [r for r in plan if any(r.span.overlaps(t) for t in view.tokens)]
    assert all(r.text and not any(map(str.isspace, r.text)) for r in on_tokens)
    assert all(sum(r.span.overlaps(t) for t in view.tokens) == 1 for r in on_tokens)
    for mention in (m for e in entities for m in e.mentions):
        under = [t for t in view.tokens if t.overlaps(mention.span)]
        assert all(any(r.span.overlaps(t) for r in plan) for t in under)


def test_a_replacement_that_says_an_original_is_told_of():
    view = TextView.of("The Leeds City Council. City Council. Ann")
    made = ReplacementPlan.of(
        [Replacement(Span(0, 22), "The York City Council", EntityId("org#1"), "pseudonym"),
         Replacement(Span(24, 36), "[ORG]", EntityId("org#2"), "tag")]
    )  # fmt: skip
    leaks = (Leak(Span(9, 21), EntityId("org#2"), "separators", True),)
    report = Report("en", "default", {}, {}, (), (), leaks)
    result = Result(view, made.apply(view.text), (), made, report)
    assert telling(result) == {EntityId("org#1")}
    quiet = Result(view, result.text, (), made, replace(report, leaks=()))
    assert telling(quiet) == frozenset()


@pytest.mark.model
def test_who_tells_becomes_a_tag_and_nobody_else_is_drawn_anew():
    pipeline = build("en", choose_profile("default"), Draw(b"nobody else is drawn"))
    view = TextView.of("Mary Jones and her son Tom Jones met Anna Reed of Leeds.", language="en")
    before = pipeline.run(view)
    told = before.entities[0].id
    rest = [made for made in before.plan if made.entity != told]
    decided = Decided(before.entities, treatments={told: Treatment("tag")})
    after = pipeline._treat(view, decided, pipeline._scoped(view.text), made=rest)
    assert {r.text for r in after.plan if r.entity == told} == {"[PERSON]"}
    assert [(r.span, r.text) for r in after.plan if r.entity != told] == [
        (r.span, r.text) for r in rest
    ]
    assert len(rest) > 1


class Telling:
    """Says the original in another case for so many draws, then somebody else's name."""

    def __init__(self, draws):
        self.draws, self.seen = draws, []

    def replace(self, context, entities):
        if context.draw not in self.seen:
            self.seen.append(context.draw)
        name = "Bartošovi" if len(self.seen) <= self.draws else "Kováč"
        for entity in entities:
            for mention in entity.mentions:
                yield Replacement(mention.span, name, entity.id, "pseudonym")


@pytest.mark.parametrize(("draws", "result"), [(1, "Písal pán Kováč."), (9, "Písal pán [OSOBA].")])
def test_what_says_its_original_is_drawn_anew_and_in_the_end_a_tag(draws, result):
    made = Telling(draws)
    pipeline = build("sk", choose_profile("default"), Draw(b"0" * 16))
    own = pipeline.parts.replacer
    faulty = replace(pipeline.parts, replacer=lambda t: made if t.method == "pseudonym" else own(t))
    pipeline = replace(pipeline, parts=faulty)
    assert pipeline.run(TextView.of("Písal pán Bartoš.")).text == result


def test_what_refining_leaves_out_and_the_leak_check_finds_is_hidden_and_no_refusal():
    pipeline = build("hr", choose_profile("default"), Draw(b"0" * 16))
    own = pipeline.parts.verify

    def misled(text, hidden, kept, original, plan):
        found = own(text, hidden, kept, original, plan)
        places = (
            match.span() for match in re.finditer("Turcima", text)
        )  # a nation, refining knows
        own_id = hidden[0].id
        return (*found, *(Leak(Span(*p), own_id, "inflected", blocking=True) for p in places))

    misled_pipeline = replace(pipeline, parts=replace(pipeline.parts, verify=misled))
    text = "Marko Kos je iz Turske. Mjere su uvedene ciparskim Turcima."
    result = misled_pipeline.run(TextView.of(text))
    assert "Turcima" not in result.text
    assert result.report.leaks == ()

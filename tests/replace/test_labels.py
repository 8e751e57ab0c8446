"""Tags, numbers and letters."""

import pytest
from tests.each import each

from allonym.languages.labels import load_labels
from allonym.languages.pack import load_pack
from allonym.model.draw import Draw
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import ReplaceContext
from allonym.replace.methods.letters import LettersReplacer
from allonym.replace.methods.plain import (
    HashReplacer,
    IndexReplacer,
    InitialsReplacer,
    MaskReplacer,
    RemoveReplacer,
    TagReplacer,
    initials,
)
from allonym.text.markup import parse_marks

PL = load_labels(load_pack("pl"))
EN = load_labels(load_pack("en"))


def run(marked, replacer):
    """Apply a replacer to marked text; marks with one entity id are one entity."""
    text, marks = parse_marks(marked)
    groups: dict[str, list] = {}
    for number, mark in enumerate(marks):
        groups.setdefault(mark.entity or f"?{number}", []).append(mark)
    entities = tuple(
        Entity(
            EntityId(key),
            group[0].type,
            tuple(Mention(Span(m.span.start, m.span.end), m.type, (Evidence("t"),)) for m in group),
            canonical=text[group[0].span.start : group[0].span.end],
        )
        for key, group in groups.items()
    )
    context = ReplaceContext(TextView.of(text), entities, Draw(b"0" * 16), "pl")
    return ReplacementPlan.of(replacer.replace(context, entities)).apply(text)


@each(
    ("replacer", "expected"),
    [
        (TagReplacer(PL), "[OSOBA] i [OSOBA] w [MIEJSCE], [OSOBA]"),
        (TagReplacer(EN), "[PERSON] i [PERSON] w [PLACE], [PERSON]"),
        (TagReplacer(PL, per="token"), "[OSOBA] [OSOBA] i [OSOBA] w [MIEJSCE], [OSOBA]"),
        (TagReplacer(PL, label="X"), "[X] i [X] w [X], [X]"),
        (IndexReplacer(PL), "[OSOBA1] i [OSOBA2] w [MIEJSCE1], [OSOBA1]"),
        (
            LettersReplacer.load(load_pack("pl"), PL, lambda *_: ()),
            "Osoba A i osoba B w miejscu A, osoba A",
        ),
        (RemoveReplacer(), "XXX i XXX w XXX, XXX"),
        (RemoveReplacer(""), "i w , "),
        (InitialsReplacer(TagReplacer(PL)), "A. N. i A. N. 2 w Ł., A. N."),
        (MaskReplacer(), "**** ***** i **** ***** w ****, *****"),
    ],
)
def test_methods_give_the_documented_result(replacer, expected):
    marked = (
        "[[person#1|Anna Nowak]] i [[person#2|Adam Nowak]] w [[place|Łodzi]], [[person#1|Nowak]]"
    )
    if isinstance(replacer, TagReplacer) and replacer.per == "token":
        expected = expected.replace(" i [OSOBA]", " i [OSOBA] [OSOBA]")
    if isinstance(replacer, MaskReplacer):
        expected = expected.replace("w ****", "w *****")
    assert run(marked, replacer) == expected


def test_initials_fall_back_where_there_are_no_letters():
    assert run("PESEL [[id.national|44051401359]]", InitialsReplacer(TagReplacer(PL))) == (
        "PESEL [IDENTYFIKATOR]"
    )


def test_initials_keep_the_stop_between_two_people():
    marked = "Była [[person#1|Anna Nowak]]. [[person#2|Jan Lis]] nie. Oto [[person#1|Nowak]]."
    assert run(marked, InitialsReplacer(TagReplacer(PL))) == "Była A. N.. J. L. nie. Oto A. N."
    marked = marked.replace("]]. [[", "]].\n[[")  # a line break parts them
    assert run(marked, InitialsReplacer(TagReplacer(PL))) == "Była A. N.\nJ. L. nie. Oto A. N."


@pytest.mark.parametrize(
    ("keep", "expected"), [(0, "***-**-****"), (4, "***-**-6789"), (5, "***-**-****")]
)
def test_mask_keeps_separators_and_never_most_of_the_value(keep, expected):
    assert run("[[id.national|123-45-6789]]", MaskReplacer(keep_last=keep)) == expected


def test_hash_is_keyed_and_short():
    text = run("[[person#1|Anna]] [[person#1|Anna]] [[person#2|Ewa]]", HashReplacer())
    first, second, third = text.split()
    assert first == second != third
    assert len(first) == 12
    assert first.isalnum()


def test_an_index_is_counted_per_label_not_per_type():
    assert run("[[person.judge#1|A]] [[person#2|B]]", IndexReplacer(EN)) == "[PERSON1] [PERSON2]"


def test_initials_of_double_names():
    assert initials("Maja Hribar Kos") == "M. H. K."

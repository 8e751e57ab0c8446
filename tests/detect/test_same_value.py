"""A number is what it is wherever it stands; sentences keep the words that begin them."""

import pytest
from tests.each import each
from tests.growth import grows_linearly

from allonym.detect.refining.values import agree_on_values
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.text.markup import parse_marks


def found(marked, detectors):
    text, marks = parse_marks(marked)
    pairs = zip(marks, detectors, strict=True)
    return TextView.of(text), [Mention(m.span, m.type, (Evidence(d, "x", 0.9),)) for m, d in pairs]


@each(
    ("marked", "detectors", "types"),
    [
        ("viite [[account|12345672]], [[id|1234 5672]]", ("patterns", "decision"), ["account"] * 2),
        ("[[id|12345672]], viite [[account|12345672]]", ("decision", "patterns"), ["account"] * 2),
        ("[[username|@Bergh78]] [[id|Bergh78]]", ("patterns", "gazetteer"), ["username"] * 2),
        ("[[phone|601234567]] [[id|601234567]]", ("patterns", "patterns"), ["phone", "id"]),
        ("[[account|1234]] [[id|1234]]", ("patterns", "decision"), ["account", "id"]),
    ],
)
def test_a_guess_gives_way_to_what_is_known_of_the_same_number(marked, detectors, types):
    assert [m.type for m in agree_on_values(*found(marked, detectors))] == types


@pytest.mark.parametrize(
    ("marked", "left"),
    [
        ("[[person|Цецо]] и [[username|@Цецо]]", ["Цецо", "Цецо"]),
        ("[[person|Цецо]] и [[username|@Pesho]]", ["Цецо", "@Pesho"]),
        ("[[person|tina]] and [[username|@tina]]", ["tina", "@tina"]),
    ],
)
def test_a_name_behind_a_sign_is_the_person(marked, left):
    view, mentions = found(marked, ("chat", "patterns"))
    assert [view.surface(m.span) for m in agree_on_values(view, mentions)] == left


def test_firms_cost_as_many_as_end_in_the_same_word():
    def prepare(size):
        pairs = [f"[[person|Lis{n} Hus{n}]] [[org|Ran{n} Hus{n} Lab]]" for n in range(size)]
        view, mentions = found(", ".join(pairs), ["decision"] * 2 * size)
        return lambda: agree_on_values(view, mentions, lambda _: False)

    assert grows_linearly(prepare, 150)

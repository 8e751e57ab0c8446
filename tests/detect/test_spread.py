from __future__ import annotations

from functools import cache

from tests.each import each

from allonym.detect.names.spread import spread_persons
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology
from allonym.text.markup import parse_marks

COMMON = {"wilk", "maja", "lis"}


@cache
def morphology() -> Morphology:
    return load_morphology(load_pack("pl"))


def spread(
    marked: str, *, score: float = 0.9, detector: str = "model", rule: str = "", **options
) -> list[Mention]:
    text, marks = parse_marks(marked)
    evidence = (Evidence(detector, rule, score),)
    given = [Mention(m.span, m.type, evidence) for m in marks]
    return spread_persons(
        TextView.of(text), given, morphology(), common=COMMON.__contains__, **options
    )


def surfaces(marked: str, **options) -> list[str]:
    text = parse_marks(marked)[0]
    return [text[m.span.start : m.span.end] for m in spread(marked, **options)]


@each(
    ("text", "found"),
    [
        ("[[person|Jan Kowalski]] był. Potem Kowalskiego i Janem.", ["Kowalskiego", "Janem"]),
        ("Kowalskim! [[person|Janowi Kowalskiemu]]", ["Kowalskim"]),
        ("[[person|Jan Kowalski]]: z Janem Kowalskim", ["Janem Kowalskim"]),
        ("[[person|Jan Kowalski]] oraz J. Kowalski", ["J. Kowalski"]),
        ("[[person|Jan Zieliński]]: ZIELINSKIEGO", ["ZIELINSKIEGO"]),
        ("[[person|Anna Nowak-Lisowska]]: o Lisowskiej", ["Lisowskiej"]),
        ("[[person|Jan Kowalski]]: auto DJ 4521K. Kowalski odjechał", ["Kowalski"]),
    ],
)
def test_spread_finds_other_forms(text: str, found: list[str]) -> None:
    assert surfaces(text) == found


@each(
    "text",
    [
        "[[person|Jan Wilk]] widział, jak wilk biegł.",
        "[[person|Maja]] śpi. W Maja nikt nie wierzy.",
        "[[org|Kowalski S.A.]] i Kowalski",
        "[[person|Jan Sad]] i Sąd",
        "[[person|J. K.]] i K. oraz J.",
        "nic",
    ],
)
def test_spread_stays_away(text: str) -> None:
    assert surfaces(text) == []


def test_spread_takes_a_common_word_with_a_capital() -> None:
    assert surfaces("[[person|Jan Wilk]] i pan Wilk") == ["Wilk"]
    assert surfaces("[[person|Jan Wilk]] śpi. Wilk milczy.") == ["Wilk"]  # the decision judges it


def test_spread_learns_nothing_from_weak_mentions() -> None:
    assert surfaces("[[person|Jan Kowalski]] i Kowalski", score=0.6) == []


def test_spread_hands_on_type_and_keep() -> None:
    (found,) = spread(
        "[[person.judge|Ewa Nowak]], dla Nowak", detector="known", rule="keep", score=1.0
    )
    assert (found.type, found.evidence[0].rule) == ("person.judge", "keep")
    (found,) = spread("[[person.judge|Ewa Nowak]] [[person|Jan Nowak]], dla Nowak")
    assert (found.type, found.evidence[0].rule) == ("person", "form")
    assert 0 < found.score < 0.9


def test_spread_does_not_repeat_what_is_known_better() -> None:
    assert surfaces("[[person|Jan Jordan]] i [[place.country|Jordan]]", score=0.96) == []

"""Places found once are found again in all their forms."""

from __future__ import annotations

import pytest

from allonym.detect.again import spread_places
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.text.markup import parse_marks


@pytest.mark.parametrize(
    ("language", "marked", "score", "found"),
    [
        ("sk", "V [[place|Slovenskej Vsi]]. Starostka Slovenskej Vsi.", 0.7, ["Slovenskej Vsi"]),
        ("sk", "Cez [[place|Slovenskú Ves]] do Slovenskej Vsi.", 0.7, ["Slovenskej Vsi"]),
        ("pl", "W [[place|Poroninie]] i pod Poroninem.", 0.95, ["Poroninem"]),
        ("pl", "W [[place|Poroninie]] i pod Poroninem.", 0.7, []),
        ("pl", "W [[place|Turku]] kupił turek Turka.", 0.95, []),
    ],
)
def test_places_are_found_again(language, marked, score, found):
    text, marks = parse_marks(marked)
    view = TextView.of(text)
    mentions = [Mention(m.span, m.type, (Evidence("model", "LOC", score),)) for m in marks]
    common = {"turek", "turku", "turka"}.__contains__
    again = spread_places(view, mentions, load_morphology(load_pack(language)), common=common)
    assert [view.surface(m.span) for m in again] == found

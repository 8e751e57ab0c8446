from tests.each import each

from allonym.detect.names.explained import find_explained
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.text.markup import parse_marks


@each(
    ("marked", "found"),
    [
        ("[[person|Arne Bolin]] (AB), gäst.\nAB: Jo. Volvo AB kom.", ["AB", "AB"]),
        ("[[person|Arne Bolin]] (SA), gäst.\nSA: Jo.", []),
        ("[[person|Arne]] (AB)", []),
        ("Hörd: [[person|Leif Rask]]\nFL: Var?\nLR: Hemma.\nFL: När?", ["LR"]),
        ("[[person|Leif Rask]] och [[person|Lena Ros]].\nFL: Var?\nLR: Hemma.", []),
        ("[[person|Petra Sten]] skrev.\nPS: Tack!", []),
        ("[[person|Anna Ek]] kommer.\n\nKram,\nA.", ["A"]),
        ("[[person|Anna Ek]] kommer i morgon.\nA\n\nSvar", ["A"]),
        ("[[person|Anna]]: hej då, A.\nX: ok, A nu", ["A"]),
        ("[[person|Anna Ek]] kommer.\n\nKram,\nB.", []),
    ],
)
def test_initials_in_brackets_are_who_they_stand_behind(marked, found):
    text, marks = parse_marks(marked)
    people = [Mention(m.span, m.type, (Evidence("model", "PER", 0.9),)) for m in marks]
    view = TextView.of(text, language="sv")
    assert [view.surface(m.span) for m in find_explained(view, people)] == found

"""Numbers with the letters that are tied to them."""

from tests.each import each

from allonym.detect.refining.values import with_prefixes
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView


@each(
    ("text", "number", "kind", "wanted"),
    [
        ("ärende (SK-48213) från", "48213", "case_number", "SK-48213"),
        ("Our ref: NF/ck/25118", "25118", "case_number", "NF/ck/25118"),
        ("Asia VH/5582/02", "5582/02", "id", "VH/5582/02"),
        ("PESEL-44051401359", "44051401359", "id", "44051401359"),  # a label
        ("PL/44051401359", "44051401359", "id.national", "44051401359"),  # has a form of its own
        ("nr-123", "123", "id", "123"),
        ("www.A-12/77", "77", "id", "77"),
    ],
)
def test_letters_tied_to_a_number_are_part_of_it(text, number, kind, wanted):
    start = text.index(number)
    mention = Mention(Span(start, start + len(number)), kind, (Evidence("patterns"),))
    view = TextView.of(text)
    (made,) = with_prefixes(view, [mention], lambda word: word == "PESEL")
    assert view.surface(made.span) == wanted

"""Edges of organisations: their owner, their kind in small letters, signs, listed names."""

import pytest
from tests.each import each
from tests.replace.naming import morphology

from allonym.detect.refining.bodies import GenericNames, ListedNames
from allonym.detect.refining.trades import FirmsAgain, Signs, Trades
from allonym.detect.settling.firms import as_firms
from allonym.languages.legal_forms import LegalForms
from allonym.languages.nobody import Nobody, Row
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.markup import parse_marks

OWNED = [
    (
        "fi",
        "Työn tekee [[person|Peltiasennus J. Mäkelä]] Tmi.",
        "Peltiasennus J. Mäkelä Tmi",
        "org",
    ),
    (
        "pl",
        "firma Gospodarstwo [[person|Sadownicze Rosiak]]",
        "Gospodarstwo Sadownicze Rosiak",
        "org",
    ),
    ("pl", "przewodnicząca [[person|Rady Alicja Nogaj]]", "Alicja Nogaj", "person"),
    ("hr", "zovi [[person|Vodoinstalacije]] [[person|Brlečić]]", "Vodoinstalacije Brlečić", "org"),
    ("pl", "pisze [[person|Alicja Nogaj]]", "Alicja Nogaj", "person"),
]
NAMES = ("Alicja", "Mäkelä", "Rosiak")


@each(("language", "marked", "surface", "kind"), OWNED)
def test_a_firm_of_its_owner_is_no_person(language, marked, surface, kind):
    orgs = load_pack(language).toml("orgs.toml")
    trades = Trades(
        GenericNames(orgs["keep"], (), morphology(language)).is_kind, tuple(orgs["trade_ends"]),
        LegalForms(("Tmi",)).pattern, lambda w: w in NAMES, lambda w: w == "Alicja", lambda _: True,
    )  # fmt: skip
    view, mentions = _read(marked)
    (found,) = trades.find(view, mentions)
    assert (view.surface(found.span), found.type) == (surface, kind)


@pytest.mark.parametrize(
    ("marked", "surface", "kind"),
    [
        (
            "kod [[org.company|Privredna banka Zagreb d.d.]]",
            "Privredna banka Zagreb d.d.",
            "org.public",
        ),
        ("radi u [[person|Đuri Đakoviću]]", "Đuri Đakoviću", "org"),
        ("kod [[org|Privredna banka Zagreb Kos]]", "Privredna banka Zagreb Kos", "org"),
    ],
)
def test_a_listed_body_stays_with_its_form(marked, surface, kind):
    listed = ListedNames(Nobody.load(load_pack("hr")), LegalForms(("d.d.",)))
    view, mentions = _read(marked)
    (found,) = listed.mark(view, mentions)
    assert (view.surface(found.span), found.type) == (surface, kind)


def test_a_listed_body_behind_what_may_be_a_name_is_another():
    nobody = Nobody([Row("Karhun", "brand", "person"), Row("Kone", "public.company")])
    view, mentions = _read("[[org.company|Karhun Kone Oy]]")
    assert ListedNames(nobody, LegalForms(("Oy",))).mark(view, mentions) == mentions


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Pracuje w piekarni „Kłos” od lat.", ["„Kłos”"]),
        ("Powiedziała „Kłos” i wyszła.", []),
        ("W piekarni „nowej” jest ciepło.", []),
    ],
)
def test_a_sign_is_found_behind_its_kind(text, found):
    signs = Signs(lambda word: word == "piekarni", Nobody([]))
    view, _ = _read(text)
    assert [view.surface(m.span) for m in signs.find(view, [])] == found


@each(
    ("text", "found"),
    [
        (
            "Stranka [[org.company|Breza d.o.o.]] je za [[person|Brezo]] in z Brezo.",
            "org.company org org",
        ),
        ("Breza stoji, a [[org.company|Breza d.o.o.]] ni breza.", "org org.company"),
        ("[[person|Jasna Breza]] in [[org.company|Breza d.o.o.]] ter [[person|Breza]]", ""),
        ("[[org|Vrtec Breza]] in [[place|Breza]], Novak, [[org|Vrtec Novak]]", "org place org"),
    ],
)
def test_a_firm_is_found_again_by_its_word(text, found):
    view, mentions = _read(text)
    firms = FirmsAgain(
        lambda word: word == "Vrtec", LegalForms(("d.o.o.",)).pattern, lambda word: word == "Novak",
        lambda word: word == "breza", lambda word: (word[:-1] + "o",),
    )  # fmt: skip
    types = [m.type for m in mentions]
    expected = found.split() or types
    assert [m.type for m in firms.find(view, mentions)] == expected


def _read(marked):
    text, marks = parse_marks(marked)
    guess = (Evidence("model", "network", 0.9),)
    return TextView(text), [Mention(m.span, m.type, guess) for m in marks]


FORMED = [
    (  # somebody before a firm is no part of its name
        "[[org.company|Asianajaja Tuuli Aho Toimisto Pohja Oy]]",
        [("person", 11, 20), ("org", 21, 38)],
        ["Toimisto Pohja Oy", "Tuuli Aho", "Toimisto Pohja Oy"],
    ),
    (  # nobody else finds a firm there: it is called after its owner
        "[[org.company|Pekka Korhonen Oy]]",
        [("person", 0, 14)],
        ["Pekka Korhonen Oy", "Pekka Korhonen"],
    ),
    (  # what is called as a firm is no address
        "t/a The [[org.company|Copper Kettle]], at The Copper Kettle.",
        [("address", 4, 22), ("address", 26, 43)],
        ["Copper Kettle", "Copper Kettle", "Copper Kettle"],
    ),
]


@pytest.mark.parametrize(("marked", "others", "surfaces"), FORMED)
def test_a_firm_of_a_pattern_is_what_others_find_too(marked, others, surfaces):
    text, marks = parse_marks(marked)
    firms = [Mention(m.span, m.type, (Evidence("patterns", "xx.firm", 0.9),)) for m in marks]
    guessed = [Mention(Span(a, b), kind, (Evidence("model", score=0.9),)) for kind, a, b in others]
    found = as_firms([*firms, *guessed], text)
    assert [text[m.span.start : m.span.end] for m in found] == surfaces
    assert not any(m.type == "address" for m in found)


def test_the_number_of_a_list_is_no_part_of_a_firm():
    text = "IV Harjakatot Harju Oy"
    guess = Mention(Span(0, 22), "org", (Evidence("model", "ORG", 0.8),))
    form = Mention(Span(3, 22), "org.company", (Evidence("patterns", "fi.firm", 0.9),))
    assert [m.span for m in as_firms([guess, form], text)] == [form.span, form.span]


def test_a_firm_and_what_is_beside_it_are_two():
    text = "for Golden Bridge Ltd and Silver Fern Care Home today"
    firm = Mention(Span(4, 21), "org.company", (Evidence("patterns", score=0.85),))
    whole = Mention(Span(4, 47), "org", (Evidence("model", score=0.9),))
    behind = Mention(Span(18, 47), "org", (Evidence("patterns", score=0.9),))
    short = Mention(Span(4, 25), "org", (Evidence("model", score=0.6),))
    apart = ["Golden Bridge Ltd", "Silver Fern Care Home"]
    for other, wanted in ((whole, apart), (behind, apart), (short, apart[:1])):
        found = as_firms([firm, other], text, {"joins": ("and", "&")})
        assert sorted({text[m.span.start : m.span.end] for m in found}) == wanted


@each(
    ("text", "person", "firm"),
    [
        ("Matti Virtanen ja Rakennus Salo Oy", "Matti Virtanen", "Rakennus Salo Oy"),
        ("Adam Smith and Peak Drains Ltd", "Adam Smith", "Peak Drains Ltd"),
        ("Paul Smith and Associates Ltd", "Paul Smith", None),
        ("Paul Smith and His Friends Ltd", "Paul Smith", None),
        ("Slater Hogg and Howison Ltd", "Slater Hogg", None),
        ("Tuuli Aho ja Veljet Oy", "Tuuli Aho", None),
        ("Adam Smith and Dr Jane Hobbyn Ltd", "Adam Smith", None),
    ],
)
def test_somebody_and_a_firm_of_its_own_name_are_two_and_partners_are_one(text, person, firm):
    named = [Mention(Span(0, len(person)), "person", (Evidence("model", score=0.9),))]
    if "Jane" in text:
        named.append(Mention(Span(18, 29), "person", (Evidence("model", score=0.9),)))
    form = Mention(Span(0, len(text)), "org.company", (Evidence("patterns", score=0.9),))
    parted = LegalForms(("Ltd", "Oy")).parted
    orgs = {"joins": ("and", "ja"), "relatives": ("friends",)}
    found = as_firms([*named, form], text, orgs, parted)
    assert text[found[-1].span.start : found[-1].span.end] == (firm or text)

"""Characters nobody sees: read over, and counted on the way back."""

import json
from dataclasses import replace
from itertools import pairwise
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import allonym
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.shown import Shown
from tests.each import each

HIDDEN = ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u200e", "\u2066"]
texts = st.lists(st.sampled_from([*"aB ł.\n", *HIDDEN]), max_size=40).map("".join)


@given(texts)
def test_what_is_seen_stands_where_it_says(text):
    shown = Shown.of(TextView.of(text))
    for n, character in enumerate(shown.view.text):
        span = shown.outward(Span(n, n + 1))
        assert len(span) == 1
        assert text[span.start] == character or (character, text[span.start]) == (" ", "\u200b")


@given(texts)
def test_nothing_but_hidden_characters_is_left_out(text):
    shown = Shown.of(TextView.of(text))
    kept = {shown.outward(Span(n, n + 1)).start for n in range(len(shown.view.text))}
    assert all(character in HIDDEN for n, character in enumerate(text) if n not in kept)


@given(st.text("aiȘz -\u00ad\n\u0306\u0326\u0336", max_size=30))
def test_letters_and_their_marks_are_one_and_come_back_whole(text):
    """A mark behind no letter stays; one that no letter has is read past with its letter."""
    shown = Shown.of(TextView.of(text))
    stands = [shown.outward(Span(n, n + 1)) for n in range(len(shown.view.text))]
    for character, span in zip(shown.view.text, stands, strict=True):
        said = text[span.start : span.end]
        assert character == (normalize("NFC", said)[0] if said[0].isalpha() else said)
    between = "".join(text[a.end : b.start] for a, b in pairwise(stands))
    assert not any(map(str.isalpha, between))


def test_text_without_hidden_characters_is_the_same_view():
    view = TextView.of("Łódź – Anna")
    assert Shown.of(view).view is view


def test_a_space_of_no_width_between_two_words_is_a_space():
    assert Shown.of(TextView.of("Jan\u200bKowalski")).view.text == "Jan Kowalski"


@pytest.mark.parametrize("broken", ["Kowal\u00ad\nski", "Kowal-\nski", "Kowal-\r\n  ski"])
def test_a_word_broken_at_the_end_of_a_line_is_one(broken):
    shown = Shown.of(TextView.of(f"Jan {broken}."))
    assert shown.view.text == "Jan Kowalski."
    assert shown.outward(Span(4, 12)) == Span(4, 4 + len(broken))


@each("text", ["Anna-\nMaria", "A-\nb", "NOWAK-\nKOS", "- \nJan"])
def test_other_hyphens_at_the_end_of_a_line_stay(text):
    assert Shown.of(TextView.of(text)).view.text == text


def test_a_word_goes_on_in_no_other_paragraph():
    view = replace(TextView.of("Kowal-\nski"), blocks=(Span(0, 6), Span(7, 10)))
    assert Shown.of(view).view.text == view.text


def test_the_mark_of_a_footnote_is_no_part_of_a_name():
    shown = Shown.of(TextView.of("Jan Kos¹² ma 40 m²."))
    assert shown.view.text == "Jan Kos ma 40 m²."
    assert shown.outward(Span(4, 7)) == Span(4, 7)


@each("hidden", HIDDEN)
def test_no_hidden_character_hides_a_name(hidden):
    text = f"Jan Kowalski dzwonił. Potem J{hidden}an Kowal{hidden}ski wyszedł{hidden} z domu."
    result = allonym.pseudonymize(text, language="pl", types=["person"], secret=b"0123456789abcdef")
    (person,) = result.entities
    assert [result.view.surface(m.span) for m in person.mentions] == [
        "Jan Kowalski",
        f"J{hidden}an Kowal{hidden}ski",
    ]
    assert "ski wysz" not in result.text.replace(hidden, "") or "Kowal" not in result.text
    assert f"wyszedł{hidden} z domu." in result.text
    for made in result.replacements:
        start, end = made.result_span.start, made.result_span.end
        assert result.text[start:end] == made.text


@pytest.mark.model
def test_names_typed_without_diacritics_are_hidden_and_answered_so():
    chat = "\n".join(
        f"{who}: {what}"
        for who, what in [
            ("miro", "ahoj, kto ide v sobotu na hokej do kosic? hrame o siestej"),
            ("eva", "ja idem aj s maros hudakom, bude aj marosko doma"),
            ("miro", "super, ja idem z kezmarku, byvam tam uz tri roky"),
            ("eva", "ok, napis mi este ked pojdes, pridem skor a pockame"),
            ("miro", "dobre, tak potom v sobotu pred halou"),
            ("eva", "v sobotu"),
        ]
    )
    made = allonym.pseudonymize(chat, language="sk", secret=b"x" * 16).text
    assert made.isascii()
    assert not any(name in made for name in ("hudak", "maros", "kezmar", "kosic"))


@pytest.mark.parametrize("gap", ["-\n  ", "-\n", "\u00ad\r\n"])
def test_a_name_broken_at_the_end_of_a_line_is_hidden_whole(gap):
    text = f"Umowę podpisał Jan Gaj{gap}ser wczoraj."
    result = allonym.pseudonymize(text, language="pl", types=["person"], secret=b"0123456789abcdef")
    (person,) = result.entities
    assert [result.view.surface(m.span) for m in person.mentions] == [f"Jan Gaj{gap}ser"]


def test_digits_with_keys_around_are_digits():
    """Offers write a phone so, past those who look for one: *6️⃣0️⃣1️⃣*."""
    phone = "".join(f"{c}\ufe0f\u20e3" if c.isdigit() else c for c in "601 234 567")
    made = allonym.pseudonymize(f"Dzwoń: tel. {phone} po 18.", language="pl", secret=b"x" * 16).text
    assert made.endswith(" po 18.")
    assert "\u20e3" not in made


APART = normalize("NFD", "Răzvan Țăranu")
APART_SMALL = normalize("NFD", "țăranu")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("a.txt", f"Ședința: {APART} a venit la Cluj."),
        ("a.csv", f"id;șef\n1;{APART}\n"),
        ("a.json", json.dumps({"autor": APART, "oraș": "Iași"}, ensure_ascii=False)),
        ("a.json", json.dumps({"autor": APART, "t": f"{APART} a venit la Cluj."})),
        ("a.xml", f"<d oraș='Iași'><{APART_SMALL} a='1'/><autor>{APART}</autor></d>"),
        (
            "a.html",
            f"<h1>Șef: {APART}</h1><i class='{APART_SMALL}'></i><script>{APART_SMALL}=1</script>",
        ),
        ("a.html", f"<p>Șef: {APART.encode('ascii', 'xmlcharrefreplace').decode()}</p>"),
        ("a.eml", f"Subject: Ședința\nFrom: {APART} <a@b.ro>\n\nȘef: {APART}\n"),
        ("a.conllu", "".join(f"{n}\t{w}\t{w}\tX\t_\t_\t0\troot\t_\t_\n"
                             for n, w in enumerate(["Șef", *APART.split()], 1)) + "\n"),
    ],
)  # fmt: skip
def test_a_name_whose_marks_stand_apart_goes_from_a_file_that_has_whole_letters_too(name, file):
    """Files that were apart throughout were read together; of others nothing was."""
    made = allonym.Pipeline.load(language="ro", secret=b"x" * 16).run_file(file.encode(), name)
    text = normalize("NFC", made.data.decode("unicode_escape" if "\\u" in file else "utf-8"))
    assert "zvan" not in text
    assert "ranu" not in text.lower()


@each(
    "text",
    ["Jan Ｋｏｓ, ６０１", "Jan 𝐊𝐨𝐬, 𝟔𝟎𝟏", "𝗝𝗮𝗻 𝗞𝗼𝘀, 601", "Ⓙⓐⓝ Ⓚⓞⓢ, 601"],
)  # fmt: skip
def test_letters_of_other_styles_are_read(text):
    """In posts names are set so; they stayed, or half of them."""
    view = TextView.of(text)
    shown = Shown.of(view)
    assert shown.view.text == "Jan Kos, 601"
    assert shown.outward(Span(4, 7)).end == text.index(",")


@each(
    "text",
    ["r a z s o d i l o", "R E P U B L I K A", "Odgovori: A B C D A C", "Q W E R T Y",
     "P U S Š P S N", "J o z e f  K o v á č z Trnavy", "J. K. B."],
)  # fmt: skip
def test_letters_apart_are_no_word(text):
    """Read together, headings and answers became people, and a word beside a name was lost."""
    assert Shown.of(TextView.of(text)).view.text == text


def test_names_in_letters_of_other_styles_go():
    made = allonym.pseudonymize("Powód: 𝗝𝗮𝗻 𝗞𝗼𝘄𝗮𝗹𝘀𝗸𝗶, pozwana: Anna Nowak.", language="pl")
    assert normalize("NFKC", made.text).replace(" ", "").count("Kowalski") == 0

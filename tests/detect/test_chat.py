"""Chats: labels at the heads of lines are people, and small letters hide nobody."""

from types import SimpleNamespace

import pytest
from tests.each import each
from tests.growth import grows_linearly

from allonym import Pipeline
from allonym.detect.names.chat import ChatDetector
from allonym.detect.patterns.handles import HandleFinder
from allonym.languages.pack import load_pack
from allonym.model.mention import Analysis
from allonym.model.view import TextView

NAMES, FAMILY, PLACES = {"ana", "luka", "živa", "luki"}, {"novak", "novaka", "Judge"}, {"kranj"}
COMMON = {"pride", "prideš", "jutri", "živa", "the", "judge", "court", "date", "in", "pa", "tudi"}
COMMON |= {"oblak"}  # a surname of the pool too


READ = {
    "luki": (Analysis("Luka", {"Case": "Dat", "Number": "Sing", "Gender": "Masc"}),),
    "judgeu": (Analysis("Judge", {"Case": "Dat", "Number": "Sing", "Gender": "Masc"}),),
    "judgea": (Analysis("Judge", {"Case": "Gen", "Number": "Sing", "Gender": "Masc"}),),
}


def detector():
    lists = {"common": COMMON, "given": NAMES, "family": FAMILY, "place": PLACES}
    kit = SimpleNamespace(
        has=lambda word, *kinds: any(word in lists.get(kind, ()) for kind in kinds),
        is_given=lambda w: w.lower() in NAMES, where=frozenset(),
        is_named=lambda w: w.lower() in NAMES | FAMILY | {"court", "oblak"},
        is_word=COMMON.__contains__, is_title=lambda w: w == "Dr.",
        is_label=lambda w: w in ("tel", "e-pošta"), is_nobody=lambda w: w in ("caller", "yes"),
        morphology=SimpleNamespace(
            forms=lambda w, _: frozenset({w, w[:-1] + "i"} if w.endswith("a") else {w}),
            analyse=lambda w, _: READ.get(w.lower(), ()),
        ),
        pack=load_pack("sl"),
        handles=HandleFinder("sl", lambda w: w in ("caller", "yes"), (NAMES | FAMILY).__contains__),
    )  # fmt: skip
    return ChatDetector(kit)


def found(text):
    return [(text[m.span.start : m.span.end], m.type) for m in detector().detect(TextView.of(text))]


CHAT = """Živa: prideš jutri?
Luka: pa ana novak tudi pride
Živa: v kranj
Luka: povej luki novaka
kiki: ja
Živa: ok
kiki: ok
"""


def test_speakers_and_small_names_are_found():
    assert found(CHAT) == [
        ("Živa", "person"), ("Luka", "person"), ("Živa", "person"), ("Luka", "person"),
        ("kiki", "person"), ("Živa", "person"), ("kiki", "person"),
        ("ana", "person"), ("ana novak", "person"), ("kranj", "place"),
        ("luki", "person"), ("luki novaka", "person"), ("kiki", "person"), ("kiki", "person"),
    ]  # fmt: skip


def test_words_among_surnames_are_speakers_and_beside_given_names_and_offices_are_words():
    talk = "Ana: ok\nOblak: ok\nDr. {0}: ok\n" * 2
    assert {label for label, _ in found(talk.format("Novak"))} == {"Ana", "Dr. Novak", "Oblak"}
    assert "Oblak" not in {label for label, _ in found(talk.replace("Dr. {0}", "Luka"))}
    assert "Oblak" not in {label for label, _ in found(talk.format("Novak") + "Court: ok\n" * 2)}


@each("head", ["[12:30] {}:", "12.03.2024, 14:05 - {}:", "<{}>", "[2024-03-12 14:05:01] {}:"])
def test_exports_with_times_are_chats_too(head):
    text = "".join(f"{head.format(name)} ok\n" for name in ("Ana B", "kiki", "Ana B", "kiki") * 2)
    assert {label for label, _ in found(text)} == {"Ana B", "kiki"}


def test_pictures_behind_a_name_and_who_speaks_once():
    text = "Živa 🌸: ok\nkiki: ok\n" * 4 + "Luka: ok\nJudge: ok\n"
    assert {label for label, _ in found(text)} == {"Živa", "kiki", "Luka"}


def test_a_common_word_before_a_surname_is_a_name():
    assert ("živa novak", "person") in found(CHAT + "Luka: pa živa novak\n")
    assert ("živa", "person") in found(CHAT + "Luka: pa živa\n")  # she speaks: the decision judges
    other = CHAT.replace("Živa:", "Ana:")
    assert ("živa", "person") not in found(other + "Luka: pa živa\n")


@each(
    "text",
    [
        "Tel: 1\nE-pošta: x\nIme: Ana\nKraj: Kranj\nDate: 3\nPlace: x\nOther: y\n",
        "the judge: yes\ncourt: no\n" * 5,
        "luka in ana v kranj. " * 20,
        "Ana: one line\nand then a long letter\nover many lines\nwithout any label\n" * 3,
        "",
    ],
)
def test_forms_roles_and_prose_are_no_chats(text):
    assert found(text) == []


def test_a_chat_goes_through_the_pipeline():
    text = "Kate: hi sarah\nBen: where is sarah\nKate: in leeds\nBen: ok kate\n" * 2
    made = Pipeline.load(language="en", method="tag").run(text)
    for gone in ("Kate", "kate", "sarah", "Ben", "leeds"):
        assert gone not in made.text


@pytest.mark.slow
@pytest.mark.parametrize("unit", [CHAT, "a:", "a: b\n", "ana novak ", "[1234] "])
def test_time_grows_with_the_text(unit):
    chat = detector()
    assert grows_linearly(lambda size: lambda: list(chat.detect(TextView.of(unit * size))), 400)


def test_speakers_written_as_user_names_are_no_people():
    text = "aska.m: pride bodzio77?\nbodzio77: ja\n" * 3 + "aska.m: ok, bodzio77a ne\n"
    assert not found(text)


def test_a_role_in_capitals_is_no_speaker_by_name():
    talk = "CALLER: He fell.\nŽIVA: Kdaj?\n" * 4
    assert {name for name, _ in found(talk)} == {"ŽIVA"}


@pytest.mark.parametrize("when", ["16.11. klo 17.42 – ", "2 aug. 20:11 – ", "[11/18/24, 7:02 PM] "])
def test_when_lines_were_written_is_no_part_of_who_speaks(when):
    lines = CHAT.splitlines()
    assert [name for name, _ in found("\n".join(f"{when}{line}" for line in lines))] == [
        name for name, _ in found(CHAT)
    ]


def test_names_written_large_are_known_small_in_every_form():
    assert ("ani", "person") in found(f"{CHAT}Luka: Ana pride\nŽiva: povej ani\n")


def test_two_words_that_agree_are_somebody_though_one_is_a_word():
    assert ("luki judgeu", "person") in found(f"{CHAT}Živa: povej luki judgeu\n")
    assert ("luki judgea", "person") not in found(f"{CHAT}Živa: povej luki judgea\n")

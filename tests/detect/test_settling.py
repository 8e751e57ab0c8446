"""What the lists, the cases and the document say against what a model guessed."""

from functools import cache

import pytest

from allonym.detect.apart import Parter
from allonym.detect.namesakes import Namesakes
from allonym.detect.others import Others
from allonym.detect.settle import settler
from allonym.detect.trim import Trimmer
from allonym.detect.where import Whereabouts, place_prepositions
from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.text.markup import parse_marks


@cache
def parts_of(language):
    pack = load_pack(language)
    lexicon = load_lexicon(pack.where("lexicon"))

    def has(word, *flags):
        return any(lexicon.flags(word) & BIT[flag] for flag in flags)

    return load_morphology(pack), has, pack.toml("words.toml")


def guesses(marked, score=0.9):
    text, marks = parse_marks(marked)
    evidence = (Evidence("model", "PER", score),)
    return TextView.of(text), [Mention(m.span, m.type, evidence) for m in marks]


def shown(view, mentions):
    return [(view.surface(m.span), m.type) for m in mentions]


@pytest.mark.parametrize(
    ("language", "marked", "apart"),
    [
        ("hu", "[[person|Ildikót Ferenc]] várta.", ["Ildikót", "Ferenc"]),
        ("hu", "[[person|Bodnár Géza Kaposvárról]] jött.", ["Bodnár Géza", "Kaposvárról"]),
        ("hu", "[[org|Bodnár Géza Vácott]] él.", ["Bodnár Géza", "Vácott"]),
        ("hu", "[[person|Bodnár Géza]] él.", ["Bodnár Géza"]),
        ("hu", "[[person|Elliott Anna]] él.", ["Elliott Anna"]),
        ("fi", "[[person|Maija Heikkinen Kuopiosta]] soitti.", ["Maija Heikkinen", "Kuopiosta"]),
        ("fi", "[[person|Virtasen Matti]] soitti.", ["Virtasen Matti"]),
        ("sk", "[[person|Mrázová Hudákovi]] píše.", ["Mrázová", "Hudákovi"]),
        ("sk", "[[person|Mrázová Hudáková]] píše.", ["Mrázová Hudáková"]),
        ("sk", "[[person|Jana Hudáková]] píše.", ["Jana Hudáková"]),
        ("pl", "[[person|Kowalska Nowakowi]] pisze.", ["Kowalska", "Nowakowi"]),
    ],
)
def test_names_side_by_side_are_parted(language, marked, apart):
    morphology, has, _ = parts_of(language)
    view, mentions = guesses(marked)
    parter = Parter(morphology, has, last_word=language in ("hu", "fi"))
    assert [word for word, _ in shown(view, parter.part(view, mentions))] == apart


@pytest.mark.parametrize(
    ("language", "marked", "kinds"),
    [
        ("sk", "Ide z [[person|Topoľčian]].", ["place"]),
        ("sk", "Kniha [[person|Topoľčian]].", ["person"]),
        ("pl", "Jadą do [[other|Pabianic]].", ["place"]),
        ("hr", "Bila je u [[person|Vinkovcima]].", ["place"]),
        ("sl", "Živi v [[person|Brežicah]].", ["place"]),
        ("sk", "Dostal to od [[person|Petra]].", ["person"]),
        ("fi", "Lähti [[person|Kuopiosta]].", ["place"]),
        ("fi", "Siirretty [[place|poliklinikalle]].", []),
        ("fi", "Lähti [[place|kuopiosta]].", ["place"]),
        ("hu", "A [[place|szegedi]] ház.", ["place"]),
    ],
)
def test_places_are_known_by_what_asks_for_them(language, marked, kinds):
    morphology, has, words = parts_of(language)
    suffixed = language in ("hu", "fi")
    relational = {"hu": ("i",), "fi": ("lainen",)}.get(language, ())
    where = Whereabouts(morphology, has, place_prepositions(words), suffixed, relational=relational)
    view, mentions = guesses(marked)
    assert [m.type for m in where.settle(view, mentions)] == kinds


def test_the_kind_of_a_place_is_not_its_name():
    morphology, has, _ = parts_of("sv")
    where = Whereabouts(morphology, has, after=frozenset({"kommun"}))
    view, mentions = guesses("Hon bor i [[place|Arboga kommun]].")
    assert shown(view, where.settle(view, mentions)) == [("Arboga", "place")]


@pytest.mark.parametrize(
    ("language", "marked", "found"),
    [
        ("en", "I met the [[other|Hendersons]].", [("Hendersons", "person")]),
        ("en", "I met [[other|Hendersons]].", [("Hendersons", "other")]),
        ("bg", "Бяхме у [[place|Стоянови]].", [("Стоянови", "person")]),
        (
            "sl",
            "[[person|Andrej Kos]] je tu. [[place|Kosova]] hiša. [[place|Hrvaška]].",
            [("Andrej Kos", "person"), ("Kosova", "person"), ("Hrvaška", "place")],
        ),
        (
            "fi",
            "[[person|Eero Laitinen]]. [[place|Laitisten mökki]] myytiin.",
            [("Eero Laitinen", "person"), ("Laitisten", "person")],
        ),
        ("sl", "[[place|Kosova]] vlada.", [("Kosova", "place")]),
    ],
)
def test_surnames_of_families_and_of_the_document_are_people(language, marked, found):
    morphology, has, words = parts_of(language)
    before = frozenset(words["names"].get("family_before", ()))
    view, mentions = guesses(marked)
    assert shown(view, Namesakes(morphology, has, before).settle(view, mentions, ())) == found


def test_a_weak_guess_of_a_surname_of_the_document_counts():
    morphology, has, _ = parts_of("en")
    view, (sure, weak) = guesses("[[person|Olivia Banks]] paid. [[other|Banks]] left.", 0.3)
    settled = Namesakes(morphology, has).settle(view, [sure], [sure, weak])
    assert shown(view, settled) == [("Olivia Banks", "person"), ("Banks", "person")]


@pytest.mark.parametrize(
    ("surface", "rest"),
    [
        ("Gustav ringdes", "Gustav"),
        ("Gustav ringdes upp", "Gustav"),
        ("Gustav von", "Gustav von"),
        ("Jan Kowal-\nskiego", "Jan Kowal-\nskiego"),
        ("Jan kowalski", "Jan kowalski"),
    ],
)
def test_words_in_small_letters_are_no_part_of_a_name(surface, rest):
    words = {"names": {"particles": ["von"]}}
    trimmer = Trimmer(words, {}, is_named=lambda word: word == "kowalski")
    view, (mention,) = guesses(f"x [[person|{surface}]] y")
    assert view.surface(trimmer.trim(view, mention).span) == rest


def test_a_plain_word_at_the_head_of_a_sentence_is_no_name():
    trimmer = Trimmer({}, {}, is_plain=lambda word: word == "ieri")
    view, mentions = guesses("Da. [[person|Ieri]] e luni. Da, [[person|Ieri]].")
    assert [trimmer.trim(view, m) is None for m in mentions] == [True, False]


@pytest.mark.parametrize(
    ("code", "marked", "expected"),
    [
        (
            "en",
            "[[person|Royston Cook]] thanked [[place|Royston]]. He lives in [[place|Royston]].",
            [("Royston Cook", "person"), ("Royston", "person"), ("Royston", "place")],
        ),
        ("en", "He told OT Faith [[person|Ndlovu]].", [("Faith Ndlovu", "person")]),
        ("en", "On Friday [[person|Logan]] left.", [("Logan", "person")]),
        ("sv", "Hans bror [[person|Evert]] kom.", [("Evert", "person")]),
        ("en", "We met in [[place|Natchez]], [[other|Natchez]].", [("Natchez", "place")] * 2),
        ("sv", "Hon bor i [[place|Mora]]. [[org|Mora]] den 1 maj", [("Mora", "place")] * 2),
        ("en", "I told [[other|Rose]] so.", [("Rose", "person")]),
        ("en", "[[other|Rose]] bushes grew.", [("Rose", "other")]),
    ],
)
def test_what_could_not_be_named_is_what_the_document_says(code, marked, expected):
    view, mentions = guesses(marked)
    _, has, words = parts_of(code)
    settled = Others(has, frozenset(words["names"]["where"])).settle(view, mentions)
    assert shown(view, settled) == expected


@pytest.mark.parametrize(
    ("language", "marked", "found"),
    [
        ("sk", "Býva v [[other|Rajecké]] [[place|Teplice]].", [("Rajecké Teplice", "place")]),
        ("pl", "Jedzie do [[other|Rabka]]-Zdrój.", [("Rabka-Zdrój", "place")]),
        ("sk", "Úrad [[person|Žiar nad Hronom]].", [("Žiar nad Hronom", "place")]),
        ("sk", "Býva v [[place|Teplice]] Novák.", [("Teplice", "place")]),
    ],
)
def test_listed_places_of_several_words_are_one(language, marked, found):
    morphology, has, words = parts_of(language)
    where = Whereabouts(morphology, has, place_prepositions(words))
    view, mentions = guesses(marked)
    assert shown(view, where.settle(view, mentions)) == found


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        (
            "[[person|Igor Čierny]] mlčí. [[other|Čierneho svokrovi]] to vadí.",
            [("Igor Čierny", "person"), ("Čierneho", "person")],
        ),
        ("[[other|Čierneho svokrovi]] to vadí.", [("Čierneho svokrovi", "other")]),
    ],
)
def test_surnames_of_the_document_before_words_in_small_letters(marked, found):
    morphology, has, _ = parts_of("sk")
    view, mentions = guesses(marked)
    assert shown(view, Namesakes(morphology, has).settle(view, mentions, ())) == found


@pytest.mark.parametrize(
    ("language", "marked", "people"),
    [
        ("ro", "L-a cununat pe [[person|Toader cu Paraschiva]].", ["Toader", "Paraschiva"]),
        ("ro", "[[person|Gottlieb de Windisch]] tace.", ["Gottlieb de Windisch"]),
        ("ro", "[[person|Relația Floarei]] s-a stricat.", ["Floarei"]),
        ("ro", "Mama, [[person|n. Bulai]], și [[person|fam. Popa]].", ["Bulai", "Popa"]),
        (
            "ro",
            "Iată: [[person|DRĂGHICI]], [[person|Codruț Emanuel]]",
            ["DRĂGHICI, Codruț Emanuel"],
        ),
        ("ro", "Domnul El-[[person|Khoury]] și Gh. [[person|Popa]].", ["El-Khoury", "Gh. Popa"]),
        ("ro", "[[person|Bostan Ion]] și [[place|Bostan Elena]].", ["Bostan Ion", "Bostan Elena"]),
        ("bg", "Живее с [[person|Емре]] и [[place|Севда]].", ["Емре", "Севда"]),
        ("bg", "Служител: Ст. [[person|Ночева]]", ["Ст. Ночева"]),
        ("bg", "От [[person|Фернандо Дел]] Вайе Виялобос.", ["Фернандо Дел Вайе Виялобос"]),
    ],
)
def test_people_are_whole_and_apart(language, marked, people):
    morphology, has, words = parts_of(language)
    pack = load_pack(language)
    view, mentions = guesses(marked)

    def is_named(word):
        return has(word, "given", "given_rare", "given_ending", "family", "family_rare", "place")

    trim = Trimmer(words, pack.toml("never.toml"), is_named=is_named).trim
    found = settler(pack, morphology, has, trim)(view, mentions, mentions)
    assert [view.surface(m.span) for m in found if m.type == "person"] == people

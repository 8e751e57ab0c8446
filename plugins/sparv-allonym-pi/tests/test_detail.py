"""The labels without Sparv: levels, long texts, all ten languages."""

import re

import pytest
from allonym_pi.finder import finder_of
from allonym_pi.levels import DETAILED, GENERAL, OUTSIDE, Label, render
from allonym_pi.lists import LISTS, load_lists

LANGUAGES = ("bul", "eng", "fin", "hrv", "hun", "pol", "ron", "slk", "slv", "swe")


def spans(text):
    return [match.span() for match in re.finditer(r"\w+|[^\w\s]+", text)]


@pytest.fixture(scope="module")
def swedish():
    return finder_of("swe", "default", "")


def test_there_are_38_labels_in_seven_groups():
    assert len(DETAILED) == len(set(DETAILED)) == 38
    assert len(GENERAL) == 7


@pytest.mark.parametrize("level", ["basic", "general", "detailed"])
def test_iob_differs_by_its_prefix_only(level):
    labels = [Label("day", 0), Label("month_word", 0), None, Label("fam", 1), Label("fam", 2)]
    plain, iob = render(labels, level), render(labels, f"{level}_iob")
    assert [label.removeprefix("B-").removeprefix("I-") for label in iob] == plain
    assert iob[3][:2] == iob[4][:2] == "B-"


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="unknown level 'fine'"):
        render([], "fine")


def test_a_long_text_loses_no_token(swedish):
    text = "Jag träffade Karin Lundgren i Härnösand. " * 1500
    tokens = spans(text)
    labels = render(swedish.labels(text, tokens), "detailed")
    assert len(labels) == len(tokens) == 7 * 1500
    assert labels[2] == labels[7 * 1400 + 2] == "firstname_female"


def test_a_text_without_tokens_is_empty(swedish):
    assert swedish.labels("", []) == [] == swedish.surrogates("", [])


def test_the_town_behind_the_name_of_a_body_is_a_town(swedish):
    text = "Ahmed jobbar som snickare på Byggmästarna AB i Örebro."
    labels = render(swedish.labels(text, spans(text)), "detailed")
    assert labels[5:9] == ["work", "work", OUTSIDE, "city"]


def test_a_preposition_is_no_occupation_and_a_word_called_like_a_body_is_none(swedish):
    text = "Jag är undersköterska på Karolinska sjukhuset. Mina tre barn är hemma."
    tokens = spans(text)
    labels = render(swedish.labels(text, tokens), "detailed")
    told = dict(zip([text[a:b] for a, b in tokens], labels, strict=True))
    assert (told["undersköterska"], told["Karolinska"]) == ("prof", "work")
    assert told["på"] == told["tre"] == OUTSIDE


def test_a_firm_that_everybody_knows_is_a_place_of_work(swedish):
    """No private name, so the detector may leave it; to the corpus it says where somebody is."""
    text = "Jag jobbar som snickare på Skanska i Malmö. Vi läste om Skanska. Hon läser på HHS."
    tokens = spans(text)
    labels = render(swedish.labels(text, tokens), "detailed")
    words = [text[a:b] for a, b in tokens]
    found = [label for word, label in zip(words, labels, strict=True) if word == "Skanska"]
    assert found == ["work", "other_institution"]
    assert labels[words.index("HHS")] == "school"


def test_a_brand_is_a_place_of_work_and_a_letter_belongs_to_its_number(swedish):
    text = "Jag bor på Storgatan 12 B och jobbar på Volvo. Bilen är en Volvo."
    tokens = spans(text)
    labels = render(swedish.labels(text, tokens), "detailed")
    words = [text[a:b] for a, b in tokens]
    assert [x for word, x in zip(words, labels, strict=True) if word == "Volvo"] == ["work", "O"]
    assert [x for word, x in zip(words, labels, strict=True) if word in "12B"] == ["street_nr"] * 2


def test_a_make_before_the_number_of_its_model_is_a_vehicle(swedish):
    text = "Jag kör en SAAB 9-5 och han en Volvo V70. Han jobbar på Volvo. Volvo byggde bilar."
    tokens = [match.span() for match in re.finditer(r"\d-\d|\w+|[^\w\s]+", text)]
    labels = render(swedish.labels(text, tokens), "detailed")
    words = [text[a:b] for a, b in tokens]
    assert labels[3:5] == labels[8:10] == ["transport_name", "transport_nr"]
    assert [x for w, x in zip(words, labels, strict=True) if w == "Volvo"][1] == "work"


def test_an_occupation_leaves_the_employer_its_own_label(swedish):
    text = "Hon jobbar som läkare på Karolinska sjukhuset."
    tokens = spans(text)
    labels = render(swedish.labels(text, tokens), "detailed")
    assert labels[3] == "prof"
    assert labels[5:7] == ["work", "work"]


def test_a_token_wider_than_a_name_is_replaced_within(swedish):
    text = "Brevet är från Lundgren/Karin."
    start = text.index("Lundgren")
    words = swedish.surrogates(text, [(0, 6), (7, 9), (10, 14), (start, len(text))])
    assert words[:3] == ["Brevet", "är", "från"]
    assert "Karin" not in words[3]
    assert words[3].endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_labels_family_and_writes_surrogates(language):
    finder = finder_of(language, "default", "")
    text = "anna.kovacs@mejlen.test"
    assert render(finder.labels(text, [(0, len(text))]), "detailed") == ["email"]
    assert finder.surrogates(text, [(0, len(text))]) != [text]
    kin = finder.details.words["fam"]
    word = next(iter(sorted(kin.whole)))
    assert render(finder.labels(word, [(0, len(word))]), "detailed")[0] != OUTSIDE


@pytest.mark.parametrize("language", ["bg", "en", "fi", "hr", "hu", "pl", "ro", "sk", "sl", "sv"])
def test_word_files_hold_known_lists_only(language):
    lists = load_lists(language)
    assert set(lists) == set(LISTS)
    assert all("*" not in word.strip("*") for text in lists.values() for word in text.split())
    for name in ("fam", "edu", "language", "sensitive", "work", "transport"):
        assert len(lists[name].split()) > 3, name


def test_what_leads_a_name_in_stays_a_token_in_names_and_addresses(swedish):
    text = "Jag heter Leila Al-Hassan och min mejl är leila.al-hassan@mejlen.test."
    tokens = [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]
    words = swedish.surrogates(text, tokens)
    assert words[3:5] == ["Al", "-"]
    given, family = words[2], words[5]
    assert words[10:15] == [given.lower(), ".", "al", "-", family.lower()]


@pytest.mark.parametrize(
    ("text", "word", "label"),
    [
        ("Jag tar buss nummer 151 till skolan.", "151", "transport_nr"),
        ("Vi åkte med nattåg 94 till Åre.", "94", "transport_nr"),
        ("Vi gick runt Runn i Falun.", "Runn", "geo"),
        ("Nästa år ser vi Kebnekaise.", "Kebnekaise", "geo"),
        ("Min vän bor på Rosengård i Malmö.", "Rosengård", "area"),
        ("Min dröm är att jobba på Falu lasarett.", "Falu", "work"),
        ("Han har jobat på SKF i trettio år.", "SKF", "work"),  # as learners spell it
        ("Jag var apotekare på ett sjukhus.", "sjukhus", OUTSIDE),
        ("Min fru Saba är hemma.", "Saba", "firstname_female"),
        ("Min man Saba är hemma.", "Saba", "firstname_male"),  # the word before says his sex
    ],
)
def test_what_essays_of_learners_taught(swedish, text, word, label):
    tokens = spans(text)
    labels = render(swedish.labels(text, tokens), "detailed")
    words = [text[a:b] for a, b in tokens]
    assert labels[words.index(word)] == label

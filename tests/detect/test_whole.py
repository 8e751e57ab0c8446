"""Names whole: what completes somebody who is hidden."""

from tests.each import each

from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.whole import Whole
from allonym.languages.lexicon import BIT
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.morphology.load import load_morphology

LISTED = {
    "tine": "given_rare", "daisy": "given", "may": "family", "golea": "family",
    "levente": "given", "bíró": "family", "doktor": "title", "liana": "given", "ion": "given",
}  # fmt: skip


def whole(text, *names, parts=(), **settings):
    def at(surface):
        start = text.index(surface)
        return Span(start, start + len(surface))

    taken = [Mention(at(n), "person", (Evidence("decision", "person", 0.9),)) for n in names]
    maker = Whole(
        lambda word: BIT.get(LISTED.get(word.lower(), ""), 0),
        frozenset(("de", "la", "ал", "van")), frozenset(("la",)), frozenset(("kedves",)),
        **settings,
    )  # fmt: skip
    found = maker.over(text, taken, map(at, parts))
    return [text[m.span.start : m.span.end] for m in found]


@each(
    ("text", "names", "wanted"),
    [
        ("Ref.: Tine Golea – reziliere", ["Golea"], ["Tine Golea"]),
        ("Copie: Tine Golea, Ana Pop", ["Golea", "Ana Pop"], ["Tine Golea", "Ana Pop"]),
        ("a venit Tine Golea ieri", ["Golea"], ["Tine Golea"]),
        ("Then Daisy May was cross", ["Daisy"], ["Daisy May"]),
        ("Копие: Мохамед ал Масри", ["Мохамед", "Масри"], ["Мохамед ал Масри"]),
        ("by José de la Fuente now", ["José", "Fuente"], ["José de la Fuente"]),
        ("vpn (van Berg, Jan)", ["Berg, Jan"], ["van Berg, Jan"]),
        ("svira La Roza sutra", ["Roza"], ["La Roza"]),  # written large: no preposition
    ],
)
def test_nobody_is_hidden_by_half(text, names, wanted):
    assert whole(text, *names) == wanted


@each(
    ("text", "name"),
    [
        ("Tine Golea a venit.", "Golea"),  # at the head a capital says nothing
        ("prišla je Doktor Liana", "Liana"),  # a title
        ("vidi la Ion acolo", "Ion"),  # a preposition
        ("Kedves Levente!", "Levente"),
        ("Daisy\nMay 3", "Daisy"),
    ],
)
def test_words_that_are_no_names_stay(text, name):
    assert whole(text, name) == [name]


def test_where_surnames_stand_first_they_do_so_at_the_head_too():
    assert whole("Bíró Levente jött.", "Levente", family_first=True) == ["Bíró Levente"]
    assert whole("Bíró Levente jött.", "Levente") == ["Levente"]


def test_what_is_rather_a_part_of_a_name_goes_with_the_name_beside_it():
    assert whole("dolazi Miu Stanić sutra", "Miu") == ["Miu"]
    assert whole("dolazi Miu Stanić sutra", "Miu", parts=["Stanić"]) == ["Miu Stanić"]
    assert whole("dolazi Miu sutra", parts=["Miu"]) == []


@each(
    ("text", "name", "half", "wanted"),
    [
        ("je li Merve Alici tu", "Merve Alici", "Alici", ["Merve"]),
        ("Merve Alici je tu", "Merve Alici", "Alici", []),  # any word is large at the head
        ("službenik Joso Kolega je", "Joso Kolega", "Joso", ["Kolega"]),  # large in a sentence
        ("Kolega Alici je tu", "Kolega Alici", "Alici", []),  # a word before a name
        ("dolazi Doktor Alici", "Doktor Alici", "Alici", []),  # a title
        ("je li Merve alici tu", "Merve alici", "Merve", []),  # written small
        ("Merve Alici", "Merve Alici", "Merve Alici", []),  # nothing is left
    ],
)
def test_a_half_is_made_whole_where_the_whole_is_a_chance(text, name, half, wanted):
    def left(chance):
        whole_name, taken = (Span(text.index(n), text.index(n) + len(n)) for n in (name, half))
        mention = Mention(taken, "person", (Evidence("decision", "person", 0.9),))
        maker = Whole(lambda word: BIT.get(LISTED.get(word.lower(), ""), 0))
        candidates, rows = [Candidate(whole_name, ())], [[0.1, 0.9 - chance, chance]]
        found = maker.left_of(text, candidates, rows, [mention], lambda word: word == "kolega")
        return [text[s.start : s.end] for s in found]

    assert left(0.2) == wanted
    assert left(0.1) == []  # as improbable as it is worse to miss somebody


def completed(language, text, *found, by="decision"):
    mentions = []
    for surface, kind in found:
        start = text.rindex(surface)
        mentions.append(Mention(Span(start, start + len(surface)), kind, (Evidence(by),)))
    suffixed = load_morphology(load_pack(language)) if language in ("hu", "pl") else None
    made = Whole(suffixed=suffixed).over(text, mentions, ())
    return [text[m.span.start : m.span.end] for m in made]


@each(
    ("found", "expected"),
    [
        ([("Kent", "person")], ['Kent "Blomman" Blom']),
        ([("Kent", "person"), ("Blom", "person")], ['Kent "Blomman" Blom']),
        ([("Kent", "person"), ("Blomman", "org")], ['Kent "Blomman" Blom']),
        ([("Kent", "person"), ("Blom har", "place")], ["Kent", "Blom har"]),
    ],
)
def test_a_nickname_in_quotes_is_in_the_midst_of_a_name(found, expected):
    assert completed("sv", 'Kent "Blomman" Blom har en stuga.', *found) == expected


def test_a_hyphen_ties_a_name_that_may_be_a_title_but_not_what_leads_one():
    assert whole("moster Doktor-Liana kom", "Liana") == ["Doktor-Liana"]
    led = frozenset(("lill",))
    assert whole("och Lill-Liana kom", "Liana", leads=led) == ["Liana"]


def test_what_stands_in_quotes_in_small_letters_is_no_nickname():
    assert completed("sv", 'Kent "kom hit" Blom.', ("Kent", "person")) == ["Kent"]


def test_what_is_known_stays_as_it_is():
    text = 'Kent "Blomman" Blom.'
    assert completed("sv", text, ("Kent", "person"), by="known") == ["Kent"]


def test_an_ending_on_a_hyphen_belongs_to_the_name():
    assert completed("hu", "Kiss Anett-tel beszélt.", ("Kiss Anett", "person")) == [
        "Kiss Anett-tel"
    ]
    assert completed("hu", "Anna-Mária jött.", ("Anna", "person")) == ["Anna"]
    assert completed("sv", "Anett-tel kom.", ("Anett", "person")) == ["Anett"]


def test_an_ending_behind_an_apostrophe_belongs_to_the_name():
    text = "Dom Kennedy'ego stoi, Mike's nie."
    names = [("Kennedy", "person"), ("Mike", "person")]
    assert completed("pl", text, *names) == ["Kennedy'ego", "Mike"]

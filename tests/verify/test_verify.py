from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.link.linker import NameLinker
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.result import Leak
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.text.fold import strip_marks, to_latin
from allonym.text.markup import parse_marks
from allonym.verify import Verifier
from tests.each import each
from tests.growth import grows_linearly

DOCUMENT = """
Oskarżony [[person|Łukasz Zieliński]], PESEL [[id.national|44051401359]],
tel. [[phone|601 234 567]], mieszka w [[place|Nowym Sączu]] i pracuje w
[[org|Beton Stal Sp. z o.o.]] razem z [[person|Haliną Grabowską]] i [[person|Nowakiem]].
Urodził się [[date|3.05.1984]] r. w [[place|Warszawie]]. Orzekała sędzia
[[person.judge|Jan Wolny]] z [[place.country|Polski]].
Pisać na [[email|l.zielinski@poczta.pl]]; [[person|Lis]] milczał."""
KEPT = ("person.judge", "place.country")

DISGUISES = {
    "same": "Łukasz Zieliński",
    "surname alone": "Zieliński",
    "given name alone": "Łukasz",
    "another case": "Zielińskiemu",
    "all capitals": "ZIELIŃSKIEGO",
    "small letters": "zielińskim",
    "without diacritics": "Zielinskiego",
    "capitals without diacritics": "LUKASZ ZIELINSKI",
    "some diacritics": "Lukasz",
    "turned round": "Zieliński, Łukasz",
    "in an address": "lukasz.zielinski@firma.pl",
    "hidden in an address": "xzielinskix7@firma.pl",
    "in a user name": "lzielinski84",
    "in a user name cut short": "lzielin84",
    "camel case": "LukaszZielinski",
    "underscores": "zielinski_l",
    "file name": "/home/zielinski/akta.pdf",
    "Cyrillic, letter by letter": "Зелински",
    "Cyrillic, by sound": "Граболска".replace("л", "в"),
    "decomposed": "Zielin\u0301ski",
    "soft hyphen": "Zie\u00adliń\u00adski",
    "zero width": "Zie\u200bliński",
    "letter-spaced": "Z i e l i ń s k i",
    "broken line": "Zieliń-\nski",
    "drawn out": "zielinskiii",
    "derived": "Nowakowa",
    "woman's name in another case": "Grabowskiej",
    "possessive": "Zieliński's",
    "quoted": "„Zieliński”",
    "number without separators": "601234567",
    "number with others": "601-234-567",
    "number in pieces": "4405 1401 359",
    "number with letters around": "nr44051401359",
    "place in another case": "Nowego Sącza",
    "place in capitals": "NOWY SĄCZ",
    "place without diacritics": "Nowym Saczu",
    "adjective of a place": "warszawskiego",
    "firm": "BETON-STAL sp. z o.o.",
    "date": "3. 05. 1984",
}


@cache
def tools(code: str) -> tuple[NameLinker, Verifier]:
    pack = load_pack(code)
    morphology = load_morphology(pack)
    return NameLinker.load(pack, morphology), Verifier.load(pack, morphology)


class Case:
    """A document, its entities, and what it becomes."""

    def __init__(self, marked: str, code: str = "pl", kept: tuple[str, ...] = KEPT) -> None:
        text, marks = parse_marks(marked)
        self.view = TextView.of(text, language=code)
        self.linker, self.verifier = tools(code)
        mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
        entities = self.linker.link(self.view, mentions)
        self.kept = [e for e in entities if e.type in kept]
        self.hidden = [e for e in entities if e.type not in kept]
        self.plan = self.plan_of({e.id: f"[{number}]" for number, e in enumerate(self.hidden)})

    def plan_of(self, texts: dict[EntityId, str]) -> ReplacementPlan:
        return ReplacementPlan.of(
            Replacement(m.span, texts[e.id], e.id, "pseudonym")
            for e in self.hidden
            for m in e.mentions
        )

    def leaks(self, tail: str = "", plan: ReplacementPlan | None = None) -> tuple[Leak, ...]:
        plan = plan or self.plan
        # what is planted stood in the original, untouched
        view = TextView.of(self.view.text + tail)
        return self.verifier(plan.apply(view.text), self.hidden, self.kept, view, plan)

    def entity(self, surface: str) -> Entity:
        return next(
            e for e in self.hidden if any(self.view.surface(m.span) == surface for m in e.mentions)
        )


@cache
def case() -> Case:
    return Case(DOCUMENT)


def blocking(leaks: tuple[Leak, ...]) -> list[Leak]:
    return [leak for leak in leaks if leak.blocking]


@pytest.mark.parametrize("planted", DISGUISES.values(), ids=DISGUISES.keys())
def test_verify_catches_a_disguise(planted: str) -> None:
    tail = f" Potem {planted} odszedł."
    found = blocking(case().leaks(tail))
    assert found
    clean = len(case().plan.apply(case().view.text))
    assert all(leak.span.start >= clean for leak in found)
    assert blocking(case().leaks()) == []


@given(st.sampled_from(sorted(DISGUISES.values())), st.sampled_from((" ", "\n", "\t", " („", ": ")))
def test_verify_catches_a_disguise_anywhere(planted: str, before: str) -> None:
    assert blocking(case().leaks(f". Koniec{before}{planted} "))


@each(
    ("planted", "disguise"),
    [
        ("a lis uciekł", "homograph"),
        ("Łu. Zi.", None),
        ("Sad, Żak, Zielone, Nowy, Stal, Beton", None),
        ("sędzia Wolny", None),
        ("Jan przyszedł", None),
        ("601 234 568", None),
        ("[1] [2] 1984", None),
    ],
)
def test_verify_lists_or_ignores_what_is_no_leak(planted: str, disguise: str | None) -> None:
    found = case().leaks(f" A {planted}.")
    assert blocking(found) == []
    assert [leak.disguise for leak in found] == ([disguise] if disguise else [])


def test_verify_lists_a_surrogate_that_equals_another_original() -> None:
    target, other = case().entity("Łukasz Zieliński"), case().entity("Haliną Grabowską")
    texts = {e.id: f"[{n}]" for n, e in enumerate(case().hidden)}
    plan = case().plan_of({**texts, target.id: "Grabowska"})
    (leak,) = case().leaks(plan=plan)
    assert (leak.entity, leak.disguise, leak.blocking) == (other.id, "surrogate", False)


def test_verify_blocks_a_surrogate_that_equals_its_own_original() -> None:
    target = case().entity("Łukasz Zieliński")
    texts = {e.id: f"[{n}]" for n, e in enumerate(case().hidden)}
    plan = case().plan_of({**texts, target.id: "Zielinski"})
    assert [leak.entity for leak in blocking(case().leaks(plan=plan))] == [target.id]


def test_verify_blocks_an_address_made_of_its_owners_name() -> None:
    address = case().entity("l.zielinski@poczta.pl")
    assert address.owner == case().entity("Łukasz Zieliński").id
    texts = {e.id: f"[{n}]" for n, e in enumerate(case().hidden)}
    plan = case().plan_of({**texts, address.id: "zielinski@firma.pl"})
    assert blocking(case().leaks(plan=plan))


def test_verify_takes_no_word_for_a_user_name() -> None:
    made = Case("[[person|Piotr Rawa]], [[person|Mari Aalto]], [[person|Sara Kos]].")
    assert blocking(made.leaks(" Zna prawa człowieka. Pani Maria idzie na skos.")) == []
    assert len(blocking(made.leaks(" Pisz: skos77, prawa@ex.pl."))) >= 1


def test_verify_lets_kept_entities_stand() -> None:
    made = Case("[[person.judge|Jan Nowak]] i [[person|Piotr Nowak]] w [[place.country|Polsce]].")
    assert made.leaks() == ()
    assert len(blocking(made.leaks(" Nowaka nie było."))) == 1


def test_verify_leaves_given_names_of_kept_people() -> None:
    made = Case("[[person.judge|Jan Nowak]] i [[person|Jan Zawadzki]].")
    assert made.leaks(" Jan milczał.") == ()
    assert blocking(made.leaks(" Zawadzki milczał."))


@each("planted", ["Georgi", "Zhivkov", "Živkov", "ZHIVKOV", "Живков", "живков"])
def test_verify_crosses_from_cyrillic(planted: str) -> None:
    made = Case("Видях [[person|Георги Живков]] вчера.", "en")
    assert blocking(made.leaks(f" И {planted} тук."))


def test_verify_holds_no_text() -> None:
    assert "ieli" not in repr(case().leaks(" Zieliński"))


FILLER = (
    "W maju sąd rozpoznał sprawę",
    "Wilk i lis biegły przez las",
    "Stal jest twarda, beton też",
    "Nowy rok, stary dom",
    "Marzec był zimny, a jesień ciepła",
    "Sad kwitnie",
    "Kowal kuje, a król rządzi",
    "Cieszę się, że Pan napisał: Dobry wieczór",
    "Zima, wiosna, lato",
    "Zając skacze, ptak śpiewa",
)


def clean_output(seed: int) -> tuple[Case, ReplacementPlan]:
    """A document about people of the pool, all replaced by tags or by other people of it."""
    chance = random.Random(seed)
    given_names = [e for e in load_pool(load_pack("pl"), "given").entries if e.tokens == 1]
    surnames = [e for e in load_pool(load_pack("pl"), "family").entries if e.gender == "Masc"]
    men = [e for e in given_names if e.gender == "Masc"]
    names = zip(chance.sample(men, 6), chance.sample(surnames, 6), strict=True)
    people = [(g.lemma, f.lemma) for g, f in names]
    sentences = [f"Przyszedł [[person|{g} {f}]], potem [[person|{f}]]" for g, f in people[:3]]
    sentences += chance.sample(FILLER, 6)
    chance.shuffle(sentences)
    made = Case(". ".join(sentences) + ".")
    texts = {e.id: f"[OSOBA{n}]" for n, e in enumerate(made.hidden)}
    if seed % 2:
        others = (" ".join(name) for name in people[3:])
        texts = dict(zip(texts, others, strict=False)) | dict(list(texts.items())[3:])
    return made, made.plan_of(texts)


@pytest.mark.parametrize(
    "seeds", [range(60), pytest.param(range(60, 500), marks=pytest.mark.slow)], ids=str
)
def test_verify_blocks_none_of_five_hundred_clean_outputs(seeds: range) -> None:
    for seed in seeds:
        made, plan = clean_output(seed)
        assert blocking(made.leaks(plan=plan)) == [], seed


@pytest.mark.slow
def test_verify_is_linear() -> None:
    def run(times: int) -> Callable[[], object]:
        made = case()
        tail = " Kowal kuje żelazo, a 12 345 osób patrzy." * times
        return lambda: made.leaks(tail)

    run(10)()
    assert grows_linearly(run, 500)


def test_verify_names_each_place_once_however_many_bear_the_name() -> None:
    text = "Zieliński, " * 50
    gold = (Evidence("gold"),)
    mentions = [Mention(Span(n * 11, n * 11 + 9), "person", gold) for n in range(50)]
    family = [Entity(EntityId(f"person#{n}"), "person", (m,)) for n, m in enumerate(mentions)]
    _, verifier = tools("pl")
    found = verifier(text, family, (), TextView.of(text), ReplacementPlan())
    assert [leak.span for leak in blocking(found)] == [m.span for m in mentions]


def test_transliteration_of_the_disguises_is_what_it_says() -> None:
    assert to_latin("Зелински") == "Zelinski"
    assert strip_marks("Zieliński") == "Zielinski"

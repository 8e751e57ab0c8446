"""What goes with a town moves with it: postcodes, dialling codes, regions, courts."""

from __future__ import annotations

import pytest
from tests.replace.naming import linker, morphology, pseudonymized, replacer

from allonym.languages.geography import load_geography
from allonym.languages.labels import load_labels
from allonym.languages.pack import load_pack
from allonym.model.draw import Draw
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import ReplaceContext
from allonym.replace.kind import KindReplacer
from allonym.replace.labels import TagReplacer
from allonym.replace.pseudonym import PseudonymReplacer
from allonym.text.markup import parse_marks

PAIRS = [
    ("sl", "[[postcode|3000]] [[place|Celje]]"),
    ("hr", "[[postcode|31000]] [[place|Osijek]]"),
    ("bg", "[[postcode|7000]] гр. [[place|Русе]]"),
    ("ro", "[[place|Turda]], [[postcode|401123]]"),
    ("sk", "[[postcode|036 01]] [[place|Martin]]"),
    ("pl", "[[postcode|26-600]] [[place|Radom]]"),
    ("hu", "[[postcode|6720]] [[place|Szeged]]"),
    ("fi", "[[postcode|70100]] [[place|Kuopio]]"),
    ("sv", "[[postcode|352 36]] [[place|Växjö]]"),
    ("en", "[[place|Bristol]] [[postcode|BS7 8NX]]"),
    ("en", "[[place|Montgomery]], AL [[postcode|36104]]"),
]


def replaced(marked: str, language: str, secret: bytes) -> list[str]:
    """Return what each mention became."""
    text, marks = parse_marks(marked)
    view = TextView.of(text, language=language)
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    entities = tuple(linker(language).link(view, mentions))
    context = ReplaceContext(view, entities, Draw(secret, "test"), language)
    kinds = KindReplacer(TagReplacer(load_labels(load_pack(language))))
    plan = PseudonymReplacer(replacer(language), kinds).replace(context, entities)
    made = ReplacementPlan.of(tuple(plan))
    return [next(r.text for r in made if r.span == m.span) for m in marks]


@pytest.mark.parametrize(("language", "marked"), PAIRS)
@pytest.mark.parametrize("number", range(3))
def test_a_postcode_is_one_of_its_town(language: str, marked: str, number: int) -> None:
    made = replaced(marked, language, bytes([number]) * 16)
    place, code = sorted(made, key=lambda t: any(map(str.isdigit, t)))
    town = load_geography(load_pack(language)).named(place)
    assert town is not None
    outward = code.partition(" ")[0] if code[0].isalpha() else code
    codes = {town.postcode(n) for n in range(5000)}
    assert outward in codes


def test_towns_keep_their_country_and_class() -> None:
    geography = load_geography(load_pack("en"))
    for name in ("Bristol", "Leeds", "Houston"):
        (made,) = replaced(f"[[place|{name}]]", "en", b"k" * 16)
        old, new = geography.named(name), geography.named(made)
        assert old is not None
        assert new is not None
        assert (old.country, old.size) == (new.country, new.size)


def test_a_dialling_code_moves_with_the_town() -> None:
    place, phone = replaced("[[place|Celje]], [[phone|03 541 22 10]]", "sl", b"k" * 16)
    town = load_geography(load_pack("sl")).named(place)
    assert town is not None
    assert phone.startswith(f"0{town.dial} ")


def test_a_court_is_that_of_the_town_drawn() -> None:
    done = pseudonymized("[[place|Celje]]: [[org.court|Okrajno sodišče v Celju]]", "sl")
    town, court = (r.text for r in done.out)
    forms = morphology("sl").forms(town, "place")
    assert court.startswith("Okrajno sodišče v ")
    assert court.removeprefix("Okrajno sodišče v ") in forms


def test_a_firm_is_called_after_its_owner() -> None:
    done = pseudonymized("[[person|Jan Mróz]], [[org.company|Mróz i Synowie sp.j.]]", "pl")
    person, firm = (r.text for r in done.out)
    assert firm == f"{person.split()[-1]} i Synowie sp.j."

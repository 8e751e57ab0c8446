"""What is made from names: read, made again of another name, and known to the leak check."""

import pytest
from tests.each import each

from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology

WORDS = [
    ("bg", "Георгиевият", "given", "Георги", "Иван", "Ивановият"),
    ("bg", "Георгиевият", "family", "Георгиев", "Планински", "Планинският"),
    ("bg", "Димитровата", "family", "Димитров", "Жеков", "Жековата"),
    ("bg", "Симонините", "given", "Симона", "Веска", "Вескините"),
    ("bg", "Мариино", "given", "Мария", "Елена", "Еленино"),
    ("bg", "Тошовият", "given", "Тошо", "Тони", "Тониевият"),
    ("pl", "Kasiny", "given", "Kasia", "Basia", "Basiny"),
    ("pl", "Staszkowe", "given", "Staszek", "Krzysiek", "Krzyśkowe"),
    ("pl", "Olgierdową", "given", "Olgierd", "Tadeusz", "Tadeuszową"),
    ("pl", "Adzin", "given", "Ada", "Basia", "Basin"),
    ("sl", "Mihatova", "given", "Miha", "Luka", "Lukatova"),
    ("sl", "Mihova", "given", "Miha", "Luka", "Lukova"),
    ("hr", "Medićkin", "family", "Medić", "Horvat", "Horvatičin"),
    ("hr", "Medićev", "family", "Medić", "Horvat", "Horvatov"),
    ("sk", "Katarínini", "given", "Katarína", "Soňa", "Sonini"),
    ("ro", "Popescului", "family", "Popescu", "Moldovan", "Moldovanului"),
    ("hu", "Péterem", "given", "Péter", "László", "Lászlóm"),
    ("hu", "Annám", "given", "Anna", "Gábor", "Gáborom"),
    ("hu", "Ödönöm", "given", "Ödön", "Tünde", "Tündém"),
    ("fi", "Matistamme", "given", "Matti", "Kaisa", "Kaisastamme"),
]


@each(("language", "word", "kind", "name", "other", "made"), WORDS)
def test_derived_words_are_read_and_made(language, word, kind, name, other, made):
    morphology = load_morphology(load_pack(language))
    best = morphology.analyse(word, kind)[0]
    assert best.lemma == name
    assert best.features["Derivation"] == ("Mine" if language in ("hu", "fi") else "Poss")
    assert morphology.inflect(other, kind, best.features).form == made


@each(("language", "word", "kind", "name", "other", "made"), WORDS)
def test_derived_words_are_searched_for(language, word, kind, name, other, made):
    assert word in load_morphology(load_pack(language)).forms(name, kind)


@pytest.mark.parametrize(
    ("asked", "made"),
    [({"Case": "Dat", "Number": "Plur", "Gender[noun]": "Fem"}, "Hrivnákovým"), ({}, "Hrivnákov")],
)
def test_what_a_man_has_is_not_his_family(asked, made):
    """*K Vlachovým sestrám* became *k Hrivnákovcom sestrám*, the lemma *Vlachov* Hrivnákovci."""
    morphology = load_morphology(load_pack("sk"))
    features = {"Derivation": "Poss", **asked}
    assert morphology.inflect("Hrivnák", "family", features).form == made


def test_mrs_glab_is_read_as_her_husbands():
    morphology = load_morphology(load_pack("pl"))
    best = morphology.analyse("Głąbowej", "family")[0]
    assert (best.lemma, best.features["Gender"]) == ("Głąb", "Fem")
    assert (best.features["Clitic"], best.features["Derivation"]) == ("Mrs", "Mine")


@pytest.mark.parametrize(
    ("language", "word", "kind"),
    [("bg", "Димитрова", "family"), ("pl", "Janowska", "family"), ("hu", "Ádám", "given")],
)
def test_names_stay_names(language, word, kind):
    assert load_morphology(load_pack(language)).analyse(word, kind)[0].lemma == word

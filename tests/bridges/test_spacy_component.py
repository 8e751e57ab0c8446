"""The component in spaCy itself."""

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

spacy = pytest.importorskip("spacy")

import allonym.bridges.spacy  # noqa: E402
from allonym.errors import UnknownLanguage  # noqa: E402

pytestmark = [pytest.mark.model, pytest.mark.slow, pytest.mark.filterwarnings("default")]

ROOT = Path(__file__).parents[2]
TEXT = "Spotkałem się z Janem Kowalskim w Krakowie. Kowalski ma adres jan@mejl.test."


@pytest.fixture(scope="module")
def doc():
    nlp = spacy.blank("pl")
    nlp.add_pipe("allonym")
    return nlp(TEXT)


def test_entities_have_types_and_ids(doc):
    found = [(e.text, e.label_) for e in doc.ents]
    assert ("Janem Kowalskim", "person") in found
    assert ("Krakowie", "place") in found
    jan, kowalski = (e for e in doc.ents if e.label_ == "person")
    assert jan.id_ == kowalski.id_ != ""


def test_surrogates_stand_in_the_text(doc):
    for entity in doc.ents:
        assert entity._.surrogate in doc._.pseudonymized
        assert entity._.surrogate != entity.text
    assert "Kowalsk" not in doc._.pseudonymized


def test_earlier_entities_stay_if_asked():
    nlp = spacy.blank("pl")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "CITY", "pattern": "Krakowie"}])
    nlp.add_pipe("allonym", config={"overwrite": False, "method": "tag"})
    doc = nlp(TEXT)
    assert ("Krakowie", "CITY") in [(e.text, e.label_) for e in doc.ents]
    assert "[OSOBA]" in doc._.pseudonymized


def test_a_language_without_a_pack_is_refused():
    with pytest.raises(UnknownLanguage, match="no language pack 'ja'"):
        spacy.blank("pl").add_pipe("allonym", config={"language": "ja"})


def test_the_distribution_announces_the_factory():
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    entry = EntryPoint("allonym", table["spacy_factories"]["allonym"], "spacy_factories")
    assert entry.load() is allonym.bridges.spacy.create

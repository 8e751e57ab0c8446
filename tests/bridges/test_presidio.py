"""Presidio itself: its analyzer with our recognizer, its anonymizer with our operator."""

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

pytest.importorskip("presidio_analyzer")
pytest.importorskip("presidio_anonymizer")

from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import OperatorConfig

from allonym.bridges.presidio import (
    AllonymNlpEngine,
    AllonymOperator,
    AllonymRecognizer,
    detector,
    detector_of,
)
from allonym.errors import ConfigError
from allonym.languages.pack import load_pack
from allonym.model.view import TextView

pytestmark = [pytest.mark.model, pytest.mark.slow, pytest.mark.filterwarnings("default")]

ROOT = Path(__file__).parents[2]
TEXT = "Spotkałem się z Janem Kowalskim. Jan Kowalski ma adres jan@mejl.test."
SECRET = "a secret for the tests only"


@pytest.fixture(scope="module")
def nlp():
    engine = AllonymNlpEngine(["pl"])
    engine.load()
    return engine


@pytest.fixture(scope="module")
def analyzer(nlp):
    registry = RecognizerRegistry(supported_languages=["pl"])
    registry.add_recognizer(AllonymRecognizer(supported_language="pl"))
    return AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=["pl"])


def test_the_analyzer_finds_what_we_find(analyzer):
    found = analyzer.analyze(TEXT, language="pl")
    names = {(r.entity_type, TEXT[r.start : r.end]) for r in found}
    assert ("PERSON", "Janem Kowalskim") in names
    assert ("EMAIL_ADDRESS", "jan@mejl.test") in names


def test_our_networks_find_names_for_its_own_rules(nlp):
    registry = RecognizerRegistry(supported_languages=["pl"])
    registry.load_predefined_recognizers(languages=["pl"], nlp_engine=nlp)
    analyzer = AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=["pl"])
    text = "Jan Kowalski mieszka w Krakowie, PESEL 44051401359, jan@mejl.com."
    found = {(r.entity_type, text[r.start : r.end]) for r in analyzer.analyze(text, language="pl")}
    assert {("PERSON", "Jan Kowalski"), ("LOCATION", "Krakowie"), ("PL_PESEL", "44051401359"),
            ("EMAIL_ADDRESS", "jan@mejl.com")} <= found  # fmt: skip
    ((_, artifacts),) = nlp.process_batch([text], "pl")
    assert all(0 < score <= 1 for score in artifacts.scores)


def test_only_wanted_entities_are_returned(analyzer):
    found = analyzer.analyze(TEXT, language="pl", entities=["EMAIL_ADDRESS"])
    assert {r.entity_type for r in found} == {"EMAIL_ADDRESS"}


def test_the_anonymizer_writes_pseudonyms(analyzer):
    engine = AnonymizerEngine()
    engine.add_anonymizer(AllonymOperator)
    found = analyzer.analyze(TEXT, language="pl")
    operators = {"DEFAULT": OperatorConfig("allonym", {"language": "pl", "secret": SECRET})}
    texts = {engine.anonymize(TEXT, found, operators).text for _ in range(2)}
    assert len(texts) == 1
    (text,) = texts
    assert text.startswith("Spotkałem się z ")
    assert "Kowalsk" not in text
    assert "jan@mejl" not in text


def test_a_missing_parameter_is_named():
    with pytest.raises(ConfigError, match="parameter 'secret' is missing"):
        AllonymOperator().validate({"language": "pl"})


def test_one_of_its_recognizers_is_a_detector_here():
    recognizer = PatternRecognizer("ROCKET", name="rockets", deny_list=["Ariane 5"])
    view = TextView.of("We saw Ariane 5 yesterday.")
    (mention,) = detector_of([recognizer]).detect(view)
    assert view.surface(mention.span) == "Ariane 5"
    assert (mention.type, mention.evidence[0].rule) == ("other", "rockets")


def test_its_pattern_recognizers_are_the_detector_presidio():
    view = TextView.of("My card is 4111 1111 1111 1111.")
    types = {m.type for m in detector(load_pack("en")).detect(view)}
    assert "card" in types


def test_the_distribution_announces_the_detector():
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    entry = EntryPoint("presidio", table["allonym.detectors"]["presidio"], "allonym.detectors")
    assert entry.load() is detector

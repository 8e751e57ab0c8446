"""Presidio: Allonym as a recognizer, an NLP engine, an operator; its recognizers as detectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from allonym.api import Pipeline
from allonym.errors import ConfigError, needs
from allonym.languages.pack import LanguagePack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import longest_match
from allonym.model.view import TextView
from allonym.profile import Consistency, load_profile
from allonym.text.tables import table_of

with needs("the bridge to Presidio needs", "presidio"):
    import spacy
    from presidio_analyzer import EntityRecognizer, RecognizerResult
    from presidio_analyzer.nlp_engine import NlpArtifacts, SpacyNlpEngine
    from presidio_anonymizer.operators import Operator, OperatorType
    from spacy.util import filter_spans

_tables = partial(table_of, "allonym.bridges", "presidio.toml")
"""What Presidio calls our types, and we its entities: whole, or by one of their words."""


class AllonymRecognizer(EntityRecognizer):
    """Finds in Presidio what Allonym finds, with its scores.

    Args:
        supported_language: ISO 639-1 code.
        profile: Name or path of an Allonym profile.
    """

    def __init__(self, supported_language: str = "en", profile: str = "default") -> None:
        self._pipeline = Pipeline.load(language=supported_language, profile=profile)
        super().__init__(
            supported_entities=sorted(set(_tables()["entities"].values())),
            name="AllonymRecognizer",
            supported_language=supported_language,
        )

    def load(self) -> None:
        """Do nothing: the models are loaded when the first text needs them."""

    def analyze(
        self, text: str, entities: Sequence[str], nlp_artifacts: NlpArtifacts | None = None
    ) -> list[RecognizerResult]:
        """Return what is found of the wanted entities; `nlp_artifacts` are not needed."""
        del nlp_artifacts
        found = ((entity_of(m.type), m) for m in self._pipeline.detect(text))
        return [
            RecognizerResult(name, m.span.start, m.span.end, m.score)
            for name, m in found
            if not entities or name in entities
        ]


class AllonymNlpEngine(SpacyNlpEngine):
    """Lets the networks of our packs find people, places and organisations for Presidio's analyzer.

    The rest is Presidio's: its rules, contexts and scores.  Words and stop words are those of a
    blank spaCy pipeline, which every language of ours has.

    Args:
        languages: ISO 639-1 codes.
    """

    engine_name = "allonym"

    def __init__(self, languages: Sequence[str]) -> None:
        super().__init__(
            models=[{"lang_code": code, "model_name": f"allonym-{code}"} for code in languages]
        )
        self._pipelines: dict[str, Pipeline] = {}

    def load(self) -> None:
        """Load the network of every language."""
        profile = load_profile("chat")
        profile = replace(profile, detect=replace(profile.detect, detectors=("model",)))
        self.nlp = {model["lang_code"]: spacy.blank(model["lang_code"]) for model in self.models}
        self._pipelines = {c: Pipeline.load(language=c, profile=profile) for c in self.nlp}

    def process_text(self, text: str, language: str) -> NlpArtifacts:
        """Return the words of a text, and the names in it."""
        doc = self.nlp[language].make_doc(text)
        scores = {}
        for mention in self._pipelines[language].detect(text):
            start, end, label = mention.span.start, mention.span.end, entity_of(mention.type)
            if label in _NAMES:
                scores[doc.char_span(start, end, label=label, alignment_mode="expand")] = (
                    mention.score
                )
        names = filter_spans(scores)
        return NlpArtifacts(
            entities=names, tokens=doc, tokens_indices=[token.idx for token in doc],
            lemmas=[token.lower_ for token in doc], nlp_engine=self, language=language,
            scores=[scores[name] for name in names],
        )  # fmt: skip

    def process_batch(
        self, texts: Iterable[str], language: str, *_sizes: int, **_more: Any
    ) -> Iterator[tuple[str, NlpArtifacts]]:
        """Yield each text with its words and names."""
        for text in texts:
            yield text, self.process_text(text, language)

    def get_supported_entities(self) -> list[str]:
        """Return what Presidio calls the names that the networks find."""
        return list(_NAMES)


class AllonymOperator(Operator):
    """Replaces by a pseudonym in Presidio's anonymizer; equal originals, equal pseudonyms.

    Parameters: ``language`` (ISO 639-1 code), ``secret`` (16 bytes or more, as bytes or text) and,
    if another method than the profile's is wanted, ``method``.  Each text stands alone there, so
    ``Kowalskim`` and ``Kowalski`` are the same person only to `allonym.pseudonymize`.
    """

    def operate(self, text: str, params: Mapping[str, Any] | None = None) -> str:
        """Return what stands in place of an entity's text."""
        wanted = dict(params or {})
        self.validate(wanted)
        secret = wanted["secret"]
        secret = secret if isinstance(secret, bytes) else secret.encode()
        pipeline = _operating(wanted["language"], secret, wanted.get("method"))
        mention = Mention(Span(0, len(text)), type_of(str(wanted.get("entity_type", ""))), (_SAID,))
        return pipeline.run(text, given=[mention], scope="presidio").text

    def validate(self, params: Mapping[str, Any] | None = None) -> None:
        """Refuse parameters that lack the language or the secret.

        Raises:
            ConfigError: If one of them is missing.
        """
        for name in ("language", "secret"):
            if not (params or {}).get(name):
                raise ConfigError(f"Presidio operator allonym: parameter {name!r} is missing")

    def operator_name(self) -> str:
        """Return what configurations call it."""
        return "allonym"

    def operator_type(self) -> OperatorType:
        """Return that it anonymizes."""
        return OperatorType.Anonymize


_NAMES = ("PERSON", "LOCATION", "ORGANIZATION")
_SAID = Evidence("presidio")


@cache
def _operating(language: str, secret: bytes, method: str | None) -> Pipeline:
    """Return a pipeline that looks for nothing but what it is given."""
    profile = load_profile("chat")
    profile = replace(
        profile,
        documents=replace(profile.documents, given="only"),
        detect=replace(profile.detect, spread=False),
        consistency=Consistency("corpus", name="presidio"),
    )
    return Pipeline.load(language=language, profile=profile, method=method, secret=secret)


def entity_of(type_name: str) -> str:
    """Return what Presidio calls a type.

    >>> entity_of("person.judge"), entity_of("place.country")
    ('PERSON', 'LOCATION')
    """
    entities: Mapping[str, str] = _tables()["entities"]
    return longest_match(type_name, entities) or "OTHER"


def type_of(entity: str) -> str:
    """Return what we call an entity of Presidio's.

    >>> type_of("IBAN_CODE"), type_of("UK_NHS"), type_of("PL_PESEL"), type_of("NATIONAL_ID")
    ('iban', 'id.health', 'id.national', 'id.national')
    """
    tables, words = _tables(), entity.split("_")
    own = {name: t for t, name in tables["entities"].items() if t != "*"} | tables["types"]
    told: str = own.get(entity) or next(filter(None, map(tables["words"].get, words)), "")
    return told or ("id.national" if len(words) > 1 and len(words[0]) == 2 else "other")


@dataclass(frozen=True)
class PresidioDetector:
    """Runs recognizers of Presidio that need no model (the protocol ``Detector``)."""

    recognizers: tuple[Any, ...] = field(repr=False)  # they are asked one by one
    name: str = "presidio"  # what evidence calls this detector

    def detect(self, view: TextView) -> Iterator[Mention]:
        """Yield what any of them finds; the evidence names the recognizer."""
        for recognizer in self.recognizers:
            for found in recognizer.analyze(view.text, recognizer.supported_entities, None) or ():
                if found.start < found.end:
                    evidence = Evidence(self.name, recognizer.name, float(found.score))
                    span = Span(found.start, found.end)
                    yield Mention(span, type_of(found.entity_type), (evidence,))


def detector_of(recognizers: Iterable[EntityRecognizer]) -> PresidioDetector:
    """Return a detector that asks these recognizers."""
    return PresidioDetector(tuple(recognizers))


def detector(pack: LanguagePack) -> PresidioDetector:
    """Make the detector ``presidio`` of profiles: all its pattern recognizers of the language."""
    from presidio_analyzer import PatternRecognizer, RecognizerRegistry

    registry = RecognizerRegistry(supported_languages=[pack.code])
    registry.load_predefined_recognizers(languages=[pack.code])
    return detector_of(r for r in registry.recognizers if isinstance(r, PatternRecognizer))

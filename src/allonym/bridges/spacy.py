"""A component for spaCy: ``nlp.add_pipe("allonym")``.

It sets ``doc.ents`` (with the id of the entity), ``ent._.surrogate`` and ``doc._.pseudonymized``.
spaCy finds it by the entry point ``spacy_factories``; nothing has to be imported.
"""

from __future__ import annotations

from typing import Any

from allonym.api import Pipeline
from allonym.errors import needs
from allonym.model.result import Result
from allonym.model.span import Span
from allonym.secrets import read_secret

with needs("the bridge to spaCy needs", "spacy"):
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.tokens import Span as DocSpan
    from spacy.util import filter_spans


class AllonymComponent:
    """Finds personal data in a `Doc` and says what it is to be replaced by; build it by spaCy."""

    def __init__(self, pipeline: Pipeline, *, overwrite: bool) -> None:
        self._pipeline = pipeline
        self._overwrite = overwrite
        for owner, name in ((Doc, "pseudonymized"), (DocSpan, "surrogate")):
            if not owner.has_extension(name):
                owner.set_extension(name, default="")

    def __call__(self, doc: Doc) -> Doc:
        """Add entities, their ids and their surrogates to a document.

        Raises:
            LeakError: If an original would have survived in ``doc._.pseudonymized``.
        """
        result = self._pipeline.run(doc.text)
        ours = [span for span in _spans(doc, result) if span is not None]
        before = [] if self._overwrite else list(doc.ents)
        taken = {token.i for span in before for token in span}
        ours = [s for s in filter_spans(ours) if not any(t.i in taken for t in s)]
        doc.ents = [*before, *ours]
        surrogates = {s.start_char: _surrogate(result, s) for s in ours}
        for entity in doc.ents:
            entity._.surrogate = surrogates.get(entity.start_char, "")
        doc._.pseudonymized = result.text
        return doc


def _spans(doc: Doc, result: Result) -> list[Any]:
    return [
        doc.char_span(
            mention.span.start,
            mention.span.end,
            label=mention.type,
            span_id=entity.id,
            alignment_mode="expand",
        )
        for entity in result.entities
        for mention in entity.mentions
    ]


def _surrogate(result: Result, span: Any) -> str:
    """Return what the tokens of an entity become; the same text where it is kept."""
    where = result.map.to_result
    stop = Span(span.start_char, span.end_char).end
    return result.text[where(span.start_char) : where(stop)]


@Language.factory(
    "allonym",
    assigns=["doc.ents", "doc._.pseudonymized", "span._.surrogate"],
    default_config={
        "language": "", "profile": "default", "method": "", "secret": "", "overwrite": True,
    },
)  # fmt: skip
def create(
    nlp: Language, name: str, language: str, profile: str, method: str, secret: str, overwrite: bool
) -> AllonymComponent:
    """Make the component ``allonym``; spaCy calls this.

    Args:
        nlp: The pipeline it becomes part of; says the language unless `language` does.
        name: Of the component.
        language: ISO 639-1 code, or ``auto``.
        profile: Name or path of an Allonym profile.
        method: One method for everything the profile does not keep.
        secret: Reference to the secret, ``env:NAME`` or ``file:PATH``.
        overwrite: Whether entities found by earlier components give way.

    Raises:
        ConfigError: If one of them is not understood.
    """
    del name
    pipeline = Pipeline.load(
        language=language or str(nlp.lang),
        profile=profile,
        method=method or None,
        secret=read_secret(secret) if secret else None,
    )
    return AllonymComponent(pipeline, overwrite=overwrite)

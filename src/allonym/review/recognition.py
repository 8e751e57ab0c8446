"""What was recognised in a document, as a value that can be stored and sent between processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from allonym.api import Pipeline
from allonym.decided import LEFT
from allonym.errors import DocumentError
from allonym.files.opening import given_mentions, open_document
from allonym.formats.docx.preview import block_kinds
from allonym.formats.office.document import PackageDocument
from allonym.model.entity import Entity
from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.parts import Progress
from allonym.ports import SourceDocument


@dataclass(frozen=True, slots=True)
class Recognition:
    """A document as the machine read it."""

    language: str  # ISO 639-1 code it was treated as
    text: str = field(repr=False)  # all of it
    blocks: tuple[Span, ...]  # its paragraphs and cells
    tokens: tuple[Span, ...]  # where its tokens end, if the format fixes them
    entities: tuple[Entity, ...]  # what was found, with its mentions
    doubtful: tuple[Mention, ...] = ()  # mentions that were not sure enough
    warnings: tuple[str, ...] = ()  # sentences for the reader; none quotes the document
    # what each block is, where the format tells: ``heading``, ``cell``, ``footer``
    kinds: tuple[str, ...] = ()
    # what only looks like something hidden: the *karhu* in a wood beside a Mr *Karhu*
    left: tuple[Span, ...] = ()

    @property
    def view(self) -> TextView:
        """The document as detectors and replacers see it; nothing can be written through it."""
        plain = TextView.of(self.text)
        return replace(plain, blocks=self.blocks, tokens=self.tokens)


def recognise(
    pipeline: Pipeline, data: bytes, name: str, progress: Progress | None = None,
    known: Sequence[KnownPerson] = (),
) -> Recognition:  # fmt: skip
    """Find everything in a file, as a run would, and change nothing.

    What the leak check finds in untouched text is among it, for a run would hide that too.  Where
    types are asked for, only they are kept; what a reviewer marks is treated as ever.  The pipeline
    should not refuse what the leak check finds.

    Raises:
        DocumentError: If the file cannot be read, or there is no text in it.
        UnknownLanguage: If the language is to be told and cannot be.
    """
    settings = pipeline.profile.documents
    document = open_document(data, name, settings)
    view = document.view
    if progress:
        progress("open", 1.0)
    if not view.text.strip():
        raise DocumentError(
            "the document holds no text to review; unpack an archive, read a scan first"
        )
    given = given_mentions(document, settings)
    result = pipeline.run(view, known=known, given=given, progress=progress)
    report, asks_for = result.report, pipeline.profile.asks_for
    entities = tuple(e for e in result.entities if e.owner or asks_for(e.type))
    doubtful = tuple(m for m in report.doubtful if asks_for(m.type))
    original = result.map.to_original
    alike = [k.span for k in report.leaks if k.disguise == LEFT]
    return Recognition(
        report.language, view.text, view.blocks, view.tokens, entities, doubtful,
        report.warnings, kinds_of(document),
        tuple(Span(original(span.start), original(span.end)) for span in alike),
    )  # fmt: skip


def kinds_of(document: SourceDocument) -> tuple[str, ...]:
    """Return what each block of a document is, where its format tells."""
    if not isinstance(document, PackageDocument) or not document.has("word/document.xml"):
        return ()
    return block_kinds(document)

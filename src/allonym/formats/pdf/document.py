"""A PDF as a document: one view over all pages, written in the form the profile asks for."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from allonym.errors import CorruptDocument, needs
from allonym.formats.base import Format
from allonym.formats.pdf.pages import (
    PageText,
    can_read_pictures,
    flat_page,
    open_pdf,
    read_page,
    read_picture,
)
from allonym.formats.pdf.redact import redact
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Residue
from allonym.profile import Documents

_GAP = "\n"


class PdfFormat(Format):
    """Portable Document Format; ``settings.pdf`` says what is written."""

    def open(self, data: bytes) -> PdfDocument:
        """Read all pages.

        Raises:
            CorruptDocument: If it is damaged or encrypted, or has no text and none can be read
                from its pictures.
            MissingExtra: If the library is not installed.
        """
        document = open_pdf(data)
        try:
            pages = tuple(_read(document, number) for number in range(len(document)))
            residue = tuple(_residue(document, pages))
        finally:
            document.close()
        return PdfDocument(data, pages, _view(pages), residue, self.settings)


def _read(document: Any, number: int) -> PageText:
    page = read_page(document, number)
    if page.text.strip() or not page.pictures:
        return page
    if not can_read_pictures():
        raise CorruptDocument(
            f"page {number + 1} is a picture without text; install Tesseract to have it read, or "
            "run another text recognition over the file first"
        )
    return read_picture(flat_page(document, number), number)


def _residue(document: Any, pages: Sequence[PageText]) -> Iterator[Residue]:
    counts = (
        ("properties", sum(bool(value) for value in document.get_metadata_dict().values())),
        ("attachments", document.count_attachments()),
        ("bookmarks", sum(1 for _ in document.get_toc())),
    )
    yield from (Residue(place, count, "removed") for place, count in counts)
    pictures = sum(page.pictures for page in pages)
    if pictures:
        yield Residue("pictures", pictures, "removed")


def _view(pages: Sequence[PageText]) -> TextView:
    laid = [piece for page in pages for piece in ((_GAP, None), (page.text, page.number))]
    view = TextView.from_pieces(laid[1:])
    blocks: list[Span] = []
    for segment in view.segments:
        start = segment.span.start
        for line in view.surface(segment.span).splitlines(keepends=True):
            if line.strip():
                blocks.append(Span(start, start + len(line)))
            start += len(line)
    return replace(view, blocks=tuple(blocks))


@dataclass(frozen=True, slots=True)
class PdfDocument:
    """A PDF, its text, and what it carries besides."""

    data: bytes = field(repr=False)
    pages: tuple[PageText, ...]
    view: TextView
    residue: tuple[Residue, ...]
    settings: Documents

    @property
    def suffix(self) -> str:
        """``.txt``, ``.html``, ``.docx``, or ``.pdf`` for pages as pictures."""
        return ".pdf" if self.settings.pdf == "redacted" else f".{self.settings.pdf}"

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return a new file of the form asked for; nothing of the old one is copied into it."""
        if self.settings.pdf == "redacted":
            return redact(self.data, self.pages, self._indices(plan))
        text = plan.apply(self.view.text)
        if self.settings.pdf == "txt":
            return text.encode()
        return _as_html(text) if self.settings.pdf == "html" else _as_docx(text)

    def _indices(self, plan: ReplacementPlan) -> dict[int, list[Sequence[int]]]:
        """Return for each page the characters of each mention that is to be blacked out."""
        pages = {page.number: page for page in self.pages}
        found: dict[int, list[Sequence[int]]] = {}
        for replacement in plan:
            if replacement.context:
                continue
            for piece in self.view.locate(replacement.span):
                number = piece.anchor
                if isinstance(number, int):
                    origins = pages[number].origins[piece.start : piece.end]
                    found.setdefault(number, []).append(origins)
        return found


def _as_html(text: str) -> bytes:
    paragraphs = "\n".join(f"<p>{html.escape(p)}</p>" for p in text.split("\n") if p.strip())
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n{paragraphs}\n'.encode()


def _as_docx(text: str) -> bytes:
    with needs("PDF to Word needs", "pdf"):
        import docx
    document = docx.Document()
    for paragraph in text.split("\n"):
        if paragraph.strip():
            document.add_paragraph(paragraph)
    document.core_properties.author = ""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()

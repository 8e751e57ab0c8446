"""A marked-up file with an anchor where each block begins: to be looked at, never handed out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from allonym.formats.encoding import Encoding
from allonym.formats.mapped import MappedDocument, Place
from allonym.formats.markup.events import Event, html_events
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span


def anchored(
    document: MappedDocument,
    blocks: Iterable[tuple[int, Span]],
    events: Iterable[Event],
    anchor: Callable[[int], str],
) -> MappedDocument:
    """Return a document that is written with anchors.

    Blocks have their numbers, in its view; only where it has text can an anchor stand.
    """
    texts = [(e.start, e.end) for e in events if e.kind == "text"]
    taken = sorted((place.start, place.end) for place, _ in document.fixed)
    marks = (
        (Place(at, at), anchor(number))
        for number, span in blocks
        if document.view.surface(span).strip()
        for at in _first(document, span, texts, taken)
    )
    return replace(document, fixed=(*document.fixed, *marks))


def _first(
    document: MappedDocument, span: Span, texts: Sequence[tuple[int, int]],
    taken: Sequence[tuple[int, int]],
) -> Iterator[int]:  # fmt: skip
    """Yield where in the source the visible text of a block begins, if it has any."""
    for piece in document.view.locate(span):
        place = piece.anchor
        if not isinstance(place, Place):
            continue
        at = place.start + (0 if place.whole else piece.start)
        if _is_in(texts, at) and not _is_in(taken, at):
            yield at
            return


def _is_in(ranges: Sequence[tuple[int, int]], at: int) -> bool:
    found = bisect_right(ranges, (at, 1 << 62)) - 1
    return found >= 0 and ranges[found][0] <= at < ranges[found][1]


def web_page(document: MappedDocument, plan: ReplacementPlan | None = None) -> str:
    """Return a page with an empty element of the id ``ps-<n>`` where each block begins.

    Its style attributes are called ``data-style``, its style sheets are templates: the policy of
    the review page refuses them, and the page takes of them what is harmless.

    Args:
        document: The page.
        plan: What is replaced; without it the original is shown.
    """
    blocks = enumerate(document.view.blocks)
    page = replace(document, encoding=Encoding(errors="replace"))
    events = list(html_events(page.source))
    made = anchored(page, blocks, events, span_anchor)
    made = replace(made, fixed=(*made.fixed, *_renamed(page.source, events)))
    return made.rewrite(plan or ReplacementPlan.of(())).decode()


def _renamed(source: str, events: Iterable[Event]) -> Iterator[tuple[Place, str]]:
    """Yield other names for what holds styles: attributes, and elements with their ends."""
    for event in events:
        if event.name == "style" and event.kind in ("open", "close"):
            at = event.start + (1 if event.kind == "open" else 2)
            new = "template data-css" if event.kind == "open" else "template"
            yield Place(at, at + len("style")), new
        for attribute in event.attributes:
            if attribute.name.lower() == "style":
                at = source[event.start : attribute.start].lower().rfind("style") + event.start
                yield Place(at, at), "data-"


def span_anchor(number: int) -> str:
    """Return the anchor of a block in a page of the web."""
    return f'<span id="ps-{number}"></span>'

"""Original beside result as one page that needs nothing else: no network, no other file.

Its style and its script are part of it, and a policy in it forbids everything else.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files

from allonym import __version__
from allonym.compare.lines import KINDS, Line, Piece, lines_of, tally
from allonym.model.result import Result

_DOUBTS = {
    "form": "the form was guessed",
    "left": "left as it is: perhaps personal, but not sure enough",
}


@dataclass(frozen=True, slots=True)
class Compared:
    """A document on the page.

    Attributes:
        name: What it is called.
        result: What became of it.
    """

    name: str
    result: Result = field(repr=False)


def page_of(documents: Sequence[Compared]) -> bytes:
    """Return the page of some documents; it holds their originals, and says so."""
    style, script = _asset("page.css"), _asset("page.js")
    parts = {
        "policy": f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'",
        "style": style,
        "script": script,
        "version": escape(__version__),
        "kinds": "".join(_kind(kind, documents) for kind in KINDS),
        "summary": escape(_summary(documents)),
        "documents": "".join(_document(n, d) for n, d in enumerate(documents)),
    }
    page = _asset("page.html")
    for name, value in parts.items():
        page = page.replace(f"<!--{name}-->", value)
    return page.encode()


def _asset(name: str) -> str:
    return (files("allonym.compare") / name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _summary(documents: Sequence[Compared]) -> str:
    lines = [line for document in documents for line in lines_of(document.result)]
    replaced = sum(sum(tally(document.result).values()) for document in documents)
    doubts = sum(line.doubts for line in lines)
    many = f"{len(documents)} documents, " if len(documents) > 1 else ""
    return f"{many}{replaced} replaced, {doubts} to be looked at"


def _kind(kind: str, documents: Sequence[Compared]) -> str:
    count = sum(tally(document.result).get(kind, 0) for document in documents)
    return (
        f'<label class="kind k-{kind}"><input type="checkbox" value="{kind}" checked>'
        f"<span>{kind}</span> <b>{count}</b></label>"
    )


def _document(number: int, document: Compared) -> str:
    lines = list(lines_of(document.result))
    report = document.result.report
    doubtful = [line for line in lines if line.doubts]
    listed = "".join(_doubt(number, line) for line in doubtful)
    doubts = f'<ol class="doubts">{listed}</ol>' if listed else '<p class="quiet">No doubts.</p>'
    rows = "".join(_line(number, line) for line in lines)
    return (
        f'<section><h2>{escape(document.name)}</h2><p class="quiet">language '
        f"{escape(report.language)}, profile {escape(report.profile)}</p>"
        f"<h3>Doubts first</h3>{doubts}<h3>Original beside result</h3>"
        '<div class="table" role="table" aria-label="Original beside result">'
        '<div class="row head" role="row"><span role="columnheader">line</span>'
        '<span role="columnheader">original</span><span role="columnheader">result</span></div>'
        f"{rows}</div></section>"
    )


def _doubt(number: int, line: Line) -> str:
    whys = "; ".join(
        f"<mark>{escape(piece.text)}</mark> {escape(piece.type)}: {_DOUBTS[piece.doubt]}"
        for piece in line.before
        if piece.doubt
    )
    return f'<li><a href="#l{number}-{line.number}">line {line.number}</a> {whys}</li>'


def _line(number: int, line: Line) -> str:
    kinds = " ".join(sorted({piece.kind for piece in line.before if piece.kind}))
    return (
        f'<div class="row" role="row" id="l{number}-{line.number}" data-kinds="{kinds}">'
        f'<span class="number" role="cell">{line.number}</span>'
        f'<div role="cell" class="before">{"".join(_pieces(line.before))}</div>'
        f'<div role="cell" class="after">{"".join(_pieces(line.after))}</div></div>'
    )


def _pieces(pieces: Sequence[Piece]) -> Iterator[str]:
    for piece in pieces:
        if not piece.kind:
            yield escape(piece.text)
            continue
        doubt = f" doubt {piece.doubt}" if piece.doubt else ""
        about = piece.type + (f", {_DOUBTS[piece.doubt]}" if piece.doubt else "")
        yield (
            f'<mark class="k-{piece.kind}{doubt}" data-entity="{escape(piece.entity)}" '
            f'title="{escape(about)}">{escape(piece.text)}</mark>'
        )

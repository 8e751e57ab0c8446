"""Original beside result as one page that needs nothing else: no network, no other file.

Its style and its script are part of it, and a policy in it forbids everything else.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from allonym import __version__
from allonym.compare.lines import KINDS, Line, Piece, lines_of, tally
from allonym.model.result import Result

_DOUBTS = {
    "form": "the form was guessed",
    "left": "left as it is: perhaps personal, but not sure enough",
}


def page_of(documents: Sequence[tuple[str, Result]]) -> bytes:
    """Return the page of some documents, each with its name; it holds originals, and says so."""
    style, script = _asset("page.css"), _asset("page.js")
    results = [result for _, result in documents]
    parts = {
        "policy": f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'",
        "style": style,
        "script": script,
        "version": escape(__version__),
        "kinds": "".join(_kind(kind, results) for kind in KINDS),
        "summary": escape(_summary(results)),
        "documents": "".join(_document(n, *made) for n, made in enumerate(documents)),
    }
    page = _asset("page.html")
    for name, value in parts.items():
        page = page.replace(f"<!--{name}-->", value)
    return page.encode()


def _asset(name: str) -> str:
    return (files("allonym.compare") / name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _summary(results: Sequence[Result]) -> str:
    lines = [line for result in results for line in lines_of(result)]
    replaced = sum(sum(tally(result).values()) for result in results)
    doubts = sum(line.doubts for line in lines)
    many = f"{len(results)} documents, " if len(results) > 1 else ""
    return f"{many}{replaced} replaced, {doubts} to be looked at"


def _kind(kind: str, results: Sequence[Result]) -> str:
    count = sum(tally(result).get(kind, 0) for result in results)
    return (
        f'<label class="kind k-{kind}"><input type="checkbox" value="{kind}" checked>'
        f"<span>{kind}</span> <b>{count}</b></label>"
    )


def _document(number: int, name: str, result: Result) -> str:
    lines = list(lines_of(result))
    report = result.report
    doubtful = [line for line in lines if line.doubts]
    listed = "".join(_doubt(number, line) for line in doubtful)
    doubts = f'<ol class="doubts">{listed}</ol>' if listed else '<p class="quiet">No doubts.</p>'
    rows = "".join(_line(number, line) for line in lines)
    return (
        f'<section><h2>{escape(name)}</h2><p class="quiet">language '
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

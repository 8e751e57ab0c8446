"""Original and result in the terminal, line by line, coloured by kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from allonym.compare.lines import KINDS, Line, Piece

STYLES: Mapping[str, str] = {
    "person": "bold blue", "place": "green", "organisation": "magenta", "date": "cyan",
    "contact": "yellow", "number": "underline", "other": "italic",
}  # fmt: skip
_WIDE = 100  # columns from which the two stand side by side


def show_lines(lines: Iterable[Line], console: Console) -> None:
    """Print the lines that were changed or are in doubt.

    Without colours, what was replaced stands in brackets.
    """
    chosen = [line for line in lines if line.changed or line.doubts]
    if not chosen:
        console.print("nothing was replaced", style="dim")
        return
    if console.is_terminal and console.width >= _WIDE:
        console.print(_beside(chosen))
    else:
        _under(chosen, console)
    if console.is_terminal:
        console.print(_legend())


def _beside(lines: Sequence[Line]) -> Table:
    table = Table(box=None, padding=(0, 1), expand=True, header_style="dim")
    table.add_column("", justify="right", style="dim", no_wrap=True)
    table.add_column("original", ratio=1, overflow="fold")
    table.add_column("result", ratio=1, overflow="fold")
    for line in lines:
        table.add_row(str(line.number), _text(line.before, ""), _text(line.after, ""))
    return table


def _under(lines: Sequence[Line], console: Console) -> None:
    """Print a line of the result under its original: wrapped at words in a terminal, else whole."""
    wrapped = Table.grid("", "", padding=(0, 1, 0, 0))
    for line in lines:
        for sign, pieces in (("-", line.before), ("+", line.after)):
            head = f"{line.number:>4} {sign}"
            if sign == "+" and not line.changed:
                continue
            if console.is_terminal:
                wrapped.add_row(Text(head, "dim", no_wrap=True), _text(pieces, ""))
            else:
                console.print(Text(f"{head} ").append_text(_text(pieces, "[]")), soft_wrap=True)
    if console.is_terminal:
        console.print(wrapped)


def _text(pieces: Sequence[Piece], brackets: str) -> Text:
    text = Text()
    for piece in pieces:
        shown = f"[{piece.text}]" if brackets and piece.kind else piece.text
        text.append(shown + ("?" if piece.doubt else ""), STYLES.get(piece.kind, ""))
    return text


def _legend() -> Text:
    text = Text("  ")
    for kind in KINDS:
        text.append(kind, STYLES[kind]).append("  ")
    return text.append("? look at it", "dim")

"""The strings and long numbers of a row as one document, and the row with what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from allonym.formats.json_strings import ends_as, is_somebodys
from allonym.formats.office.values import is_technical
from allonym.languages.columns import column_type, fits
from allonym.model.mention import Evidence, Mention
from allonym.model.result import Result
from allonym.model.span import Span
from allonym.model.view import TextView

_GAP = "\n\n"
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class RowTexts:
    """The strings of a row that are read: its text first, a block each.

    A row tells with its author, its title and its source who its text is about: they are one
    document.
    """

    row: Mapping[str, object] = field(repr=False)  # all its fields
    paths: tuple[Path, ...]  # where its strings stand: names of fields, numbers in lists
    view: TextView  # the strings, one after another

    @classmethod
    def of(
        cls, row: Mapping[str, object], text_field: str, wanted: Sequence[str] = (), name: str = ""
    ) -> RowTexts:
        """Lay out a row.

        Of the other fields, those whose paths end as one of `wanted` are read, all unless given.
        The row's id (`name`) is not read where it is a mere number or code.
        """
        code = name if is_technical(name) else ""
        found = {path: text for path, text in _strings(row, ()) if text != code}
        kept = [p for p in found if not wanted or any(ends_as(_names(p), w) for w in wanted)]
        first = [(text_field,)] if (text_field,) in found else []
        paths = tuple(dict.fromkeys([*first, *kept]))
        if len(paths) < 2:
            return cls(row, paths, TextView.of("".join(found[path] for path in paths)))
        laid = [piece for path in paths for piece in ((_GAP, None), (found[path], path))]
        return cls(row, paths, TextView.from_pieces(laid[1:]).in_blocks())

    @property
    def given(self) -> tuple[Mention, ...]:
        """What the names of fields say of what is in them, as headings of columns do."""
        found = []
        for path, span in zip(self.paths, self._spans(), strict=True):
            kind, text = column_type(str(path[0])), self.view.surface(span)
            if kind and len(path) == 1 and not column_type(text) and fits(text, kind):
                found.append(Mention(span, kind, (Evidence("given", "heading", 1.0),)))
        return tuple(found)

    def results(self, result: Result) -> Iterator[tuple[Path, Result]]:
        """Yield what became of each string, as of a document of its own."""
        where = result.map
        for path, span in zip(self.paths, self._spans(), strict=True):
            text = result.text[where.to_result(span.start) : where.to_result(span.end)]
            own = TextView.of(self.view.surface(span))
            yield path, replace(result, view=own, text=text, plan=result.plan.within(span))

    def with_texts(self, texts: Mapping[Path, str]) -> dict[str, object]:
        """Return the row with other strings."""
        return cast("dict[str, object]", _put(self.row, (), texts))

    def _spans(self) -> tuple[Span, ...]:
        return self.view.blocks or tuple(segment.span for segment in self.view.segments)


def without_strings(row: Mapping[str, object], but: str) -> dict[str, object]:
    """Return a row that says nothing any more, except by a string that must stay."""
    found = {path: None for path, text in _strings(row, ()) if text != but}
    return cast("dict[str, object]", _put(row, (), found))


def _strings(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str) and value.strip():
        yield path, value
    elif isinstance(value, int) and is_somebodys(str(value), _names(path)):
        yield path, str(value)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _strings(inner, (*path, name))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _strings(inner, (*path, number))


def _names(path: Path) -> list[str]:
    return [name for name in path if isinstance(name, str)]


def _put(value: object, path: Path, texts: Mapping[Path, str | None]) -> object:
    if path in texts:
        new = texts[path]
        return int(new) if isinstance(value, int) and new and new.isdecimal() else new
    if isinstance(value, Mapping):
        return {name: _put(inner, (*path, name), texts) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_put(inner, (*path, number), texts) for number, inner in enumerate(value)]
    return value

"""Write another day into a date as it stands: same style, language, case, zeros and signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from allonym.dates.reading import MONTHS, ROMAN, Partial, Piece, Reading
from allonym.dates.words import DateWords, Vocabulary


class Unwritable(ValueError):
    """The language has no form for this date in this style."""


def render(old: Reading, new: Reading, words: DateWords, *, padded: bool = False) -> str:
    """Return `old` as it would be written had it meant `new`.

    `new` is the same reading with other days (`Reading.moved`).  If `padded`, one-digit days take a
    zero where the original does not tell.

    Raises:
        Unwritable: If a word of the original has no counterpart.
    """
    zeros = _padding(old.pieces, default=padded)
    pieces = old.pieces
    months = sum(piece.kind in MONTHS for piece in pieces)
    if months == 1 and old.last and new.last and new.first.month != new.last.month:
        pieces = _split_month(pieces, new)
    return "".join(_write(pieces, old, new, words, zeros))


def _padding(pieces: Sequence[Piece], *, default: bool) -> dict[str, bool]:
    """Tell for days and for months whether one digit takes a zero in front.

    Where the date does not tell, it does behind a year (ISO 8601) and between no separators.
    """
    kinds = [piece.kind for piece in pieces]
    default = default or ("month" in kinds and kinds[0] == "year") or kinds[:2] == ["day", "month"]
    own = {kind: _zeros([p.text for p in pieces if p.kind == kind]) for kind in ("day", "month")}
    other = {"day": own["month"], "month": own["day"]}
    told = {kind: own[kind] if own[kind] is not None else other[kind] for kind in own}
    return {kind: default if zeros is None else zeros for kind, zeros in told.items()}


def _zeros(numbers: Sequence[str]) -> bool | None:
    if any(number.startswith("0") for number in numbers):
        return True
    return False if any(len(number) == 1 for number in numbers) else None


def _split_month(pieces: tuple[Piece, ...], new: Reading) -> tuple[Piece, ...]:
    """Give the days of a range that lie in different months a month of their own.

    ``3.–5.5.1984`` becomes ``29.4.–1.5.1984``, ``May 3–5`` becomes ``May 29–June 1``.
    """
    month = next(i for i, p in enumerate(pieces) if p.kind in MONTHS)
    later = (p.second or new.between(p).month != new.first.month for p in pieces)
    second = next(i for i, there in enumerate(later) if there)
    if month < second:
        own = Piece(pieces[month].kind, pieces[month].text, second=True)
        gap = " " if own.kind == "month_word" else pieces[month + 1].text
        return (*pieces[:second], own, Piece("text", gap), *pieces[second:])
    sign = second - 1
    last_day = max(i for i in range(month) if pieces[i].second)
    behind = "".join(piece.text for piece in pieces[month + 1 : month + 2])
    closing = "." if pieces[month].kind != "month_word" and "." in behind else ""
    return (
        *pieces[:sign],
        *pieces[last_day + 1 : month],
        Piece(pieces[month].kind, pieces[month].text),
        Piece("text", closing + pieces[sign].text.lstrip(".")),
        *pieces[second:],
    )


def _write(
    pieces: Sequence[Piece], old: Reading, new: Reading, words: DateWords, zeros: Mapping[str, bool]
) -> Iterator[str]:
    for piece in pieces:
        ends = piece.second or (piece.kind.startswith("year") and piece is not pieces[0])
        was, now = (old.end, new.end) if ends else (old.between(piece), new.between(piece))
        yield _piece(piece, was, now, words, padded=zeros.get(piece.kind, False))


def _piece(piece: Piece, old: Partial, new: Partial, words: DateWords, *, padded: bool) -> str:
    kind = piece.kind
    if kind == "text":
        return piece.text
    if kind.startswith("year"):
        return _year(piece, _known(new.year), words)
    if kind in ("day_word", "suffix"):
        return _spoken_day(piece, _known(old.day), _known(new.day), words)
    if kind == "month_word":
        return _word(words.months, piece, _known(new.month))
    if kind == "roman":
        roman = ROMAN[_known(new.month) - 1]
        return roman if piece.text.isupper() else roman.lower()
    value = _known(new.day if kind == "day" else new.month)
    return f"{value:02}" if padded else str(value)


def _year(piece: Piece, year: int, words: DateWords) -> str:
    if piece.kind == "year_word":
        text = words.write_year(year, piece.text)
        if text is None:
            raise Unwritable("no words for this year")
        return text
    if piece.kind == "year_suffix":
        return words.year_suffixes.write(year, piece.text)
    return f"{year % 100:02}" if len(piece.text) == 2 else str(year)


def _spoken_day(piece: Piece, old: int, new: int, words: DateWords) -> str:
    if piece.kind == "day_word":
        return _word(words.days, piece, new)
    form = words.suffix(new, old, piece.text)
    if form is None:
        raise Unwritable("unknown suffix")
    return form


def _word(vocabulary: Vocabulary, piece: Piece, number: int) -> str:
    styled = vocabulary.read(piece.text)
    if styled is None:
        raise Unwritable("unknown word")
    return vocabulary.write(number, styled, piece.text)


def _known(value: int | None) -> int:
    if value is None:
        raise Unwritable("a part of the date is missing")
    return value

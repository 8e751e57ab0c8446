"""The pieces of an address: numbers, the runs of words that name something, and the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from allonym.replace.inflect import Placed
from allonym.replace.rules import NameRules

_PIECE = re.compile(r"[^\W\d_]*\d[^\W_]*|[^\W\d_]+(?:[-'’][^\W\d_]+)*|[\W_]+")
_RANGE, _LONGEST_RANGE = re.compile(r"\s?[-\u2013]\s?"), 100
_BY = ("name", "other", "other", "other", "name")
_SHORT = 3
_NAMED = 4
"""Where pieces behind a street with a name begin: the name, a blank, the word and a blank."""
_TITLE = re.compile(r"(?<!\w)([^\W\d_]{1,6}(?=\.)|[^\W\d_]{3,12}(?= ))\.?[ ]?(?=[^\W\d_]{3})")
_INITIALS = re.compile(r"(?:(?<!\w)[^\W\d_]\.[ ]?)+(?=[^\W\d_]{3})")
_RULER = re.compile(r"(?<=[^\W\d_]{2}) [IVX]{1,5}\.(?=(?: [^\W\d_]{1,3}\.)? [0-9])")
"""The number of a king that a street is called after: *Krešimira IV. br. 2*."""
_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(r"(?<=[„“\"«])[^„“”\"«»\n\d]*[^\W\d_]{2}[^„“”\"«»\n\d]*(?=[“”\"»])")


def _split(surface: str, kept: frozenset[str], days: re.Pattern[str]) -> Iterator[str]:
    """Yield the words, numbers and signs; a day in one piece, a floor (``2. kat``) in three."""
    cursor = 0
    for day in days.finditer(surface):
        if day[0].rpartition(" ")[2].casefold() in kept:
            continue
        yield from _PIECE.findall(surface, cursor, day.start())
        yield day[0]
        cursor = day.end()
    yield from _PIECE.findall(surface, cursor)


def with_their_words(
    pieces: Iterable[tuple[str, str]], words: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Yield the pieces, names together with a word for a street behind them.

    Where streets are words themselves, one is the new name of *Aleksis Kiven katu* as a whole.
    """
    name = gap = ""
    for kind, text in pieces:
        if name and kind == "other" and (text.casefold() in words if gap else text.isspace()):
            name, gap = (f"{name}{gap}{text}", "") if gap else (name, text)
            continue
        yield from [("name", name)] if name else []
        yield from [("other", gap)] if gap else []
        name, gap = (text, "") if kind == "name" else ("", "")
        yield from [(kind, text)] if kind != "name" else []
    yield from [("name", name)] if name else []
    yield from [("other", gap)] if gap else []


def with_prepositions(pieces: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the pieces, a village called after what it is near as one: *Loka pri Žusmu 48*."""
    at = 0
    while at < len(pieces):
        kinds, texts = zip(*pieces[at : at + 5], strict=True)
        near = kinds == _BY and texts[1] == texts[3] == " " and texts[2].islower()
        if near and texts[2].isalpha() and len(texts[2]) > 1:
            yield "name", "".join(texts)
            at += len(texts)
        else:
            yield pieces[at]
            at += 1


def with_their_prepositions(
    pieces: Iterable[tuple[str, str]], streets: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Yield the pieces, a street called after where it is, or a saint, as one: *Na Gradu 6*."""
    out: list[tuple[str, str]] = []
    for piece in pieces:
        (kind, word), gap = (("", ""), "") if len(out) < 2 else (out[-2], out[-1][1])
        short = kind == "other" and word.istitle() and word.isalpha() and gap == " "
        short = short and 1 < len(word) <= _SHORT and word.casefold() not in streets
        if short and piece[0] == "name" and [kind for kind, _ in out[-4:-3]] != ["name"]:
            out[-2:] = [("name", f"{word} {piece[1]}")]
        else:
            out.append(piece)
    yield from out


def address_pieces(surface: str, rules: NameRules) -> Iterator[tuple[str, str]]:
    """Yield the numbers, the runs of words that name something, and the rest.

    What stands between quotation marks is one name: *ул. „Св. св. Кирил и Методий“*.  Where the
    word for a street is the last, one before it names it if nothing else does: *Green Lane*.
    Small words behind a street with a name are no other: *na Tatranskej ulici pred domom č. 86*.
    """
    pieces = [*_quoted_pieces(surface, rules)]
    for at in range(4, len(pieces)):
        if _is_small_behind(pieces[at - 4 : at + 1], rules):
            pieces[at] = "other", pieces[at][1]
    for at in range(len(pieces) - 2 if rules.number_first else 0):
        words = {pieces[at][1].casefold(), pieces[at + 2][1].casefold()}
        led = at > 1 and pieces[at - 1][1] == " " and pieces[at - 2][0] != "number"
        if words <= rules.street_words and pieces[at + 1][1] == " " and not led:
            pieces[at] = "name", pieces[at][1]
    yield from pieces


def _quoted_pieces(surface: str, rules: NameRules) -> Iterator[tuple[str, str]]:
    at = 0
    for quoted in _QUOTED.finditer(surface):
        yield from _plain_pieces(surface[at : quoted.start()], rules)
        yield "name", quoted[0]
        at = quoted.end()
    yield from _plain_pieces(surface[at:], rules)


def _plain_pieces(surface: str, rules: NameRules) -> Iterator[tuple[str, str]]:
    kept, days, name, gap = rules.address_words, rules.street_days, "", ""
    for piece in _split(surface, kept, days):
        named = days.fullmatch(piece) is not None or (
            piece[0].isalpha() and not any(map(str.isdigit, piece))
        )
        word = named and piece.casefold() not in kept
        word = word and not (len(piece) == 1 and not name)
        if word:
            name += gap + piece
            gap = ""
            continue
        if name and piece.isspace():
            gap = piece
            continue
        if name:
            yield "name", name
            name = ""
        yield from [("other", gap)] if gap else []
        gap = ""
        yield ("number" if any(map(str.isdigit, piece)) else "other"), piece
    if name:
        yield "name", name
    if gap:
        yield "other", gap


def _is_small_behind(pieces: Sequence[tuple[str, str]], rules: NameRules) -> bool:
    """Tell whether the last of five pieces is in small letters behind a name and its street."""
    kinds, (name, before, street, after, behind) = zip(*pieces, strict=True)
    named = kinds == _BY and before == after == " " and street.casefold() in rules.street_words
    return named and behind.islower() and not name.islower()


def head_beside(pieces: Sequence[tuple[str, str]], index: int, rules: NameRules) -> str:
    """Return what says behind a name, or else before it, that it is a street's."""
    beside = (*pieces[index + 1 : index + 3], *pieces[max(0, index - 2) : index])
    return next((text for _, text in beside if text.casefold() in rules.street_words), "")


def trades(pieces: Sequence[tuple[str, str]], index: int, rules: NameRules) -> bool:
    """Tell whether ordinary words behind a street say who is there: *Castle Street Garage*."""
    if not rules.number_first or index < _NAMED or pieces[index - 1][1] != " ":
        return False  # no name before the street's word, which is a saint's: st mark's
    own = pieces[index - 2][1].casefold() in rules.street_words
    return own and all(map(rules.orgs.is_usual, pieces[index][1].casefold().split()))


def end_of_range(
    pieces: Sequence[tuple[str, str]], index: int, made: Sequence[Placed]
) -> str | None:
    """Return the last number of a run of houses, as far from the first as it was: *24-28*."""
    if index < 2 or not _RANGE.fullmatch(pieces[index - 1][1]):
        return None
    first, last = pieces[index - 2][1], pieces[index][1]
    if not (first.isdecimal() and last.isdecimal() and made[index - 2].text.isdecimal()):
        return None
    far = int(last) - int(first)
    return str(int(made[index - 2].text) + far) if 0 < far < _LONGEST_RANGE else None


def untitled(surface: str, rules: NameRules) -> str:
    """Return an address without title or initials of a street's patron: ``gen. Sowiński``."""
    titles = rules.street_titles

    def bare(match: re.Match[str]) -> str:
        return "" if match[1].casefold() in titles else match[0]

    def called(match: re.Match[str]) -> str:
        letter = match[0][0].casefold()  # с. of a village, N. Main St
        first = rules.number_first and letter in rules.address_words
        told = first or letter in rules.town_words
        word = _WORD.match(surface, match.end())  # P. O. Box 12
        kept = word is not None and word[0].casefold() in rules.address_words
        return "" if match[0].isupper() and not told and not kept else match[0]

    plain = _INITIALS.sub(called, _RULER.sub("", surface))
    return _TITLE.sub(bare, plain) if titles else plain

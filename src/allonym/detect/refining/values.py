"""Values whole and alike: numbers with the letters that are tied to them, one number of one kind.

What a rule knows a number as, it is wherever it stands again: a docket number announced once,
*Viite 12345672*, and repeated without its word would be guessed to be another kind of number, and
two kinds get two different new values.  Letters that a hyphen or a stroke ties to one are part of
it: *SK- | 48213*.  And one word is one place: *a lifelong Kerry supporter* beside *Co. Kerry* is
nobody; nor is what begins the name of a firm.  A name behind @ is who is called so; a key before
its value (*first_name: Jan*) is no user name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from allonym.languages.columns import column_type
from allonym.languages.dictionary import load_names
from allonym.model.cover import Cover
from allonym.model.mention import SURE, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL

_TYPES = ("case_number", "account", "plate")
_PLAIN = ("id",)
"""Types of which the finer ones have a form of their own."""

_TIED = re.compile(rf"(?<![\w/.-])(?={CAPITAL})([^\W_]{{1,6}})(?:[-/][^\W_]{{1,6}}){{0,3}}[-/]\Z")
_REACH = 32


def with_prefixes(
    view: TextView, mentions: Sequence[Mention], is_label: Callable[[str], bool]
) -> list[Mention]:
    """Return the mentions, numbers with the letters before them that no label is.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        is_label: Tells whether a word announces a value (*PESEL*).
    """
    made: list[Mention] = []
    for mention in mentions:
        start = mention.span.start
        after = made[-1].span.end if made else 0
        coded = mention.type in _PLAIN or any(is_a(mention.type, name) for name in _TYPES)
        tied = coded and _TIED.search(view.text, max(after, start - _REACH), start)
        if tied and not is_label(tied[1]):
            made.append(replace(mention, span=Span(tied.start(), mention.span.end)))
        else:
            made.append(mention)
    return made


_LEAST, _SEVERAL, _TWO = 5, 2, 2
_LETTERS = re.compile(rf"(?<!, ){CAPITAL}{{2}}(?:-[^\W\d_]{{1,3}})?(?![\w,-]|[ \u00a0]?\d)")
_ALONE = re.compile(rf"(?<![\w-])(?<!, )(?<!{CAPITAL} )({CAPITAL}{{2}})(?![\w,-]|[ \u00a0]?\d)")
# a word of several that a programmer joined, and what sets it
_JOINED, _SETS = re.compile(r"[^\W\d_]+(?:_[^\W\d_]+)+"), re.compile(r"\s?[:=]")
_OF_MACHINES, _OWNERS = ("username", "id"), ("person", "username")
_GUESSERS = frozenset(("decision", "model", "verify", "spread", "gazetteer"))


def agree_on_values(
    view: TextView,
    mentions: Sequence[Mention],
    is_given: Callable[[str], bool] = lambda _: True,
    is_acronym: Callable[[str], bool] = lambda _: False,
) -> list[Mention]:
    """Return the mentions, guesses of numbers as what the same number surely is elsewhere.

    Args:
        view: The document.
        mentions: Disjoint.
        is_given: Tells whether a word is somebody's given name.
        is_acronym: Tells whether letters are those of something that everybody knows.
    """
    mentions = _without_keys(view, mentions)
    mentions = _as_letters(view, _as_places(view, _as_people(view, mentions)), is_acronym)
    mentions = _as_firms(view, mentions, is_given)
    sure: dict[str, Mention] = {}
    for mention in mentions:
        value = "" if is_guess(mention) else _value(view.surface(mention.span))
        if value and (value not in sure or sure[value].score < mention.score):
            sure[value] = mention
    if not sure:
        return mentions

    def settled(mention: Mention) -> Mention:
        known = sure.get(_value(view.surface(mention.span))) if is_guess(mention) else None
        return replace(mention, type=known.type) if known else mention

    return [settled(mention) for mention in mentions]


def _without_keys(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions without the names of fields that stand before their values.

    Of what ends in *_id* those that say whose it is (*user_id*); who is called so is somebody, as
    is who has a word of no heading for a name: *anna_id: see you*.
    """

    def is_key(mention: Mention) -> bool:
        name = view.surface(mention.span)
        whose = name.removesuffix("_id")
        of_somebody = column_type(whose) in _OWNERS and not load_names().flags(whose.lower())
        return bool(column_type(name)) or (whose != name and of_somebody)

    return [
        mention
        for mention in mentions
        if not (
            mention.type.partition(".")[0] in _OF_MACHINES
            and _JOINED.fullmatch(view.surface(mention.span))
            and _SETS.match(view.text, mention.span.end)
            and is_key(mention)
        )
    ]


def _as_people(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, a name behind @ as the person who is called so: *@Цецо*."""
    people = {view.surface(m.span): m for m in mentions if is_a(m.type, "person")}

    def called(mention: Mention) -> Mention | None:
        name = view.surface(mention.span).removeprefix("@")
        is_name = is_a(mention.type, "username") and name[:1].isupper()
        return people.get(name) if is_name else None

    def bare(person: Mention, end: int) -> Mention:
        return replace(person, span=Span(end - len(person.span), end), parts=())

    told = ((m, called(m)) for m in mentions)
    return [bare(person, m.span.end) if person else m for m, person in told]


def _as_places(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, words that are hardly somebody's name as the place they are elsewhere.

    Not where somebody in the document is called so in full.
    """
    told = [(m, view.surface(m.span)) for m in mentions]
    full = (text.split() for m, text in told if is_a(m.type, "person") and " " in text)
    places = {text for m, text in told if is_a(m.type, "place")}.difference(*full)

    def is_place(mention: Mention, text: str) -> bool:
        return mention.type == "person" and SURE not in mention.evidence and text in places

    return [replace(m, type="place") if is_place(m, text) else m for m, text in told]


def _as_letters(
    view: TextView, mentions: Sequence[Mention], is_acronym: Callable[[str], bool]
) -> list[Mention]:
    """Return the mentions, two capitals that are a guessed place as letters, wherever they stand.

    Not where they are a place elsewhere: *(AB)*, but *GA* beside *Atlanta, GA*.  Letters that
    everybody knows are left out.
    """
    told = [(m, _LETTERS.match(view.text, m.span.start)) for m in mentions]
    read = [(m, view.surface(m.span)[:_TWO], bool(f) and is_guess(m)) for m, f in told]
    places = {text for m, text, alone in read if is_a(m.type, "place") and not alone}
    found = {text: m for m, text, alone in read if alone and m.type == "place"}
    letters = {text: m for text, m in found.items() if text not in places}
    if not letters:
        return [*mentions]
    known = set(filter(is_acronym, letters))
    read = [(m, text, alone and text in letters) for m, text, alone in read]
    made = [replace(m, type="org") if a else m for m, t, a in read if not (a and t in known)]
    taken = Cover(m.span for m in mentions)
    again = ((m[1], Span(*m.span(1))) for m in _ALONE.finditer(view.text))
    new = (
        replace(letters[text], type="org", span=span)
        for text, span in again
        if text in letters.keys() - known and not taken.touches(span)
    )
    return sorted((*made, *new), key=lambda m: m.span)


def _as_firms(
    view: TextView, mentions: Sequence[Mention], is_given: Callable[[str], bool]
) -> list[Mention]:
    """Return the mentions, several words that begin a firm's name elsewhere as that firm.

    *Istra Line* beside *Istra Line d.o.o.* is nobody; *Jan Lis* beside *Jan Lis s.c.* is.
    """
    orgs = [(m, view.surface(m.span).split()) for m in mentions if is_a(m.type, "org")]
    firms = {
        " ".join(words[:size]).rstrip(","): org.type
        for org, words in orgs
        for size in range(_SEVERAL, len(words))
        if not any(is_given(word.rstrip(",")) for word in words[:size])
    }
    ends: dict[str, list[str]] = {}
    for name in firms:
        ends.setdefault(name.rpartition(" ")[2], []).append(name)
    made: list[Mention] = []
    for mention in mentions:
        behind = made[-1].span.end if made else 0
        last = view.text[view.text.rfind(" ", 0, mention.span.end) + 1 : mention.span.end]
        name = next((n for n in ends.get(last, ()) if _ends_with(view, mention, n, behind)), "")
        if name:
            span = Span(mention.span.end - len(name), mention.span.end)
            mention = replace(mention, span=span, type=firms[name], parts=())  # noqa: PLW2901
        made.append(mention)
    return made


def _ends_with(view: TextView, mention: Mention, name: str, behind: int) -> bool:
    """Tell whether somebody is the end of a name that stands there, behind what is before it."""
    end, surface = mention.span.end, view.surface(mention.span)
    there = mention.type == "person" and name.endswith(surface) and end - len(name) >= behind
    return there and view.text[end - len(name) : end] == name


def is_guess(mention: Mention) -> bool:
    """Tell whether nothing but guesses made a mention."""
    return all(e.detector in _GUESSERS for e in mention.evidence)


def _value(surface: str) -> str:
    """Return the letters and digits of a number or a user name with one, empty for what is none.

    >>> _value("601 234-567"), _value("Anna"), _value("B 12"), _value("maja.p87")
    ('601234567', '', '', 'majap87')
    """
    bare = "".join(c for c in surface.casefold() if c.isalnum())
    digits = sum(c.isdigit() for c in bare)
    many = digits * 2 > len(bare) or (digits and " " not in surface)
    return bare if len(bare) >= _LEAST and many else ""

"""E-mail, web addresses, user names and phone numbers that reach nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from urllib.parse import unquote

from allonym.model.types import is_a
from allonym.replace.numbers.codes import series
from allonym.replace.numbers.item import Item
from allonym.replace.numbers.shape import DIGITS, Keyed, number_like, text_like, word_like
from allonym.replace.numbers.tied import birth_year, year_like
from allonym.replace.people.spelt import Spelt
from allonym.text.capitals import like
from allonym.text.fold import fold

_AT_WORDS = "at|маймунско а|małpa|afna|kukac|snabel-?a|zavináč"
_AT = re.compile(rf"\s*[(\[{{<]?\s*(?:@|＠|%40|\b(?:{_AT_WORDS})\b)\s*[)\]}}>]?\s*", re.I)
_DOT_WORDS = "dot|kropka|pika|točka|pont|piste|punkt|punct|bodka|точка"
_DOT = re.compile(rf"\s*[(\[{{]\s*(?:\.|{_DOT_WORDS})\s*[)\]}}]\s*|\s+(?:{_DOT_WORDS})\s+|\.", re.I)
_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")
_SLUG = re.compile(r"[^\W\d_]+(?:[-_+.][^\W\d_]+)*")
_HUMP = re.compile("(?<=[a-z]{2})[A-Z](?=[a-z]{2})")
_DIGITS = re.compile(r"[._-]?[0-9]{1,2}\Z")
_URL = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,10}:/{0,2})?(?:[^/@\s]{1,60}@)?(?P<www>www\.)?"
    r"(?P<host>[^/?#:\s]+)(?P<rest>.*)",
    re.I | re.S,
)
_SUFFIX = re.compile(r"\.(?:html?|php|aspx?|pdf|docx?|jpe?g|png|xml|json|txt)(?=[?#]|$)", re.I)
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_TOP = ("com", "org", "net")
_STEM, _TAIL, _FEW = 4, 3, 4
_PAIRS = re.compile("([^0-9]*)([0-9]{2})[^0-9]([0-9]{2})")
_FOUR = re.compile("(?<![0-9])([0-9]{2})([0-9]{2})([ -])(?=[0-9]{2}(?![0-9]))")
"""How groups of two digits stand in a telephone, and four before two."""
_LEAST, _SPLIT, _DIALLED = 4, 8, 4
"""Digits that a telephone has behind its dialling code at least, and how long groups are that
always stand apart."""
_INTERNATIONAL = re.compile(r"(?:\+|00)")


def email(item: Item) -> str:
    """Return an address under a reserved domain (RFC 2606), named after the owner's surrogate."""
    found = _AT.search(item.value)
    if not found:
        return text_like(item.value, item.chance)
    local, domain = item.value[: found.start()], item.value[found.end() :]
    dots = _DOT.findall(domain)
    reserved = (dots[-1] if dots else ".").join(("example", _top(domain, item)))
    return _local(local, item) + found[0] + reserved


def _top(host: str, item: Item) -> str:
    """The reserved domain that stands for a host, the same throughout; never itself."""
    choices = [top for top in _TOP if f"example.{top}" != host.lower()]
    return choices[Keyed(item.chance.draw, ("domain", host.lower())).below(len(choices))]


def username(item: Item) -> str:
    """Return a user name made like the original, of the owner's new name where that is known."""
    return _local(item.value, item)


def _local(local: str, item: Item) -> str:
    words = {word for word in _TOKEN.findall(local.lower()) if not word.isdigit()}
    roles = item.tables.roles if is_a(item.type, "email") or words - item.tables.roles else ()
    # of two words none is a word; a dictionary that takes some for one would let somebody stand
    names = item.own, item.world.people, item.world.pets
    told = any(_renamed(token, names) for token in _TOKEN.findall(local))
    usual = len(local) >= _STEM and local.isalpha() and item.world.is_usual(local.lower())
    known = _DIGITS.sub("", local.lower()) in roles or (usual and not item.owner and not told)
    if is_a(item.type, "email") and known:
        return local
    plain = re.sub("[_.]", "-", local.lower())
    led = [n for own in names for n in own.led if n in plain]  # al-hassan is one name
    led = [rf"(?<![^\W\d_]){'[-_.]'.join(map(re.escape, n.split('-')))}(?![^\W\d_])" for n in led]
    token = re.compile("|".join([*led, _TOKEN.pattern]), re.I) if led else _TOKEN
    spoken = _DOT_WORDS.split("|") if " " in local else []
    alike = Keyed(item.chance.draw, ("local", local.lower(), str(item.tries)))

    def other(match: re.Match[str]) -> str:
        part = alike.of(match[0].lower())  # the same in jsmith42 and jsmith42@corp.com
        if match[0].isdigit():
            year = birth_year(match[0], item, named=told) or year_like(match[0], item.times)
            return year or number_like(match[0], part)
        if match[0].lower() in spoken or _is_word(match, told=told):
            return match[0]
        new = _renamed(match[0], names) or initialled(match[0])
        new = new or (_cut(match[0], names) if told else None) or ""
        if told and not new and item.world.is_usual(match[0].lower()):
            return match[0]
        behind = _TOKEN.search(local, match.end())
        if not new and len(match[0]) == 1 and behind and _renamed(behind[0], names):
            return letter(match[0] + behind[0])
        if not new and match[0].lower() in roles:
            return match[0]
        return new or _called(match[0], item, part) or word_like(match[0], part)

    def initialled(token: str) -> str:
        """Return a letter and the new name: *sfabjan*, of whom the text has but the surname."""
        new = _renamed(token[1:], names) if len(token) > _STEM else None
        return letter(token) + new if new else ""

    def letter(token: str) -> str:
        """Return what the first letter becomes, the same in *sfabjan* and *s.fabjan*."""
        drawn = Keyed(item.chance.draw, ("initial", fold(token)))
        return word_like(token[0], drawn)

    return token.sub(other, local)


def _is_word(match: re.Match[str], *, told: bool) -> bool:
    """Tell whether a letter or two are a word, no initial: *bosse_i_backen*, *zuk_na_fali*.

    Beside somebody's name one letter is his second one.
    """
    text, (start, end) = match.string, match.span()
    inside = text[max(0, start - 1) : start] == text[end : end + 1] == "_"
    return inside and match[0].islower() and 1 + told <= len(match[0]) <= 2


def _renamed(token: str, names: Sequence[Spelt]) -> str | None:
    folded = re.sub("[_.]", "-", fold(token).lower())
    new = next((own.new[folded] for own in names if folded in own.new), None)
    new = new or _derived(folded, names)
    if new is None:
        return None
    if len(token) > 1 and token.isupper():
        return new.upper()
    capitals = 2 if token[:2].isupper() else 1 if token[:1].isupper() else 0
    return new[:capitals].upper() + new[capitals:]


def _cut(token: str, names: Sequence[Spelt]) -> str | None:
    """Return the new name for one that is cut short, as short if it was very: *lubo*, *zh*."""
    folded = fold(token).lower()
    new = next((own.begun[folded][1] for own in names if folded in own.begun), "")
    return like(token, new[: len(token)] if len(token) < _STEM else new) if new else None


def _called(token: str, item: Item, chance: Keyed) -> str | None:
    """Return a name about as long as what names nobody known, or two: *@AnaKralj*, *@anakralj*.

    Letters at random are no name.
    """
    spelt = item.world.spelt(token.lower()) if len(token) >= _TAIL else {}
    long = len(token) > _STEM + _TAIL and (len(token) > max(spelt, default=0) or item.tries > _FEW)
    if spelt and (long or _HUMP.search(token)):
        halves = item.world.halves(token)
        made = [_name(half, item.world.spelt(half.lower()), chance.of(half)) for half in halves]
        return "".join(filter(None, made))
    return _name(token, spelt, chance)


def _name(token: str, spelt: Mapping[int, Sequence[str]], chance: Keyed) -> str | None:
    lengths = range(len(token) - 1, len(token) + 2)
    near = [n for n in lengths if n in spelt] or [*spelt][-1:]
    own = token.lower()
    names = [n for n in chain.from_iterable(spelt[n] for n in near) if n not in own]
    return like(token, names[chance.below(len(names), "called")]) if names else None


def _derived(token: str, names: Sequence[Spelt]) -> str | None:
    """Return the new name with what the token adds to the old one: ``jozsefne``, ``kovacova``."""
    stems = range(len(token) - 1, max(_STEM, len(token) - _TAIL) - 1, -1)
    found = (
        (own.new[token[:n]], token[n:]) for own in names for n in stems if token[:n] in own.new
    )
    new, tail = next(found, ("", ""))
    named = any(tail in own.new or tail in own.begun for own in names)  # brownann
    return new + tail if new and not named else None


def url(item: Item) -> str:
    """Return an address at ``example.com`` in the shape of the original; people in it follow."""
    found = _URL.fullmatch(item.value)
    if not found:
        return text_like(item.value, item.chance)
    host = found["host"].lower().removeprefix("www.")
    top = _top(host, item)
    scheme = re.match(r"[a-z][a-z0-9+.-]*:/{0,2}", item.value, re.I)
    head = (scheme[0] if scheme else "") + (found["www"] or "")
    rest = found["rest"]
    suffix = _SUFFIX.search(rest)
    first, last = suffix.span() if suffix else (len(rest), len(rest))
    stem, query = (_path_like(part, item) for part in (rest[:first], rest[last:]))
    return f"{head}example.{top}{stem}{rest[first:last]}{query}"


def _path_like(path: str, item: Item) -> str:
    """Return a path of other words; what is written with percent signs stays a sign, or a letter.

    Digits drawn behind a percent sign would be read as any letter.  What names somebody is called
    as a user name would be: */in/jan-kowalski*.  Words that any page has stay: */news/about-us*.
    """
    usual, stay = item.tables.paths, {*item.tables.paths, *item.tables.roles}
    names = item.own, item.world.people

    def other(match: re.Match[str]) -> str:
        if len(match[0]) < _TAIL and match[0] in usual:
            return match[0]
        tokens = _TOKEN.findall(match[0])
        named = chain(tokens, (token[1:] for token in tokens if len(token) > _STEM))
        if any(len(token) > 1 and _renamed(token, names) for token in named):
            return _local(match[0], item)
        if match[0].lower() in stay:
            return match[0]
        is_words = _SLUG.fullmatch(match[0])
        return _TOKEN.sub(word, match[0]) if is_words else text_like(match[0], item.chance)

    def word(match: re.Match[str]) -> str:
        old = match[0].lower()
        drawn = usual[item.chance.of(old).below(len(usual), "path")]
        return match[0] if old in stay else like(match[0], drawn)

    parts = _PERCENT.sub(_sign, path).split("%20")
    return "%20".join(re.sub("[^/?&=#]+", other, part) for part in parts)


def _sign(escaped: re.Match[str]) -> str:
    shown = unquote(escaped[0], errors="replace")
    return "".join("x" if c.isalnum() or c == "\ufffd" else "%20" for c in shown)


def numbered(kind: str, value: str, number: int) -> Iterator[str]:
    """Yield an address told apart by a number, where many owners would share one.

    >>> list(numbered("email", "info@example.org", 2)), list(numbered("url", "www.example.org", 2))
    (['info2@example.org'], ['www2.example.org'])
    """
    at = _AT.search(value) if is_a(kind, "email") else None
    if at:
        yield f"{value[: at.start()]}{number}{value[at.start() :]}"
    elif is_a(kind, "username"):
        yield f"{value}{number}"
    elif is_a(kind, "url"):
        www = re.sub(r"(www)?\.?\bexample\.", f"www{number}.example.", value, count=1)
        yield from [www] if www != value else []


def phone(item: Item) -> str | None:
    """Return a number of the same country, kind and grouping, from those for fiction if any."""
    item = _moved(item)
    digits = [c for c in item.value if c.isdigit()]
    head = _head(item)
    national = "".join(digits[head:])
    places = [i for i, c in enumerate(item.value) if c.isdigit()]
    groups = [n for n, i in enumerate(places[head:]) if not item.value[i - 1 : i].isdigit()]
    made = _fiction(national, item) or _same_kind(national, groups, item)
    out, new = list(item.value), [*digits[:head], *made]
    for place, digit in zip(places, new, strict=True):
        out[place] = digit
    return "".join(out)


def _moved(item: Item) -> Item:
    """Return a number with the dialling code of the town that it goes with, as long as before."""
    if item.move is None or item.move.old is None or not item.move.new.dial:
        return item
    old, new = item.move.old.dial, item.move.new.dial
    places = [i for i, c in enumerate(item.value) if c.isdigit()][_head(item) :]
    if "".join(item.value[i] for i in places[: len(old)]) != old:
        return item
    start, end = places[0], places[len(old) - 1] + 1
    made = next(
        (t for p, t in item.tables.fiction.get(item.move.new.state, ()) if new.startswith(p)), new
    )
    new = new if made.startswith(new) or "?" in made else made[:_DIALLED]  # grouped as it will be
    rest, longer = item.value[end:], len(new) - len(old)
    known = item.tables.groups.get(item.move.new.state, {})
    if groups := known.get(new) or known.get(str(len(new))):
        return replace(item, value=item.value[:start] + new + _grouped(rest, groups), dial=len(new))
    first = re.search("[0-9]+", rest)
    if first is None:
        return item
    if longer >= sum(map(str.isdigit, rest)) - _LEAST:
        longer = 0  # too short for that: it gets longer
    if longer < 0:
        rest = rest[: first.start()] + "1" * -longer + rest[first.start() :]
    elif len(first[0]) - longer > 1:
        rest = rest[: first.start()] + rest[first.start() + longer :]
    elif longer:  # 12 84 07 becomes 128 07
        rest = _PAIRS.sub(lambda m: m[1] + (m[2] + m[3])[longer:], rest, count=1)
    rest = _FOUR.sub(r"\1\3\2\3", rest, count=1) if longer else rest
    return replace(item, value=item.value[:start] + new + rest, dial=len(new))


def _grouped(rest: str, groups: str) -> str:
    """Return places for the digits behind a dialling code, set off as before."""
    gap = re.match("[^0-9]*", rest)
    one = len(re.findall("[0-9]+", rest)) == 1 and len(groups) < _SPLIT
    return f"{gap[0] if gap else ''}{groups.replace(' ', '') if one else groups}"


def _head(item: Item) -> int:
    """How many digits stand before the national number: 00, calling code, (0), trunk prefix."""
    digits = "".join(c for c in item.value if c.isdigit())
    head = 0
    if _INTERNATIONAL.match(item.value):
        head = 2 if item.value.startswith("00") else 0
        codes = sorted(item.tables.calling.values(), key=len, reverse=True)
        head += next((len(c) for c in codes if digits[head:].startswith(c)), 2)
    if item.country == "HU" and digits.startswith("06") and not head:
        return 2
    return head + (1 if digits[head : head + 1] == "0" else 0)


def phone_country(value: str, calling: Mapping[str, str], default: str) -> str:
    """Return the country that a number's calling code names, else `default`."""
    digits = "".join(c for c in value if c.isdigit())
    if not _INTERNATIONAL.match(value):
        return default
    digits = digits[2:] if value.startswith("00") else digits
    rows = sorted(calling.items(), key=lambda row: -len(row[1]))
    return next((country for country, code in rows if digits.startswith(code)), "")


def _fiction(national: str, item: Item) -> str | None:
    for prefix, template in item.tables.fiction.get(item.country, ()):
        if national.startswith(prefix) and len(template) == len(national):
            return series(template, national, item.chance)
    return None


def _same_kind(national: str, groups: Sequence[int], item: Item) -> str:
    """Keep the first digits, which tell mobile from land line.

    A subscriber's number begins with no nought, nor does a group of digits that had none there.

    Args:
        national: The digits behind the trunk prefix.
        groups: At which of them groups begin, as they are written.
        item: The number.
    """
    kept = item.dial or min(2, max(0, len(national) - 4))
    first = {n for n in groups if national[n] != "0"} | ({kept} if item.dial else set())
    rest = (
        item.chance.among(DIGITS[n in first :], str(n - kept)) for n in range(kept, len(national))
    )
    return national[:kept] + "".join(rest)

"""Addresses of machines and places: reserved ranges, and points nearby."""

from __future__ import annotations

import re

from allonym.replace.numbers.item import Item
from allonym.replace.numbers.shape import HEX, Keyed, scramble, text_like

_V4 = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_NETS = ("192.0.2", "198.51.100", "203.0.113")
_NUMBER = re.compile("[0-9]+")
_METRES = {6: 1, 7: 2}
"""Digits of a number of metres that stay: those of a hundred kilometres and more."""
_POINT = re.compile(
    r"(?P<metres>[0-9]{5,})|(?P<deg>[0-9]{1,3})(?:\s?[°º]\s?(?P<min>[0-9]{1,2})"
    r"(?:\s?['′’]\s?(?P<sec>[0-9]{1,2}(?=[.,0-9\s]{0,8}[\"″”'′]))?)?)?(?:[.,](?P<part>[0-9]+))?"
)
"""Degrees with or without minutes and seconds, and the decimals of the last; or metres."""
_GROUP = re.compile("[0-9A-Fa-f]+")


def ip(item: Item) -> str:
    """Return an address for documentation (RFC 5737, RFC 3849); mask and port stay."""
    found = _V4.search(item.value)
    if found:
        net = _NETS[item.chance.below(len(_NETS), "net")]
        new = f"{net}.{item.chance.below(254, 'host') + 1}"
        return item.value[: found.start()] + new + item.value[found.end() :]
    body, sign, mask = item.value.partition("/")
    zone = body.partition("%")
    return _v6(zone[0], item.chance) + sign + mask


def _v6(body: str, chance: Keyed) -> str:
    port = re.search(r"\](?::[0-9]+)?$", body)
    end = port.start() if port else len(body)
    begin = 1 if body.startswith("[") else 0
    head, gap, tail = body[begin:end].partition("::")
    groups = [g for g in head.split(":") if g]
    rest = [g for g in tail.split(":") if g]
    new_head = ["2001", "db8", *(_hex(g, chance.of("h", str(i))) for i, g in enumerate(groups[2:]))]
    if not gap:
        new = ":".join(new_head)
    else:
        keep = rest or ["1111"]
        room = keep[-max(1, 7 - len(new_head)) :]
        new = (
            ":".join(new_head)
            + "::"
            + ":".join(_hex(g, chance.of("t", str(i))) for i, g in enumerate(room))
        )
    new = new.upper() if body.isupper() else new
    return body[:begin] + new + body[end:]


def _hex(group: str, chance: Keyed) -> str:
    size = min(4, len(group))
    first = chance.among(HEX[1:], "0")
    return first + "".join(chance.among(HEX, str(i)) for i in range(1, size))


def mac(item: Item) -> str:
    """Return a locally administered address: 02 in front (IEEE 802)."""
    digits = [i for i, c in enumerate(item.value) if _GROUP.fullmatch(c)]
    out = list(item.value)
    upper = any(c.isupper() for c in item.value)
    for order, place in enumerate(digits):
        new = "02"[order] if order < 2 else item.chance.among(HEX, str(order))
        out[place] = new.upper() if upper else new
    return "".join(out)


def gps(item: Item) -> str:
    """Return a point as far from the town drawn as the old one is from its own, or one nearby.

    A place told by words gets words.
    """
    if not _NUMBER.search(item.value):
        return text_like(item.value, item.chance)
    old, new = (item.move.old, item.move.new) if item.move else (None, None)
    away = [b - a for a, b in zip(old.at, new.at, strict=False)] if old and new else []
    least, span = (0.02, 0.04) if away else (0.1, 0.2)

    def by(axis: int) -> float:
        part = item.chance.of("axis", str(axis))
        far = least + span * part.below(1000, "far") / 1000
        return (-1, 1)[part.below(2, "sign")] * far + (away[axis] if away else 0)

    axes = iter((0, 1) * 8)

    def other(match: re.Match[str]) -> str:
        if form is _NUMBER or match["metres"]:
            kept = _METRES.get(len(match[0]), 0)
            return scramble(match[0], item.chance.of(match[0]), keep=kept)
        return _written(match, by(next(axes)))

    form = _NUMBER if item.rule == "gps.grid" else _POINT
    return form.sub(other, item.value)


def _written(match: re.Match[str], by: float) -> str:
    """Return degrees moved by some, with as many places behind them as they are written with."""
    units = [match["deg"], *(match[name] for name in ("min", "sec") if match[name])]
    places = len(match["part"] or "")
    ones = 10**places
    whole = 0
    for unit in units:
        whole = whole * 60 + int(unit)
    scale = ones * 60 ** (len(units) - 1)
    moved = abs(whole * ones + int(match["part"] or 0) + round(by * scale))
    rest, part = divmod(moved, ones)
    new = [f"{part:0{places}}"] if places else []
    for unit in reversed(units[1:]):
        rest, one = divmod(rest, 60)
        new.insert(0, f"{one:0{len(unit)}}")
    fresh = iter((f"{rest:0{len(units[0])}}", *new))
    return _NUMBER.sub(lambda _: next(fresh), match[0])

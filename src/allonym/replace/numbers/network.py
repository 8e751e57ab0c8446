"""Addresses of machines and places: reserved ranges, and points nearby."""

from __future__ import annotations

import re

from allonym.replace.numbers.item import Item
from allonym.replace.numbers.shape import DIGITS, HEX, Keyed, number_like

_V4 = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_NETS = ("192.0.2", "198.51.100", "203.0.113")
_NUMBER = re.compile("[0-9]+")
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
    """Return a point elsewhere: degrees move by up to two, all that follows is drawn anew."""
    signs = "°.,º"

    def other(match: re.Match[str]) -> str:
        before = item.value[match.start() - 1 : match.start()]
        after = item.value[match.end() : match.end() + 1]
        part = item.chance.of(str(match.start()))
        if before not in (".", "") and after in ("'", "′", '"', "″", "’", "”"):
            return f"{part.below(60):0{len(match[0])}}"
        if len(match[0]) <= 3 and after in signs and not _fraction(item.value, match.start()):
            return _near(match[0], part)
        if len(match[0]) >= 6:
            return match[0][:2] + number_like(match[0][2:], part)
        return "".join(part.among(DIGITS, str(i)) for i in range(len(match[0])))

    return _NUMBER.sub(other, item.value)


def _fraction(text: str, start: int) -> bool:
    """Tell whether the digits at `start` follow a decimal sign."""
    return start > 1 and text[start - 1] in ".," and text[start - 2].isdigit()


def _near(degrees: str, chance: Keyed) -> str:
    value, step = int(degrees), (-2, -1, 1, 2)[chance.below(4)]
    moved = value + step
    if not 0 <= moved <= 178 or (value <= 89) != (moved <= 89):
        moved = value - step
    return f"{abs(moved):0{len(degrees)}}"

"""Machine-readable zones: check digits of each field and of the whole (ICAO 9303 parts 4 to 6)."""

from __future__ import annotations

from allonym.identifiers.checks import seven_three_one

Field = tuple[tuple[slice, ...], int]

_FIELDS: dict[int, tuple[Field, ...]] = {
    88: (
        ((slice(44, 53),), 53),
        ((slice(57, 63),), 63),
        ((slice(65, 71),), 71),
        ((slice(72, 86),), 86),
        ((slice(44, 54), slice(57, 64), slice(65, 87)), 87),
    ),
    72: (
        ((slice(36, 45),), 45),
        ((slice(49, 55),), 55),
        ((slice(57, 63),), 63),
        ((slice(36, 46), slice(49, 56), slice(57, 71)), 71),
    ),
    90: (
        ((slice(5, 14),), 14),
        ((slice(30, 36),), 36),
        ((slice(38, 44),), 44),
        ((slice(5, 30), slice(30, 37), slice(38, 45), slice(48, 59)), 59),
    ),
}  # fmt: skip
"""Which parts each check digit covers, by the length of the whole zone."""


def valid(text: str) -> bool:
    """Tell whether every check digit is right; an empty optional field may leave its own out.

    >>> name = "P<UTOERIKSSON<<ANNA<MARIA".ljust(44, "<")
    >>> valid(name + "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
    True
    """
    return all(
        _digit(text, parts) == text[at] or _unused(text, parts, at)
        for parts, at in _FIELDS[len(text)]
    )


def repair(text: str) -> str:
    """Return the zone with all its check digits right."""
    for parts, at in _FIELDS[len(text)]:
        if not _unused(text, parts, at):
            text = text[:at] + _digit(text, parts) + text[at + 1 :]
    return text


def _digit(text: str, parts: tuple[slice, ...]) -> str:
    return str(seven_three_one("".join(text[part] for part in parts)))


def _unused(text: str, parts: tuple[slice, ...], at: int) -> bool:
    return text[at] == "<" and set("".join(text[part] for part in parts)) == {"<"}

"""The arithmetic of check digits, each kind once.

Every function takes a compact string (no separators, upper case) and says something about it;
none knows which country it serves.
"""

from __future__ import annotations

from collections.abc import Sequence

MOD31 = "0123456789ABCDEFHJKLMNPRSTUVWXY"
"""Check characters of Finnish identifiers, by remainder modulo 31."""

_KW_LETTERS = "0123456789XABCDEFGHIJKLMNOPRSTUWYZ"
_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789", strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def weighted(text: str, weights: Sequence[int]) -> int:
    """Return the sum of digits times weights; letters count A=10 … Z=35 (ISO 7064, ICAO 9303).

    >>> weighted("123", (3, 2, 1))
    10
    """
    return sum(value(c) * w for c, w in zip(text, weights, strict=False))


def divides(text: str, weights: Sequence[int], modulo: int) -> bool:
    """Tell whether the weighted sum of all characters, the check character too, has no rest.

    >>> divides("84071512341", (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1), 10)
    True
    """
    return weighted(text, weights) % modulo == 0


def rest_is(text: str, weights: Sequence[int], rests: str, at: int) -> bool:
    """Tell whether the character at a place is that of the others' weighted sum.

    `rests` has the character for each remainder, ``-`` where no value has it.

    >>> rest_is("5425740", (1, 2, 3, 4, 5, 6), "-123456789-", 0)
    True
    """
    others = text[:at] + text[at:][1:]
    return rests[weighted(others, weights) % len(rests)] == text[at]


def value(character: str) -> int:
    """Return what a character counts: digits themselves, A=10 … Z=35, anything else 0."""
    if "0" <= character <= "9":
        return ord(character) - 48
    return ord(character) - 55 if "A" <= character <= "Z" else 0


def luhn(digits: str) -> bool:
    """Tell whether the Luhn check holds (ISO/IEC 7812-1, annex B).

    >>> luhn("4111111111111111"), luhn("4111111111111112")
    (True, False)
    """
    doubled = (sum(divmod(2 * int(d), 10)) for d in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


def mod97(text: str) -> bool:
    """Tell whether the text, letters as 10 … 35, leaves 1 modulo 97 (ISO 7064 MOD 97-10).

    >>> mod97("RF18539007547034"[4:] + "RF18")
    True
    """
    return int("".join(str(value(c)) for c in text)) % 97 == 1


def mod11_10(digits: str) -> bool:
    """Tell whether the hybrid check ISO 7064 MOD 11,10 holds.

    >>> mod11_10("48216903578")
    True
    """
    state = 10
    for digit in digits[:-1]:
        state = (state + int(digit)) % 10 or 10
        state = state * 2 % 11
    return (state + int(digits[-1])) % 10 == 1


def mod31(digits: str, check: str) -> bool:
    """Tell whether `check` is the character of the number's remainder modulo 31.

    >>> mod31("150784321", "B")
    True
    """
    return MOD31[int(digits) % 31] == check


def seven_three_one(text: str) -> int:
    """Return the check digit of a machine-readable field (ICAO 9303-3, 4.9), weights 7 3 1.

    >>> seven_three_one("520727")
    3
    """
    return weighted(text, [(7, 3, 1)[n % 3] for n in range(len(text))]) % 10


def reference(digits: str) -> bool:
    """Tell whether the 7-3-1 check from the right holds (Finnish reference numbers).

    >>> reference("12345672")
    True
    """
    body = digits[-2::-1]
    return (
        weighted(body, [(7, 3, 1)[n % 3] for n in range(len(body))]) + int(digits[-1])
    ) % 10 == 0


def kw(text: str) -> bool:
    """Tell whether the check digit of a Polish land register number is right (13 characters).

    Own letter table, weights 1 3 7; regulation on land registers (Dz.U. 2016 poz. 312).
    """
    values = [_KW_LETTERS.find(c) for c in text]
    return (
        min(values) >= 0
        and sum(v * (1, 3, 7)[n % 3] for n, v in enumerate(values[:12])) % 10 == values[12]
    )


def vin(text: str) -> bool:
    """Tell whether the ninth character of a VIN is its check (49 CFR 565.15).

    >>> vin("1M8GDM9AXKP042788")
    True
    """
    total = sum(int(_VIN_VALUES.get(c, c)) * w for c, w in zip(text, _VIN_WEIGHTS, strict=True))
    return "0123456789X"[total % 11] == text[8]


def digit_sums(digits: str, weights: Sequence[int]) -> int:
    """Return the sum of the digit sums of digits times weights."""
    return sum(sum(divmod(int(d) * w, 10)) for d, w in zip(digits, weights, strict=True))


Field = tuple[tuple[slice, ...], int]

# which parts each check digit covers, by the length of the whole zone
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


def mrz(text: str) -> bool:
    """Tell whether the check digits of a machine-readable zone are right (ICAO 9303 parts 4 to 6).

    Those of each field and of the whole; an empty optional field may leave its own out.

    >>> name = "P<UTOERIKSSON<<ANNA<MARIA".ljust(44, "<")
    >>> mrz(name + "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
    True
    """
    return all(
        _digit(text, parts) == text[at] or _unused(text, parts, at)
        for parts, at in _FIELDS[len(text)]
    )


def mrz_repaired(text: str) -> str:
    """Return the zone with all its check digits right."""
    for parts, at in _FIELDS[len(text)]:
        if not _unused(text, parts, at):
            text = text[:at] + _digit(text, parts) + text[at + 1 :]
    return text


def _digit(text: str, parts: tuple[slice, ...]) -> str:
    return str(seven_three_one("".join(text[part] for part in parts)))


def _unused(text: str, parts: tuple[slice, ...], at: int) -> bool:
    return text[at] == "<" and set("".join(text[part] for part in parts)) == {"<"}

"""Format-preserving encryption: identifiers that the secret alone turns back, without a table.

FF1 (NIST SP 800-38G, by ``libffx``) permutes the digits of a value, and its letters where a
numbering scheme has them.  Separators, length, prefixes and capitals stay, and what the value is
stays too: a right PESEL becomes a right PESEL, a mistyped one a mistyped one.  That is done by
cycle-walking: the permutation is applied again until the result is like the original; the way
back is the same walk.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

from allonym.errors import NotEncrypted, needs
from allonym.identifiers.schemes import SCHEMES, Scheme
from allonym.model.entity import Entity
from allonym.model.replacement import Replacement
from allonym.model.types import is_a
from allonym.ports import ReplaceContext, Replacer
from allonym.replace.numbers.shape import DIGITS
from allonym.replace.numbers.tables import load_tables
from allonym.replace.time.dates import tagged

if TYPE_CHECKING:
    from ffx import FF1

TYPES = ("phone", "iban", "account", "card", "id", "plate", "property", "case_number", "other")
"""Types whose values are numbers; of others nothing is encrypted."""
LEAST = 1_000_000
"""Smallest domain, after SP 800-38G revision 1: fewer values could be listed by trying."""
_MOST_STEPS = 100_000
_SALT = b"allonym encrypt 1"
_TWEAK = b"allonym ff1 1 "
_NO_NUMBER = frozenset({"mrz", "bic", "ip"})
"""Schemes that hold more than one number, or nobody's."""
_INTERNATIONAL = re.compile(r"\s*(?:\+|00)")
_TRUNK = re.compile(r"[^0-9]*\(0\)")


@dataclass(frozen=True)
class FormatCipher:
    """Encrypts values in their own form under one secret.

    >>> cipher = FormatCipher(b"0123456789abcdef")
    >>> made = cipher.encrypt("840715-1236")
    >>> made[6], SCHEMES["sk.rc"].validate(made.replace("-", "/")), cipher.decrypt(made)
    ('-', True, '840715-1236')
    >>> cipher.encrypt("12-345")
    Traceback (most recent call last):
        ...
    allonym.errors.NotEncrypted: 5 free characters make too few values to hide among ...
    """

    # at least 16 bytes; the key is derived from it (HKDF, RFC 5869)
    secret: bytes = field(repr=False)
    name: str = ""  # what is encrypted apart: the same value under another name becomes another

    def encrypt(self, value: str, type_: str = "id", country: str = "") -> str:
        """Return the value that stands for another of the same form.

        Args:
            value: With its separators.
            type_: Its entity type; phones keep their calling code and trunk 0.
            country: ISO 3166 code by whose plan a phone without calling code is judged.

        Raises:
            NotEncrypted: If the form has fewer than a million values, or holds no single number.
        """
        return self._walk(value, type_, country, partial(self._step, back=False))

    def decrypt(self, value: str, type_: str = "id", country: str = "") -> str:
        """Return the value that `encrypt` made this one of; nothing tells whether it did.

        Raises:
            NotEncrypted: As `encrypt`.
        """
        return self._walk(value, type_, country, partial(self._step, back=True))

    def _walk(
        self,
        value: str,
        type_: str,
        country: str,
        step: Callable[[Sequence[int], Sequence[str]], list[int]],
    ) -> str:
        form = _phone(value, country) if is_a(type_, "phone") else _identifier(value)
        alphabets = [_alphabet(form.value[place]) for place in form.places]
        if math.prod(map(len, alphabets)) < LEAST:
            raise NotEncrypted(
                f"{len(alphabets)} free characters make too few values to hide among (NIST SP "
                "800-38G: a million); choose another method for this type"
            )
        numbers = [a.index(form.value[p]) for a, p in zip(alphabets, form.places, strict=True)]
        for _ in range(_MOST_STEPS):
            numbers = step(numbers, alphabets)
            made = form.with_free(a[n] for a, n in zip(alphabets, numbers, strict=True))
            if made is not None and form.is_like(made):
                return made
        raise NotEncrypted("too few values are like this one; choose another method for this type")

    def _step(self, numbers: Sequence[int], alphabets: Sequence[str], *, back: bool) -> list[int]:
        ff1, tweak = self._ff1, _TWEAK + "".join(own[0] for own in alphabets).encode()
        if set(alphabets) == {DIGITS}:
            turn = ff1.decrypt if back else ff1.encrypt
            return [int(digit) for digit in turn("".join(map(str, numbers)), tweak=tweak)]
        whole, domain = _whole(numbers, alphabets)
        turn_whole = ff1.decrypt_int if back else ff1.encrypt_int
        return _parts(turn_whole(whole, domain=domain, tweak=tweak), alphabets)

    @cached_property
    def _ff1(self) -> FF1:
        with needs('method "encrypt" needs', "encrypt"):
            from cryptography.hazmat.primitives.hashes import SHA256
            from cryptography.hazmat.primitives.kdf.hkdf import HKDF
            from ffx import FF1
        key = HKDF(SHA256(), 32, _SALT, self.name.encode()).derive(self.secret)
        return FF1(key, radix=10)


@dataclass(frozen=True, slots=True)
class _Form:
    """What stays of a value: all but the free places, and what the value is."""

    value: str = field(repr=False)  # the value, with noughts for letters O that are read so
    places: tuple[int, ...]  # where it may change; check characters are none of them
    # tells whether another value is right and wrong by the same rules
    is_like: Callable[[str], bool] = field(repr=False)
    scheme: Scheme | None = None  # which computes the check characters

    def with_free(self, characters: Iterable[str]) -> str | None:
        """Return the value with other free characters, and the check that follows from them."""
        out = list(self.value)
        for place, character in zip(self.places, characters, strict=True):
            out[place] = character
        made = "".join(out)
        return self.scheme.with_check(_unchecked(made, self.scheme)) if self.scheme else made


def _identifier(value: str) -> _Form:
    right = _right(value)
    if not _NO_NUMBER.isdisjoint(right):
        raise NotEncrypted("it is no single number; choose another method for this type")
    first = _first(value, right)
    if first:
        value = first.with_check(value) or value
    checks = set(_checks(value, first)) if first else set()
    start, end = _fixed(value, right)
    signs = DIGITS + ascii_letters if right else DIGITS
    places = tuple(
        place
        for place, c in enumerate(value)
        if start <= place < end and place not in checks and c in signs
    )

    def is_like(other: str) -> bool:
        if not all(SCHEMES[name].validate(other) for name in right) or _right(other) != right:
            return False
        return _first(other, right) is first

    return _Form(value, places, is_like, first)


def _right(value: str) -> tuple[str, ...]:
    """Return the names of the schemes by which a value is right as it is written."""
    return tuple(
        name
        for name, scheme in SCHEMES.items()
        if name != "ip" and scheme.validate(value) and _is_literal(value, scheme)
    )


def _is_literal(value: str, scheme: Scheme) -> bool:
    """Tell whether a scheme reads no letter of a value as a digit, but for O."""
    read = [c for c in scheme.compact(value) if c.isalnum()]
    own = [c for c in value.upper() if c.isalnum()][-len(read) :]
    return all(old in (new, "O") for old, new in zip(own, read, strict=False))


def _first(value: str, right: Sequence[str]) -> Scheme | None:
    """Return the first of the schemes that computes the check characters of a value."""
    return next((SCHEMES[name] for name in right if _is_computed(value, SCHEMES[name])), None)


def _checks(value: str, scheme: Scheme) -> list[int]:
    """Return the places of the check characters in a value as it is written."""
    size = len(scheme.compact(value))
    own = [n for n, c in enumerate(value) if c in scheme.keep or c.isalnum()][-size:]
    return [own[place] for place in scheme.at]


def _unchecked(value: str, scheme: Scheme) -> str:
    """Return a value with its check characters spoilt, so that they are computed afresh."""
    out = list(value)
    for place in _checks(value, scheme):
        out[place] = scheme.alphabet[0]
    return "".join(out)


def _is_computed(value: str, scheme: Scheme) -> bool:
    """Tell whether a scheme would give this value the very check characters that it has."""
    if not scheme.at or scheme.repair:
        return False
    again = scheme.with_check(_unchecked(value, scheme))
    return again is not None and scheme.compact(again) == scheme.compact(value)


def _fixed(value: str, right: Sequence[str]) -> tuple[int, int]:
    """Return where what may change begins and ends: countries and issuers stay."""
    tables = load_tables()
    places = [n for n, c in enumerate(value) if c.isalnum()]
    head = tail = 0
    for name in right:
        prefix = len(places) - sum(c.isalnum() for c in SCHEMES[name].compact(value))
        head = max(head, prefix + tables.keep.get(name, 0))
        tail = max(tail, tables.tail.get(name, 0))
    return places[head] if head < len(places) else len(value), (
        places[-tail] if tail else len(value)
    )


def _phone(value: str, country: str) -> _Form:
    first = _phone_start(value)
    places = tuple(n for n, c in enumerate(value) if c in DIGITS and n >= first)
    kind = _phone_kind(value, country)
    leads = bool(places) and value[places[0]] == "0"

    def is_like(other: str) -> bool:
        return (other[places[0]] == "0") == leads and _phone_kind(other, country) == kind

    return _Form(value, places, is_like)


def _phone_start(value: str) -> int:
    """Return where the number behind a calling code or a trunk 0 begins."""
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE

    abroad = _INTERNATIONAL.match(value)
    if not abroad:
        return value.find("0") + 1 if re.match(r"\D*0", value) else 0
    code, place = "", abroad.end()
    while place < len(value) and int(code or 0) not in COUNTRY_CODE_TO_REGION_CODE:
        code += value[place] if value[place] in DIGITS else ""
        place += 1
    trunk = _TRUNK.match(value, place)
    return trunk.end() if trunk else place


def _phone_kind(value: str, country: str) -> int | None:
    """Return what the numbering plan takes a number for; None where it is not valid."""
    import phonenumbers

    text = value.replace("(0)", "")
    if text.lstrip().startswith("00"):
        text = "+" + text.lstrip()[2:]
    try:
        parsed = phonenumbers.parse(text, country or None)
    except phonenumbers.NumberParseException:
        return None
    valid = phonenumbers.is_valid_number(parsed)
    return int(phonenumbers.number_type(parsed)) if valid else None


def _alphabet(character: str) -> str:
    if character in DIGITS:
        return DIGITS
    return ascii_uppercase if character.isupper() else ascii_lowercase


def _whole(numbers: Iterable[int], alphabets: Sequence[str]) -> tuple[int, int]:
    """Return one number for several of different bases, and how many there are."""
    whole = 0
    for number, alphabet in zip(numbers, alphabets, strict=True):
        whole = whole * len(alphabet) + number
    return whole, math.prod(map(len, alphabets))


def _parts(whole: int, alphabets: Sequence[str]) -> list[int]:
    parts: list[int] = []
    for alphabet in reversed(alphabets):
        whole, number = divmod(whole, len(alphabet))
        parts.append(number)
    return parts[::-1]


@dataclass(frozen=True, slots=True)
class EncryptReplacer:
    """Writes each identifier encrypted in its own form; what has no such form becomes a tag."""

    fallback: Replacer  # writes the tag
    name: str = ""  # as `FormatCipher.name`
    undo: bool = False  # turn back instead

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the encrypted surface of each mention."""
        cipher = FormatCipher(context.draw.secret, self.name)
        turn = cipher.decrypt if self.undo else cipher.encrypt
        homes: Mapping[str, Sequence[str]] = load_tables().countries
        country = next(iter(homes.get(context.language, ())), "")
        for entity in entities:
            yield from self._entity(context, entity, country, turn)

    def _entity(
        self,
        context: ReplaceContext,
        entity: Entity,
        country: str,
        turn: Callable[[str, str, str], str],
    ) -> Iterator[Replacement]:
        meant = any(is_a(entity.type, name) for name in TYPES)
        for mention in entity.mentions:
            surface = context.view.surface(mention.span)
            try:
                text = turn(surface, entity.type, country) if meant else surface
            except NotEncrypted:
                text = surface
            if text != surface:
                yield Replacement(mention.span, text, entity.id, "encrypt")
            elif not self.undo:
                yield from tagged(self.fallback, context, entity, mention)

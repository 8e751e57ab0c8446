"""The three secrets of a ledger, what is derived from each, and whether they can be guessed."""

from __future__ import annotations

import hashlib
import hmac
import math
import zlib
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, get_args

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from allonym.errors import ConfigError, LedgerError
from allonym.secrets import read_secret

Kind = Literal["draw", "encrypt", "audit"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_SALT = b"allonym ledger 1"
_LEAST_BITS = 100


@dataclass(frozen=True, slots=True)
class Key:
    """One secret with a use; every key that does work is derived from it (HKDF, RFC 5869)."""

    kind: Kind  # what it is for; the same secret given for two uses makes unrelated keys
    secret: bytes = field(repr=False)  # never shown

    @property
    def id(self) -> str:
        """By what the ledger recognises the key; tells nothing about it."""
        return self.derive("id").hex()[:16]

    def derive(self, use: str) -> bytes:
        """Return 32 bytes for one use."""
        info = f"{self.kind} {use}".encode()
        return HKDF(SHA256(), 32, _SALT, info).derive(self.secret)

    def mac(self, use: str, *parts: bytes) -> bytes:
        """Return the HMAC-SHA-256 of length-prefixed parts under the key derived for `use`."""
        return keyed(self.derive(use), *parts)


def keyed(key: bytes, *parts: bytes) -> bytes:
    """Return the HMAC-SHA-256 (RFC 2104) of length-prefixed parts."""
    message = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hmac.digest(key, message, hashlib.sha256)


_ADVICE = (
    "give the key that the ledger was made with, for another one opens nothing; keys of a new "
    "ledger are made with: allonym ledger init --make-keys DIR"
)


def read_key(kind: Kind, reference: str) -> Key:
    """Return the key that ``env:NAME``, ``file:PATH`` or ``keyring:SERVICE/NAME`` points to.

    Raises:
        ConfigError: If it is missing, too short, or plainly not random.
    """
    return checked_key(kind, read_secret(reference, _ADVICE))


def checked_key(kind: Kind, secret: bytes) -> Key:
    """Return the key if its secret can't be guessed at sight.

    No measure of one string proves that it is random; this one refuses words, repetitions and
    counting, for which the frequencies of its bytes or their order leave under 100 bits.

    Raises:
        ConfigError: If it is plainly not random.

    >>> checked_key("draw", b"passwordpassword")
    Traceback (most recent call last):
        ...
    allonym.errors.ConfigError: the draw key is too easy to guess; ...
    """
    if _bits(secret) < _LEAST_BITS:
        raise ConfigError(
            f"the {kind} key is too easy to guess; make one with: openssl rand -hex 32"
        )
    return Key(kind, secret)


def _bits(secret: bytes) -> float:
    """Return an upper estimate of the entropy of a secret."""
    size = len(secret)
    counts = Counter(secret).values()
    by_frequency = -sum(n * math.log2(n / size) for n in counts)
    steps = Counter((b - a) % 256 for a, b in pairwise(secret))
    by_order = -sum(n * math.log2(n / size) for n in steps.values()) + 8
    packed = 8.0 * (len(zlib.compress(secret, 9)) - 8)
    return min(by_frequency, by_order, packed)


def refuse_same(keys: list[Key]) -> None:
    """Refuse one secret for two uses: who holds one would hold the other.

    Raises:
        ConfigError: If two keys have the same secret.
    """
    for index, key in enumerate(keys):
        for other in keys[:index]:
            if hmac.compare_digest(key.secret, other.secret):
                raise ConfigError(
                    f"the {other.kind} key and the {key.kind} key are the same; make two"
                )


def refuse_other(key: Key, expected: str) -> None:
    """Refuse a key that is not the ledger's.

    Raises:
        LedgerError: If the id differs; nothing was tried with it.
    """
    if key.id != expected:
        raise LedgerError(
            f"the {key.kind} key given is {key.id}, the ledger's is {expected}; nothing was read"
        )

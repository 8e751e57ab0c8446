"""The three secrets of a ledger, what is derived from each, and how rows are sealed.

Rows are sealed by AES-256-GCM over padded text, bound to the row they stand in.  Originals are
sealed to a public key (X25519, RFC 7748; key by HKDF-SHA-256, RFC 5869), so that who writes them
cannot read them back.  Lengths are padded to powers of two: they tell little.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import os
import zlib
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from allonym.errors import ConfigError, LedgerError
from allonym.secrets import read_secret

Kind = Literal["draw", "encrypt", "audit"]

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


_NONCE, _POINT, _SIZE = 12, 32, 8
LEAST_PAIR, LEAST_DOCUMENT = 512, 4096


def pad(data: bytes, least: int) -> bytes:
    """Return `data` with its length in front, filled up to a power of two of at least `least`.

    >>> len(pad(b"Ana", 512)), len(pad(b"x" * 505, 512))
    (512, 1024)
    """
    size = least
    while size < len(data) + _SIZE:
        size *= 2
    return len(data).to_bytes(_SIZE, "big") + data + bytes(size - _SIZE - len(data))


def unpad(data: bytes) -> bytes:
    """Return what was padded."""
    size = int.from_bytes(data[:_SIZE], "big")
    return data[_SIZE : _SIZE + size]


@dataclass(frozen=True, slots=True)
class Lock:
    """Seals and opens under one secret key."""

    key: bytes = field(repr=False)  # 32 bytes

    @classmethod
    def of(cls, key: Key, use: str) -> Lock:
        """Return the lock that is derived from a key for one use."""
        return cls(key.derive(use))

    def seal(self, data: bytes, row: str, least: int = LEAST_PAIR) -> bytes:
        """Return `data` sealed for the row of the ledger that `row` names."""
        nonce = os.urandom(_NONCE)
        return nonce + AESGCM(self.key).encrypt(nonce, pad(data, least), row.encode())

    def open(self, sealed: bytes, row: str) -> bytes:
        """Return what was sealed for `row`.

        Raises:
            LedgerError: If the key is another, or the row was changed or moved.
        """
        nonce, body = sealed[:_NONCE], sealed[_NONCE:]
        try:
            return unpad(AESGCM(self.key).decrypt(nonce, body, row.encode()))
        except (InvalidTag, ValueError) as error:
            table = row.partition(" ")[0]
            raise LedgerError(
                f"ledger: a row of {table} was changed or belongs to another key; nothing of it "
                "was read; restore the ledger from a copy"
            ) from error


class Box:
    """Seals to a public key: what goes in cannot be read back without the private one.

    Args:
        public: The 32 bytes of the public key.
    """

    def __init__(self, public: bytes) -> None:
        own = X25519PrivateKey.generate()
        self._point = own.public_key().public_bytes_raw()
        shared = own.exchange(X25519PublicKey.from_public_bytes(public))
        self._lock = Lock(_agreed(shared, self._point, public))

    def seal(self, data: bytes, row: str, least: int = LEAST_PAIR) -> bytes:
        """Return `data` sealed for the row of the ledger that `row` names."""
        return self._point + self._lock.seal(data, row, least)


class Opener:
    """Opens what was sealed to the public half of a key of kind ``encrypt``."""

    def __init__(self, key: Key) -> None:
        self._private = X25519PrivateKey.from_private_bytes(key.derive("x25519"))
        self.public = self._private.public_key().public_bytes_raw()
        self._locks: dict[bytes, Lock] = {}

    def open(self, sealed: bytes, row: str) -> bytes:
        """Return what was sealed for `row`.

        Raises:
            LedgerError: If the key is another, or the row was changed or moved.
        """
        point = sealed[:_POINT]
        if point not in self._locks:
            try:
                shared = self._private.exchange(X25519PublicKey.from_public_bytes(point))
            except ValueError as error:
                raise LedgerError("ledger: a row is damaged; restore it from a copy") from error
            if len(self._locks) > 4096:
                self._locks.clear()
            self._locks[point] = Lock(_agreed(shared, point, self.public))
        return self._locks[point].open(sealed[_POINT:], row)


def _agreed(shared: bytes, point: bytes, public: bytes) -> bytes:
    return HKDF(SHA256(), 32, b"allonym ledger 1", b"box" + point + public).derive(shared)

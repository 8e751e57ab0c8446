"""Seal what the ledger keeps: AES-256-GCM over padded text, bound to the row it stands in.

Originals are sealed to a public key (X25519, RFC 7748; key by HKDF-SHA-256, RFC 5869), so that who
writes them cannot read them back.  Lengths are padded to powers of two: they tell little.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from allonym.errors import LedgerError
from allonym.ledger.keys import Key

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

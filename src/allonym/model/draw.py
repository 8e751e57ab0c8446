"""Keyed chance: the same secret, scope and entity always draw the same.

HMAC-SHA-256 (RFC 2104) over length-prefixed labels; nothing here is random by itself.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import gcd


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws numbers under a secret.

    Attributes:
        secret: At least 16 bytes; never shown.
        scope: What the draw is consistent over: a document's digest, a corpus' name.
        document: Digest of the document where the scope holds more than that; else empty.
    """

    secret: bytes = field(repr=False)
    scope: str = field(repr=False, default="")
    document: str = field(repr=False, default="")

    @property
    def own(self) -> Draw:
        """The draw of the document alone; itself where the scope holds no more."""
        return Draw(self.secret, self.document) if self.document else self

    def digest(self, *labels: str) -> bytes:
        """Return 32 bytes that depend on the secret, the scope and `labels`, in order."""
        message = b"".join(
            len(raw).to_bytes(4, "big") + raw
            for raw in (label.encode("utf-8", "surrogatepass") for label in (self.scope, *labels))
        )
        return hmac.digest(self.secret, message, "sha256")

    def number(self, below: int, *labels: str) -> int:
        """Return a number in ``range(below)``; its bias is under 2**-200 for any real `below`."""
        return int.from_bytes(self.digest(*labels), "big") % below

    def scoped(self, scope: str, document: str = "") -> Draw:
        """Return the same secret under another scope, which may hold more than a document."""
        return Draw(self.secret, scope, document)

    def walk(self, size: int, *labels: str) -> Walk:
        """Draw an order of so many: where it begins, and by how much it steps."""
        if not size:
            return Walk(0, 0, 0)
        start, stride = (self.number(size, *labels, part) for part in ("start", "stride"))
        while gcd(stride + 1, size) > 1:
            stride += 1
        return Walk(size, start, stride + 1)


@dataclass(frozen=True, slots=True)
class Walk:
    """An order in which each index below a size comes once.

    Attributes:
        size: How many there are.
        start: The first of them.
        stride: From each to the next, around the end; it has no divisor with the size.
    """

    size: int
    start: int
    stride: int

    def __iter__(self) -> Iterator[int]:
        """Yield all in order; one late in it costs no more than one at its beginning."""
        return ((self.start + step * self.stride) % self.size for step in range(self.size))

    def among(self, indexes: Iterable[int], after: int) -> Iterator[int]:
        """Yield some of them in order, less those that are among the first `after` of all."""
        back = pow(self.stride, -1, self.size)
        steps = sorted((index - self.start) * back % self.size for index in indexes)
        return ((self.start + step * self.stride) % self.size for step in steps if step >= after)

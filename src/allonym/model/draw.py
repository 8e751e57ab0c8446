"""Keyed chance: the same secret, scope and entity always draw the same.

HMAC-SHA-256 (RFC 2104) over length-prefixed labels; nothing here is random by itself.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws numbers under a secret.

    Attributes:
        secret: At least 16 bytes; never shown.
        scope: What the draw is consistent over: a document's digest, a corpus' name.
    """

    secret: bytes = field(repr=False)
    scope: str = field(repr=False, default="")

    def digest(self, *labels: str) -> bytes:
        """Return 32 bytes that depend on the secret, the scope and `labels`, in order."""
        message = b"".join(
            len(raw).to_bytes(4, "big") + raw
            for raw in (label.encode("utf-8", "surrogatepass") for label in (self.scope, *labels))
        )
        return hmac.new(self.secret, message, hashlib.sha256).digest()

    def number(self, below: int, *labels: str) -> int:
        """Return a number in ``range(below)``; its bias is under 2**-200 for any real `below`."""
        return int.from_bytes(self.digest(*labels), "big") % below

    def scoped(self, scope: str) -> Draw:
        """Return the same secret under another scope."""
        return Draw(self.secret, scope)

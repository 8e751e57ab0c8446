"""The key to a pseudonymized document: what stood for whom, under a passphrase.

AES-256-GCM (NIST SP 800-38D) under a key made by scrypt (RFC 7914) from the passphrase; the header
is authenticated too.  Needs the extra ``review``.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Mapping
from typing import Any

from allonym.errors import ConfigError, DocumentError, needs
from allonym.model.result import Result

_FORMAT = "allonym-key"
_LEAST = 8
_COST = 1 << 15
_BLOCK = 8
_PARALLEL = 1


def key_contents(result: Result) -> dict[str, Any]:
    """Return who became whom in a document, and where."""
    rows: dict[str, dict[str, Any]] = {
        e.id: {"entity": e.id, "type": e.type, "canonical": e.canonical, "mentions": []}
        for e in result.entities
    }
    for r in result.replacements:
        if r.context or r.entity not in rows:
            continue
        where = r.result_span
        rows[r.entity]["mentions"].append(
            {
                "original": result.view.surface(r.span),
                "pseudonym": r.text,
                "start": where.start if where else None,
                "end": where.end if where else None,
            }
        )
    return {"entities": [row for row in rows.values() if row["mentions"]]}


def seal_key(contents: Mapping[str, Any], passphrase: str) -> bytes:
    """Return the contents of a key file, encrypted.

    Args:
        contents: As `key_contents` returns them.
        passphrase: At least eight characters.

    Raises:
        ConfigError: If the passphrase is too short.
        MissingExtra: If the cryptography is not installed.
    """
    if len(passphrase) < _LEAST:
        raise ConfigError(f"the passphrase of the key file needs at least {_LEAST} characters")
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    header = {
        "format": _FORMAT, "version": 1, "cipher": "AES-256-GCM", "kdf": "scrypt",
        "n": _COST, "r": _BLOCK, "p": _PARALLEL, "salt": _text(salt), "nonce": _text(nonce),
    }  # fmt: skip
    cipher = _cipher(passphrase, salt)
    raw = json.dumps(contents, ensure_ascii=False).encode("utf-8", "surrogatepass")
    data = cipher.encrypt(nonce, raw, _bound(header))
    return (json.dumps({**header, "data": _text(data)}, indent=1) + "\n").encode()


def is_key(data: bytes) -> bool:
    """Tell whether a file is a key file."""
    return f'"{_FORMAT}"'.encode() in data[:40]


def open_key(data: bytes, passphrase: str) -> dict[str, Any]:
    """Return the contents of a key file.

    Raises:
        DocumentError: If it is no key file, was changed, or the passphrase is not its own.
        MissingExtra: If the cryptography is not installed.
    """
    try:
        whole = json.loads(data)
        sealed = base64.b64decode(whole.pop("data"))
        salt, nonce = (base64.b64decode(whole[name]) for name in ("salt", "nonce"))
        good = whole["format"] == _FORMAT and whole["version"] == 1 and whole["n"] == _COST
    except (ValueError, KeyError, TypeError, AttributeError):
        good = False
    if not good:
        raise DocumentError("this is no key file of Allonym")
    cipher = _cipher(passphrase, salt)
    from cryptography.exceptions import InvalidTag

    try:
        raw = cipher.decrypt(nonce, sealed, _bound(whole))
    except InvalidTag:
        raise DocumentError(
            "the passphrase is not that of the key file, or it was changed"
        ) from None
    contents: dict[str, Any] = json.loads(raw.decode("utf-8", "surrogatepass"))
    return contents


def _cipher(passphrase: str, salt: bytes) -> Any:
    with needs("key files need", "review"):
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
    made = Scrypt(salt=salt, length=32, n=_COST, r=_BLOCK, p=_PARALLEL)
    return AESGCM(made.derive(passphrase.encode("utf-8", "surrogatepass")))


def _bound(header: Mapping[str, Any]) -> bytes:
    return json.dumps(dict(header), sort_keys=True).encode()


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()

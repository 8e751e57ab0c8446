"""Files written whole or not at all, and files that only their owner may read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import IO, Any

from allonym.errors import DocumentError


def new_private(path: Path, mode: str = "xb", **more: Any) -> IO[Any]:
    """Open a new file that only its owner may read, with what else `open` takes.

    Raises:
        OSError: If it cannot be made, or there is one already.
    """
    return open(path, mode, opener=lambda name, flags: os.open(name, flags, 0o600), **more)


def settle(stream: IO[bytes]) -> None:
    """Wait until what was written to a file lies on the disk."""
    stream.flush()
    os.fsync(stream.fileno())


def write_private(path: Path, data: bytes) -> None:
    """Write a whole file or none, for nobody else to read."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with new_private(temporary) as stream:
        stream.write(data)
    temporary.replace(path)


def write_whole(path: Path, data: bytes) -> None:
    """Write a whole file or none: beside its place first, then moved there.

    Raises:
        DocumentError: If it cannot be written.
    """
    temporary = path.with_name(f".allonym-{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("xb") as stream:
                stream.write(data)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise DocumentError(f"{path}: cannot be written ({error.strerror})") from error

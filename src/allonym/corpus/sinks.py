"""Writing what was made: parts of rows, or the same tree of files; a whole file or none."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from allonym.corpus.items import Made, Outcome
from allonym.corpus.manifest import FOLDER
from allonym.corpus.sources import Source, pyarrow_parquet, zstandard
from allonym.errors import DocumentError


def write_outcome(root: Path, source: Source, outcome: Outcome) -> str:
    """Put what became of a shard in its place.

    Args:
        root: Folder of the output.
        source: Where the shard is from.
        outcome: What became of it.

    Returns:
        SHA-256 over all that was written.

    Raises:
        DocumentError: If it cannot be written; nothing half-written stays.
    """
    if source.kind == "tree":
        return _write_tree(root, outcome.made)
    if source.kind == "conll":
        data = b"".join(made.data for made in outcome.made)
    else:
        data = _rows(source.suffix, [made.row or {} for made in outcome.made])
    write_whole(root, root / f"part-{outcome.number:05}{source.suffix}", data)
    return hashlib.sha256(data).hexdigest()


def _write_tree(root: Path, made: Iterable[Made]) -> str:
    digest = hashlib.sha256()
    for item in made:
        if item.data or not item.error:
            write_whole(root, root / item.name, item.data)
            digest.update(hashlib.sha256(item.data).digest())
    return digest.hexdigest()


def _rows(suffix: str, rows: Iterable[Mapping[str, object]]) -> bytes:
    if suffix == ".parquet":
        import pyarrow as pa

        sink = io.BytesIO()
        pyarrow_parquet().write_table(pa.Table.from_pylist(list(rows)), sink)
        return sink.getvalue()
    lines = "".join(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows)
    data = lines.encode()
    if suffix.endswith(".gz"):
        return gzip.compress(data, mtime=0)
    if suffix.endswith(".zst"):
        packed: bytes = zstandard().ZstdCompressor().compress(data)
        return packed
    return data


def write_whole(root: Path, path: Path, data: bytes) -> None:
    """Write a file so that after a crash it is there whole or not at all.

    Args:
        root: Folder of the run; temporary files lie in its hidden folder.
        path: Where the file goes.
        data: All of it.

    Raises:
        DocumentError: If it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=root / FOLDER, prefix="part-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise DocumentError(f"{path}: cannot be written ({error.strerror})") from error


def clear_rests(root: Path) -> None:
    """Remove what a killed run left half-written."""
    for path in (root / FOLDER).glob("part-*"):
        path.unlink(missing_ok=True)

"""Uploads to documents: a ZIP archive or a single file, unpacked to disk under numbers."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from allonym.errors import CorruptDocument
from allonym.formats.package import DAMAGE, Limits, open_members
from allonym.jobs.store import Task, numbered, write

_OF_SYSTEMS = frozenset((".ds_store", "thumbs.db", "desktop.ini"))


def unpack(task: Task, limits: Limits) -> int:
    """Lay the documents of an upload in the task's folder, whole or not at all.

    Args:
        task: Its folder; unpacked already, it stays as it is.
        limits: How much the archive may hold.

    Returns:
        How many documents there are.

    Raises:
        CorruptDocument: If the archive is damaged, encrypted, empty or larger than allowed, or a
            member points outside it.
    """
    names = task.names()
    if names is not None:
        return len(names)
    folder = task.aside()
    folder.mkdir(mode=0o700)
    name = task.name
    if name.lower().endswith(".zip"):
        names = tuple(_unpacked(task.upload, folder, limits))
    else:
        (folder / numbered(1)).hardlink_to(task.upload)
        names = (PurePosixPath(name).name or "document",)
    if not names:
        raise CorruptDocument("the archive holds no documents; add some")
    write(folder / "names.json", json.dumps(names).encode())
    try:
        folder.rename(task.sources)
    except OSError:
        if task.names() is None:
            raise
    return len(names)


def _unpacked(upload: Path, folder: Path, limits: Limits) -> Iterator[str]:
    number = 0
    try:
        with zipfile.ZipFile(upload) as archive:
            for info, chunks in open_members(archive, limits, upload.stat().st_size):
                if _is_of_a_system(info.filename):
                    continue
                number += 1
                path = folder / numbered(number)
                with path.open("xb") as stream:
                    path.chmod(0o600)
                    stream.writelines(chunks)
                yield info.filename
    except DAMAGE as error:
        raise CorruptDocument("the archive is damaged; make it anew") from error


def _is_of_a_system(name: str) -> bool:
    """Tell whether a member is a note of a file manager, not a document."""
    path = PurePosixPath(name.replace("\\", "/"))
    return "__MACOSX" in path.parts or path.name.lower() in _OF_SYSTEMS

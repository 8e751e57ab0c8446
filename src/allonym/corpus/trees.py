"""Reading documents: folders, ZIP and TAR archives, and CoNLL files cut at their documents."""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import PurePosixPath

from allonym.corpus.items import Gauge, Item
from allonym.corpus.places import Place, unpacked, whole
from allonym.corpus.rows import Kind
from allonym.errors import CorruptDocument, DocumentError
from allonym.formats.package import member_name

TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
CONLL = (".conllu", ".conllup", ".conll")
_SENTENCES = 200
_LARGEST = 1 << 30  # bytes of one document in an archive; more would rather be a bomb


def read_folder(files: Sequence[tuple[str, Place]], gauge: Gauge) -> Iterator[Item]:
    """Yield the files of a folder; one that cannot be read fails alone."""
    gauge.restart()
    for number, (name, place) in enumerate(files):
        try:
            with whole(place), place.open() as stream:
                data = stream.read()
        except DocumentError as error:
            yield Item(number, name, error=error.code)
        else:
            yield Item(number, name, data=data)
        gauge.here = number + 1


def read_zip(place: Place, gauge: Gauge) -> Iterator[Item]:
    """Yield the files of a ZIP; one that is locked or damaged fails alone.

    Raises:
        CorruptDocument: If it is none, or a file in it would lie outside of it.
    """
    gauge.restart()
    with whole(place), place.open() as raw, zipfile.ZipFile(raw) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        for number, info in enumerate(infos):
            name = _inside(member_name(info), place.name)
            yield _unzipped(archive, info, Item(number, name))
            gauge.here = gauge.sizes[0] * (number + 1) // len(infos)


def _unzipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo, item: Item) -> Item:
    if info.file_size > _LARGEST:
        return Item(item.number, item.name, error="document")
    try:
        return Item(item.number, item.name, data=archive.read(info))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        return Item(item.number, item.name, error="corrupt-document")


def read_tar(place: Place, gauge: Gauge) -> Iterator[Item]:
    """Yield the files of a TAR.

    Raises:
        CorruptDocument: If it is none, is cut off, or a file in it would lie outside of it.
    """
    gauge.restart()
    with whole(place), place.open() as raw, tarfile.open(fileobj=raw) as archive:
        for number, info in enumerate(i for i in archive if i.isfile()):
            name = _inside(info.name, place.name)
            stream = archive.extractfile(info) if info.size <= _LARGEST else None
            if stream is None:
                yield Item(number, name, error="document")
            else:
                yield Item(number, name, data=stream.read())
            gauge.here = raw.tell()


def _inside(name: str, archive: str) -> str:
    """Return the name of a file in an archive if it leads nowhere else."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or parts[0].startswith("/") or ".." in parts or ":" in parts[0]:
        raise CorruptDocument(f"{archive}: a file in it would lie outside of it")
    return "/".join(parts)


def read_conll(place: Place, gauge: Gauge) -> Iterator[Item]:
    """Yield the documents of a CoNLL file, each with the line that names the columns.

    Where no document begins (``# newdoc``), 200 sentences make one.

    Raises:
        DocumentError: If it cannot be read to its end.
    """
    gauge.restart()
    kind = Kind.of(place.name)
    head, lines, sentences = b"", list[bytes](), 0
    numbers = count()
    with whole(place), place.open() as raw:
        for line in unpacked(raw, kind.packed):
            if line.startswith(b"# global.columns"):
                head = line
            elif lines and (line.startswith(b"# newdoc") or sentences >= _SENTENCES):
                yield Item(next(numbers), f"text{kind.suffix}", data=head + b"".join(lines))
                lines, sentences = [line], 0
                gauge.here = raw.tell()
            else:
                lines.append(line)
                sentences += not line.strip()
    if lines:
        yield Item(next(numbers), f"text{kind.suffix}", data=head + b"".join(lines))

"""ZIP archives and what is packed so: read with limits, and written without a word of their making.

Archives, Word, Excel, PowerPoint and OpenDocument files are all packages.  What a header says
of sizes is not believed: bytes are counted while they are unpacked (the "zip bomb" of
https://www.bamsoftware.com/hacks/zipbomb/ overlaps its members, which the sum catches).
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import regex as re

from allonym.errors import CorruptDocument, UnrewritableContent
from allonym.formats.base import Format
from allonym.formats.encoding import decode_as, is_utf_8, likeness
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import Member, Residue, SourceDocument
from allonym.text.fold import strip_marks

_UTF8 = 0x800
# of names in archives; that of two that read as well is first
_PAGES = ("cp437", "cp1250", "cp1252", "cp852", "cp866", "cp1251")
# letters of two scripts in one word, a word of Latin ones with marks only, *ić* in the page of
# another country, signs that no name has
_MISREAD = re.compile(
    r"\p{Latin}[\p{Greek}\p{Cyrillic}]|[\p{Greek}\p{Cyrillic}]\p{Latin}"
    r"|(?<!\pL)(?:(?!\p{ASCII})\p{Latin}){3,}+(?!\pL)|iå(?!\pL)|[^\p{ASCII}\pL\pM„”“’‘–—«»№§°€]"
)
# a consonant between two others, or two of one; a vowel between two others
_CROWDED = re.compile(
    r"(?<=[b-df-hj-np-tv-xz])[b-df-hj-np-tv-xz](?=[b-df-hj-np-tv-xz])|(?<=[aeiouy])[aeiouy](?=[aeiouy])"
)
# letters of which there are few in any language, so that another reading is likelier
_RARE = re.compile("[\u013a\u0155\u0148\u0144\u017a\u010f\u0165\xf4]", re.I)
_SAMPLE = 1 << 16
_CHUNK = 1 << 20
DAMAGE = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError
)  # fmt: skip
"""What `zipfile` raises on a damaged archive."""
# what tells a package in which a name may begin with a stroke (ECMA-376 part 2, 6.2.2)
_TYPES = "[Content_Types].xml"
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a package may hold."""

    parts: int = 20_000  # most members
    size: int = 2 << 30  # most bytes of all members unpacked
    ratio: int = 200  # most bytes that one packed byte may become, counted over the whole package
    free: int = 64 << 20  # bytes that any package may unpack to, whatever the ratio
    held: int = 512 << 20  # bytes from which on the ratio is another: all of them are in memory
    dense: int = 40

    def allowed(self, packed: int) -> int:
        """Return how many bytes may come of so many packed ones.

        >>> [Limits().allowed(size) >> 20 for size in (1000, 1 << 20, 10 << 20, 1 << 30)]
        [64, 200, 512, 2048]
        """
        most = max(min(self.ratio * packed, self.held), self.dense * packed)
        return min(self.size, max(self.free, most))


ARCHIVE = Limits(free=4 << 20)
"""How much an archive may hold: all of it is read, so a few bytes may not come to hours of work.

What a file such as a workbook is packed to is mostly mark-up.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A member of a package."""

    name: str  # path inside the package, with slashes
    data: bytes  # unpacked
    # whether it is kept uncompressed, as the first member of some packages must be
    stored: bool = False


def read_package(data: bytes, limits: Limits = Limits()) -> tuple[Part, ...]:
    """Unpack a package in the order of its directory; folders are left out.

    Raises:
        CorruptDocument: If it is damaged, encrypted, larger than allowed, or names a member twice
            or outside itself.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return tuple(
                Part(info.filename, b"".join(chunks), info.compress_type == zipfile.ZIP_STORED)
                for info, chunks in open_members(archive, limits, len(data))
            )
    except DAMAGE as e:
        raise CorruptDocument("the file is damaged and cannot be unpacked; save it anew") from e


def open_members(
    archive: zipfile.ZipFile, limits: Limits, packed: int
) -> Iterator[tuple[zipfile.ZipInfo, Iterator[bytes]]]:
    """Yield each member with its bytes in pieces, counted while they are unpacked.

    Args:
        archive: Open; folders in it are left out.
        limits: How much it may hold.
        packed: Its size in bytes.

    Raises:
        CorruptDocument: As `read_package` does; what `zipfile` raises goes through.
    """
    infos = archive.infolist()
    if len(infos) > limits.parts:
        raise CorruptDocument(
            f"the package has {len(infos)} members, allowed are {limits.parts}; divide it"
        )
    if any(info.filename == _TYPES for info in infos):
        for info in infos:
            info.filename = info.filename.removeprefix("/")
    for info, name in zip(infos, list(member_names(infos)), strict=True):
        info.filename = name
    seen: set[str] = set()
    left = [limits.allowed(packed)]
    for info in infos:
        _check(info, seen)
        if not info.is_dir():
            yield info, _unpack(archive, info, left)


def member_names(infos: Sequence[zipfile.ZipInfo]) -> Iterator[str]:
    """Yield the names of members as their writer meant them.

    ``zip`` on Linux and macOS do not say that theirs is UTF-8; Windows writes the code page of the
    country, whose letters are hardly ever valid UTF-8, and one for all names.
    """
    raws = [_unsaid(info) for info in infos]
    foreign = b"\n".join(dict.fromkeys(raw for raw in raws if raw and not is_utf_8(raw)))
    page = _page(foreign[:_SAMPLE]) if foreign else ""
    for info, raw in zip(infos, raws, strict=True):
        try:
            yield decode_as(raw, "utf-8" if is_utf_8(raw) else page) if raw else info.filename
        except UnicodeError:
            yield info.filename


def _unsaid(info: zipfile.ZipInfo) -> bytes:
    """Return the bytes of a name of which nothing says how it is encoded, or nothing."""
    if info.flag_bits & _UTF8 or info.filename.isascii():
        return b""
    try:
        return info.filename.encode("cp437")
    except UnicodeError:
        return b""


def _page(raw: bytes) -> str:
    """Return the code page in which names look most like some."""
    read = {page: raw.decode(page, "replace") for page in _PAGES}
    misread = {page: len(_MISREAD.findall(text)) for page, text in read.items()}
    pages = [page for page in _PAGES if misread[page] == min(misread.values())]

    def looks(page: str) -> float:
        few = len(_RARE.findall(read[page]))
        return likeness(raw, page) - 2 * _unspoken(read[page]) - few / 2

    return max(pages, key=looks)


def _unspoken(text: str) -> int:
    """Return how many letters with marks stand where hardly any word has such a one.

    >>> _unspoken("M\u0144ki"), _unspoken("Mäki"), _unspoken("Gdańsk")
    (1, 0, 0)
    """
    plain = "".join(c if c.isascii() else _base(c) for c in text.lower())
    return sum(not text[m.start()].isascii() for m in _CROWDED.finditer(plain))


def _base(letter: str) -> str:
    """Return the letter without its marks, of which one is left."""
    bare = strip_marks(letter)
    return bare if len(bare) == 1 and bare.isascii() else "-"


def _check(info: zipfile.ZipInfo, seen: set[str]) -> None:
    """Refuse what no honest writer makes; the message counts files, it does not name them."""
    number = f"file {len(seen) + 1} in it"
    name = info.filename
    if info.flag_bits & 0x1:
        raise CorruptDocument(f"{number} has a password; pack it without one")
    if not name:
        raise CorruptDocument(f"{number} has no name; pack it anew")
    if name.startswith(("/", "\\")) or ".." in name.replace("\\", "/").split("/") or ":" in name:
        raise CorruptDocument(f"{number} would be unpacked elsewhere; pack it anew")
    if name.casefold() in seen:
        raise CorruptDocument(f"{number} is called as another is; pack it anew")
    seen.add(name.casefold())


def _unpack(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: list[int]) -> Iterator[bytes]:
    with archive.open(info) as stream:
        while chunk := stream.read(_CHUNK):
            left[0] -= len(chunk)
            if left[0] < 0:
                raise CorruptDocument(
                    "the package unpacks to far more than its size; if it is genuine, unpack it "
                    "and give its files"
                )
            yield chunk


def write_package(parts: Iterable[Part]) -> bytes:
    """Pack `parts` in order, without times, users, comments or anything else of the machine."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for part in parts:
            archive.writestr(new_member(part.name, stored=part.stored), part.data)
    return stream.getvalue()


def new_member(name: str, *, stored: bool = False) -> zipfile.ZipInfo:
    """Return the head of a member that says nothing but its name."""
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


OF_SYSTEMS = re.compile(
    r"(?:\A|[/\\])(?:__MACOSX[/\\]|\.DS_Store\Z|Thumbs\.db\Z|desktop\.ini\Z)", re.I
)
"""What macOS and Windows put into folders: views of them, small pictures, the owner."""


class ZipFormat(Format):
    """A ZIP archive."""

    def open(self, data: bytes) -> ZipDocument:
        """Unpack an archive.

        Raises:
            CorruptDocument: If it is damaged, encrypted or larger than allowed.
        """
        parts = read_package(data, ARCHIVE)
        kept = tuple(part for part in parts if not OF_SYSTEMS.search(part.name))
        return ZipDocument(kept, len(parts) - len(kept))


@dataclass(frozen=True, slots=True)
class ZipDocument:
    """An archive without a text of its own; its files are documents themselves."""

    parts: tuple[Part, ...] = field(repr=False)
    dropped: int = 0
    view: TextView = TextView("")

    @property
    def members(self) -> tuple[Member, ...]:
        """The files of the archive."""
        return tuple(Member(part.name, part.data) for part in self.parts)

    @property
    def residue(self) -> tuple[Residue, ...]:
        """Times, comments and users of the archive, none of which is written again."""
        made = Residue("archive: times and comments", len(self.parts), "removed")
        left = Residue("files that systems leave in folders", self.dropped, "removed")
        return (made, left) if self.dropped else (made,)

    def with_members(self, rewritten: Mapping[str, Member]) -> SourceDocument:
        """Return the archive of the files named in `rewritten`, in the old order."""
        kept = (
            replace(part, name=rewritten[part.name].name, data=rewritten[part.name].data)
            for part in self.parts
            if part.name in rewritten
        )
        return replace(self, parts=tuple(kept))

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Pack the files again."""
        if plan.replacements:
            raise UnrewritableContent("an archive has no text of its own to rewrite")
        return write_package(self.parts)

"""A package as a document: the parts that are read, joined to one view, and the rest by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from posixpath import splitext
from typing import Any

from allonym.errors import CorruptDocument, UnsupportedFormat
from allonym.formats.base import load_table
from allonym.formats.joined import Joined, own_blocks
from allonym.formats.mapped import MappedDocument, Piece, Place
from allonym.formats.markup.anchored import anchored
from allonym.formats.markup.document import decode_markup, read_style
from allonym.formats.markup.escapes import escape_text
from allonym.formats.markup.events import Event, xml_events
from allonym.formats.markup.reader import read
from allonym.formats.markup.vocabulary import load_vocabularies
from allonym.formats.office.pictures import EMPTY_PICTURE, clean_picture
from allonym.formats.office.relations import (
    content_types,
    is_external,
    is_orphan,
    lost_links,
    mend_manifest,
    mend_types,
    owner_of,
    uses,
    without_links,
)
from allonym.formats.office.rules import TABLE, Rule, rule_for
from allonym.formats.office.sheets import chart_numbers
from allonym.formats.office.sieve import Scrub, Sieve
from allonym.formats.office.strict import readable
from allonym.formats.office.values import is_own, is_schema
from allonym.formats.office.workbook_names import with_sheet_names
from allonym.formats.package import Part, read_package, write_package
from allonym.formats.standards import is_keyword
from allonym.formats.xml import parse_xml
from allonym.model.mention import Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import Fate, Member, NamesIn, Residue, SourceDocument

_PASSWORD = b"\xd0\xcf\x11\xe0"
_TYPES = "[Content_Types].xml"
_MANIFEST = "META-INF/manifest.xml"
_BOOK = "xl/workbook.xml"
_CONTAINER = "META-INF/container.xml"
# the main part of each kind, what a file without it is, and words of its type, of any program
_MAIN = {
    "docx": ("word/document.xml", "not a Word document", "word"),
    "xlsx": (_BOOK, "not an Excel workbook", "spreadsheet", "excel"),
    "pptx": ("ppt/presentation.xml", "no PowerPoint file", "presentation", "powerpoint"),
}
_READ = ("read", "page", "style", "relations")
# elements that only lose their link when what it leads to is gone; others go as a whole
_STRIPPED = frozenset(
    ("pageSetup", "pivotCacheDefinition", "hyperlink", "blip", "imagedata", "fill", "stroke")
)


@dataclass(frozen=True, slots=True)
class PackageDocument:
    """A package."""

    parts: tuple[Part, ...] = field(repr=False)  # all parts that remain, in order, cleaned
    read: tuple[int, ...]  # where among them the parts are that are read
    joined: Joined = field(repr=False)  # those parts
    members: tuple[Member, ...] = field(repr=False)  # files that are embedded
    residue: tuple[Residue, ...]  # what else there was
    suffix: str = ""  # ending of the written file's name where it differs
    # makes parts that were read say the same twice where they do
    finish: Callable[[bytes], bytes] = field(default=bytes, repr=False)
    # tells whether a line is code of its own that stays, such as that of a page number
    is_code: Callable[[str], bool] = field(default=lambda _: False, repr=False)

    @property
    def view(self) -> TextView:
        """The text of all parts that are read."""
        return self.joined.view

    @property
    def given(self) -> tuple[Mention, ...]:
        """What elements and headings of columns say of the text."""
        return tuple(
            replace(mention, span=mention.span.shift(start))
            for part, start in zip(self.joined.parts, self.joined.starts, strict=True)
            if isinstance(part, MappedDocument)
            for mention in part.given
        )

    def has(self, name: str) -> bool:
        """Tell whether there is a part of this name."""
        return any(part.name == name for part in self.parts)

    def with_members(self, rewritten: Mapping[str, Member]) -> SourceDocument:
        """Return the package with embedded files rewritten; what is not of its kind stays empty."""
        made = {
            name: member.data for name, member in rewritten.items()
            if splitext(member.name)[1] == splitext(name)[1]
        }  # fmt: skip
        parts = (replace(part, data=made.get(part.name, part.data)) for part in self.parts)
        return replace(self, parts=tuple(parts))

    def is_own(self, line: str) -> bool:
        """Tell whether a whole value of the file is a word of the format, not of a writer."""
        is_word = self.has(_CONTAINER) and all(map(is_keyword, line.split()))
        return is_word or is_own(line) or self.is_code(line)

    def fit(self, plan: ReplacementPlan) -> ReplacementPlan:
        """Return a plan by which sheets of a workbook are called what they may be."""
        for number, start in zip(self.read, self.joined.starts, strict=True):
            if self.parts[number].name == _BOOK:
                root = parse_xml(self.parts[number].data, _BOOK).getroot()
                names = [node.get("name", "") for node in root.iterfind("{*}sheets/{*}sheet")]
                return with_sheet_names(plan, self.view, names, start)
        return plan

    def marked(self, plan: ReplacementPlan, mark: str) -> Iterator[tuple[str, Any]]:
        """Yield the names and trees of the parts that are read, with a plan carried out.

        `mark` is an element that stands where each block begins, whose number goes into it.
        """
        number = 0
        for at, part, own in zip(self.read, self.joined.parts, self.joined.deal(plan), strict=True):
            blocks, name = own_blocks(part.view), self.parts[at].name
            if isinstance(part, MappedDocument):
                events = xml_events(part.source)
                made = anchored(part, enumerate(blocks, number), events, mark.format)
                yield name, parse_xml(self.finish(made.rewrite(own)), name, doctype=True).getroot()
            number += len(blocks)

    def with_names(self, names: NamesIn) -> PackageDocument:
        """Return the same; names in small letters leave the labels of its pages."""
        return replace(self, joined=self.joined.with_names(names))

    def without(self, words: Mapping[str, str]) -> PackageDocument:
        """Return the same; numbers in formulas follow those in cells."""
        parts = (
            replace(part, gone=words, bounded=True) if isinstance(part, MappedDocument) else part
            for part in self.joined.parts
        )
        return replace(self, joined=replace(self.joined, parts=tuple(parts)))

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return the package with the plan carried out and everything else as the rules say."""
        written = dict(zip(self.read, self.joined.rewrite_parts(plan), strict=True))
        parts = (
            replace(part, data=self.finish(written[number])) if number in written else part
            for number, part in enumerate(self.parts)
        )
        return write_package(parts)


Prepare = Callable[[tuple[Part, ...], Sieve], tuple[Part, ...]]
Special = Callable[[Sequence[Event], str], Mapping[int, Piece]]


def open_package(
    data: bytes,
    kind: str,
    *,
    prepare: Prepare,
    special: Special | None = None,
    scrub: Scrub | None = None,
    finish: Callable[[bytes], bytes] = bytes,
) -> PackageDocument:
    """Open a package by the rules of its kind.

    `prepare` changes the parts before they are read, `scrub` cleans their trees.  `special` returns
    pieces that stand for stretches of a part's text, by where those begin.  `finish` makes parts
    that are written say the same twice where they do.

    Raises:
        CorruptDocument: If it is damaged, encrypted, or a part cannot be trusted.
    """
    if data.startswith(_PASSWORD):
        raise CorruptDocument("the file has a password or is of an old format; save it anew")
    sieve = Sieve()
    parts = prepare(tuple(map(readable, read_package(data))), sieve)
    rules = {part.name: rule_for(part.name, kind) for part in parts}
    names = {name for name, rule in rules.items() if rule.do != "remove"}
    names -= {name for name in names if is_orphan(name, names)}
    kept = [part for part in parts if part.name in names]
    _check(names, parts, kind)
    table = load_table(TABLE)[kind]
    folded = {name.casefold() for name in names}
    gone = {
        owner_of(part.name): lost_links(part, folded, table.get("outside"))
        for part in kept if rules[part.name].do == "relations"
    }  # fmt: skip
    sieve.found["links to what is gone"] += sum(map(len, gone.values()))
    types = table.get("types", {})
    cleaned = _typed(
        [_clean(part, rules[part.name], gone, sieve, scrub) for part in kept], names, types
    )
    read_parts: list[int] = []
    documents: list[MappedDocument] = []
    for number, part in enumerate(cleaned):
        if rules[part.name].do in _READ:
            read_parts.append(number)
            lost = gone.get(part.name, frozenset())
            documents.append(_read(part, rules[part.name], lost, special))
    members = tuple(Member(p.name, p.data) for p in kept if rules[p.name].do == "member" and p.data)
    residue = tuple(_residue(parts, rules, documents, sieve))
    listed = b"".join(part.data for part in kept if part.name == _TYPES)
    suffix = next((to for old, (_, to) in types.items() if old.encode() in listed), "")
    return PackageDocument(
        tuple(cleaned), tuple(read_parts), Joined.of(documents), members, residue, suffix, finish
    )


def _check(names: set[str], parts: Sequence[Part], kind: str) -> None:
    encrypted = any(part.name == _MANIFEST and b"encryption-data" in part.data for part in parts)
    if encrypted:
        raise CorruptDocument("the file has a password; save it without one")
    if kind in _MAIN:
        main, called, *makers = _MAIN[kind]
        stored = {part.name.casefold(): part.data for part in parts}
        said = content_types(stored)(main).lower()
        if not any(maker in said for maker in makers) or not said.endswith("main+xml"):
            raise CorruptDocument(f"the file is {called}; give it its own ending")
        # what reads workbooks and slides by the names of their parts needs no list of links
        if not {main, *(["_rels/.rels"] if kind == "docx" else ())} <= stored.keys():
            raise CorruptDocument("the main part of the file is missing; save the file anew")
    if not names & {_TYPES, _MANIFEST, _CONTAINER, "content.xml"}:
        raise UnsupportedFormat("the file is a package, but not of the kind its ending says")


def _clean(
    part: Part, rule: Rule, gone: Mapping[str, frozenset[str]], sieve: Sieve, scrub: Scrub | None
) -> Part:
    """Return a part as it is written whatever the plan says."""
    made = part.data
    if rule.do in ("read", "sift"):
        return sieve.sift(part, load_vocabularies()[rule.use], scrub if rule.do == "read" else None)
    if rule.do == "relations":
        part = without_links(part, gone[owner_of(part.name)])
        return sieve.sift(part, load_vocabularies()["relations"])
    if part.name in (_TYPES, _MANIFEST):
        return part  # see `_typed`
    if rule.do == "keep" and not is_schema(part.data.decode("ascii", "replace")):
        made = b""
    elif rule.do == "picture":
        made = clean_picture(part.data) or EMPTY_PICTURE
    elif rule.do == "member":
        made = b""
    elif rule.do == "write":
        made = rule.use.encode("utf-8")
    return replace(part, data=made)


def _typed(
    parts: Iterable[Part], names: set[str], types: Mapping[str, Sequence[str]]
) -> list[Part]:
    """Return the parts with lists of what there is and of which type that are true of them."""
    listed = list(parts)
    emptied = {part.name for part in listed if part.data == EMPTY_PICTURE}
    mended = {_TYPES: lambda data: mend_types(data, names, types, emptied),
              _MANIFEST: lambda data: mend_manifest(data, names)}  # fmt: skip
    return [
        replace(part, data=mended[part.name](part.data)) if part.name in mended else part
        for part in listed
    ]


def _read(part: Part, rule: Rule, gone: frozenset[str], special: Special | None) -> MappedDocument:
    if rule.do == "style":
        return read_style(*decode_markup(part.data))
    parse_xml(part.data, part.name, doctype=rule.do == "page")
    source, encoding = decode_markup(part.data)
    events = list(xml_events(source))
    if rule.do == "relations":
        events = [event for event in events if is_external(event, source)]
    vocabulary = load_vocabularies()[rule.use or "relations"]

    def removed(event: Event) -> bool:
        return event.name not in _STRIPPED and bool(uses(event, source, gone))

    special = chart_numbers if rule.use == "drawing" else special
    reading = read(source, events, vocabulary, removed=removed if gone else None,
                   special=special(events, source) if special else None)  # fmt: skip
    stripped = [
        (Place(attribute.start - len(attribute.name) - 3, attribute.end + 1), "")
        for event in (events if gone else ())
        if event.name in _STRIPPED
        for attribute in uses(event, source, gone)
    ]
    reading = replace(reading, fixed=(*reading.fixed, *stripped))
    return reading.document(source, encoding, escape_text)


def _residue(
    parts: Iterable[Part],
    rules: Mapping[str, Rule],
    documents: Iterable[MappedDocument],
    sieve: Sieve,
) -> Iterator[Residue]:
    fates: dict[str, Fate] = {"remove": "removed", "write": "replaced", "keep": "kept",
                              "picture": "replaced", "member": "replaced"}  # fmt: skip
    counts: Counter[tuple[str, Fate]] = Counter()
    for part in parts:
        rule = rules[part.name]
        if rule.do in fates and rule.place:
            counts[rule.place, fates[rule.do]] += 1
        if rule.do == "picture":
            counts["pictures: what they show", "kept"] += 1
    fixed = sum(len(document.fixed) for document in documents)
    counts["authors, dates and other marks of making", "removed"] += fixed
    counts.update({(place, "removed"): count for place, count in sieve.found.items()})
    counts.update({(place, "replaced"): count for place, count in sieve.replaced.items()})
    for (place, fate), count in (+counts).items():
        yield Residue(place, count, fate)

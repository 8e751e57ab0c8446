"""Books (EPUB): what is left out before they are read, and what may stay between their texts.

Pages, contents and style sheets call one another's places by names that their maker gave, often
after title, author or somebody in the text.  All but those of the standards get a number, the same
in the whole book; what leads to no part of the book leads nowhere.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from urllib.parse import unquote

from lxml import etree

from allonym.errors import CorruptDocument
from allonym.formats.mapped import Part as Edit
from allonym.formats.markup.addresses import ADDRESSES, NOWHERE
from allonym.formats.markup.events import Event, xml_events
from allonym.formats.office.renamed import new_names
from allonym.formats.office.rules import rule_for
from allonym.formats.office.values import holds_number, is_font, is_schema, is_technical
from allonym.formats.package import Part
from allonym.formats.references import unescape
from allonym.formats.standards import is_standard, language_tag
from allonym.formats.xml import parse_xml, remove, to_bytes
from allonym.model.span import spliced

_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = (".xhtml", ".html", ".htm", ".opf", ".ncx")
_OF_PACKAGE = "META-INF/"


def prepare_book(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts of a book with a list of contents that names only what is kept.

    Parts are called something that says nothing: programs name them by title and author; so are
    entries, identities and classes (`allonym.formats.office.books`).

    Raises:
        CorruptDocument: If pages of it are encrypted.
    """
    if any(p.name == _ENCRYPTION and _is_locked(p) for p in parts):
        raise CorruptDocument("the book is protected against copying; its pages cannot be read")
    kept = {part.name for part in parts if rule_for(part.name, "epub").do != "remove"}
    new = new_names(
        [p.name for p in parts if p.name in kept and not p.name.startswith(_OF_PACKAGE)], "folder{}"
    )
    mended = (_mended(p, kept) if p.name.endswith((".opf", ".ncx")) else p for p in parts)
    book = Book.of(parts, {name: new.get(name, name) for name in kept})
    return tuple(book.sifted(part) for part in mended)


def _is_locked(part: Part) -> bool:
    tree = parse_xml(part.data, part.name)
    targets = (node.get("URI", "") for node in tree.getroot().iter("{*}CipherReference"))
    return any(unquote(target).lower().endswith(_PAGES) for target in targets)


def _mended(part: Part, kept: set[str]) -> Part:
    """Take what is left out of the list of contents, and what only programs read or wrote."""
    tree = parse_xml(part.data, part.name, doctype=True)
    root = tree.getroot()
    folder = posixpath.dirname(part.name)
    gone: set[str] = set()
    for item in list(root.iter("{*}item")):
        target = item.get("href", "")
        path = posixpath.normpath(posixpath.join(folder, unquote(target)))
        if ":" not in target and path not in kept:
            gone.add(item.get("id", ""))
            remove(item)
    remarks = list(root.iter(etree.Comment, etree.ProcessingInstruction))
    settings = [node for node in root.iter("{*}meta") if ":" in node.get("name", "")]
    for node in (*remarks, *settings):
        remove(node)
    for node in list(root.iter("{*}itemref", "{*}item")):
        if node.get("idref") in gone:
            remove(node)
        elif node.get("fallback") in gone:
            del node.attrib["fallback"]
    return replace(part, data=to_bytes(tree))


_MARKUP = (".xhtml", ".html", ".htm", ".opf", ".ncx", ".xml", ".smil")
_READ = (*_MARKUP, ".css")
_LEADING = ADDRESSES | {"full-path", "textref", "refines", "usemap"}
# attributes that hold names of places and kinds
_LABELS = frozenset(
    ("id", "xml:id", "class", "name", "for", "headers", "list", "form", "itemref", "epub:type",
     "role", "rel", "rev", "property", "properties", "idref", "fallback", "toc", "media-overlay",
     "unique-identifier", "media-type", "handler", "param@name", "pageTarget@value", "scheme",
     "authority", "term", "event", "page-map", "trigger@ref", "observer", "ph", "alphabet",
     "required-namespace",
     "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details",
     "aria-flowto", "aria-activedescendant")
)  # fmt: skip
_ABSOLUTE = re.compile(r"\s*(?:[a-z][a-z\d+.-]*:|//)", re.I)
_SCHEMA = re.compile(r"https?://(?:www\.)?(?:idpf|daisy|w3|purl)\.org/[\w/.#-]*")
_KNOWN_IDENTITY = re.compile(r"(?:urn:)?(?:isbn|doi):[\dX./ -]+", re.I)
# a number that no other book has (RFC 9562): whoever has the book finds it by that
_OF_CHANCE = re.compile(r"[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}", re.I)
_OURS = re.compile(r"(?:x-|urn:)?id(\d{1,5})")
_NUMBER = re.compile(rb"(?<!\w)id(\d{1,4})(?!\d)")
_LONG_NUMBER = re.compile(r"\d{4}")
_STYLE = re.compile(
    r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'|\{(?P<block>[^{}]*)\}|(?P<import>@import[^;{}]*)"
    r"|url\([^()]*\)|[.#](?P<label>-?[^\W\d][\w-]*)", re.S
)  # fmt: skip
_VALUE = re.compile(
    r"(?:url\(|@import(?=\s*[\"']))\s*(?:\"(?P<double>[^\"\n]+)\"|'(?P<single>[^'\n]+)'"
    r"|(?P<bare>[^\s\"'()]+))"
    r"|(?:local\(\s*|font\s*:[^;{}\"']*)[\"'](?P<font>[^\"'\n]+)|font-family\s*:(?P<fonts>[^;{}]*)",
    re.I,
)
_FONT = re.compile(r"[^\s,\"'!][^,\"'!]*")
_TAG = re.compile(r"</?(?P<name>[^\s/>]+)")


@dataclass(frozen=True, slots=True)
class Book:
    """A book whose parts are sifted one after another."""

    parts: Mapping[str, str]  # how each part that is kept is called from now on
    numbered: int  # the greatest number that a program gave a name like ours
    _names: dict[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, parts: Iterable[Part], new: Mapping[str, str]) -> Book:
        """Return a book of which no part is sifted yet."""
        read = (p.data for p in parts if p.name.lower().endswith(_READ))
        return cls(
            new, max((int(n[1]) for data in read for n in _NUMBER.finditer(data)), default=0)
        )

    def sifted(self, part: Part) -> Part:
        """Return a part under its new name, and all names in it as they may be."""
        name = self.parts.get(part.name, part.name)
        kind = part.name.lower()
        if part.name not in self.parts or not kind.endswith(_READ):
            return Part(name, part.data, part.stored)
        # The addresses of the package's own parts are counted from its root.
        inside = not part.name.startswith(_OF_PACKAGE)
        ways = tuple(posixpath.dirname(n) if inside else "" for n in (part.name, name))
        source = part.data.decode("utf-8", "surrogateescape")
        sift = _Sifting(self, ways[0], ways[1])
        made = sift.style(source) if kind.endswith(".css") else sift.markup(source)
        return Part(name, made.encode("utf-8", "surrogateescape"), part.stored)

    def label(self, name: str, lead: str = "") -> str:
        """Return a name as it may stay, or the one that stands for it in the whole book."""
        said = unescape(name)
        if said not in self._names:
            known = is_technical(said) or is_standard(said) or not said.strip()
            said_long = _LONG_NUMBER.search(said) or holds_number(said)
            known = known and not (said_long or _OF_CHANCE.search(said))
            if known or _OURS.fullmatch(said):
                return name
            self._names[said] = f"{lead}id{self.numbered + len(self._names) + 1}"
        return self._names[said]


@dataclass(frozen=True, slots=True)
class _Sifting:
    """Sifts one part, whose addresses are counted from a folder, and from another when written."""

    book: Book
    folder: str
    moved: str

    def markup(self, source: str) -> str:
        """Return a page or a part of the package."""
        return spliced(source, self._changes(source))

    def style(self, source: str) -> str:
        """Return a style sheet."""

        def anew(match: re.Match[str]) -> str:
            if match["label"]:
                return match[0][0] + self.book.label(match["label"])
            return self._values(match[0]) if match["block"] or match["import"] else match[0]

        return _STYLE.sub(anew, source)

    def _changes(self, source: str) -> Iterator[Edit]:
        inside = ""
        for event in xml_events(source):
            whole = event.start, event.end
            if event.kind in ("open", "close"):
                inside = event.name if event.kind == "open" and not event.empty else ""
                if "-" in event.name and not is_standard(event.name):
                    tag = _TAG.match(source, event.start)
                    if tag:
                        yield *tag.span("name"), self.book.label(event.name, "x-")
                around = event.values(source)
                for attribute in event.attributes:
                    value = source[attribute.start : attribute.end]
                    new = self._value(event, attribute.name, value, around)
                    if new != value:
                        yield attribute.start, attribute.end, new
            elif inside == "style":
                yield *whole, _as_said(source[event.start : event.end], self.style)
            elif inside in ("language", "identifier") and event.kind == "text":
                yield *whole, self._stated(inside, source[event.start : event.end].strip())

    def _stated(self, name: str, said: str) -> str:
        """Return what an element of the package says that is read nowhere."""
        if name == "language":
            return language_tag(said)
        return said if _KNOWN_IDENTITY.fullmatch(said) else self.book.label(said, "urn:")

    def _value(self, event: Event, name: str, value: str, around: Mapping[str, str]) -> str:
        local = name.rpartition(":")[2]
        cover = around.get("name") == "cover" and local == "content"
        if name.startswith("xmlns"):
            known = is_schema(value) or _SCHEMA.fullmatch(value)
            return value if known else self.book.label(value, "urn:")
        if local in _LEADING:
            return self._address(value)
        if local == "style" or value.startswith("url("):
            return _as_said(value, self._values)
        if local in ("download", "prefix"):
            return ""  # what a prefix of one's own stands before has a number
        if cover or not _LABELS.isdisjoint((name, local, f"{event.name}@{local}")):
            is_one = local in ("id", "name") or holds_number(value)
            words = [value] if is_one else value.split()
            return " ".join(map(self.book.label, words))
        return value

    def _values(self, source: str) -> str:
        """Return declarations of a style with addresses and fonts as they may be."""

        def anew(match: re.Match[str]) -> str:
            group = match.lastgroup or ""
            value = match[group]
            made = (
                _FONT.sub(self._font, value) if group.startswith("font") else self._address(value)
            )
            start = match.start(group) - match.start()
            return match[0][:start] + made + match[0][start + len(value) :]

        return _VALUE.sub(anew, source)

    def _font(self, match: re.Match[str]) -> str:
        font = match[0].strip()
        return match[0] if is_font(font) or is_standard(font) else self.book.label(font)

    def _address(self, address: str) -> str:
        """Return an address inside the book as it is from now on; one to no part leads nowhere."""
        path, mark, place = address.partition("#")
        label = self.book.label(unquote(place))
        target = posixpath.normpath(posixpath.join(self.folder, unquote(unescape(path))))
        if not path:
            return mark + label
        if target in self.book.parts:
            return posixpath.relpath(self.book.parts[target], self.moved or ".") + mark + label
        return address if _ABSOLUTE.match(unescape(address)) else NOWHERE


def _as_said(value: str, change: Callable[[str], str]) -> str:
    """Return a value changed as programs read it, without its references."""
    return escape(change(unescape(value))) if "&" in value else change(value)

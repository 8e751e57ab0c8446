"""What may stay in a part of an office file: what is read as text, and what says nothing.

Places where a program keeps words are without number: extension lists, alien namespaces, hints of
forms, names of fonts.  So nothing is looked for here; what is neither read nor known to say nothing
(`allonym.formats.office.values`) is taken out and counted.  What other places refer to by name gets
a name that says nothing, the same everywhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import unquote

from lxml import etree

from allonym.formats.markup.vocabulary import Vocabulary
from allonym.formats.office.values import (
    holds_number,
    is_built_in_style,
    is_count,
    is_font,
    is_format,
    is_of_schemas,
    is_program_name,
    is_schema,
    is_technical,
    load_words,
    names_of,
    says_nothing,
)
from allonym.formats.office.workbook_names import rename_identifiers
from allonym.formats.package import Part
from allonym.formats.xml import parse_xml, remove, to_bytes, unwrap

_REFERENCE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_IGNORABLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_LISTS = ("Ignorable", "Requires", "MustUnderstand", "ProcessContent", "PreserveElements")
_XML = "{http://www.w3.org/XML/1998/namespace}"
_ODF_ESCAPE = re.compile(r"_([0-9a-f]{2,4})_")
_MASTER = re.compile(
    r"(.+)(-(?:title|subtitle|outline\d|notes|background|backgroundobjects))|(.+)(~LT~.+)"
)

# a word or a long number in a number format that is not read; shorter words are currencies
_QUOTED = re.compile(r'"[^"]*(?:[^\W\d_]{4}|\d(?:[ ./-]?\d){6})[^"]*"')
_HEADER_FONT = re.compile(r'&"([^"]*)"')
# which names of a kind may stay; of all others those that programs give
_TESTS: Mapping[str, Callable[[str], bool]] = {
    "Font": is_font,
    "Style": lambda name: (
        is_built_in_style(name) or all(says_nothing(part, "name") for part in name.split("."))
    ),
    "Format": is_format,
    "Code": lambda code: is_format(code) and not _QUOTED.search(code),
    "Name": lambda name: is_program_name(name) or (name[:6] == "_xlnm." and is_technical(name)),
    "Object": lambda name: says_nothing(name, "name"),
    "Theme": lambda name: is_built_in_style(name) or is_program_name(name),
    "Id": is_technical,
    "Count": is_count,
}


Scrub = Callable[[str, Any], None]
"""Cleans the tree of a part, which it gets with its name."""


@dataclass(slots=True)
class Sieve:
    """What is known of all parts of a package while they are sifted one after another."""

    found: Counter[str] = field(default_factory=Counter)  # counts what was taken out, by place
    # counts what was given a name that says nothing, by place
    replaced: Counter[str] = field(default_factory=Counter)
    _names: dict[tuple[str, str], str] = field(default_factory=dict, repr=False)
    _counts: Counter[str] = field(default_factory=Counter, repr=False)
    # kept here and no longer: names of elements and namespaces may be somebody's
    _knows: Callable[[str], bool] = field(default_factory=lambda: cache(is_schema), repr=False)
    _is_of_schemas: Callable[[str], bool] = field(
        default_factory=lambda: cache(is_of_schemas), repr=False
    )

    def sift(self, part: Part, words: Vocabulary, scrub: Scrub | None = None) -> Part:
        """Return a part without what is neither read nor known to say nothing.

        Args:
            part: XML.
            words: What is read of it.
            scrub: Takes out of its tree what only its format knows.
        """
        tree = parse_xml(part.data, part.name)
        root = self._with_prefixes(tree.getroot())
        listed = _listed(root)
        etree.cleanup_namespaces(root, keep_ns_prefixes=listed)  # by itself no reason to write anew
        before = to_bytes(tree)
        for node in list(root.iter(etree.Comment, etree.ProcessingInstruction)):
            self._drop(node, "comments in the source")
        if scrub:
            scrub(part.name, root)
        self.sift_tree(root, words)
        etree.cleanup_namespaces(root, keep_ns_prefixes=listed)
        made = to_bytes(root)
        return part if made == before else Part(part.name, made, part.stored)

    def sift_tree(self, root: Any, words: Vocabulary) -> None:
        """Sift a tree without comments where it stands."""
        self._take(root, words)
        stays: set[tuple[str, str, str]] = set()  # styles say the same thousands of times
        for node in root.iter(etree.Element):
            local = etree.QName(node).localname
            for name, value in list(node.attrib.items()):
                key = local, name, value
                if key not in stays and self._attribute(node, local, name, value, words):
                    stays.add(key)
            self._text(node, local, words)
            self._tail(node, words)
        self._formulas(root, words)
        self._links(root)

    # --- elements ---

    def _with_prefixes(self, root: Any) -> Any:
        """Return a tree in which no prefix is called, or stands for, what no schema has."""
        declared = {name for _, name in etree.iterwalk(root, events=("start-ns",)) if name[1]}
        if all(is_of_schemas(prefix) and self._knows(space) for prefix, space in declared):
            return root
        spaces: dict[Any, str] = {}
        for number, (prefix, space) in enumerate(sorted(declared)):
            stays = is_of_schemas(prefix) and self._knows(space) and (prefix or None) not in spaces
            spaces[(prefix or None) if stays else f"n{number}"] = space
        made = etree.Element(root.tag, root.attrib, nsmap=spaces)
        made.text = root.text
        made.extend(list(root))
        return made

    def _take(self, root: Any, words: Vocabulary) -> None:
        """Take out extensions, and what no program of ours knows."""
        for node in list(root.iter(etree.Element)):
            name = etree.QName(node)
            if name.localname in words.extensions:
                self._drop(node, "extension lists")
            elif name.localname in words.unwrap:
                self.found["fields and tags whose data are gone"] += 1
                unwrap(node)
            elif name.namespace and not self._knows(name.namespace):
                self._drop(node, "elements of other programs")
            elif not self._is_of_schemas(name.localname):
                self.replaced[_UNKNOWN] += 1
                node.tag = etree.QName(name.namespace, "x")

    def _drop(self, node: Any, place: str) -> None:
        if node.getparent() is not None:
            self.found[place] += 1
            remove(node)

    def _text(self, node: Any, local: str, words: Vocabulary) -> None:
        text = node.text
        if text and local.endswith(("Header", "Footer")):
            node.text = _HEADER_FONT.sub(self._header_font, text)
        if not text or not text.strip() or not words.only or local in words.only:
            return
        kind = words.names.get(local)
        if kind:
            self._rename_text(node, kind, text)
        elif local not in words.texts and not says_nothing(text, f"<{local}>"):
            node.text = None
            self.found["texts that only programs read"] += 1

    def _tail(self, node: Any, words: Vocabulary) -> None:
        """Take out text behind an element where its parent holds none that is read."""
        parent, tail = node.getparent(), node.tail
        if parent is None or not words.only or not tail or not tail.strip():
            return
        if etree.QName(parent).localname not in words.only and not says_nothing(tail):
            node.tail = None
            self.found["texts that only programs read"] += 1

    def _header_font(self, match: re.Match[str]) -> str:
        """Return the font that a header of a sheet asks for; an unknown one becomes the usual."""
        font, _, style = match[1].partition(",")
        known = is_font(font) and (is_built_in_style(style) or style in load_words().named)
        if not known:
            self.replaced[_PLACES["Font"]] += 1
        return match[0] if known else '&"-,Regular"'

    def _rename_text(self, node: Any, kind: str, text: str) -> None:
        new = self._name(kind, text)
        if new != text:
            node.text = new
            self.replaced[_PLACES[kind]] += 1

    # --- attributes ---

    def _attribute(self, node: Any, local: str, name: str, value: str, words: Vocabulary) -> bool:
        """Sift an attribute; tell whether it stays as it is wherever it stands in the part."""
        space, attribute = name[1:].split("}") if name[0] == "{" else ("", name)
        if space and not self._knows(space):
            del node.attrib[name]
            self.found["values of other programs"] += 1
        elif not self._is_of_schemas(attribute):
            del node.attrib[name]
            self.found[_UNKNOWN] += 1
        elif name.startswith(_IGNORABLE) or attribute in _LISTS:
            self._list(node, name, value)
        elif kind := "Id" if space == _REFERENCE else names_of(words.names, local, attribute):
            new = self._name(kind, value)
            if new == value:
                return True
            node.set(name, new)
            self.replaced[_PLACES[kind]] += 1
        elif (
            (name.startswith(_XML) and attribute in ("space", "lang") and says_nothing(value))
            or (words.reads(local, attribute) and not _half_read(node, name, value, words))
            or words.value(local, attribute) is not None
            or not words.settled.isdisjoint((attribute, f"{local}@{attribute}"))
        ):
            return True
        elif not words.drop.isdisjoint((attribute, place := f"{local}@{attribute}")):
            del node.attrib[name]
            self.found["marks of editing"] += 1
        elif not says_nothing(value, attribute, place):
            node.attrib.pop(name, None)
            if attribute == "values":  # LibreOffice opens no steps without what they lead to
                node.attrib.pop(name.replace("values", "keyTimes"), None)
            self.found["values that only programs read"] += 1
        else:
            return True
        return False

    def _list(self, node: Any, name: str, value: str) -> None:
        """Leave of a list of prefixes those that are known."""
        spaces = node.nsmap
        known = [p for p in value.split() if is_of_schemas(p) and self._knows(spaces.get(p) or "-")]
        if known != value.split():
            node.set(name, " ".join(known))
            self.found["values of other programs"] += 1

    # --- names ---

    def _name(self, kind: str, value: str) -> str:
        """Return a name as it may stay, or the one that stands for it everywhere."""
        if kind == "Objects":
            return ",".join(self._name("Object", name) for name in value.split(","))
        shown = _ODF_ESCAPE.sub(lambda e: chr(int(e[1], 16)), value)
        is_code = kind in ("Format", "Code")
        is_known = _TESTS.get(kind, is_program_name)(shown) or not shown.strip()
        if is_known and (is_code or kind == "Count" or not holds_number(shown)):
            return value
        if is_code:
            return "General"
        head = _MASTER.fullmatch(shown) if kind == "Style" else None
        if head and is_built_in_style((head[2] or head[4]).strip("~-").replace("LT~", "")):
            shown, tail = head[1] or head[3], head[2] or head[4]
            if is_built_in_style(shown) or is_program_name(shown):
                return value
            escaped = re.sub(r"[^\w-]", lambda c: f"_{ord(c[0]):x}_", tail)
            return self._numbered(kind, shown) + escaped
        return self._numbered(kind, shown)

    def _numbered(self, kind: str, shown: str) -> str:
        if (kind, shown) not in self._names:
            self._counts[kind] += 1
            head = {"Font": "Font ", "Count": ""}.get(kind, kind)
            number = self._counts[kind] + _BEFORE.get(kind, 0)
            self._names[kind, shown] = f"{head}{number}"
        return self._names[kind, shown]

    def _formulas(self, root: Any, words: Vocabulary) -> None:
        """Rename what formulas call by names of a writer's own."""

        def new(name: str) -> str:
            return self._name("Name", name)

        for node, attribute, text in _formulas(root, words):
            made = rename_identifiers(text, new, odf=words.brackets)
            if made != text:
                self.replaced[_PLACES["Name"]] += 1
                if attribute:
                    node.set(attribute, made)
                else:
                    node.text = made

    def _links(self, root: Any) -> None:
        """Let links inside the file lead to what got a new name, and only to that."""
        for node in root.iter("{*}a"):
            link = node.get(_LINK, "")
            name, bar, kind = unquote(link[1:]).partition("|")
            for new in (self._names.get((kind, name)) for kind in ("Object", "Name")):
                if new and link[0] == "#":
                    node.set(_LINK, f"#{new}{bar}{kind}")


# numbers that programs may have given: Word calls somebody's first style *Style1*
_BEFORE = {"Style": 1000, "Count": 90_000_000}
_LINK = "{http://www.w3.org/1999/xlink}href"
_UNKNOWN = "elements and attributes that no schema has"
_PLACES = {
    "Font": "names of fonts", "Style": "names of styles", "Format": "number formats",
    "Code": "number formats", "Name": "names of ranges and tables", "Theme": "names of themes",
    "Object": "names of objects", "Objects": "names of objects", "Id": "names of links",
    "Count": "identities",
}  # fmt: skip


def _listed(root: Any) -> list[str]:
    """Return the prefixes that values name; their declarations must stay.

    Those of formulas, events and types of OpenDocument do so in front of a colon.
    """
    return sorted(
        {"of", "ooow", "oooc", "ooo", "dom", "xsd"}
        | {
            prefix
            for node in root.iter(etree.Element)
            for name, value in node.attrib.items()
            if name.startswith(_IGNORABLE) or name in _LISTS
            for prefix in value.split()
        }
    )


def _half_read(node: Any, name: str, value: str, words: Vocabulary) -> bool:
    """Tell whether an attribute is read in part only, and what is left of it may say something."""
    attribute = etree.QName(name)
    local, element = attribute.localname, etree.QName(node).localname
    if not words.formulas.isdisjoint((local, f"{element}@{local}")):
        return False
    prefix = next((p for p, space in node.nsmap.items() if p and space == attribute.namespace), "")
    keys = f"{element}@{local}", f"{prefix}:{local}", local
    pattern = next((words.parts[key] for key in keys if key in words.parts), "")
    return bool(pattern) and not says_nothing(re.sub(pattern, " ", value), local)


def _formulas(root: Any, words: Vocabulary) -> Iterator[tuple[Any, str, str]]:
    for node in root.iter(etree.Element) if words.formulas else ():
        element = etree.QName(node).localname
        if node.text and element in words.formulas:
            yield node, "", node.text
        for name, value in node.attrib.items():
            local = etree.QName(name).localname
            if not words.formulas.isdisjoint((local, f"{element}@{local}")):
                yield node, name, value

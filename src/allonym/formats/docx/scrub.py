"""Cleaning the parts of a Word file of what is not their text: marks, names, links, settings."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from allonym.formats.base import load_table
from allonym.formats.docx import names as n
from allonym.formats.docx.fields import clean_fields, new_bookmark
from allonym.formats.docx.names import VALUE, w
from allonym.formats.docx.tracked import accept_changes, accept_cuts, anonymise_authors
from allonym.formats.office.sieve import Sieve
from allonym.formats.xml import parse_xml, remove, to_bytes
from allonym.profile import Documents

_RULES = "docx/rules.toml"
_REFERENCES = {
    "comments": ("commentRangeStart", "commentRangeEnd", "commentReference"),
    "footnotes": ("footnoteReference",),
    "endnotes": ("endnoteReference",),
}


@dataclass(slots=True)
class Scrubber:
    """What is known of all parts while they are cleaned one after another."""

    settings: Documents  # what becomes of tracked changes and comments
    _sieve: Sieve = field(default_factory=Sieve, repr=False)
    _missing: tuple[str, ...] = ()
    _authors: dict[str, str] = field(default_factory=dict, repr=False)
    _bookmarks: dict[str, str] = field(default_factory=dict, repr=False)
    _labels: dict[str, str] = field(default_factory=dict, repr=False)

    def begin(self, names: Iterable[str], sieve: Sieve) -> None:
        """Go on with a document whose parts have these names; what is found `sieve` counts."""
        listed = list(names)
        self._sieve = sieve
        self._missing = tuple(
            kind for kind in _REFERENCES if not fnmatch.filter(listed, f"word/{kind}*.xml")
        )

    def clean(self, name: str, root: Any) -> None:
        """Clean the tree of a part."""
        found, replaced = self._sieve.found, self._sieve.replaced
        self._take_elements(root)
        if self.settings.tracked == "accept":
            accept_changes(root, found)
        else:
            accept_cuts(root, found)
        anonymise_authors(root, self._authors, replaced)
        for gone in self._missing:
            _remove_references(root, gone, found)
        replaced["names of bookmarks"] += _rename_bookmarks(root, self._bookmarks)
        clean_fields(root, self._bookmarks, self._labels, replaced)
        _clean_controls(root, found)
        _choose_branches(root, found)
        _spell(root)
        _keep_spaces(root)
        if fnmatch.fnmatchcase(name, "word/settings*.xml"):
            _clean_settings(root, found)
        elif name.startswith("word/glossary/"):
            _clean_glossary(root, found)

    def _take_elements(self, root: Any) -> None:
        for place, tags in load_table(_RULES)["removed"].items():
            for node in list(root.iter(*(f"{{*}}{tag}" for tag in tags.split()))):
                remove(node)
                self._sieve.found[place] += 1


def _rename_bookmarks(root: Any, bookmarks: dict[str, str]) -> int:
    """Number bookmarks and let links lead to them; return how many there are."""
    nodes = list(root.iter(w("bookmarkStart")))
    for node in nodes:
        name = node.get(w("name"), "")
        if name == "_GoBack":
            remove(node)
        else:
            node.set(w("name"), new_bookmark(name, bookmarks))
    for node in root.iter(n.HYPERLINK):
        if node.get(w("anchor")):
            node.set(w("anchor"), new_bookmark(node.get(w("anchor")), bookmarks))
    return len(nodes)


def _remove_references(root: Any, kind: str, found: Counter[str]) -> None:
    """Remove what refers to notes or comments that are not in the file."""
    for node in list(root.iter(*map(w, _REFERENCES[kind]))):
        found[f"references to {kind}"] += 1
        remove(node)


def _clean_controls(root: Any, found: Counter[str]) -> None:
    """Leave of content controls what they look like, not what they are tied to."""
    kept = load_table(_RULES)["controls"].split()
    for control in root.iter(w("sdtPr")):
        for node in list(control):
            local = node.tag.rpartition("}")[2]
            if local not in kept:
                found["content controls: names, bindings and placeholders"] += 1
                remove(node)
            elif local in ("comboBox", "dropDownList", "date"):
                node.attrib.clear()
                for child in node.findall(w("listItem")):
                    found["content controls: entries of lists"] += 1
                    remove(child)
            elif local == "docPartObj":
                _clean_gallery(node)


def _clean_gallery(node: Any) -> None:
    for child in list(node):
        known = child.get(VALUE) in load_table(_RULES)["galleries"]
        if child.tag != w("docPartUnique") and not known:
            remove(child)


def _choose_branches(root: Any, found: Counter[str]) -> None:
    """Keep of two drawings of the same thing both, if they say the same, else the newer one.

    The text boxes of the older one are emptied, so that they are read once; see `say_twice`.
    """
    for node in list(root.iter(n.ALTERNATE)):
        choices, fallback = node.findall(n.CHOICE), node.find(n.FALLBACK)
        for other in choices[1:]:
            remove(other)
        if fallback is None or not choices:
            continue
        pairs = _boxes(choices[0], fallback)
        same = pairs and all(_spelled(newer) == _spelled(older) for newer, older in pairs)
        for _, older in pairs if same else ():
            del older[:]
        inside = next(node.iterancestors(n.ALTERNATE), None) is not None
        if inside or fallback.find(f".//{{{n.VML_NS}}}textpath") is not None or _spelled(fallback):
            found["second drawings for older programs"] += 1
            remove(fallback)
            continue
        for shape in fallback.iter():
            for attribute in ("alt", "title", "descr", "tooltip"):
                shape.attrib.pop(attribute, None)


def say_twice(data: bytes) -> bytes:
    """Return a part of which older drawings say again what the newer ones do."""
    if b"Fallback" not in data:
        return data
    root = parse_xml(data, "word/document.xml").getroot()
    for node in root.iter(n.ALTERNATE):
        choice, fallback = node.find(n.CHOICE), node.find(n.FALLBACK)
        for newer, older in _boxes(choice, fallback) if None not in (choice, fallback) else ():
            older[:] = deepcopy(list(newer))
    return to_bytes(root)


def _boxes(choice: Any, fallback: Any) -> list[tuple[Any, Any]]:
    """Return the text boxes of two drawings in pairs; none where they have not the same number."""
    newer, older = (list(drawing.iter(n.TEXT_BOX)) for drawing in (choice, fallback))
    return list(zip(newer, older, strict=True)) if len(newer) == len(older) else []


def _spelled(node: Any) -> str:
    return "".join(text.text or "" for text in node.iter("{*}t", n.DELETED_TEXT)).strip()


def _spell(root: Any) -> None:
    """Let symbols in fonts of letters be the letters they show (ECMA-376 part 1, 17.3.3.30)."""
    for node in root.iter(w("sym")):
        code = re.fullmatch("[Ff]0([0-9A-Fa-f]{2})|([0-9A-Fa-f]{4})", node.get(w("char"), ""))
        letter = chr(int(code[1] or code[2], 16)) if code else ""
        is_known = node.get(w("font")) in load_table(_RULES)["symbols"]
        if letter and letter.isprintable() and not is_known:
            node.tag, node.text = n.TEXT, letter
            node.attrib.clear()


def _keep_spaces(root: Any) -> None:
    """Let texts say that their spaces count, since what takes their place may begin with one."""
    for node in root.iter(n.TEXT, n.DELETED_TEXT):
        if node.text and node.text == node.text.strip():
            node.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")


def _clean_settings(root: Any, found: Counter[str]) -> None:
    kept = frozenset(map(w, load_table(_RULES)["settings"].split()))
    for node in list(root):
        if node.tag not in kept and not node.tag.startswith(f"{{{n.MATH_NS}}}"):
            found["settings: variables, mail merge, template, protection and others"] += 1
            remove(node)


def _clean_glossary(root: Any, found: Counter[str]) -> None:
    for number, properties in enumerate(root.iter(w("docPartPr")), 1):
        for node in list(properties):
            if node.tag == w("name"):
                node.set(VALUE, f"Block {number}")
            elif node.tag not in (w("types"), w("behaviors")):
                found["building blocks: names and descriptions"] += 1
                remove(node)

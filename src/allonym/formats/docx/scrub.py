"""Cleaning the parts of a Word file of what is not their text: marks, names, links, settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.formats.docx import names as n
from allonym.formats.docx.fields import clean_fields
from allonym.formats.docx.names import VALUE, w
from allonym.formats.docx.tracked import accept_changes, anonymise_authors
from allonym.formats.markup.vocabulary import load_vocabularies
from allonym.formats.office.opc import remove, unwrap
from allonym.formats.office.sieve import Sieve
from allonym.formats.tables import load_table
from allonym.profile import Documents

_RULES = "docx/rules.toml"
_UNWRAPPED = (w("smartTag"), w("customXml"))
_REFERENCES = {
    "comments": ("commentRangeStart", "commentRangeEnd", "commentReference"),
    "footnotes": ("footnoteReference",),
    "endnotes": ("endnoteReference",),
}


@dataclass(slots=True)
class Scrubber:
    """What is known of all parts while they are cleaned one after another.

    Attributes:
        settings: What becomes of tracked changes and comments.
        found: Counts what was removed, by place.
        replaced: Counts what was given a name that says nothing, by place.
    """

    settings: Documents
    found: Counter[str] = field(default_factory=Counter)
    replaced: Counter[str] = field(default_factory=Counter)
    _sieve: Sieve = field(default_factory=Sieve, repr=False)
    _missing: tuple[str, ...] = ()
    _authors: dict[str, str] = field(default_factory=dict, repr=False)
    _labels: dict[str, str] = field(default_factory=dict, repr=False)

    def clean(self, parts: Iterable[tuple[str, Any]]) -> None:
        """Clean the trees of all parts, each given with its kind."""
        listed = list(parts)
        kinds = {kind for kind, _ in listed}
        self._missing = tuple(kind for kind in _REFERENCES if kind not in kinds)
        bookmarks = _new_bookmarks(root for _, root in listed)
        self.replaced["names of bookmarks"] += len(bookmarks)
        for kind, root in listed:
            self._clean(kind, root, bookmarks)
            self._sieve.sift_tree(root, load_vocabularies()["docx"])
        self.found.update(self._sieve.found)
        self.replaced.update(self._sieve.replaced)

    def _clean(self, kind: str, root: Any, bookmarks: Mapping[str, str]) -> None:
        self._take_elements(root)
        if self.settings.tracked == "accept":
            accept_changes(root, self.found)
        anonymise_authors(root, self._authors, self.replaced)
        for gone in self._missing:
            _remove_references(root, gone, self.found)
        clean_fields(root, bookmarks, self._labels, self.replaced)
        _rename_bookmarks(root, bookmarks)
        _clean_controls(root, self.found)
        _choose_branches(root, self.found)
        self._name_drawings(root)
        special: dict[str, Callable[[Any, Counter[str]], None]] = {
            "settings": _clean_settings, "chart": _clean_chart, "glossaryDocument": _clean_glossary,
        }  # fmt: skip
        special.get(kind, _nothing)(root, self.found)

    def _take_elements(self, root: Any) -> None:
        for place, tags in load_table(_RULES)["removed"].items():
            for node in list(root.iter(*(f"{{*}}{tag}" for tag in tags.split()))):
                remove(node)
                self.found[place] += 1
        for node in list(root.iter(*_UNWRAPPED)):
            unwrap(node)
            self.found["custom XML"] += 1

    def _name_drawings(self, root: Any) -> None:
        """Give old drawings identities that say nothing, and take out names of their files."""
        number = 0
        for node in root.iter(f"{{{n.VML_NS}}}*"):
            for attribute in list(node.attrib):
                local = attribute.rpartition("}")[2]
                if local in ("href", "src", "target") or attribute == f"{{{n.OFFICE_NS}}}title":
                    del node.attrib[attribute]
                    self.found["names of picture files"] += 1
            if node.get("id") and not node.get("id").startswith("_x0000_"):
                number += 1
                node.set("id", f"_x0000_o{number}")


def _nothing(root: Any, found: Counter[str]) -> None:
    """Leave a part as it is."""


def part_words(kind: str) -> str:
    """Return what reports call a part that is left out, by the kind of its relation."""
    parts = load_table(_RULES)["parts"].items()
    return next((words for words, kinds in parts if kind in kinds.split()), "parts of other kinds")


def lost_relation(node: Any, attribute: str) -> None:
    """Take away what refers to something that is no longer in the file."""
    local = node.tag.rpartition("}")[2]
    if node.tag == n.HYPERLINK:
        if node.get(w("anchor")):
            del node.attrib[attribute]
        else:
            unwrap(node)
    elif local in ("blip", "imagedata", "fill", "stroke"):
        del node.attrib[attribute]
    else:
        remove(node)


def _new_bookmarks(roots: Iterable[Any]) -> dict[str, str]:
    made: dict[str, str] = {}
    for root in roots:
        for node in root.iter(w("bookmarkStart")):
            name = node.get(w("name"), "")
            if name != "_GoBack" and name not in made:
                hidden = "_" if name.startswith("_") else ""
                made[name] = f"{hidden}b{len(made) + 1}"
    return made


def _rename_bookmarks(root: Any, bookmarks: Mapping[str, str]) -> None:
    for node in list(root.iter(w("bookmarkStart"))):
        name = node.get(w("name"), "")
        if name in bookmarks:
            node.set(w("name"), bookmarks[name])
        else:
            remove(node)
    for node in list(root.iter(n.HYPERLINK)):
        anchor = node.get(w("anchor"))
        if anchor is None:
            continue
        if anchor in bookmarks:
            node.set(w("anchor"), bookmarks[anchor])
        elif any(name.endswith("}id") for name in node.attrib):
            del node.attrib[w("anchor")]
        else:
            unwrap(node)


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
    """Keep of two drawings of the same thing both, if they say the same, else the newer one."""
    for node in list(root.iter(n.ALTERNATE)):
        choices, fallback = node.findall(n.CHOICE), node.find(n.FALLBACK)
        for other in choices[1:]:
            remove(other)
        if fallback is None or not choices:
            continue
        inside = next(node.iterancestors(n.ALTERNATE), None) is not None
        if inside or not _says_the_same(choices[0], fallback):
            found["second drawings for older programs"] += 1
            remove(fallback)
            continue
        for shape in fallback.iter():
            for attribute in ("alt", "title", "descr", "tooltip"):
                shape.attrib.pop(attribute, None)


def _says_the_same(choice: Any, fallback: Any) -> bool:
    art = fallback.find(f".//{{{n.VML_NS}}}textpath")
    return art is None and _spelled(choice) == _spelled(fallback)


def _spelled(node: Any) -> list[tuple[str, str]]:
    return [(found.tag, found.text or "") for found in n.characters(node)]


def _clean_settings(root: Any, found: Counter[str]) -> None:
    kept = frozenset(map(w, load_table(_RULES)["settings"].split()))
    for node in list(root):
        if node.tag not in kept and not node.tag.startswith(f"{{{n.MATH_NS}}}"):
            found["settings: variables, mail merge, template, protection and others"] += 1
            remove(node)


def _clean_chart(root: Any, found: Counter[str]) -> None:
    """Name the sheet of a chart's workbook ``Sheet1``."""
    found["chart settings"] += 1
    for node in root.iter(f"{{{n.CHART_NS}}}f"):
        sheet, mark, cells = (node.text or "").rpartition("!")
        fits = all((c.isalnum() and c.isascii()) or c in "$:" for c in cells) and len(cells) < 24
        node.text = f"Sheet1!{cells}" if mark and sheet and fits else "Sheet1!$A$1"


def _clean_glossary(root: Any, found: Counter[str]) -> None:
    for number, properties in enumerate(root.iter(w("docPartPr")), 1):
        for node in list(properties):
            if node.tag == w("name"):
                node.set(VALUE, f"Block {number}")
            elif node.tag not in (w("types"), w("behaviors")):
                found["building blocks: names and descriptions"] += 1
                remove(node)

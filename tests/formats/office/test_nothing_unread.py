"""What is not read is not written: a word of its own in every place of real files, one law for all.

Each kind of attribute and of element in a file gets a word that stands nowhere else, and so do
comments, instructions, alien elements, alien attributes, extension lists, and names of elements,
attributes and prefixes that no schema has.  Of these words only those may be in the written file
that are in what is read, where the person would be found.
"""

import re
from functools import partial
from itertools import count

import pytest
from lxml import etree

from allonym.files.opening import open_document
from allonym.formats.contents import texts_of
from allonym.formats.package import Part, read_package, write_package
from allonym.model.replacement import ReplacementPlan
from tests.each import each, quickly

from .ordinary import content, docx, odp, ods, odt, pptx, xlsx
from .planted import planted
from .samples import workbook

NONCE = re.compile("Zq[a-z]{5}(?![a-z])")
ALIEN = "http://alien.example/ns"
KEPT = ("[Content_Types].xml", "META-INF/manifest.xml")
STRUCTURE = frozenset((
    "Type", "Target", "TargetMode", "Id", "id", "embed", "link", "t", "r", "s", "href", "type",
    "kind", "full-path", "media-type", "version", "value-type", "date-value",
))  # fmt: skip
"""What a file falls apart without: which part is which, which string, which cell."""

FILES = {
    "xlsx": lambda: xlsx(content("pl", 3), 2), "workbook.xlsx": workbook,
    "pptx": lambda: pptx(content("pl", 8), 1), "chart.pptx": lambda: pptx(content("pl", 9), 2),
    "docx": lambda: docx(content("pl", 1), 1), "odt": lambda: odt(content("pl", 1), 1),
    "ods": lambda: ods(content("pl", 1), 1), "odp": lambda: odp(content("pl", 1), 1),
}  # fmt: skip


def words():
    for number in count():
        letters = ""
        for place in range(5):
            letters += chr(97 + number // 26**place % 26)
        yield f"Zq{letters}"


def seeded(part, fresh, where, *, names=True):
    """Return a part with a word in each kind of place."""
    root = etree.fromstring(part.data)
    seen = set()

    def word(place):
        made = next(fresh)
        where[made] = f"{part.name} {place}"
        return made

    for node in list(root.iter(etree.Element)):
        tag = etree.QName(node).localname
        for name in list(node.attrib):
            local = etree.QName(name).localname
            if (tag, local) not in seen and local not in STRUCTURE:
                seen.add((tag, local))
                node.set(name, word(f"{tag}@{local}"))
        if node.text and node.text.strip() and tag not in seen and tag not in ("v", "f"):
            seen.add(tag)
            node.text = word(tag)
        if tag not in seen:
            seen.add(tag)
            node.set(f"{{{ALIEN}}}name", word(f"{tag} alien attribute"))
            etree.SubElement(node, f"{{{ALIEN}}}a").text = word(f"{tag} alien element")
            node.append(etree.Comment(word(f"{tag} comment")))
            node.append(etree.ProcessingInstruction("x", word(f"{tag} instruction")))
            space = etree.QName(node).namespace
            extension = etree.SubElement(node, f"{{{space}}}extLst")
            etree.SubElement(extension, f"{{{space}}}ext").text = word(f"{tag} extension")
            if not names:
                continue
            node.set(word(f"{tag} name of attribute"), "1")
            etree.SubElement(node, f"{{{space}}}{word(f'{tag} name of element')}")
            etree.SubElement(node, f"{{{space}}}x", nsmap={word(f"{tag} prefix"): space})
    return Part(part.name, etree.tostring(root, xml_declaration=True, encoding="UTF-8"),
                part.stored)  # fmt: skip


RICH = {f"planted.{kind}": partial(planted, kind) for kind in ("xlsx", "odt", "ods", "odp")}
"""Connections, queries, slicers, forms, fields, scenarios: what no program writes at once."""


@each("kind", FILES | RICH)
def test_no_place_is_written_that_is_not_read(kind):
    fresh, where = words(), {}
    data = RICH[kind]()[0] if kind in RICH else FILES[kind]()
    parts = [
        seeded(p, fresh, where) if p.name.endswith(".xml") and p.name not in KEPT else p
        for p in read_package(data)
    ]
    document = open_document(write_package(parts), f"a.{kind.rpartition('.')[2]}")
    written = document.rewrite(ReplacementPlan.of([]))
    read = set(NONCE.findall(document.view.text))
    everywhere = [text for _, text in texts_of(written)]
    everywhere += [part.data.decode("latin-1") for part in read_package(written)]
    left = {word for text in everywhere for word in NONCE.findall(text)} - read
    assert sorted(where[word] for word in left) == []
    assert read


NUMBERS = {"phone": "6{:08}", "phone in groups": "601 {:03} 567", "document": "ABC{:06}"}
FAR = frozenset(
    ("off@x", "off@y", "ext@cx", "ext@cy", "chOff@x", "chOff@y", "chExt@cx", "chExt@cy")
)
CELLS = frozenset(("ref", "sqref", "activeCell"))
"""Where a long number is a measure in a large drawing, and letters before one are a cell."""


@pytest.mark.parametrize("shape", NUMBERS)
@pytest.mark.parametrize("kind", quickly(FILES, "docx", "xlsx"))
def test_a_number_of_somebodys_stays_where_far_is_measured_at_most(kind, shape):
    where = {}
    fresh = (NUMBERS[shape].format(number * 7 + 3) for number in count())
    parts = [
        seeded(p, fresh, where, names=False)
        if p.name.endswith(".xml") and p.name not in KEPT
        else p
        for p in read_package(FILES[kind]())
    ]
    document = open_document(write_package(parts), f"a.{kind.rpartition('.')[2]}")
    view = document.view.text
    written = "\n".join(text for _, text in texts_of(document.rewrite(ReplacementPlan.of([]))))
    left = {place.split()[1] for n, place in where.items() if n in written and n not in view}
    allowed = {place for place in left if place.rpartition("@")[2] in CELLS}
    assert left - {"colOff", "rowOff"} <= (FAR if shape == "phone" else set()) | allowed


@pytest.mark.parametrize(
    "declared", ['kowalski="http://www.w3.org/1999/xlink"', 'of="urn:kowalski"']
)
def test_prefixes_that_no_schema_has_go_and_others_stay(declared):
    """Values name prefixes too: what a Word file lets older programs pass over."""
    parts = [
        Part(p.name, p.data.replace(b"<w:document ", f"<w:document xmlns:{declared} ".encode(), 1))
        for p in read_package(docx(content("pl", 1), 1))
    ]
    written = open_document(write_package(parts), "a.docx").rewrite(ReplacementPlan.of([]))
    (body,) = (p.data for p in read_package(written) if p.name == "word/document.xml")
    assert b"kowalski" not in body
    assert b'Ignorable="w14 wp14"' in body


ENCODED = {
    "utf-16": lambda root: etree.tostring(root, encoding="UTF-16", xml_declaration=True),
    "cp1250": lambda root: etree.tostring(root, encoding="windows-1250", xml_declaration=True),
    "cdata": lambda root: etree.tostring(held(root), encoding="UTF-8", xml_declaration=True),
}


def held(root):
    for node in root.iter(etree.Element):
        node.text = etree.CDATA(node.text) if node.text and node.text.strip() else node.text
    return root


@pytest.mark.slow
@pytest.mark.parametrize("how", ENCODED)
@pytest.mark.parametrize("kind", FILES)
def test_a_part_in_any_encoding_is_read_alike(kind, how):
    data, ending = FILES[kind](), kind.rpartition(".")[2]
    parts = [
        Part(p.name, ENCODED[how](etree.fromstring(p.data)), p.stored)
        if p.name.endswith((".xml", ".rels")) and p.name not in KEPT
        else p
        for p in read_package(data)
    ]
    document = open_document(write_package(parts), f"a.{ending}")
    assert document.view.text == open_document(data, f"a.{ending}").view.text
    written = document.rewrite(ReplacementPlan.of([]))
    assert open_document(written, f"a.{ending}").view.text == document.view.text

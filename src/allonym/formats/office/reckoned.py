"""What a workbook remembers of what it reckoned: it is left out, and programs are told to reckon.

The results of formulas and the records of pivot tables repeat what cells hold, so they would say
what cells no longer do.
"""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase

from allonym.formats.package import Part
from allonym.formats.xml import parse_xml, to_bytes

_PIVOTS = "xl/pivotCache/pivotCacheDefinition*.xml"


def reckoned_anew(part: Part) -> Part:
    """Return a part that asks for what was left out, if it is one that can."""
    is_book = part.name == "xl/workbook.xml"
    if not is_book and not fnmatchcase(part.name, _PIVOTS):
        return part
    tree = parse_xml(part.data, part.name)
    root = tree.getroot()
    if is_book:
        for node in root.iterfind("{*}calcPr"):
            node.set("fullCalcOnLoad", "1")
    else:
        root.set("saveData", "0")
        root.set("refreshOnLoad", "1")
    return replace(part, data=to_bytes(tree))

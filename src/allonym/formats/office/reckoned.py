"""What a workbook remembers of what it reckoned: it is left out, and programs are told to reckon.

The results of formulas and the records of pivot tables repeat what cells hold, so they would say
what cells no longer do.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

_PIVOTS = "xl/pivotCache/pivotCacheDefinition*.xml"


def reckon_anew(name: str, root: Any) -> None:
    """Let a part ask for what was left out, if it is one that can."""
    if name == "xl/workbook.xml":
        for node in root.iterfind("{*}calcPr"):
            node.set("fullCalcOnLoad", "1")
    elif fnmatchcase(name, _PIVOTS):
        root.set("saveData", "0")
        root.set("refreshOnLoad", "1")

"""What all formats share: how their documents are to be read, and their tables of words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from allonym.profile import Documents
from allonym.text.tables import table_of


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents; each opens them in its own way."""

    settings: Documents = Documents()  # how they are to be read


load_table = partial(table_of, "allonym.formats")
"""Returns a TOML file of this package, read once, by its path below the package."""

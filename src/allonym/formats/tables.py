"""Tables of the formats: words and patterns in TOML files beside the code that reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allonym.text.tables import table_of


def load_table(name: str) -> Mapping[str, Any]:
    """Return a TOML file of this package, read once.

    Args:
        name: Its path below the package.
    """
    return table_of("allonym.formats", name)

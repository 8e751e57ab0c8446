"""Tables of the formats: words and patterns in TOML files beside the code that reads them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_table(name: str, package: str = "allonym.formats") -> Mapping[str, Any]:
    """Return a TOML file of a package, read once.

    Args:
        name: Its path below the package.
        package: This one unless given.
    """
    return tomllib.loads((files(package) / name).read_text("utf-8"))

"""Tables of the formats: words and patterns in TOML files beside the code that reads them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_table(name: str) -> Mapping[str, Any]:
    """Return a TOML file of this package, read once.

    Args:
        name: Its path below the package.
    """
    return tomllib.loads((files(__package__) / name).read_text("utf-8"))

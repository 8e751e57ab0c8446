"""Tables in TOML files beside the code that reads them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table_of(package: str, name: str) -> Mapping[str, Any]:
    """Return a TOML file of a package, read once.

    Args:
        package: As it is imported.
        name: The file's path below it.
    """
    return tomllib.loads((files(package) / name).read_text("utf-8"))

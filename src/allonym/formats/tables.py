"""Tables of the formats: words and patterns in TOML files beside the code that reads them."""

from functools import partial

from allonym.text.tables import table_of

load_table = partial(table_of, "allonym.formats")
"""Returns a TOML file of this package, read once, by its path below the package."""

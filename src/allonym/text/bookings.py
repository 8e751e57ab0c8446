"""Names as airlines write them: ``LACKO/PATRIK MR``."""

BOOKED = frozenset(("mr", "mrs", "ms", "miss", "mstr", "chd", "inf", "adt"))
"""Titles behind such a name, in small letters."""

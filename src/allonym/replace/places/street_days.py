"""Days and anniversaries that streets are named after."""

from __future__ import annotations

import re
from collections.abc import Iterable

_PLAIN = r"\d{1,3}\. [^\W\d_A-ZÀ-Þ]{3,}|\d{2,4}-[^\W\d_]{4,}"
_SHORT = 2


def days_of_streets(months: Iterable[str], *, number_first: bool) -> re.Pattern[str]:
    """Return an expression for such days: *5. maja*, *3 Maja*, *1000-lecia*; *108. brigade* too.

    Args:
        months: Their names in all forms.
        number_first: Whether the number of a house stands first; one before a month is such then.
    """
    named = "|".join(map(re.escape, sorted({m for m in months if len(m) > _SHORT})))
    if number_first or not named:
        return re.compile(_PLAIN)
    return re.compile(
        rf"{_PLAIN}|\d{{1,2}}(?:-[^\W\d_]{{2}})? (?i:{named})(?: \d{{4}})?(?!\w)"
        rf"|(?i:{named}) \d{{1,2}}\.(?= [^\W\d_]|\Z)"
    )

"""Judge whole files: have them replaced, count what agrees, print it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from allonym.evaluate.coherence import calendar, names, numbers, places
from allonym.evaluate.coherence.pairs import Judged
from allonym.evaluate.metrics import Share, Sums
from allonym.evaluate.report import table

CHECKS = (
    places.postcodes, places.dialling, places.countries, calendar.ages, calendar.orders,
    calendar.weekdays, calendar.feasts, calendar.days_off, numbers.check_digits, numbers.births,
    numbers.sexes, names.heads, names.sexes, names.mails, names.tags,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Coherence(Sums):
    """How much of what agreed in the originals agrees in the results."""

    # by language and name of the check
    right: Mapping[tuple[str, str], int] = field(default_factory=dict)
    # the same: how often there was something to judge
    judged: Mapping[tuple[str, str], int] = field(default_factory=dict)
    # document, check and place in the original of what does not agree
    wrong: tuple[tuple[str, str], ...] = ()

    def share(self, check: str, language: str = "") -> Share:
        """Return the share of a check in one language, or in all."""
        keys = [k for k in self.judged if k[1] == check and language in ("", k[0])]
        right = sum(self.right.get(k, 0) for k in keys)
        return Share(right, sum(self.judged[k] for k in keys))


def judge(judged: Judged, name: str = "") -> Coherence:
    """Return what agrees in one document.

    Raises:
        MissingExtra: If a library that judges is not installed.
    """
    right: Counter[tuple[str, str]] = Counter()
    whole: Counter[tuple[str, str]] = Counter()
    wrong: list[tuple[str, str]] = []
    for check in CHECKS:
        for title, agrees in check(judged):
            key = judged.language, title
            whole[key] += 1
            right[key] += agrees
            wrong += [] if agrees else [(f"{judged.language} {name}", title)]
    return Coherence(right, whole, tuple(wrong))


def render_coherence(found: Coherence) -> str:
    """Return the shares as a table, a check a line, and the number of cases behind each."""
    codes = sorted({code for code, _ in found.judged})
    checks = list(dict.fromkeys(check for _, check in found.judged))
    head = ["agrees, %", *codes, "all", "judged"]
    rows = [
        [
            check,
            *(found.share(check, code).ratio for code in codes),
            found.share(check).ratio,
            found.share(check).whole,
        ]
        for check in checks
    ]
    return f"What agrees in the results of what agreed in the originals\n{table(head, rows)}\n"


def coherence_as_dict(found: Coherence) -> dict[str, object]:
    """Return the counts as plain values for JSON."""
    rows = [
        {"language": code, "check": check, "right": found.right.get((code, check), 0), "of": whole}
        for (code, check), whole in sorted(found.judged.items())
    ]
    return {"checks": rows, "wrong": [list(place) for place in found.wrong]}

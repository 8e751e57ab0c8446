"""Judge whole files: have them replaced, count what agrees, print it."""

from __future__ import annotations

from collections import defaultdict
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

    # by language and name of the check: what agrees, of what there was to judge
    shares: Mapping[tuple[str, str], Share] = field(default_factory=dict)
    # document, check and place in the original of what does not agree
    wrong: tuple[tuple[str, str], ...] = ()

    def share(self, check: str, language: str = "") -> Share:
        """Return the share of a check in one language, or in all."""
        wanted = (k for k in self.shares if k[1] == check and language in ("", k[0]))
        return sum((self.shares[key] for key in wanted), Share())


def judge(judged: Judged, name: str = "") -> Coherence:
    """Return what agrees in one document.

    Raises:
        MissingExtra: If a library that judges is not installed.
    """
    shares: dict[tuple[str, str], Share] = defaultdict(Share)
    wrong: list[tuple[str, str]] = []
    for check in CHECKS:
        for title, agrees in check(judged):
            shares[judged.language, title] += Share(int(agrees), 1)
            wrong += [] if agrees else [(f"{judged.language} {name}", title)]
    return Coherence(shares, tuple(wrong))


def render_coherence(found: Coherence) -> str:
    """Return the shares as a table, a check a line, and the number of cases behind each."""
    codes = sorted({code for code, _ in found.shares})
    checks = list(dict.fromkeys(check for _, check in found.shares))
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
        {"language": code, "check": check, "right": share.part, "of": share.whole}
        for (code, check), share in sorted(found.shares.items(), key=lambda item: item[0])
    ]
    return {"checks": rows, "wrong": [list(place) for place in found.wrong]}

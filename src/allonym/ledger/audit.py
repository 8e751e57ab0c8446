"""Who revealed what: lines chained under the audit key, so that none can be changed unnoticed.

Each line's HMAC covers its number, its sealed content and the HMAC before it; the anchor, under the
same key, says how many there are and which is the last.  Who has the database but not the key can
neither change, drop, move, add nor cut off a line unnoticed.  One thing the chain alone can't
tell: that the *whole* ledger was set back to an older copy.  For that, keep the last line's mark
elsewhere and give it to `Audit.verify`.
"""

from __future__ import annotations

import getpass
import hmac
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import sqlalchemy as sa

from allonym.errors import ConfigError, LedgerError
from allonym.ledger.keys import Key, Lock, keyed
from allonym.ledger.store import Store, audit, meta

_FIRST = bytes(32)
_MARK = 16


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the audit."""

    number: int  # from 1
    time: str  # UTC, ISO 8601
    who: str  # who asked
    what: str  # ``init``, ``reveal``, ``purge``, ``export``, ``rotate`` …
    reason: str = field(default="", repr=False)  # in the words of who asked
    detail: str = ""  # counts and ids, never names


class Audit:
    """The audit of one ledger.

    Args:
        store: Of the ledger.
        key: Of kind ``audit``.
    """

    def __init__(self, store: Store, key: Key) -> None:
        self._store = store
        self._lock = Lock.of(key, "lines")
        self._chain = key.derive("chain")

    def append(
        self, what: str, *, reason: str | None = None, detail: str = "", who: str = ""
    ) -> str:
        """Add a line and return its mark; it is on disk when this returns.

        Raises:
            LedgerError: If it can't be written, or its reason says nothing; then nothing may be
                revealed either.
        """
        with self._store.write() as connection:
            return self.append_in(connection, what, reason=reason, detail=detail, who=who)

    def append_in(
        self, connection: sa.Connection, what: str, *, reason: str | None = None,
        detail: str = "", who: str = "",
    ) -> str:  # fmt: skip
        """Add a line in a transaction of others: both happen, or neither."""
        if reason is not None and not reason.strip():
            raise LedgerError("a reason is needed; say in a few words why, for the audit")
        count, last = self._anchor(connection, lock=True)
        time = datetime.now(UTC).isoformat(timespec="seconds")
        line = {"time": time, "who": who or user(), "what": what,
                "reason": reason or "", "detail": detail}  # fmt: skip
        return self._put(connection, count + 1, json.dumps(line).encode(), last)

    def begin(self, connection: sa.Connection) -> None:
        """Set the anchor of an audit without lines."""
        row = {"name": "audit", "value": self._signed(0, _FIRST)}
        connection.execute(sa.insert(meta).values(row))

    def lines(self) -> Iterator[Line]:
        """Yield every line in order, each checked.

        Raises:
            LedgerError: If a line was changed, dropped, moved or added, or lines are cut off.
        """
        with self._store.read() as connection:
            count, last = self._anchor(connection)
            rows = connection.execute(sa.select(audit).order_by(audit.c.n)).all()
        before = _FIRST
        for number, row in enumerate(rows, start=1):
            sealed = bytes(row.sealed)
            mac = self._mac(number, sealed, before)
            if row.n != number or not hmac.compare_digest(mac, bytes(row.mac)):
                raise _broken(f"line {number} was changed, or one before it dropped or moved")
            yield self.line(number, sealed)
            before = mac
        if len(rows) != count or not hmac.compare_digest(before, last):
            raise _broken(f"there should be {count} lines, and there are {len(rows)}")

    def line(self, number: int, sealed: bytes) -> Line:
        """Open one line."""
        return Line(number, **json.loads(self._lock.open(sealed, _row(number))))

    def verify(self, mark: str = "") -> tuple[int, str]:
        """Check the whole chain, in which a mark kept elsewhere must be.

        Returns:
            How many lines there are, and the mark of the last.

        Raises:
            LedgerError: If anything was changed, or the line of `mark` is gone.
            ConfigError: If `mark` is none.
        """
        if mark and not re.fullmatch(rf"[0-9a-f]{{{_MARK}}}", mark):
            raise ConfigError(
                f"{mark} is no mark of a line: one is {_MARK} of the signs 0-9 and a-f, as stands "
                "behind `last line` in what `allonym ledger audit` prints"
            )
        count = sum(1 for _ in self.lines())
        with self._store.read() as connection:
            macs = [
                bytes(m) for m in connection.scalars(sa.select(audit.c.mac).order_by(audit.c.n))
            ]
        marks = [m.hex()[:_MARK] for m in macs]
        if mark and mark not in marks:
            raise _broken(f"the line marked {mark} is gone: an older copy stands in its place")
        return count, marks[-1] if marks else ""

    def moved(self, connection: sa.Connection, lines: list[Line]) -> None:
        """Write the lines of another key's audit anew under this one."""
        connection.execute(sa.delete(audit))
        connection.execute(sa.delete(meta).where(meta.c.name == "audit"))
        self.begin(connection)
        before = _FIRST
        for line in lines:
            body = {"time": line.time, "who": line.who, "what": line.what,
                    "reason": line.reason, "detail": line.detail}  # fmt: skip
            self._put(connection, line.number, json.dumps(body).encode(), before)
            before = self._anchor(connection)[1]

    # -- the chain ---------------------------------------------------------------------------------

    def _put(self, connection: sa.Connection, number: int, body: bytes, before: bytes) -> str:
        sealed = self._lock.seal(body, _row(number))
        mac = self._mac(number, sealed, before)
        connection.execute(sa.insert(audit).values(n=number, sealed=sealed, mac=mac))
        anchor = self._signed(number, mac)
        connection.execute(sa.update(meta).where(meta.c.name == "audit").values(value=anchor))
        return mac.hex()[:_MARK]

    def _mac(self, number: int, sealed: bytes, before: bytes) -> bytes:
        return keyed(self._chain, b"line", str(number).encode(), sealed, before)

    def _signed(self, count: int, last: bytes) -> bytes:
        head = count.to_bytes(8, "big") + last
        return head + keyed(self._chain, b"anchor", head)

    def _anchor(self, connection: sa.Connection, *, lock: bool = False) -> tuple[int, bytes]:
        query = sa.select(meta.c.value).where(meta.c.name == "audit")
        value = connection.scalar(query.with_for_update() if lock else query)
        if value is None:
            raise _broken("its anchor is gone")
        head, mac = bytes(value)[:40], bytes(value)[40:]
        if not hmac.compare_digest(mac, keyed(self._chain, b"anchor", head)):
            raise _broken("its anchor was changed")
        return int.from_bytes(head[:8], "big"), head[8:]


def user() -> str:
    """Return who runs this program, by the system's account and not by what variables say."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except ImportError:  # not on Windows
        return getpass.getuser()
    except KeyError:
        return f"uid {os.getuid()}"


def _row(number: int) -> str:
    return f"audit {number}"


def _broken(what: str) -> LedgerError:
    return LedgerError(f"audit: {what}; the ledger was tampered with or damaged")

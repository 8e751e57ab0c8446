"""The audit: no line can be changed, dropped, moved or cut off unnoticed."""

from contextlib import closing

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from allonym.errors import ConfigError, LedgerError
from allonym.ledger.audit import Audit
from allonym.ledger.store import audit, meta
from allonym.reveal import Asked, Revealer


def filled(ledger, lines=6):
    log = Audit(ledger.store(), ledger.keys.audit)
    for n in range(lines):
        log.append("reveal", reason=f"reason {n}", who="clerk")
    return log


def test_lines_say_who_when_what_and_why(ledger):
    log = filled(ledger)
    lines = list(log.lines())
    assert [line.what for line in lines] == ["init"] + ["reveal"] * 6
    assert lines[3].reason == "reason 2"
    assert lines[3].who == "clerk"
    assert lines[3].time.endswith("+00:00")
    assert log.verify()[0] == 7


def changed(connection, how, at, other, bit):
    """Do one thing to the table that the key's owner did not."""
    rows = {row.n: row for row in connection.execute(sa.select(audit))}
    if how == "sealed" or how == "mac":
        raw = bytearray(getattr(rows[at], how))
        raw[bit // 8 % len(raw)] ^= 1 << bit % 8
        connection.execute(sa.update(audit).where(audit.c.n == at).values({how: bytes(raw)}))
    elif how == "drop":
        connection.execute(sa.delete(audit).where(audit.c.n == at))
    elif how == "drop and close up":
        connection.execute(sa.delete(audit).where(audit.c.n == at))
        for n in range(at + 1, len(rows) + 1):
            connection.execute(sa.update(audit).where(audit.c.n == n).values(n=n - 1))
    elif how == "cut":
        connection.execute(sa.delete(audit).where(audit.c.n >= at))
    elif how == "swap":
        for here, there in ((at, other), (other, at)):
            values = {"sealed": rows[there].sealed, "mac": rows[there].mac}
            connection.execute(sa.update(audit).where(audit.c.n == here).values(values))
    elif how == "double":
        row = rows[at]
        connection.execute(sa.insert(audit).values(n=len(rows) + 1, sealed=row.sealed, mac=row.mac))
    else:
        value = bytearray(connection.scalar(sa.select(meta.c.value).where(meta.c.name == "audit")))
        value[bit // 8 % len(value)] ^= 1 << bit % 8
        anchor = sa.update(meta).where(meta.c.name == "audit")
        connection.execute(anchor.values(value=bytes(value)))


HOW = ["sealed", "mac", "drop", "drop and close up", "cut", "swap", "double", "anchor"]


@pytest.mark.parametrize("how", HOW)
def test_a_change_is_noticed(ledger, how):
    check_change(ledger, how, 3, 5, 77)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(st.sampled_from(HOW), st.integers(1, 7), st.integers(1, 7), st.integers(0, 10**5))
def test_every_single_change_is_noticed(ledger, how, at, other, bit):
    check_change(ledger, how, at, other, bit)


def check_change(ledger, how, at, other, bit):
    log = Audit(ledger.store(), ledger.keys.audit)
    while log.verify()[0] < 7:
        log.append("reveal", reason="why", who="clerk")
    if how == "swap" and at == other:
        other = at % 7 + 1
    with ledger.store().read() as connection:
        transaction = connection.execute(sa.select(audit)).all()
        anchor = connection.scalar(sa.select(meta.c.value).where(meta.c.name == "audit"))
    with ledger.store().write() as connection:
        changed(connection, how, at, other, bit)
    with pytest.raises(LedgerError, match="audit"):
        log.verify()
    with ledger.store().write() as connection:  # put everything back
        connection.execute(sa.delete(audit))
        for row in transaction:
            connection.execute(sa.insert(audit).values(row._mapping))
        connection.execute(sa.update(meta).where(meta.c.name == "audit").values(value=anchor))
    assert log.verify()[0] == 7


def test_what_is_no_mark_says_nothing_of_the_ledger(ledger):
    log = filled(ledger, 1)
    for mark in ("nonsense", log.verify()[1][:-1], log.verify()[1].upper() + "!"):
        with pytest.raises(ConfigError, match="is no mark of a line"):
            log.verify(mark)


def test_an_older_copy_is_noticed_by_a_mark_kept_elsewhere(ledger, tmp_path):
    log = filled(ledger, 2)
    log.append("reveal")
    store = ledger.store()
    with store.read() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("BEGIN")
    store.close()
    copy = (tmp_path / "ledger.db").read_bytes()
    mark = log.append("reveal", reason="to be hidden")
    assert log.verify(mark)[1] == mark
    for path in tmp_path.glob("ledger.db*"):
        path.unlink()
    (tmp_path / "ledger.db").write_bytes(copy)
    old = Audit(ledger.store(), ledger.keys.audit)
    assert old.verify()[0] == 4
    with pytest.raises(LedgerError, match="older copy"):
        old.verify(mark)


def test_writers_at_the_same_time_make_one_chain(either):
    from concurrent.futures import ThreadPoolExecutor

    def write(n):
        Audit(either.store(), either.keys.audit).append("reveal", reason=str(n))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(12)))
    assert Audit(either.store(), either.keys.audit).verify()[0] == 13


def test_nothing_is_revealed_while_the_audit_does_not_verify(ledger):
    """A server opens the ledger once, and may be asked when somebody has meddled since."""
    log = Audit(ledger.store(), ledger.keys.audit)
    revealer = ledger.revealer()
    revealer.pseudonym("Ann", Asked("call"))
    log.append("reveal")
    log.append("reveal")
    with ledger.store().write() as connection:
        connection.execute(sa.delete(audit).where(audit.c.n == 2))
    for ask in (revealer.pseudonym, revealer.text):
        with pytest.raises(LedgerError, match="--unverified-audit"):
            ask("Ann", Asked("call"))
    own = ledger.keys
    with closing(
        Revealer.open(ledger.url, own.draw, own.encrypt, own.audit, unverified=True)
    ) as told:
        assert told.pseudonym("Ann", Asked("call")) == []


def test_nothing_is_revealed_without_a_reason_in_words(ledger):
    log = Audit(ledger.store(), ledger.keys.audit)
    before = log.verify()
    with pytest.raises(LedgerError, match="a reason is needed"):
        ledger.revealer().pseudonym("Ann", Asked(" \n"))
    assert log.verify() == before

"""Corpora under a ledger: one pseudonym for a person in all workers, and a way back."""

import json

import pytest
from tests.corpus.test_corpus import Here, jsonl, open_source, run
from tests.ledger.conftest import at_once, new_ledger

from allonym.corpus.engines import LocalEngine
from allonym.corpus.work import Job
from allonym.errors import LedgerError
from allonym.ledger import admin
from allonym.reveal import Asked

ROWS = [
    {"id": 0, "text": "Spotkałem Jana Kowalskiego."},
    {"id": 1, "text": "Jan Kowalski wyszedł z Anną Zielińską."},
    {"id": 2, "text": "Nie ma Anny Zielińskiej."},
]


class Quick(Here):
    """An engine in this process whose pipeline is at hand."""

    def outcomes(self, shards):
        made = at_once(self.job.pipeline())
        from allonym.corpus.work import process_shard

        return (process_shard(made, self.job, shard) for shard in shards)


@pytest.fixture
def ledger(tmp_path):
    return new_ledger(str(tmp_path / "ledger.db"))


def job_of(ledger, **settings):
    pipeline = ledger.pipeline()
    return Job(pipeline.profile, "pl", pipeline.draw, **settings)


def counted(ledger):
    found = admin.stats(ledger.store(), ledger.keys.draw)
    return found["pairs"], found["documents"]


def rows_of(folder):
    parts = sorted(folder.glob("part-*"))
    return [json.loads(line) for part in parts for line in part.read_text().splitlines()]


def test_every_row_is_recorded_once_and_can_be_restored(tmp_path, ledger):
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS))
    source = open_source(tmp_path / "in.jsonl")
    run(source, tmp_path / "look", Quick(job_of(ledger, look=True)))
    assert counted(ledger) == (0, 0)
    for name in ("out", "again"):
        run(source, tmp_path / name, Quick(job_of(ledger)))
        assert counted(ledger)[1] == 3
    assert rows_of(tmp_path / "out") == rows_of(tmp_path / "again")
    revealer = ledger.revealer()
    texts = [revealer.text(row["text"], Asked("a test")) for row in rows_of(tmp_path / "out")]
    assert texts == [row["text"] for row in ROWS]


@pytest.mark.slow
def test_workers_agree_by_the_ledger(tmp_path, ledger):
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS * 10))
    engine = LocalEngine(job_of(ledger), workers=2)
    run(open_source(tmp_path / "in.jsonl"), tmp_path / "out", engine, size=1)
    texts = {row["text"] for row in rows_of(tmp_path / "out")}
    assert len(texts) == 3
    assert counted(ledger)[1] == 3


def test_a_ledger_that_fails_stops_the_run(tmp_path, ledger):
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS))
    engine = Quick(job_of(ledger))
    (tmp_path / "ledger.db").write_bytes(b"no database")
    with pytest.raises(LedgerError):
        run(open_source(tmp_path / "in.jsonl"), tmp_path / "out", engine)
    assert rows_of(tmp_path / "out") == []

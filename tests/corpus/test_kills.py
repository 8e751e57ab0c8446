"""A run that is killed again and again loses nothing, doubles nothing, leaves nothing half."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from allonym.corpus.manifest import read_records

ROWS = 160
SECRET = "corpus-kill-test-secret-0123456789"
TIMES = int(os.environ.get("ALLONYM_KILLS", "3"))


def begin(source: Path, out: Path, profile: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "allonym", "corpus", "run", str(source), str(out), "-l", "en",
               "--profile", str(profile), "--workers", "2", "--shard-size", "5"]  # fmt: skip
    environment = {**os.environ, "CORPUS_SECRET": SECRET}
    return subprocess.Popen(
        command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True
    )


def children(parent: int) -> list[int]:
    path = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def whole(out: Path) -> list[int]:
    parts = sorted(out.glob("part-*.jsonl"))
    return [json.loads(line)["id"] for part in parts for line in part.read_text().splitlines()]


@pytest.mark.slow
def test_a_killed_run_goes_on_until_it_is_whole(tmp_path: Path) -> None:
    chance = random.Random(20261121)
    names = ["Peter Hall", "Jane Doe", "Mary Whitfield"]
    rows = [{"id": n, "text": f"Mr {names[n % 3]} called no. {n}. " * 20} for n in range(ROWS)]
    source, out, profile = tmp_path / "in.jsonl", tmp_path / "out", tmp_path / "p.toml"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    profile.write_text(
        'schema = 1\nextends = "default"\n'
        '[consistency]\nscope = "corpus"\nsecret = "env:CORPUS_SECRET"\n'
    )
    killed = 0
    while killed < TIMES:
        process = begin(source, out, profile)
        time.sleep(chance.uniform(0.2, 3.0))
        workers = children(process.pid)
        if workers and chance.random() < 0.4:  # a worker only: the run itself must go on
            os.kill(chance.choice(workers), signal.SIGKILL)
            time.sleep(chance.uniform(0.1, 1.0))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        killed += 1
        numbers = whole(out)  # every part that is there is whole, and no row is there twice
        assert len(set(numbers)) == len(numbers)
    assert begin(source, out, profile).wait() == 0
    assert whole(out) == list(range(ROWS))
    records = read_records(out)
    assert [r.number for r in records] == list(range(ROWS // 5))
    for record in records:
        data = (out / f"part-{record.number:05}.jsonl").read_bytes()
        assert hashlib.sha256(data).hexdigest() == record.digest
    assert list((out / ".allonym").glob("part-*")) == []
    twin = tmp_path / "twin"
    assert begin(source, twin, profile).wait() == 0
    assert [p.read_bytes() for p in sorted(out.glob("part-*"))] == [
        p.read_bytes() for p in sorted(twin.glob("part-*"))
    ]

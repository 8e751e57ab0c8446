"""A Ray cluster gives what this machine gives, byte for byte, though its actors die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.test_corpus import job

from allonym.corpus.engines import LocalEngine, RayEngine
from allonym.corpus.manifest import Record
from allonym.corpus.run import run_corpus
from allonym.corpus.sources import open_source

ray = pytest.importorskip("ray", reason="the extra ray is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def corpus(folder: Path, count: int) -> Path:
    path = folder / "in.jsonl"
    rows = ({"id": n, "text": f"Mr Peter Hall called no. {n}. " * 30} for n in range(count))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def parts(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.glob("part-*"))]


def test_a_cluster_writes_the_same_bytes(tmp_path: Path, cluster: Any) -> None:
    source = open_source(corpus(tmp_path, 60))
    for engine, out in ((LocalEngine(job(), 2), "here"), (RayEngine(job(), 2), "there")):
        run_corpus(source, tmp_path / out, engine.job, engine, size=5, progress=lambda _: None)
    assert len(parts(tmp_path / "here")) == 12
    assert parts(tmp_path / "there") == parts(tmp_path / "here")


def own_actors() -> list[int]:
    """Return the processes of actors on nodes that this process has started, and no others."""
    return [
        int(folder.name)
        for folder in Path("/proc").glob("[0-9]*")
        if _is_actor(folder) and _parent(_parent(folder.name)) == str(os.getpid())
    ]


def _is_actor(folder: Path) -> bool:
    try:
        return (folder / "cmdline").read_bytes().startswith(b"ray::Worker")
    except OSError:
        return False


def _parent(process: str) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1]
    except OSError:
        return ""


def test_actors_that_die_lose_nothing(tmp_path: Path, cluster: Any) -> None:
    source = open_source(corpus(tmp_path, 300))
    killed: list[int] = []

    def kill_now_and_then(record: Record) -> None:
        if record.number in (1, 5, 9):
            killed.append(own_actors()[0])
            os.kill(killed[-1], signal.SIGKILL)

    engine = RayEngine(job(), 2)
    records = run_corpus(
        source, tmp_path / "out", engine.job, engine, size=10, progress=kill_now_and_then
    )
    assert len(set(killed)) == 3
    rows = [json.loads(line) for part in parts(tmp_path / "out") for line in part.splitlines()]
    assert [row["id"] for row in rows] == list(range(300))
    assert all(row["text"] is not None and "Hall" not in row["text"] for row in rows)
    assert not any(record.failures for record in records)


def test_a_driver_that_dies_is_followed_by_another(tmp_path: Path, cluster: Any) -> None:
    """A run is killed with -9 as soon as it has written something, and called again."""
    profile = tmp_path / "p.toml"
    profile.write_text(
        'schema = 1\nextends = "default"\n'
        '[consistency]\nscope = "corpus"\nsecret = "env:CORPUS_SECRET"\n'
    )
    source, out = corpus(tmp_path, 120), tmp_path / "out"

    def begin(engine: str, where: Path) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "allonym", "corpus", "run", str(source), str(where),
                 "-l", "en", "--profile", str(profile), "--engine", engine, "--workers", "2",
                 "--shard-size", "5"]  # fmt: skip
        environment = {
            **os.environ,
            "CORPUS_SECRET": "a secret of the tests of clusters",
            "RAY_ADDRESS": cluster.address,
        }
        return subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL)

    for already in (0, 4):
        driver = begin("ray", out)
        while driver.poll() is None and len(parts(out)) <= already:
            time.sleep(0.02)
        driver.kill()
        assert driver.wait() == -signal.SIGKILL
        assert already < len(parts(out)) < 24
    assert begin("ray", out).wait() == 0
    assert begin("local", tmp_path / "twin").wait() == 0
    assert parts(out) == parts(tmp_path / "twin")
    rows = [json.loads(line) for part in parts(out) for line in part.splitlines()]
    assert [row["id"] for row in rows] == list(range(120))

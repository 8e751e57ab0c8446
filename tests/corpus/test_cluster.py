"""A Ray cluster gives what this machine gives, byte for byte, though its actors die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.test_corpus import job

from allonym.corpus.cluster import RayEngine
from allonym.corpus.local import LocalEngine
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


def test_actors_that_die_lose_nothing(tmp_path: Path, cluster: Any) -> None:
    source = open_source(corpus(tmp_path, 400))
    stopped = threading.Event()

    def kill_now_and_then() -> None:
        while not stopped.wait(5):
            found = subprocess.run(
                ["pgrep", "-f", "ray::Worker.work"], capture_output=True, check=False
            )
            for line in found.stdout.split()[:1]:
                os.kill(int(line), signal.SIGKILL)

    killer = threading.Thread(target=kill_now_and_then)
    killer.start()
    try:
        engine = RayEngine(job(), 2)
        records = run_corpus(
            source,
            tmp_path / "out",
            engine.job,
            engine,
            size=10,
            progress=lambda _: time.sleep(0.3),
        )
    finally:
        stopped.set()
        killer.join()
    rows = [json.loads(line) for part in parts(tmp_path / "out") for line in part.splitlines()]
    assert [row["id"] for row in rows] == list(range(400))
    assert all(row["text"] is not None and "Hall" not in row["text"] for row in rows)
    assert not any(record.failures for record in records)

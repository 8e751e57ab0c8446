"""A corpus on object storage, against a server on this machine that speaks S3."""

from __future__ import annotations

import gzip
import io
import json
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.corpus.test_corpus import Here, job, jsonl

from allonym.cli import cli
from allonym.corpus.items import Outcome
from allonym.corpus.places import place_of
from allonym.corpus.run import run_corpus
from allonym.corpus.sources import open_source
from allonym.errors import ConfigError, DocumentError

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

ROWS = [{"id": n, "text": f"Mr Peter Hall called no. {n}."} for n in range(20)]


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    # Imported here: both are large, and each process that runs tests reads all modules of them.
    s3fs = pytest.importorskip("s3fs", reason="the extra s3 is not installed")
    server = pytest.importorskip("moto.server", reason="moto is not installed")
    running = server.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
    reset = urllib.request.Request(f"http://{host}:{port}/moto-api/reset", method="POST")
    urllib.request.urlopen(reset).close()  # what it stored before lives on in this process
    s3fs.S3FileSystem.clear_instance_cache()
    files = s3fs.S3FileSystem()
    files.mkdir("corpora")
    yield files
    s3fs.S3FileSystem.clear_instance_cache()
    running.stop()


def read(files: Any, where: str) -> list[Any]:
    files.invalidate_cache()
    found = (files.cat_file(name) for name in sorted(files.find(where)))
    return [json.loads(line) for data in found for line in gzip.decompress(data).splitlines()]


def invoke(*args: str | Path) -> Any:
    words = [str(arg) for arg in args]
    return CliRunner().invoke(cli, ["corpus", "run", *words, "-l", "en", "--method", "tag"])


class Stopped(Exception):
    """What a test stops a run with."""


class Stops(Here):
    """An engine that stops after two shards."""

    def outcomes(self, shards: Any) -> Iterator[Outcome]:
        for number, outcome in enumerate(super().outcomes(shards)):
            if number == 2:
                raise Stopped
            yield outcome


def test_a_run_from_s3_to_s3_goes_on_where_it_stopped(s3: Any, tmp_path: Path) -> None:
    s3.pipe_file("corpora/in.jsonl.gz", gzip.compress(jsonl(ROWS)))
    source = open_source("s3://corpora/in.jsonl.gz")
    rest = Here(job())
    for engine in (Stops(job()), rest):
        try:
            run_corpus(source, "s3://corpora/out", engine.job, engine, size=4,
                       progress=lambda _: None, state=tmp_path / "state")  # fmt: skip
        except Stopped:
            assert len(read(s3, "corpora/out")) == 8
    assert rest.seen == [2, 3, 4]
    made = read(s3, "corpora/out")
    assert made == [{"id": n, "text": f"Mr [PERSON] called no. {n}."} for n in range(20)]


def test_workers_write_to_s3_by_way_of_the_command(s3: Any, tmp_path: Path) -> None:
    s3.pipe_file("corpora/rows/a.jsonl", jsonl(ROWS[:10]))
    s3.pipe_file("corpora/rows/b.jsonl", jsonl(ROWS[10:]))
    args = ("s3://corpora/rows", "s3://corpora/out", "--format", "jsonl.gz", "--workers", "2")
    refused = invoke(*args)
    assert isinstance(refused.exception, ConfigError)
    assert "--state" in str(refused.exception)
    done = invoke(*args, "--state", tmp_path, "--shard-size", "6")
    assert done.exit_code == 0, done.output
    assert [row["id"] for row in read(s3, "corpora/out")] == list(range(20))
    said = CliRunner().invoke(
        cli, ["corpus", "status", "s3://corpora/out", "--state", str(tmp_path)]
    )
    assert said.output.startswith("20 documents")


@pytest.mark.parametrize("packed", [False, True])
def test_trees_are_read_from_s3_and_written_here(s3: Any, tmp_path: Path, packed: bool) -> None:
    texts = {"a.txt": b"Mr Peter Hall called.", "sub/b.txt": b"Mr Peter Hall wrote."}
    if packed:
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            for name, data in texts.items():
                file.writestr(name, data)
        s3.pipe_file("corpora/in.zip", archive.getvalue())
    else:
        for name, data in texts.items():
            s3.pipe_file(f"corpora/in/{name}", data)
    engine = Here(job())
    source = open_source("s3://corpora/in" + ".zip" * packed)
    run_corpus(source, tmp_path, engine.job, engine, size=1, progress=lambda _: None)
    assert (tmp_path / "sub/b.txt").read_bytes() == b"Mr [PERSON] wrote."
    assert (tmp_path / "a.txt").read_bytes() == b"Mr [PERSON] called."


def test_what_is_not_there_is_said_in_a_sentence(s3: Any, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"s3://corpora/none.jsonl: no such object"):
        open_source("s3://corpora/none.jsonl")
    with pytest.raises(ConfigError, match="no kind of address"):
        place_of("nowhere://a/b")
    s3.pipe_file("corpora/in.jsonl", jsonl(ROWS))
    engine = Here(job())
    with pytest.raises(DocumentError, match=r"s3://no-such-bucket/out/part-00000.jsonl: cannot"):
        run_corpus(open_source("s3://corpora/in.jsonl"), "s3://no-such-bucket/out", engine.job,
                   engine, size=4, progress=lambda _: None, state=tmp_path)  # fmt: skip

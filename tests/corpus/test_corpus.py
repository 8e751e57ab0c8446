"""Corpora in, corpora out: sources, one run, a run that goes on, and documents that fail."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.corpus.poison import deadly

from allonym.api import Pipeline
from allonym.cli.corpus import command
from allonym.corpus.items import Item, Shard
from allonym.corpus.local import LocalEngine
from allonym.corpus.manifest import read_records
from allonym.corpus.report import as_page, summarise
from allonym.corpus.run import run_corpus
from allonym.corpus.sources import Source, open_source
from allonym.corpus.work import Job, process_shard, unpacked
from allonym.errors import ConfigError, CorruptDocument, DocumentError, UnsupportedFormat
from allonym.profile import load_profile

SECRET = b"0123456789abcdef0123456789abcdef"
TEXTS = ("Write to jane.doe@corp.test.", "Mr Peter Hall called.", "Nothing to see here.")
ROWS = [{"id": n, "text": text, "more": {"n": n}} for n, text in enumerate(TEXTS)]


class Here:
    """An engine in this process."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.seen: list[int] = []

    def outcomes(self, shards: Iterable[Shard]) -> Any:
        pipeline = self.job.pipeline()
        for shard in shards:
            self.seen.append(shard.number)
            yield process_shard(pipeline, self.job, shard)


def job(**settings: Any) -> Job:
    pipeline = Pipeline.load(language="en", method="tag", secret=SECRET)
    return Job(pipeline.profile, "en", pipeline.draw, **settings)


def run(source: Source, out: Path, engine: Any = None, size: int = 2) -> Any:
    engine = engine or Here(job())
    return run_corpus(source, out, engine.job, engine, size=size, progress=lambda _: None)


def read(out: Path) -> list[Any]:
    parts = sorted(out.glob("part-*"))
    lines = "".join(
        (gzip.decompress(p.read_bytes()) if p.suffix == ".gz" else p.read_bytes()).decode()
        for p in parts
    )
    return [json.loads(line) for line in lines.splitlines()]


def jsonl(rows: Iterable[Mapping[str, object]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
def test_rows_keep_every_other_field(tmp_path: Path, packed: str) -> None:
    import zstandard

    pack: Callable[[bytes], bytes] = {
        "": bytes, ".gz": gzip.compress, ".zst": zstandard.ZstdCompressor().compress,
    }[packed]  # fmt: skip
    path = tmp_path / f"in.jsonl{packed}"
    path.write_bytes(pack(jsonl(ROWS)))
    records = run(open_source(path), tmp_path / "out")
    names = sorted(p.name for p in (tmp_path / "out").glob("part-*"))
    assert names == [f"part-00000.jsonl{packed}", f"part-00001.jsonl{packed}"]
    if packed != ".zst":
        made = read(tmp_path / "out")
        assert [{**row, "text": 0} for row in made] == [{**row, "text": 0} for row in ROWS]
        assert [row["text"] for row in made] == [
            "Write to [E-MAIL].", "Mr [PERSON] called.", "Nothing to see here.",
        ]  # fmt: skip
    assert sum(r.items for r in records) == 3


def test_parquet_stays_parquet(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(ROWS), tmp_path / "in.parquet")
    run(open_source(tmp_path / "in.parquet"), tmp_path / "out")
    parts = sorted((tmp_path / "out").glob("part-*.parquet"))
    made = [row for part in parts for row in pq.read_table(part).to_pylist()]
    assert made[1] == {"id": 1, "text": "Mr [PERSON] called.", "more": {"n": 1}}


def test_tables_become_rows(tmp_path: Path) -> None:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([["id", "text"], ["a", "Mr Peter Hall,\ncalled"]])
    (tmp_path / "in.csv").write_text(out.getvalue())
    run(open_source(tmp_path / "in.csv"), tmp_path / "out")
    assert read(tmp_path / "out") == [{"id": "a", "text": "Mr [PERSON],\ncalled"}]


@pytest.mark.parametrize("kind", ["folder", "zip", "tar.gz"])
def test_trees_come_out_as_the_same_tree(tmp_path: Path, kind: str) -> None:
    files = {"a.txt": b"Mr Peter Hall called.\r\n", "sub/b.csv": b"name,n\nPeter Hall,1\n"}
    path = tmp_path / f"in.{kind}"
    if kind == "folder":
        for name, data in files.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(data)
    elif kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
    else:
        with tarfile.open(path, "w:gz") as archive:
            for name, data in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    run(open_source(path), tmp_path / "out")
    assert (tmp_path / "out/a.txt").read_bytes() == b"Mr [PERSON] called.\r\n"
    assert (tmp_path / "out/sub/b.csv").read_bytes() == b"name,n\n[PERSON],1\n"


def test_conll_is_parted_at_its_documents(tmp_path: Path) -> None:
    columns = "# global.columns = ID FORM LEMMA\n"
    words = ["Peter", "Hall", "called"]
    sentence = "".join(f"{n}\t{word}\t{word}\n" for n, word in enumerate(words, start=1))
    text = columns + "".join(f"# newdoc id = {n}\n{sentence}\n" for n in range(3))
    (tmp_path / "in.conllup").write_text(text)
    source = open_source(tmp_path / "in.conllup")
    assert [item.data.count(b"global.columns") for item in source.items()] == [1, 1, 1]
    run(source, tmp_path / "out")
    made = "".join(p.read_text() for p in sorted((tmp_path / "out").glob("part-*.conllup")))
    assert made.count("# newdoc id") == 3
    assert "Hall" not in made


def test_a_file_outside_of_an_archive_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.writestr("../../evil.txt", "x")
    with pytest.raises(CorruptDocument, match="outside"):
        run(open_source(tmp_path / "in.zip"), tmp_path / "out")


def test_what_is_no_corpus_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"")
    with pytest.raises(UnsupportedFormat, match="allonym run"):
        open_source(tmp_path / "a.docx")
    with pytest.raises(DocumentError, match="no such file"):
        open_source(tmp_path / "b.jsonl")


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS) + b"{oops\n")
    with pytest.raises(CorruptDocument, match=r"in\.jsonl, line 4"):
        run(open_source(tmp_path / "in.jsonl"), tmp_path / "out", size=1)


def test_a_second_call_does_only_what_is_left(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS))
    source = open_source(tmp_path / "in.jsonl")
    half = Here(job())
    with pytest.raises(ZeroDivisionError):
        run_corpus(source, tmp_path / "out", half.job, half, size=1,
                   progress=lambda record: 1 / (record.number - 1))  # fmt: skip
    rest = Here(job())
    records = run(source, tmp_path / "out", rest, size=1)
    assert rest.seen == [2]
    assert (
        [r.number for r in records]
        == [0, 1, 2]
        == [r.number for r in read_records(tmp_path / "out")]
    )
    assert [row["id"] for row in read(tmp_path / "out")] == [0, 1, 2]


def test_another_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS))
    source = open_source(tmp_path / "in.jsonl")
    run(source, tmp_path / "out")
    with pytest.raises(ConfigError, match="shard size"):
        run(source, tmp_path / "out", size=3)
    with pytest.raises(ConfigError, match="text field"):
        run(source, tmp_path / "out", Here(job(text_field="body")))


def test_a_document_that_fails_leaves_no_text(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/bad.docx").write_bytes(b"Peter Hall, not a package")
    (tmp_path / "in/good.txt").write_text("Peter Hall called.")
    records = run(open_source(tmp_path / "in"), tmp_path / "out")
    assert not (tmp_path / "out/bad.docx").exists()
    assert (tmp_path / "out/good.txt").read_text() == "[PERSON] called."
    assert summarise(records).failures == {0: "corrupt-document"}
    assert b"Hall" not in b"".join(p.read_bytes() for p in (tmp_path / "out").rglob("*.sqlite*"))


@pytest.mark.slow
def test_a_deadly_row_and_a_slow_one_fail_alone(tmp_path: Path) -> None:
    rows = [{"text": TEXTS[n % 3], "mark": {4: "die", 7: "stall"}.get(n)} for n in range(12)]
    (tmp_path / "in.jsonl").write_bytes(jsonl(rows))
    engine = LocalEngine(job(), workers=2, seconds=1.5, work=deadly)
    records = run(open_source(tmp_path / "in.jsonl"), tmp_path / "out", engine, size=4)
    assert summarise(records).failures == {4: "worker-died", 7: "time-limit"}
    made = read(tmp_path / "out")
    assert [row["text"] is None for row in made] == [n in (4, 7) for n in range(12)]
    assert made[4]["allonym_error"] == "worker-died"


def test_a_job_survives_the_way_to_another_process() -> None:
    packed = job(text_field="body").packed()
    again = unpacked(packed)
    assert again.text_field == "body"
    assert again.profile.treatment("person").method == "tag"
    row = Item(0, row={"body": "Mr Peter Hall called."})
    assert process_shard(again.pipeline(), again, Shard(0, (row,))).made[0].row == {
        "body": "Mr [PERSON] called."
    }


def test_a_corpus_scope_needs_a_secret(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(
        'schema = 1\nextends = "default"\n[consistency]\nscope = "corpus"\n'
    )
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS))
    args = [
        "run",
        str(tmp_path / "in.jsonl"),
        str(tmp_path / "out"),
        "--profile",
        str(tmp_path / "p.toml"),
    ]
    outcome = CliRunner().invoke(command, [*args, "-l", "en"])
    assert isinstance(outcome.exception, ConfigError)
    assert "secret" in str(outcome.exception)


def test_the_page_shows_figures_and_loads_nothing(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS))
    page = as_page(summarise(run(open_source(tmp_path / "in.jsonl"), tmp_path / "out")))
    assert "<svg" in page
    assert "email" in page
    assert "http" not in page
    assert "Hall" not in page


def test_persons_agree_across_documents_and_cases() -> None:
    profile = load_profile("default")
    from dataclasses import replace

    profile = replace(profile, consistency=replace(profile.consistency, scope="corpus"))
    pipeline = Pipeline.load(language="pl", profile=profile, secret=SECRET)
    whole = Job(pipeline.profile, "pl", pipeline.draw)
    texts = [
        "Spotkałem się z Janem Kowalskim.",
        "Jan Kowalski wyszedł.",
        "Nie ma Jana Kowalskiego.",
    ]
    lemmas = set()
    for text in texts:
        worker = unpacked(whole.packed())
        result = worker.pipeline().run(text)
        lemmas |= {r.lemma for r in result.replacements if r.entity.startswith("person")}
    assert len(lemmas) == 1

"""Corpora in, corpora out: sources, one run, a run that goes on, and documents that fail."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import zstandard
from click.testing import CliRunner
from tests.corpus.poison import deadly

from allonym.api import Pipeline
from allonym.cli import cli
from allonym.corpus.engines import LocalEngine
from allonym.corpus.items import Item, Shard
from allonym.corpus.manifest import Failed, Record, read_records
from allonym.corpus.report import as_page, as_text, summarise
from allonym.corpus.run import run_corpus
from allonym.corpus.sinks import FORMATS
from allonym.corpus.sources import Source, open_source
from allonym.corpus.work import Job, process_shard, unpacked
from allonym.errors import ConfigError, CorruptDocument, DocumentError, UnsupportedFormat
from allonym.profile import Documents, load_profile

SECRET = b"0123456789abcdef0123456789abcdef"
TEXTS = ("Write to jane.doe@corp.test.", "Mr Peter Hall called.", "Nothing to see here.")
ROWS = [{"id": n, "text": text, "more": {"n": n}} for n, text in enumerate(TEXTS)]
PACKERS: Mapping[str, Callable[[bytes], bytes]] = {
    "": bytes, ".gz": gzip.compress, ".zst": zstandard.ZstdCompressor().compress,
}  # fmt: skip


class Here:
    """An engine in this process."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.seen: list[int] = []

    def outcomes(self, shards: Iterable[Shard]) -> Any:
        pipeline = loaded()
        for shard in shards:
            self.seen.append(shard.number)
            yield process_shard(pipeline, self.job, shard)


@cache
def loaded() -> Pipeline:
    """Return what takes a while to load, once for all tests."""
    return Pipeline.load(language="en", method="tag", secret=SECRET)


def job(**settings: Any) -> Job:
    return Job(loaded().profile, "en", loaded().draw, **settings)


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
    path = tmp_path / f"in.jsonl{packed}"
    path.write_bytes(PACKERS[packed](jsonl(ROWS)))
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


def test_a_row_does_not_say_beside_its_text_whom_it_is_about(tmp_path: Path) -> None:
    row = {
        "id": "r1", "text": "Mr Peter Hall called.", "author": "Peter Hall",
        "more": {"cc": ["jane.doe@corp.test"], "n": 3}, "phone": 2079460123,
    }  # fmt: skip
    (tmp_path / "in.jsonl").write_bytes(jsonl([row]))
    run(open_source(tmp_path / "in.jsonl"), tmp_path / "out")
    assert read(tmp_path / "out") == [{
        "id": "r1", "text": "Mr [PERSON] called.", "author": "[PERSON]",
        "more": {"cc": ["[E-MAIL]"], "n": 3}, "phone": "[PHONE]",
    }]  # fmt: skip


def test_paths_say_which_fields_of_a_row_are_read(tmp_path: Path) -> None:
    profile = replace(loaded().profile, documents=Documents(paths=("text",)))
    item = Item(0, "r1", {"text": "Mr Peter Hall called.", "author": "Peter Hall"})
    made = process_shard(loaded(), replace(job(), profile=profile), Shard(0, [item])).made[0]
    assert made.row == {"text": "Mr [PERSON] called.", "author": "Peter Hall"}


def test_a_row_that_fails_keeps_no_string_but_its_id() -> None:
    item = Item(0, "r1", {"id": "r1", "text": ["Peter"], "author": "Peter Hall", "n": 3})
    made = process_shard(loaded(), job(), Shard(0, [item])).made[0]
    assert made.row == {
        "id": "r1", "text": None, "author": None, "n": 3, "allonym_error": "unsupported-format",
    }  # fmt: skip


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


def test_a_broken_line_fails_alone(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS[:2]) + b"{oops\n\xff\n[1]\n" + jsonl(ROWS[2:]))
    records = run(open_source(tmp_path / "in.jsonl"), tmp_path / "out")
    bad = {n: Failed("corrupt-document", f"line {n + 1}") for n in (2, 3, 4)}
    assert summarise(records).failures == bad
    made = read(tmp_path / "out")
    assert made[2] == {"text": None, "allonym_error": "corrupt-document"}
    assert made[5]["id"] == 2


@pytest.mark.parametrize("name", ["in.jsonl", "in.jsonl.gz", "in.jsonl.zst", "in.parquet", "in.zip",
                                  "in.tar.gz", "in.csv.gz"])  # fmt: skip
def test_what_is_not_as_its_name_says_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"Peter Hall, neither this nor that\n" * 40)
    with pytest.raises(DocumentError) as caught:
        run(open_source(tmp_path / name), tmp_path / "out")
    assert "Hall" not in str(caught.value)


@pytest.mark.parametrize("packed", [".gz", ".zst"])
def test_a_file_that_is_cut_off_is_told_of(tmp_path: Path, packed: str) -> None:
    rows = jsonl({"id": n, "text": f"{hash(str(n))} Mr Peter Hall"} for n in range(20_000))
    (tmp_path / f"in.jsonl{packed}").write_bytes(PACKERS[packed](rows)[:-5000])
    source = open_source(tmp_path / f"in.jsonl{packed}")
    with pytest.raises(CorruptDocument, match="cut off"):
        list(source.items())


def test_frames_that_follow_each_other_are_all_read(tmp_path: Path) -> None:
    frames = b"".join(PACKERS[".zst"](jsonl([row])) for row in ROWS)
    (tmp_path / "in.jsonl.zst").write_bytes(frames)
    assert [item.row for item in open_source(tmp_path / "in.jsonl.zst").items()] == ROWS


def test_a_field_that_no_row_has_stops_the_run_before_it_lets_texts_through(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS))
    with pytest.raises(ConfigError, match="--text-field id or more or text"):
        run(open_source(tmp_path / "in.jsonl"), tmp_path / "out", Here(job(text_field="body")))


def test_a_text_that_is_no_text_is_not_let_through(tmp_path: Path) -> None:
    rows = [{"id": "a", "text": None}, {"id": "b", "text": ["Peter Hall"]}, {"id": "c"}]
    (tmp_path / "in.jsonl").write_bytes(jsonl(rows))
    records = run(open_source(tmp_path / "in.jsonl"), tmp_path / "out")
    assert summarise(records).failures == {1: Failed("unsupported-format", "b")}
    assert "Hall" not in json.dumps(read(tmp_path / "out"))


def test_failures_are_named_by_the_field_asked_for(tmp_path: Path) -> None:
    rows = [{"key": f"k{n}", "text": text} for n, text in enumerate(["Peter Hall", 7])]
    (tmp_path / "in.jsonl").write_bytes(jsonl(rows))
    summary = summarise(run(open_source(tmp_path / "in.jsonl", "key"), tmp_path / "out"))
    assert summary.as_dict()["failures"] == [
        {"document": 1, "id": "k1", "error": "unsupported-format"}
    ]
    assert "k1" in as_text(summary)
    assert "k1" in as_page(summary)


@pytest.mark.parametrize("form", FORMATS)
def test_rows_come_out_in_the_format_asked_for(tmp_path: Path, form: str) -> None:
    (tmp_path / "in.csv.gz").write_bytes(gzip.compress(b"id;text\r\n1;Mr Peter Hall called.\r\n"))
    engine = Here(job())
    run_corpus(open_source(tmp_path / "in.csv.gz"), tmp_path / "out", engine.job, engine, size=2,
               progress=lambda _: None, form=form)  # fmt: skip
    items = open_source(tmp_path / f"out/part-00000.{form}").items()
    assert [item.row for item in items] == [{"id": "1", "text": "Mr [PERSON] called."}]
    (tmp_path / "a.txt").write_text("a document")
    with pytest.raises(ConfigError, match="for rows"):
        run_corpus(open_source(tmp_path), tmp_path / "not", engine.job, engine, size=2,
                   progress=lambda _: None, form=form)  # fmt: skip


def test_a_folder_of_rows_is_one_corpus_of_rows(tmp_path: Path) -> None:
    (tmp_path / "in/sub").mkdir(parents=True)
    (tmp_path / "in/a.jsonl.gz").write_bytes(gzip.compress(jsonl(ROWS[:2])))
    (tmp_path / "in/sub/b.jsonl").write_bytes(jsonl(ROWS[2:]))
    run(open_source(tmp_path / "in"), tmp_path / "out")
    assert sorted(p.name for p in (tmp_path / "out").glob("part*")) == [
        "part-00000.jsonl.gz", "part-00001.jsonl.gz",
    ]  # fmt: skip
    assert [row["id"] for row in read(tmp_path / "out")] == [0, 1, 2]


def test_columns_of_parquet_keep_their_types(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = pa.schema([("id", pa.int16()), ("text", pa.large_string()), ("at", pa.date32())])
    rows = [{"id": n, "text": text, "at": None} for n, text in enumerate(TEXTS)]
    pq.write_table(pa.Table.from_pylist(rows, schema=columns), tmp_path / "in.parquet")
    run(open_source(tmp_path / "in.parquet"), tmp_path / "out")
    assert {pq.read_schema(p) for p in (tmp_path / "out").glob("part-*.parquet")} == {columns}


def test_a_table_with_torn_rows_loses_those_only(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_bytes(b"id,text\n1,Peter Hall\n2,a,b\n3,\xff\n4,Peter Hall\n")
    records = run(open_source(tmp_path / "in.csv"), tmp_path / "out")
    assert {f.id for f in summarise(records).failures.values()} == {"row 3", "row 4"}
    assert [row["text"] for row in read(tmp_path / "out")] == ["[PERSON]", None, None, "[PERSON]"]


def test_two_documents_never_get_one_name(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("Mr Peter Hall called.")
    (tmp_path / "in/a.rtf").write_text(r"{\rtf1\ansi Mr Peter Hall wrote.}")
    for _ in range(2):
        run(open_source(tmp_path / "in"), tmp_path / "out", size=1)
    made = {p.name: p.read_text().strip() for p in (tmp_path / "out").glob("a*.*")}
    assert sorted(made.values()) == ["Mr [PERSON] called.", "Mr [PERSON] wrote."]


def test_a_locked_file_of_an_archive_fails_alone(tmp_path: Path) -> None:
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "Mr Peter Hall called.")
        archive.writestr("b.txt", "Mr Peter Hall wrote.")
    data = bytearray(path.read_bytes())
    data[data.index(b"Mr Peter Hall called.")] = 0
    path.write_bytes(data)
    records = run(open_source(path), tmp_path / "out")
    assert summarise(records).failures == {0: Failed("corrupt-document", "a.txt")}
    assert (tmp_path / "out/b.txt").read_text() == "Mr [PERSON] wrote."


def test_a_file_of_an_archive_that_unpacks_to_far_more_than_its_size_fails_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", b"a" * (65 << 20))
        archive.writestr("b.txt", "Mr Peter Hall wrote.")
    records = run(open_source(path), tmp_path / "out")
    assert summarise(records).failures == {0: Failed("document", "a.txt")}
    assert (tmp_path / "out/b.txt").read_text() == "Mr [PERSON] wrote."


def test_the_head_of_the_columns_stands_once_in_a_part(tmp_path: Path) -> None:
    text = "# global.columns = ID FORM\n" + "".join(
        f"# newdoc id = {n}\n1\tPeter\n2\tHall\n\n" for n in range(3)
    )
    (tmp_path / "in.conllup").write_text(text)
    run(open_source(tmp_path / "in.conllup"), tmp_path / "out", size=3)
    made = (tmp_path / "out/part-00000.conllup").read_text()
    assert made.startswith("# global.columns = ID FORM\n# newdoc id = 0\n")
    assert made.count("global.columns") == 1


def test_a_run_does_not_write_into_its_corpus(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Peter Hall")
    for out in (tmp_path, tmp_path / "clean"):
        outcome = CliRunner().invoke(cli, ["corpus", "run", str(tmp_path), str(out), "-l", "en"])
        assert isinstance(outcome.exception, ConfigError)
    assert (tmp_path / "a.txt").read_text() == "Peter Hall"


def test_leaks_that_a_profile_lets_pass_are_counted() -> None:
    counted = Record(0, 1, 10, {}, 0.1, {"person": 1}, leaks=2)
    assert "originals that can still be found: 2" in as_text(summarise([counted]))


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


def test_a_document_that_fails_leaves_no_text(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/bad.docx").write_bytes(b"Peter Hall, not a package")
    (tmp_path / "in/good.txt").write_text("Peter Hall called.")
    records = run(open_source(tmp_path / "in"), tmp_path / "out")
    assert not (tmp_path / "out/bad.docx").exists()
    assert (tmp_path / "out/good.txt").read_text() == "[PERSON] called."
    assert summarise(records).failures == {0: Failed("corrupt-document", "bad.docx")}
    assert b"Hall" not in b"".join(p.read_bytes() for p in (tmp_path / "out").rglob("*.sqlite*"))


@pytest.mark.slow
def test_a_deadly_row_and_a_slow_one_fail_alone(tmp_path: Path) -> None:
    rows = [{"text": TEXTS[n % 3], "mark": {4: "die", 7: "stall"}.get(n)} for n in range(12)]
    (tmp_path / "in.jsonl").write_bytes(jsonl(rows))
    engine = LocalEngine(job(), workers=2, seconds=3, work=deadly)
    records = run(open_source(tmp_path / "in.jsonl"), tmp_path / "out", engine, size=4)
    codes = {n: failed.code for n, failed in summarise(records).failures.items()}
    assert codes == {4: "worker-died", 7: "time-limit"}
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
    outcome = CliRunner().invoke(cli, ["corpus", *args, "-l", "en"])
    assert isinstance(outcome.exception, ConfigError)
    assert "secret" in str(outcome.exception)


def test_the_page_shows_figures_and_loads_nothing(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(jsonl(ROWS))
    page = as_page(summarise(run(open_source(tmp_path / "in.jsonl"), tmp_path / "out")))
    assert "<meter" in page
    assert "email" in page
    assert "http" not in page
    assert "Hall" not in page


@pytest.mark.slow
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
        named = [r for r in result.replacements if not r.context]  # *z* may become *ze* beside it
        lemmas |= {r.lemma for r in named if r.entity.startswith("person")}
    assert len(lemmas) == 1

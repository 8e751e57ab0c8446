"""Folders of tasks: private, done once, ended once, and hostile archives refused."""

import os
import stat
import threading
import time
import zipfile

import pytest

from allonym.errors import CorruptDocument, UnknownName
from allonym.formats.package import Limits
from allonym.jobs.options import TaskOptions
from allonym.jobs.steps import unpack
from allonym.jobs.store import Store, count_try, write


@pytest.fixture
def store(tmp_path):
    return Store.open(tmp_path / "state")


def packed(store, members, name="batch.zip"):
    path = store.incoming()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in members:
            archive.writestr(member, data)
    return store.add(path, name, TaskOptions())


def made(task, text=b"{}"):
    folder = task.aside()
    folder.mkdir(mode=0o700)
    write(folder / "report.json", text)
    return folder


def test_everything_is_for_its_owner_only(store):
    task = packed(store, [("a.txt", b"text")])
    unpack(task, Limits())
    count_try(task.tries(1))
    task.commit(1, made(task))
    task.end("done")
    for path in store.root.rglob("*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        if path.is_dir():
            assert mode == 0o700, path
    assert stat.S_IMODE(store.root.stat().st_mode) == 0o700


def test_names_are_made_here(store):
    task = packed(store, [("jan-kowalski.txt", b"text")], "kowalski.zip")
    unpack(task, Limits())
    assert not [p for p in store.root.rglob("*") if "kowalski" in p.name]
    assert task.names() == ("jan-kowalski.txt",)
    assert "kowalski" not in repr(store.get(task.id))


def test_a_task_is_read_again_as_it_was_made(store):
    task = packed(store, [("a.txt", b"text")])
    assert store.get(task.id) == task
    for wrong in ("", "..", "../tasks", task.id[:-1], task.id.upper() + "x", "0" * 32):
        with pytest.raises(UnknownName):
            store.get(wrong)


def test_an_ending_beside_a_tidying_is_a_second_ending(store, monkeypatch):
    # Cancelling a task in the moment in which its last step ends it and tidies up.
    task, link = packed(store, [("a.txt", b"text")]), os.link

    def overtaken(*paths):
        monkeypatch.setattr(os, "link", link)
        assert task.end("done")
        task.tidy()
        return link(*paths)

    monkeypatch.setattr(os, "link", overtaken)
    assert not task.end("cancelled")
    assert task.ending().state == "done"


def test_an_ending_that_cannot_be_written_is_told(store):
    task = packed(store, [("a.txt", b"text")])
    store.remove(task)
    with pytest.raises(FileNotFoundError):
        task.end("cancelled")


def test_of_many_commits_one_stands(store):
    task = packed(store, [("a.txt", b"text")])
    folders = [made(task, str(n).encode()) for n in range(8)]
    barrier, won = threading.Barrier(8), []

    def commit(folder):
        barrier.wait()
        won.append(task.commit(1, folder))

    threads = [threading.Thread(target=commit, args=(f,)) for f in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == [False] * 7 + [True]
    assert task.finished() == [1]
    assert not list((task.folder / "tmp").iterdir())


def test_of_many_endings_one_stands(store):
    task = packed(store, [("a.txt", b"text")])
    assert task.end("cancelled")
    assert not task.end("done")
    assert task.ending().state == "cancelled"
    assert not list((task.folder / "tmp").iterdir())


def test_an_ended_task_keeps_only_its_result(store):
    task = packed(store, [("a.txt", b"text")])
    unpack(task, Limits())
    task.tidy()
    assert task.upload.exists()
    task.result.write_bytes(b"zip")
    task.end("done")
    task.tidy()
    assert {p.name for p in task.folder.iterdir()} == {"task.json", "end.json", "result.zip"}


def test_a_cancelled_task_keeps_nothing(store):
    task = packed(store, [("a.txt", b"text")])
    task.result.write_bytes(b"zip")
    task.end("cancelled")
    task.tidy()
    assert {p.name for p in task.folder.iterdir()} == {"task.json", "end.json"}


def test_what_broke_off_is_swept(store):
    path = store.incoming()
    path.write_bytes(b"half an upload")
    task = packed(store, [("a.txt", b"text")])
    task.folder.rename(store.root / "incoming" / f"{task.id}.gone")
    store.sweep(time.time() - 60)
    assert list((store.root / "incoming").iterdir()) == [path]
    store.sweep(time.time() + 60)
    assert not list((store.root / "incoming").iterdir())


# --- unpacking ---


def test_a_tree_is_unpacked_in_order_without_notes_of_systems(store):
    members = [("b/", b""), ("b/2.txt", b"two"), ("__MACOSX/b/._2.txt", b"x"),
               ("b/.DS_Store", b"x"), ("a.txt", b"one")]  # fmt: skip
    task = packed(store, members)
    assert unpack(task, Limits()) == 2
    assert task.names() == ("b/2.txt", "a.txt")
    assert [task.source(n).read_bytes() for n in (1, 2)] == [b"two", b"one"]
    assert unpack(task, Limits()) == 2


def test_a_single_document_needs_no_archive(store):
    path = store.incoming()
    path.write_bytes(b"text")
    task = store.add(path, "C:/letters/note.txt", TaskOptions())
    assert unpack(task, Limits()) == 1
    assert task.names() == ("note.txt",)
    assert task.source(1).read_bytes() == b"text"


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([], "holds no documents"),
        ([("__MACOSX/x", b"x")], "holds no documents"),
        ([("../a.txt", b"x")], "would be unpacked elsewhere"),
        ([("/etc/a.txt", b"x")], "would be unpacked elsewhere"),
        ([("a.txt", b"x"), ("A.TXT", b"y")], "is called as another"),
        ([("a.txt", b"\0" * (1 << 20))], "unpacks to far more"),
        ([(f"{n}.txt", b"x") for n in range(12)], "has 12 members"),
    ],
)
def test_hostile_archives_are_refused(store, members, said):
    task = packed(store, members)
    with pytest.raises(CorruptDocument) as caught:
        unpack(task, Limits(parts=10, free=1 << 16))
    assert said in str(caught.value)
    assert task.names() is None


def test_a_damaged_archive_is_refused(store):
    path = store.incoming()
    path.write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(CorruptDocument, match="damaged"):
        unpack(store.add(path, "batch.zip", TaskOptions()), Limits())

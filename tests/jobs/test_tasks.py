"""Tasks in one process: what is settled about cancelling, upgrading, taking over and forgetting.

Documents are done in threads of this process, where each can be held at a gate or made to fail.
"""

import json
import os
import sqlite3
import threading
import time
import zipfile
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from allonym.api import Pipeline
from allonym.errors import ConfigError, ServiceError, TimeLimit, UnknownName, WorkerDied
from allonym.files import rewriting
from allonym.formats.package import Limits, Part, write_package
from allonym.jobs.convert import convert
from allonym.jobs.options import read_options
from allonym.jobs.results import document_states
from allonym.jobs.steps import DocumentSteps
from allonym.jobs.store import Store, Task
from allonym.jobs.tasks import Tasks, TaskSettings
from tests.formats.test_pdf import make_pdf

pytestmark = [pytest.mark.slow, pytest.mark.model]

TEXT = "Spotkałem się z Janem Kowalskim."
CANARY = "Xanthippa Canaryová"


class Gate:
    """Does documents for real once the gate is open; notes which it began."""

    def __init__(self, *, is_open=True, faults=None):
        self.event = threading.Event()
        self.begun = []
        self.faults = faults or {}
        if is_open:
            self.event.set()

    def __call__(self, job, *, seconds):
        self.begun.append(job.name)
        if not self.event.wait(30):
            raise ServiceError("the test has left")
        fault = self.faults.get(job.name)
        if fault is not None:
            raise fault
        return convert(job)


@contextmanager
def running(folder, gate, database="", *, version="1", **settings):
    tasks = Tasks(TaskSettings(folder, database, **settings), gate, version=version)
    tasks.start()
    try:
        yield tasks
    finally:
        tasks.stop()
        gate.event.set()


def add(tasks, members, name="batch.zip", **options):
    path = tasks.store.incoming()
    with zipfile.ZipFile(path, "w") as archive:
        for member, text in members.items():
            archive.writestr(member, text)
    options = {"language": "pl", "types": ["person"], **options}
    return tasks.add(path, name, read_options(options))


def until(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to pass"
        time.sleep(0.02)


def finished(task):
    until(lambda: task.ending() is not None)
    return task.ending()


def contents(task):
    with zipfile.ZipFile(task.result) as archive:
        names = archive.namelist()
        assert len(names) == len(set(names))
        return {name: archive.read(name).decode() for name in names}


def names_of(task):
    return [name for name in contents(task) if not name.startswith("allonym-reports")]


def test_the_tree_comes_back_with_reports(tmp_path, database):
    members = {"a/one.txt": TEXT, "b/two.json": json.dumps({"text": TEXT}), "bad.jsonl": "{"}
    with running(tmp_path, Gate(), database) as tasks:
        task = add(tasks, members)
        assert finished(task).state == "done"
        files = contents(task)
        assert files["a/one.txt"] == "Spotkałem się z ."
        assert "Kowalski" not in files["b/two.json"]
        index = json.loads(files["allonym-reports/index.json"])
        assert index[0] == {"number": 1, "state": "done", "counts": {"person": 1},
                            "name": "a/one.txt"}  # fmt: skip
        assert index[2] == {"number": 3, "state": "failed", "code": "corrupt-document"}
        report = json.loads(files["allonym-reports/000003.json"])
        assert report["message"].startswith("line 1: not JSON")
        assert [d["state"] for d in document_states(task)] == ["done", "done", "failed"]
        tasks.remove(task)
        assert tasks.store.root.joinpath("tasks", task.id).exists() is False


def test_any2txt_writes_texts(tmp_path):
    with running(tmp_path, Gate()) as tasks:
        task = add(tasks, {"a.html": f"<p>{TEXT}</p>", "a.txt": TEXT}, output="text", method="tag")
        finished(task)
        files = contents(task)
        assert files["a.txt"].strip() == "Spotkałem się z [OSOBA] [OSOBA]."
        assert files["a.html.txt"] == "Spotkałem się z [OSOBA] [OSOBA].\n"


@pytest.mark.parametrize("output", ["text", "same"])
def test_a_pdf_that_became_text_is_told_from_a_text(tmp_path, output):
    with running(tmp_path, Gate()) as tasks:
        task = add(tasks, {"a.txt": "x", "a.pdf": make_pdf(["Jan Kowalski"])},
                   output=output, method="tag")  # fmt: skip
        finished(task)
        assert {"a.txt", "a.pdf.txt"} <= set(contents(task))


def test_a_report_folder_of_the_client_is_left_alone(tmp_path):
    with running(tmp_path, Gate()) as tasks:
        task = add(tasks, {"allonym-reports/index.json": '{"text": ""}'})
        finished(task)
        assert {"allonym-reports/index.json", "allonym-reports-2/index.json"} <= set(contents(task))


def test_pseudonymized_names_do_not_come_back_in_the_index(tmp_path):
    members = {"Jan Kowalski.txt": TEXT, "Jan Kowalski.jsonl": "{"}
    with running(tmp_path, Gate()) as tasks:
        task = add(tasks, members, file_names=True, method="pseudo")
        finished(task)
        files = contents(task)
        assert "Kowalski" not in "".join(files) + "".join(files.values())
        assert len(names_of(task)) == 1


def test_a_bad_document_fails_alone(tmp_path):
    faults = {"slow.txt": TimeLimit("too slow"), "deadly.txt": WorkerDied("died")}
    with running(tmp_path, Gate(faults=faults)) as tasks:
        task = add(tasks, {"slow.txt": TEXT, "good.txt": TEXT, "deadly.txt": TEXT})
        assert finished(task).state == "done"
        codes = [(d["state"], d.get("code")) for d in document_states(task)]
        assert codes == [("failed", "time-limit"), ("done", None), ("failed", "worker-died")]
        assert names_of(task) == ["good.txt"]


def test_a_document_that_servers_die_of_is_given_up(tmp_path):
    """The count stands on disk, so that it outlives servers."""
    gate = Gate(is_open=False)
    with running(tmp_path, gate) as tasks:
        task = add(tasks, {"1.txt": TEXT, "2.txt": TEXT})
        until(lambda: gate.begun)
        task.tries(1).write_bytes(b"." * 25)
        gate.event.set()
        assert finished(task).state == "done"
        codes = [(d["state"], d.get("code")) for d in document_states(task)]
        assert codes == [("failed", "gave-up"), ("done", None)]


def test_archives_of_a_task_share_what_may_lie_in_archives(tmp_path, monkeypatch):
    """A document of its own each, they might come to a thousand files apiece, without end."""
    monkeypatch.setattr(rewriting, "_FEW", 13)
    monkeypatch.setattr(rewriting, "_HEAD", 1 << 30)
    inner = write_package(Part(f"{n}.txt", TEXT.encode()) for n in range(6))
    members = {"a.zip": inner, "b.zip": inner, "c.zip": inner, "d.txt": TEXT.encode()}
    upload = write_package(Part(name, data) for name, data in members.items())
    store = Store.open(tmp_path)
    path = store.incoming()
    path.write_bytes(upload)
    task = store.add(path, "batch.zip", read_options({"language": "pl"}))
    steps = DocumentSteps(store, TaskSettings(tmp_path), Gate())
    for number in range(1, steps.prepare(task.id) + 1):
        steps.do(task.id, number)
    done = [(d["state"], d.get("dropped", 0)) for d in document_states(task)]
    assert done == [("done", 0), ("done", 3), ("failed", 0), ("done", 0)]
    whole = Pipeline.load(language="pl").run_file(upload, "batch.zip")
    assert [(made.name, len(made.failures)) for made in whole.members] == [
        ("a.zip", 0), ("b.zip", 3), ("d.txt", 0)
    ]  # fmt: skip
    assert [failure.name for failure in whole.failures] == ["c.zip"]


def test_what_documents_are_called_is_read_once_for_many(tmp_path, monkeypatch):
    """Read for each of 18,000 small files, the list took longer than the files."""
    store = Store.open(tmp_path)
    upload = store.incoming()
    upload.write_bytes(write_package(Part(f"{n}.txt", b"a") for n in range(9)))
    task = store.add(upload, "a.zip", read_options({"language": "pl"}))
    steps = DocumentSteps(store, TaskSettings(tmp_path), Gate())
    steps.prepare(task.id)
    asked = []
    names = Task.names
    monkeypatch.setattr(Task, "names", lambda self: asked.append(1) or names(self))
    steps.do_all(task.id, 1, 9)
    assert task.finished() == list(range(1, 10))
    assert len(asked) == 1


def test_a_bad_archive_fails_as_a_whole(tmp_path):
    with running(tmp_path, Gate(), limits=Limits(parts=2)) as tasks:
        task = add(tasks, {f"{n}.txt": TEXT for n in range(3)})
        ending = finished(task)
        assert (ending.state, ending.code) == ("failed", "corrupt-document")


def test_cancelling_begins_nothing_more_and_leaves_no_text(tmp_path, database):
    gate = Gate(is_open=False)
    with running(tmp_path, gate, database, workers=1) as tasks:
        task = add(tasks, {f"{n}.txt": TEXT for n in range(9)})
        until(lambda: gate.begun)
        assert tasks.cancel(task)
        assert not tasks.cancel(task)
        gate.event.set()
        time.sleep(1.0)
        assert len(gate.begun) <= 2
        assert task.ending().state == "cancelled"
        assert {p.name for p in task.folder.iterdir()} <= {"task.json", "end.json", "tmp"}
        assert not task.result.exists()


@pytest.mark.parametrize("fault", [TimeLimit("late"), None])
def test_what_is_made_while_a_task_is_cancelled_goes_too(tmp_path, fault):
    """A report, or a whole document, came back into the folder that had been tidied."""
    store = Store.open(tmp_path)
    path = store.incoming()
    path.write_bytes(TEXT.encode())
    task = store.add(path, "a.txt", read_options({"language": "pl"}))
    (source := tmp_path / "a.txt").write_text(TEXT)

    def cancelling(job, *, seconds):
        task.end("cancelled")
        task.tidy()
        if fault:
            raise fault
        task.aside()
        return convert(replace(job, source=source))

    steps = DocumentSteps(store, TaskSettings(tmp_path), cancelling)
    steps.prepare(task.id)
    steps.do_all(task.id, 1, 1)
    assert {p.name for p in task.folder.iterdir()} == {"task.json", "end.json"}


def test_removing_ends_everything_at_once(tmp_path):
    gate = Gate(is_open=False)
    with running(tmp_path, gate, workers=1) as tasks:
        task = add(tasks, {f"{n}.txt": TEXT for n in range(9)})
        until(lambda: gate.begun)
        tasks.remove(task)
        assert not task.folder.exists()
        with pytest.raises(UnknownName):
            tasks.store.get(task.id)
        gate.event.set()


def test_a_stopped_server_goes_on_where_it_was(tmp_path, database):
    gate = Gate(is_open=False)
    members = {f"{n}.txt": TEXT for n in range(6)}
    with running(tmp_path, gate, database, workers=1) as tasks:
        task = add(tasks, members)
        until(lambda: gate.begun)
    again = Gate()
    with running(tmp_path, again, database, workers=1):
        assert finished(task).state == "done"
    assert sorted(names_of(task)) == sorted(members)


def test_a_task_survives_an_upgrade_in_its_middle(tmp_path, database):
    """Workflows of an older version are left; the task begins anew and keeps what is done."""
    gate = Gate(is_open=False)
    members = {f"{n}.txt": TEXT for n in range(6)}
    with running(tmp_path, gate, database, workers=1) as tasks:
        task = add(tasks, members)
        until(lambda: gate.begun)
        gate.event.set()
        until(lambda: len(task.finished()) >= 2)
        gate.event.clear()
    done = len(task.finished())
    again = Gate()
    with running(tmp_path, again, database, version="2", workers=1):
        assert finished(task).state == "done"
    assert len(again.begun) <= len(members) - done
    assert sorted(names_of(task)) == sorted(members)


def test_another_executor_takes_over(tmp_path, database):
    """What a dead executor had begun is done by another, once it has been silent for a while."""
    gate = Gate(is_open=False)
    members = {f"{n}.txt": TEXT for n in range(4)}
    with running(tmp_path, gate, database, executor="a", workers=2) as tasks:
        task = add(tasks, members)
        until(lambda: len(gate.begun) >= 2)
    again = Gate()
    with running(tmp_path, again, database, executor="b", workers=2) as tasks:
        until(lambda: len(task.finished()) >= len(members) - 4)
        assert task.ending() is None
        silent = tmp_path / "executors" / "a"
        old = time.time() - 3600
        os.utime(silent, (old, old))
        tasks.look_after()
        assert finished(task).state == "done"
        assert not silent.exists()
    assert sorted(names_of(task)) == sorted(members)


def test_two_processes_cannot_be_one_executor(tmp_path):
    with (
        running(tmp_path, Gate(), executor="a"),
        pytest.raises(ConfigError, match="another server runs as executor 'a'"),
    ):
        Tasks(TaskSettings(tmp_path, executor="a"), Gate())


def test_a_database_that_was_lost_loses_no_task(tmp_path):
    gate = Gate(is_open=False)
    with running(tmp_path, gate) as tasks:
        task = add(tasks, {"1.txt": TEXT, "2.txt": TEXT})
        until(lambda: gate.begun)
    for path in tmp_path.glob("tasks.sqlite*"):
        path.unlink()
    with running(tmp_path, Gate()):
        assert finished(task).state == "done"
    assert len(names_of(task)) == 2


def test_a_step_that_breaks_is_tried_again(tmp_path):
    """A full disk, say; the round that looks after tasks starts it anew."""
    faults = {"1.txt": ServiceError("the disk is full")}
    gate = Gate(faults=faults)
    with running(tmp_path, gate) as tasks:
        task = add(tasks, {"1.txt": TEXT, "2.txt": TEXT})
        until(tasks._durable.broken)
        faults.clear()
        tasks._revive(before=time.time())
        assert finished(task).state == "done"
    assert len(names_of(task)) == 2


def test_an_older_sqlite_learns_what_a_newer_one_knows():
    # DBOS asks for it under Python 3.12 and newer, whatever SQLite that Python has
    from allonym.jobs.workflow import know_milliseconds

    with closing(sqlite3.connect(":memory:")) as connection:
        know_milliseconds(connection, None)
        connection.execute("CREATE TABLE t (n, at DEFAULT (unixepoch('subsec') * 1000) NOT NULL)")
        connection.execute("INSERT INTO t (n) VALUES (1)")
        ((told,),) = connection.execute("SELECT at FROM t")
    assert abs(told / 1000 - time.time()) < 60


def test_the_database_of_workflows_holds_no_text(tmp_path):
    members = {f"{CANARY}.txt": CANARY, "bad.jsonl": CANARY}
    with running(tmp_path, Gate(faults={"x.txt": ServiceError(CANARY)})) as tasks:
        task = add(tasks, {**members, "x.txt": CANARY}, f"{CANARY}.zip")
        until(tasks._durable.broken)
        until(lambda: len(task.finished()) == 2)
    stored = b"".join(p.read_bytes() for p in tmp_path.glob("tasks.sqlite*"))
    assert task.id.encode() in stored
    assert b"Canary" not in stored
    assert "Canaryov" not in repr(task)
    with sqlite3.connect(tmp_path / "tasks.sqlite") as connection:
        rows = connection.execute("SELECT inputs, output, error FROM workflow_status").fetchall()
    connection.close()
    assert rows
    assert not any("gASV" in str(value) for row in rows for value in row), "pickled"


def test_results_go_when_their_time_is_over(tmp_path):
    with running(tmp_path, Gate()) as tasks:
        task, other = (add(tasks, {"1.txt": TEXT}, retention=h) for h in (1, 24))
        finished(task)
        finished(other)
        tasks.expire(time.time() + 2 * 3600)
        assert not task.folder.exists()
        assert other.folder.exists()


def test_a_task_draws_its_own_pseudonyms_and_repeats_them(tmp_path):
    with running(tmp_path, Gate()) as tasks:
        made = []
        for _ in range(3):
            task = add(tasks, {"1.txt": TEXT, "2.txt": TEXT}, method="pseudo")
            finished(task)
            files = contents(task)
            assert files["1.txt"] == files["2.txt"]
            made.append(files["1.txt"])
        assert len(set(made)) > 1

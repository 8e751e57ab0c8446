"""The command line as its user meets it."""

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.formats.test_pdf import make_pdf

from allonym.cli import main
from allonym.cli.options import expand

pytestmark = pytest.mark.model

TEXT = "Nazywam się Jan Kowalski i mieszkam we Wrocławiu.\n"


@dataclass
class Done:
    returncode: int
    stdout: bytes
    stderr: bytes


@pytest.fixture
def allonym(monkeypatch, capsysbinary):
    """Call the command line in this process, as its entry point does."""

    def call(*arguments, stdin=b"", **env):
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["allonym", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as stop:
            main()
        shown = capsysbinary.readouterr()
        return Done(stop.value.code or 0, shown.out, shown.err)

    return call


@pytest.fixture
def letter(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_pipe_goes_in_and_out(allonym):
    done = allonym("run", "-l", "pl", "--method", "tag", stdin=TEXT.encode())
    assert done.stdout.decode() == "Nazywam się [OSOBA] i mieszkam we [MIEJSCE].\n"
    assert done.returncode == 0


def test_progress_never_gets_into_a_pipe(allonym):
    done = allonym("run", "-l", "pl", "--method", "tag", stdin=TEXT.encode())
    assert done.stderr == b""


def test_a_folder_becomes_the_same_tree(allonym, tmp_path, letter):
    (tmp_path / "in" / "deep").mkdir(parents=True)
    letter.rename(tmp_path / "in" / "deep" / "list.txt")
    out = tmp_path / "out"
    report = tmp_path / "report.json"
    done = allonym("run", tmp_path / "in", "-o", out, "-l", "pl", "--report", report)
    assert done.returncode == 0
    assert "Kowalski" not in (out / "deep" / "list.txt").read_text("utf-8")
    (entry,) = json.loads(report.read_text())["files"]
    assert entry["counts"]["person"] == 1
    assert "Kowalski" not in report.read_text()


@pytest.mark.slow
def test_no_file_takes_the_place_of_another(allonym, tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(make_pdf(["Write to joe@corp.test."]))
    for name in ("a.txt", "Jan Kowalski.txt", "Ewa Zima.txt"):
        (folder / name).write_text("Write to ann@corp.test.")
    allonym("run", folder, "-l", "en", "--method", "tag", "-o", out)
    assert {p.name for p in out.iterdir()} >= {"a.txt", "a.pdf.txt"}
    report = tmp_path / "report.json"
    named = ("--file-names", "--report", report)
    allonym("run", folder, "-l", "en", "--method", "tag", "-o", tmp_path / "tags", *named)
    written = [entry.get("written", "a.txt") for entry in json.loads(report.read_text())["files"]]
    assert sorted(written) == sorted(p.name for p in (tmp_path / "tags").iterdir())
    assert len(written) == 4


def test_one_bad_file_fails_alone(allonym, tmp_path, letter):
    (tmp_path / "bad.jsonl").write_text("{oops\n")
    out = tmp_path / "out"
    done = allonym("run", letter, tmp_path / "bad.jsonl", "-o", out, "-l", "pl")
    assert done.returncode == 3
    assert b"line 1: not JSON" in done.stderr
    assert sorted(p.name for p in out.iterdir()) == ["list.txt"]


def test_the_same_secret_gives_the_same_text(allonym, tmp_path, letter):
    profile = tmp_path / "p.toml"
    profile.write_text('schema = 1\nextends = "default"\n[consistency]\nsecret = "env:MY_SECRET"\n')
    runs = [
        allonym("run", letter, "-l", "pl", "--profile", profile, MY_SECRET="s" * 32)
        for _ in range(2)
    ]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stderr == b""


def test_a_run_without_a_secret_says_so(allonym, letter):
    assert b"fresh secret" in allonym("run", letter, "-l", "pl").stderr


def test_detect_prints_the_documented_json(allonym, letter):
    done = allonym("detect", letter, "-l", "pl", "--json")
    found = json.loads(done.stdout)
    assert found["language"] == "pl"
    assert set(found["mentions"][0]) == {"start", "end", "type", "score", "entity"}
    assert [TEXT[m["start"] : m["end"]] for m in found["mentions"]] == ["Jan Kowalski", "Wrocławiu"]


def test_known_people_are_found_and_kept(allonym, tmp_path, letter):
    known = tmp_path / "known.csv"
    known.write_text("name,action\nJan Kowalski,keep\n", encoding="utf-8")
    done = allonym("run", letter, "-l", "pl", "--known", known, "--method", "tag")
    assert done.stdout.decode() == "Nazywam się Jan Kowalski i mieszkam we [MIEJSCE].\n"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["run", "missing.txt"], 3, "missing.txt: no such file or folder"),
        (["run", "-l", "xx"], 2, "no language pack 'xx'"),
        (["run", "--profile", "cuort"], 2, 'did you mean "court"'),
        (["run", "--method", "pseudonim"], 2, 'did you mean "pseudonym"'),
        (["run", "--nope"], 2, "No such option"),
        (["evaluate", "missing.iob2"], 2, "missing.iob2"),
        (["evaluate", "--documents", "-l", "xx"], 2, "no documents in 'xx'"),
        (["inflect", "Kowalski", "Case", "-l", "pl"], 2, "Case=Ins"),
    ],
)
def test_wrong_calls_are_one_sentence_and_a_code(allonym, arguments, code, sentence):
    done = allonym(*arguments)
    assert done.returncode == code
    assert sentence in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_file_is_never_its_own_target(allonym, letter):
    done = allonym("run", letter, "-o", letter, "-l", "pl")
    assert done.returncode == 2
    assert letter.read_text("utf-8") == TEXT


def test_a_folder_that_is_not_there_yet_is_made(allonym, tmp_path, letter):
    allonym("run", letter, "-o", f"{tmp_path}/new/", "-l", "pl")
    allonym("run", letter, "-o", tmp_path / "deep" / "a.txt", "-l", "pl")
    assert (tmp_path / "new" / letter.name).is_file()
    assert (tmp_path / "deep" / "a.txt").is_file()


def test_inflect_prints_one_form(allonym):
    done = allonym("inflect", "Kowalski", "Case=Ins|Number=Sing|Gender=Masc", "-l", "pl")
    assert done.stdout.decode().strip() == "Kowalskim"


@pytest.mark.parametrize(
    "command",
    [["profile", "list"], ["pack", "list"], pytest.param(["doctor"], marks=pytest.mark.slow)],
)
def test_informing_commands_succeed(allonym, command):
    assert allonym(*command).returncode == 0


def test_help_names_every_command(allonym):
    shown = allonym("--help").stdout.decode()
    for name in ("run", "detect", "evaluate", "inflect", "profile", "pack", "train", "bench"):
        assert f"  {name} " in shown


@pytest.mark.slow
def test_a_process_of_its_own_says_the_same():
    command = [sys.executable, "-m", "allonym", "run", "-l", "pl", "--method", "tag"]
    done = subprocess.run(command, input=TEXT.encode(), capture_output=True, check=True)
    assert done.stdout.decode() == "Nazywam się [OSOBA] i mieszkam we [MIEJSCE].\n"
    assert done.stderr == b""


def test_detect_writes_tags_and_run_reads_them(allonym, tmp_path, letter):
    tagged = tmp_path / "letter.conllup"
    tagged.write_bytes(allonym("detect", letter, "-l", "pl", "--format", "conllu").stdout)
    done = allonym("run", tagged, "-l", "pl", "--method", "tag", "--given", "only")
    assert "# text = Nazywam się [OSOBA] [OSOBA] i mieszkam we [MIEJSCE]." in done.stdout.decode()


def test_columns_of_a_table_are_picked_by_name(allonym, tmp_path):
    table = tmp_path / "list.csv"
    table.write_text("a,b\nx@corp.test,y@corp.test\n", encoding="utf-8")
    done = allonym("run", table, "-l", "en", "--method", "tag", "--columns", "b")
    assert done.stdout == b"a,b\nx@corp.test,[E-MAIL]\n"


def test_links_out_of_a_folder_are_left_out_unless_told(allonym, tmp_path):
    (tmp_path / "secret.txt").write_text("Write to ann@corp.test.")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text("Write to joe@corp.test.")
    (folder / "own.txt").symlink_to(folder / "a.txt")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    done = allonym("run", folder, "-l", "en", "--method", "tag", "-o", tmp_path / "out")
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["a.txt", "own.txt"]
    assert b"links out of the folder: 1;" in done.stderr
    allonym("run", folder, "-l", "en", "--method", "tag", "-o", tmp_path / "all", "--follow-links")
    assert (tmp_path / "all" / "link.txt").read_text() == "Write to [E-MAIL]."


def test_folders_that_links_lead_to_are_counted_or_followed_once(tmp_path, capsys):
    """One that led out was left out without a word, with the flag too."""
    folder, other = tmp_path / "in", tmp_path / "other"
    for place in (folder / "sub", other / "deep"):
        place.mkdir(parents=True)
    for place in (folder / "a.txt", other / "b.txt", other / "deep" / "c.txt"):
        place.write_text("x")
    for link, to in (("out", other), ("again", other), ("sub/up", folder), ("broken", "nowhere")):
        (folder / link).symlink_to(to)
    (other / "back").symlink_to(folder)
    names = [str(place) for _, place in expand([str(folder)])]
    assert names == ["a.txt"]
    assert "links out of the folder: 2;" in capsys.readouterr().err
    names = [str(place) for _, place in expand([str(folder)], follow=True)]
    assert sorted(n.partition("/")[2] or n for n in names) == ["a.txt", "b.txt", "deep/c.txt"]
    assert not capsys.readouterr().err


def test_the_usual_secret_counts_wherever_no_other_is_named(allonym):
    secret = "c0ffee00c0ffee00c0ffee00c0ffee00"
    runs = [
        allonym("run", "-", "-l", "pl", stdin=TEXT.encode(), ALLONYM_SECRET=secret).stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1] != TEXT.encode()
    done = allonym("run", "-", "-l", "pl", stdin=TEXT.encode(), ALLONYM_SECRET="short")
    assert done.returncode == 2
    assert (
        b"ALLONYM_SECRET is shorter than 16 bytes; give the one that was used before" in done.stderr
    )


def test_what_was_encrypted_comes_back_without_a_word_more(allonym):
    secret = {"ALLONYM_SECRET": "c0ffee00c0ffee00c0ffee00c0ffee00"}
    said = b"Tel. 601 234 567.\n"
    made = allonym("run", "-l", "pl", "--method", "encrypt", stdin=said, **secret).stdout
    assert made != said
    assert allonym("decrypt", "-l", "pl", stdin=made, **secret).stdout == said
    assert allonym("decrypt", "-l", "pl", "--method", "tag", stdin=made, **secret).returncode == 2


def test_who_is_let_stay_and_is_not_there_is_named(allonym, letter, tmp_path):
    done = allonym("run", letter, "-l", "pl", "--allow", "Jan Kowalski", "--allow", "Ewa Lis")
    assert done.stdout.decode().startswith("Nazywam się Jan Kowalski i mieszkam w")
    said = done.stderr.decode()
    assert ("--allow Ewa Lis: nobody of this name" in said, "Kowalski" in said) == (True, False)
    said = "\n Jan Kowalski \nEwa Lis", "x" * 300
    done = allonym("run", letter, "-l", "pl", "--allow", said[0], "--allow", said[1])
    told = done.stderr.decode()
    assert [n in told for n in ("--allow Ewa Lis:", f"--allow {said[1]}:")] == [True, True]
    assert ("Kowalski" in told, "Jan Kowalski" in done.stdout.decode()) == (False, True)
    done = allonym("run", letter, "--allow", tmp_path / "list.txt", "--allow", __file__)
    assert (done.returncode, b"is a .txt file with one a line" in done.stderr) == (2, True)


def test_a_report_has_an_ending_that_is_known(allonym, letter, tmp_path):
    for name in ("a.pdf", "a.DOCX", "a.rtf"):
        done = allonym("run", letter, "--report", tmp_path / name, "-o", tmp_path / "out.txt")
        assert (done.returncode, b"a report is JSON" in done.stderr) == (2, True)
        assert not (tmp_path / "out.txt").exists()


def test_a_report_is_json_under_any_other_name_and_in_a_pipe(
    allonym, letter, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    pipe = os.open("pipe", os.O_RDWR | os.O_NONBLOCK)
    asked = [word for name in ("-", "rep.txt", "pipe") for word in ("--report", name)]
    assert allonym("run", letter, "-l", "pl", *asked).returncode == 0
    reports = Path("-").read_bytes(), Path("rep.txt").read_bytes(), os.read(pipe, 65_536)
    os.close(pipe)
    assert [len(json.loads(report)["files"]) for report in reports] == [1, 1, 1]
    assert Path("pipe").is_fifo()


@pytest.mark.parametrize(
    ("features", "code", "said"),
    [
        ("Case=Ins", 0, "Kowalskim"), ("Case=Ins|Gender=Fem", 0, "Kowalską"),
        ("Cas=Ins", 2, 'did you mean "Case"?'), ("Case=Ess", 0, "no such form is known"),
    ],
)  # fmt: skip
def test_a_form_is_printed_or_what_is_wrong_said(allonym, features, code, said):
    done = allonym("inflect", "Kowalski", features, "-l", "pl")
    assert (done.returncode, said in (done.stdout + done.stderr).decode()) == (code, True)


@pytest.mark.slow
def test_a_key_file_of_the_review_page_says_who_is_who(allonym, tmp_path):
    pytest.importorskip("cryptography")
    from allonym.review.keyfile import seal_key

    met = {"original": "Janem Kowalskim", "pseudonym": "Adamem Lisem", "start": 0, "end": 12}
    row = {"entity": "person#1", "type": "person", "canonical": "Jan Kowalski", "mentions": [met]}
    key = tmp_path / "key.json"
    key.write_bytes(seal_key({"entities": [row]}, "correct horse"))
    done = allonym("decrypt", key, ALLONYM_KEY_PASSWORD="correct horse")
    assert done.stdout.decode() == "Adamem Lisem is Janem Kowalskim (person)\n"
    done = allonym("decrypt", key, ALLONYM_KEY_PASSWORD="wrong horse")
    assert (done.returncode, done.stdout) == (3, b"")

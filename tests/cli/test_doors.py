"""What people meet first: the start, a sample, what changed, checks, the desktop."""

import io
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from allonym.cli import cli, main
from allonym.cli.desktop import write_entry
from allonym.cli.progress import Bar
from allonym.cli.run import Outcome, summary
from allonym.languages.pack import available
from allonym.samples import languages

pytestmark = pytest.mark.model

LOOK = ", see --report report.html"
TEXT = "Nazywam się Jan Kowalski i mieszkam we Wrocławiu.\n"


@pytest.fixture
def allonym(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text(TEXT, "utf-8")

    def call(*arguments, stdin=""):
        return CliRunner().invoke(cli, [str(a) for a in arguments], input=stdin)

    return call


def test_alone_it_says_what_it_is_in_a_dozen_lines(allonym, monkeypatch):
    monkeypatch.setenv("LC_ALL", "sl_SI.UTF-8")
    said = allonym().output
    assert len(said.splitlines()) <= 14
    assert max(map(len, said.splitlines())) < 80
    assert all(f" {code}" in said for code in available())
    assert "allonym sample sl | allonym run --diff -" in said


def test_there_is_a_letter_in_every_language(allonym):
    assert languages() == tuple(available())
    assert allonym("sample", "fi").output.startswith("Helsinki")
    assert allonym("sample", "xx").exit_code != 0


def test_a_diff_of_a_letter_shows_both_and_writes_nothing(allonym):
    shown = allonym("run", "--diff", "list.txt", "-l", "pl", "--method", "tag").stdout
    assert "   1 - Nazywam się [Jan Kowalski] i mieszkam we [Wrocławiu].\n" in shown
    assert "   1 + Nazywam się [[OSOBA]] i mieszkam we [[MIEJSCE]].\n" in shown


def test_a_dry_run_writes_nothing(allonym, tmp_path):
    done = allonym("run", "--dry-run", "list.txt", "-l", "pl", "-o", "out.txt")
    assert done.exit_code == 0
    assert "Jan Kowalski" in done.stdout
    assert not (tmp_path / "out.txt").exists()


def test_a_page_shows_original_beside_result(allonym, tmp_path):
    done = allonym("run", "list.txt", "-l", "pl", "-o", "out.txt",
                   "--report", "r.html", "--report", "r.json")  # fmt: skip
    assert done.exit_code == 0
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "Jan Kowalski" in page
    assert "This page holds originals" in page
    assert "Kowalski" not in (tmp_path / "r.json").read_text("utf-8")
    assert json.loads((tmp_path / "r.json").read_text())["files"][0]["counts"]["person"] == 1


@pytest.mark.slow
def test_who_does_not_say_where_is_told_where_the_result_is(allonym, tmp_path):
    from tests.ui.steps import CONTRACT

    (tmp_path / "c.docx").write_bytes(Path(CONTRACT).read_bytes())
    said = allonym("run", "c.docx", "-l", "pl").stderr
    assert "the result is c.pseudonymized.docx" in said
    assert " passages (people " in said


def test_two_files_for_one_place_are_named(allonym):
    said = allonym("run", "list.txt", "./list.txt", "-o", "out")
    assert said.exit_code != 0
    assert "list.txt: another file goes to" in str(said.exception)


def test_who_reads_from_a_pipe_is_not_shown_a_hyphen_for_a_name(allonym):
    shown = allonym("run", "--diff", "-", "-l", "pl", "--method", "tag", stdin=TEXT).stdout
    assert shown.startswith("standard input\n")


@pytest.mark.parametrize(
    ("counts", "doubts", "said"),
    [
        ({}, 0, "replaced nothing; the result is a.docx; nothing to check"),
        ({"id.tax": 1}, 2,
         "replaced 1 passage (numbers 1); the result is a.docx; 2 to check" + LOOK),
    ],
)  # fmt: skip
def test_the_line_is_a_sentence(counts, doubts, said):
    assert summary(Outcome(counts=Counter(counts), doubts=doubts, places=[Path("a.docx")])) == said


def test_the_line_names_the_page_that_was_asked_for():
    said = summary(Outcome(doubts=2, places=[Path("a.docx")]), pages=[Path("b.html")])
    assert said.endswith("2 to check, see b.html")


def test_a_mistyped_command_is_answered_by_the_likely_one(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["allonym", "ruun"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert 'there is no command ruun (did you mean "run"?)' in capsys.readouterr().err


def test_progress_shows_the_time_left(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    with Bar(2) as bar:
        bar.file("a[b].txt")
        bar.progress("detect", 0.5)
        bar._bar.refresh()
    assert "a[b].txt" in sys.stderr.getvalue()
    assert "left" in sys.stderr.getvalue()


def test_a_check_says_where_and_never_what(allonym):
    done = allonym("check", "list.txt", "-l", "pl")
    assert done.exit_code == 1
    assert "list.txt:1:13: person" in done.stdout
    assert "Kowalski" not in done.output


def test_a_check_lets_waived_lines_and_unread_files_through(allonym, tmp_path):
    (tmp_path / "list.txt").write_text(TEXT.strip() + "  # allonym: allow\n", "utf-8")
    (tmp_path / "x.bin").write_bytes(b"\0\1\2")
    assert allonym("check", "list.txt", "x.bin", "-l", "pl").exit_code == 0
    assert allonym("check").exit_code == 0


@pytest.mark.slow
def test_a_hook_refuses_a_commit(tmp_path):
    def git(*words):
        ours = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        return subprocess.run(
            ["git", *ours, *words], cwd=tmp_path, capture_output=True, check=False
        )

    git("init", "-q")
    hook = tmp_path / ".git/hooks/pre-commit"
    hook.write_text(
        "#!/bin/sh\ngit diff --cached --name-only | "
        f"xargs {sys.executable} -m allonym check -l pl\n"
    )
    hook.chmod(0o755)
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    git("add", "a.txt")
    assert git("commit", "-m", "x").returncode != 0
    (tmp_path / "a.txt").write_text("Dobry dzień.\n", "utf-8")
    git("add", "a.txt")
    assert git("commit", "-m", "x").returncode == 0


@pytest.mark.parametrize(
    ("shell", "word"), [("bash", "complete"), ("zsh", "compdef"), ("fish", "complete")]
)
def test_every_shell_gets_what_it_needs(allonym, tmp_path, monkeypatch, shell, word):
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    assert word in allonym("completion", shell).stdout
    allonym("completion", shell, "--install")
    (written,) = [p for p in tmp_path.rglob("*allonym*") if p.is_file()]
    assert word in written.read_text()


def test_options_complete(monkeypatch):
    from allonym.cli.options import _languages, _methods, _profiles

    assert _languages(None, None, "s") == ["sk", "sl", "sv"]
    assert "pseudonym" in _methods(None, None, "ps")
    assert [item.value for item in _profiles(None, None, "cou")] == ["court"]
    assert _profiles(None, None, "./x")[0].type == "file"


def test_the_menu_gets_an_entry(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    entry, icon = write_entry(Path("/opt/allonym-review"))
    assert 'Exec="/opt/allonym-review" %f' in entry.read_text()
    assert icon.read_text().startswith("<svg")


def test_a_mac_gets_an_application(tmp_path, monkeypatch):
    import plistlib

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "darwin")
    (place,) = write_entry(Path("/opt/allonym-review"))
    script = place / "Contents/MacOS/allonym"
    assert script.stat().st_mode & 0o111
    listed = plistlib.loads((place / "Contents/Info.plist").read_bytes())
    assert listed["CFBundleExecutable"] == "allonym"

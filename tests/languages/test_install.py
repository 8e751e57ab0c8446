"""Packs of the user's own: whole ones, and parts that go before those that came with Allonym."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from allonym.cli import cli
from allonym.errors import ConfigError, PackError, UnknownLanguage
from allonym.languages.install import install_pack, remove_pack
from allonym.languages.pack import ROOT, available, load_pack, own_packs

TOML = 'schema = 1\ncode = "eo"\nname = "Esperanto"\nscript = "Latn"\ncountries = []\n'
LABELS = '[tag]\nperson = "PERSONO"\nemail = "RETADRESO"\nother = "ALIA"\n'


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALLONYM_PACKS", str(tmp_path / "packs"))
    return tmp_path / "packs"


@pytest.fixture
def esperanto(tmp_path: Path) -> Path:
    folder = tmp_path / "new" / "eo"
    folder.mkdir(parents=True)
    (folder / "pack.toml").write_text(TOML, "utf-8")
    (folder / "labels.toml").write_text(LABELS, "utf-8")
    return folder


def packed(folder: Path, target: Path, prefix: str = "") -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        for path in folder.rglob("*"):
            archive.write(path, f"{prefix}{path.relative_to(folder).as_posix()}")
    return target


def test_a_new_language_works_at_once(esperanto: Path) -> None:
    runner = CliRunner()
    done = runner.invoke(cli, ["pack", "install", str(esperanto)])
    assert done.exit_code == 0, done.output
    assert "eo: Esperanto, provides labels" in done.output
    text = runner.invoke(cli, ["run", "-l", "eo", "--method", "tag", "-"], input="x@corp.test\n")
    assert text.stdout == "[RETADRESO]\n", text.stderr


@pytest.mark.parametrize("prefix", ["", "eo-1.0/"])
def test_a_zip_is_as_good_as_a_folder(esperanto: Path, tmp_path: Path, prefix: str) -> None:
    pack = install_pack(packed(esperanto, tmp_path / "eo.zip", prefix))
    assert (pack.code, pack.name, pack.provides) == ("eo", "Esperanto", ("labels",))


def test_parts_go_before_those_that_came_with_allonym(tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.mkdir()
    (part / "labels.toml").write_text('[tag]\nperson = "WHO"\n', "utf-8")
    pack = install_pack(part, "en")
    assert pack.toml("labels.toml")["tag"] == {"person": "WHO"}
    assert pack.path("model") == ROOT / "en" / "model"
    remove_pack("en")
    assert load_pack("en").path("labels.toml") == ROOT / "en" / "labels.toml"


def test_parts_are_added_and_whole_packs_are_exchanged(esperanto: Path, tmp_path: Path) -> None:
    install_pack(esperanto)
    part = tmp_path / "part"
    part.mkdir()
    (part / "words.toml").write_text("[names]\n", "utf-8")
    assert install_pack(part, "eo").provides == ("labels", "words")
    assert install_pack(esperanto).provides == ("labels",)
    remove_pack("eo")
    with pytest.raises(UnknownLanguage):
        load_pack("eo")


def damaged(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return folder


WRONG = {
    "a program": ("run.py", "print()", "run.py: a pack holds"),
    "broken TOML": ("dates.toml", "[[[", "dates.toml: not TOML"),
    "no code": ("pack.toml", 'name = "X"', "key 'code' is missing"),
    "a path for a code": ("pack.toml", 'code = "../en"', "key 'code' is missing"),
}


@pytest.mark.parametrize(("name", "text", "says"), WRONG.values(), ids=WRONG.keys())
def test_a_damaged_pack_is_refused_and_nothing_stays(
    esperanto: Path, own: Path, name: str, text: str, says: str
) -> None:
    with pytest.raises(PackError, match=says):
        install_pack(damaged(esperanto, name, text))
    assert list(own.iterdir()) == []
    assert "eo" not in available()


def test_links_are_refused(esperanto: Path) -> None:
    (esperanto / "words.toml").symlink_to(ROOT / "en" / "words.toml")
    with pytest.raises(PackError, match="no links"):
        install_pack(esperanto)


@pytest.mark.parametrize("name", ["../eo/pack.toml", "/eo/pack.toml", "eo/run.so"])
def test_an_archive_with_odd_members_is_refused(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "odd.zip", "w") as archive:
        archive.writestr(name, TOML)
    with pytest.raises(PackError, match="a pack holds"):
        install_pack(tmp_path / "odd.zip")


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"no zip")
    with pytest.raises(PackError, match=r"x\.zip: not a folder, and not a ZIP"):
        install_pack(tmp_path / "x.zip")
    with pytest.raises(ConfigError, match="no such file"):
        install_pack(tmp_path / "nowhere")


def test_whom_it_is_for_must_be_said_once(esperanto: Path, tmp_path: Path) -> None:
    with pytest.raises(PackError, match="for 'eo', not for 'pl'"):
        install_pack(esperanto, "pl")
    part = tmp_path / "part"
    part.mkdir()
    (part / "words.toml").write_text("", "utf-8")
    with pytest.raises(ConfigError, match="say the language with -l"):
        install_pack(part)
    with pytest.raises(PackError, match="no pack 'xx' to add to"):
        install_pack(part, "xx")


def test_only_what_was_installed_can_be_removed(own: Path) -> None:
    with pytest.raises(PackError, match="nothing was installed for 'pl'"):
        remove_pack("pl")
    own.mkdir()
    with pytest.raises(PackError, match="nothing was installed"):
        remove_pack("..")
    assert (ROOT / "pl").exists()


def test_a_trained_model_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "fi" / "model", tmp_path / "trained" / "model")
    pack = install_pack(tmp_path / "trained", "fi")
    assert pack.path("model") == own_packs() / "fi" / "model"
    assert pack.path("lexicon") == ROOT / "fi" / "lexicon"

"""Runs Sparv itself on a copy of a corpus."""

import csv
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

CORPORA = Path(__file__).parent / "corpora"
SPARV = Path(sys.executable).with_name("sparv")


@dataclass(frozen=True)
class Corpus:
    """A corpus after ``sparv run``."""

    root: Path

    def text(self, name):
        return (self.root / "export" / "allonym_pi.text" / f"{name}.txt").read_text("utf-8")

    def xml(self, name):
        return self.root / "export" / "allonym_pi.xml" / f"{name}.xml"

    def source(self, name):
        return (self.root / "source" / f"{name}.txt").read_text("utf-8")

    def rows(self, name):
        """Return (token, label, surrogate) of every token."""
        path = self.root / "export" / "csv_export" / f"{name}.csv"
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        return [tuple(row) for row in rows[1:] if row and not row[0].startswith("# ")]


@pytest.fixture(scope="session")
def sparv_environment(tmp_path_factory):
    data = tmp_path_factory.mktemp("sparv-data")
    environment = {
        **os.environ,
        "SPARV_DATADIR": str(data),
        "ALLONYM_TEST_SECRET": "a secret for the tests of the plugin",
        "PYTHONWARNINGS": "ignore",
    }
    subprocess.run([SPARV, "setup"], input="y\n" * 3, env=environment, text=True, check=True,
                   capture_output=True)  # fmt: skip
    return environment


@pytest.fixture(scope="session")
def run_sparv(tmp_path_factory, sparv_environment):
    def run(name, level="detailed", exports=(), text="", language=""):
        """Run Sparv on a corpus, or on another text in another language with its settings."""
        root = tmp_path_factory.mktemp(name) / name
        shutil.copytree(CORPORA / name, root)
        config = root / "config.yaml"
        settings = config.read_text("utf-8").replace("_level: detailed", f"_level: {level}")
        if language:
            settings = settings.replace("language: eng", f"language: {language}")
            shutil.rmtree(root / "source")
            (root / "source").mkdir()
            (root / "source" / "text.txt").write_text(text, "utf-8")
        config.write_text(settings, "utf-8")
        done = subprocess.run([SPARV, "run", *exports], cwd=root, env=sparv_environment, text=True,
                              capture_output=True, check=False)  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return Corpus(root)

    return run


@pytest.fixture(scope="session")
def swedish(run_sparv):
    return run_sparv("swedish")

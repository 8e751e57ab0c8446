"""Ordinary office files go through: 400 of them, of all languages, programs and templates."""

import shutil
from pathlib import Path

import pytest

from allonym import Pipeline
from allonym.errors import PseudonymizationError
from tests.each import quickly

from .ordinary import LANGUAGES, converted, files
from .samples import needs_libreoffice

SECRET = b"0123456789abcdef0"


def refused(language, made):
    """Return what was refused, and why."""
    pipeline = Pipeline.load(language=language, secret=SECRET)
    found = []
    for name, data in made.items():
        try:
            done = pipeline.run_file(data, name)
        except PseudonymizationError as error:
            found.append(f"{language} {name}: {error}")
            continue
        found += [f"{language} {name}: {failure.error}" for failure in done.failures]
    return found


@pytest.mark.parametrize("language", quickly(["pl", "en"], "en"))
def test_a_few_files_go_through(language):
    made = dict(files(language))
    few = {name: made[name] for name in ("xlsx-0.xlsx", "pptx-1.pptx", "docx-2.docx", "odp-0.odp")}
    assert refused(language, few) == []


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    """Return the files of each language."""
    made = {language: dict(files(language)) for language in LANGUAGES}
    for language, name, data in converted(made, tmp_path_factory.mktemp("converted")):
        made[language][name] = data
    return made


@pytest.mark.slow
@needs_libreoffice
@pytest.mark.parametrize("language", LANGUAGES)
def test_forty_files_of_each_language_go_through(every, language):
    assert len(every[language]) == 40
    assert refused(language, every[language]) == []


@pytest.mark.slow
@needs_libreoffice
def test_templates_that_come_with_libreoffice_go_through():
    """Some are twenty years old; all went through when each twenty-fifth was chosen."""
    folder = Path(shutil.which("soffice")).resolve().parents[1] / "share" / "template"
    paths = sorted(folder.rglob("*.ot[tp]"))[::25]
    if not paths:
        pytest.skip("no templates are installed")
    assert refused("en", {path.name: path.read_bytes() for path in paths}) == []

"""The open documents of the repository keep the notation, and what was decided about marks."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from tests.each import each

from allonym.evaluate.gold import expand, read_gold
from allonym.languages.pack import available, load_pack

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "data" / "documents"

if not FOLDER.is_dir():
    pytest.skip("the source distribution has no documents", allow_module_level=True)


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check", ROOT / "tools/check_documents.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_every_language_has_both_parts_with_ids_of_its_own() -> None:
    for code in available():
        train, dev = (read_gold(FOLDER / code / f"{part}.txt") for part in ("train", "dev"))
        ids = [document.id for corpus in (train, dev) for document in corpus.documents]
        assert len(ids) == len(set(ids)), code
        assert all(name.startswith(f"{code}-") for name in ids)
        assert all(d.text and d.genre for corpus in (train, dev) for d in corpus.documents)
        assert len(dev.documents) > 14


@pytest.mark.slow
def test_marks_keep_what_was_decided() -> None:
    mended = tool().mended
    for path in expand([FOLDER]):
        assert read_gold(path).documents, path  # every type and mark is known
        text = path.read_text("utf-8")
        counts = mended(text, load_pack(path.parent.name))[1]
        assert dict(counts) == {}, path.parent.name


@each(
    ("code", "before", "after"),
    [
        ("sl", "do [[date|maja]]", "do maja"),
        ("sv", "sedan [[date|2011]]", "sedan 2011"),
        ("sv", "född [[date|1911]]", "född [[date|1911]]"),
        ("hu", "a [[place#f|Fő utca]] vége", "a [[address#f|Fő utca]] vége"),
        ("fi", "viite [[account|6166 32914]]", "viite [[case_number|6166 32914]]"),
        ("sk", "[[person#c|Černý]] ml.", "[[person#c|Černý ml.]]"),
        ("sk", "[[person#c|p. Černý]]", "p. [[person#c|Černý]]"),
        ("pl", "[[email|a@sp1.edu.pl]]", "[[email|a@sp1.example]]"),
        ("en", "[[email|a@mail.example.org]]", "[[email|a@mail.example.org]]"),
        ("sv", "[[phone|0705 31 17 90]]", "[[phone|0701 74 06 35]]"),
        ("sl", "[[org|FURS]]", "[[org.public|FURS]]"),
    ],
)
def test_rules(code: str, before: str, after: str) -> None:
    assert tool().mended(before, load_pack(code))[0] == after

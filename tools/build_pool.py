"""Build the pool of pseudonyms of one language: tools/build_pool.py DATA_DIR LANG [OUT_DIR [KIND]].

DATA_DIR holds ``lexicon/<lang>/*.xz`` (see its SOURCES.md); ``tools/pools/<lang>.toml`` says what
was dropped by eye.  The result, ``pool/*.tsv``, goes into the language's pack, or into OUT_DIR.
For Romanian, Swedish and Bulgarian the pack's ``genders.tsv`` is written too, wherever the pool
goes: their forms lean on it.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pool_declined
import pool_english
import pool_firms
import pool_polish
import pool_ruled
import pool_suffixed
from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology
from pool_rows import HERE, LANGUAGE_CASES, Build, Row, write

Maker = Callable[[Any], Iterable[Row]]
MAKERS: dict[str, dict[str, Maker]] = {
    "pl": pool_polish.MAKERS,
    "en": pool_english.MAKERS,
    **dict.fromkeys(("sl", "hr", "sk"), pool_declined.MAKERS),
    **dict.fromkeys(("hu", "fi"), pool_suffixed.MAKERS),
    **dict.fromkeys(("ro", "sv", "bg"), pool_ruled.MAKERS),
}


def build_of(data: str, lang: str, settings: dict[str, Any], kind: str) -> Build:
    """Return what a maker needs; the morphology is read anew, for it leans on what is there."""
    morphology, cases = load_morphology(load_pack(lang)), LANGUAGE_CASES.get(lang, ("",))
    if MAKERS[lang] is pool_ruled.MAKERS:
        columns = tuple(settings["bundles"][kind])
        return pool_ruled.RuleBuild(Path(data), lang, settings, morphology, cases, columns)
    return Build(Path(data), lang, settings, morphology, cases)


def main(data: str, lang: str, out: str = "", only: str = "") -> None:
    settings = tomllib.loads((HERE / "pools" / f"{lang}.toml").read_text("utf-8"))
    target = Path(out) if out else load_pack(lang).roots[-1] / "pool"
    build = build_of(data, lang, settings, "given")
    if isinstance(build, pool_ruled.RuleBuild) and not only:
        pool_ruled.genders(build)
    for kind, maker in {**MAKERS[lang], "org": pool_firms.org}.items():
        if isinstance(build, pool_ruled.RuleBuild):
            build = build_of(data, lang, settings, kind)
        if only in ("", kind):
            write(build, kind, list(maker(build)), target)


if __name__ == "__main__":
    main(*sys.argv[1:])

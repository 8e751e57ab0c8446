"""Which of many expressions occur: what one pass tells is what each expression tells by itself."""

from __future__ import annotations

import re
from pathlib import Path

from tests.each import each

from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack
from allonym.text.occurring import which_match

_EXPRESSIONS = (
    r"Ltd",
    r"\w+ise",
    r"[Cc]entres?",
    r"(?!la)lyd",
    r"\d+ km",
    r"P[1-7]",
    r"(?i:burgh)",
)


@each(
    "text",
    ["Zoë Ltd", "Ltdx", "émise", "le centre de Linz", "٣ km", "lyd og land", "P8 P7", "BURGH", ""],
)
def test_one_pass_tells_what_each_expression_tells(text: str) -> None:
    alone = [n for n, e in enumerate(_EXPRESSIONS) if re.search(rf"(?<!\w)(?:{e})(?!\w)", text)]
    assert sorted(which_match(_EXPRESSIONS)(text)) == alone


def test_the_signs_of_english_countries_are_told_alike() -> None:
    geography = load_geography(load_pack("en"))
    text = Path("data/documents/en/dev.txt").read_text(encoding="utf-8")
    own = ((c, sign) for c, signs in geography.signs.items() for sign in signs)
    alone = (c for c, sign in own if re.search(rf"(?<!\w)(?:{sign})(?!\w)", text))
    assert sorted(geography.telling(text)) == sorted(one for c in alone for one in c.split())


def test_without_expressions_nothing_is_told() -> None:
    assert [*which_match(())("Ltd")] == []

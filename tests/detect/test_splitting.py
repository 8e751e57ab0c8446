"""Names of people who stand side by side, where one ends and the next one, or a place, begins."""

from functools import cache

import pytest

from allonym.detect.settling.splitting import Parter
from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.text.markup import parse_marks


@cache
def parts_of(language):
    pack = load_pack(language)
    lexicon = load_lexicon(pack.where("lexicon"))

    def has(word, *flags):
        return any(lexicon.flags(word) & BIT[flag] for flag in flags)

    return load_morphology(pack), has


def guesses(marked, score=0.9):
    text, marks = parse_marks(marked)
    evidence = (Evidence("model", "PER", score),)
    return TextView.of(text), [Mention(m.span, m.type, evidence) for m in marks]


def shown(view, mentions):
    return [(view.surface(m.span), m.type) for m in mentions]


@pytest.mark.parametrize(
    ("language", "marked", "apart"),
    [
        ("hu", "[[person|Ildikót Ferenc]] várta.", ["Ildikót", "Ferenc"]),
        ("hu", "[[person|Bodnár Géza Kaposvárról]] jött.", ["Bodnár Géza", "Kaposvárról"]),
        ("hu", "[[person|Bodnár Géza]] él.", ["Bodnár Géza"]),
        ("hu", "[[person|Elliott Anna]] él.", ["Elliott Anna"]),
        ("fi", "[[person|Maija Heikkinen Kuopiosta]] soitti.", ["Maija Heikkinen", "Kuopiosta"]),
        ("fi", "[[person|Virtasen Matti]] soitti.", ["Virtasen Matti"]),
    ],
)
def test_names_side_by_side_are_parted(language, marked, apart):
    morphology, has = parts_of(language)
    view, mentions = guesses(marked)
    parted = Parter(morphology, has, last_word=True).part(view, mentions)
    assert [word for word, _ in shown(view, parted)] == apart

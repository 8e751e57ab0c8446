"""What only the whole document shows to be one person; one line each of marked text."""

import pytest

from allonym.languages.pack import load_pack
from allonym.link.linker import NameLinker
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.text.markup import parse_marks
from tests.each import each

from .test_linking_cases import run


@each(
    ("language", "text"),
    [
        ("hr", "[[person#1|Dario]] je zvao. [[person#1|D. Lovrić]] nije došao."),
        ("en", "[[person#1|Kashton Kwiecien]], [[person#2|Ann Lee]], [[person#1|Kaston Kwiecen]]"),
        ("hr", "[[person#1|Danijela Janković]]: [[person#1|Danjela Jankovic]]"),
        ("hu", "[[person#1|Kovács Rikárdó]] üzent. [[person#1|Rikó]] jön."),
        ("en", "[[person#1|Oluwaseun Ade]] called. [[person#1|Seun]] knew."),
        ("bg", "[[person#1|Иван Стоянов Евтимов]] [[person#2|Ива Ети]] [[person#1|И. С. Е.]]"),
        ("pl", "[[person#1|Jan Nowak ml.]] i [[person#2|Jan Nowak st.]]: [[person#1|Nowak ml.]]"),
        ("sv", "[[person#1|Jan Ek]] och [[person#2|Jon Ek]] är bröder."),
        ("ro", "[[person#1|Dan Popescu]] pleacă. [[person#2|Bogdan]] vine."),
    ],
)  # fmt: skip
def test_groups_of_one_person_are_joined(language, text):
    gold, found, _, _ = run(language, text)
    pairs = [(a, b) for a in gold for b in gold if a < b]
    assert all((gold[a] == gold[b]) == (found[a] == found[b]) for a, b in pairs)


@pytest.mark.slow
def test_many_people_take_no_longer_each():
    text = " ".join(f"[[person|{chr(65 + n % 26)}anna{n}]]" for n in range(10))
    people = ", ".join(
        f"[[person|Ana Kos{chr(97 + n % 26)}{chr(97 + n // 26)}]]" for n in range(400)
    )
    plain, marks = parse_marks(f"{text} {people}")
    view = TextView.of(plain, language="hr")
    pack = load_pack("hr")
    linker = NameLinker.load(pack, load_morphology(pack))
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    assert sum(len(e.mentions) for e in linker.link(view, mentions)) == len(mentions)

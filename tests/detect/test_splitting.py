"""Names of people who stand side by side, where one ends and the next one, or a place, begins."""

from functools import cache

from tests.each import each

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


@each(
    ("language", "marked", "apart"),
    [
        ("hu", "[[person|Ildikót Ferenc]] várta.", ["Ildikót", "Ferenc"]),
        ("hu", "[[person|Bodnár Géza Kaposvárról]] jött.", ["Bodnár Géza", "Kaposvárról"]),
        ("hu", "[[person|Bodnár Géza]] él.", ["Bodnár Géza"]),
        ("hu", "[[person|Elliott Anna]] él.", ["Elliott Anna"]),
        ("fi", "[[person|Maija Heikkinen Kuopiosta]] soitti.", ["Maija Heikkinen", "Kuopiosta"]),
        ("fi", "[[person|Virtasen Matti]] soitti.", ["Virtasen Matti"]),
        ("sk", "[[person|Mrázová Hudákovi]] píše.", ["Mrázová", "Hudákovi"]),
        ("sk", "[[person|Mrázová Hudáková]] píše.", ["Mrázová Hudáková"]),
        ("sk", "[[person|Jana Hudáková]] píše.", ["Jana Hudáková"]),
        ("pl", "[[person|Kowalska Nowakowi]] pisze.", ["Kowalska", "Nowakowi"]),
        ("pl", "Gdy [[person|Marek Kowalskiej]] oddał.", ["Marek", "Kowalskiej"]),
        ("pl", "Prosi [[person|Krystynie Skrzypek]].", ["Krystynie Skrzypek"]),
        ("pl", "Agata i [[person|Antek Pietrzakowie]].", ["Antek Pietrzakowie"]),
        ("sl", "Ko je [[person|Zorko Potočnikovi]] dal.", ["Zorko", "Potočnikovi"]),
        ("sl", "Prišel je [[person|Luka Bartola]].", ["Luka Bartola"]),
        ("hr", "Vidio je [[person|Anu Novak]].", ["Anu Novak"]),
        ("hr", "Kad je [[person|Marko Horvatu]] dao.", ["Marko", "Horvatu"]),
    ],
)
def test_names_side_by_side_are_parted(language, marked, apart):
    morphology, has = parts_of(language)
    view, mentions = guesses(marked)
    strung = language in ("hu", "fi")
    parter = Parter(morphology, has, many_cases=strung, declined=not strung)
    parted = parter.by_case(view, parter.part(view, mentions))
    assert [word for word, _ in shown(view, parted)] == apart

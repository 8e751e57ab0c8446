"""Names from abroad stay names from there, in the case and the gender of the original."""

from __future__ import annotations

from tests.each import crossed, each
from tests.replace.naming import pseudonymized

from allonym.languages.origins import load_origins
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.replace.rules import NameRules
from allonym.text.fold import fold, strip_marks

PEOPLE = [
    ("en", "[[person#1|Selçuk Adıgüzel]] left.", "turkish", "Masc"),
    ("en", "[[person#1|Giulia Conti]] left.", "italian", "Fem"),
    ("sl", "Pri [[person#1|Klausu Schneiderju]] je bil mir.", "german", "Masc"),
    ("pl", "Rozmawiałem z [[person#1|Jürgenem Weberem]].", "german", "Masc"),
    ("hu", "[[person#1|Mehmet Yılmaznak]] írtam.", "turkish", "Masc"),
    ("fi", "Soitin [[person#1|Giulia Rossille]].", "italian", "Fem"),
    ("ro", "Cartea [[person#1|Giuliei Rossi]].", "italian", "Fem"),
    ("sv", "[[person#1|Agnieszka Wójcik]] kom.", "polish", "Fem"),
    ("sk", "Písal som [[person#1|Mehmetovi Yılmazovi]].", "turkish", "Masc"),
    ("hr", "Pisao sam [[person#1|Mehmetu Yılmazu]].", "turkish", "Masc"),
    ("pl", "[[person#1|Vasyl Dumych]] odszedł.", "ukrainian", "Masc"),
    ("pl", "[[person#1|Thi Nguyen]] odeszła.", "vietnamese", "Fem"),
    ("sl", "[[person#1|Mamadou Diallo]] je tu.", "malian", "Masc"),
    ("en", "[[person#1|Sunita Mohindra]] left.", "indian", "Fem"),
    ("en", "[[person#1|Blessing Moyo]] left.", "southern_african", "Fem"),
    ("sv", "[[person#1|Salome Mekonnen]] ringde.", "ethiopian", "Fem"),
    ("sv", "[[person#1|Mohamed El Khattabi]] kom.", "arabic", "Masc"),
]


@each(("language", "marked", "origin", "gender"), PEOPLE)
def test_who_is_from_abroad_stays_so(language, marked, origin, gender):
    done = pseudonymized(marked, language)
    (made,) = (done.of(mark) for mark in done.marks)
    given, family = made.lemma.split(" ")
    origins, rules = load_origins(None), NameRules(load_pack(language))
    families, givens = origins.names(origin, "family", ""), origins.names(origin, "given", gender)
    spelt = {n for own in (families, givens) for n in rules.spelt(origin, own)}
    assert {given, family} & (spelt | set(map(strip_marks, spelt)))  # who is Nguyen is called Tran
    assert origins.gender(given) in (gender, "")


ALIKE = [
    ("en", "[[person#1|Prakash Solanki]] left.", "indian"),
    ("en", "Dr [[person#1|Funmi Adebayo]] left.", "nigerian"),
    ("fi", "Oppilas [[person#1|Ahmed]] tuli.", "arabic"),
    ("ro", "[[person#1|Filip Ana-Maria]] vine.", ""),
    ("ro", "[[person#1|Sima Bianca-Elena]] vine.", ""),
    ("hu", "[[person#1|Vigh Júlia]] jött.", ""),
    ("hu", "[[person#1|Ambrus Lenke]] jött.", ""),
]


@each(("language", "marked", "origin"), ALIKE)
def test_names_that_are_usual_in_one_country_are_of_it_and_neighbours_do_not_take_ones_own(
    language, marked, origin
):
    done = pseudonymized(marked, language)
    (made,) = (done.of(mark) for mark in done.marks)
    words, origins = made.lemma.replace("-", " ").split(" "), load_origins(None)
    kinds = ["given"] if len(words) == 1 else ["given", "family"]
    drawn = {
        n
        for o in [origin]
        for k in kinds
        for g in ("Masc", "Fem", "")
        for n in origins.names(o, k, g)
    }
    own = {e.lemma for k in ("given", "family") for e in load_pool(load_pack(language), k).entries}
    assert set(words) <= (drawn if origin else own)


TOLD = [
    ("sl", "Albanec [[person#1|Xhkun Prqxi]] je tu.", "albanian"),
    ("pl", "Był [[person#1|Qwert Zuvqo]] (Holender).", "dutch"),
    ("en", "The nurse, [[person#1|Qwert Zuvqo]], a Georgian, left.", "georgian"),
    ("bg", "Испанецът [[person#1|Хулио Сувко]] дойде.", "spanish"),
]


@each(("language", "marked", "origin"), TOLD)
def test_a_word_beside_a_name_that_is_nobodys_here_tells_the_origin(language, marked, origin):
    done = pseudonymized(marked, language)
    (made,) = (done.of(mark) for mark in done.marks)
    origins = load_origins(load_pack(language).path("origins.tsv"))
    known = [origins.known["family"].get(fold(w), ()) for w in made.lemma.split(" ")]
    assert any(origin in found for found in known)


def test_what_stands_before_a_surname_tells_the_origin():
    done = pseudonymized("Wygrał [[person#1|Qwert van der Zuvqen]].", "pl")
    (made,) = (done.of(mark) for mark in done.marks)
    assert load_origins(None).has("dutch", "family", made.lemma.split(" ")[-1])


def test_a_surname_on_no_list_is_at_home_where_surnames_end_so():
    levels = load_origins(None).levels
    assert set(levels("family", "Qwertadze")) == {"georgian"}
    assert not levels("given", "Qwertadze")


def test_names_are_known_in_any_transliteration():
    origins = load_origins(None)
    assert origins.has("russian", "given", "Wiaczesław")
    assert origins.gender("Mzia") == "Fem"


@each(
    ("language", "marked"),
    [
        ("en", "[[person#1|Rose Carter]] left."),
        ("en", "[[person#1|John Ellis]] left."),
        ("sv", "[[person#1|Eva Berg]] kom."),
        ("pl", "Dałem [[person#1|Jankowi]] książkę."),
        ("sl", "[[person#1|Branislav Horvat]] je tu."),
        ("sk", "[[person#1|Dagmar Müllerová]] je tu."),
        ("pl", "[[person#1|Sebastian Trojan]] wyszedł."),
        ("pl", "Wujek [[person#1|Jaśko]] wyszedł."),
        ("pl", "[[person#1|Elżbieta Gil]] wyszła."),
        ("sl", "[[person#1|Tibor Bizjan]] je tu."),
        ("sl", "Učiteljica [[person#1|Trinkausova]] jo hvali."),
        ("sk", "[[person#1|Pavol Gondek]] je tu."),
        ("sk", "[[person#1|Marek Kubáň]] je tu."),
        ("en", "[[person#1|Violet McHale]] is in."),
        ("pl", "[[person#1|Jan Kos]] odszedł."),  # hardly anybody in Poland is from Slovenia
    ],
)
def test_who_may_be_at_home_is(language, marked):
    done = pseudonymized(marked, language)
    origins = load_origins(None)
    near = {"en": "english", "sv": "swedish", "pl": "polish", "sl": "slovenian", "sk": "slovak"}
    (made,) = (done.of(mark) for mark in done.marks)
    words = made.lemma.split(" ")
    kinds = ("given", "family") if len(words) > 1 else ("given",)
    known = [origins.known[k].get(w.lower()) for k, w in zip(kinds, words, strict=True)]
    assert all(found is None or near[language] in found for found in known)


def test_a_name_is_most_usual_where_many_bear_it():
    levels = load_origins(None).levels
    assert levels("given", "Étienne").keys() == {"french"}
    assert max(levels("given", "Giovanni").items(), key=lambda own: own[1])[0] == "italian"
    assert not levels("given", "Xqwv")


SPELT = [
    ("pl", "[[person#1|Olena Melnyk]] i [[person#2|Taras Bondarenko]] wyszli."),
    ("hu", "[[person#1|Olena Melnyk]] és [[person#2|Taras Bondarenko]] elment."),
    ("en", "[[person#1|Olena Melnyk]] and [[person#2|Taras Bondarenko]] left."),
]


@each(("language", "marked", "number"), crossed(SPELT, *range(4)))
def test_names_of_other_letters_are_spelt_as_the_language_spells_them(language, marked, number):
    done = pseudonymized(marked, language, secret=bytes([number]) * 16)
    assert not set("čšžČŠŽ") & set("".join(done.of(mark).lemma for mark in done.marks))


def test_who_is_written_without_marks_is_so_afterwards():
    done = pseudonymized("Huoltaja: [[person#1|Nguyen Thi Lan]].", "fi")
    assert all(done.of(mark).text.isascii() for mark in done.marks)


@each("number", range(6))
def test_sister_and_brother_from_abroad_share_a_surname_that_both_may_bear(number):
    marked = "[[person#1|Anna Nowak]] och hennes bror [[person#2|Piotr Nowak]] bor här."
    done = pseudonymized(marked, "sv", bytes([number]) * 16)
    sister, brother = (done.of(mark).text.split()[-1] for mark in done.marks)
    assert sister == brother
    assert brother in load_origins(None).names("polish", "family", "")


@each("number", range(4))
def test_half_of_a_double_name_is_from_abroad_whoever_of_a_couple_stands_first(number):
    marked = "[[person#1|Sanna Kettunen-Bianchi]] ja [[person#2|Marco Bianchi]] tulivat."
    done = pseudonymized(marked, "fi", bytes([number]) * 16)
    wife, husband = (done.of(mark).text for mark in done.marks)
    assert wife.rpartition("-")[2] == husband.split()[-1]
    assert husband.split()[-1] in load_origins(None).names("italian", "family", "")

"""A corpus knows its words: lemma, tag and features of the input decide, its marks count most."""

import pytest

import allonym
from allonym import Pipeline
from tests.each import each

pytestmark = pytest.mark.model

HEAD = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC X:NE\n"


def rows(*words):
    lines = [
        "\t".join([str(n), *word[:5], "0", "root", "_", word[6] if len(word) > 6 else "_", word[5]])
        for n, word in enumerate(words, start=1)
    ]
    return HEAD + "\n".join(lines) + "\n\n"


def run(language, *words, method="pseudonym"):
    done = Pipeline.load(language=language, method=method).run_conll(rows(*words))
    return [line.split("\t") for line in done.splitlines() if line[:1].isdigit()]


@each(
    ("language", "tag", "features", "form", "lemma"),
    [
        ("sl", "Npmsd", "Case=Dat|Gender=Masc|Number=Sing", "Lovšetu", "Lovše"),
        ("sl", "Npmsd", "_", "Kljunarju", "Kljunar"),
        ("sk", "SSms3", "Case=Dat|Gender=Masc|Number=Sing", "Zelenkovi", "Zelenko"),
        ("hr", "Npmsi", "Case=Ins|Gender=Masc|Number=Sing", "Vrančićem", "Vrančić"),
        ("pl", "subst:sg:dat:m1", "_", "Wieczorkowi", "Wieczorek"),
    ],
)
def test_case_number_and_gender_are_those_of_the_columns(language, tag, features, form, lemma):
    ((_, new, base, *_),) = run(language, (form, lemma, "PROPN", tag, features, "B-PER"))
    assert (new, base) != (form, lemma)
    assert new != base
    assert new[:2] == base[:2]


def test_a_feminine_surname_that_looks_like_a_possessive_stays_a_noun_in_all_columns():
    words = ("Hočevarjeva", "Hočevarjeva", "PROPN", "Npfsn", "Case=Nom|Gender=Fem|Number=Sing")
    ((_, form, lemma, *_),) = run("sl", (*words, "B-PER"))
    assert form == lemma


def test_letters_take_the_case_of_the_columns():
    words = ("Hočevarjeva", "Hočevarjeva", "PROPN", "Npfsn", "Case=Nom|Gender=Fem|Number=Sing")
    ((_, form, *_),) = run("sl", (*words, "B-PER"), method="letters")
    assert form.casefold() == "oseba_a"


def test_a_town_keeps_the_gender_of_the_columns():
    word = ("Ljubljane", "Ljubljana", "PROPN", "Npfsg", "Case=Gen|Gender=Fem|Number=Sing", "B-LOC")
    ((_, form, lemma, *_),) = run("sl", word)
    assert (form[-1], lemma[-1]) == ("e", "a")


@pytest.mark.parametrize("number", range(3))
def test_a_town_of_two_words_agrees_with_the_noun_in_it(number):
    loc = "Case=Loc|Gender=Neut|Number=Sing"
    words = ("Novem", "nov", "ADJ", "Agpnsl", loc, "B-LOC"), (
        "mestu", "mesto", "NOUN", "Ncnsl", loc, "I-LOC",
    )  # fmt: skip
    made = Pipeline.load(language="sl", secret=b"a secret for tests %d" % number)
    done = made.run_conll(rows(("v", "v", "ADP", "Sl", "Case=Loc", "O"), *words)).splitlines()
    first, second = (line.split("\t")[1] for line in done if line[:2] in ("2\t", "3\t"))
    assert (first, second) != ("Novem", "mestu")
    assert first.endswith("em")
    assert second.endswith(("u", "em"))


def test_a_possessive_keeps_the_masculine_as_its_lemma():
    features = "Case=Nom|Gender=Fem|Number=Sing|Poss=Yes"
    ((_, form, lemma, *_),) = run("sl", ("Tanjina", "Tanjin", "ADJ", "Aspfsn", features, "B-PER"))
    assert form == f"{lemma}a"


def test_lemmas_in_small_letters_stay_small():
    word = ("Zuzanou", "zuzana", "PROPN", "SSfs7:r", "Case=Ins|Gender=Fem|Number=Sing", "B-PER")
    ((_, form, lemma, *_),) = run("sk", word)
    assert form[0].isupper()
    assert lemma.islower()


def test_a_person_of_the_corpus_is_a_person_whatever_a_model_says():
    word = ("Prešerenovi", "Prešeren", "PROPN", "SSms3", "Case=Dat|Gender=Masc", "B-PER")
    assert run("sk", word, method="tag")[0][1] == "[OSOBA]"


@each("method", ["tag", "index", "remove", "paradigm"])
def test_marks_never_become_a_label(method):
    glued = "SpaceAfter=No"
    words = [
        ("Volala", "volať", "VERB", "VL", "_", "O"),
        ("(", "(", "PUNCT", "Z", "_", "O", glued),
        ("0905", "0905", "NUM", "0", "_", "O"),
        ("123", "123", "NUM", "0", "_", "O"),
        ("456", "456", "NUM", "0", "_", "O", glued),
        (")", ")", "PUNCT", "Z", "_", "O", glued),
        (".", ".", "PUNCT", "Z", "_", "O"),
    ]
    done = run("sk", *words, method=method)
    assert [row[1] for row in done if row[3] == "PUNCT"] == ["(", ")", "."]
    assert not {"0905", "123", "456"} & {row[1] for row in done}


def test_ids_lose_names_that_the_text_does_not_hold():
    text = "# newdoc id = sk-0001-novak\n# sent_id = train-12\n1\tSneží\t" + "\t".join("_" * 8)
    done = Pipeline.load(language="sk").run_conll(f"{text}\n\n").splitlines()
    assert done[:2] == ["# newdoc id = sk-0001-x", "# sent_id = train-12"]


def test_the_paradigm_method_writes_lemmas_as_published():
    done = run(
        "sk",
        ("Ivanovi", "Ivan", "PROPN", "SSms3", "_", "B-PER"),
        ("Prešerenovi", "Prešeren", "PROPN", "SSms3", "_", "I-PER"),
        method="paradigm",
    )
    assert [row[1:3] for row in done] == [["XXX_Jánovi", "XXX_Ján"], ["XXXXi", "XXXXn"]]


def test_the_paradigm_method_leaves_firms_to_tags():
    done = allonym.pseudonymize("Firma TATRA s.r.o. dlhuje.", language="sk", method="paradigm").text
    assert "XXXX" not in done


def test_a_lettered_label_has_the_case_of_its_column_and_one_lemma():
    """By itself *Marka Hribarja* is rather a genitive; a lemma has neither case nor capital."""
    acc = "Animacy=Anim|Case=Acc|Gender=Masc|Number=Sing"
    done = run(
        "sl",
        ("Marko", "Marko", "PROPN", "Npmsn", "Case=Nom|Gender=Masc|Number=Sing", "B-PER"),
        ("vidi", "videti", "VERB", "Vmer3s", "_", "O"),
        ("Marka", "Marko", "PROPN", "Npmsay", acc, "B-PER"),
        ("Hribarja", "Hribar", "PROPN", "Npmsay", acc, "I-PER"),
        method="letters",
    )
    assert [row[1:3] for row in done] == [
        ["Oseba_A", "oseba_A"], ["vidi", "videti"], ["osebo_A", "oseba_A"], ["osebo_A", "oseba_A"],
    ]  # fmt: skip


def test_each_word_has_its_own_initial():
    done = run(
        "sk",
        ("Jánovi", "Ján", "PROPN", "SSms3", "Case=Dat|Gender=Masc|Number=Sing", "B-PER"),
        ("Novákovi", "Novák", "PROPN", "SSms3", "Case=Dat|Gender=Masc|Number=Sing", "I-PER"),
        method="initials",
    )
    assert [row[1:3] for row in done] == [["J.", "J."], ["N.", "N."]]


def test_each_word_of_a_double_name_has_its_own_initial():
    ins = "Case=Ins|Gender=Fem|Number=Sing"
    done = run(
        "pl",
        ("Anną", "Anna", "PROPN", "subst:sg:inst:f", ins, "B-PER"),
        ("Nowak-Kos", "Nowak-Kos", "PROPN", "subst:sg:inst:f", ins, "I-PER"),
        method="initials",
    )
    assert [row[1] for row in done] == ["A.", "N.-K."]


@pytest.mark.parametrize("town", ["Debrecen", "Budaörs", "Eger"])
def test_a_town_keeps_the_case_of_its_column(town):
    """One is *Debrecenben* but *Miskolcon*: the case column would be no longer true."""
    ((_, form, *_),) = run(
        "hu", (f"{town}ben", town, "PROPN", "_", "Case=Ine|Number=Sing", "B-LOC")
    )
    assert form.endswith(("ban", "ben"))


def test_a_month_has_the_lemma_of_the_new_month():
    words = [("3", "3", "ADJ", "adj:sg:gen:m3:pos", "Case=Gen", "B-DATE"),
             ("maja", "maj", "NOUN", "subst:sg:gen:m3", "Case=Gen", "I-DATE"),
             ("1961", "1961", "ADJ", "adj:sg:gen:m3:pos", "Case=Gen", "I-DATE")]  # fmt: skip
    done = run("pl", *words)
    assert done[1][1] != done[1][2]
    assert done[1][1][:2] == done[1][2][:2]


def test_a_town_that_a_corpus_marks_is_no_surname_of_the_name_before_it():
    words = ("Péter", "Péter", "PROPN", "_", "Case=Nom", "B-PER"), (
        "Győrben", "Győr", "PROPN", "_", "Case=Ine", "B-LOC",
    )  # fmt: skip
    assert [form for _, form, *_ in run("hu", *words, method="tag")] == ["[SZEMÉLY]", "[HELY]"]


@pytest.mark.parametrize("number", range(3))
def test_a_firm_and_its_town_are_others_in_all_columns_and_no_tags(number):
    words = (
        ("Piše", "pisati", "VERB", "Vmr3s", "_", "O"),
        ("Končar", "Končar", "PROPN", "Npmsn", "Case=Nom|Gender=Masc|Number=Sing", "B-ORG"),
        ("d.d.", "d.d.", "X", "Y", "_", "I-ORG"),
        ("iz", "iz", "ADP", "Sg", "_", "O"),
        ("Zagreba", "Zagreb", "PROPN", "Npmsg", "Case=Gen|Gender=Masc|Number=Sing", "B-LOC"),
    )
    for said in (words, (*words[:2], *words[3:])):  # known to everybody without its form too
        made = Pipeline.load(language="hr", secret=b"a secret for tests %d" % number)
        done = made.run_conll(rows(*said))
        assert "Konč" not in done
        assert "Zagreb" not in done
        assert "[" not in done


def test_two_people_whom_a_corpus_marks_side_by_side_stay_two():
    andrej, petru = "Case=Nom|Gender=Masc|Number=Sing", "Case=Dat|Gender=Masc|Number=Sing"
    found = run(
        "sl",
        ("Včeraj", "včeraj", "ADV", "Rgp", "_", "O"),
        ("je", "biti", "AUX", "Va-r3s-n", "_", "O"),
        ("Andrej", "Andrej", "PROPN", "Npmsn", andrej, "B-PER"),
        ("Zupan", "Zupan", "PROPN", "Npmsn", andrej, "I-PER"),
        ("Petru", "Peter", "PROPN", "Npmsd", petru, "B-PER"),
        ("Jerebu", "Jereb", "PROPN", "Npmsd", petru, "I-PER"),
        ("vrnil", "vrniti", "VERB", "Vmep-sm", "_", "O"),
        ("dolg", "dolg", "NOUN", "Ncmsan", "_", "O"),
    )
    forms, lemmas = [row[1] for row in found], [row[2] for row in found]
    assert forms[2:4] == lemmas[2:4]
    assert all(a != b for a, b in zip(forms[4:6], lemmas[4:6], strict=True))


@pytest.mark.parametrize("number", range(3))
def test_two_of_a_name_are_two_of_the_new_one(number):
    dual = "Case=Nom|Gender=Masc|Number=Dual"
    words = ("prišla", "priti", "VERB", "Vmep-dm", "_", "O"), (
        "Brgleza", "Brglez", "PROPN", "Npmdn", dual, "B-PER",
    )  # fmt: skip
    made = Pipeline.load(language="sl", secret=b"a secret for tests %d" % number)
    last = made.run_conll(rows(*words)).splitlines()[2].split("\t")
    assert "Brglez" not in last[2]
    assert last[1] != last[2]
    assert last[1].endswith("a")


@each(
    ("language", "form", "lemma", "tag", "features", "ends"),
    [
        ("pl", "Kowalską", "Kowalski", "subst:sg:inst:f", "Case=Ins|Gender=Fem|Number=Sing", "iy"),
        ("bg", "Петрова", "Петров", "Hfsi", "Gender=Fem|Number=Sing", "вни"),
        ("bg", "Петрови", "Петров", "Hmpi", "Gender=Masc|Number=Plur", "вни"),
        ("hr", "Horvatovih", "Horvat", "Npmpg", "Case=Gen|Gender=Masc|Number=Plur", ""),
        ("sk", "Novákovcom", "Novákovci", "SSmp3", "Case=Dat|Gender=Masc|Number=Plur", "i"),
        ("sl", "Brglezovo", "Brglezova", "Npfsa", "Case=Acc|Gender=Fem|Number=Sing", "a"),
    ],
)
def test_a_name_is_cited_as_the_corpus_cites_it(language, form, lemma, tag, features, ends):
    ((_, new, base, *_),) = run(language, (form, lemma, "PROPN", tag, features, "B-PER"))
    assert (new, base) != (form, lemma)
    assert base.endswith(tuple(ends) or "")
    assert new != base
    assert new != f"{base}ih"  # that of Horvatovih was Fabrisov


def test_a_family_that_is_cited_by_itself_is_that_of_its_member():
    """*Novákovcom*, cited *Novákovci*, was another family than Novák's."""
    nom, dat = "Case=Nom|Gender=Masc|Number=Sing", "Case=Dat|Gender=Masc|Number=Plur"
    one, _, group = run(
        "sk",
        ("Novák", "Novák", "PROPN", "SSms1", nom, "B-PER"),
        ("a", "a", "CCONJ", "O", "_", "O"),
        ("Novákovcom", "Novákovci", "PROPN", "SSmp3", dat, "B-PER"),
    )
    assert group[1][:2] == one[1][:2]


@each("first", [("Novák", "Novák", "SSms1"), ("Novákovci", "Novákovci", "SSmp1")])
def test_a_family_that_is_cited_by_itself_is_one_in_every_case(first):
    """*Novákovci* beside *Novákovcom* was another family, *Novákovcov* somebody's possession."""
    words = [first, ("Novákovci", "Novákovci", "SSmp1"), ("Novákovcov", "Novákovci", "SSmp2"),
             ("Novákovcom", "Novákovci", "SSmp3")]  # fmt: skip
    joint = ("a", "a", "CCONJ", "O", "_", "O")
    rows = [r for f, lemma, tag in words for r in ((f, lemma, "PROPN", tag, "_", "B-PER"), joint)]
    head, nom, gen, dat = run("sk", *rows)[::2]
    assert nom[1].endswith("ovci")
    assert {nom[2], gen[2], dat[2]} == {nom[1]}
    assert (gen[1], dat[1]) == (f"{nom[1][:-1]}ov", f"{nom[1][:-1]}om")
    assert nom[1].startswith(head[1][:2])


@each(("form", "definite"), [("Мариината", "Def"), ("Мариина", "Ind")])
def test_the_lemma_of_a_possessive_is_indefinite(form, definite):
    """*Мариината*, cited *Мариин*, became *Антониината*, cited *Антонииният*."""
    features = f"Definite={definite}|Gender=Fem|Number=Sing"
    ((_, new, lemma, *_),) = run("bg", (form, "Мариин", "ADJ", "As", features, "B-PER"))
    assert new.startswith(lemma)
    assert lemma.endswith("ин")


def test_whose_family_comes_is_told_by_the_form_where_the_columns_say_one():
    """*Kovácsék* with ``Number=Sing`` lost its ending."""
    word = ("Kovácsék", "Kovács", "PROPN", "_", "Case=Nom|Number=Sing", "B-PER")
    ((_, form, lemma, *_),) = run("hu", word)
    assert form.endswith(("ék", "éék"))
    assert form.startswith(lemma[:3])


def test_a_day_with_an_ending_keeps_the_marks_of_its_lemma():
    words = [("2020.", "2020.", "NUM", "_", "_", "B-DATE"),
             ("május", "május", "NOUN", "_", "Case=Nom", "I-DATE"),
             ("3-án", "3.", "NOUN", "_", "Case=Sup", "I-DATE")]  # fmt: skip
    day = run("hu", *words)[2]
    assert day[2] == f"{day[1].partition('-')[0]}."


@each(
    ("first", "second", "masc"),
    [
        (("Nowego", "nowy", "ADJ"), ("Sącza", "Sącz", "PROPN"), "ego"),
        (("Gorzowa", "Gorzów", "PROPN"), ("Wielkopolskiego", "wielkopolski", "ADJ"), ""),
    ],
)
def test_the_noun_of_a_town_stands_where_it_stood(first, second, masc):
    gen = ("subst:sg:gen:m3", "Case=Gen|Gender=Masc|Number=Sing")
    one, two = run("pl", (*first, *gen, "B-placeName"), (*second, *gen, "I-placeName"))
    assert one[1].endswith("ego") == bool(masc)
    assert two[1].endswith("ego") != bool(masc)
    assert not one[1].startswith("[")


def test_labels_of_liner2_are_known():
    words = ("Jan", "Jan", "PROPN", "_", "_", "B-nam_liv_person"), (
        "Krakowie", "Kraków", "PROPN", "_", "Case=Loc", "B-nam_loc_gpe_city",
    )  # fmt: skip
    assert [form for _, form, *_ in run("pl", *words, method="tag")] == ["[OSOBA]", "[MIEJSCE]"]


def test_a_firm_that_stays_stays_word_by_word(tmp_path):
    """Each of its words had become the whole name."""
    own = tmp_path / "own.toml"
    own.write_text('schema = 1\nname = "own"\n[treat]\n"*" = "pseudonym"\n', encoding="utf-8")
    words = ("Mercator", "Mercator", "PROPN", "Npmsn", "Case=Nom", "B-ORG"), (
        "d.", "d.", "X", "Y", "_", "I-ORG",
    ), ("d.", "d.", "X", "Y", "_", "I-ORG")  # fmt: skip
    done = Pipeline.load(language="sl", profile=str(own)).run_conll(rows(*words))
    assert [line.split("\t")[1] for line in done.splitlines()[1:4]] == ["Mercator", "d.", "d."]


def test_a_surname_keeps_what_only_says_which_generation_it_is():
    text = "Ján Novák ml. prišiel."
    assert allonym.pseudonymize(text, language="sk", method="paradigm").text.endswith(
        "ml. prišiel."
    )


def test_a_preposition_takes_the_tag_that_the_corpus_gives_its_new_form():
    """Tags tell *we* from *w* where no feature ``Variant`` does."""
    loc = "Case=Loc|Gender=Masc|Number=Sing"
    done = run(
        "pl",
        ("we", "w", "ADP", "prep:loc:wok", "Case=Loc", "O"),
        ("Wrocławiu", "Wrocław", "PROPN", "subst:sg:loc:m3", loc, "B-LOC"),
        ("w", "w", "ADP", "prep:loc:nwok", "Case=Loc", "O"),
        ("domu", "dom", "NOUN", "subst:sg:loc:m3", loc, "O"),
    )
    assert {row[4] for row in done if row[1] == "w"} == {"prep:loc:nwok"}


@each(
    ("language", "first", "second"),
    [
        ("hr", "Slavonskog slavonski Agpmsgy", "Broda brod Ncmsg"),  # brodski is like its second
        ("pl", "Zielonej zielony adj:sg:gen:f:pos", "Góry góra subst:sg:gen:f"),
    ],
)
def test_a_town_of_two_words_is_another_of_two_and_its_adjective_is_cited(language, first, second):
    one, two = (line.split() for line in (first, second))
    new, noun = run(
        language,
        (one[0], one[1], "ADJ", one[2], "Case=Gen", "B-LOC"),
        (two[0], two[1], "NOUN", two[2], "Case=Gen", "I-LOC"),
    )
    assert "[" not in new[1] + noun[1]
    assert new[2] != one[1]
    assert new[2].endswith(("i", "y"))  # donji, zduński: not donja, zduńskiy
    assert not new[2].endswith("iy")

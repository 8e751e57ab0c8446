"""The method letters: what stands before a letter takes the case of the name."""

import tomllib

import pytest
from tests.each import each
from tests.replace.naming import CASES, SECRET, linker

from allonym.errors import PackError
from allonym.languages.labels import load_labels
from allonym.languages.letters import LetterForms, load_letters
from allonym.languages.pack import LanguagePack, available, load_pack
from allonym.model.draw import Draw
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.ports import ReplaceContext
from allonym.replace.methods.letters import LettersReplacer
from allonym.text.markup import parse_marks

LANGUAGES = tuple(code for code in available() if (CASES / code / "letters.toml").exists())


def lettered(marked, language, label=""):
    """Return the replacements and the text of a marked text whose names became letters."""
    text, marks = parse_marks(marked)
    view = TextView.of(text, language=language)
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    entities = tuple(linker(language).link(view, mentions))
    context = ReplaceContext(view, entities, Draw(SECRET, "test"), language)
    pack = load_pack(language)
    replacer = LettersReplacer.load(pack, load_labels(pack), load_morphology(pack).analyse, label)
    plan = ReplacementPlan.of(replacer.replace(context, entities))
    return plan, plan.apply(text)


def _cases():
    for language in LANGUAGES:
        path = CASES / language / "letters.toml"
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            yield pytest.param(language, case, id=f"{language}-{case['why']}")


@each(("language", "case"), list(_cases()))
def test_the_sentence_reads_as_a_native_would_write_it(language, case):
    assert lettered(case["text"], language)[1] == case["result"]


def test_all_ten_languages_have_cases():
    assert len(LANGUAGES) == len(available()) == 10


@each("language", available())
def test_every_noun_and_letter_is_written_in_every_case(language):
    forms = load_letters(load_pack(language))
    for type_name in ("person", "place", "org", "address"):
        noun = forms.noun(type_name)
        for number in range(1, 60):
            name = forms.name(number)
            assert all(name in (forms.written(noun, name, case) or "") for case in forms.cases)


@each(
    ("letter", "case", "expected"),
    [
        ("A", "Ade", "A:lla"), ("E", "Ade", "E:llä"), ("K", "Ade", "K:lla"), ("Ä", "Ade", "Ä:llä"),
        ("F", "Ade", "F:llä"), ("H", "Ade", "H:lla"), ("F", "Ill", "F:ään"), ("H", "Ill", "H:hon"),
        ("AA", "Ill", "AA:han"), ("AB", "Ill", "AB:hen"), ("Q", "Par", "Q:ta"),
        ("S", "Par", "S:ää"),
    ],
)  # fmt: skip
def test_a_finnish_suffix_follows_the_name_of_the_letter(letter, case, expected):
    forms = load_letters(load_pack("fi"))
    assert forms.written(forms.noun("person"), letter, case) == f"henkilö {expected}"


@each(
    ("letter", "case", "expected"),
    [
        ("A", "Dat", "A-nak"), ("B", "Dat", "B-nek"), ("F", "Ins", "F-fel"), ("H", "Ins", "H-val"),
        ("X", "Ins", "X-szel"), ("Y", "Ins", "Y-nal"), ("M", "Acc", "M-et"), ("K", "All", "K-hoz"),
        ("BA", "Abl", "BA-tól"),
    ],
)  # fmt: skip
def test_a_hungarian_suffix_follows_the_name_of_the_letter(letter, case, expected):
    forms = load_letters(load_pack("hu"))
    assert forms.written(forms.noun("person"), letter, case) == f"személy {expected}"


def test_a_name_whose_case_nobody_knows_is_in_the_citation_form_and_uncertain():
    plan, text = lettered("Idzie [[org|Xqzt]].", "pl")
    assert text == "Idzie organizacja A."
    assert [r.certainty for r in plan] == [0.4]


def test_two_cases_with_one_form_leave_no_doubt():
    plan, _ = lettered("Dał [[person|Annie Nowak]] książkę.", "pl")
    assert [r.certainty for r in plan] == [1.0]


def test_a_label_of_ones_own_keeps_the_suffix_of_the_letter():
    assert lettered("Soitin [[person|Pekalle]].", "fi", "todistaja")[1] == "Soitin todistaja A:lle."


def test_a_list_of_the_wrong_length_is_an_error_of_the_pack(tmp_path):
    (tmp_path / "letters.toml").write_text(
        'cases = ["Nom", "Gen", "Dat"]\n[nouns]\nperson = { Sing = "a b" }\n', "utf-8"
    )
    with pytest.raises(PackError, match="2 forms for 3 cases"):
        load_letters(LanguagePack("xx", "X", "Latn", (tmp_path,), {}))


def test_without_data_there_is_the_latin_alphabet_and_one_case():
    assert LetterForms().name(27) == "AA"


def test_a_swedish_name_in_s_may_be_a_genitive():
    plan, _ = lettered("[[org|Volvos]] bilar och [[org|Volvo]].", "sv")
    assert [r.certainty for r in plan] == [0.4, 1.0]


def test_the_last_word_alone_says_the_case_where_it_alone_is_inflected():
    """What *Nguyen* looks like is no nominative of the name: *kuultiin henkilö A* was said."""
    assert lettered("Kuultiin [[person|Nguyen Thi Lania]].", "fi")[1] == "Kuultiin henkilö A:ta."

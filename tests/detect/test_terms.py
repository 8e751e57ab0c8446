"""The detector of occupations and diagnoses: what it reads, what it costs, when it is there."""

import subprocess
import sys

import pytest
from tests.each import each
from tests.growth import grows_linearly

from allonym import Pipeline, pseudonymize
from allonym.detect.terms.detector import TermDetector
from allonym.errors import PackError
from allonym.languages.nouns import Nouns
from allonym.languages.pack import available, load_pack
from allonym.languages.terms import Terms, load_terms
from allonym.model.view import TextView
from allonym.profile import load_profile

SECRET = b"0123456789abcdef"


@pytest.mark.slow
@pytest.mark.parametrize("language", available())
def test_every_listed_term_is_found_in_its_citation_form(language):
    terms = load_terms(language)
    for table in ("occupation", "rare"):
        for entries in load_pack(language).toml("terms.toml")[table].values():
            for entry in entries.replace("\n", " ").replace("*", "").split(","):
                word = entry.partition("/")[0].replace("|", "").strip()
                found = terms.read(word) if word else None
                assert not word or (found and found.span.end == len(word)), word


@each(
    ("language", "surface", "code", "gender"),
    [
        ("sl", "zdravnici", "22", "Fem"),
        ("sl", "medicinskih sester", "22", "Fem"),
        ("hr", "liječnicima", "22", "Masc"),
        ("pl", "nauczycielce", "23", "Fem"),
        ("pl", "NAUCZYCIELKA", "23", "Fem"),
        ("bg", "учителката", "23", "Fem"),
        ("ro", "profesoarei", "23", "Fem"),
        ("hu", "kéményseprőknek", "7", ""),
        ("fi", "kalastajille", "6", ""),
        ("sv", "konferenstolkarna", "26", ""),
        ("en", "midwives", "22", ""),
    ],
)
def test_forms_are_read(language, surface, code, gender):
    found = load_terms(language).read(surface)
    assert (found.term.code, found.term.gender) == (code, gender)


def test_the_longest_term_is_taken():
    terms = Terms({"rare": {"II": "rak |grla"}, "plain": {"II": "rak"}}, Nouns())
    assert [f.term.rank for f in terms.find("rak, rak grla")] == ["plain", "rare"]


def test_acronyms_ask_for_capitals():
    terms = Terms({"rare": {"VI": "ALS, MS"}}, Nouns())
    assert [f.span.start for f in terms.find("als ALS ms")] == [4]


def test_a_wrong_row_is_refused():
    with pytest.raises(PackError, match=r"row 1: 1 forms, not 2"):
        Nouns.read({"columns": ["Case=Nom", "Case=Gen"], "nouns": ["a F a"]})


def test_a_wrong_expression_is_refused():
    with pytest.raises(PackError, match=r"terms\.toml: label"):
        TermDetector(Terms({}, Nouns()), {"health": {"label": "("}})


def believed(text):
    detector = TermDetector.load(load_pack("en"))
    mentions = detector.detect(TextView.of(text, language="en"))
    return [text[m.span.start : m.span.end] for m in mentions if m.score >= 0.5]


def test_what_is_believed_once_is_believed_again():
    text = "Diabetes is common. She is treated for diabetes."
    assert believed(text) == ["Diabetes", "diabetes"]
    assert believed("Diabetes is common.") == []


def test_a_common_occupation_is_not_believed_again():
    text = "The doctor saw her. She works as a doctor."
    assert believed(text) == ["doctor"]
    text = "The director of the Maribor opera left. The director was tired."
    assert believed(text) == ["director of the Maribor opera", "director"]


# --- profiles ---


@pytest.mark.parametrize(
    ("name", "looked_for"), [("default", False), ("court", True), ("clinical", True)]
)
def test_who_looks_for_terms(name, looked_for):
    profile = load_profile(name)
    assert profile.looks_for("occupation") == profile.looks_for("health") == looked_for
    detectors = Pipeline.load(language="sl", profile=name, secret=SECRET)
    text = "Direktorica mariborske opere trpi za multiplo sklerozo."
    found = {m.type for m in detectors.detect(text)}
    assert ({"occupation", "health"} <= found) == looked_for


def test_a_profile_of_other_types_does_not_look_for_terms(tmp_path):
    path = tmp_path / "p.toml"
    path.write_text('schema = 1\nextends = "court"\ntypes = ["person"]\n')
    assert not load_profile(path).looks_for("health")


def test_the_clinical_profile_leaves_common_diseases_and_hides_rare_ones():
    text = "She is treated for diabetes and has Huntington's disease."
    result = pseudonymize(text, language="en", profile="clinical", secret=SECRET)
    assert result.text == "She is treated for diabetes and has a disease of the nervous system."


def test_the_court_profile_hides_what_is_announced():
    text = "She is treated for diabetes."
    result = pseudonymize(text, language="en", profile="court", secret=SECRET)
    assert result.text == "She is treated for a metabolic disease."


@pytest.mark.slow
def test_the_default_profile_reads_no_lists():
    code = (
        "import sys; from allonym import pseudonymize;"
        "pseudonymize('Anna is a baker.', language='en', secret=b'0123456789abcdef');"
        "print('allonym.detect.terms.detector' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "False"


# --- cost ---

SENTENCE = "Direktorica nove mariborske opere in zdravnik Novak za diagnozo G35, poklic: čebelar. "


@pytest.mark.parametrize("text", [SENTENCE, "Ana Novak ", "za ", "rak rak "])
@pytest.mark.slow
def test_time_grows_with_the_text(text):
    detector = TermDetector.load(load_pack("sl"))

    def prepare(size):
        view = TextView.of(text * (size // len(text)), language="sl")
        return lambda: list(detector.detect(view))

    assert grows_linearly(prepare, 4000)

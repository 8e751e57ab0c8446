"""Names of broader groups stand in the right form, in whole sentences under the profile `court`."""

import pytest
from tests.each import each

from allonym import Pipeline
from allonym.languages.pack import available, load_pack
from allonym.profile import Detection, Profile, Treatment
from allonym.replace.methods.broader import Broader

KINDS = {
    "occupation": Treatment("generalise"),
    "health": Treatment("generalise"),
    "*": Treatment("keep"),
}


def generalised(language, text, **options):
    treat = {**KINDS, "occupation": Treatment("generalise", options)}
    profile = Profile("t", treat, detect=Detection(detectors=("terms",)))
    return Pipeline.load(language=language, profile=profile, secret=b"0" * 16).run(text)


GRAMMAR = [
    ("sl", "Direktorica mariborske opere trpi za multiplo sklerozo.",
     "Vodilna uslužbenka trpi za bolezen živčevja."),
    ("sl", "Govoril je s predstojnikom oddelka za travmatologijo.",
     "Govoril je z vodilnim uslužbencem."),
    ("sl", "Ne mara edine orglarke.", "Ne mara edine obrtnice."),
    ("hr", "Razgovarao je s ravnateljicom riječke opere o njegovoj epilepsiji.",
     "Razgovarao je s rukovoditeljicom o njegovoj bolesti živčanog sustava."),
    ("hr", "Boluje od multiple skleroze.", "Boluje od bolesti živčanog sustava."),
    ("sk", "Rozhodnutie doručili primárovi oddelenia urológie.",
     "Rozhodnutie doručili vedúcemu pracovníkovi."),
    ("sk", "Bol jediným organárom v okrese a trpí na epilepsiu.",
     "Bol jediným remeselníkom v okrese a trpí na chorobu nervovej sústavy."),
    ("pl", "Była jedyną organmistrzem. Rozmawiał z dyrektorką opery poznańskiej.",
     "Była jedyną rzemieślnikiem. Rozmawiał z pracownicą na stanowisku kierowniczym."),
    ("pl", "Boi się choroby Huntingtona i pracuje jako położna.",
     "Boi się choroby układu nerwowego i pracuje jako pracownica ochrony zdrowia."),
    ("bg", "Директорката на варненската опера има множествена склероза.",
     "Ръководната служителка има болест на нервната система."),
    ("ro", "Decizia a fost dată directoarei operei din Cluj, care suferă de epilepsie.",
     "Decizia a fost dată conducătoarei, care suferă de o boală de sistem nervos."),
    ("hu", "Fél a Huntington-kórtól, és az egyetlen orgonaépítővel beszélt.",
     "Fél az idegrendszeri betegségtől, és az egyetlen iparossal beszélt."),
    ("hu", "A szegedi opera igazgatójának adták.", "A vezetőnek adták."),
    ("hu", "Miskolc polgármesterével beszélt.", "Miskolc köztisztviselőjével beszélt."),
    ("fi", "Päätös annettiin urologian osaston ylilääkärille.",
     "Päätös annettiin johtohenkilölle."),
    ("fi", "Hän pelkää Huntingtonin tautia.", "Hän pelkää hermoston sairautta."),
    ("sv", "Överläkaren vid kliniken lider av multipel skleros.",
     "Chefspersonen lider av en sjukdom i nervsystemet."),
    ("en", "He works as a chimney sweep and is an only child.",
     "He works as a tradesperson and is an only child."),
    ("en", "He works as an organ builder. She fears Huntington's disease.",
     "He works as a tradesperson. She fears a disease of the nervous system."),
    ("en", "ICD-10 G35 was noted.", "ICD-10 disease of the nervous system was noted."),
    ("sl", "Obdolženec je po poklicu pek.", "Obdolženec je po poklicu obrtnik."),
    ("sl", "Otrok ima Tourettov sindrom.", "Otrok ima duševno motnjo."),
    ("sl", "Delala je v bolnišnici, edina zdravnica v bolnišnici Izola.",
     "Delala je v bolnišnici, edina zdravstvena delavka."),
    ("pl", "Powódka choruje na toczeń.", "Powódka choruje na chorobę narządu ruchu."),
    ("pl", "Komendant powiatowy policji w Łomży zeznał.", "Funkcjonariusz publiczny zeznał."),
    ("bg", "Страда от болестта на Крон.", "Страда от болестта на храносмилателната система."),
    ("fi", "Syytetty työskentelee nosturinkuljettajana.",
     "Syytetty työskentelee kuljetus- ja konealan työntekijänä."),
    ("sv", "Han är den enda veterinären.", "Han är den enda yrkespersonen inom vården."),
    ("en", "The patient is a 45-year-old falconer.",
     "The patient is a 45-year-old agricultural worker."),
]  # fmt: skip


@pytest.mark.slow
@each(("language", "text", "expected"), GRAMMAR)
def test_broader_groups_fit_their_sentence(language, text, expected):
    assert generalised(language, text).text == expected


def test_the_widest_group_on_request():
    text = "Ona radi kao kardiologinja."
    assert generalised("hr", text).text == "Ona radi kao liječnica."
    assert generalised("hr", text, groups="broad").text == "Ona radi kao stručnjakinja."


def test_a_term_that_is_its_group_climbs_one_rung_more():
    assert generalised("sl", "Ona dela kot zdravnica.").text == "Ona dela kot zdravstvena delavka."


@each(
    ("language", "text", "result"),
    [
        ("en", "Diagnosis: Schnitzler syndrome", "Diagnosis: Disease"),
        ("en", "She was diagnosed with Schnitzler syndrome.", "She was diagnosed with a disease."),
        ("sk", "Trpí na Schnitzlerov syndróm.", "Trpí na chorobu."),
        ("pl", "Zawód: kurzajkarz", "Zawód: pracownik"),
        ("hr", "Po zanimanju je radnik.", "Po zanimanju je zaposlenik."),
    ],
)
def test_what_no_list_has_and_what_is_its_group_becomes_what_is_above_all(language, text, result):
    assert generalised(language, text).text == result


def test_a_form_that_nothing_tells_is_a_tag():
    text = "Hän sairastaa kryopyrinopatiaa."
    assert generalised("fi", text).text == "Hän sairastaa [TERVEYS]."


def test_a_case_that_is_not_known_is_owned_up_to():
    (change,) = generalised("sl", "Leta 2010 je zbolel za ALS.").plan
    assert change.text == "bolezen živčevja"
    assert change.certainty < 1


@each("language", available())
def test_every_group_in_use_has_a_name(language):
    pack = load_pack(language)
    terms, labels = pack.toml("terms.toml"), pack.toml("generalise.toml")["labels"]
    for code in terms["occupation"]:
        assert any(code[:n] in labels["occupation"] for n in range(1, 4)), code
    for table in ("rare", "plain", "mild"):
        assert set(terms[table]) <= set(labels["health"])


@each("language", available())
def test_lists_are_as_long_as_promised(language):
    terms = load_pack(language).toml("terms.toml")

    def count(*tables):
        lists = (entries for table in tables for entries in terms[table].values())
        return len({e.strip() for entries in lists for e in entries.split(",") if e.strip()})

    assert count("occupation") >= 150
    assert count("rare", "plain", "mild") >= 150
    assert count("rare") >= 60


PLACES = [
    ("sl", "Živi v Mariboru.", "Živi v kraju na Štajerskem."),
    ("sl", "Preselila se je iz Kopra.", "Preselila se je iz kraja na Primorskem."),
    ("hr", "Živi u Splitu.", "Živi u mjestu u Dalmaciji."),
    ("sk", "Býva v Žiline.", "Býva v obci na severnom Slovensku."),
    ("pl", "Obecnie mieszka w Łodzi.", "Obecnie mieszka w miejscowości w województwie łódzkim."),
    ("bg", "Живее в Русе.", "Живее в населено място в Северна България."),
    ("hu", "Miskolcon lakik.", "Egy észak-magyarországi településen lakik."),
    ("fi", "Hän asuu Tampereella.", "Hän asuu Länsi-Suomen paikkakunnalla."),
    ("sv", "Hon bor i Malmö.", "Hon bor i en ort i Götaland."),
    ("en", "She lives in Leeds.", "She lives in a town in the north of England."),
    ("en", "She lives in Cornwall.", "She lives in an area in the United Kingdom."),
]


@pytest.mark.slow
@each(("language", "text", "expected"), PLACES)
def test_a_town_becomes_its_region_and_a_region_its_country(language, text, expected):
    treat = {"place": Treatment("generalise"), "*": Treatment("keep")}
    profile = Profile("t", treat, detect=Detection(detectors=("model", "gazetteer")))
    done = Pipeline.load(language=language, profile=profile, secret=b"0" * 16).run(text)
    assert done.text == expected


def test_a_pack_without_groups_leaves_the_tag(tmp_path, monkeypatch):
    monkeypatch.setenv("ALLONYM_PACKS", str(tmp_path))
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "pack.toml").write_text('code = "xx"\nname = "X"\nscript = "Latn"\n')
    assert Broader(load_pack("xx")).name("occupation", "kovač") is None

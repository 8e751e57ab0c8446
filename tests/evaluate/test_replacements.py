from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from click.testing import CliRunner

from allonym.cli import cli
from allonym.errors import ConfigError, CorruptDocument, DocumentError
from allonym.evaluate import judges
from allonym.evaluate.judges import (
    GenitiveJudge,
    HunspellJudge,
    JudgeMissing,
    RegularJudge,
    TreebankJudge,
    VoikkoJudge,
)
from allonym.evaluate.judging import Kit, judge_sentence
from allonym.evaluate.metrics import Share
from allonym.evaluate.readers import GoldName, Token, names_of, read_conllu
from allonym.evaluate.replacements import (
    evaluate_treebanks,
    listed_kinds,
    render_replacements,
    replacements_as_dict,
)
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.model.features import format_features, parse_features

pytestmark = pytest.mark.slow

GEN = "Case=Gen|Gender=Masc|Number=Sing"
SENTENCE = f"""\
# text = Prozori Mirka Kosa v Celju.
1\tProzori\tprozor\tNOUN\t_\tCase=Nom\t0\troot\t_\t_
2\tMirka\tMirko\tPROPN\t_\t{GEN}\t1\tnmod\t_\tNER=B-per
3\tKosa\tKos\tPROPN\t_\t{GEN}\t2\tflat:name\t_\tNER=I-per
4\tv\tv\tADP\t_\t_\t5\tcase\t_\t_
5\tCelju\tCelje\tPROPN\t_\tCase=Loc|Gender=Neut|Number=Sing\t1\tnmod\t_\tSpaceAfter=No|NER=B-loc
6\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_
"""


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    path = tmp_path / "sl_small-dev.conllu"
    path.write_text(SENTENCE + "\n", "utf-8")
    return path


def pool_sentence(kind: str) -> tuple[Token, ...]:
    """Every form of a pool as a treebank would have it: a judge that knows all and agrees."""
    return tuple(
        Token(form, e.lemma, "PROPN", {**bundle, "Gender": e.gender})
        for e in load_pool(load_pack("sl"), kind).entries
        for bundle, form in e.forms()
    )


def spoilt(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The same with every form of a genitive another one."""
    return tuple(
        Token(t.form + "x" * (t.features["Case"] == "Gen"), t.lemma, "PROPN", t.features)
        for t in tokens
    )


def test_a_treebank_is_read_packed_or_not(treebank: Path, tmp_path: Path) -> None:
    packed = tmp_path / "sl.conllu.xz"
    packed.write_bytes(lzma.compress(treebank.read_bytes()))
    assert read_conllu(packed) == read_conllu(treebank)
    (sentence,) = read_conllu(treebank)
    assert (sentence[1].head, sentence[1].entity, sentence[4].spaced) == (1, "B-per", False)
    assert format_features(sentence[1].features) == GEN


def test_contractions_count_once_and_documents_end(tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    row = "\tdel\tdel\tADP\t_\t_\t_\t_\t_\t_\n"
    path.write_text(f"1-2{row}1{row}2{row}\n\n1{row}", "utf-8")
    assert [len(sentence) for sentence in read_conllu(path)] == [2, 1]


@pytest.mark.parametrize(
    ("text", "error"),
    [("1\tAna\n", "line 1: not ten columns"), ("1\ta\ta\tX\t_\tCase\t0\t_\t_\t_\n", "Name=Value")],
)
def test_what_is_no_treebank_is_refused(tmp_path: Path, text: str, error: str) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(text, "utf-8")
    with pytest.raises(CorruptDocument, match=error):
        read_conllu(path)
    with pytest.raises(DocumentError, match=r"none\.conllu: cannot be read"):
        read_conllu(tmp_path / "none.conllu")


def test_names_are_those_of_the_treebank(treebank: Path) -> None:
    (sentence,) = read_conllu(treebank)
    text, names = names_of(sentence, lambda _: frozenset())
    assert text.startswith("Prozori Mirka Kosa v Celju.")
    found = [(text[n.span.start : n.span.end], n.type, len(n.tokens)) for n in names]
    assert found == [("Mirka Kosa", "person", 2), ("Celju", "place", 1)]


def names_without_entities(*words: str, kinds: dict[str, str]) -> list[GoldName]:
    tokens = tuple(Token(w, w, "PROPN", {"Case": "Nom"}) for w in words)
    return names_of(tokens, lambda w: frozenset(kinds.get(w, "").split()))[1]


def test_kinds_are_told_by_lists_only_without_doubt() -> None:
    kinds = {"Ana": "given", "Kos": "family common", "Celje": "place", "Jordan": "given place"}
    assert [n.type for n in names_without_entities("Ana", "Kos", kinds=kinds)] == ["person"]
    assert [n.type for n in names_without_entities("Celje", kinds=kinds)] == ["place"]
    assert names_without_entities("Jordan", kinds=kinds) == []
    assert names_without_entities("Xyz", kinds=kinds) == []
    school = {"Ana": "given", "Gimnazija": "common"}
    assert names_without_entities("Ana", "Gimnazija", kinds=school) == []


def test_every_word_is_judged_against_the_gold(treebank: Path) -> None:
    (sentence,) = read_conllu(treebank)
    every = tuple(t for kind in ("given", "family", "place") for t in pool_sentence(kind))
    pack = load_pack("sl")
    for sentences, right in ((every, True), (spoilt(every), False)):
        kit = Kit.load(pack, (TreebankJudge([sentences]),), 1)
        judged, _ = judge_sentence(kit, sentence, listed_kinds(pack), 7)
        # a town of another gender is right in its case, where nothing beside it agrees
        found = {j.category: j.soft if j.category == "places" else j.strict for j in judged}
        people = dict.fromkeys(("given names", "surnames", "full names"), right)
        assert found == {**people, "places": True}
        assert {j.where[0] for j in judged} == {7}


def test_what_no_judge_knows_is_not_guessed(
    treebank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judges, "_OWN", {})
    (report,) = evaluate_treebanks([treebank])
    assert report.total.strict == Share()
    assert report.total.not_judged == 3
    shown = render_replacements([report])
    assert "not judged" in shown
    assert "100.0" not in shown.partition("base forms")[0]


def test_soft_forgives_the_gender_of_a_place_but_not_its_case(treebank: Path) -> None:
    (sentence,) = read_conllu(treebank)
    pack = load_pack("sl")
    places = pool_sentence("place")
    for old, new, soft in (("Gender", "Dual", True), ("Case", "Abl", False)):
        other = tuple(Token(t.form, t.lemma, "PROPN", {**t.features, old: new}) for t in places)
        right = tuple(Token(t.form + "x", t.lemma, "PROPN", t.features) for t in places)
        kit = Kit.load(pack, (TreebankJudge([(*other, *right)]),), 1)
        judged, _ = judge_sentence(kit, sentence, listed_kinds(pack), 1)
        (place,) = (j for j in judged if j.category == "places")
        assert (place.strict, place.soft) == (False, soft)


def test_a_firms_form_is_no_mans() -> None:
    firm = "Animacy=Inan|Case=Gen|Gender=Masc|Number=Sing"
    judge = TreebankJudge([(Token("Williamsu", "williams", "PROPN", parse_features(firm)),)])
    assert judge.readings("Williamsa", "Williams", parse_features(f"Animacy=Anim|{GEN}")) is None
    assert judge.readings("Williamsa", "Williams", parse_features(GEN)) == ()


def test_nobodys_is_what_is_lifeless() -> None:
    token = Token("Silvestri", "Silvester", "PROPN", parse_features("Animacy=Inan|Case=Loc"))
    assert not names_of((token,), lambda _: frozenset({"given"}))[1]


def test_the_treebank_judges_only_what_it_shows() -> None:
    judge = TreebankJudge([(Token("Mirka", "mirko", "PROPN", parse_features(GEN)),)])
    assert judge.readings("Mirka", "Mirko", {"Case": "Gen"}) == [parse_features(GEN)]
    assert judge.readings("Mirko", "Mirko", {"Case": "Gen"}) == ()
    assert judge.readings("Mirku", "Mirko", {"Case": "Dat"}) is None
    assert judge.readings("Janka", "Janko", {"Case": "Gen"}) is None


def test_towns_whose_end_leaves_no_doubt_are_judged_by_the_grammar() -> None:
    judge = RegularJudge("sl")
    assert judge.readings("Kranju", "Kranj", {"Case": "Loc"})[1]["Gender"] == "Masc"
    assert judge.readings("Kranja", "Kranj", {"Case": "Loc"}) == [
        {"Case": "Gen", "Number": "Sing", "Gender": "Masc"}
    ]
    assert judge.readings("Kranji", "Kranj", {"Case": "Loc"}) == []
    assert judge.readings("Jesenic", "Jesenice", {"Case": "Gen"})[0]["Number"] == "Plur"
    assert judge.readings("Kopra", "Koper", {"Case": "Gen"}) is None  # a vowel may be lost
    assert judge.readings("Loke", "Škofja Loka", {"Case": "Gen"}) is None
    assert judge.readings("Janezu", "Janez", {"Case": "Dat", "Gender": "Masc"}) is None


def test_the_genitive_of_names_in_s_is_silent() -> None:
    judge = GenitiveJudge("s", "sxz")
    assert judge.readings("Lars", "Lars", {"Case": "Gen"}) == [{"Case": "Nom"}, {"Case": "Gen"}]
    assert judge.readings("Anna", "Anna", {"Case": "Nom"}) == [{"Case": "Nom"}]
    assert judge.readings("Berit", "Anna", {"Case": "Nom"}) == []


def test_a_missing_dictionary_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "FOLDERS", ())
    with pytest.raises(JudgeMissing, match="install libhunspell and hunspell-hu"):
        HunspellJudge("hu_HU")


def test_hunspell_knows_cases() -> None:
    try:
        judge = HunspellJudge("hu_HU")
    except JudgeMissing as error:
        pytest.skip(str(error))
    assert {"Case": "Ine", "Number": "Sing"} in (judge.readings("Egerben", "Eger", {}) or ())
    assert judge.readings("Egerban", "Eger", {}) == []
    assert judge.readings("Xyzben", "Xyz", {}) is None


def test_voikko_knows_cases() -> None:
    try:
        judge = VoikkoJudge()
    except JudgeMissing as error:
        pytest.skip(str(error))
    assert judge.readings("Virtasella", "Virtanen", {}) == [{"Case": "Ade", "Number": "Sing"}]
    assert judge.readings("Virtanenlla", "Virtanen", {}) == []
    assert judge.readings("Xyzssa", "Xyz", {}) is None


def test_the_command_prints_a_table_or_json(treebank: Path) -> None:
    run = CliRunner().invoke(cli, ["evaluate", "--replacements", str(treebank)])
    assert run.exit_code == 0
    assert "sl: sl_small-dev.conllu; judges: treebank" in run.stdout
    run = CliRunner().invoke(cli, ["evaluate", "--replacements", "--json", str(treebank)])
    assert json.loads(run.stdout)["sl"]["judges"] == ["treebank", "regular towns"]
    assert "Mirk" not in run.stdout


def test_figures_can_be_had_again(treebank: Path) -> None:
    first, second = (evaluate_treebanks([treebank]) for _ in range(2))
    assert replacements_as_dict(first) == replacements_as_dict(second)


def test_a_language_must_be_known(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="language unknown"):
        evaluate_treebanks([tmp_path / "x.conllu"])


def test_what_is_replaced_nowhere_is_not_judged() -> None:
    kinds = listed_kinds(load_pack("pl"))
    assert "place" in kinds("Kraków")
    assert kinds("Europa") == {"stays"}

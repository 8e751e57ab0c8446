"""The masked-language-model method, on a tiny model of its own that is really run."""

import pytest
from tests.each import each
from tests.replace.helpers import TAG, replaced

from allonym.engines.transformers import FillMask
from allonym.errors import EngineError, MissingExtra, ProfileError
from allonym.languages.pack import load_pack
from allonym.model.mention import Analysis, NamePart
from allonym.model.scored import ScoredSpan
from allonym.model.span import Span
from allonym.morphology.load import load_morphology
from allonym.profile import Profile, Treatment
from allonym.replace.methods.masked import Judge, MaskedReplacer

NAMES = ["Peter", "John", "Mary", "London", "dog", "Paris", "##son", "42", "Robert"]
SLOVENIAN = ["Ana", "Ano", "Marko", "Marka", "Maja", "Tomaž", "Tomaža", "Srečal", "je"]


class Capitals:
    """An engine that calls every capitalised word a person; a rule, so that a test can tell."""

    def tag(self, texts, *, floor):
        return [list(self._spans(text)) for text in texts]

    def _spans(self, text):
        start = 0
        for word in text.split(" "):
            if word[:1].isupper():
                end = start + len(word.rstrip(".,"))
                yield ScoredSpan(Span(start, end), "LOC" if word[0] == "L" else "PER", 0.9)
            start += len(word) + 1


def judge(common=("dog",)):
    return Judge(load_morphology(load_pack("en")), Capitals(), lambda w: w in common)


class Proposals:
    """A list of words in place of a model, to see which of them is taken."""

    def __init__(self, *words):
        self.words = words

    def fill(self, before, after, top):
        return list(self.words)[:top]


@each(
    ("words", "expected"),
    [
        (("John", "Robert"), "I met Robert."),
        (("dog", "Robert"), "I met Robert."),
        (("42", "Rob-ert", "Robert"), "I met Robert."),
        (("London", "Robert"), "I met Robert."),
        (("dog", "42"), "I met [TAG]."),
        ((), "I met [TAG]."),
        (("42",) * 40 + ("Robert",), "I met [TAG]."),
    ],
)
def test_the_first_proposal_that_passes_counts(words, expected):
    replacer = MaskedReplacer(Proposals(*words), judge(), TAG)
    assert replaced(replacer, "I met [[person#1|John]].", "en") == expected


def test_a_mention_is_done_whole_or_becomes_a_tag():
    replacer = MaskedReplacer(Proposals("Robert"), judge(), TAG)
    assert replaced(replacer, "I met [[person#1|John Miller]].", "en") == "I met [TAG]."
    replacer = MaskedReplacer(Proposals("Robert", "Baker"), judge(), TAG)
    assert replaced(replacer, "I met [[person#1|John Miller]].", "en") == "I met Robert Baker."


def test_two_persons_never_share_a_word_and_one_keeps_its_own():
    replacer = MaskedReplacer(Proposals("Robert", "Peter"), judge(), TAG)
    marked = "[[person#1|John]] met [[person#2|Mary]]; [[person#1|John]] left."
    assert replaced(replacer, marked, "en") == "Robert met Peter; Robert left."


def test_a_name_of_the_document_is_never_taken():
    replacer = MaskedReplacer(Proposals("Mary", "Robert"), judge(), TAG)
    assert replaced(replacer, "[[person#1|John]] met Mary.", "en") == "Robert met Mary."


@pytest.fixture(scope="module", params=[NAMES], ids=["en"])
def tiny(request, tmp_path_factory):
    """A model with random weights and twenty words, saved as any other."""
    torch = pytest.importorskip("torch", reason="the extra transformers is not installed")
    transformers = pytest.importorskip(
        "transformers", reason="the extra transformers is not installed"
    )
    folder = tmp_path_factory.mktemp("fillmask")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words = [*special, *request.param, "i", "met", "I", ".", ",", "and"]
    (folder / "vocab.txt").write_text("\n".join(words), "utf-8")
    tokenizer = transformers.BertTokenizer(str(folder / "vocab.txt"), do_lower_case=False)
    tokenizer.save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
    )
    transformers.BertForMaskedLM(config).save_pretrained(folder)
    return str(folder)


@pytest.mark.slow
def test_a_real_model_proposes_whole_words(tiny):
    found = FillMask.load(tiny).fill("I met ", ".", 40)
    assert set(NAMES) - {"##son"} <= set(found)
    assert not any(word.startswith("##") for word in found)


@pytest.mark.slow
def test_a_real_model_replaces_and_never_says_the_original(tiny):
    replacer = MaskedReplacer(FillMask.load(tiny), judge(), TAG)
    result = replaced(replacer, "I met [[person#1|John]] and [[person#2|Mary]].", "en")
    first, second = result.removeprefix("I met ").rstrip(".").split(" and ")
    assert {first, second} == {"Peter", "Robert"} or "[TAG]" in (first, second)
    assert "John" not in result
    assert "Mary" not in result


@pytest.mark.slow
def test_what_is_no_model_is_refused(tiny, tmp_path):
    with pytest.raises(EngineError, match="fill-mask"):
        FillMask.load(str(tmp_path))


def test_without_the_extra_the_error_names_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "transformers", None)
    with pytest.raises(MissingExtra, match=r"pip install 'allonym\[transformers\]'"):
        FillMask.load("any")


def test_a_profile_must_name_the_model():
    import allonym

    profile = Profile("p", {"*": Treatment("masked")})
    with pytest.raises(ProfileError, match="model ="):
        allonym.pseudonymize("Write to joe@corp.test.", language="en", profile=profile)


@pytest.mark.slow
@pytest.mark.model
def test_a_profile_with_a_real_model_runs_from_end_to_end(tiny):
    import allonym

    profile = Profile("p", {"*": Treatment("tag"), "person": Treatment("masked", {"model": tiny})})
    text = "Yesterday John Miller met Mary Baker in London."
    result = allonym.pseudonymize(text, language="en", profile=profile)
    assert any(e.type.startswith("person") for e in result.entities)
    assert not {"John", "Miller", "Mary", "Baker"} & set(result.text.split())


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize("tiny", [SLOVENIAN], ids=["sl"], indirect=True)
def test_a_real_models_proposals_stand_in_the_case_of_the_word_too(tiny):
    import allonym

    treat = {"*": Treatment("tag"), "person": Treatment("masked", {"model": tiny})}
    result = allonym.pseudonymize("Srečal je Janeza.", language="sl", profile=Profile("p", treat))
    assert result.text in ("Srečal je Marka.", "Srečal je Tomaža.")


@pytest.mark.parametrize(("word", "fits"), [("Ana", False), ("Marko", False), ("Marka", True)])
def test_a_proposal_stands_in_the_case_of_the_word(word, fits):
    morphology = load_morphology(load_pack("sl"))
    judge = Judge(morphology, Capitals(), lambda _: False)
    cases = [{"Case": case, "Gender": "Masc"} for case in ("Acc", "Gen")]
    part = NamePart(Span(8, 14), "given", tuple(Analysis("Janez", case) for case in cases))
    assert judge.accepts("Srečal je ", "Janeza", word, ".", "person", part) is fits


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("hr", "Sreo je Ivana.", "Sreo je Tomislava."),
        ("hr", "Srela je Ivana.", "Srela je Marija."),
        ("sl", "Srečal je Janeza.", "Srečal je Tomislava."),
        ("pl", "Spotkał Adama.", "Spotkał Tomislava."),
    ],
)
def test_the_sentence_tells_whose_form_a_name_is(language, text, expected, monkeypatch):
    import allonym

    words = ("Marija", "Marko", "Anna", "Tomislav", "Tomislava")
    monkeypatch.setattr(FillMask, "load", lambda _: Proposals(*words))
    treat = {"*": Treatment("tag"), "person": Treatment("masked", {"model": "any"})}
    result = allonym.pseudonymize(text, language=language, profile=Profile("p", treat))
    assert result.text == expected

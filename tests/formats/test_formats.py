"""The laws every format keeps: nothing planned, nothing changed; planned is what is read back."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from allonym.errors import CorruptDocument, UnrewritableContent, UnsupportedFormat
from allonym.files.opening import open_document
from allonym.formats.json_files import JsonLinesFormat
from allonym.formats.plain import MarkedFormat, PlainFormat
from allonym.model.replacement import ReplacementPlan
from allonym.model.span import Span
from allonym.profile import Documents
from allonym.testing import check_format
from tests.each import each
from tests.model.test_replacement import make

MARKED = "=== a letter\n[[person#1;Case=Nom|Ana]] je \\[[tu]].\n=== b\nKonec\n"
JSONL = (
    '{"id": 1, "text": "Ana \\"Ani\\" \\u017dagar\\n"}\r\n\n'
    '{"text": "Łódź 𝒜", "n": {"text": "x"}}\n'
)
SAMPLES = {
    "plain": (PlainFormat(), "Ana Žagar\r\n\ufeffje 𝒜 tu\n".encode()),
    "marked": (MarkedFormat(), MARKED.encode()),
    "jsonl": (JsonLinesFormat(), JSONL.encode()),
}


@pytest.fixture(params=sorted(SAMPLES))
def sample(request):
    return SAMPLES[request.param]


def test_the_empty_plan_changes_nothing(sample):
    form, data = sample
    assert form.open(data).rewrite(ReplacementPlan()) == data


@given(st.data())
def test_rewriting_and_reopening_gives_the_planned_text(data):
    form, raw = SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))]
    document = form.open(raw)
    text = document.view.text
    real = [s.span for s in document.view.segments]
    chosen = data.draw(st.sampled_from(real))
    start = data.draw(st.integers(chosen.start, chosen.end - 1))
    end = data.draw(st.integers(start + 1, chosen.end))
    assume(not set("[]\n") & set(text[start:end]))
    plan = ReplacementPlan.of(
        [make(Span(start, end), data.draw(st.sampled_from(["Eva", 'Ž"\\x', "𝒜"])))]
    )
    again = form.open(document.rewrite(plan))
    assert again.view.text == plan.apply(text)


def test_a_format_passes_the_suite_for_plug_ins(sample):
    form, data = sample
    check_format(form, data, removes=not isinstance(form, MarkedFormat))


def test_the_suite_for_plug_ins_finds_a_format_that_loses_text():
    class Lossy:
        name, suffixes = "lossy", (".lossy",)

        def open(self, data):
            return PlainFormat().open(data.replace(b"je", b""))

    with pytest.raises(AssertionError, match="first at 0"):
        check_format(Lossy(), "jeje je žena Ana".encode().replace(b"je ", b"jjee"))


def test_jsonl_keeps_the_escapes_it_does_not_touch():
    document = JsonLinesFormat().open(JSONL.encode())
    plan = ReplacementPlan.of([make(Span(0, 3), "Eva")])
    assert document.rewrite(plan).decode() == JSONL.replace("Ana", "Eva")


def test_jsonl_replaces_across_an_escape():
    document = JsonLinesFormat().open(b'{"text": "A\\u0142a"}')
    rewritten = document.rewrite(ReplacementPlan.of([make(Span(0, 3), "Ewę")]))
    assert json.loads(rewritten) == {"text": "Ewę"}
    assert rewritten.isascii()


def test_jsonl_reads_every_string_and_by_paths_only_some():
    """The author beside a text would say whom it is about."""
    assert "x" in JsonLinesFormat().open(JSONL.encode()).view.text
    only = JsonLinesFormat(Documents(paths=("author",)))
    data = b'{"author": "Ana", "id": "x", "text": "Here."}'
    assert only.open(data).view.text.split() == ["Ana", "Here."]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [(b'{"text": "a"}\n{oops', "line 2: not JSON"), (b'{"body": "a"}', "no text field 'text'")],
)
def test_jsonl_names_the_line_that_is_wrong(line, complaint):
    with pytest.raises(CorruptDocument, match=complaint):
        JsonLinesFormat().open(line)


def test_marked_text_reads_without_its_marks():
    text = MarkedFormat().open(MARKED.encode()).view.text
    assert text == "\nAna je [[tu]].\n\nKonec\n"


def test_marked_text_names_a_broken_mark():
    with pytest.raises(CorruptDocument, match=r"line 2, document a: "):
        MarkedFormat().open(b"=== a\nAna [[person Ana\n")


def test_virtual_text_cannot_be_rewritten():
    document = MarkedFormat().open(MARKED.encode())
    with pytest.raises(UnrewritableContent):
        document.rewrite(ReplacementPlan.of([make(Span(0, 1), "x")]))


def test_an_unknown_ending_is_refused_by_name():
    with pytest.raises(UnsupportedFormat, match=r"ending in '\.xyz'"):
        open_document(b"", "a.xyz")


@each("name", ["a.txt", "README", "a.b.marked.txt", "x.JSONL"])
def test_known_endings_are_opened(name):
    open_document(b"", name)

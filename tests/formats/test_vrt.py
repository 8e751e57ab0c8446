"""Vertical text: words and lemmas change, tags stay, attributes that hold names are rewritten."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.files.opening import open_document, tagged
from allonym.formats.contents import texts_of
from allonym.formats.vrt import VrtFormat
from allonym.model.replacement import ReplacementPlan
from allonym.profile import Documents
from allonym.testing import check_format
from tests.formats.test_conll import line, swap

VRT = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- Written by Ann Lee -->
<text id="lee-1" author="Ann Lee" title="Lee &amp; sons">
<p>
<s id="s1">
Ann	Np	Ann-n
Lee	Np	Lee-n
knew	V	know-v
AT&amp;T	Np	AT&amp;T-n
<g/>
.	Z	.-z
</s>
<s>
<	Z	<unknown>
</s>
</p>
</text>
"""


def opened(text=VRT, **settings):
    return VrtFormat(Documents(**settings)).open(text.encode())


def test_structure_is_read_as_sentences():
    assert opened().view.text == "Ann Lee knew AT&T.\n<\n\nAnn Lee\n\nLee & sons".replace(
        "<\n", "<\n\nWritten by Ann Lee\n", 1
    )


def test_the_empty_plan_changes_no_byte():
    for text in (VRT, VRT.replace("\n", "\r\n")):
        assert opened(text).rewrite(ReplacementPlan()) == text.encode()


def test_the_format_passes_the_suite():
    check_format(VrtFormat(), VRT.encode())


def test_word_and_lemma_change_and_the_tag_stays():
    done = swap(opened(), ("Lee", "Kings", "King"), ("AT&T", "B<C", "B<C"))
    assert line(done, "Kings") == "Kings\tNp\tKing-n"
    assert line(done, "B&lt;C") == "B&lt;C\tNp\tB&lt;C-n"


def test_names_in_ids_follow_and_other_attributes_are_text():
    done = swap(opened(), ("Lee", "King", "King"))
    assert 'id="king-1" author="Ann Lee" title="Lee &amp; sons"' in done


def test_attributes_and_notes_are_pseudonymized_with_the_text():
    done = Pipeline.load(language="en", method="tag").run_file(VRT.encode(), "a.vrt")
    assert "Lee" not in done.data.decode()
    assert 'author="[PERSON]"' in done.data.decode()
    assert {r.place for r in done.residue} >= {"attribute author", "attribute id", "column LEMMA"}


def test_columns_can_be_named():
    text = "<s>\nx\tAnn\tann\n</s>\n"
    done = swap(opened(text, columns=("tag", "word", "lemma")), ("Ann", "Eva", "Eva"))
    assert done == "<s>\nx\tEva\teva\n</s>\n"  # a corpus that writes lemmas small keeps to it


@pytest.mark.parametrize(
    ("text", "columns", "complaint"),
    [
        ("<s>\na\tb\na\n</s>\n", (), "line 3: 2 columns are expected, not 1"),
        ("<s>\na\tb\n \tb\n</s>\n", (), "line 3: no word in column 1"),
        ("<s>\na\tb\n</s>\n", ("tag", "lemma"), "no column called word"),
    ],
)
def test_a_broken_row_is_named(text, columns, complaint):
    with pytest.raises(CorruptDocument, match=complaint):
        opened(text, columns=columns)


def test_the_last_search_reads_columns_attributes_and_notes():
    read = dict(texts_of(VRT.encode()))
    assert "Ann Lee" in read["attributes"]
    assert "AT&T" in read["column 1"]
    assert "<unknown>" in read["column 3"]


def test_the_last_search_does_not_take_xml_for_vertical_text():
    read = list(texts_of(b"<a>\n\t<b>Ann</b>\n\tLee\n</a>\n"))
    assert any("Ann" in text and "Lee" in text for _, text in read)


@given(st.data())
def test_damage_is_an_error_or_a_text_and_never_a_crash(data):
    at = data.draw(st.integers(0, len(VRT)))
    cut = data.draw(st.integers(0, 6))
    damaged = VRT[:at] + data.draw(st.text('<>/"&;=\t\n aČ', max_size=4)) + VRT[at + cut :]
    try:
        document = opened(damaged)
    except CorruptDocument:
        return
    assert document.rewrite(ReplacementPlan()).decode() == damaged
    assert len(document.given) + len(document.residue) >= 0


def test_tags_become_the_last_column_and_no_line_of_conll():
    document = open_document(VRT.encode(), "a.vrt")
    tagged_lines = tagged(document, [], "conllu").splitlines()
    old = VRT.splitlines()
    assert len(tagged_lines) == len(old)
    assert all(new in (line, line + "\tO") for new, line in zip(tagged_lines, old, strict=True))


def test_a_label_of_a_corpus_in_lines_has_its_citation_form_as_lemma():
    text = "<s>\nAnnas\tPM\tAnna\nmamma\tNN\tmamma\nringde\tVB\tringa\nErik\tPM\tErik\n</s>\n"
    pipeline = Pipeline.load(language="sv", method="letters")
    done = pipeline.run_file(text.encode(), "a.vrt").data.decode()
    assert done.splitlines()[1] == "Person_A:s\tPM\tperson_A"

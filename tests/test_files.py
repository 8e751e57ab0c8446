"""Whole files: archives, the search of what was written, and what fails alone."""

from dataclasses import replace

import pytest

from allonym import Pipeline
from allonym.errors import CorruptDocument, LeakError
from allonym.files import rewriting
from allonym.files.outside import _was_judged
from allonym.files.rewriting import Nest
from allonym.formats import package
from allonym.formats.contents import texts_of
from allonym.formats.package import Limits, Part, read_package, write_package
from allonym.profile import Documents, load_profile
from tests.each import each

from .formats.test_package import packed


@pytest.fixture(scope="module")
def pipeline():
    return Pipeline.load(language="en", method="tag")


def members(data):
    return {part.name: part.data for part in read_package(data)}


def test_an_archive_comes_back_as_the_same_tree(pipeline):
    inner = packed([("c.jsonl", b'{"text": "Mail joe@corp.test"}\n')])
    data = packed([("x/a.txt", b"Write to ann@corp.test."), ("x/b.zip", inner)])
    made = pipeline.run_file(data, "all.zip")
    out = members(made.data)
    assert out["x/a.txt"] == b"Write to [E-MAIL]."
    assert members(out["x/b.zip"]) == {"c.jsonl": b'{"text": "Mail [E-MAIL]"}\n'}
    assert [m.name for m in made.members] == ["x/a.txt", "x/b.zip"]


def test_a_bad_file_fails_alone_and_is_left_out(pipeline):
    data = packed([("a.txt", b"Write to ann@corp.test."), ("b.jsonl", b"{oops"), ("c.exe", b"MZ")])
    made = pipeline.run_file(data, "all.zip")
    assert list(members(made.data)) == ["a.txt"]
    assert [(f.name, f.error.code) for f in made.failures] == [
        ("b.jsonl", "corrupt-document"),
        ("c.exe", "unsupported-format"),
    ]


def test_packages_in_packages_end_somewhere(pipeline):
    data = packed([("a.txt", b"x")])
    for _ in range(7):
        data = write_package([Part("n.zip", data)])
    with pytest.raises(CorruptDocument, match=r"no file in it can be read: .* deep"):
        pipeline.run_file(data, "n.zip")


def test_files_that_no_format_reads_can_be_kept():
    profile = replace(load_profile("default"), documents=Documents(others="keep"))
    data = packed([("a.txt", b"Write to ann@corp.test."), ("c.exe", b"MZ")])
    made = Pipeline.load(language="en", profile=profile, method="tag").run_file(data, "all.zip")
    assert members(made.data) == {"a.txt": b"Write to [E-MAIL].", "c.exe": b"MZ"}
    assert made.residue[-1].fate == "kept"


def test_two_files_never_take_one_name(pipeline):
    rtf = rb"{\rtf1 Ann Nowak}"
    made = pipeline.run_file(packed([("a.txt", b"one"), ("a.rtf", rtf)]), "all.zip")
    assert sorted(members(made.data)) == ["a-2.txt", "a.txt"]


def test_names_of_files_lose_the_people_in_them():
    profile = replace(load_profile("default"), documents=Documents(file_names=True))
    pipeline = Pipeline.load(language="en", profile=profile, secret=b"0123456789abcdef0")
    letter = b"Dear Ann Nowak, we thank you. Yours, John Smith"
    data = packed([("Smith/nowak_ann-2024.txt", letter), ("plain/notes.txt", b"Nothing here.")])
    made = pipeline.run_file(data, "all.zip")
    first, second = members(made.data).items()
    assert second[0] == "plain/notes.txt"
    folder, _, name = first[0].partition("/")
    new = first[1].decode().removeprefix("Dear ").partition(",")[0].split()
    assert name.lower() == f"{new[1]}_{new[0]}-2024.txt".lower()
    assert first[1].decode().endswith(folder)


class Leaky:
    """A format that hides the text in a comment as well and forgets it there."""

    name, suffixes = "leaky", (".leaky",)

    def __init__(self, settings=None):
        pass

    def open(self, data):
        from allonym.formats.plain import PlainFormat
        from allonym.ports import Residue

        comment = data.partition(b"#")[2]
        body = PlainFormat().open(data.partition(b"#")[0])

        class Document:
            view = body.view
            residue = (Residue("comment", 1, "kept"),)

            def rewrite(self, plan):
                return body.rewrite(plan) + b"#" + comment

        return Document()


@pytest.mark.parametrize(
    "comment",
    [
        b"by ann.nowak@corp.test",
        b"mailto:ann.nowak@corp.test",
        "ann.nowak@corp.test".encode("utf-16-le"),
        b"x" + "ann.nowak@corp.test".encode("utf-16-le"),
    ],
)
def test_what_stays_outside_the_text_blocks(pipeline, monkeypatch, comment):
    monkeypatch.setattr("allonym.files.opening._plugin", lambda suffix: Leaky())
    with pytest.raises(LeakError, match="left outside the text"):
        pipeline.run_file(b"Write to ann.nowak@corp.test.#" + comment, "a.leaky")


def test_a_word_that_was_judged_in_the_text_is_not_judged_again(pipeline, monkeypatch):
    monkeypatch.setattr("allonym.files.opening._plugin", lambda suffix: Leaky())
    made = pipeline.run_file(b"Write to ann.nowak@corp.test.#nothing", "a.leaky")
    assert made.data == b"Write to [E-MAIL].#nothing"


def test_what_was_judged_in_pieces_was_not_judged_whole(pipeline, monkeypatch):
    monkeypatch.setattr("allonym.files.opening._plugin", lambda suffix: Leaky())
    text = b"Carol Hennessy, account number 12345678.\n\nRow\n\n1234\n\n5678\n\nEnd\n#x=12345678"
    with pytest.raises(LeakError, match="left outside the text"):
        pipeline.run_file(b"Customer " + text, "a.leaky")
    judged = [replace(pipeline.run(""), text="Anna\n\nNovak")]
    assert not _was_judged("Anna Novak", judged)


def test_texts_of_reads_names_text_attributes_and_comments():
    xml = b'<a t="one"><!-- two --><b>th</b><b>ree</b></a>'
    found = dict(texts_of(packed([("four.xml", xml)])))
    assert found["names"] == "four.xml"
    assert found["four.xml (attributes)"].split() == ["one", "two"]
    assert ("four.xml", "three") in list(texts_of(packed([("four.xml", xml)])))


RUNS = [
    ("", "", "Nowakowska"),
    ("<w:tab/>", "", "Nowa\nkowska"),
    ("", "</w:p><w:p>", "Nowa\nkowska"),
]


@pytest.mark.parametrize(("before", "between", "reads"), RUNS)
def test_texts_of_reads_runs_of_a_line_as_one_word(before, between, reads):
    """The first run of a word alone may be another word, which stands nowhere in the text."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    runs = f"<w:r><w:t>Nowa</w:t>{before}</w:r>{between}<w:r><w:rPr/><w:t>kowska</w:t></w:r>"
    xml = f'<w:p xmlns:w="{space}">{runs}</w:p>' if not between else (
        f'<w:body xmlns:w="{space}"><w:p>{runs}</w:p></w:body>')  # fmt: skip
    texts = [text.strip() for _, text in texts_of(xml.encode())]
    assert texts[0] == "Nowakowska"
    assert texts[1] == reads


def test_texts_of_keeps_the_order_of_nested_runs():
    xml = b"<p><i>Ann <b>Now</b></i>ak</p>"
    assert "Ann Nowak" in [text for _, text in texts_of(xml)]


def test_texts_of_reads_utf_16_in_binary_data():
    data = b"\0\1\2\0" * 8 + "Kowalska".encode("utf-16-le") + b"\0\0"
    assert any("Kowalska" in text for _, text in texts_of(data))


def test_texts_of_survives_what_only_looks_like_a_package():
    assert list(texts_of(b"PK\x03\x04 Kowalska")) != []
    with pytest.raises(CorruptDocument):
        read_package(b"PK\x03\x04 Kowalska")


def test_archives_in_archives_share_one_limit(monkeypatch, pipeline):
    """A few bytes could else become any number: each archive may hold many times its size."""
    monkeypatch.setattr(Limits, "allowed", lambda _self, _packed: 4_500)
    inner = packed([(f"{n}.txt", b"Hi. " * 300) for n in range(3)])
    made = pipeline.run_file(packed([("a.zip", inner), ("b.zip", inner)]), "all.zip")
    assert [name for m in made.members for name in members(m.data)] == ["0.txt", "1.txt", "2.txt"]
    assert [f.name for f in made.failures] == ["b.zip"]
    assert "far more" in str(made.failures[0].error)


def test_archives_in_archives_hold_no_more_files_than_their_bytes_could_name(monkeypatch, pipeline):
    """Thirty archives of thirty of thirty of thirty texts are 45 kB, and would take hours."""
    monkeypatch.setattr(rewriting, "_FEW", 7)
    inner = packed([(f"{n}.txt", b"Hi.") for n in range(5)])
    made = pipeline.run_file(packed([("a.zip", inner), ("b.zip", inner)]), "all.zip")
    assert [len(members(m.data)) for m in made.members] == [5]
    assert "far more" in str(made.failures[0].error)
    flat = pipeline.run_file(packed([(f"{n}.txt", b"Hi.") for n in range(30)]), "all.zip")
    assert len(flat.members) == 30


def test_archives_in_archives_come_to_no_more_than_one_may(pipeline):
    """Sixteen archives of a text each are 4 kB, and were 64 MiB of text to be read."""
    inner = packed([("t.txt", b"Jan Kowalski. " * 100_000)])
    data = packed([(f"{n}.zip", inner) for n in range(16)])
    assert len(data) < 8_000
    assert Nest.around(len(data)).left[0] == 4 << 20
    with pytest.raises(CorruptDocument, match="far more"):
        pipeline.run_file(packed([("t.txt", b" " * 4_200_000)]), "all.zip")


def test_no_archive_is_opened_once_there_is_too_much(pipeline, monkeypatch):
    """Each might be unpacked to all that one may hold, only for its files to be left out."""
    inner, opened = packed([("t.txt", b"Hi. " * 500)]), []
    reads = package.read_package
    monkeypatch.setattr(Limits, "allowed", lambda _self, _packed: 2_000)
    monkeypatch.setattr(package, "read_package", lambda *a: opened.append(a) or reads(*a))
    members = [(f"{n}.zip", inner) for n in range(9)]
    made = pipeline.run_file(packed([*members, ("t.txt", b"Hi.")]), "all.zip")
    assert [m.name for m in made.members] == ["t.txt"]
    assert len(opened) < 5


def test_names_of_files_lose_what_was_hidden_in_them_without_being_asked():
    pipeline = Pipeline.load(language="en", secret=b"0123456789abcdef0")
    letter = b"Dear Ann Nowak, we thank you. Yours, John Smith"
    data = packed([("Nowak Ann - claim.txt", letter), ("List of May.txt", b"Nothing here.")])
    first, second = members(pipeline.run_file(data, "all.zip").data)
    assert "nowak" not in first.lower()
    assert "ann" not in first.lower()
    assert first.endswith("claim.txt")
    assert second == "List of May.txt"


@pytest.mark.slow
@each(("language", "text", "name", "gone"), [
    ("pl", "Pan Jan Kowalski, tel. 601 234 567.", "Pozew Jana Kowalskiego.txt", "kowals"),
    ("pl", "Pan Jan Kowalski, tel. 601 234 567.", "JKowalski.txt", "kowals"),
    ("pl", "Pan Jan Kowalski, tel. 601 234 567.", "JanKowalski-CV.txt", "kowals"),
    ("pl", "Pan Jan Kowalski, tel. 601 234 567.", "601234567.txt", "601234567"),
    ("sv", "Avtalet undertecknades av Erik Lindqvist.", "Lindqvists avtal.txt", "lindqvist"),
    ("hu", "A szerződést Szabó Zoltán írta alá.", "SzabóZoltán.txt", "szab"),
])  # fmt: skip
def test_a_name_of_a_file_holds_no_form_of_what_is_hidden_in_it(language, text, name, gone):
    pipeline = Pipeline.load(language=language, secret=b"a secret for tests only")
    assert gone not in pipeline.run_file(text.encode(), name).name.lower()


@each(("language", "text", "name", "new"), [
    ("sk", "Pani Eva Nováková býva v Žiline.", "novakova_resena.txt", "kmetova_resena.txt"),
    ("hr", "Gospođa Ana Đokić je došla.", "zaljenje_djokic.txt", "zaljenje_spoljaric.txt"),
    ("bg", "Госпожа Мария Иванова подаде жалба.", "ivanova_zhalba.txt", "delcheva_zhalba.txt"),
    ("pl", "PESEL 44051401359 Jana Kowalskiego.", "44051401359.txt", "40040517555.txt"),
])  # fmt: skip
def test_a_file_is_called_after_whom_its_text_names_now(language, text, name, new):
    pipeline = Pipeline.load(language=language, secret=b"0123456789abcdef0")
    assert pipeline.run_file(text.encode(), name).name == new


def test_files_of_an_archive_are_not_called_after_whom_another_hides():
    pipeline = Pipeline.load(language="pl", secret=b"0123456789abcdef0")
    letter = b"PESEL 44051401359 Jana Kowalskiego."
    data = packed([
        ("44051401359/pismo.txt", letter), ("44051401359/inne.txt", b"Bez danych."),
        ("x/44051401359.csv", b"a;b\n1;2\n"), ("kowalski.txt", b"Bez danych."),
    ])  # fmt: skip
    made = pipeline.run_file(data, "all.zip")
    called = list(members(made.data))
    assert not any("44051401359" in name or "kowalski" in name for name in called)
    assert len({name.partition("/")[0] for name in called[:2]}) == 1
    assert [m.name for m in made.members] == called


@each(("language", "text", "name"), [
    ("bg", "Госпожа Десислава Караджова подаде жалба.", "Десислава Караджова"),
    ("pl", "Pani Zdzisława Wawrzyńczak podpisała.", "Zdzisława Wawrzyńczak"),
    ("fi", "Rouva Kyllikki Hämeenniemi saapui.", "Kyllikki Hämeenniemi"),
])  # fmt: skip
def test_a_folder_is_called_in_the_letters_it_had(language, text, name):
    """`Radostina Mincheva` over files in Cyrillic letters was nobody's."""
    pipeline = Pipeline.load(language=language, secret=b"0123456789abcdef0")
    made = members(pipeline.run_file(packed([(f"{name}/1.txt", text.encode())]), "all.zip").data)
    ((path, new),) = made.items()
    assert path.partition("/")[0] in new.decode()
    assert name not in path


def test_words_of_a_firm_that_are_words_do_not_rename_a_file():
    pipeline = Pipeline.load(language="en", secret=b"a secret for tests only")
    text = b"Dear Mark Page, Order of Grace Ltd has paid. Yours, Mary Baker"
    assert pipeline.run_file(text, "order-12.txt").name == "order-12.txt"
    assert "page" not in pipeline.run_file(text, "page-3.txt").name


def test_somebody_known_from_a_document_keeps_the_order_of_the_language():
    """In Hungarian the surname comes first, in names of files and in what is attached too."""
    pipeline = Pipeline.load(language="hu", secret=b"a secret for tests only")
    made = pipeline.run_file("A szerződést Szabó Zoltán írta alá.".encode(), "Szabó Zoltán.txt")
    assert made.name.removesuffix(".txt") in made.data.decode()

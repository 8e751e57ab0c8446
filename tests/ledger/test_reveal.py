"""There and back: what a run made is undone by the ledger, as far as it is known and no further."""

import io

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from allonym import Pipeline
from allonym.errors import ConfigError, LedgerError
from allonym.files.opening import open_document
from allonym.formats.package import Part, read_package, write_package
from allonym.ledger import admin
from allonym.ledger.record import apply, patch
from allonym.ledger.store import documents
from allonym.reveal import Asked
from tests.formats.docx.nasty import nasty
from tests.formats.lean import Document
from tests.formats.office.samples import letter_docx, workbook

ASKED = Asked("court order 7", "clerk")
LETTER = (
    "Spotkałem się z Janem Kowalskim we Wrocławiu. Jan Kowalski, tel. 601 234 567, "
    "jan.kowalski@firma.pl, mieszka przy ul. Kwiatowej 5 w Krakowie.\n"
    "Anna Nowak zna Jana Kowalskiego. Rzeka płynie spokojnie przez miasto.\n"
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    from .conftest import new_ledger

    made = new_ledger(str(tmp_path_factory.mktemp("ledger") / "ledger.db"))
    return made, made.pipeline(), made.revealer()


def forget_documents(made):
    with made.store().write() as connection:
        connection.execute(sa.delete(documents))


# --- consistency ---


def test_a_person_keeps_the_name_across_documents_and_cases(shared):
    _, pipeline, _ = shared
    first = pipeline.run("Zeznawał Jan Kowalski. Widziałem Jana Kowalskiego.").text
    second = pipeline.run("Rozmawiałem z Janem Kowalskim.").text
    new = " ".join(first.split()[1:3]).rstrip(".")
    assert "Kowalsk" not in first + second
    assert new.split()[0][:3] in second


@pytest.mark.slow
def test_no_two_people_get_one_name_though_the_pool_is_used_up(ledger):
    pipeline = ledger.pipeline(language="en")
    towns = [f"{a}{b}" for a in ("Ab", "Br", "Cl", "Dr") for b in ("anton", "orwick", "ensted")]
    texts = [f"She lives in {town}, and Mr John {town}son too." for town in towns]
    for text in texts:
        pipeline.run(text)
    reader = ledger.revealer().reader
    found = [(p.domain, p.kind, p.surrogate.casefold()) for p in reader.pairs()]
    assert len(found) == len(set(found))


@pytest.mark.slow
def test_a_small_pool_is_extended_by_compounds(ledger):
    from allonym.languages.pack import load_pack
    from allonym.ledger.book import Book
    from allonym.model.draw import Draw
    from allonym.morphology.load import load_morphology
    from allonym.replace.candidates import Wanted
    from allonym.replace.chosen import Outside
    from allonym.replace.rules import NameRules
    from allonym.replace.surrogates import Chooser

    pack = load_pack("pl")
    rules, morphology = NameRules(pack), load_morphology(pack)
    book = Book.open(ledger.url, ledger.keys.draw)
    outside = Outside(rules, morphology)
    chooser = Chooser(rules.pools, morphology, Draw(b"k" * 16), frozenset(), outside, book, "pl")
    made = []
    for n in range(len(rules.pools["org"].entries) + 20):
        found = chooser.choose(Wanted("org", f"Firma {n}", f"Firma{n}", number=""))
        made.append(found.entries[0].lemma)
    assert len(set(made)) == len(made)
    assert sum("-" in name for name in made) >= 20


def test_a_recorded_name_may_be_a_real_one_in_another_document(ledger):
    pipeline = ledger.pipeline()
    new = pipeline.run("Zeznawał Jan Kowalski.").text.removeprefix("Zeznawał ").rstrip(".")
    text = f"Zeznawał Jan Kowalski. Potem zeznawał {new}."
    made = pipeline.run(text)
    assert new in made.text
    assert made.text.count(new) == 1
    assert ledger.revealer().text(made.text, ASKED) == text


def test_scope_ledger_needs_a_ledger_and_a_secret(tmp_path, monkeypatch):
    monkeypatch.delenv("ALLONYM_SECRET", raising=False)
    with pytest.raises(ConfigError, match="ALLONYM_SECRET"):
        Pipeline.load(language="pl", ledger=str(tmp_path / "x.db"))
    profile = tmp_path / "p.toml"
    profile.write_text(
        'schema = 1\nextends = "default"\n[consistency]\nscope = "ledger"\nsecret = "env:S"\n'
    )
    monkeypatch.setenv("S", "7f3a9c5de81b24608fd1c0a93e5b7246")
    with pytest.raises(ConfigError, match=r"consistency\.ledger"):
        Pipeline.load(language="pl", profile=profile)


# --- texts ---

PIECES = st.sampled_from(
    [
        "Spotkałem się z Janem Kowalskim. ", "PESEL 44051401359 ", "tel. 601 234 567", "👩‍👩‍👧𐍈𝒜 ",
        "ul. Kwiatowa 5, 50-001 Wrocław ", "Anna Nowak-Zielińska, 3 maja 1980 r. ", "a@b.pl ",
        "\r\n", "\n\n", "Kowalska", "IBAN PL61109010140000071219812874 ", "\u0301", "﻿", "Ł",
    ]
)  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=12).map("".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=6)
@example("Anna Nowak-Zielińska, 3 maja 1980 r. A\u0301")
@given(TEXTS)
def test_any_text_comes_back(shared, text):
    check_text(shared, text)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=250)
@given(TEXTS)
def test_any_text_comes_back_at_length(shared, text):
    check_text(shared, text)


def check_text(shared, text):
    made, pipeline, revealer = shared
    forget_documents(made)
    result = pipeline.run(text)
    assert revealer.text(result.text, ASKED) == text
    raw = text.encode("utf-8", "surrogatepass")
    written = pipeline.run_file(raw, "x.txt")
    assert revealer.file(written.data, "x.txt", ASKED).data == raw


WORDS = st.sampled_from(
    ["Jan Kowalski", "Anna Nowak", "we Wrocławiu", "spał", "i", "Zielińskiej", "😀", "Kraków"]
)


def as_conllu(sentences):
    lines = []
    for number, words in enumerate(sentences):
        lines += [f"# sent_id = s{number}", f"# text = {' '.join(words)}"]
        tokens = [token for word in words for token in word.split()]
        lines += [f"{n}\t{token}\t{token.lower()}\tX\t_\t_\t0\troot\t_\tNote={token}"
                  for n, token in enumerate(tokens, start=1)]  # fmt: skip
        lines.append("")
    return "\n".join(lines) + "\n"


CORPORA = st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=4)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=5)
@given(CORPORA)
def test_any_corpus_comes_back_byte_for_byte(shared, sentences):
    check_corpus(shared, sentences)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(CORPORA)
def test_any_corpus_comes_back_at_length(shared, sentences):
    check_corpus(shared, sentences)


def check_corpus(shared, sentences):
    made, pipeline, revealer = shared
    forget_documents(made)
    data = as_conllu(sentences).encode()
    written = pipeline.run_file(data, "x.conllu").data
    restored = revealer.file(written, "x.conllu", ASKED)
    assert restored.data == data
    assert restored.is_exact


@given(st.binary(max_size=400), st.binary(max_size=400))
def test_a_patch_restores_any_bytes(old, new):
    assert apply(patch(old, new), new) == old


@pytest.mark.parametrize(
    "encoding",
    [
        "cp1250",
        *(pytest.param(e, marks=pytest.mark.slow) for e in ("iso-8859-2", "utf-16", "utf-8-sig")),
    ],
)
def test_files_in_any_encoding_come_back(shared, encoding):
    _, pipeline, revealer = shared
    data = LETTER.replace("\n", "\r\n").encode(encoding)
    written = pipeline.run_file(data, "list.txt").data
    plain = encoding.replace("utf-16", "utf-16-le").removesuffix("-sig")
    assert "Kowalsk".encode(plain) not in written  # others may well be called Kowalik
    assert revealer.file(written, "list.txt", ASKED).data == data


# --- office documents and archives ---


def blocks(data, name):
    view = open_document(data, name).view
    return [view.surface(block) for block in view.blocks] or [view.text]


def docx():
    document = Document()
    for line in LETTER.splitlines():
        document.add_paragraph(line)
    document.add_table(1, 2).cell(0, 1).text = "Jan Kowalski"
    document.core_properties.author = "Jan Kowalski"
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def odt():
    content = (
        '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>'
        + "".join(f"<text:p>{line}</text:p>" for line in LETTER.splitlines())
        + "</office:text></office:body></office:document-content>"
    )
    return write_package(
        [
            Part("mimetype", b"application/vnd.oasis.opendocument.text"),
            Part("content.xml", content.encode()),
        ]
    )


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("a.docx", docx),
        pytest.param("a.docx", letter_docx, marks=pytest.mark.slow),
        pytest.param("a.docx", lambda: nasty()[0], marks=pytest.mark.slow),
        pytest.param("a.xlsx", workbook, marks=pytest.mark.slow),
        ("a.odt", odt),
    ],
)
def test_the_text_of_every_block_comes_back(shared, name, make):
    _, pipeline, revealer = shared
    data = make()
    written = pipeline.run_file(data, name)
    restored = revealer.file(written.data, name, ASKED)
    assert blocks(written.data, name) != blocks(data, name)
    assert blocks(restored.data, name) == blocks(data, name)
    assert restored.left == ()


@pytest.mark.slow
def test_what_was_scrubbed_is_listed_as_not_restored(shared):
    _, pipeline, revealer = shared
    restored = revealer.file(pipeline.run_file(docx(), "a.docx").data, "a.docx", ASKED)
    assert ("properties", 2, "removed") in restored.lost


@pytest.mark.slow
def test_removed_words_come_back_into_an_office_document(ledger):
    pipeline = ledger.pipeline(method="remove")
    data = docx()
    written = pipeline.run_file(data, "a.docx").data
    assert blocks(ledger.revealer().file(written, "a.docx", ASKED).data, "a.docx") == blocks(
        data, "a.docx"
    )


@pytest.mark.slow
def test_files_in_an_archive_come_back(shared):
    _, pipeline, revealer = shared
    data = write_package([Part("a.txt", LETTER.encode()), Part("b/c.docx", docx())])
    written = pipeline.run_file(data, "all.zip").data
    restored = revealer.file(written, "all.zip", ASKED)
    parts = {part.name: part.data for part in read_package(restored.data)}
    assert parts["a.txt"] == LETTER.encode()
    assert blocks(parts["b/c.docx"], "c.docx") == blocks(docx(), "c.docx")


# --- edited results ---


def test_an_edited_text_is_restored_where_there_is_no_doubt(shared):
    made, pipeline, revealer = shared
    forget_documents(made)
    result = pipeline.run(LETTER)
    edited = "Nowy nagłówek.\n" + result.text.replace("Rzeka płynie", "Rzeka nie płynie")
    restored = revealer.file(edited.encode(), "a.txt", ASKED)
    assert restored.data.decode() == "Nowy nagłówek.\n" + LETTER.replace(
        "Rzeka płynie", "Rzeka nie płynie"
    )
    assert not restored.left


def test_an_edited_corpus_gets_its_words_back_but_not_what_was_scrubbed(shared):
    _, pipeline, revealer = shared
    data = as_conllu([["Jan Kowalski", "spał", "we Wrocławiu"], ["Anna Nowak", "i"]]).encode()
    written = pipeline.run_file(data, "x.conllu").data
    edited = written.replace("spał".encode(), "śnił".encode())
    restored = revealer.file(edited, "x.conllu", ASKED)
    words = [line.split("\t")[1] for line in restored.data.decode().splitlines() if "\t" in line]
    assert words == ["Jan", "Kowalski", "śnił", "we", "Wrocławiu", "Anna", "Nowak", "i"]
    assert not restored.is_exact
    assert any("MISC" in place for place, _, _ in restored.lost)


@pytest.mark.slow
def test_an_edited_office_document_is_restored_around_what_was_added(shared):
    import docx as library

    _, pipeline, revealer = shared
    document = library.Document(io.BytesIO(pipeline.run_file(docx(), "a.docx").data))
    document.add_paragraph("Dopisane przez kogoś.")
    out = io.BytesIO()
    document.save(out)
    restored = revealer.file(out.getvalue(), "a.docx", ASKED)
    assert blocks(restored.data, "a.docx") == [*blocks(docx(), "a.docx"), "Dopisane przez kogoś."]


def test_what_may_stand_for_several_is_left_and_listed(ledger):
    pipeline = ledger.pipeline(method="tag")
    text = "Rano przyszedł Jan Kowalski. Wieczorem spała Anna Nowak. " * 2 + LETTER
    result = pipeline.run(text)
    edited = "Dopisek: [OSOBA] wie. " + result.text
    restored = ledger.revealer().file(edited.encode(), "a.txt", ASKED)
    out = restored.data.decode()
    assert out.startswith("Dopisek: [OSOBA] wie. ")
    assert "Rano przyszedł Jan Kowalski. Wieczorem spała Anna Nowak." in out


def test_two_originals_that_read_the_same_are_told_apart_only_by_their_id(ledger):
    pipeline = ledger.pipeline(method="tag")
    one = pipeline.run("Zeznawał Jan Kowalski.").text
    assert pipeline.run("Zeznawał Adam Nowak.").text == one
    revealer = ledger.revealer()
    with pytest.raises(LedgerError, match="give the id of one as document") as caught:
        revealer.text(one, ASKED)
    ids = str(caught.value).rpartition(": ")[2].split(", ")
    found = {revealer.text(one, ASKED, document=row) for row in ids}
    assert found == {"Zeznawał Jan Kowalski.", "Zeznawał Adam Nowak."}


def test_files_that_read_the_same_are_told_apart_by_their_id_too(ledger):
    pipeline = ledger.pipeline(method="tag")
    texts = [b"Zeznawa\xc5\x82 Jan Kowalski.\r\n", b"Zeznawa\xc5\x82 Adam Nowak.\r\n"]
    one, same = (pipeline.run_file(text, "a.txt").data for text in texts)
    assert one == same
    revealer = ledger.revealer()
    with pytest.raises(LedgerError, match="give the id of one as document") as caught:
        revealer.file(one, "a.txt", ASKED)
    ids = str(caught.value).rpartition(": ")[2].split(", ")
    found = [revealer.file(one, "a.txt", ASKED, document=row) for row in ids]
    assert {made.data for made in found} == set(texts)
    assert all(made.is_exact for made in found)
    with pytest.raises(LedgerError, match="no document of this id"):
        revealer.file(one, "a.txt", ASKED, document="0" * 32)


def test_letters_of_one_form_are_not_taken_for_each_other(ledger):
    form = "Szanowny Panie, zapraszamy na rozprawę w sali numer sześć dnia następnego. {}\n"
    people = ["Jan Kowalski", "Adam Nowak", "Piotr Zieliński", "Marek Wrona"]
    pipeline, revealer = ledger.pipeline(), ledger.revealer()
    results = [pipeline.run(form.format(f"Wzywa {name}.")).text for name in people]
    for name, text in zip(people, results, strict=True):
        edited = text.replace("zapraszamy", "wzywamy")
        assert name in revealer.text(edited, ASKED)
    tagged = ledger.pipeline(method="tag")
    for name in people:
        text = tagged.run(form.format(f"Wzywa {name}.")).text
    with pytest.raises(LedgerError, match="give the id of one as document"):
        revealer.text(text.replace("zapraszamy", "wzywamy"), ASKED)


def test_the_same_document_again_is_recorded_once(ledger):
    pipeline = ledger.pipeline()
    assert pipeline.run(LETTER).text == pipeline.run(LETTER).text
    assert admin.stats(ledger.store(), ledger.keys.draw)["documents"] == 1


def test_an_unknown_document_is_refused(shared):
    _, _, revealer = shared
    with pytest.raises(LedgerError, match="never pseudonymized"):
        revealer.text("Zupełnie inny tekst o niczym.", ASKED)


# --- single pseudonyms ---


def test_a_pseudonym_is_answered_for_in_any_form(shared):
    _, pipeline, revealer = shared
    result = pipeline.run("Widziałem Jana Kowalskiego. Przyszedł Jan Kowalski z Wrocławia.")
    for replacement in result.replacements:
        if not replacement.context:
            found = revealer.pseudonym(replacement.text, ASKED, language="pl")
            assert {p.original.partition("\t")[0] for p in found} & {"Jan Kowalski", "Wrocław"}
    assert revealer.pseudonym("Nikt Taki", ASKED) == []


def test_numbers_are_answered_for_however_they_are_written(shared):
    _, pipeline, revealer = shared
    text = pipeline.run("tel. 601 234 567").text.removeprefix("tel. ")
    for written in (text, text.replace(" ", ""), text.replace(" ", "-")):
        assert [p.original for p in revealer.pseudonym(written, ASKED)] == ["601234567"]


def test_a_company_is_found_with_its_legal_form(shared):
    _, pipeline, revealer = shared
    result = pipeline.run("Pozwana jest Kowalpol Sp. z o.o. z siedzibą w Krakowie.")
    new = next(r.text for r in result.replacements if "o.o" in r.text or r.entity.startswith("org"))
    originals = {p.original for p in revealer.pseudonym(new, ASKED, language="pl")}
    assert any("Kowalpol" in original for original in originals)


def test_the_report_of_a_file_names_its_id(shared):
    _, pipeline, revealer = shared
    made = pipeline.run_file("Zeznawał Jan Kowalski.".encode(), "a.txt")
    again = revealer.file(b"Zupelnie inny tekst.", "a.txt", ASKED, document=made.document)
    assert again.documents == (made.document,)


def test_signs_are_a_part_of_addresses_and_file_numbers(ledger):
    pipeline, revealer = ledger.pipeline(), ledger.revealer()
    values = (
        "jan.kos@firma.pl",
        "jankos@firma.pl",
        "www.kos.pl/ja",
        "www.kos.pl/j/a",
        "II K 12/26",
    )
    results = [pipeline.run(f"Zobacz: {value} dalej.").text for value in values]
    new = [text.removeprefix("Zobacz: ").removesuffix(" dalej.") for text in results]
    assert len(set(new)) == len(values)
    for value, surrogate in zip(values, new, strict=True):
        assert [p.original for p in revealer.pseudonym(surrogate, ASKED)] == [value]

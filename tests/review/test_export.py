"""What is handed out: checked, with what the reviewer left listed, in the source's format."""

import io
import json
import zipfile
from dataclasses import replace
from email.message import EmailMessage

import pytest

from allonym.api import Pipeline
from allonym.errors import ConfigError, DocumentError
from allonym.files.opening import open_document
from allonym.files.rewriting import rewrite_file
from allonym.model.draw import Draw
from allonym.model.known import KnownPerson
from allonym.profile import load_profile
from allonym.review.desk import Desk
from allonym.review.export import DecidedText, export
from allonym.review.keyfile import key_contents, open_key, seal_key
from allonym.review.preview import as_html, blocks_of
from allonym.review.recognition import Recognition, recognise
from allonym.review.shelf import from_plain, to_plain
from allonym.review.work import review_profile
from tests.formats.docx.nasty import nasty, p, word
from tests.review.build import SECRET, desk, tools
from tests.review.test_desk import decide, shown

TEXT = (
    "[[person|Marek Nowak]] był. [[person|Marek]] to piwo. Pani [[person|Anna Lis]] wyszła. "
    "Piwo Marek stoi."
)


def bare():
    profile = review_profile(load_profile("default"), "")
    return Pipeline.load(language="pl", profile=profile, secret=SECRET)


def written(one, name="brief.txt"):
    return export(one, bare(), one.recognition.text.encode(), name)


def patterns():
    """Return a pipeline that finds only what patterns find."""
    profile = review_profile(load_profile("default"), "")
    quiet = replace(profile, detect=replace(profile.detect, detectors=("patterns",)))
    return Pipeline.load(language="en", profile=quiet, secret=SECRET)


def of_file(data, name):
    pipeline = patterns()
    return Desk(recognise(pipeline, data, name), tools("en"), Draw(SECRET)), pipeline


@pytest.mark.model
def test_what_a_run_leaves_for_looking_alike_only_does_not_block_an_export():
    data = "Teemu Karhu soitti Liisa Kivelälle. Metsässä nähtiin karhu.".encode()
    profile = review_profile(load_profile("default"), "")
    pipeline = Pipeline.load(language="fi", profile=profile, secret=SECRET)
    found = recognise(pipeline, data, "a.txt")
    one = Desk(from_plain(Recognition, to_plain(found)), tools("fi"), Draw(SECRET))
    made = export(one, pipeline, data, "a.txt")
    assert made.data.decode().endswith("nähtiin karhu.")
    assert [leak["disguise"] for leak in made.leaks] == ["left"]


def test_a_rejected_word_is_left_without_blocking_but_not_elsewhere():
    one = desk(TEXT)
    _, mentions = shown(one)
    decide(one, action="reject", mention=mentions["Marek"]["id"])
    made = written(one)
    text = one.recognition.text
    leaks = {text[k["start"] : k["end"]] + str(k["start"]): k for k in made.leaks}
    left, elsewhere = (text.index("Marek", at) for at in (6, text.index("Piwo")))
    assert leaks[f"Marek{left}"]["disguise"] == "left"
    assert not leaks[f"Marek{left}"]["blocking"]
    assert leaks[f"Marek{elsewhere}"]["blocking"]
    assert made.is_blocked


def test_rejecting_everywhere_leaves_every_place_but_not_the_whole_name():
    one = desk(TEXT)
    _, mentions = shown(one)
    decide(one, action="reject", mention=mentions["Marek"]["id"], everywhere=True)
    made = written(one)
    assert not made.is_blocked
    assert b"Nowak" not in made.data
    assert made.data.decode().count("Marek") == 2


def test_what_is_exported_is_what_was_shown():
    one = desk(TEXT)
    _, mentions = shown(one)
    values, _ = decide(
        one, action="rename", entity=mentions["Anna Lis"]["entity"], surrogate="Ewa Brzoza"
    )
    made = written(one)
    assert made.data.decode() == values["result"]
    assert made.name == "brief.pseudonymized.txt"


def test_the_report_holds_no_text():
    one = desk(TEXT)
    _, mentions = shown(one)
    decide(one, action="rename", entity=mentions["Anna Lis"]["entity"], surrogate="Ewa Brzoza")
    report = json.dumps(written(one).report, ensure_ascii=False)
    assert not any(word in report for word in ("Marek", "Nowak", "Anna", "Brzoza", "brief"))
    assert '"rename": 1' in report


@pytest.mark.slow
def test_the_key_file_opens_with_its_passphrase_only():
    made = written(desk(TEXT))
    contents = key_contents(made.result)
    sealed = seal_key(contents, "correct horse")
    assert b"Nowak" not in sealed
    assert open_key(sealed, "correct horse") == contents
    originals = {m["original"] for e in contents["entities"] for m in e["mentions"]}
    assert {"Marek Nowak", "Anna Lis"} <= originals
    with pytest.raises(DocumentError):
        open_key(sealed, "wrong horse")
    changed = json.loads(sealed)
    changed["salt"] = changed["nonce"]
    with pytest.raises(DocumentError):
        open_key(json.dumps(changed).encode(), "correct horse")
    with pytest.raises(DocumentError):
        open_key(b"[]", "correct horse")
    with pytest.raises(ConfigError):
        seal_key(contents, "short")


def test_a_word_file_with_everything_in_it_is_cleaned_as_by_a_run():
    data = nasty()
    data = data[0] if isinstance(data, tuple) else data
    one, pipeline = of_file(data, "nasty.docx")
    made = export(one, pipeline, data, "nasty.docx")
    with zipfile.ZipFile(io.BytesIO(made.data)) as package:
        everything = b"\n".join(package.read(name) for name in package.namelist())
    assert b"@corp.test" not in everything
    assert not made.is_blocked


def test_metadata_that_names_somebody_is_a_leak_with_its_place():
    body = p("Write to ann.lee@corp.test.")
    data = word(body)
    one, pipeline = of_file(data, "a.docx")
    _, mentions = shown(one)
    decide(one, action="reject", mention=mentions["ann.lee@corp.test"]["id"])
    made = export(one, pipeline, data, "a.docx")
    assert b"ann.lee@corp.test" in zipfile.ZipFile(io.BytesIO(made.data)).read("word/document.xml")
    assert not made.is_blocked


def test_html_of_a_text_is_escaped_and_numbered():
    text = "A <b> & co\n\nJan & 'Ko'"
    blocks = blocks_of(text, ())
    assert [text[b.span.start : b.span.end] for b in blocks] == ["A <b> & co", "Jan & 'Ko'"]
    html = as_html(text, blocks)
    assert "<b>" not in html
    assert '<p id="ps-1" class="ps-paragraph">Jan &amp; &#x27;Ko&#x27;</p>' in html


def test_html_of_the_result_says_the_same_as_the_result():
    one = desk("Tu [[person|Jan Kowalski]].\nTam [[person|Jan\nKowalski]] i [[person|Anna]].")
    text, plan = one.recognition.text, one.plan().result.plan
    html = as_html(text, blocks_of(text, ()), plan)
    for replacement in plan:
        assert replacement.text.replace("\n", "<br>") in html
    assert "Kowalski" not in html


@pytest.mark.slow
def test_attachments_follow_what_was_decided_about_the_same_people():
    mail = EmailMessage()
    mail["From"] = "Jan Kowalski <jan.kowalski@firma.pl>"
    mail.set_content("Dzień dobry, pisze Jan Kowalski.")
    mail.add_attachment("Podpisał Jan Kowalski.", filename="zal.txt")
    profile = review_profile(load_profile("default"), "")
    known = (KnownPerson("Jan Kowalski"),)
    quiet = replace(profile, detect=replace(profile.detect, detectors=("patterns",)))
    pipeline = Pipeline.load(language="pl", profile=quiet, secret=SECRET)
    document = open_document(mail.as_bytes(), "a.eml")
    found = pipeline.run(document.view, known=known)
    recognition = Recognition("pl", document.view.text, document.view.blocks, (), found.entities)
    one = Desk(recognition, tools("pl"), Draw(SECRET), scope="one")
    _, mentions = shown(one)
    decide(one, action="rename", entity=mentions["Jan Kowalski"]["entity"], surrogate="Adam Lis")

    class Knowing:
        """Finds the person in the attachment too; the model is not asked here."""

        def run_view(self, view, **others):
            return pipeline.run_view(view, **others | {"known": known})

        carry_out, search = pipeline.carry_out, pipeline.search

    made = rewrite_file(DecidedText(desk=one, pipeline=Knowing()), mail.as_bytes(), "a.eml")
    assert made.members[0].data.decode().strip() == "Podpisał Adam Lis."


def test_the_pseudonym_of_a_tokenised_name_is_the_whole_name():
    rows = [
        "1\tAna\tAna\tPROPN\t_\tCase=Nom|Gender=Fem|Number=Sing\t3\tnsubj\t_\t_",
        "2\tNovak\tNovak\tPROPN\t_\tCase=Nom|Gender=Masc|Number=Sing\t1\tflat\t_\t_",
        "3\tmolči\tmolčati\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No",
        "4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_",
    ]
    data = "\n".join(["# text = Ana Novak molči.", *rows, "", ""]).encode()
    profile = review_profile(load_profile("default"), "")
    pipeline = Pipeline.load(language="sl", profile=profile, secret=SECRET)
    one = Desk(recognise(pipeline, data, "en.conllu"), tools("sl"), Draw(SECRET))
    values, mentions = shown(one)
    assert len(mentions["Ana Novak"]["replacement"].split()) == 2
    assert values["entities"][0]["surrogate"] == mentions["Ana Novak"]["replacement"]

"""Mail: headers, texts and attachments agree, and nothing of the transport is left."""

import base64
import email
import email.policy
import io
import quopri
import re
import zipfile
from email.message import EmailMessage

import pytest

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.formats.contents import texts_of
from allonym.formats.mail import MailFormat
from allonym.model.replacement import ReplacementPlan
from allonym.testing import check_format
from tests.each import each


def letter(*, attached=True):
    message = EmailMessage()
    message["Received"] = "from nowak-laptop ([192.168.1.7])"
    message["From"] = "Żaneta Wójcik <zaneta.wojcik@corp.test>"
    message["To"] = "John Smith <john@corp.test>, Ann Nowak <ann.nowak@corp.test>"
    message["Subject"] = "Visit of Ann Nowak"
    message["Date"] = "Mon, 03 Jun 2024 10:00:00 +0200"
    message["Message-ID"] = "<abc@host.nowak.test>"
    message["X-Mailer"] = "Ann's own"
    message.set_content("Dear John,\n\nAnn Nowak will come on 4 June 2024.\n\nŻaneta Wójcik\n")
    message.add_alternative("<p>Dear <b>John</b>,</p><p>Ann Nowak will come.</p>", subtype="html")
    if attached:
        message.add_attachment("Ann Nowak came alone.\n", filename="ann-nowak.txt")
        inner = EmailMessage()
        inner["From"] = "ann.nowak@corp.test"
        inner["Subject"] = "Hi"
        inner.set_content("Ann Nowak here")
        message.add_attachment(inner)
        message.add_attachment(b"\0\1", maintype="application", subtype="x", filename="nowak.exe")
    return message.as_bytes()


def read(data):
    return email.message_from_bytes(data, policy=email.policy.default)


def test_the_format_keeps_the_laws_in_its_texts():
    message = EmailMessage()
    message["Subject"] = "Obisk gospe Žagar"
    message.set_content("Draga Ana Žagar,\n\npridi v Ljubljano & na Bled.\n")
    message.add_alternative("<p>Draga <b>Ana</b> Žagar</p>", subtype="html")
    check_format(MailFormat(), message.as_bytes(), removes=False)


def test_headers_texts_and_attachments_agree():
    pipeline = Pipeline.load(language="en", secret=b"0123456789abcdef0")
    made = pipeline.run_file(letter(), "visit.eml")
    message = read(made.data)
    ann = message["to"].addresses[1]
    assert "Nowak" not in ann.display_name
    assert message["subject"] == f"Visit of {ann.display_name}"
    body = message.get_body(("plain",)).get_content()
    assert f"{ann.display_name} will come on" in body
    first, second, third = message.iter_attachments()
    assert first.get_content() == f"{ann.display_name} came alone.\n"
    assert first.get_filename() == "attachment-1.txt"
    assert ann.display_name in second.get_content().get_content()
    assert third.get_content().strip() == "[removed]"
    assert [f.error.code for f in made.failures] == ["unsupported-format"]


def test_nothing_of_people_or_transport_is_left():
    made = Pipeline.load(language="en", secret=b"a secret for tests only").run_file(
        letter(), "visit.eml"
    )
    for gone in (b"owak", b"192.168", b"Received", b"Message-ID", b"X-Mailer", b"jcik"):
        assert gone not in made.data
    assert {item.place: item.count for item in made.residue} == {
        "headers of transport and programs": 3,
        "names of attachments": 3,
    }


def test_the_weekday_of_the_date_header_still_holds():
    made = Pipeline.load(language="en").run_file(letter(attached=False), "visit.eml")
    date = read(made.data)["date"]
    assert str(date).startswith(date.datetime.strftime("%a"))
    assert date.datetime.strftime("%Y-%m-%d") != "2024-06-03"


def test_tags_stand_in_headers_as_words():
    made = Pipeline.load(language="en", method="tag").run_file(letter(attached=False), "a.eml")
    assert b"To: [PERSON] <[E-MAIL]>, [PERSON] <[E-MAIL]>" in made.data


def test_headers_outside_ascii_come_back_as_they_were():
    document = MailFormat().open(letter(attached=False))
    again = MailFormat().open(document.rewrite(ReplacementPlan()))
    assert again.view.text == document.view.text
    assert "Żaneta Wójcik <zaneta.wojcik@corp.test>" in again.view.text


def test_a_stroke_before_a_letter_in_quotation_marks_says_nothing():
    data = b'From: "Jan\\ N\\owak \\"X\\"" <a@b.test>\nSubject: "\\\\host\\dir"\n\nHi\n'
    text = MailFormat().open(data).view.text
    assert text.startswith('"Jan Nowak \\"X\\"" <a@b.test>')
    assert "\\\\host\\dir" in text


@pytest.mark.parametrize("data", [b"", b"\n\nno headers\n"])
def test_what_is_no_mail_is_refused(data):
    with pytest.raises(CorruptDocument, match="no headers"):
        MailFormat().open(data)


def test_an_encrypted_mail_is_refused():
    data = b"Subject: x\nContent-Type: application/pkcs7-mime\n\nabc"
    with pytest.raises(CorruptDocument, match="encrypted"):
        MailFormat().open(data)


def test_parts_of_transport_and_remarks_in_headers_are_gone():
    source = (
        b"From: a@b.c\r\nSubject: x\r\nMIME-Version: 1.0 (Zquerty)\r\n"
        b'Content-Type: multipart/report; boundary=x; note="Zquerty"\r\n\r\n'
        b"--x\r\nContent-Type: text/plain\r\nContent-Language: en, Zquerty\r\n\r\nhi\r\n"
        b"--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; zquerty\r\n\r\n"
        b"Final-Recipient: rfc822; zquerty@corp.test\r\n\r\n"
        b"--x\r\nContent-Type: message/external-body; name=\"zquerty\"\r\n\r\n"
        b"Content-Type: text/plain\r\n\r\n\r\n--x--\r\n"
    )  # fmt: skip
    document = MailFormat().open(source)
    written = document.with_members({}).rewrite(ReplacementPlan.of([]))
    assert b"querty" not in written
    assert b"hi" in written


def test_parts_in_parts_without_end_are_refused_in_one_sentence():
    nest = b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n" * 900
    with pytest.raises(CorruptDocument, match="parts in parts"):
        MailFormat().open(nest)


def test_names_of_attachments_in_pages_say_nothing_and_lead_there():
    source = (
        "From: Żaneta Wójcik <a@b.c>\r\nContent-Type: multipart/related; boundary=x\r\n\r\n"
        '--x\r\nContent-Type: text/html\r\n\r\n<img src="cid:nowak%40corp.test">\r\n'
        "--x\r\nContent-Type: image/png\r\nContent-ID: <nowak@corp.test>\r\n\r\nx\r\n--x--\r\n"
    ).encode()
    document = MailFormat().open(source)
    assert "Żaneta Wójcik" in document.view.text
    written = document.rewrite(ReplacementPlan.of([]))
    assert b"nowak" not in written
    assert b"Content-ID: <part1@mail>" in written
    assert b'src="cid:part1@mail"' in written
    assert MailFormat().open(written).view.text.split() == document.view.text.split()


@pytest.mark.parametrize("kind", ["message/partial; id=x; number=1; total=1",
                                  "message/external-body; access-type=URL"])  # fmt: skip
def test_parts_that_lie_elsewhere_are_emptied_without_refusing_the_mail(kind):
    mail = (
        "From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nHello.\n"
        f"--x\nContent-Type: {kind}\n\nContent-Type: text/plain\n\nAnn Nowak\n--x--\n"
    )
    made = Pipeline.load(language="en").run_file(mail.encode(), "a.eml")
    assert b"Nowak" not in made.data
    assert b"Hello" in made.data


def test_attachments_without_a_name_are_opened_by_their_type():
    mail = (
        "From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nHello.\n"
        '--x\nContent-Type: application/json\n\n{"name": "Ann Nowak", "count": 1}\n--x--\n'
    )
    made = Pipeline.load(language="en", method="tag").run_file(mail.encode(), "a.eml")
    (inside,) = read(made.data).iter_attachments()
    assert b'{"name": "[PERSON]", "count": 1}' in inside.get_payload(decode=True)


def test_a_mail_that_is_one_attachment_keeps_its_headers():
    head = b"From: a@b.c\nSubject: Scan\nX-Scanner: Ann\nContent-Type: application/pdf\n"
    mail = head + b"\n%PDF-1.4 Ann\n"
    document = MailFormat().open(mail).with_members({})
    written = document.rewrite(ReplacementPlan.of([])).decode()
    assert "Subject: Scan" in written
    assert "Ann" not in written


@pytest.mark.parametrize("kind", ["message/rfc822", "message/global", "message/news"])
def test_mails_in_mails_are_mails_and_parts_keep_no_headers_of_their_own(kind):
    mail = (
        "From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\nX-Owner: Ann Nowak\n"
        "Subject: Ann Nowak\nContent-Owner: Ann Nowak\n\nHello.\n"
        f"--x\nContent-Type: {kind}\n\nFrom: Ann Nowak <d@e.f>\nSubject: Hi\nX-By: Ann Nowak\n\n"
        "Ann Nowak\n--x--\n"
    )
    made = Pipeline.load(language="en").run_file(mail.encode(), "a.eml")
    assert b"Nowak" not in made.data
    assert b"Subject: Hi" in made.data


PACKED = "QW5uIE5vd2FrIHdyb3RlIHRvIHRoZSBvZmZpY2Ugb24gTW9uZGF5Lg=="


@pytest.mark.slow
@each(
    "body",
    [
        f"Content-Transfer-Encoding: base64\n\n{PACKED}\n", f"It said {PACKED} then.\n",
        base64.b64encode(b"I met Ann Nowak at noon, and we had a long talk of her work.").decode(),
        "Topic: =?utf-8?B?QW5uIE5vd2Fr?=\n",
        "Topic: =?utf-8*en?Q?Ann_Nowak?=\n",
        "begin 644 nowak.txt\n-06YN($YO=V%K('=A<P``\n`\nend\n",
        f"-----BEGIN PGP MESSAGE-----\n\n{PACKED}\n-----END PGP MESSAGE-----\n",
    ],
)  # fmt: skip
def test_what_is_packed_in_a_text_is_unpacked_or_gone(body):
    mail = f"From: a@b.c\nSubject: x\nMIME-Version: 1.0\n\nHello.\n\n{body}"
    made = Pipeline.load(language="en").run_file(mail.encode(), "a.eml").data
    for gone in (b"QW5u", b"Nowak", b"06YN", b"nowak"):
        assert gone not in made
    assert b"Hello." in made


def test_names_of_headers_are_nobodys():
    mail = "From: a@b.c\nSubject: x\nMIME-Version: 1.0\n\nMr Content met Ann Comments in Leeds.\n"
    assert Pipeline.load(language="en").run_file(mail.encode(), "a.eml").data


def test_a_mail_behind_a_byte_order_mark_is_a_mail():
    mail = "\ufeffFrom: Ann Nowak <a@corp.test>\nSubject: Hi\n\nAnn Nowak writes.\n"
    assert "Ann Nowak" in MailFormat().open(mail.encode()).view.text.split("\n")[0]


def test_a_text_with_a_name_is_a_text_and_a_second_version_of_mime_is_gone():
    source = (
        "From: a@b.example\nMIME-Version: 1.0\nMIME-Version: =?utf-8?Q?Jan_=4Bowalski?=\n"
        "Content-Type: text/plain\nContent-Disposition: inline; filename=kowalski.txt\n\n"
        "The letter was written by Jan Kowalski in Leeds.\n"
    )
    made = Pipeline.load(language="en").run_file(source.encode(), "a.eml").data.decode()
    assert "owalski" not in made
    assert made.count("MIME-Version: ") == 1


def test_the_last_search_reads_letters_as_they_are_shown():
    """*Marki=C4=8D* holds no *Marki*, ``message/rfc822`` nobody called *Message*."""
    message = EmailMessage()
    message["Subject"] = "Jožef Markič"
    message.set_content(
        "Dragi Jožef Markič,\n\npridi na Bled, " + "piše Črt. " * 20, cte="quoted-printable"
    )
    message.add_attachment(EmailMessage())
    message.add_attachment("Piše Jožef Markič.", cte="base64")
    read_as = "\n".join(text for _, text in texts_of(message.as_bytes()))
    assert read_as.count("Jožef Markič") == 3
    assert "Marki=" not in read_as
    assert "Message" not in read_as.title().replace("message", "")


def test_files_in_an_attached_archive_are_not_called_after_whom_the_mail_hides():
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("Nowak_Ann.txt", "Nothing new.")
    message = EmailMessage()
    message["Subject"] = "Visit of Ann Nowak"
    message.set_content("Dear John,\n\nAnn Nowak will come.\n")
    message.add_attachment(
        archive.getvalue(), maintype="application", subtype="zip", filename="a.zip"
    )
    made = Pipeline.load(language="en").run_file(message.as_bytes(), "visit.eml")
    (attached,) = read(made.data).iter_attachments()
    with zipfile.ZipFile(io.BytesIO(attached.get_content())) as packed:
        assert "Nowak" not in packed.namelist()[0]


def test_a_saved_page_leads_to_its_parts_and_its_style_sheet_follows():
    """As Chromium saves pages (MHTML, RFC 2557): parts are called by where they lay."""
    mail = (
        "From: <Saved by Blink>\nContent-Type: multipart/related; boundary=x\n\n"
        "--x\nContent-Type: text/html\nContent-Location: http://a.test/nowak.html\n\n"
        '<link rel="stylesheet" href="cid:css-1@mhtml.blink"><p class="nowak">Ann Nowak came.</p>'
        '<img src="http://a.test/nowak.png"><iframe src="cid:frame-1@mhtml.blink"></iframe>\n'
        "--x\nContent-Type: text/css\nContent-Location: cid:css-1@mhtml.blink\n\n.nowak {}\n"
        "--x\nContent-Type: image/png\nContent-Location: http://a.test/nowak.png\n\nx\n"
        "--x\nContent-Type: text/html\nContent-ID: <frame-1@mhtml.blink>\n\n<p>Ann Nowak\n--x--\n"
    )
    made = Pipeline.load(language="en").run_file(mail.encode(), "a.mhtml").data
    page, style, _, frame = read(made).iter_parts()
    assert b"owak" not in made
    assert re.findall(r'"cid:(\w+)@mail"', page.get_content()) == ["part2", "part3", "part4"]
    assert [p["content-id"] for p in (style, frame)] == ["<part2@mail>", "<part4@mail>"]
    assert style.get_content().split()[0][1:] in page.get_content()


def test_a_mail_with_a_picture_that_goes_and_a_file_that_stays_is_written():
    mail = (
        "From: a@b.c\nContent-Type: multipart/related; boundary=x\n\n"
        "--x\nContent-Type: text/html\n\n"
        '<p>Ann Nowak</p><img src="cid:i@x"><a href="cid:f@x">x</a>\n--x\nContent-Type: image/png\n'
        "Content-ID: <i@x>\n\nx\n--x\nContent-Type: text/plain; name=a.txt\nContent-ID: <f@x>\n\n"
        "Ann Nowak\n--x--\n"
    )
    made = Pipeline.load(language="en").run_file(mail.encode(), "a.eml").data
    assert b"owak" not in made
    assert b'href="cid:part2@mail"' in made.replace(b"=\r\n", b"").replace(b"=3D", b"=")


BODY = "Dzień dobry,\npisze Grażyna Wrzeszczyńska, PESEL 58030701234.\n"


def forwarded(encoding, body):
    return (
        "From: Jan Kowalski <jan@corp.test>\nSubject: Fwd\nMIME-Version: 1.0\n"
        'Content-Type: multipart/mixed; boundary="XX"\n\n--XX\n'
        "Content-Type: text/plain; charset=iso-8859-2\nContent-Transfer-Encoding: 8bit\n\n"
        f"{BODY}\n--XX\nContent-Type: message/rfc822\n"
        f"Content-Transfer-Encoding: {encoding}\n\n{body}\n--XX--\n"
    )


def inner_mail():
    inner = EmailMessage()
    inner["Subject"] = "Umowa"
    inner.set_content(BODY)
    return inner


def read_again(data):
    made = Pipeline.load(language="pl").run_file(data, "a.eml")
    assert not made.failures
    outer = email.message_from_bytes(made.data, policy=email.policy.default)
    texts = [part.get_content() for part in outer.walk() if part.get_content_type() == "text/plain"]
    assert len(texts) == 2
    for text in texts:
        assert text.startswith("Dzień dobry,\r\npisze ")
        assert "Wrzeszczyńska" not in text
    assert texts[0].strip() == texts[1].strip()


def test_a_mail_that_is_packed_in_a_mail_is_unpacked():
    body = base64.encodebytes(inner_mail().as_bytes()).decode()
    read_again(forwarded("base64", body).encode("iso-8859-2"))


def test_a_mail_that_is_packed_as_a_text_is_unpacked():
    body = quopri.encodestring(inner_mail().as_bytes()).decode()
    read_again(forwarded("quoted-printable", body).encode("iso-8859-2"))


@each("packing", ["base64", "quoted-printable"])
def test_a_mail_that_is_only_said_to_be_packed_is_read(packing):
    read_again(forwarded(packing, inner_mail().as_string()).encode("iso-8859-2"))


@each("encoding", ["utf-16", "utf-16-le"])
def test_a_mail_in_utf_16_is_read(encoding):
    read_again(forwarded("7bit", inner_mail().as_string()).encode(encoding))

"""Business cards and calendars: what is said of people goes, what programs say stays."""

import email
import email.policy
import re

import pytest

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.formats.cards import CardFormat
from allonym.formats.contents import texts_of
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.testing import check_format
from tests.each import each

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN
BEGIN:VTIMEZONE
TZID:Europe/Warsaw
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:gw-wisniewska@corp.test
SUMMARY:Rozmowa z panią Grażyną Wiśniewską\\, sprawa II C 45/23
ORGANIZER;CN="Wiśniewska, Grażyna":mailto:g.wisniewska@corp.test
ATTENDEE;CN=Zbigniew Kowalczyński;PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPAN
 T:mailto:zbigniew.kowalczynski@corp.test
DTSTART;TZID=Europe/Warsaw:20240603T100000
RRULE:FREQ=WEEKLY;UNTIL=20241231T220000Z;BYDAY=MO
DESCRIPTION:Dzień dobry\\,\\n\\npani Grażyna Wiśniewska zadzwoni 3 czerwca 2024
  r. pod numer 601 234 567. Zbigniew Kowalczy
 ński
X-ALT-DESC;FMTTYPE=text/html:<p>Pani <b>Grażyna</b> Wi&#347;niewska</p>
ATTACH;ENCODING=BASE64;VALUE=BINARY:aGVsbG8gR3Jhxbx5bmEgV2nFm25pZXdza2E=
RELATED-TO:gw-wisniewska@corp.test
GEO:50.0614;19.9366
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")

CARD = """BEGIN:VCARD
VERSION:3.0
N:Wiśniewska;Grażyna;;dr;
FN:dr Grażyna Wiśniewska
TEL;type=CELL:tel:+48-601-234-567
ADR;type=HOME:;;ul. Krakowska 15/4;Kraków;;30-001;Polska
BDAY:19580307
UID:urn:uuid:6b86b273-ff34-4ce1-9d6b-804eff5a3f57
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4B=6F=77=61=6C=63=7A=79=C5=84=73=
=6B=69;Zbigniew;;;
END:VCARD
"""


ODD = """BEGIN:VCARD
FN:Jan Kowalski
NOTE:Ala
Jan Kowalski ma kota
STATUS;X-BY="Jan Kowalski":CONFIRMED
BDAY;VALUE=text:3 maja 1984
BDAY:--0503
END:VCARD
"""


@pytest.fixture(scope="module")
def polish():
    return Pipeline.load(language="pl", secret=b"a secret for tests only")


def lines(data):
    return dict(
        line.split(":", 1)
        for line in data.decode().replace("\r\n ", "").splitlines()
        if ":" in line
    )


def test_a_calendar_keeps_its_form_and_loses_its_people(polish):
    made = polish.run_file(CALENDAR.encode(), "a.ics").data
    text = made.decode().replace("\r\n ", "")
    for gone in ("Wiśniewsk", "wisniewsk", "Kowalczy", "kowalczy", "601 234", "20240603",
                 "3 czerwca", "45/23", "R3Jhx", "50.06"):  # fmt: skip
        assert gone not in text
    for stays in ("Mozilla Calendar V1.1", "TZID:Europe/Warsaw\r\n", "DTSTART:19700329T020000",
                  "PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPANT:mailto:", "T100000\r\n", "<p>Pani",
                  "T220000Z;BYDAY=MO", "Dzień dobry\\,\\n\\npani "):  # fmt: skip
        assert stays in text
    said = lines(made)
    assert said["UID"] == said["RELATED-TO"]
    assert max(map(len, made.splitlines())) <= max(map(len, CALENDAR.encode().splitlines()))


def test_what_the_html_of_a_calendar_hides_is_read_too():
    """Outlook writes a whole page, with addresses in its links."""
    hidden = (
        '<!-- Jan Kowalski --><p title="Ewa Nowak">x <a href="mailto:ala@corp.test">y</a>'
        '<a href="http://a.example/Adam%20Lis">z</a></p>'
    )
    source = CALENDAR.replace("<p>Pani", f"{hidden}<p>Pani")
    read = CardFormat().open(source.encode()).view.text
    for name in ("Jan Kowalski", "Ewa Nowak", "ala@corp.test", "Adam Lis"):
        assert name in read
    check_format(CardFormat(), without_stamps(source))


def test_days_of_a_calendar_move_with_those_in_its_text(polish):
    said = lines(polish.run_file(CALENDAR.encode(), "a.ics").data)
    day = said["DTSTART;TZID=Europe/Warsaw"]
    assert f" {int(day[6:8])} " in said["DESCRIPTION"]
    assert day[:4] in said["DESCRIPTION"]


def test_cards_are_read_by_what_their_properties_hold(polish):
    made = polish.run_file(CARD.encode(), "a.vcf").data
    text = made.decode()
    for gone in ("niewska", "Kowal", "=4B", "601-234", "Krakowska", "30-001", "19580307", "/9j/"):
        assert gone not in text
    said = lines(made)
    family, given = said["N"].split(";")[:2]
    assert said["FN"] == f"dr {given} {family}"
    assert said["TEL;type=CELL"].startswith("tel:+48-")
    assert said["UID"].endswith("6b86b273-ff34-4ce1-9d6b-804eff5a3f57")


def test_cards_keep_the_laws():
    check_format(CardFormat(), without_stamps(CALENDAR))
    check_format(CardFormat(), without_stamps(CARD))
    check_format(CardFormat(), ODD.encode())
    check_format(CardFormat(), ODD.replace("\n", "\r").encode())


def without_stamps(sample):
    """Of a day that is a stamp all is read only where it is a day still; see below."""
    rows = sample.splitlines(keepends=True)
    return "".join(r for r in rows if not r.startswith(("RRULE", "BDAY"))).encode()


@pytest.mark.parametrize("sample", [CALENDAR, CARD])
def test_whole_days_keep_the_laws(sample):
    document = CardFormat().open(sample.encode())
    text = document.view.text
    days = re.finditer(r"(?m)^\d{8}$", text)
    new = [Replacement(Span(*m.span()), "19991231", EntityId("t1"), "tag") for m in days]
    plan = ReplacementPlan.of(new)
    written = document.rewrite(plan)
    assert new
    assert CardFormat().open(written).view.text == plan.apply(text)


def read(*properties, end="\r\n"):
    source = end.join(("BEGIN:VCARD", *properties, "END:VCARD", ""))
    return CardFormat().open(source.encode()).view.text.split("\n")[:-1]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_lines_end_in_three_ways(end):
    assert read("FN:Jan", "NOTE:Ala", "  Bis", end=end) == ["Jan", "Ala Bis"]


def test_what_is_no_property_is_read():
    odd = 'ATTENDEE;CN=Jan "K:mailto:jan@x.pl'
    assert read(odd, "X Y:Jan", "NOTE:Ala", "Jan Kos ma") == [odd, "X Y:Jan", "Ala", "Jan Kos ma"]


def test_packed_lines_that_are_no_properties_are_removed():
    packed = "aGVsbG8gR3Jhxbx5bmEgV2nFm25pZXdza2EgaGVsbG8gR3Jhxbx5bmEgV2nFm25pZXdza2E="
    card = f"BEGIN:VCARD\nPHOTO;ENCODING=BASE64:\n{packed}\nEND:VCARD\n".encode()
    assert packed.encode() not in CardFormat().open(card).rewrite(ReplacementPlan())


@each(
    ("line", "said"),
    [
        ("BDAY;VALUE=text:3 maja 1984", "3 maja 1984"),
        ("DEATHDATE:około 2010", "około 2010"),
        ("BDAY:--0503", "03.05."),
        ("BDAY:--05-03", "03.05."),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-03", "03.05."),
        ("BDAY:1896-04-15", "1896-04-15"),
        ("BDAY:1984", "1984"),
        ("TEL:16040503", "16040503"),
        ("TRIGGER:-PT15M", None),
        ("DTSTART:00010101T000000", None),
        ("RRULE:FREQ=WEEKLY;BYDAY=MO", None),
    ],
)
def test_days_are_read_in_any_form(line, said):
    assert read(line) == ([said] if said else [])


def test_a_day_without_its_year_moves_and_stays_without(polish):
    card = b"BEGIN:VCARD\nFN:Jan Kos\nBDAY:--05-03\nX-ABDATE:16040503\nEND:VCARD\n"
    said = lines(polish.run_file(card, "a.vcf").data)
    assert re.fullmatch(r"--[01]\d-[0-3]\d", said["BDAY"])
    assert said["BDAY"] != "--05-03"
    assert said["X-ABDATE"] == "1604" + said["BDAY"].replace("-", "")


def test_a_time_zone_that_does_not_end_hides_nobody():
    zone = ("BEGIN:VTIMEZONE", "TZID:Europe/Warsaw", "DTSTART:19700329T020000")
    event = ("X-WR-CALNAME:Jan", "BEGIN:VEVENT", "SUMMARY:Jan", "DTSTART:20240603T100000")
    assert read(*zone, *event) == ["Jan", "Jan", "20240603"]
    assert read(*zone, "END:VTIMEZONE ", *event) == ["Jan", "Jan", "20240603"]


def test_parameters_are_read_unless_programs_say_them():
    assert read('STATUS;X-FULLNAME="Jan Kowalski";TYPE=HOME:X') == ["Jan Kowalski"]
    assert read('ATTACH;MEMBER="a:j@x.pl","a:k@x.pl":y') == ["a:j@x.pl", "a:k@x.pl", "y"]
    assert read('ATTACH;CN=Jan "Jasiu" Kos;CELL;Jan Kos:y') == ["Jan 'Jasiu' Kos", "Jan Kos", "y"]


def test_what_programs_say_is_read_where_it_is_of_no_program():
    assert read("TZID:Jan Kowalski") == ["Jan Kowalski"]
    assert read('DTSTART;TZID="Jan Kowalski":x') == ["Jan Kowalski", "x"]
    for zone in ("Europe/Warsaw", "Central European Standard Time", "(UTC+01:00) Sarajevo"):
        assert read(f"TZID:{zone}") == []
    assert read("STATUS;ROLE=REQ-PARTICIPANT;VALUE=text:CONFIRMED") == []


def test_the_empty_plan_folds_as_before():
    source = CALENDAR.partition("UID:")[0] + CALENDAR.partition("corp.test\r\n")[2]
    source = source.partition("DESCRIPTION")[0] + "END:VEVENT\r\nEND:VCALENDAR\r\n"
    assert CardFormat().open(source.encode()).rewrite(ReplacementPlan()) == source.encode()


def test_what_is_neither_card_nor_calendar_is_refused():
    with pytest.raises(CorruptDocument, match="neither"):
        CardFormat().open(b"Ann Nowak\n")


def test_the_last_search_reads_over_folds():
    ((_, text),) = texts_of(b"BEGIN:VCARD\r\nFN:Ann No\r\n wak\r\nEND:VCARD\r\n")
    assert "Ann Nowak" in text


def test_invitations_and_cards_in_a_mail_agree_with_it(polish):
    mail = (
        "From: Grażyna Wiśniewska <g@corp.test>\nContent-Type: multipart/mixed; boundary=a\n\n"
        "--a\nContent-Type: text/calendar; charset=utf-8; method=REQUEST\n\nBEGIN:VEVENT\n"
        "ORGANIZER;CN=Wiśniewska:mailto:g@corp.test\nEND:VEVENT\n"
        "--a\nContent-Type: text/x-vcard; charset=utf-8\n\nBEGIN:VCARD\n"
        "FN:Grażyna Wiśniewska\nEND:VCARD\n--a--\n"
    )
    made = polish.run_file(mail.encode(), "a.eml")
    assert not made.failures
    message = email.message_from_bytes(made.data, policy=email.policy.default)
    name = message["from"].addresses[0].display_name
    calendar, card = (part.get_payload(decode=True).decode() for part in message.iter_parts())
    assert f"CN={name.split()[-1]}:" in calendar
    assert f"FN:{name}\n" in card


def test_what_else_a_company_tells_is_read(polish):
    """The whole line was a company for its digits, and the number of the telephone had stayed."""
    card = "BEGIN:VCARD\nFN:Jan Kowalski\nORG:Firma Kowalski tel. 601 234 567;Biuro\nEND:VCARD\n"
    made = polish.run_file(card.encode(), "a.vcf").data.decode()
    assert "601 234 567" not in made
    assert "Kowalski" not in made
    assert ";Biuro\n" in made


def test_how_an_address_begins_is_no_name(polish):
    """Alone before a mailbox that no list knows, it was taken for a given name."""
    card = (
        "BEGIN:VEVENT\nORGANIZER;CN=Hanna Struolbowska:mailto:struomdowska@corp.test\nEND:VEVENT\n"
    )
    made = polish.run_file(f"BEGIN:VCALENDAR\n{card}END:VCALENDAR\n".encode(), "a.ics").data
    assert b":mailto:" in made
    assert b"truomd" not in made

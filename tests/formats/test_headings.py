"""The heading of a column says what stands below it, in ten languages and formats."""

import io
import re

import openpyxl
import pytest

from allonym import Pipeline
from allonym.files.opening import open_document
from allonym.languages.columns import column_type, numbers_in
from tests.each import crossed, each, quickly
from tests.formats.lean import Document

HEADS = {
    "sl": ("Priimek", "Telefon", "EMŠO"), "hr": ("Prezime", "Mobitel", "OIB"),
    "bg": ("Фамилия", "Телефон", "ЕГН"), "ro": ("Nume de familie", "Nr. telefon", "CNP"),
    "sk": ("Priezvisko", "Telefón", "Rodné číslo"), "pl": ("Nazwisko:", "Nr telefonu", "PESEL"),
    "hu": ("Vezetéknév", "Telefonszám", "Személyi szám"),
    "fi": ("Sukunimi", "Puhelin", "Henkilötunnus"),
    "sv": ("Efternamn", "Mobilnummer", "Personnummer"),
    "en": ("Last name", "Phone", "National ID"),
}  # fmt: skip
ROWS = [("Lis", "601234567", "84071512342"), ("Kot", "none", "n/a"), ("see below", "", "12")]
WANTED = [("Lis", "person.family"), ("601234567", "phone"), ("84071512342", "id.national"),
          ("Kot", "person.family")]  # fmt: skip


def marked(data, name):
    document = open_document(data, name)
    return [(document.view.surface(m.span), m.type) for m in document.given]


def as_csv(head):
    return "\n".join(";".join(row) for row in [head, *ROWS]).encode(), "a.csv"


def as_xlsx(head):
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in [head, *ROWS]:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue(), "a.xlsx"


def as_html(head):
    rows = ["".join(f"<td>{cell}</td>" for cell in row) for row in [head, *ROWS]]
    return f"<table><tr>{'</tr><tr>'.join(rows)}</tr></table>".encode(), "a.html"


def as_docx(head):
    document, stream = Document(), io.BytesIO()
    grid = document.add_table(rows=0, cols=3)
    for row in [head, *ROWS]:
        for cell, value in zip(grid.add_row().cells, row, strict=True):
            cell.text = value
    document.save(stream)
    return stream.getvalue(), "a.docx"


def as_open_html(head):
    rows = ["".join(f"<td>{cell}" for cell in row) for row in [head, *ROWS]]
    return f"<p>x<table><tr>{'<tr>'.join(rows)}</table>".encode(), "a.html"


@each("language", sorted(HEADS))
def test_every_language_has_headings(language):
    assert [column_type(head) for head in HEADS[language]] == [
        "person.family", "phone", "id.national",
    ]  # fmt: skip


@each(
    ("language", "make"),
    crossed(["pl", "bg", "en"], as_csv, as_xlsx, as_docx, as_html, as_open_html),
)
def test_cells_below_a_heading_are_what_it_says(make, language):
    assert sorted(marked(*make(HEADS[language]))) == sorted(WANTED)


@each("make", [as_csv, as_xlsx, as_docx, as_html])
def test_other_headings_announce_nothing(make):
    assert marked(*make(("Amount", "Pieces", "Remarks"))) == []


@each(
    ("heading", "kind"),
    [
        ("Tel. č.", "phone"), ("Tel.č.", "phone"), ("Nr tel.", "phone"), ("Br. tel.:", "phone"),
        ("Puh.nro", "phone"), ("Тел. номер", "phone"), ("TEL.SZÁM", "phone"),
        ("Datum rođ.", "date.birth"), ("Datum rodenja", "date.birth"), ("D.O.B.", "date.birth"),
        ("Data naşterii", "date.birth"), ("Data nasterii", "date.birth"),
        ("Datum rojstva (dd.mm.llll)", "date.birth"), ("Födelseår", "date.birth"),
        ("Miesto narodenia", "place.settlement"), ("E-mail (služobný)", "email"),
        ("Imie i nazwisko (drukowanymi)", "person"), ("Serie și nr. CI", "id.document"),
        ("Nr konta", "account"), ("IBAN", "iban"), ("Рег. №", "plate"),
        ("Ime (obvezno)", "person.given"), ("Mesto (*)", "place.settlement"),
        ("Telefon (nepovinne)", "phone"), ("Phone (mobile)", "phone"), ("Ime (izdelka)", ""),
        ("Naslov (članka)", ""), ("Meno (výrobku)", ""), ("City (shipping)", ""),
        ("Phone (model)", ""), ("Datum rojstva (dd.mm.)", "date.birth"),
        ("Rojen (dd/mm)", "date.birth"), ("Name (product)", ""), ("Lön", ""), ("Kód", ""),
        ("Data", ""), ("Data (rok)", ""),
        ("()", ""), ("(tel.)", ""), ("Nr", ""), ("Tel. no. of rooms", ""), (".", ""), ("", ""),
    ],
)  # fmt: skip
def test_headings_are_known_as_people_write_them(heading, kind):
    """A word with marks is no other one without them: *lön* is pay, *lon* is a longitude."""
    assert column_type(heading) == kind


@each("heading", ["Reg. no.", "Рег. №", "Ev. č.", "Nr rej."])
def test_what_counts_entries_is_no_plate(heading):
    rows = [(heading, "x"), ("1", "a"), ("12", "b"), ("RD-2024-15", "c"), ("AB-123/2024", "d")]
    assert marked(*rows_of([*rows, ("РД-15-22", "e")])) == []
    assert marked(*rows_of([(heading, "x"), ("AB12 CDE", "a")])) == [("AB12 CDE", "plate")]


@each(
    ("language", "row", "shape"),
    [
        ("sk", "Číslo účtu;1234567890/0800", r"\d{10}/\d{4}"),
        ("en", "Account no.;48291375", r"\d{8}"),
        ("hu", "Bankszámlaszám;11773016-11111018-00000000", r"\d{8}-\d{8}-\d{8}"),
        ("pl", "Nr konta;12 1140 2004 0000 3002 0135 5387", r"\d\d( \d{4}){6}"),
        ("fi", "Tilinumero;159030-776", r"\d{6}-\d{3}"),
        ("en", "Account number;GB29NWBK60161331926819", r"GB\d\dNWBK\d{14}"),
    ],
)  # fmt: skip
def test_an_account_of_a_country_gets_another_number(language, row, shape):
    """It had been taken for an IBAN, of which it has not the form, and became a tag."""
    pipeline = Pipeline.load(language=language, secret=b"0123456789abcdef0")
    made = pipeline.run_file(row.replace(";", "\n").encode(), "a.csv").data.decode().split("\n")
    assert re.fullmatch(shape, made[1])
    assert made[1] != row.partition(";")[2]


def rows_of(rows):
    return "\n".join(";".join(row) for row in rows).encode(), "a.csv"


def marks_in(rows):
    """Return what is marked in a table of text, one of a page and one of Word, all alike."""
    cells = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    page = f"<table><tr>{'</tr><tr>'.join(cells)}</tr></table>".encode(), "a.html"
    document, stream = Document(), io.BytesIO()
    grid = document.add_table(rows=0, cols=len(rows[0]))
    for row in rows:
        for cell, value in zip(grid.add_row().cells, row, strict=True):
            cell.text = value
    document.save(stream)
    found = marked(*rows_of(rows))
    assert found == marked(*page) == marked(stream.getvalue(), "a.docx")
    return found


TOTALS = {
    "sl": "Skupaj", "hr": "Ukupno", "bg": "Общо", "ro": "Total", "sk": "Spolu", "pl": "RAZEM:",
    "hu": "Összesen", "fi": "Yhteensä", "sv": "Summa", "en": "Grand total",
}  # fmt: skip


@pytest.mark.parametrize("language", quickly(sorted(TOTALS), "fi", "pl"))
def test_a_total_below_names_is_nobody(language):
    head, total = HEADS[language][0], TOTALS[language]
    rows = [(head, "7", "8"), ("Lis", "1", "2"), (total, "2", "1440,50")]
    assert marks_in(rows) == [("Lis", "person.family"), ("2", "amount")]


def test_who_is_called_like_a_total_is_somebody_where_her_row_says_so():
    rows = [("Sukunimi", "Puhelin"), ("Summa", "0401234567"), ("Summa", "12")]
    assert marks_in(rows) == [("Summa", "person.family"), ("0401234567", "phone")]


def test_below_groups_of_headings_each_column_has_its_own():
    """The surnames had stayed, for the first row had headed the table."""
    rows = [("Pracownik", "", "Kontakt", ""), ("Imię", "Nazwisko", "Telefon", "Oddział"),
            ("Anna", "Lis", "601234567", "Kadry")]  # fmt: skip
    assert marks_in(rows) == [
        ("Anna", "person.given"), ("Lis", "person.family"), ("601234567", "phone")
    ]  # fmt: skip


def test_a_second_row_of_headings_is_nobody_and_holds_from_there():
    rows = [("Surname", "Phone", "Town"), ("Fox", "447911123456", "Ely"),
            ("Notes", "First name", "Address"), ("None", "Anna", "3 Mill Road")]  # fmt: skip
    assert marks_in(rows) == [
        ("Fox", "person.family"), ("447911123456", "phone"), ("Ely", "place.settlement"),
        ("Anna", "person.given"), ("3 Mill Road", "address"),
    ]  # fmt: skip


@pytest.mark.parametrize("row", [("Fox", "witness", "phone"), ("Fox", "Phone", "E-mail")])
def test_a_row_that_only_looks_like_headings_hides_its_names(row):
    rows = [("Surname", "Role", "Reached by"), ("Bell", "client", "post"), row, ("Ash", "x", "y")]
    assert [text for text, _ in marks_in(rows)] == ["Bell", "Fox", "Ash"]


def test_a_row_that_says_what_the_headings_said_hides_its_names():
    rows = [("Name", "Phone", "Email"), ("Fox", "Phone", "Email"), ("Bell", "Mobile", "Private")]
    assert [text for text, _ in marks_in(rows)] == ["Fox", "Bell"]


def test_labels_of_a_form_are_nobody():
    rows = [("Surname", "Fox"), ("Position", "Manager"), ("Phone", "none"), ("Town", "Ely")]
    assert marks_in(rows) == [("Fox", "person.family"), ("Ely", "place.settlement")]
    stacked = [("Surname", "Points"), ("Fox", "1"), ("Bell", "2"), ("Ash", "3"), ("Town", "Points"),
               ("Ely", "4"), ("Hove", "5"), ("Bath", "7"), ("Phone", "Points")]  # fmt: skip
    people = [text for text, kind in marks_in(stacked) if kind != "amount"]
    assert people[:3] == ["Fox", "Bell", "Ash"]


AMOUNTS = {
    "sl": "Znesek", "hr": "Iznos", "bg": "Сума", "ro": "Suma", "sk": "Počet kusov",
    "pl": "Kwota netto", "hu": "Nettó ár", "fi": "Yksikköhinta", "sv": "Antal",
    "en": "Unit price (EUR)",
}  # fmt: skip


@pytest.mark.parametrize("language", quickly(sorted(AMOUNTS), "hu", "en"))
def test_numbers_below_a_heading_of_amounts_are_nobodys(language):
    """They had become others: they look like the numbers of accounts."""
    rows = [(HEADS[language][0], AMOUNTS[language]), ("Lis", "8541208"), ("Kot", "601234567")]
    assert marks_in(rows) == [
        ("Lis", "person.family"), ("8541208", "amount"), ("Kot", "person.family")
    ]  # fmt: skip


def test_what_a_row_of_totals_sums_up_is_nobodys_without_a_heading():
    rows = [("Lis", "23720696", "601234567"), ("Kot", "102", "3"), ("Total", "23720798", "8541208")]
    assert [text for text, _ in marks_in(rows)] == ["23720696", "102", "23720798", "8541208"]


NUMBERS = {
    "sl": "DDV številka", "hr": "PDV ID broj", "bg": "ДДС номер", "ro": "Cod TVA", "sk": "IČ DPH",
    "pl": "VAT nr", "hu": "Áfa szám", "fi": "ALV numero", "sv": "Moms nr", "en": "Pay number",
}  # fmt: skip


@pytest.mark.parametrize("language", quickly(sorted(NUMBERS), "bg", "sv"))
def test_numbers_by_which_somebody_is_known_are_no_amounts(language):
    """They had stayed: below a heading with a word of amounts, and where programs sum up all."""
    rows = [(HEADS[language][0], NUMBERS[language]), ("Lis", "10773381"), ("Kot", "12345676")]
    assert [text for text, _ in marks_in(rows)] == ["Lis", "Kot"]
    for one, other in (("10773381", "12345676"), ("101985330001", "202990335002")):
        summed = [("x", "y"), ("Lis", one), ("Kot", other)]
        total = (TOTALS[language], str(int(one) + int(other)))
        assert one not in [text for text, _ in marks_in([*summed, total])]


def test_a_workbook_keeps_its_amounts_and_its_totals():
    rows = [("Surname", "Phone", "Units", "Amount"), ("Fox", "447911123456", 84606, 367459),
            ("Bell", "447911123457", 8541208, 46272661805),
            ("Total", None, 8625814, 46273029264)]  # fmt: skip
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(stream)
    made = Pipeline.load(language="en").run_file(stream.getvalue(), "a.xlsx").data
    kept = [[c.value for c in row] for row in openpyxl.load_workbook(io.BytesIO(made)).active]
    assert [row[2:] for row in kept] == [list(row[2:]) for row in rows]
    assert kept[3][:2] == ["Total", None]
    assert not {row[0] for row in kept} & {"Fox", "Bell"}


def test_a_heading_beside_one_of_names_stays_where_the_rows_end_in_a_total():
    rows = ["Име и фамилия;Телефон;Град", "Тошо Попов;0607607612;Ценово",
            "Борис Иванов;0890813332;Видин"]  # fmt: skip
    text = "\n".join([*rows, "Общо;;"]).replace(";", "\t")
    made = Pipeline.load(language="bg").run(text).text
    assert made.startswith("Име и фамилия\tТелефон\tГрад\n")


@each(
    ("language", "row"),
    [("bg", "Име и фамилия;Телефон"), ("pl", "Imię i nazwisko;E-mail"),
     ("sl", "Ime in priimek;EMŠO"), ("sk", "Meno a priezvisko;Telefón"),
     ("sv", "Efternamn;Telefon")],
)  # fmt: skip
def test_a_heading_of_numbers_beside_one_of_names_is_no_name_in_an_empty_table(language, row):
    text = row.replace(";", "\t") + "\n"
    assert Pipeline.load(language=language).run(text).text == text


def test_a_field_of_xml_is_headed_by_its_name():
    source = (
        '<r><p irsz="8420" count="8420" név="Lis">x</p>'
        "<telefon>30 417 2281</telefon><id>12</id></r>"
    )
    found = marked(source.encode(), "a.xml")
    assert sorted(found) == [("30 417 2281", "phone"), ("8420", "postcode")]


def test_a_track_has_its_points_in_attributes():
    source = '<gpx><trk><trkpt lat="59.329312" lon="18.068611"/></trk></gpx>'
    assert {kind for _, kind in marked(source.encode(), "a.gpx")} == {"gps"}


@each("words", [("lis", "kot", "Wilk"), ("Lis", "kot", "Wilk")])
def test_names_in_small_letters_are_told_where_most_of_the_column_are(words):
    data = "\n".join(["Nazwisko;Uwagi;Nazwa", *(f"{word};brak danych;tak" for word in words)])
    small = sum(map(str.islower, words)) > 1
    assert [text for text, _ in marked(data.encode(), "a.csv")] == [
        word for word in words if small or not word.islower()
    ]


@each(
    ("day", "behind"),
    crossed(
        ["1958-03-07", "07.03.1958", "7. 3. 1958"],
        *[" 00:00:00", " 00:00", "T00:00:00Z", "T10:15:30.5+01:00", "+01:00", " 12:00:00 AM", ""],
    ),
)
def test_a_birth_with_a_time_behind_it_stays_a_day(day, behind):
    """Programs export days so; below a heading of births they had become tags."""
    source = f'surname,date of birth\nNowak,"{day}{behind}"\n'
    assert (day, "date.birth") in marked(source.encode(), "a.csv")


@each(
    ("cell", "kind", "said"),
    [
        ("601 234 567 (Anna Lis)", "phone", ["601 234 567"]),
        ("LIS ANNA, 601 234 567", "phone", ["601 234 567"]),
        ("Anna Lis-Kot 601 234 567, J.Lis +48 12 345 67 89", "phone",
         ["601 234 567", "+48 12 345 67 89"]),
        ("tel. 601 234 567 w. 12", "phone", ["tel. 601 234 567 w. 12"]),
        ("601 234 567 Wew. 12", "phone", ["601 234 567 Wew. 12"]),
        ("601 234 567 Anna (od 8 do 15)", "phone", ["601 234 567"]),
        ("84071512342/Anna Lis", "id.national", ["84071512342"]),
        ("84071512342 (Kot)", "id.national", ["84071512342 (Kot)"]),
        ("Abc 123456", "id.document", ["Abc 123456"]),
        ("AB 12", "id.card", ["AB 12"]),
        ("Paszport Nr 12", "id.card", ["Paszport Nr 12"]),
        ("30-001 Kraków", "postcode", ["30-001"]),
        ("7.3.1958 Marek", "date.birth", ["7.3.1958"]),
        ("Friday, 7 March 1958 (Ann)", "date.birth", ["Friday, 7 March 1958"]),
        ("Ann, 7 March 1958", "date.birth", ["7 March 1958"]),
        ("7 III 1958 Ann", "date.birth", ["7 III 1958"]),
        ("7. Dezember 1958", "date.birth", ["7. Dezember 1958"]),
        ("Mardi 7 Avril 1958", "date.birth", ["Mardi 7 Avril 1958"]),
        ("ul. Długa 5 (Anna Lis)", "address", ["ul. Długa 5 (Anna Lis)"]),
    ],
)  # fmt: skip
def test_who_is_named_beside_a_number_is_no_part_of_it(cell, kind, said):
    assert [cell[slice(*span)] for span in numbers_in(cell, kind)] == said


@each("name", ["a.csv", "a.html", "a.json", "a.xml", "a.vcf"])
def test_a_name_beside_a_phone_is_hidden(name):
    said = "601 234 567 (Piotr Zieliński)"
    source = {
        "a.csv": f"Nazwisko;Telefon\nLis;{said}\n",
        "a.html": f"<table><tr><td>Nazwisko<td>Telefon<tr><td>Lis<td>{said}</table>",
        "a.json": f'{{"klient": {{"nazwisko": "Lis", "telefon": "{said}"}}}}',
        "a.xml": f"<k><nazwisko>Lis</nazwisko><telefon>{said}</telefon></k>",
        "a.vcf": f"BEGIN:VCARD\nVERSION:3.0\nFN:Jan Lis\nTEL:{said}\nEND:VCARD\n",
    }[name]
    pipeline = Pipeline.load(language="pl", secret=b"0123456789abcdef0")
    made = pipeline.run_file(source.encode(), name).data.decode()
    assert not any(word in made for word in ("Lis", "601 234 567", "Piotr", "Zieli"))

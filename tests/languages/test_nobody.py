from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.languages.lexicon import BIT
from allonym.languages.nobody import Nobody, Row, read_endings, read_tables
from allonym.languages.pack import available, load_pack, rows
from allonym.model.span import Span
from allonym.model.view import TextView
from tests.each import each

TABLE = (
    Row("Nurofen", "medicine"),
    Row("Signal", "brand"),
    Row("Milka", "brand", "person"),
    Row("NIK", "acronym", "person"),
    Row("KPiR", "acronym"),
    Row("k. o.", "label"),
    Row("art.", "law"),
    Row("Windows 11", "brand"),
    Row("Eko sklad", "public.authority"),
    Row("sklad", "label"),
    Row("Eko sklad za stanovanja", "public.authority"),
    Row("Ikea", "brand"),
)
ENDINGS = {"a": ("",), "u": ("", "a"), "em": ("",), "om": ("",)}


def found(text: str, *blocks: Span) -> list[tuple[str, str]]:
    view = TextView(text, blocks=blocks)
    terms = Nobody(TABLE, ENDINGS).find(view)
    return [(text[t.span.start : t.span.end], t.kind) for t in terms]


@each(
    ("text", "terms"),
    [
        ("Vzela je nurofen.", [("nurofen", "medicine")]),
        ("Po Nurofenu je zaspala.", [("Nurofenu", "medicine")]),
        ("Daj signal, ne NUROFENA.", [("signal", "brand"), ("NUROFENA", "medicine")]),
        ("Daj milka ali Milka.", [("Milka", "brand")]),
        ("Signal in SIGNAL", [("Signal", "brand"), ("SIGNAL", "brand")]),
        ("NIK, NIKu, NIK-u, Nik in nik", [(f, "acronym") for f in ("NIK", "NIKu", "NIK-u")]),
        ("KPiR, KPIR, kpir", [("KPiR", "acronym"), ("KPIR", "acronym")]),
        ("k.o. Bled, k. o. Bled, k o Bled", [("k.o.", "label"), ("k. o.", "label")]),
        ("art. 5, art nouveau", [("art.", "law")]),
        ("Windows\u00a011, Windows 12", [("Windows\u00a011", "brand")]),
        ("Eko sklad za stanovanja", [("Eko sklad za stanovanja", "public.authority")]),
        ("Eko sklad za vodo", [("Eko sklad", "public.authority")]),
        ("Eko\nsklad", [("Eko\nsklad", "public.authority")]),
        ("Eko\n\nsklad", [("sklad", "label")]),
        ("Eko\tsklad", [("sklad", "label")]),
        ("Skladom", [("Skladom", "label")]),
    ],
)
def test_terms_in_their_forms_and_cases(text: str, terms: list[tuple[str, str]]) -> None:
    assert found(text) == terms


def test_no_term_crosses_a_block() -> None:
    assert found("Eko sklad", Span(0, 3), Span(4, 9)) == [("sklad", "label")]


def test_what_a_term_also_names_is_told() -> None:
    terms = Nobody(TABLE, ENDINGS).find(TextView("NIK Ikea Ikeu"))
    assert [term.also for term in terms] == ["person", "", "person"]


def test_a_form_of_a_term_is_somebodys_if_it_is_a_given_name() -> None:
    names = {"Signala": BIT["given"], "Nurofenom": BIT["given_ending"]}
    nobody = Nobody(TABLE, ENDINGS, flags=lambda word: names.get(word, 0))
    said = [t.also for t in nobody.find(TextView("Signala ni. Nurofenom, Nurofena."))]
    assert said == ["person", "person", ""]
    assert not any(t.also for t in nobody.find(TextView("Signal. Signala")))


def test_a_saints_day_is_inflected_as_what_it_is() -> None:
    nobody = Nobody([Row("petrovo", "feast")], {"i": ("o",), "em": ("o",)}, ("em",))

    def said(text: str) -> list[str]:
        return [text[slice(*t.span)] for t in nobody.find(TextView(text))]

    assert said("po petrovem, Petrovi in petrovi") == ["petrovem"]
    assert said("Petrovo je, po Petrovem") == ["Petrovo", "Petrovem"]  # the text tells of the day


@given(st.lists(st.sampled_from(["NIKu", "Eko", "sklad", "k.", "o.", "Signal", "\n", "-", "za"])))
def test_terms_are_ordered_and_apart(words: list[str]) -> None:
    text = " ".join(words)
    spans = [term.span for term in Nobody(TABLE, ENDINGS).find(TextView(text))]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert all(text[span.start : span.end].strip() for span in spans)


@pytest.mark.slow
def test_time_grows_with_length_only() -> None:
    nobody, text = Nobody(TABLE, ENDINGS), "Eko sklad za vodo, NIK Signal "

    def seconds(times: int) -> float:
        began = time.process_time()
        nobody.find(TextView(text * times))
        return time.process_time() - began

    seconds(100)
    assert seconds(4000) < 40 * max(seconds(400), 0.001)


@each(
    ("code", "text", "terms"),
    [
        ("sl", "Lekadola ni; Davčni upravi, v ZZZS-ju", ["Lekadola", "Davčni upravi", "ZZZS-ju"]),
        ("hr", "Lupocet na Veliku Gospu", ["Lupocet", "Veliku Gospu"]),
        ("bg", "Аналгина за Великден", ["Аналгина", "Великден"]),
        ("ro", "Nurofenul de Crăciun, la ANAF", ["Nurofenul", "Crăciun", "ANAF"]),
        ("sk", "Paralenu na Štedrý deň", ["Paralenu", "Štedrý deň"]),
        ("pl", "chorobę Parkinsona leczy NFZ", ["chorobę Parkinsona", "NFZ"]),
        ("hu", "Algopyrint kér a NAV-tól", ["Algopyrint", "NAV-tól"]),
        ("hu", "a Sparban és az Obiban", ["Sparban", "Obiban"]),
        ("fi", "Buranaa juhannuksena, Kelan päätös", ["Buranaa", "juhannuksena", "Kelan"]),
        ("sv", "Alvedon på midsommarafton", ["Alvedon", "midsommarafton"]),
        ("en", "Nurofen on Boxing Day, HMRC", ["Nurofen", "Boxing Day", "HMRC"]),
        ("en", "the Paddys Day raffle, Sidesmen", ["Paddys Day", "Sidesmen"]),
        ("sl", "Slovenci in Angležinje o Ojdipu", ["Slovenci", "Angležinje", "Ojdipu"]),
        ("hr", "Nijemci i Turaka, Zlatarovo zlato", ["Nijemci", "Turaka", "Zlatarovo zlato"]),
        ("bg", "Българите за Хамлет и Бай Ганьо", ["Българите", "Хамлет", "Бай Ганьо"]),
        ("ro", "Moldovenii, Harap-Alb, Făt-Frumos", ["Moldovenii", "Harap-Alb", "Făt-Frumos"]),
        ("sk", "Nemcov, Česi, Mateja Korvína", ["Nemcov", "Česi", "Mateja Korvína"]),
        ("pl", "Turków, Czesi, u Pana Tadeusza", ["Turków", "Czesi", "Pana Tadeusza"]),
        ("pl", "Angielkę, Niemcom, Łokietkiem", ["Angielkę", "Niemcom", "Łokietkiem"]),
        ("hu", "Szlovákok, Petőfinek, Nemecseket", ["Szlovákok", "Petőfinek", "Nemecseket"]),
        ("fi", "Suomalaiset lukevat Kalevalaa", ["Kalevalaa"]),
        ("sv", "Britterna och Mumintrollet", ["Britterna", "Mumintrollet"]),
        ("en", "Scots read Tolkien's Gandalf", ["Scots", "Tolkien", "Gandalf"]),
    ],
)
def test_terms_of_the_packs(code: str, text: str, terms: list[str]) -> None:
    view = TextView(text)
    seen = [text[t.span.start : t.span.end] for t in Nobody.load(load_pack(code)).find(view)]
    assert [term for term in terms if term not in seen] == []


def test_what_was_added_by_hand_is_in_the_tables() -> None:
    by_hand = Path(__file__).parents[2] / "tools" / "nobody"
    for code in available():
        path, pack = by_hand / f"{code}.tsv", load_pack(code)
        listed = {(t, row[0]) for t in ("nobody", "public") for row in rows(pack.where(f"{t}.tsv"))}
        assert {(row[0], row[1]) for row in rows(path)} <= listed


def test_tables_are_whole() -> None:
    kinds = {"medicine", "medical", "eponym", "law", "feast", "brand"}
    kinds |= {"label", "rank", "acronym", "event", "people", "figure", "role"}
    for code in available():
        pack = load_pack(code)
        table = list(read_tables(pack))
        assert len(table) > 2500
        assert {row.kind for row in table if not row.kind.startswith("public.")} <= kinds
        assert {row.also for row in table} <= {"", "person", "place", "person place"}
        names = {row[0] for row in rows(pack.where("lexicon") / "given.tsv") if row[1] == "2"}
        plain = {row.term for row in table if row.kind in ("people", "figure") and not row.also}
        assert not plain & names
        assert all(row.term == row.term.strip() for row in table)
        assert read_endings(pack)

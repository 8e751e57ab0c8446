"""The pattern detector: rules that hold for every pattern, and for awkward text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each
from tests.growth import grows_linearly

from allonym.detect.patterns.data import load_patterns, weaken
from allonym.detect.patterns.detector import PatternDetector
from allonym.detect.patterns.scan import Probe, Scanner
from allonym.detect.patterns.tidy import Candidate, tidy
from allonym.errors import PackError
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.view import TextView

HOME = {"SI": "sl", "HR": "hr", "BG": "bg", "RO": "ro", "SK": "sk", "PL": "pl", "HU": "hu",
        "FI": "fi", "SE": "sv", "GB": "en", "US": "en", "IE": "en"}  # fmt: skip
SPECS = {s.name: s for f in load_patterns() for s in f.patterns}


@cache
def detector(language: str) -> PatternDetector:
    return PatternDetector.load(language)


def found(text: str, language: str = "pl") -> list[tuple[str, str, float]]:
    mentions = detector(language).detect(TextView.of(text, language=language))
    return [(text[m.span.start : m.span.end], m.type, m.score) for m in mentions]


def test_each_language_says_what_stands_between_and_joins_values() -> None:
    lacking = [
        f.language for f in load_patterns()[1:]
        if not (f.settings.get("fillers") and f.settings.get("joins"))
    ]  # fmt: skip
    assert lacking == []


def land(name: str) -> str:
    """Return where a pattern is at home; the others have names of their own."""
    return name.partition(".")[0] if "." in name else "common"


def test_every_language_has_patterns_and_there_are_more_than_sixty() -> None:
    languages = {file.language for file in load_patterns()}
    assert languages == {"common", "sl", "hr", "bg", "ro", "sk", "pl", "hu", "fi", "sv", "en"}
    assert len(SPECS) > 60


@each("name", sorted(SPECS), by=land)
def test_patterns_say_what_they_are_and_give_an_example(name: str) -> None:
    spec = SPECS[name]
    assert spec.title
    assert spec.example
    assert spec.announced or spec.alone != "never"


@each("name", sorted(n for n in SPECS if "address_line" not in n), by=land)
def test_examples_are_found_by_some_pattern_of_their_type(name: str) -> None:
    spec = SPECS[name]
    language = HOME.get(spec.country, "pl")
    heads = ["", HEADS.get(name, ""), *EXAMPLE_HEADS[name]]
    kinds = {
        kind for head in heads for _, kind, _ in found(f"{head} {spec.example} Kraj", language)
    }
    assert spec.type in kinds


HEADS = {
    "se.document": "körkort", "gb.title": "title number", "gb.company": "company number",
    "gb.chi": "CHI", "fi.plate_listed": "ABC-123,",
    "ro.id_card": "seria", "se.property": "fastigheten", "en.account": "account number",
    "si.order": "napotnica št.", "hr.order": "broj predmeta", "pl.order": "zamówienie nr",
    "sk.order": "objednávka č.", "bg.order": "поръчка №", "en.order": "order number",
    "ro.order": "comanda nr.", "ro.day_month": "pe", "ro.date_of": "nr. 417/",
    "se.serial": "ramnummer", "us.licence": "DL",
    "gb.claim": "claim number", "username.log": "2025-02-12 08:02:14 sshd:",
    "gb.upn": "UPN", "en.ref": "Ref:", "card.code": "CVC", "ie.county_beside": "born in",
    "in.ifsc": "IFSC", "in.aadhaar": "Aadhaar",
}  # fmt: skip
EXAMPLE_HEADS = {
    name: [t.replace("\\.", ".").replace("\\p{L}*", "").replace("\\p{L}+", "a").replace("?", "")
           for t in (*spec.exact, *spec.triggers) if "(" not in t and "[" not in t]
    for name, spec in SPECS.items()
}  # fmt: skip


def test_mentions_keep_within_blocks() -> None:
    text = "tel. 601 234|567 i dalej"
    cut = text.index("|")
    view = TextView(text.replace("|", " "), blocks=(Span(0, cut), Span(cut, len(text))))
    assert all(m.span.end <= cut or m.span.start >= cut for m in detector("pl").detect(view))


@each("text", ["", " ", "\n" * 50, "\x00" * 9, "\ud800 12 \udfff@", "🙂" * 400 + "1"])
def test_awkward_text_gives_no_mentions(text: str) -> None:
    assert found(text) == []


def test_offsets_count_code_points() -> None:
    text = "🙂é " * 50 + "PESEL 84071512341"
    (mention,) = detector("pl").detect(TextView.of(text))
    assert isinstance(mention, Mention)
    assert mention.span == Span(len(text) - 11, len(text))
    assert mention.evidence[0].rule == "pl.pesel"


def test_bare_foreign_numbers_are_listed_and_not_believed() -> None:
    assert found("Osoba 84071512341 tu", "pl")[0][2] >= 0.5
    assert all(score < 0.5 for _, _, score in found("Person 84071512341 here", "en"))


LETTERS = {"0": "O", "1": "l", "5": "S", "8": "B"}
HEAD = {n: next((h for h in EXAMPLE_HEADS[n] if "\\" not in h), "") for n in SPECS}
NUMBERED = sorted(n for n, s in SPECS.items() if s.check and s.digits and HEAD[n])


@each("name", NUMBERED, by=land)
def test_letters_are_read_as_digits_and_labels_may_stand_behind(name: str) -> None:
    spec, head = SPECS[name], HEAD[name]
    place = next(n for n, c in enumerate(spec.example) if n > 2 and c in LETTERS)
    typed = spec.example[:place] + LETTERS[spec.example[place]] + spec.example[place + 1 :]
    language = HOME.get(spec.country, "pl")
    for text, value in ((f"{head}: {typed}", typed), (f"x {spec.example} ({head})", spec.example)):
        kinds = [kind for surface, kind, _ in found(text, language) if surface == value]
        assert kinds == [spec.type], text


@each("gap", [" ", "\u00a0", "\u2009", "-", "\n"])
def test_announced_values_may_be_grouped_anyhow(gap: str) -> None:
    assert found(f"PESEL: 8407151{gap}2341")[0][1:] == ("id.national", 0.97)


def test_values_far_apart_are_all_found() -> None:
    text = "zwykłe zdanie bez liczb. " * 400 + "PESEL 84071512341. " + "dalej nic. " * 900
    assert len(found(text * 3)) == 3


@given(st.text(alphabet="0123456789 .-/@:+()AZaxż°'\n<", max_size=300))
def test_any_text_is_survived_and_spans_lie_inside(text: str) -> None:
    for mention in detector("sl").detect(TextView.of(text)):
        assert 0 <= mention.span.start < mention.span.end <= len(text)
        assert text[mention.span.start : mention.span.end].strip()


@pytest.mark.parametrize(
    "unit",
    ["1", "1 ", "1-", "1.", "a@", "a.", "@", "A1", "A ", "1/", "(1)", "+1 ", "tel. ", "ul. A ",
     "W 1, ", "::1", "<", "A-1/", "1° 2' ", "PESEL ", "ab.cd", "www.", "č. ", "1:", "IX ",
     "12-34 "],
)  # fmt: skip
@pytest.mark.slow
def test_no_pattern_backtracks_without_end(unit: str) -> None:
    patterns = detector("sk")

    def run(size: int) -> Callable[[], object]:
        view = TextView.of(unit * (size // len(unit)))
        return lambda: list(patterns.detect(view))

    run(1000)()
    assert grows_linearly(run, 2000)


def test_weaken_keeps_what_quantifiers_mean() -> None:
    assert weaken(r"\p{L}+x{2}+y*+") == r"\p{L}+x{2}y*"
    assert weaken(r"(?<=a)b(?!c(d))\b") == "b"
    assert weaken(r"[\u2009\]]\1") == r"[\x{2009}\]](?s:.{0,4})"


def test_where_nothing_is_worth_a_look_no_pattern_is_compiled():
    def probes():
        raise AssertionError

    assert list(Scanner(probes).hits("Jan Kowalski mieszka w Krakowie.")) == []


def test_windows_cover_every_sign_and_overlap_in_dense_text() -> None:
    text = "a" * 1000 + "1" * 9000 + " b" * 500 + "@"
    windows = list(Scanner(lambda: [Probe(r"\d")]).windows(text))
    covered = {n for start, end in windows for n in range(start, end)}
    assert set(range(1000, 10000)) | {len(text) - 1} <= covered
    assert all(b > c for (_, b), (c, _) in pairwise(windows) if b < 10000)


def test_tidy_keeps_the_longer_and_the_surer() -> None:
    long, short = Candidate(0, 9, "a", 0.9, "x", 0), Candidate(2, 5, "b", 0.95, "y", 1)
    guess = Candidate(3, 12, "c", 0.3, "z", 2)
    assert tidy([short, guess, long]) == [long]


def test_wrong_pattern_files_are_named(tmp_path, monkeypatch) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "patterns.toml").write_text(
        '[[pattern]]\nname = "x"\ntipe = "id"\n', "utf-8"
    )
    monkeypatch.setenv("ALLONYM_PACKS", str(tmp_path))
    with pytest.raises(PackError, match=r"xx/patterns.toml: pattern 'x': unknown key 'tipe'"):
        load_patterns(["xx"])

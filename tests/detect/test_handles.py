"""User names that no label announces: how they look and where they stand."""

from dataclasses import replace

from tests.each import each

from allonym import Pipeline
from allonym.detect.patterns.handles import HandleFinder, is_code
from allonym.model.span import Span
from allonym.profile import load_profile

FINDER = HandleFinder("sl", lambda w: w in ("caller", "yes"), {"ana", "luka", "novak"}.__contains__)


@each(
    ("text", "user"),
    [
        ("Pošta je zaprta.\nutrujena_mama_kr: hvala!\n", ["utrujena_mama_kr"]),
        ("Na forumu sem gospa_od_jezera, pišite mi.", ["gospa_od_jezera"]),
        ("[10:32] priya.k_99: hello there\n<tom.w_7> hi\n", ["priya.k_99", "tom.w_7"]),
        ("Prijava je uspela. Nick: nowakj", ["nowakj"]),
        ("Vrednost max_odprtih je 200, glej opombe.txt.", []),
    ],
)
def test_user_names_are_told_by_how_they_look_and_where_they_stand(text, user):
    assert [text[s.start : s.end] for s in FINDER.find(text)] == user


def test_they_are_found_where_a_profile_lists_its_own_detectors():
    default = load_profile("default")
    profile = replace(default, detect=replace(default.detect, detectors=("patterns",)))
    pipeline = Pipeline.load(language="sl", profile=profile, secret=bytes(32))
    text = "aska.m: greš jutri?\nbodzio77: ja\n" * 3
    assert {m.type for m in pipeline.detect(text)} == {"username"}


@each(
    ("text", "word", "code"),
    [
        ('{"private_group": true}', "private_group", True),
        ('{"private_group": true}', "true", True),
        ('{"status": "in_progress"}', "in_progress", True),
        ("Call `build_index` first.", "build_index", True),
        ('{"author": "night_owl"}', "night_owl", False),
        ('{"user": "rose_baker"}', "rose_baker", False),
        ('{"maria_smith": 40}', "maria_smith", False),
        ("It is true: night_owl wrote it.", "night_owl", False),
    ],
)
def test_ordinary_words_of_code_are_no_user_names(text, word, code):
    start = text.index(word)
    assert is_code(text, Span(start, start + len(word))) == code

"""Subtitles: who speaks and what is said, never when."""

from allonym import Pipeline
from allonym.formats.plain import SubtitleFormat
from allonym.model.replacement import ReplacementPlan
from tests.each import each

PAGE = """\
WEBVTT - rozmowa, Jan Drabilowski

NOTE napisy: Ewa Zbizonowska

STYLE
::cue(v[voice="Jan Drabilowski"]) { color: red }

00:01.000 --> 00:02.000 align:start position:0%
<v.loud Jan Drabilowski>Mieszkam w Łodzi.
- Pan <i>Jan</i> Dra<b>bilowski</b>, <c.drabilowski>ty</c>.

00:00:03.000 --> 00:00:04.500
<v Ewa Zbizonowska>Tak, <00:03.500>panie Drabilowski.
"""


def test_who_speaks_and_what_is_said_is_read():
    made = Pipeline.load(language="pl").run_file(PAGE.encode(), "a.vtt").data.decode()
    assert "rabilow" not in made
    assert "Zbizonowsk" not in made
    assert "Łodzi" not in made


def test_times_and_marks_stay():
    text = SubtitleFormat().open(PAGE.encode()).view.text
    assert "Jan Drabilowski: Mieszkam" in text
    assert "Pan Jan Drabilowski, ty." in text
    assert "-->" not in text
    made = Pipeline.load(language="en").run_file(PAGE.encode(), "a.vtt").data.decode()
    for kept in ("WEBVTT - ", "00:01.000 --> 00:02.000 align:start position:0%", "<v.loud "):
        assert kept in made


@each("text", ["1\r\n00:00:01,000 --> 00:00:02,000 X1:1\r\n<i>Ann</i>\r\n", PAGE])
def test_nothing_changes_without_a_plan(text):
    assert SubtitleFormat().open(text.encode()).rewrite(ReplacementPlan.of([])) == text.encode()


def test_what_programs_say_in_marks_and_heads_is_not_read():
    """*captions* and *Arial* had become names, and a sentence went on in another language."""
    head = "WEBVTT\nKind: captions\nLanguage: pl\n\n00:01.000 --> 00:02.000\n"
    text = f'{head}<v Ewa Zbizonowska>On był.</v><lang pl>Tak</lang> <font face="Arial">a > b'
    view = SubtitleFormat().open(text.encode()).view.text
    assert view.split("\n")[-1].split() == ["Ewa", "Zbizonowska:", "On", "był.", "Tak", *"a>b"]
    assert "Kind: Jan" in SubtitleFormat().open(f"{head}Kind: Jan\n".encode()).view.text
    assert not any(word in view for word in ("captions", "Language", "Arial", "lang"))

"""Scripts in pages: what is data or language in them is read, what is code is not."""

import json
import re

import pytest

from allonym import Pipeline
from allonym.formats.markup.document import HtmlFormat
from allonym.formats.markup.script import script_tokens
from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import load_pack
from allonym.model.replacement import ReplacementPlan
from tests.each import each

SECRET = b"a secret for tests only"


def read(script: str) -> list[str]:
    return HtmlFormat().open(f"<script>{script}</script>".encode()).view.text.split("\n")


@each(
    "before",
    [
        "return/[\"']/.test(a)", "a=/[/\"]/g", "case/'/:b", "if(a)/\"/.test(b)", "a++/2;c=d/e",
        "a=b[0]/2/'1'", "`${a?`'${b}`:'}'}`", "`a${{b:{}}}'`", "x=`\\``", "f(/\\/\"/)",
        "/* ' */", "// it's\n",
        "a={b:1}\n/'/.exec(c)",
    ],
)  # fmt: skip
def test_where_strings_begin_is_known_behind_patterns_divisions_and_templates(before):
    """Out of step, code was read as text and text as code: what it named became people."""
    found = read(f'{before};say("Jan Nowak",Anna)')
    assert "Jan Nowak" in found
    assert not any("Anna" in line for line in found)


def test_parts_of_templates_and_values_in_them_are_read():
    found = read("a=`Jan ${b?`Ewa Kos ${c}`:f('Ola Lis')} Nowak`")
    assert {"Jan ", "Ewa Kos ", "Ola Lis", " Nowak"}.issubset(found)


@pytest.mark.slow
@each(
    "code",
    [
        'new ActiveXObject("Microsoft.XMLHTTP")', 'a("DOMContentLoaded")',
        '["January","May","Moz"]',
        't("./stream/GenericWorker")', 'x.call(a)==="[object Array]"', 'a.type="textarea"',
        '/MSIE|BlackBerry|Trident/.test(a)', 'b("Array Iterator")', 'd("http://www.w3.org/2000/svg")',
        'e={data:r,handler:n,meta:{}}', 'queueHooks=_queueHooks("inprogress")',
        'f="base64";g=crc32',
        "a=[100,110,120,130,140,150];b=[010,011,012,013,014,015]",
    ],
)  # fmt: skip
def test_what_a_program_calls_something_is_nobody(code):
    """News pages came back with people for objects of the browser, and their scripts in pieces."""
    page = f"<p>Rowena Thackeray spoke.</p><script>{code}</script>"
    made = Pipeline.load(language="en", secret=SECRET).run_file(page.encode(), "a.html").data
    assert code in made.decode()
    assert b"Thackeray" not in made


@each(
    "code",
    [
        'f("Jan Łaski")', '{"slug":"Nowak"}', 'u={lastName:"Nowak"}', 'f("Jan-Nowak")',
        'f("Nowak,Jan")', 'f("u=Nowak")', 'f("jan@a.pl")', 'f("601-234-567")', 'f("https://a.pl/u/nowak")',
        "f('Żak')", "/Jan Nowak/", "/601 234 567/", "// by Nowak", "`Jan ${a}`", "f('Max Walker')",
        'f("602 333 444")', 'f("tel 02123")',
    ],
)  # fmt: skip
def test_what_may_be_somebody_s_in_a_script_is_read(code):
    assert any(map(str.strip, read(code)))


NAME = "Ewa Łaskowska"
NUMBERS = ",".join(str(ord(letter)) for letter in NAME)


@each(
    "code",
    [
        f"String.fromCharCode({NUMBERS})", f"String.fromCharCode.apply(null,[{NUMBERS}])",
        f"String.fromCodePoint(...[{NUMBERS}])",
        f"String.fromCharCode({','.join(hex(ord(letter)) for letter in NAME)})",
        f"new Uint8Array([{','.join(map(str, NAME.encode()))}])",
    ],
)  # fmt: skip
def test_letters_by_number_are_read_in_any_list(code):
    assert NAME in read(code)


@each(
    ("code", "said"),
    [
        ("new Date(1958, 2, 7)", "1958-03-07"), ("new Date(1958,11,31,12,0)", "1958-12-31"),
        ("Date.UTC( 1958,2,7)", "1958-03-07"),
        ("new Date (1958,2,7)", "1958-03-07"), ("new  Date\n( 1958,2,7)", "1958-03-07"),
        ("Date.UTC (1958,2,7)", "1958-03-07"), ("new Date(1970,0,1)", ""),
        ("new Date(1958,12,7)", ""), ("new Date(0,0,0)", ""), ("new Date(1958,2,7+n)", ""),
        ("f(1958,2,7)", ""), ("myDate(1958,2,7)", ""), ("new Date(1700000000)", ""),
        ("new Date(y,2,7)", ""), ("new Date(1958,2)", ""), ("new Date(2023, 1, 29)", ""),
    ],
)  # fmt: skip
def test_a_day_that_stands_as_arguments_is_read_but_what_programs_count_from(code, said):
    assert "".join(read(f"a={code};")) == said


@each(
    ("code", "start"),
    [("new Date(1958, 2, 7)", "new Date("), ("Date.UTC(1958,2,7,1)", "Date.UTC(")],
)
def test_a_day_in_a_script_moves_as_the_one_in_the_text(code, start):
    page = f"<p>Ann Nowak was born on 1958-03-07.</p><script>a={code};</script>"
    made = Pipeline.load(language="en", secret=SECRET).run_file(page.encode(), "a.html").data
    year, month, day = re.search(r"born on (\d+)-(\d+)-(\d+)", made.decode()).groups()
    parting = ", " if ", " in code else ","
    shown = parting.join((year, str(int(month) - 1), str(int(day))))
    assert f"a={start}{shown}" in made.decode()
    assert "1958" not in made.decode()


@pytest.mark.slow
@each("address", ["`data:image/png;base64,iVBO`", '"data:text/plain,Jan"', "'data:;base64,SmFu'"])
def test_a_file_in_a_script_goes_and_what_is_behind_it_stays(address):
    """It had taken the code behind it along, up to the next quotation mark."""
    page = f"<script>a({address},{{data:b,c:`d`}});e(f)</script>"
    made = Pipeline.load(language="en", secret=SECRET).run_file(page.encode(), "a.html").data
    assert made.decode().endswith(",{data:b,c:`d`});e(f)</script>")
    assert b"Jan" not in made
    assert b"SmFu" not in made


def test_a_letter_that_is_two_when_it_is_small_refuses_no_page():
    """*İ* in an array of letters: the spelling of a word was longer than the word."""
    lexicon = load_lexicon(load_pack("en").where("lexicon"))
    assert lexicon.spelling("İstanbul") == "İstanbul"


def test_a_large_page_of_code_goes_through_and_loses_the_people_in_its_data():
    people = [
        f"{g} {f}" for g in ("Rowena", "Declan", "Imogen") for f in ("Thackeray", "Pemberton")
    ]
    state = {"comments": [{"user": {"displayName": p}, "body": f"{p} was right."} for p in people]}
    module = (
        'n.d(t,{a:()=>r});var r=function(e){return/["\']/.test(e)?`${e}px`:e.type==="text/xml"};'
    )
    code = "".join(f"{number}:(e,t,n)=>{{{module}}}," for number in range(2500))
    page = (
        f"<h1>Flood inquiry</h1><p>By {people[0]}.</p><script>window.a={json.dumps(state)}</script>"
        f"<script>(self.b=self.b||[]).push([[179],{{{code}}}])</script>"
    )
    made = Pipeline.load(language="en", secret=SECRET).run_file(page.encode(), "a.html").data
    assert code in made.decode()
    assert not re.search("|".join(people), made.decode())


@pytest.mark.parametrize("unit", ["`${a}", "/[", "'", "{", "}", "`${", "a/b/", "[10,11,", "/*"])
def test_a_script_of_nothing_but_beginnings_is_read_once(unit):
    assert len(list(script_tokens(unit * 20_000, 0, 20_000 * len(unit)))) <= 40_001


def test_an_element_of_code_stays_one_whoever_is_called_so():
    """Somebody called *Script*, and the last search took the name of the element for theirs."""
    page = "<p>Jan Script mieszka w Łodzi.</p><script>a='Script';b=script</script><p>Jan Script</p>"
    made = (
        Pipeline.load(language="pl", secret=SECRET).run_file(page.encode(), "a.html").data.decode()
    )
    assert made.count("<script>") == made.count("</script>") == 1
    assert "Jan Script" not in made


@pytest.mark.slow
@each("said", ["Mr Walker rang.", "Ms Page rang.", "Ask Mr Wolf", "020 7946 0123", "max@page.uk"])
def test_people_in_what_a_program_says_go_though_they_are_called_like_words(said):
    page = f"<p>Hello.</p><script>alert('{said}')</script>"
    made = Pipeline.load(language="en", secret=SECRET).run_file(page.encode(), "a.html").data
    assert said.encode() not in made


@pytest.mark.slow
@each("code", ['f("Young")', 'f("/u/max-field")', 'f("Max_Field.png")', 'say("Dear Mrs Young,")'])
def test_whom_the_text_names_goes_from_scripts_though_called_like_a_word(code):
    page = f"<p>Max Field and Mark Young rang.</p><script>{code}</script>"
    made = Pipeline.load(language="en", secret=SECRET).run_file(page.encode(), "a.html").data
    assert not re.search(b"young|field", made, re.I)


def test_json_in_a_string_of_a_script_is_read_value_by_value():
    """Names of fields beside a phone had been taken for those of users."""
    data = '{"phone":601234567,"birthDate":"1958-03-07T00:00:00Z","name":"Jan Kowalski"}'
    page = f"<html><body><p>Jan Kowalski</p><script>x = JSON.parse('{data}')</script></body></html>"
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0").run_file(
        page.encode(), "a.html"
    )
    found = json.loads(re.search(r"'(.*)'", made.data.decode())[1])
    assert list(found) == ["phone", "birthDate", "name"]
    assert not any(str(value) in data for value in found.values())


def test_words_of_ages_name_nothing_in_code():
    page = "<p>Pan Jan Kowalski, 66 lat.</p><script>p = {lat: 5, lng: 6}</script>"
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0").run_file(
        page.encode(), "a.html"
    )
    assert b"{lat: 5, lng: 6}" in made.data


def test_what_goes_may_hold_more_that_goes():
    """A place on a map and its degrees went both, one into the other."""
    document = HtmlFormat().open(b"<script>f([50.06143, 19.93658])</script>")
    gone = {"50.06143": "51.1", "50.06143, 19.93658": "51.1, 18.2"}
    made = document.without(gone).rewrite(ReplacementPlan.of([]))
    assert b"f([51.1, 18.2])" in made

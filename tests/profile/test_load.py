"""A wrong profile is refused with its file, its key and a remedy."""

import pytest
from tests.each import each

from allonym.errors import ProfileError
from allonym.profile import builtin_profiles, load_profile


def write(tmp_path, body):
    path = tmp_path / "mine.toml"
    path.write_text("schema = 1\n" + body, encoding="utf-8")
    return path


@each("name", builtin_profiles())
def test_builtin_profiles_load_and_treat_everything(name):
    profile = load_profile(name)
    assert profile.name == name
    assert "*" in profile.treat


def test_there_are_five_builtin_profiles():
    assert builtin_profiles() == ("chat", "clinical", "corpus", "court", "default")


def test_a_profile_inherits_and_overrides(tmp_path):
    body = 'extends = "court"\nname = "ours"\n[treat]\nperson = "letters"\n'
    profile = load_profile(write(tmp_path, body))
    methods = [profile.treatment(t).method for t in ("person", "person.judge", "place.country")]
    assert methods == ["letters", "keep", "keep"]


def test_a_profile_may_extend_a_file_beside_it(tmp_path):
    write(tmp_path, 'name = "base"\n[treat]\n"*" = "remove"\n')
    child = tmp_path / "child.toml"
    child.write_text('schema = 1\nextends = "mine.toml"\n[treat]\nperson = "tag"\n')
    assert load_profile(child).treatment("plate").method == "remove"


WRONG = [
    (
        '[treat]\n"*" = "tag"\npersn = "tag"',
        r'treat\.persn: unknown entity type \(did you mean "person',
    ),
    ('[treat]\n"*" = "tga"', r'treat\.\*\.method: one of .*did you mean "tag"'),
    ('[treat]\nperson = "tag"', r'treat\."\*": missing'),
    ("[detct]\n", r'detct: unknown key \(did you mean "detect"'),
    ('extends = "default"\n[detect]\nmin_score = 2', r"detect\.min_score: a number from 0 to 1"),
    ('extends = "default"\n[detect]\nmin_score = "x"', r"detect\.min_score: a number is expected"),
    (
        'extends = "default"\n[consistency]\nscope = "corpus"',
        r"consistency\.secret: scope 'corpus' needs",
    ),
    (
        'extends = "default"\n[consistency]\nsecret = "hunter2"',
        r"consistency\.secret: never the secret",
    ),
    (
        'extends = "default"\n[treat]\nperson = { method = "mask", keep = 1 }',
        r"treat\.person\.keep: unknown key",
    ),
    (
        'extends = "default"\n[treat]\nperson = { method = "mask", keep_last = "1" }',
        r"keep_last: a whole number",
    ),
    (
        'extends = "default"\n[treat]\nperson = { method = "tag", per = "word" }',
        r"per: one of mention, token",
    ),
    ('extends = "default"\n[[allow]]\nregex = "("', r"allow\[1\]\.regex: not a regular expression"),
    (
        'extends = "default"\n[[allow]]\ntype = "person"',
        r"allow\[1\]\.text: give text, regex, before or after",
    ),
    ('extends = "default"\n[[allow]]\ntext = " "', r"allow\[1\]\.text: a name is expected"),
    ('extends = "nobody"', r"no profile 'nobody'"),
    ("extends = 3", "extends: one name or path"),
    ('types = ["persona"]\nextends = "default"', r"types: unknown entity type 'persona'"),
    ("x = = 1", "not TOML"),
]


@pytest.mark.parametrize(("body", "complaint"), WRONG)
def test_wrong_profiles_are_refused_by_key(tmp_path, body, complaint):
    with pytest.raises(ProfileError, match=complaint) as caught:
        load_profile(write(tmp_path, body))
    assert "profile" in str(caught.value)


def test_a_chain_that_closes_on_itself_is_refused(tmp_path):
    path = write(tmp_path, 'extends = "mine.toml"\n')
    with pytest.raises(ProfileError, match="closes on itself"):
        load_profile(path)


def test_the_schema_must_be_stated(tmp_path):
    path = tmp_path / "p.toml"
    path.write_text("[treat]\n'*'='tag'\n")
    with pytest.raises(ProfileError, match="schema = 1"):
        load_profile(path)


def test_an_unknown_name_lists_the_builtin_ones():
    with pytest.raises(ProfileError, match=r'did you mean "court"'):
        load_profile("cuort")

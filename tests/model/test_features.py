"""The notation of CoNLL-U features."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.model.features import compatible, format_features, merge, parse_features

names = st.text(alphabet="ABCdef", min_size=1, max_size=4)


@given(st.dictionaries(names, names, max_size=5))
def test_format_and_parse_are_inverse(bundle):
    assert dict(parse_features(format_features(bundle))) == bundle


@given(st.dictionaries(names, names, max_size=3), st.dictionaries(names, names, max_size=3))
def test_compatible_is_symmetric(a, b):
    assert compatible(a, b) == compatible(b, a)


def test_merge_prefers_the_right():
    assert dict(merge({"Case": "Gen", "Number": "Sing"}, {"Case": "Dat"})) == {
        "Case": "Dat",
        "Number": "Sing",
    }


def test_parse_refuses_half_a_feature():
    with pytest.raises(ValueError, match="feature 2"):
        parse_features("Case=Gen|Number")

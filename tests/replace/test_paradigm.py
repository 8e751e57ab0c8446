"""The Slovak method, on Polish names."""

import pytest

import allonym
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool

pytestmark = pytest.mark.model


def test_words_become_frequent_names_of_the_same_paradigm():
    text = "Rozmawiałem z Janem Kowalskim."
    done = allonym.pseudonymize(text, language="pl", method="paradigm").text
    first, second = done.removeprefix("Rozmawiałem z ").rstrip(".").split()
    assert first.startswith("XXX_")
    assert first.endswith("em")
    assert second.startswith("XXX_")
    assert second.endswith("skim")
    names = {e.lemma for e in load_pool(load_pack("pl"), "family").entries}
    assert second.removeprefix("XXX_").replace("skim", "ski") in names


@pytest.mark.slow
def test_the_choice_follows_frequency_not_chance():
    text = "Rozmawiałem z Janem Kowalskim."
    runs = {allonym.pseudonymize(text, language="pl", method="paradigm").text for _ in range(3)}
    assert len(runs) == 1


def test_what_is_no_name_becomes_a_tag():
    done = allonym.pseudonymize("PESEL 44051401359", language="pl", method="paradigm").text
    assert done == "PESEL [IDENTYFIKATOR]"

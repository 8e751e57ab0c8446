"""The full stop of a sentence that ends in an initial."""

import pytest
from tests.each import each

import allonym

pytestmark = pytest.mark.model


@each(
    ("method", "expected"),
    [
        ("tag", "Tožil ga je [OSEBA]."),
        ("remove", "Tožil ga je XXX."),
        ("index", "Tožil ga je [OSEBA1]."),
        ("initials", "Tožil ga je J. N."),
    ],
)
def test_a_sentence_keeps_its_stop(method, expected):
    assert allonym.pseudonymize("Tožil ga je J. N.", language="sl", method=method).text == expected


def test_initials_do_not_double_a_stop():
    done = allonym.pseudonymize("Tožil ga je Janez Novak.", language="sl", method="initials").text
    assert done == "Tožil ga je J. N."


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "John Smith Jr. met Ludwig van der Berg.", "J. S. met L. B."),
        ("sk", "Ján Novák ml. je brat, Jakub Nový st. nie je.", "J. N. je brat, J. N. 2 nie je."),
    ],
)
def test_only_names_have_initials(language, text, expected):
    done = allonym.pseudonymize(text, language=language, method="initials").text
    assert done == expected


@pytest.mark.parametrize(
    ("name", "ends"),
    [("Adélom", ("m,",)), ("Katámnak", ("mnak,", "mnek,")), ("Adélm", ("m,",))],
)
def test_who_is_dear_to_a_hungarian_stays_so(name, ends):
    text = f"Tegnap telefonált drága {name}, hogy későn jön haza."
    done = allonym.pseudonymize(text, language="hu").text
    assert done.startswith("Tegnap telefonált drága ")
    assert done.split()[3].endswith(ends)
    assert name not in done


def test_the_published_sentence_hides_whose_she_is():
    done = allonym.pseudonymize("Édes, Drága, áldott Adélm.", language="hu").text
    assert done.startswith("Édes, Drága, áldott ")
    assert done.endswith("m.")
    assert "Adél" not in done


def test_initials_stand_as_the_text_orders_a_name():
    text = "Bognár Szilárd felesége. Bognárt elfogták."
    done = allonym.pseudonymize(text, language="hu", method="initials").text
    assert done == "B. S. felesége. B. S. elfogták."

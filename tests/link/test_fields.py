"""A surname and a given name in fields of a form are one person, and the mail follows both."""

from __future__ import annotations

import re

import pytest

from allonym import Pipeline
from allonym.text.fold import fold

FORMS = {
    "pl": "Imię: Oliwia\nNazwisko: Werner\nE-mail: oliwia.werner@example.com\n",
    "en": "First name: Harriet\nSurname: Holloway\nE-mail: harriet.holloway@example.com\n",
    "fi": "Etunimi: Marjatta\nSukunimi: Heinonen\nSähköposti: marjatta.heinonen@example.com\n",
}


@pytest.mark.slow
@pytest.mark.parametrize(("language", "form"), FORMS.items(), ids=FORMS)
def test_a_mail_beside_a_form_follows_both_fields(language: str, form: str) -> None:
    result = Pipeline.load(language=language, secret=b"a secret for tests only").run(form)
    given, family, mail = (line.partition(": ")[2] for line in result.text.splitlines())
    assert re.split(r"[.@]", mail)[:2] == [fold(given), fold(family)]

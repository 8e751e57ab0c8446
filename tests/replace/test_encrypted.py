"""Format-preserving encryption: FF1 itself, the forms that stay, and the way back."""

import pytest
from ffx import FF1
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each

from allonym.api import Pipeline
from allonym.decrypt import decrypting
from allonym.errors import ConfigError, NotEncrypted
from allonym.identifiers.schemes import SCHEMES
from allonym.profile import Consistency, Profile, Treatment
from allonym.replace.methods.encrypted import FormatCipher
from allonym.replace.numbers.tables import load_tables

SECRET = b"0123456789abcdef"
CIPHER = FormatCipher(SECRET)

# NIST, Block Cipher Modes of Operation, FF1 samples 1 to 9: key, radix, tweak, plain, cipher
_128 = "2B7E151628AED2A6ABF7158809CF4F3C"
_192 = _128 + "EF4359D8D580AA4F"
_256 = _192 + "7F036D6F04FC6A94"
_NINE, _ELEVEN = "39383736353433323130", "3737373770717273373737"
_LETTERS = "0123456789abcdefghi"
SAMPLES = [
    (_128, 10, "", "0123456789", "2433477484"),
    (_128, 10, _NINE, "0123456789", "6124200773"),
    (_128, 36, _ELEVEN, _LETTERS, "a9tv40mll9kdu509eum"),
    (_192, 10, "", "0123456789", "2830668132"),
    (_192, 10, _NINE, "0123456789", "2496655549"),
    (_192, 36, _ELEVEN, _LETTERS, "xbj3kv35jrawxv32ysr"),
    (_256, 10, "", "0123456789", "6657667009"),
    (_256, 10, _NINE, "0123456789", "1001623463"),
    (_256, 36, _ELEVEN, _LETTERS, "xs8a0azh2avyalyzuwd"),
]


@each(("key", "radix", "tweak", "plain", "expected"), SAMPLES)
def test_the_library_gives_what_nist_publishes(key, radix, tweak, plain, expected):
    cipher = FF1(bytes.fromhex(key), radix=radix)
    assert cipher.encrypt(plain, tweak=bytes.fromhex(tweak)) == expected
    assert cipher.decrypt(expected, tweak=bytes.fromhex(tweak)) == plain


VALUES = [
    "84071512341", "840715-1236", "526-184-07-18", "SI56 1910 0000 0123 438",
    "GB29 NWBK 6016 1331 9268 19", "4111 1111 1111 1111", "150784-321B", "198407151235",
    "1840715401238", "CDK781234", "943 476 5870", "1HGCM82633A004352", "PL 5261840718",
    "1-840715-1237", "QQ123456C", "048216903578",
]  # fmt: skip


@each("value", VALUES)
def test_a_value_keeps_its_form_and_what_it_is(value):
    made = CIPHER.encrypt(value)
    assert made != value
    assert CIPHER.decrypt(made) == value
    assert shape(made) == shape(value)
    assert right(made) == right(value)


def shape(value):
    return "".join("9" if c.isdigit() else "A" if c.isupper() else c for c in value)


def right(value):
    """Return the schemes by which a value is right with its letters read as letters."""
    letters = sum(c.isalpha() for c in value)
    return {
        name
        for name, scheme in SCHEMES.items()
        if scheme.validate(value) and sum(map(str.isalpha, scheme.compact(value))) == letters
    }


def test_separators_change_nothing_else():
    plain, grouped = CIPHER.encrypt("84071512341"), CIPHER.encrypt("840715\u00a012341")
    assert grouped.replace("\u00a0", "") == plain


@each(
    ("value", "country", "kept"),
    [
        ("+386 41 234 567", "", "+386 "), ("0038641234567", "", "00386"),
        ("041 234 567", "SI", "0"), ("+44 (0)20 7946 0991", "", "+44 (0)"),
        ("601 234 567", "PL", ""),
        ("041/234-567", "PL", "0"),
    ],
)  # fmt: skip
def test_a_phone_keeps_its_country_and_its_kind(value, country, kept):
    made = CIPHER.encrypt(value, "phone", country)
    assert made != value
    assert made.startswith(kept)
    assert shape(made) == shape(value)
    assert CIPHER.decrypt(made, "phone", country) == value


def test_a_phone_is_the_same_with_and_without_its_calling_code():
    abroad = CIPHER.encrypt("+386 41 234 567", "phone", "SI")
    assert CIPHER.encrypt("041 234 567", "phone", "SI") == abroad.replace("+386 ", "0")


@each("value", ["12345", "LJ 12-ABC", "EA 12345", "", "–"])
def test_too_few_values_are_refused(value):
    with pytest.raises(NotEncrypted, match="a million"):
        CIPHER.encrypt(value)


def test_a_machine_readable_zone_is_refused():
    zone = "P<UTOERIKSSON<<ANNA<MARIA".ljust(44, "<")
    zone += "L898902C36UTO7408122F1204159ZE184226B<<<<<10"
    with pytest.raises(NotEncrypted, match="no single number"):
        CIPHER.encrypt(zone)


def test_another_secret_and_another_name_give_other_values():
    made = {
        FormatCipher(secret, name).encrypt("84071512341")
        for secret in (SECRET, SECRET[::-1])
        for name in ("", "clinic")
    }
    assert len(made) == 4


@given(st.integers(0, 10**11 - 1), st.sampled_from(["-", " ", "", "\u202f"]))
def test_any_number_comes_back(number, gap):
    digits = f"{number:011d}"
    value = digits[:6] + gap + digits[6:]
    made = CIPHER.encrypt(value)
    assert CIPHER.decrypt(made) == value
    assert right(made) == right(value)


@given(st.sampled_from(sorted(SCHEMES)), st.integers(0, 10**9))
def test_a_right_number_of_any_scheme_comes_back(name, seed):
    template = {"fi.hetu": "150784-321B", "iban": "SI56191000000123438"}.get(name)
    scheme = SCHEMES[name]
    value = template or scheme.with_check(f"{seed:09d}1"[: load_tables().keep.get(name, 0) + 10])
    if not value or not scheme.validate(value):
        return
    try:
        made = CIPHER.encrypt(value)
    except NotEncrypted:
        return
    assert scheme.validate(made)
    assert CIPHER.decrypt(made) == value


TEXTS = {
    "pl": "Pan Jan Kowalski, PESEL 84071512341, tel. 601 234 567, NIP 526-184-07-18.",
    "sl": "Ana Novak, EMŠO 1507984500042, IBAN SI56 1910 0000 0123 438, tel. 041 234 567.",
    "fi": "Matti Virtanen, henkilötunnus 150784-321B, puh. 040 123 4567.",
    "en": "Card 4111 1111 1111 1111, NHS number 943 476 5870, call +44 20 7946 0991.",
}


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(c, marks=pytest.mark.slow) for c in ("fi", "pl", "sl"))]
)
def test_a_document_is_turned_back_by_the_secret_alone(language):
    treat = {"*": Treatment("keep"), "id": Treatment("encrypt"), "phone": Treatment("encrypt"),
             "iban": Treatment("encrypt"), "card": Treatment("encrypt")}  # fmt: skip
    pipeline = Pipeline.load(
        language=language, profile=Profile("p", treat), secret=SECRET, types=()
    )
    text = TEXTS[language]
    result = pipeline.run(text)
    assert sum(r.method == "encrypt" for r in result.plan) >= 2
    assert not {r.text for r in result.plan} & {
        text[r.span.start : r.span.end] for r in result.plan
    }
    assert decrypting(pipeline).run(result.text).text == text


def test_what_cannot_be_encrypted_becomes_a_tag():
    profile = Profile("p", {"*": Treatment("encrypt")})
    pipeline = Pipeline.load(language="en", profile=profile, secret=SECRET)
    assert pipeline.run("Write to jane@corp.test.").text == "Write to [E-MAIL]."


def test_a_profile_that_encrypts_nothing_has_no_way_back():
    with pytest.raises(ConfigError, match="encrypts nothing"):
        decrypting(Pipeline.load(language="en", secret=SECRET))


def test_a_secret_must_be_given(monkeypatch):
    monkeypatch.delenv("ALLONYM_SECRET", raising=False)
    with pytest.raises(ConfigError, match="ALLONYM_SECRET is not set"):
        Pipeline.load(profile=Profile("p", {"*": Treatment("encrypt")}, consistency=Consistency()))

"""Base forms of bodies and streets, as lists and suggestions show them."""

from tests.each import each

from allonym.morphology.base_forms import load_base_forms

CASES = [
    # Where the last word of a name alone is inflected.
    ("fi", "org", "Helsingin yliopistolle", "Helsingin yliopisto"),
    ("fi", "org", "Pajula Oy:lle", "Pajula Oy"),
    ("fi", "org", "HUS:ssa", "HUS"),
    ("fi", "address", "Mannerheimintiellä", "Mannerheimintie"),
    ("fi", "org", "Turun Sanomissa", "Turun Sanomissa"),  # not Sanom
    ("fi", "org", "Kansallisteatterissa", "Kansallisteatteri"),
    ("fi", "org", "Suomen Punaisessa Ristissä", "Suomen Punaisessa Ristissä"),  # two are inflected
    ("hu", "org", "Szegedi Tudományegyetemen", "Szegedi Tudományegyetem"),
    ("hu", "org", "Kovács Kft.-nél", "Kovács Kft."),
    ("hu", "address", "Kossuth utcában", "Kossuth utca"),
    # Where the first noun is, with its adjectives; what depends on it stays.
    ("sl", "org", "Osnovni šoli Franceta Prešerna", "Osnovna šola Franceta Prešerna"),
    ("sl", "org", "Okrožno sodišče v Celju", "Okrožno sodišče v Celju"),
    ("hr", "org", "Hrvatske šume", "Hrvatske šume"),
    ("hr", "org", "Hrvatskih šuma", "Hrvatskih šuma"),  # of šuma, rather than of šum
    ("hr", "org", "Općinskom sudu u Splitu", "Općinski sud u Splitu"),
    ("pl", "org", "Urzędu Miasta", "Urząd Miasta"),
    ("pl", "org", "Zakładem Ubezpieczeń Społecznych", "Zakład Ubezpieczeń Społecznych"),
    ("sk", "org", "Okresnému súdu v Nitre", "Okresný súd v Nitre"),
    ("pl", "org", "Lasami Państwowymi", "Lasami Państwowymi"),  # Lasy Państwowe, not Państwowi
    ("pl", "address", "Piotrkowskiej", "Piotrkowskiej"),  # whose noun is not there
    # What no dictionary has stays as it stands, and so does what is not inflected.
    ("fi", "org", "Nokian Renkaille", "Nokian Renkaille"),
    ("sv", "org", "Södersjukhuset", "Södersjukhuset"),
    ("pl", "person", "Kowalskiego", "Kowalskiego"),
]


@each(("language", "kind", "name", "base"), CASES)
def test_the_base_form_of_a_body(language, kind, name, base):
    assert load_base_forms(language).of(kind, name) == base


def test_what_is_known_of_the_base_form_counts_where_the_name_begins_so():
    forms = load_base_forms("fi")
    assert forms.of("org", "Organisaatio A:lle", "organisaatio A") == "organisaatio A"
    assert forms.of("address", "Osoite B", "osoite B") == "osoite B"


def test_what_is_known_otherwise_is_no_word_cut_short():
    forms = load_base_forms("pl")
    cited = "Bank Spółdzielczy w Sieradz"  # the nominative of the town that ends the name
    assert forms.of("org", "Banku Spółdzielczego w Sieradzu", cited).endswith("w Sieradzu")
    assert forms.of("org", "Bank Spółdzielczy w Sieradzu", cited).endswith("w Sieradzu")

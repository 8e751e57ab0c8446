"""What firms end in, of the language and of others, and where foreign firms are at home."""

from allonym.languages.legal_forms import load_legal_forms
from allonym.languages.pack import load_pack
from tests.each import each


@each(
    ("language", "firm", "parted"),
    [
        ("sl", "Holzbau Krüger GmbH", ("Holzbau Krüger", " GmbH")),
        ("ro", "Gießerei Hoffmann GmbH & Co. KG", ("Gießerei Hoffmann", " GmbH & Co. KG")),
        ("hu", "Molino Ferrari S.r.l.", ("Molino Ferrari", " S.r.l.")),
        ("en", "Datos Ibérica S.L.", ("Datos Ibérica", " S.L.")),
        ("fi", "Kivikauba OÜ", ("Kivikauba", " OÜ")),
        ("fi", "Satahuolto Oy:n", ("Satahuolto", " Oy:n")),
        ("pl", "Optyk” sp. z o.o.", ("Optyk", "” sp. z o.o.")),
        ("en", "Dachbau Lehmann as", ("Dachbau Lehmann as", "")),  # no Norwegian AS
        ("sv", "GmbH", ("GmbH", "")),
    ],
)
def test_a_form_is_parted_from_the_name(language, firm, parted):
    assert load_legal_forms(load_pack(language)).parted(firm) == parted


def test_a_firm_has_surnames_of_where_it_is_unless_that_is_here():
    polish, slovak = (load_legal_forms(load_pack(code)) for code in ("pl", "sk"))
    assert "Bauer" in polish.surnames("Holzbau Krüger GmbH")
    assert "Adamczyk" in slovak.surnames("Drewmax Sp. z o.o.")
    assert not polish.surnames("Drewmax Sp. z o.o.")
    assert not polish.surnames("Alumil SE")  # of the whole Union

"""Towns whose names are cut short, by the table of settlements."""

from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack
from tests.each import each


@each(
    ("language", "text", "found"),
    [
        ("sl", "v M. Soboti, v Sp. Dupleku", ["Murska Sobota", "Spodnji Duplek"]),
        ("sk", "Do Sp. Novej Vsi. B. Bystrica", ["Spišská Nová Ves", "Banská Bystrica"]),
        ("pl", "Gorzów Wlkp. – Kostrzyn n. Odrą", ["Gorzów Wielkopolski", "Kostrzyn Nad Odrą"]),
        ("ro", "din Rm. Vâlcea, Dr. Tr. Severin", ["Râmnicu Vâlcea", "Drobeta-Turnu Severin"]),
        ("ro", "jud. Mureș, dl. Severin, str. Vâlcea", []),
        ("bg", "от В. Търново, ул. И. Вазов", ["Велико Търново"]),
        ("hr", "J. Novak je bio dobar. Brod je otplovio.", []),
    ],
)
def test_the_table_knows_towns_by_their_words_cut_short(language, text, found):
    known = load_geography(load_pack(language)).abbreviated
    assert [town.name for _, town in known.find(text)] == found


def test_old_spelling_names_the_same_town():
    known = load_geography(load_pack("ro"))
    assert known.named("Tîrgu Mureș") == known.named("Târgu Mureș") is not None

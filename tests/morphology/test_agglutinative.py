"""Names that no list has, read by how their ends compare with names of their kind."""

from tests.each import each

from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology


@each(
    ("language", "kind", "word", "lemma", "case"),
    [
        ("fi", "org", "Viikinsaaren", "Viikinsaari", "Gen"),
        ("fi", "family", "Thuramin", "Thuram", "Gen"),
        ("fi", "given", "Juken", "Juke", "Gen"),
        ("fi", "family", "Muttosella", "Muttonen", "Ade"),
        ("fi", "family", "Virtakoski", "Virtakoski", "Nom"),
        ("hu", "family", "Kotlárhoz", "Kotlár", "All"),
        ("hu", "family", "Zelenkánál", "Zelenka", "Ade"),
        ("hu", "family", "Stadler", "Stadler", "Nom"),
    ],
)
def test_reads_unknown_names(language: str, kind: str, word: str, lemma: str, case: str) -> None:
    best = load_morphology(load_pack(language)).analyse(word, kind)[0]
    assert (best.lemma, best.features["Case"]) == (lemma, case)


def test_reads_what_is_somebodys_in_every_case() -> None:
    best = load_morphology(load_pack("hu")).analyse("Zsoltéval", "given")[0]
    assert best.features["Derivation"] == "Owned"
    assert (best.lemma, best.features["Case"]) == ("Zsolt", "Ins")

"""Names of animals, makes and ships are nobody's; who owns them is somebody."""

import re

from tests.each import each

from allonym.detect.decision.creatures import Parties, Pets
from allonym.detect.decision.evidence import Candidate
from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import load_pack
from allonym.model.span import Span
from allonym.morphology.load import load_morphology

CASES = [
    ("pl", "Pies Bruno ugryzł dziecko. Bruno uciekł.", "Bruno", True),
    ("pl", "Skradziono rower marki Kross.", "Kross", True),
    ("pl", "Byłem u Marka. Marka Nowak zna od lat.", "Nowak", False),
    ("pl", "To jest pies Nowaka.", "Nowaka", False),
    ("hu", "Egy Trek márkájú kerékpár.", "Trek", True),
    ("sl", "Ukradel je kolo znamke Scott.", "Scott", True),
    ("hr", "Nestao je brod Galeb.", "Galeb", True),
    ("sk", "Bicykel značky Kellys.", "Kellys", True),
    ("bg", "Яхтата Ирина потъна.", "Ирина", True),
    ("ro", "O bicicletă marca Pegas.", "Pegas", True),
    ("fi", "Polkupyörä, merkki Jopo.", "Jopo", True),
    ("sv", "Avser segelbåten Maxi.", "Maxi", True),
    ("en", "Mooring fee for the yacht Kittiwake.", "Kittiwake", True),
    ("ro", "Calul Hockridge a venit.", "Hockridge", True),
    ("ro", "A venit și Cal Hockridge.", "Hockridge", False),  # large in a sentence
    ("en", "Basil Kittiwake owns the yacht.", "Kittiwake", False),
]


@each(("language", "text", "word", "expected"), CASES)
def test_what_stands_behind_an_animal_or_a_make_is_nobody(language, text, word, expected):
    pack = load_pack(language)
    flags = load_lexicon(pack.where("lexicon")).flags
    pets = Pets.of(pack, flags, load_morphology(pack))
    candidates = [Candidate(Span(*m.span()), ()) for m in re.finditer(word, text)]
    assert set(pets.among(text, candidates)) == {expected}


@each(
    ("text", "word", "expected"),
    [
        ('Joan Gaines ("Caterer") shall cook. The Caterer pays.', "Caterer", True),
        ("Ana Novak (dalje: „Naručitelj“) plaća.", "Naručitelj", True),
        ('Tom Dole ("Dole") owns it.', "Dole", False),
        ('William Pearse ("Billy") came.', "Billy", False),
    ],
)
def test_what_a_contract_calls_a_party_is_nobody(text, word, expected):
    flags = load_lexicon(load_pack("en").where("lexicon")).flags
    parties = Parties(flags, lambda _: True)
    candidates = [Candidate(Span(*m.span()), ()) for m in re.finditer(word, text)]
    assert set(parties.among(text, candidates)) == {expected}

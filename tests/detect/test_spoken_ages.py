"""Ages behind verbs, words for people and questions; how long something lasts is none."""

from __future__ import annotations

from tests.each import each

from allonym.detect.dates.detector import DateDetector
from allonym.model.view import TextView


def ages(language: str, text: str) -> list[str]:
    found = DateDetector.load(language).detect(TextView.of(text))
    return [text[m.span.start : m.span.end] for m in found if m.type == "age"]


@each(
    ("language", "text", "expected"),
    [
        ("en", "I was nine when we moved. My son is 24 and studies.", ["nine", "24"]),
        ("en", "How old is Clay?\nCALLER: Forty-four. Clay.", ["Forty-four"]),
        ("en", "She died in her 89th year.", ["89th year"]),
        ("sl", "Imela je pet let, ko je umrl oče.", ["pet let"]),
        ("hr", "Imala je 48 godina.", ["48 godina"]),
        ("bg", "Баба става на 85!", ["85"]),
        ("ro", "Mama are 88.", ["88"]),
        (
            "sk",
            "Mala som osem rokov, keď. Deti vo veku 8 a 5 rokov.",
            ["osem rokov", "8", "5 rokov"],
        ),
        ("pl", "Wnuczka ma już cztery lata. Hala ma w lipcu 85 lat.", ["cztery lata", "85 lat"]),
        ("hu", "Pistike hatéves, óvodás.", ["hatéves"]),
        ("fi", "Olimme yhdeksäntoista, kun tapasimme.", ["yhdeksäntoista"]),
        ("sv", "Modern dog när flickan var nio år.", ["nio år"]),
    ],
)
def test_an_age_by_what_announces_it(language: str, text: str, expected: list[str]) -> None:
    assert ages(language, text) == expected


@each(
    ("language", "text"),
    [
        ("en", "He has worked there for eight years. The price is 20 and the rent is 400."),
        ("en", "The daughter company is 20 and growing. Back in five months."),
        ("sl", "Tam dela osem let. Imeli smo pet let časa. Petletna pogodba je potekla."),
        ("hr", "Radi ondje osam godina. Ugovor ima deset godina. Sin ima 24 ovce."),
        ("bg", "Веднъж на пет години идва. Работи там осем години. Договорът е на пет години."),
        ("ro", "Lucrează acolo de opt ani. Are zece ani de experiență. Contractul are cinci ani."),
        ("sk", "Pracuje tam osem rokov. Má päť rokov praxe. Zmluva má dvadsať rokov."),
        ("pl", "Pracuje tam osiem lat. Umowa ma dwadzieścia lat. Było to 20 lat temu."),
        ("hu", "A cég húszéves. Öt évig dolgozott ott. Ötéves terv készült."),
        ("fi", "Yhdistys on kolmivuotias. Hinta on 20 ja vuokra 400."),
        ("sv", "Kriget var fem år långt. Han var i Norge i tio år. Avtalet är tjugo år."),
    ],
)
def test_a_period_is_no_age(language: str, text: str) -> None:
    assert ages(language, text) == []


@each(
    ("language", "text", "expected"),
    [
        ("en", "30 Nov 2023. Mam hits seventy on 13 January (born 1954, they say).", ["seventy"]),
        ("hr", "6. prosinca 2023. Ana (rođena je 1946., znači sedamdeset sedam joj je).",
         ["sedamdeset sedam"]),
        ("bg", "24 май 2024 г. Роден е през 1948-а, на 76 е вече.", ["76"]),
        ("ro", "1 noiembrie 2024. Tata împlinește duminică 71 de ani (născut pe 3 noiembrie 1953).",
         ["71 de ani"]),
        ("en", "30 Nov 2023. Mam was born in 1954, in 69 Mill Lane, flat 70/2.", []),
        ("en", "30 Nov 2023. Mam was born in 1954.\nSeventy people came, 70 of them late.", []),
    ],
)  # fmt: skip
def test_an_age_beside_a_birth_is_what_the_years_between_make_it(
    language: str, text: str, expected: list[str]
) -> None:
    assert ages(language, text) == expected

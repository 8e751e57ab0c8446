"""Letters that announce a postscript look like initials."""

from tests.each import each

from allonym.text.false_initials import find_postscript


@each(
    ("text", "found"),
    [
        ("P.S. Viorica dragă", (0, 5)),
        ("Lojzka\n\nP. S. Pozdravi Ano", (8, 14)),
        ("П.П. Поздрави Ана", (0, 5)),
        ("P. S. / tarkastaja", None),
        ("po P. S. Kovač", None),
        ("P. Sokol", None),
    ],
)
def test_at_the_head_of_a_line_and_before_words(text, found):
    assert find_postscript(text, 0, len(text)) == found

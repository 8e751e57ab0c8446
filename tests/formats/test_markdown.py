"""Markdown: emphasis marks part no name, and nothing else is left out."""

from allonym.formats.plain import MarkdownFormat
from allonym.model.replacement import ReplacementPlan
from allonym.testing import check_format
from tests.each import each

NOTE = """# Letter of **Ann** Nowak

* see _Ann_ and `code`, **[Ann](mailto:a@corp.test)**, 2 * 3
***
"""


def test_the_format_keeps_the_laws():
    check_format(MarkdownFormat(), NOTE.encode())
    assert MarkdownFormat().open(NOTE.encode()).rewrite(ReplacementPlan()) == NOTE.encode()


@each(
    ("source", "read"),
    [
        ("**Ann** Nowak", "Ann Nowak"),
        ("__Ann__ _Nowak_, ~~Eve~~", "Ann Nowak, Eve"),
        ("* Ann\n* Eve", "* Ann\n* Eve"),
        ("snake_case and 2*3", "snake_case and 2*3"),
        ("[Ann](mailto:ann@corp.test)", "[Ann](mailto:ann@corp.test)"),
    ],
)
def test_marks_are_not_read(source, read):
    assert MarkdownFormat().open(source.encode()).view.text == read

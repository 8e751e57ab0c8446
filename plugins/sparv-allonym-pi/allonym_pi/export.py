"""The exporters: pseudonymized text, and XML with a label on every replaced token."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from sparv.api import (
    Annotation,
    Config,
    Export,
    SourceFilename,
    Text,
    exporter,
    get_logger,
)

logger = get_logger(__name__)


@exporter(
    "Pseudonymized text",
    name="text",
    config=[
        Config(
            "allonym_pi.text_filename",
            default="{file}.txt",
            description="Filename pattern of the pseudonymized text.",
            datatype=str,
        )
    ],
)
def text(
    source: Text = Text(),
    token: Annotation = Annotation("<token>"),
    surrogate: Annotation = Annotation("<token>:allonym_pi.surrogate"),
    out: Export = Export("allonym_pi.text/[allonym_pi.text_filename]"),
) -> None:
    """Write the text with every token replaced; what stands between tokens is written as it is.

    Args:
        source: The text of the source file.
        token: Its tokens.
        surrogate: Their replacements.
        out: Where to.
    """
    _write(out, woven(source.read(), list(token.read_spans()), list(surrogate.read())))


@exporter(
    "Pseudonymized XML: sentences and tokens with their labels, nothing else of the source",
    name="xml",
    config=[
        Config(
            "allonym_pi.xml_filename",
            default="{file}.xml",
            description="Filename pattern of the pseudonymized XML.",
            datatype=str,
        )
    ],
)
def xml(
    source_file: SourceFilename = SourceFilename(),
    sentence: Annotation = Annotation("<sentence>"),
    token: Annotation = Annotation("<token>"),
    pi: Annotation = Annotation("<token>:allonym_pi.pi"),
    surrogate: Annotation = Annotation("<token>:allonym_pi.surrogate"),
    out: Export = Export("allonym_pi.xml/[allonym_pi.xml_filename]"),
) -> None:
    """Write sentences and tokens as XML.

    Attributes of the source (an author, a title), lemmas and other annotations would repeat what
    was replaced; none of them is written.

    Args:
        source_file: Name of the source file, for the log.
        sentence: The sentences.
        token: The tokens.
        pi: Their labels.
        surrogate: Their replacements.
        out: Where to.
    """
    rows = list(zip(surrogate.read(), pi.read(), strict=True))
    inside, orphans = sentence.get_children(token)
    _write(out, as_xml([[rows[i] for i in group] for group in _in_order(inside, orphans)]))
    logger.info("Exported: %s", source_file)


def _in_order(inside: list[list[int]], orphans: list[int]) -> list[list[int]]:
    """Return the sentences, and tokens that stand in none as sentences of their own."""
    return sorted([g for g in [*inside, *([o] for o in orphans)] if g], key=lambda g: g[0])


def _write(out: str, content: str) -> None:
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def woven(source: str, spans: list[tuple[int, int]], words: list[str]) -> str:
    """Return a text with its tokens replaced.

    >>> woven("Anna bor här.", [(0, 4), (5, 8), (9, 12), (12, 13)], ["Karin", "bor", "här", "."])
    'Karin bor här.'
    """
    parts, end = [], 0
    for (start, stop), word in zip(spans, words, strict=True):
        parts += source[end:start], word
        end = stop
    return "".join([*parts, source[end:]])


def as_xml(sentences: list[list[tuple[str, str]]]) -> str:
    """Return sentences of (word, label) as XML, ``O`` where a token says nothing of anybody.

    >>> print(as_xml([[("Karin", "firstname_female"), ("bor", "O")]]))
    <?xml version='1.0' encoding='utf-8'?>
    <text>
      <sentence>
        <token pi="firstname_female">Karin</token>
        <token pi="O">bor</token>
      </sentence>
    </text>
    <BLANKLINE>
    """
    root = ET.Element("text")
    for sentence in sentences:
        parent = ET.SubElement(root, "sentence")
        for word, label in sentence:
            ET.SubElement(parent, "token", {"pi": label}).text = word
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{body}\n"

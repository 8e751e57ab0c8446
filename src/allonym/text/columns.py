"""Tagged tokens in the layouts that their publishers use: CoNLL-2003, BTC, WikiGold, UNER.

Sources of the layouts: https://www.clips.uantwerpen.be/conll2003/ner/ (``eng.train``; BTC's
``a.conll`` and ``wikigold.conll.txt`` have two of its columns), https://www.universalner.org.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path

from allonym.errors import CorruptDocument, DocumentError
from allonym.text.iob2 import TaggedSentence, read_iob2, split_tag

SUFFIXES = (".conll", ".conll.txt", ".bio", ".iob", ".train", ".testa", ".testb")
"""Endings of files in columns; ``.txt`` that begins with ``-DOCSTART-`` is one too."""

_START = "-DOCSTART-"
_NEW = "# newdoc id = "
_UNIVERSAL = {"OTH": "MISC", "O": ""}


def read_lines(path: Path) -> list[str]:
    """Return the lines of a file in UTF-8, packed by xz or not, each with its end.

    Raises:
        DocumentError: If it cannot be read.
        CorruptDocument: If it is damaged or in another encoding.
    """
    try:
        data = path.read_bytes()
        text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8-sig")
    except OSError as error:
        raise DocumentError(f"{path.name}: cannot be read ({error.strerror})") from error
    except (lzma.LZMAError, EOFError) as error:
        raise CorruptDocument(f"{path.name}: not a whole xz file; fetch it again") from error
    except UnicodeDecodeError as error:
        raise CorruptDocument(
            f"{path.name}: byte {error.start} is not UTF-8; convert the file first"
        ) from None
    # not str.splitlines: a token may hold U+2028 or U+0085
    return [line + "\n" for line in text.replace("\r\n", "\n").removesuffix("\n").split("\n")]


def read_tagged(name: str, lines: Sequence[str]) -> list[TaggedSentence]:
    """Return the sentences of a file of tagged tokens, whatever its layout.

    Args:
        name: Of the file.
        lines: What stands in it.

    Raises:
        CorruptDocument: If a line lacks its tag or a column, a word is missing, or the tags keep
            to no scheme; the line is named.
    """
    numbered = any(line.startswith("# sent_id") for line in lines)
    if not numbered and not in_columns(name, lines):
        return _checked(list(read_iob2(lines)), iob2=True)
    rewritten = _numbered(lines) if numbered else _columns(lines)
    sentences = list(read_iob2(list(rewritten)))
    return _checked(sentences, iob2=numbered or _begins_with_b(sentences))


def in_columns(name: str, lines: Sequence[str]) -> bool:
    """Tell whether a file is one of columns, by its name or, if that is ``.txt``, its beginning.

    >>> in_columns("eng.testa", []), in_columns("valid.txt", ["-DOCSTART- -X- O O"])
    (True, True)
    """
    begins = bool(lines) and lines[0].startswith(_START)
    return name.endswith(SUFFIXES) or (name.endswith(".txt") and begins)


def _columns(lines: Sequence[str]) -> Iterator[str]:
    r"""Yield lines of token first and tag last as those of IOB2, one for one: numbers stay true.

    >>> list(_columns(["-DOCSTART- -X- O O", "", "Peter NNP I-NP I-PER", ""]))
    ['# doc 1', '', 'Peter\tI-PER', '']
    """
    document = wanted = 0
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        columns = line.split("\t") if "\t" in line else line.split()
        if line.startswith(_START):
            document += 1
            yield f"# doc {document}"
        elif not line.strip():
            yield ""
        elif len(columns) < 2:
            raise CorruptDocument(f"line {number}: no tag; write token and tag in columns")
        elif wanted and len(columns) != wanted:
            raise CorruptDocument(
                f"line {number}: {len(columns)} columns where the lines before have {wanted}; "
                "write as many on every line"
            )
        else:
            wanted, document = len(columns), document or 1
            yield f"{columns[0]}\t{columns[-1]}"


def _numbered(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines of UNER, which begin with the number of the word, as those of IOB2."""
    last = 0
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        columns = line.split("\t")
        if line.startswith("# ") or not line.strip():
            last = 0
            yield f"# doc {line.removeprefix(_NEW)}" if line.startswith(_NEW) else ""
        elif len(columns) < 3 or not columns[0].isdigit():
            raise CorruptDocument(f"line {number}: no tag; write number, word and tag, with tabs")
        elif int(columns[0]) != last + 1:
            raise CorruptDocument(
                f"line {number}: word {columns[0]} follows word {last}; a word is missing or twice"
            )
        else:
            last += 1
            yield f"{columns[1]}\t{_universal(columns[2])}"


def _universal(tag: str) -> str:
    """Return a tag of UNER as ours: ``OTH`` is called otherwise, ``B-O`` is a slip for ``O``."""
    prefix, hyphen, label = tag.partition("-")
    if not hyphen:
        return tag
    renamed = _UNIVERSAL.get(label, label)
    return f"{prefix}-{renamed}" if renamed else "O"


def _continues(tags: Sequence[str], index: int) -> bool:
    label = split_tag(tags[index])[1]
    return index > 0 and split_tag(tags[index - 1])[1] == label


def _begins_with_b(sentences: Sequence[TaggedSentence]) -> bool:
    """Tell IOB2 from IOB1, which writes ``B-`` only between two neighbours of one type."""
    return any(
        tag.startswith("B-") and not _continues(sentence.tags, index)
        for sentence in sentences
        for index, tag in enumerate(sentence.tags)
    )


def _checked(sentences: list[TaggedSentence], *, iob2: bool) -> list[TaggedSentence]:
    for sentence in sentences if iob2 else ():
        for index, tag in enumerate(sentence.tags):
            if tag.startswith("I-") and not _continues(sentence.tags, index):
                raise CorruptDocument(
                    f"line {sentence.line + index}: an I- tag that continues nothing; "
                    "a mention begins with B-"
                )
    return sentences

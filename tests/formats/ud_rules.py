"""The rules of Universal Dependencies for the columns that are rewritten, written down anew.

After https://universaldependencies.org/contributing/validation.html, levels 1 and 2: numbers,
ranges, cells, and the text that the words spell.
"""

import re

ID = re.compile(r"(\d+)(?:([-.])(\d+))?")
MAY_HOLD_SPACES = {1, 2, 9}


def check(text):
    """Yield what is wrong with a CoNLL-U file, each with its sentence."""
    if not text.endswith("\n\n"):
        yield "the file does not end with an empty line"
    for number, block in enumerate(text.rstrip("\n").split("\n\n"), start=1):
        lines = block.split("\n")
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
        comments = [line for line in lines if line.startswith("#")]
        for complaint in (*cells(rows), *numbers(rows), *spelling(comments, rows)):
            yield f"sentence {number}: {complaint}"
        if sum(c.startswith("# sent_id = ") for c in comments) != 1:
            yield f"sentence {number}: not one sent_id"


def cells(rows):
    for row in rows:
        if len(row) != 10:
            yield f"{len(row)} columns"
            continue
        for index, cell in enumerate(row):
            if not cell:
                yield f"column {index + 1} of token {row[0]} is empty"
            if cell != cell.strip():
                yield f"column {index + 1} of token {row[0]} has white space at its edge"
            if any(map(str.isspace, cell)) and index not in MAY_HOLD_SPACES:
                yield f"column {index + 1} of token {row[0]} holds white space"
        if any(not part for part in row[9].split("|")):
            yield f"an empty value in MISC of token {row[0]}"


def numbers(rows):
    word, within = 0, 0
    for row in rows:
        first, mark, last = ID.fullmatch(row[0]).groups()
        if mark == ".":
            if int(first) != word:
                yield f"empty node {row[0]} out of place"
        elif int(first) != word + 1:
            yield f"token {row[0]} out of place"
        elif mark == "-":
            within = int(last)
        else:
            word += 1
    if within > word:
        yield "a range over missing words"


def spelling(comments, rows):
    text = [c.removeprefix("# text = ") for c in comments if c.startswith("# text = ")]
    if len(text) != 1:
        yield "not one text"
        return
    spelt, within = "", 0
    for row in rows:
        first, mark, last = ID.fullmatch(row[0]).groups()
        if mark == "." or (not mark and int(first) <= within):
            continue
        within = int(last) if mark == "-" else within
        spelt += row[1] + ("" if "SpaceAfter=No" in row[9].split("|") else " ")
    if spelt.strip() != text[0].strip():
        yield "the text is not what the words spell"

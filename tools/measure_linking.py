"""How well people are linked where they are marked, by language; and refusals and repairs.

    python tools/measure_linking.py PART [PART ...]           # B³ on data/documents/*/PART.txt
    python tools/measure_linking.py --draws 10 PART [PART ...]
    python tools/measure_linking.py --forms PART [PART ...]

The first prints B³ over people named twice or more, the marks given.  The second runs every
document under so many draws and counts those that are refused, and the mentions that only the leak
check found.  The third runs every document from end to end and counts the names of which nothing is
left where they stood, and of those named twice or more the ones that are taken for whom they are.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from allonym import Pipeline
from allonym.errors import LeakError
from allonym.evaluate.linking import b_cubed
from allonym.evaluate.metrics import Counts
from allonym.languages.pack import available, load_pack
from allonym.link.linker import NameLinker
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.text.markup import MarkedMention, parse_marks

DOCUMENTS = Path(__file__).parents[1] / "data/documents"
_HEAD = re.compile(r"(?m)^=== .*\n")


def documents(code: str, parts: Sequence[str]) -> Iterator[tuple[str, Sequence[MarkedMention]]]:
    """Yield the text and the marks of each document of a language."""
    for part in parts:
        path = DOCUMENTS / code / f"{part}.txt"
        blocks = _HEAD.split(path.read_text("utf-8"))[1:] if path.exists() else []
        yield from map(parse_marks, blocks)


def linking(code: str, parts: Sequence[str]) -> tuple[Counts, int]:
    """Return B³ over people named twice or more, and how many mentions that is."""
    pack = load_pack(code)
    linker = NameLinker.load(pack, load_morphology(pack))
    score, count = Counts(), 0
    for text, marks in documents(code, parts):
        view = TextView.of(text, language=code)
        mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
        entities = linker.link(view, mentions)
        found = {m.span: e.id for e in entities for m in e.mentions}
        gold = {m.span: m.entity or str(m.span) for m in marks if m.type.startswith("person")}
        often = Counter(gold.values())
        only = [span for span, entity in gold.items() if often[entity] > 1]
        score += b_cubed(gold, {span: found[span] for span in gold}, only)
        count += len(only)
    return score, count


def refusals(code: str, parts: Sequence[str], draws: int) -> Counter[str]:
    """Return runs, refused runs, mentions, and those that the leak check alone found."""
    counts: Counter[str] = Counter()
    for number in range(draws):
        pipeline = Pipeline.load(language=code, secret=f"draw {number} of the measure".encode())
        for text, _ in documents(code, parts):
            counts["runs"] += 1
            try:
                result = pipeline.run(text)
            except LeakError:
                counts["refused"] += 1
                continue
            mentions = [m for e in result.entities for m in e.mentions]
            repaired = [all(x.detector == "verify" for x in m.evidence) for m in mentions]
            counts.update(mentions=len(mentions), repaired=sum(repaired))
    return counts


def forms(code: str, parts: Sequence[str]) -> Counter[str]:
    """Return how many names are marked, hidden whole, named again, and linked rightly."""
    counts: Counter[str] = Counter()
    pipeline = Pipeline.load(language=code, secret=b"a secret of the measure of forms")
    for text, marks in documents(code, parts):
        result = pipeline.run(text)
        own = [r for r in result.plan if not r.context]
        at = {n: r.entity for r in own for n in range(r.span.start, r.span.end)}
        people = [m for m in marks if m.type.startswith("person")]
        often = Counter(m.entity for m in people)
        taken: dict[str, Counter[str]] = {}
        for mark in people:
            letters = [n for n in range(mark.span.start, mark.span.end) if text[n].isalnum()]
            hidden = all(n in at for n in letters)
            counts.update(marks=1, hidden=hidden)
            if hidden and often[mark.entity] > 1:
                taken.setdefault(mark.entity, Counter())[at[letters[0]]] += 1
        counts["again"] += sum(sum(c.values()) for c in taken.values())
        counts["linked"] += sum(max(c.values()) for c in taken.values())
    return counts


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def _print_forms(name: str, c: Counter[str]) -> None:
    hidden, linked = _share(c["hidden"], c["marks"]), _share(c["linked"], c["again"])
    sys.stdout.write(f"| {name} | {c['marks']} | {hidden} | {c['again']} | {linked} |\n")
    sys.stdout.flush()


def main() -> None:
    """Print what the arguments ask for, a line a language."""
    words = sys.argv[1:]
    if words[:1] == ["--forms"]:
        total: Counter[str] = Counter()
        for code in available():
            found = forms(code, words[1:])
            total += found
            _print_forms(load_pack(code).name, found)
        _print_forms("all", total)
        return
    draws = int(words[1]) if words[:1] == ["--draws"] else 0
    parts = words[2 if draws else 0 :]
    if draws:
        total = Counter()
        for code in available():
            found = refusals(code, parts, draws)
            total += found
            sys.stdout.write(f"{code} {dict(found)}\n")
            sys.stdout.flush()
        sys.stdout.write(f"all {dict(total)}\n")
        return
    whole = Counts()
    for code in available():
        score, count = linking(code, parts)
        whole += score
        p, r, f = (100 * (x or 0.0) for x in (score.precision, score.recall, score.f()))
        sys.stdout.write(f"| {load_pack(code).name} | {count} | {p:.1f} | {r:.1f} | {f:.1f} |\n")
    sys.stdout.write(f"| all |  |  |  | {100 * (whole.f() or 0.0):.1f} |\n")


if __name__ == "__main__":
    main()

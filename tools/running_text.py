"""Try Allonym on real running text: ``running_text.py DATA show|time LANG [WORDS] [SEED]``.

``DATA`` holds the treebanks, ``ud/<lang>_*.conllu*.xz``; their sentences are text that nobody wrote
for this project (news, web, parliament, fiction, messages).

``show``   prints five passages of about ``WORDS`` words (120), each result before its original, so
           that it is read first as a stranger would (decision 125).  A seed whose passages somebody
           has mended causes from is spent: take another.
``time``   prints words a second of processor time on ``WORDS`` words in one text (10,000), by a
           pipeline that has seen two sentences; what is compiled and read at first sight counts.
"""

from __future__ import annotations

import argparse
import lzma
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from allonym import Pipeline

PASSAGES = 5
SECRET = b"running text is a probe"


def documents(data: Path, language: str) -> list[list[str]]:
    """Return the documents of a language, each a list of sentences as they are printed."""
    found: list[list[str]] = []
    for path in sorted((data / "ud").glob(f"{language}_*.conllu*.xz")):
        found.append([])
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("# newdoc"):
                    found.append([])
                elif line.startswith("# text = "):
                    found[-1].append(line.removeprefix("# text = ").strip())
    return [document for document in found if document]


def passage(documents: Sequence[Sequence[str]], words: int, rng: random.Random) -> str:
    """Return sentences in a row from anywhere in the documents, about ``words`` words of them."""
    document = rng.choices(documents, weights=[len(one) for one in documents])[0]
    taken: list[str] = []
    for sentence in document[rng.randrange(len(document)) :]:
        taken.append(sentence)
        if sum(len(one.split()) for one in taken) >= words:
            break
    return " ".join(taken)


def shown(pipeline: Pipeline, texts: Sequence[str]) -> Iterator[str]:
    """Yield each text's result, then the text."""
    for text in texts:
        yield f"=== result\n{pipeline.run(text).text}\n--- original\n{text}\n"


def timed(pipeline: Pipeline, sentences: Sequence[str], words: int) -> float:
    """Return how many words a second of processor time are treated in a text of ``words`` words."""
    for sentence in sentences[-2:]:
        pipeline.run(sentence)
    text = " ".join(" ".join(sentences).split()[:words])
    began = time.process_time()
    pipeline.run(text)
    return len(text.split()) / (time.process_time() - began)


def main() -> None:
    """Read the arguments and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("what", choices=("show", "time"))
    parser.add_argument("language")
    parser.add_argument("words", type=int, nargs="?")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    asked = parser.parse_args()
    found = documents(asked.data, asked.language)
    pipeline = Pipeline.load(language=asked.language, secret=SECRET)
    if asked.what == "time":
        sentences = [sentence for document in found for sentence in document]
        print(asked.language, round(timed(pipeline, sentences, asked.words or 10_000)))
        return
    rng = random.Random(asked.seed)
    texts = [passage(found, asked.words or 120, rng) for _ in range(PASSAGES)]
    print(*shown(pipeline, texts), sep="\n")


if __name__ == "__main__":
    main()

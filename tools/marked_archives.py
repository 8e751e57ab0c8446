"""Archives whose documents each hold a mark of their own, to see that each comes back once."""

from __future__ import annotations

import io
import json
import random
import zipfile
from dataclasses import dataclass, field

NAMES = ("Janem Kowalskim", "Anną Nowak", "Piotrem Zielińskim", "Marią Wójcik", "Adamem Mazurem")


@dataclass
class Faults:
    """What did not come back as it should."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def archive(
    label: str, chance: random.Random, most: int
) -> tuple[dict[str, str], list[str], bytes]:
    """Return good documents with a mark each, names of bad ones, and the archive of both."""
    good, bad = {}, []
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for number in range(chance.randint(1, most)):
            mark = f"znak {label}d{number} koniec"
            text = f"Spotkałem się z {_name_in(number)}, {mark}. " + "Było ciepło. " * (
                chance.choice((5, 50, 400))
            )
            kind = chance.choice(("txt", "txt", "html", "json"))
            name = f"teczka/{number}.{kind}"
            body = {"txt": text, "html": f"<p>{text}</p>", "json": json.dumps({"text": text})}
            made.writestr(name, body[kind])
            good[name] = mark
        if chance.random() < 0.3:
            made.writestr("zły.jsonl", '{"text":')
            bad.append("zły.jsonl")
    return good, bad, stream.getvalue()


def check(label: str, result: bytes, good: dict[str, str], bad: list[str], faults: Faults) -> None:
    """Look whether each document came out once, and without the names."""
    if result == b"gone":
        return
    with zipfile.ZipFile(io.BytesIO(result)) as archive_:
        names = [n for n in archive_.namelist() if not n.startswith("allonym-reports/")]
        texts = {name: archive_.read(name).decode() for name in names}
        index = json.loads(archive_.read("allonym-reports/index.json"))
    everything = "\n".join(texts.values())
    for name, mark in good.items():
        times = everything.count(mark)
        if names.count(name) == 0 or times == 0:
            faults.lost.append(f"{label}/{name}")
        if names.count(name) > 1 or times > 1:
            faults.doubled.append(f"{label}/{name}")
    failed = [row for row in index if row["state"] == "failed"]
    # names of failed documents stay out: nobody has looked for people in them
    if len(failed) != len(bad) or any("name" in row for row in failed) or set(names) - set(good):
        faults.wrong.append(f"{label}: failed {failed}")
    if any(part in texts[name] for name in texts for part in _own(name).split()):
        faults.wrong.append(f"{label}: a name is left")


def _name_in(number: int) -> str:
    return NAMES[number % len(NAMES)]


def _own(name: str) -> str:
    """Return who is in a document of this name; common names stand for others elsewhere."""
    return _name_in(int(name.partition("/")[2].partition(".")[0]))

"""A thousand messages in ten languages go through the proxy, and no original ever leaves."""

import json
import re
import tomllib
import unicodedata
from pathlib import Path

import httpx
import pytest

pytestmark = pytest.mark.model

CANARIES = tomllib.loads((Path(__file__).parent / "canaries.toml").read_text("utf-8"))


def messages(code):
    """Yield a hundred messages of a language, each with what must not leave."""
    table = CANARIES[code]
    for at, name in enumerate(table["names"]):
        for number, pattern in enumerate(table["messages"]):
            digits = f"{(at * 37 + number * 11) % 89 + 10}{at}{number}{(at + number) % 10}4821"
            phone = re.sub(
                r"\{([def])(\d)\}",
                lambda m, d=digits: d["def".index(m[1]) :][: int(m[2])],
                table["phone"],
            )
            mail = f"{plain(name).replace(' ', '.')}@{'gmail.com'}"
            said = pattern.format(n=name, p=phone, e=mail)
            secrets = [*name.split()]
            secrets += [phone] if "{p}" in pattern else []
            secrets += [mail, mail.split("@", maxsplit=1)[0]] if "{e}" in pattern else []
            yield said, secrets


def plain(name):
    """Return a name as mail addresses have it."""
    latin = str.maketrans(
        dict(zip("абвгдезийклмнопрстуфхц", "abvgdeziiklmnoprstufhc", strict=True))
    )
    latin |= {ord("ж"): "zh", ord("ч"): "ch", ord("ш"): "sh", ord("ъ"): "a", ord("ю"): "yu",
              ord("я"): "ya", ord("щ"): "sht", ord("ь"): "y", ord("ł"): "l"}  # fmt: skip
    letters = unicodedata.normalize("NFD", name.lower().translate(latin))
    return "".join(c for c in letters if not unicodedata.combining(c))


def asked(client, proxy, said, *, stream):
    body = {"model": "echo", "stream": stream, "messages": [{"role": "user", "content": said}]}
    answer = client.post(f"{proxy.url}/v1/chat/completions", json=body)
    assert answer.status_code == 200, answer.text
    if not stream:
        return answer.json()["choices"][0]["message"]["content"]
    events = [line[6:] for line in answer.text.splitlines() if line.startswith("data: {")]
    deltas = [json.loads(event)["choices"][0]["delta"] for event in events]
    return "".join(delta.get("content") or "" for delta in deltas)


def left(seen, secrets):
    """Return which originals a request holds, as words of their own."""
    return [s for s in secrets if re.search(rf"(?<!\w){re.escape(s)}(?!\w)", seen, re.IGNORECASE)]


def send_all(proxy, upstream, chosen):
    lost, unrestored = [], []
    with httpx.Client(verify=False, timeout=60) as client:
        for number, (said, secrets) in enumerate(chosen):
            upstream.seen.clear()
            back = asked(client, proxy, said, stream=number % 2 == 0)
            (seen,) = upstream.seen
            if left(seen, secrets):
                lost.append((said, left(seen, secrets)))
            if back != said:
                unrestored.append((said, back))
    return lost, unrestored


@pytest.mark.slow
def test_no_original_leaves(proxy, upstream):
    lost, unrestored = send_all(proxy, upstream, list(messages("pl"))[::9])
    assert lost == []
    assert unrestored == []


@pytest.mark.slow
@pytest.mark.parametrize("code", CANARIES)
def test_no_original_leaves_among_a_thousand_messages(proxy, upstream, code):
    chosen = list(messages(code))
    assert len(chosen) == 100
    lost, unrestored = send_all(proxy, upstream, chosen)
    assert lost == []
    assert unrestored == []

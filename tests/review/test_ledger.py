"""Exports under a ledger are recorded as a run is; checks and previews are not."""

import json

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("cryptography")

from allonym.ledger import admin
from allonym.ledger.keys import Key
from allonym.reveal import Asked
from allonym.review import work
from allonym.review.shelf import Shelf, new_meta
from allonym.warm import Wanted, WarmPipelines, pipelines, set_up
from tests.ledger.conftest import Made, make_keys
from tests.review.test_desk import decide, shown

TEXT = "Zeznawał Jan Kowalski.\r\nJana Kowalskiego zna Anna Zielińska.\r\n"
DATA = TEXT.encode("cp1250")

pytestmark = pytest.mark.slow


@pytest.fixture
def reviewed(tmp_path, monkeypatch):
    """Return a ledger, and the order of a recognised document whose profile keeps it."""
    own = admin.Keys(*(Key(k.kind, k.secret.hex().encode()) for k in make_keys().all))
    monkeypatch.setenv("REVIEW_DRAW", own.draw.secret.decode())
    url = str(tmp_path / "ledger.db")
    admin.init(url, own)
    profile = tmp_path / "p.toml"
    profile.write_text(
        'schema = 1\nextends = "default"\n[detect]\ndetectors = ["gazetteer", "patterns"]\n'
        f'[consistency]\nscope = "ledger"\nsecret = "env:REVIEW_DRAW"\nledger = "{url}"\n'
    )
    set_up(WarmPipelines({"own": str(profile)}))
    own_shelf = Shelf(tmp_path / "review")
    meta = own_shelf.add(DATA, new_meta("list.txt", "anna", language="pl", profile="own"))
    order = own_shelf.folder(meta.id)
    assert work.recognise_document(order).counts[0] >= 3
    yield Made(url, own), order, own_shelf
    set_up(WarmPipelines())


def counted(ledger):
    found = admin.stats(ledger.store(), ledger.keys.draw)
    return found["pairs"], found["documents"]


def test_only_what_is_handed_out_is_recorded_and_once(reviewed):
    ledger, order, _ = reviewed
    work.check_document(order)
    _, shown = work.preview_document(order, "result")
    assert counted(ledger) == (0, 0)
    made = [work.export_document(order, work.Wrapped(force=True)).data for _ in range(2)]
    assert made[0] == made[1] != DATA
    assert made[0].decode("cp1250").splitlines()[0] in shown.decode()
    assert counted(ledger)[1] == 1
    restored = ledger.revealer().file(made[0], "list.txt", Asked("a test"))
    assert (restored.data, restored.is_exact) == (DATA, True)


def test_a_person_is_called_as_in_every_other_document(reviewed):
    ledger, order, _ = reviewed
    name = ledger.pipeline().run("Przyszła Anna Zielińska.").text.removeprefix("Przyszła ")
    made = work.export_document(order, work.Wrapped(force=True)).data.decode("cp1250")
    assert name in made


def test_what_the_reviewer_chose_is_restored_too(reviewed):
    ledger, order, own_shelf = reviewed
    folder = order
    pipeline = pipelines().get(Wanted("pl", "own", None)).tentative()
    desk = work.desk_of(folder, pipeline)
    _, mentions = shown(desk)
    entity = next(m["entity"] for text, m in mentions.items() if text.startswith("Ann"))
    decide(desk, action="rename", entity=entity, surrogate="Ewa Brzoza")
    own_shelf.append(folder.name, desk.entries)
    made = work.export_document(order, work.Wrapped(force=True)).data
    assert b"Ewa Brzoza" in made
    assert ledger.revealer().file(made, "list.txt", Asked("a test")).data == DATA


def test_what_is_only_annotated_is_not_recorded(reviewed):
    pytest.importorskip("fastapi")
    from allonym.server.text_work import Served, annotate, pseudonymize

    ledger, _, _ = reviewed
    body = json.dumps({"text": TEXT, "language": "pl", "profile": "own"}).encode()
    served = Served()
    assert b"Kowalski" in annotate(body, served)
    assert counted(ledger) == (0, 0)
    assert b"Kowalsk" not in pseudonymize(body, served)
    assert counted(ledger)[1] == 1

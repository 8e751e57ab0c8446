"""Exports under a ledger are recorded as a run is; checks and previews are not."""

import pytest

from allonym.ledger import admin
from allonym.profile import choose_profile
from allonym.reveal import Asked
from allonym.review import shelf, work
from allonym.review.recognition import recognise
from allonym.warm import WarmPipelines, set_up
from tests.ledger.conftest import new_ledger

TEXT = "Zeznawał Jan Kowalski.\r\nJana Kowalskiego zna Anna Zielińska.\r\n"


@pytest.fixture
def reviewed(tmp_path, monkeypatch):
    """Return a ledger and the order of a recognised document under its profile."""
    ledger = new_ledger(str(tmp_path / "ledger.db"))
    (tmp_path / "draw.key").write_bytes(ledger.keys.draw.secret)
    (tmp_path / "p.toml").write_text(
        f'schema = 1\nextends = "default"\n[consistency]\nscope = "ledger"\n'
        f'secret = "file:{tmp_path / "draw.key"}"\nledger = "{ledger.url}"\n'
    )
    pipelines = WarmPipelines({"own": str(tmp_path / "p.toml")})
    set_up(pipelines)
    yield ledger, made_order(tmp_path)
    set_up(WarmPipelines())

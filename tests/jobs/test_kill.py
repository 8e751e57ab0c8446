"""Workers, servers and both are killed at random while tasks run; nothing is lost or doubled.

This is the short form; `python tools/kill_jobs.py --minutes 30` is the long one.
"""

import pytest
from tools.kill_jobs import Plan, torment

pytestmark = [pytest.mark.slow, pytest.mark.model]


@pytest.mark.parametrize("seed", [1])
def test_kills_lose_and_double_nothing(seed, tmp_path):
    plan = Plan(25, seed, pause=(2.0, 7.0), kinds=("worker", "server", "both"))
    figures = torment(plan)
    assert figures.is_good(), figures.as_text()
    assert sum(figures.kills.values()) >= 2
    assert figures.tasks >= 2


def test_servers_that_share_a_postgres_survive_kills(postgres):
    plan = Plan(20, 2, postgres, servers=2, workers=1, clients=2, pause=(2.0, 8.0), texts=False)
    figures = torment(plan)
    assert figures.is_good(), figures.as_text()
    assert sum(figures.kills.values()) >= 1
    assert figures.tasks >= 2

"""Databases for the tests of tasks: SQLite, and a PostgreSQL server of their own."""

import pytest
from tools.temporary_postgres import programs, temporary_postgres


@pytest.fixture(scope="session")
def postgres():
    """Yield the URL of an empty database."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with temporary_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request):
    """Yield the setting `database` for each kind."""
    return "" if request.param == "sqlite" else request.getfixturevalue("postgres")

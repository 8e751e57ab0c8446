"""What a release says of itself is what it holds."""

from pathlib import Path

import pytest
from tools.write_notice import notice, rows

from allonym.languages.pack import available, load_pack
from tests.each import each

pytestmark = pytest.mark.model

ROOT = Path(__file__).parents[1]


def test_the_notice_names_every_source():
    assert (ROOT / "NOTICE").read_text("utf-8") == notice(), "python tools/write_notice.py"


@each("code", available())
def test_every_source_has_its_licence(code):
    listed = rows(load_pack(code).path("CARD.md").read_text("utf-8"))
    assert len(listed) > 3
    assert all(all(row) for row in listed)


def test_every_library_of_an_extra_is_pinned():
    import re
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    pinned = {
        line.split("==")[0].lower() for line in (ROOT / "constraints.txt").read_text().split()
    }
    wanted = [*extras["mcp"], *extras["docs"], *extras["tables"]]
    names = {re.match(r"[\w.-]+", line)[0].lower() for line in wanted}
    assert names <= pinned

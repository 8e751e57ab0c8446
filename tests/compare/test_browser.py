"""The page in a real browser: filter, search, who is who, three widths, no network."""

import shutil

import pytest
from tests.compare.test_compare import TEXT, result_of

from allonym.compare.page import page_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
]


@pytest.fixture(scope="module")
def browser():
    from tests.ui.conftest import FLAGS

    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser, tmp_path):
    made = result_of(TEXT, (0, 7, "Eve Ray"), (TEXT.rindex("Ann"), TEXT.rindex("Ann") + 3, "Eve"))
    (tmp_path / "r.html").write_bytes(page_of([("letter.txt", made)]))
    opened = browser.new_page()
    opened.faults = []
    opened.on("console", lambda said: opened.faults.append(said.text))
    opened.on("pageerror", lambda error: opened.faults.append(str(error)))
    opened.on("request", lambda r: r.url.startswith("file:") or opened.faults.append(r.url))
    opened.goto((tmp_path / "r.html").as_uri())
    yield opened
    assert opened.faults == []
    opened.close()


def lines(page):
    return page.locator(".row[data-kinds]:visible").count()


def test_lines_are_filtered_and_searched(page):
    assert lines(page) == 2
    page.get_by_label("only lines with finds").uncheck()
    assert lines(page) == 5
    page.get_by_label("Search").fill("leeds")
    assert lines(page) == 1
    page.get_by_label("Search").fill("")
    page.get_by_label("only lines with finds").check()
    page.locator(".kind input[value=other]").uncheck()
    assert lines(page) == 0


def test_documents_without_what_is_sought_go_away(page):
    page.get_by_label("Search").fill("nowhere")
    assert page.locator("main section:visible").count() == 0
    page.get_by_label("Search").fill("")
    page.get_by_label("only doubts").check()
    assert lines(page) == 0


def test_a_click_shows_where_else_somebody_stands(page):
    page.locator(".after mark").first.click()
    assert page.locator("mark.same").count() == 4


@pytest.mark.parametrize("width", [360, 900, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_runs_out_of_the_window(page, width, scheme):
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_role("alert").is_visible()

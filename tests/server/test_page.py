"""The page with two panes in a real browser: by keyboard, and without a word in its console."""

import shutil

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.model]

TEXT = "Spotkałem się z Janem Kowalskim."


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("needs chromium")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser, server):
    opened = browser.new_page()
    said = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.goto(server.url)
    opened.locator("#profile option").nth(1).wait_for(state="attached")
    yield opened
    assert said == []
    opened.close()


def test_a_text_is_replaced_by_keyboard(page):
    page.keyboard.type(TEXT)
    page.keyboard.press("Control+Enter")
    page.get_by_text("Done in").wait_for()
    result = page.input_value("#result")
    assert result.startswith(("Spotkałem się z ", "Spotkałem się ze "))  # as the drawn name needs
    assert "Kowalski" not in result
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.id") == "copy"


def test_language_and_method_are_chosen(page):
    page.select_option("#language", "sk")
    page.select_option("#method", "tag")
    page.fill("#original", "Jana Nováková býva v Nitre.")
    page.click("#run")
    page.get_by_text("Done in").wait_for()
    assert page.input_value("#result") == "[OSOBA] býva v [MIESTO]."


def test_the_description_shows_every_route(page, server):
    page.goto(f"{server.url}/docs")
    page.get_by_role("heading", name="POST /anonymize").wait_for()
    assert page.locator("h2").count() >= 7
    assert page.locator("pre").first.inner_text().startswith("curl -X POST http://127.0.0.1:")

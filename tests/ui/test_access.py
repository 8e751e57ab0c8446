"""The page by keyboard alone, by what assistive programs read, and in every language and light."""

from pathlib import Path

import pytest

from tests.ui import steps

pytestmark = pytest.mark.slow
AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
TEXT = "Mary Smith of 4 High Street, Leeds met John Brown. Later Mary Smith wrote to him."


def _violations(page):
    """What axe-core finds wrong; the document's own layout is its author's, not ours."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci in ui/")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({ exclude: [['.desk']] })")
    return [
        (v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found["violations"]
    ]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_assistive_programs(page, server, scheme):
    page.emulate_media(color_scheme=scheme)
    steps.open_list(page, server)
    assert _violations(page) == []
    steps.paste(page, server, TEXT)
    steps.go_to(page, "Mary Smith")
    page.get_by_text("at 1 more place too").wait_for()
    assert _violations(page) == []
    for key in ("e", "m", "?", "Control+s"):
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        assert _violations(page) == [], key
        page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.get_by_text("Mark “").wait_for()
    assert _violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Side by side").click()
    page.locator("[aria-label='Text, pseudonymized'] [data-mention]").first.wait_for(
        state="attached"
    )
    assert _violations(page) == []


def test_everything_by_keyboard_alone(page, server, tmp_path):
    steps.open_list(page, server)
    _tab_to(page, "textarea")
    page.keyboard.insert_text(TEXT)
    _tab_to(page, "button.primary")
    page.keyboard.press("Enter")
    steps.wait_for_text(page)
    steps.go_to(page, "John Brown")
    assert page.evaluate("document.activeElement.matches('[data-mention]')")
    page.keyboard.press("Enter")
    page.keyboard.press("w")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("9")
    steps.wait_until_saved(page)
    assert any(m["status"] == "added" for m in steps.document_of(page, server)["mentions"])
    page.keyboard.press("Control+z")
    steps.wait_until_saved(page)
    page.keyboard.press("v")
    page.locator("[aria-label='Text, pseudonymized'] [data-mention]").first.wait_for(
        state="attached"
    )
    page.keyboard.press("Control+s")
    page.get_by_role("dialog").get_by_text("No original was found").wait_for()
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    waiting.value.save_as(tmp_path / "twin.txt")
    assert "Mary Smith" not in (tmp_path / "twin.txt").read_text()


def _tab_to(page, selector, limit=40):
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"cannot be reached with Tab: {selector}")


def test_what_happens_is_announced_and_the_table_is_a_table(page, server):
    steps.paste(page, server, TEXT)
    steps.go_to(page, "John Brown")
    live = page.locator("[aria-live='polite']")
    assert "Person: John Brown" in live.inner_text()
    page.keyboard.press("x")
    assert "Taken back: John Brown" in live.inner_text()
    page.get_by_role("tab", name="All data").click()
    table = page.get_by_role("table")
    assert table.get_by_role("columnheader").count() == 3
    table.get_by_role("button", name="Show places of Mary Smith").click()
    assert table.get_by_role("row").filter(has_text="Later").count() == 1


def test_keys_rest_while_one_types_and_can_be_changed(page, server):
    steps.paste(page, server, TEXT)
    steps.go_to(page, "John Brown")
    page.get_by_label("Find in the text").click()
    page.keyboard.type("x1n")
    assert steps.document_of(page, server)["version"] == 0
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("button", name="next place: n").click()
    page.keyboard.press("j")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert steps.surface(page) == "Mary Smith"
    page.reload()
    steps.wait_for_text(page)
    page.keyboard.press("j")
    assert steps.surface(page)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("sl", "Nov dokument"), ("hr", "Novi dokument"), ("bg", "Нов документ"),
        ("ro", "Document nou"), ("sk", "Nový dokument"), ("pl", "Nowy dokument"),
        ("hu", "Új dokumentum"), ("fi", "Uusi asiakirja"), ("sv", "Nytt dokument"),
        ("en", "New document"),
    ],
)  # fmt: skip
def test_the_page_speaks_the_browsers_language(browser, server, code, said):
    context = browser.new_context(locale=code)
    page = context.new_page()
    steps.open_list(page, server)
    page.get_by_role("heading", name=said).wait_for()
    assert page.evaluate("document.documentElement.lang") == code
    context.close()


def test_nothing_comes_from_elsewhere_and_nothing_is_inline(page, server):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    steps.upload(page, server, steps.CONTRACT, "pl")
    assert asked
    assert all(url.startswith((server.url, "blob:", "data:")) for url in asked)
    assert page.evaluate("document.querySelectorAll('style, [style*=expression]').length") == 0
    policy = page.request.get(f"{server.url}/review/").headers["content-security-policy"]
    assert "unsafe" not in policy

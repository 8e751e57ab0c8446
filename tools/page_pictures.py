"""Take the pictures of the review page that the documentation shows.

A real server, a real browser, the example contract: ``python tools/page_pictures.py`` writes
``docs/pictures/review-*.png``.  Needs the extra ``test``, Chromium and the built page.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.server.live import Server  # noqa: E402
from tests.ui import steps  # noqa: E402
from tests.ui.conftest import FLAGS  # noqa: E402

PICTURES = ROOT / "docs/pictures"
SIZE = {"width": 1280, "height": 800}


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(900)
    target = PICTURES / f"review-{name}.png"
    page.screenshot(path=target)
    picture = Image.open(target).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    picture.save(target, optimize=True)
    print(f"{target.relative_to(ROOT)}  {target.stat().st_size // 1024} KiB")


def walk(page: Page, server: Server) -> None:
    steps.open_list(page, server)
    page.get_by_text("More choices").click()
    page.get_by_role("checkbox").first.wait_for()
    page.get_by_role("button", name="As Finnish courts do").click()
    take(page, "choices")
    steps.open_list(page, server)
    page.set_input_files("#al-file", steps.CONTRACT)
    page.get_by_label("Language of the document").select_option("pl")
    take(page, "start")
    page.get_by_role("button", name="Find personal data").click()
    steps.wait_for_text(page)
    steps.go_to(page, "Zielińska")
    take(page, "text")
    page.keyboard.press("e")
    field = page.get_by_label("Pseudonym in its base form")
    field.fill("Maria Wilk")
    page.get_by_text("Marią Wilk").first.wait_for()
    take(page, "pseudonym")
    field.press("Enter")
    steps.wait_until_saved(page)
    page.get_by_role("button", name="Side by side").click()
    page.locator("[aria-label='Text, pseudonymized'] [data-mention]").first.wait_for(
        state="attached"
    )
    take(page, "both")
    page.get_by_role("button", name="Original", exact=True).click()
    steps.wait_for_text(page)
    steps.select_words(page, "czynsz")
    take(page, "mark")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+s")
    page.locator(".clean").wait_for()
    take(page, "export")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    take(page, "keys")
    page.keyboard.press("Escape")
    page.emulate_media(color_scheme="dark")
    take(page, "dark")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        server = Server(folder, "--workers", "1", ALLONYM_SERVER_GRACE="1").wait_until_ready()
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport=SIZE, locale="en-GB")
        try:
            walk(page, server)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()

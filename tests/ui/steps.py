"""What a person does on the review page, in words."""

import json
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "examples/default/contract.pl.docx"
LETTER = ROOT / "examples/default/letter.en.txt"
NAMES = ["Zieliń", "Wróblewski", "Krakow", "Tarnow", "84031209482", "poczta.test"]
"""Parts of names in the contract that its twin must not hold."""


def open_list(page, server):
    page.goto(f"{server.url}/review/")
    page.wait_for_selector("form")


def upload(page, server, file, language="auto", profile="default"):
    open_list(page, server)
    page.set_input_files("#al-file", file)
    page.get_by_label("Language of the document").select_option(language)
    page.locator("label", has=page.get_by_text("Profile", exact=True)).locator(
        "select"
    ).select_option(profile)
    page.get_by_role("button", name="Find personal data").click()
    wait_for_text(page)


def paste(page, server, text, language="en"):
    open_list(page, server)
    page.get_by_label("or paste text").fill(text)
    page.get_by_label("Language of the document").select_option(language)
    page.get_by_role("button", name="Find personal data").click()
    wait_for_text(page)


def wait_for_text(page, timeout=120_000):
    page.wait_for_selector("[data-mention]", state="attached", timeout=timeout)


def until(page, question, seconds=20.0):
    """Ask the page again and again (its policy forbids a tester's own waiting, which uses eval)."""
    end = time.monotonic() + seconds
    while not page.evaluate(question):
        assert time.monotonic() < end, question
        page.wait_for_timeout(50)


def wait_until_saved(page):
    until(page, "document.querySelector('footer .line')?.textContent.trim() === 'Saved'", 60)


def surface(page):
    """The selected place's words."""
    return page.locator(".inspector .surface .swatch").inner_text()


def facts(page):
    return page.locator(".inspector .facts").inner_text()


def go_to(page, wanted, limit=60):
    """Press n until the place with these words is selected."""
    for _ in range(limit):
        page.keyboard.press("n")
        if surface(page) == wanted:
            return
    raise AssertionError(f"no place with these words: {wanted}")


def select_words(page, words):
    """Select words in the document with the mouse's effect: a selection, then a button let go."""
    page.evaluate(
        """words => {
          const walker = document.createTreeWalker(
            document.querySelector('.desk'), NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.indexOf(words);
            if (at < 0) continue;
            getSelection().setBaseAndExtent(node, at, node, at + words.length);
            document.querySelector('.pane').dispatchEvent(
              new MouseEvent('mouseup', { bubbles: true, button: 0 }));
            return;
          }
          throw new Error('not on the page');
        }""",
        words,
    )


def export(page, folder, **wishes):
    """Export through the dialog and return the file."""
    page.get_by_role("button", name="Export", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("No original was found").wait_for()
    if wishes.get("report"):
        dialog.get_by_label("Add the report").check()
    if wishes.get("key"):
        dialog.get_by_label("Add the key file").check()
        dialog.get_by_label("Password of the key file").fill(wishes["key"])
    with page.expect_download() as waiting:
        dialog.get_by_role("button", name="Export", exact=True).click()
    target = folder / waiting.value.suggested_filename
    waiting.value.save_as(target)
    return target


def document_of(page, server):
    """What the server holds of the document that is open."""
    name = page.url.rsplit("/", 1)[-1]
    answer = page.request.get(f"{server.url}/v1/documents/{name}")
    return json.loads(answer.body())

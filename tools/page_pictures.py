"""Take the pictures of the review page that the documentation shows.

A real server, a real browser, the example contract: ``python tools/page_pictures.py`` writes
``docs/pictures/review-*.png`` and ``report.png``.  Needs the extra ``test``, Chromium and the
built page.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from odf.opendocument import OpenDocumentText
from odf.table import Table, TableCell, TableRow
from odf.text import H, P
from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.formats.docx.nasty import p, word  # noqa: E402
from tests.server.live import Server  # noqa: E402
from tests.ui import steps  # noqa: E402
from tests.ui.conftest import FLAGS  # noqa: E402

PICTURES = ROOT / "docs/pictures"
SIZE = {"width": 1280, "height": 800}
WINDOWS = {"wide": (1920, 1000), "small": (900, 720), "zoom": (640, 400)}  # zoom: half of SIZE
JUDGMENT = [
    ("Helsingin käräjäoikeus", "Tuomio 21/1234, 3.5.2021"),
    ("Asianosaiset", "Kantaja Matti Virtanen, Mannerheimintie 5 A 3, 00100 Helsinki."),
]
PARTIES = [
    ("Nimi", "Henkilötunnus", "Osoite"),
    ("Liisa Korhonen", "131052-308T", "Kauppakatu 3, Tampere"),
    ("Antti Salo", "010170-123X", "Hämeenkatu 7, Turku"),
]
BOX = (
    "<w:p><w:r><w:drawing><wp:anchor><wp:extent cx='2400000' cy='900000'/><wps:txbx>"
    "<w:txbxContent>{}</w:txbxContent></wps:txbx></wp:anchor></w:drawing></w:r>"
    "<w:r><w:t>{}</w:t></w:r></w:p>"
)
WEB = """<html lang="fi"><head><style>.top { text-align: center } .box { float: right; width: 35%;
border: 1px solid #999; padding: 0.5em } td, th { border: 1px solid #444 }</style></head><body>
<div class="top"><h1>Asiakas Matti Virtanen</h1></div>
<div class="box"><p>Soita matti.virtanen@posti.test</p></div>
<p>Virtanen on ollut asiakas vuodesta 2015. Hän asuu Tampereella.</p>
<ul><li>Puoliso: Liisa Virtanen</li><li>Lääkäri: Antti Salo</li></ul>
<table><tr><th>Päivä</th><th>Tapahtuma</th></tr>
<tr><td>3.5.2020</td><td>Virtanen soitti Salolle.</td></tr></table></body></html>"""
DOUBTS = """Protokół z zebrania klubu w Wólce Małej

Obecni: Barć, Mróz, Wilk, Żaba, pani Róża, Maj i Kos. Zebranie otworzył Sowa.
Rozmawiał z Brzozą o remoncie. Kruk zgłosił wniosek, a Zając go poparł.
Klonowa 7 została zamknięta. Dąb stoi nadal. Jan Kowalski, tel. 601 234 567, prosił o głos."""
REASONS = "Virtanen soitti Liisa Korhoselle 3.5.2020, ja Salo vastasi Virtaselle kirjeellä."


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(900)
    target = PICTURES / f"{name}.png"
    page.screenshot(path=target)
    picture = Image.open(target).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    picture.save(target, optimize=True)
    print(f"{target.relative_to(ROOT)}  {target.stat().st_size // 1024} KiB")


def walk(page: Page, server: Server) -> None:
    steps.open_list(page, server)
    page.get_by_text("More choices").click()
    page.get_by_role("checkbox").first.wait_for()
    page.get_by_role("button", name="As Finnish courts do").click()
    take(page, "review-choices")
    steps.open_list(page, server)
    page.set_input_files("#al-file", steps.CONTRACT)
    page.get_by_label("Language of the document").select_option("pl")
    take(page, "review-start")
    page.get_by_role("button", name="Find personal data").click()
    steps.wait_for_text(page)
    steps.go_to(page, "Zielińska")
    take(page, "review-text")
    page.keyboard.press("e")
    field = page.get_by_label("Pseudonym in its base form")
    field.fill("Maria Wilk")
    page.get_by_text("Marią Wilk").first.wait_for()
    take(page, "review-pseudonym")
    field.press("Enter")
    steps.wait_until_saved(page)
    page.get_by_role("button", name="Side by side").click()
    page.locator("[aria-label='Text, pseudonymized'] [data-mention]").first.wait_for(
        state="attached"
    )
    take(page, "review-both")
    page.get_by_role("button", name="Original", exact=True).click()
    steps.wait_for_text(page)
    steps.select_words(page, "czynsz")
    take(page, "review-mark")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+s")
    page.locator(".clean").wait_for()
    take(page, "review-export")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    take(page, "review-keys")
    page.keyboard.press("Escape")
    page.emulate_media(color_scheme="dark")
    take(page, "review-dark")


def windows(page: Page, kind: str = "") -> None:
    """Take the page as it stands in three widths."""
    for name, (width, height) in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        take(page, f"review-{kind}{name}")
    page.set_viewport_size(SIZE)


def found(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.get_by_placeholder("Find in the text").fill("Tarnow")
    page.keyboard.press("Enter")
    windows(page)


def kinds(page: Page, server: Server, folder: str) -> None:
    """Show that Word with a text box, OpenDocument and the web are pages, and a list of doubts."""
    boxed, web = Path(folder) / "laatikko.docx", Path(folder) / "sivu.html"
    inside = p("Yhteystiedot: Maija Kivi, Kauppakatu 3, Tampere") + p("Puh. 040 123 4567")
    boxed.write_bytes(word(p("Tuomio 21/1234") + BOX.format(inside, REASONS)))
    web.write_text(WEB, "utf-8")
    for kind, file in (("box", boxed), ("odt", judgment(Path(folder) / "odt.odt")), ("web", web)):
        steps.upload(page, server, file, "fi")
        windows(page, f"{kind}-")
    steps.paste(page, server, DOUBTS, "pl")
    page.get_by_role("tab", name="Doubts").click()
    windows(page, "doubts-")


def judgment(path: Path) -> Path:
    """Write a Finnish judgment as an OpenDocument text."""
    text = OpenDocumentText()
    for head, words in JUDGMENT:
        text.text.addElement(H(outlinelevel=1, text=head))
        text.text.addElement(P(text=words))
    table = Table(name="Asianosaiset")
    for cells in PARTIES:
        row = TableRow()
        for words in cells:
            cell = TableCell()
            cell.addElement(P(text=words))
            row.addElement(cell)
        table.addElement(row)
    text.text.addElement(table)
    text.text.addElement(P(text=REASONS))
    text.save(str(path))
    return path


def letters(page: Page, server: Server, folder: str) -> None:
    steps.open_list(page, server)
    page.get_by_text("More choices").click()
    page.get_by_role("button", name="As Finnish courts do").click()
    page.set_input_files("#al-file", judgment(Path(folder) / "tuomio.odt"))
    page.get_by_label("Language of the document").select_option("fi")
    page.get_by_role("button", name="Find personal data").click()
    steps.wait_for_text(page)
    page.get_by_role("button", name="Side by side").click()
    page.locator("[aria-label='Text, pseudonymized'] [data-mention]").first.wait_for(
        state="attached"
    )
    take(page, "review-odt")


def report(page: Page, folder: str) -> None:
    """Show original beside result as ``allonym run --report`` writes them."""
    shutil.copy(steps.CONTRACT, Path(folder) / "contract.docx")
    command = ["run", "contract.docx", "-l", "pl", "-o", "clean.docx", "--report", "beside.html"]
    subprocess.run([sys.executable, "-m", "allonym", *command], cwd=folder, check=True)
    page.goto((Path(folder) / "beside.html").as_uri())
    take(page, "report")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        server = Server(folder, "--workers", "1", ALLONYM_SERVER_GRACE="1").wait_until_ready()
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport=SIZE, locale="en-GB")
        try:
            walk(page, server)
            found(page)
            kinds(page, server, folder)
            letters(page, server, folder)
            report(page, folder)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()

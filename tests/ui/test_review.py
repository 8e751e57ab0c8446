"""From a file to its pseudonymized twin, as a person does it in a browser."""

import io
import re
import zipfile

import pytest
from lxml import etree

from tests.review.test_pages import CONTENT, odt
from tests.ui import steps

pytestmark = pytest.mark.slow
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def _shape(data):
    """The elements of a Word document without its words: paragraphs, runs, tables, styles."""
    root = etree.fromstring(zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml"))
    kinds = ("p", "tbl", "tr", "tc", "pStyle", "numPr", "sectPr")
    return [
        (kind, element.get(f"{W}val"))
        for element in root.iter()
        for kind in kinds
        if element.tag == W + kind
    ]


def test_a_word_file_becomes_its_twin(page, server, tmp_path):
    steps.upload(page, server, steps.CONTRACT, "pl")
    steps.go_to(page, "Tomasza Zielińskiego")
    assert "becomes" in page.locator(".inspector").inner_text()
    page.keyboard.press("Enter")
    steps.wait_until_saved(page)
    assert "confirmed" in steps.facts(page)
    page.get_by_role("button", name="Pseudonymized").click()
    page.locator("[aria-label='Text, pseudonymized'] [data-mention]").first.wait_for(
        state="attached"
    )
    shown = page.locator("[aria-label='Text, pseudonymized'] .desk").inner_text()
    assert not [name for name in steps.NAMES if name in shown]
    assert "Umowa najmu" in shown
    data = steps.export(page, tmp_path).read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        everything = "".join(
            package.read(name).decode("utf-8", "replace") for name in package.namelist()
        )
    assert not [name for name in steps.NAMES if name in re.sub(r"<[^>]+>", "", everything)]
    assert _shape(data) == _shape(steps.CONTRACT.read_bytes())


def test_corrections_reach_the_server_and_can_be_undone(page, server):
    steps.paste(page, server, "Mary Smith met John Brown in Leeds. Later Mary Smith left.")
    steps.go_to(page, "Leeds")
    page.keyboard.press("x")
    steps.wait_until_saved(page)
    assert "taken back" in steps.facts(page)
    statuses = {m["status"] for m in steps.document_of(page, server)["mentions"]}
    assert "rejected" in statuses
    page.keyboard.press("Control+z")
    steps.until(
        page, "!document.querySelector('.inspector .facts').textContent.includes('taken back')"
    )
    page.keyboard.press("Control+y")
    steps.until(
        page, "document.querySelector('.inspector .facts').textContent.includes('taken back')"
    )


def test_a_category_is_changed_everywhere_with_one_key(page, server):
    steps.paste(page, server, "Mary Smith met John Brown in Leeds. Later Mary Smith left.")
    steps.go_to(page, "Mary Smith")
    page.get_by_text("at 1 more place too").wait_for()
    types = page.evaluate("fetch('/v1/info').then(r => r.json()).then(i => i.categories)")
    page.keyboard.press(str(types.index("org") + 1))
    steps.wait_until_saved(page)
    mentions = steps.document_of(page, server)["mentions"]
    assert [m["type"] for m in mentions if m["start"] in (0, 42)] == ["org", "org"]


def test_words_are_marked_by_selecting_them_and_everywhere(page, server):
    text = "They spoke of the marble on Monday. Then the marble was sent. Mary Smith signed."
    steps.paste(page, server, text)
    places = [m.start() for m in re.finditer("marble", text)]
    before = {m["start"] for m in steps.document_of(page, server)["mentions"]}
    assert not before & set(places)
    steps.select_words(page, "marble")
    page.get_by_text("Mark “marble” as").wait_for()
    page.get_by_text("at 1 more place too").wait_for()
    page.keyboard.press("2")
    steps.wait_until_saved(page)
    added = {m["start"] for m in steps.document_of(page, server)["mentions"]} - before
    assert added == set(places)


def test_edges_are_moved_by_keys(page, server):
    steps.paste(page, server, "Yesterday Mary Smith met John Brown in Leeds.")
    steps.go_to(page, "Mary Smith")
    page.keyboard.press("w")
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    steps.wait_until_saved(page)
    spans = {(m["start"], m["end"]) for m in steps.document_of(page, server)["mentions"]}
    assert (10, 14) in spans


def test_a_pseudonym_shows_all_its_forms_before_it_is_taken(page, server):
    steps.paste(
        page, server, "Spotkałem Jana Kowalskiego. Jan Kowalski i Paweł Nowak wyjechali.", "pl"
    )
    steps.go_to(page, "Jan Kowalski")
    page.keyboard.press("e")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    page.keyboard.type("Adam Wilk")  # over the pseudonym that was drawn
    dialog.get_by_text("Adama Wilka").wait_for()
    dialog.get_by_label("Pseudonym in its base form").fill("Paweł Nowak")
    dialog.get_by_role("alert").wait_for()
    dialog.get_by_label("Pseudonym in its base form").fill("Adam Wilk")
    dialog.get_by_text("Adama Wilka").wait_for()
    page.keyboard.press("Enter")
    steps.wait_until_saved(page)
    assert "Adama Wilka" in steps.document_of(page, server)["result"]


def test_persons_are_joined_and_separated(page, server):
    steps.paste(page, server, "Mary Smith met John Brown. Mary Smith left with Anna Black.")
    steps.go_to(page, "John Brown")
    page.keyboard.press("m")
    page.keyboard.type("black")
    page.get_by_role("dialog").get_by_label(re.compile("Mary Smith")).wait_for(state="detached")
    page.keyboard.press("Enter")  # on the only one that is left
    steps.wait_until_saved(page)
    entities = steps.document_of(page, server)["entities"]
    assert sorted(len(e["mentions"]) for e in entities if e["type"] == "person") == [2, 2]
    steps.go_to(page, "Mary Smith")
    page.keyboard.press("s")
    page.get_by_role("button", name="Separate").click()
    steps.wait_until_saved(page)
    entities = steps.document_of(page, server)["entities"]
    assert sorted(len(e["mentions"]) for e in entities if e["type"] == "person") == [1, 1, 2]


def test_a_name_is_allowed_in_this_document(page, server):
    steps.paste(page, server, "Mary Smith met John Brown. Later Mary Smith left.")
    steps.go_to(page, "Mary Smith")
    page.keyboard.press("l")
    page.get_by_role("button", name="In this document").click()
    steps.wait_until_saved(page)
    assert "Mary Smith" in steps.document_of(page, server)["result"]


def test_the_work_is_found_again_and_can_be_deleted(page, server):
    steps.paste(page, server, "Mary Smith met John Brown in Leeds.")
    steps.go_to(page, "Leeds")
    page.keyboard.press("x")
    steps.wait_until_saved(page)
    page.wait_for_timeout(1800)
    address = page.url
    page.get_by_role("button", name="Documents").click()
    row = page.get_by_role("row").filter(
        has=page.locator(f"a[href='#/d/{address.rsplit('/', 1)[-1]}']")
    )
    row.get_by_role("link").click()
    steps.wait_for_text(page)
    steps.go_to(page, "Leeds")
    assert "taken back" in steps.facts(page)
    page.get_by_role("button", name="Documents").click()
    row.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    row.wait_for(state="detached")
    page.goto(address)
    page.get_by_text("This document is no longer here").wait_for()


def test_search_finds_without_accents_and_keys_go_on_from_the_hit(page, server):
    steps.upload(page, server, steps.CONTRACT, "pl")
    page.keyboard.press("/")
    page.keyboard.type("zielinska")
    page.get_by_text(re.compile(r"^1 of \d")).wait_for()
    page.keyboard.press("Enter")
    page.get_by_text(re.compile(r"^2 of \d")).wait_for()
    page.keyboard.press("Control+Enter")
    assert "Zieli" in steps.surface(page)
    found = page.locator("[data-mention][aria-current]").get_attribute("data-mention")
    page.keyboard.press("n")
    page.keyboard.press("p")
    assert page.locator("[data-mention][aria-current]").get_attribute("data-mention") == found


def test_who_begins_to_type_keeps_the_focus(page, server):
    """The place that was selected just before does not take it once it is laid out."""
    steps.paste(page, server, "Mary Smith met John Brown in Leeds.")
    for key in ("n", "v", "v", "v", "/"):
        page.keyboard.press(key)
    page.keyboard.type("brown")
    page.get_by_text("1 of 1").wait_for()
    assert page.locator("[data-find]").input_value() == "brown"


def test_report_and_key_come_in_one_archive(page, server, tmp_path):
    steps.upload(page, server, steps.LETTER, "en")
    found = steps.export(page, tmp_path, report=True, key="a long enough password")
    with zipfile.ZipFile(found) as package:
        names = package.namelist()
    assert len(names) == 3
    assert any(name.endswith("report.json") for name in names)


def _in_view(page, side):
    """The number of the paragraph that stands a third down a pane."""
    return page.evaluate(
        r"""side => {
          const pane = document.querySelector(`[aria-label='Text, ${side}']`);
          const view = pane.getBoundingClientRect();
          const line = view.top + view.height / 3;
          const texts = [...pane.querySelectorAll('article > p')];
          const here = texts.find((p) => p.getBoundingClientRect().bottom > line);
          return here ? Number(/Paragraph (\d+)/.exec(here.textContent)[1]) : -1;
        }""",
        side,
    )


def test_two_sides_scroll_together(page, server):
    text = "\n".join(f"Paragraph {n}: Mary Smith met John Brown in Leeds." for n in range(120))
    steps.paste(page, server, text)
    page.get_by_role("button", name="Side by side").click()
    result = page.locator("[aria-label='Text, pseudonymized']")
    result.locator("[data-mention]").first.wait_for(state="attached")
    page.locator("[aria-label='Text, original']").evaluate("e => { e.scrollTop = 1500 }")
    page.wait_for_timeout(500)
    assert _in_view(page, "original") > 5
    assert abs(_in_view(page, "pseudonymized") - _in_view(page, "original")) <= 1


def test_the_place_in_the_text_is_kept_from_view_to_view(page, server):
    text = "\n".join(f"Paragraph {n}: Mary Smith met John Brown in Leeds." for n in range(120))
    steps.paste(page, server, text)
    page.locator("[aria-label='Text, original']").evaluate("e => { e.scrollTop = 2000 }")
    page.wait_for_timeout(300)
    place = _in_view(page, "original")
    assert place > 10
    for key, side in (("v", "pseudonymized"), ("v", "original"), ("v", "original")):
        page.keyboard.press(key)
        page.locator(f"[aria-label='Text, {side}'] [data-mention]").first.wait_for(state="attached")
        page.wait_for_timeout(500)
        assert abs(_in_view(page, side) - place) <= 1
    for _ in range(6):  # faster than the views are drawn: the fixture fails on any error
        page.keyboard.press("v")
    page.wait_for_timeout(500)
    page.set_viewport_size({"width": 720, "height": 450})  # twice as large on the screen above
    page.wait_for_timeout(300)
    pane = page.locator("[aria-label='Text, original']").bounding_box()
    assert pane["height"] >= 450 * 2 / 3 - 1


MINUTES = """Protokół z zebrania klubu Sokół w Wólce Małej

Obecni: Barć, Mróz, Wilk, Żaba, pani Róża, Maj i Kos. Zebranie otworzył Sowa.
Rozmawiał z Brzozą o remoncie. Kruk zgłosił wniosek, a Zając go poparł.
Jan Kowalski, ul. Długa 5, 50-123 Wrocław, tel. 601 234 567, jan.kowalski@poczta.test.
Baran prosił, by Lis i Gołąb przyszli w maju. Klonowa 7 została zamknięta. Dąb stoi nadal.
"""


def test_doubts_are_in_sight_on_low_screens_and_signs_are_no_wider_than_a_space(page, server):
    steps.paste(page, server, MINUTES, "pl")
    page.locator(".list li button").first.wait_for()
    signs = page.locator("[data-sign]").evaluate_all("all => all.map((e) => e.dataset.sign)")
    assert {len(sign) for sign in signs} == {1}
    wide = page.locator("[data-sign]").first.evaluate(
        """mark => {
          const sign = getComputedStyle(mark, "::after");
          const draw = document.createElement("canvas").getContext("2d");
          draw.font = sign.font;
          const drawn = draw.measureText("8").width * new DOMMatrix(sign.transform).a;
          draw.font = getComputedStyle(document.querySelector(".desk p")).font;
          return (parseFloat(sign.paddingLeft) + drawn) / draw.measureText(" ").width;
        }"""
    )
    assert wide < 1.1
    for width, height, shown in ((1280, 800, 20), (900, 720, 20), (640, 400, 12)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        box = page.locator(".list li button").first.bounding_box()
        assert box["y"] + shown <= height, (width, height)


def test_marking_by_keyboard_begins_at_a_word_that_is_not_marked_yet(page, server):
    steps.paste(page, server, "Mary Smith met John Brown. Zyx left.")
    steps.go_to(page, "Mary Smith")
    page.keyboard.press("a")
    title = page.locator(".bar .title")
    assert "met" in title.inner_text()
    assert not page.locator(".inspector .surface").count()
    page.keyboard.press("Escape")
    assert steps.surface(page) == "Mary Smith"
    page.keyboard.press("s")
    assert not page.get_by_role("dialog").count()


def test_what_a_search_found_is_what_is_marked_next(page, server):
    steps.paste(
        page, server, "Mary Smith met John Brown. Later the reindeer-herder form came by post."
    )
    page.keyboard.press("/")
    page.keyboard.type("reindeer-herder")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    title = page.locator(".bar .title")
    title.wait_for()
    assert "reindeer-herder" in title.inner_text()


def test_a_finer_type_is_said_in_the_language_of_the_page(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="fi-FI")
    page = context.new_page()
    steps.open_list(page, server)
    page.locator("form textarea").first.fill("Asianajaja Ville Saarnio soitti Matti Virtaselle.")
    page.locator("form select").nth(0).select_option("fi")
    page.locator("form select").nth(1).select_option("court")
    page.get_by_role("button", name="Etsi henkilötiedot").click()
    steps.wait_for_text(page)
    page.get_by_role("tab").nth(1).click()
    page.get_by_text("Asiamies").first.wait_for()
    assert "counsel" not in page.locator("body").inner_text()
    context.close()


@pytest.mark.parametrize("code", ["en-GB", "bg-BG", "hu-HU", "ro-RO"])
def test_at_double_zoom_the_text_keeps_two_thirds_in_languages_of_long_words(browser, server, code):
    context = browser.new_context(viewport={"width": 640, "height": 400}, locale=code)
    page = context.new_page()
    steps.open_list(page, server)
    page.locator("form textarea").first.fill("Mary Smith met John Brown in Leeds.")
    page.locator("form select").nth(0).select_option("en")
    page.locator("form button.primary").click()
    steps.wait_for_text(page)
    page.keyboard.press("n")
    page.wait_for_timeout(300)
    high = "document.querySelector('.pane').getBoundingClientRect().height / innerHeight"
    assert page.evaluate(high) > 0.66
    context.close()


def test_a_language_that_was_found_out_serves_for_marking_words(page, server):
    steps.paste(page, server, "Tisztelt Kovács Péter! Nagy Ilona írt Budapestről.", "auto")
    page.keyboard.press("a")
    page.locator(".bar .title").wait_for()
    steps.open_list(page, server)
    page.locator("tbody tr").first.wait_for()
    assert "hu" in page.locator("tbody tr").first.inner_text()


def test_on_a_phone_everything_is_within_reach(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="sl-SI")
    page = context.new_page()
    page.goto(f"{server.url}/review/")
    page.wait_for_selector("form")
    page.set_input_files("#al-file", steps.CONTRACT)
    page.locator("form [type=submit]").click()
    steps.wait_for_text(page)
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for name in (".pane", ".panel", "header .primary", ".find input", ".page > footer"):
        box = page.locator(name).first.bounding_box()
        assert box["height"] > 20
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 391
        assert box["y"] + box["height"] <= 845
    page.goto(f"{server.url}/review/#/")
    page.wait_for_selector("tbody tr")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_an_opendocument_text_is_a_page_whose_box_can_be_reached(page, server, tmp_path):
    file = tmp_path / "ruling.odt"
    file.write_bytes(odt(content=CONTENT.replace("Box of Bob", "Box of Mary Smith, Leeds")))
    steps.upload(page, server, file, "en")
    assert page.locator(".desk article.pages section h2").inner_text() == "Ruling"
    assert page.locator(".desk ol li").count() == 1
    steps.go_to(page, "Mary Smith")
    assert page.locator(".desk [style*='text-align: right']").count()
    steps.until(page, "document.querySelector('footer .seen').textContent.includes('100')")


def test_kinds_names_that_stay_and_letters_are_chosen_where_a_document_comes_in(page, server):
    steps.open_list(page, server)
    page.get_by_text("More choices").click()
    page.get_by_role("button", name="As Finnish courts do").click()
    page.get_by_label("Date", exact=True).check()  # every kind has a box: another tick loses none
    page.get_by_label("Date", exact=True).uncheck()
    assert page.get_by_label("Number plate").is_checked()
    page.get_by_label("Names that stay").fill("John Brown")
    page.get_by_label("or paste text").fill(
        "Mary Smith met John Brown on 3 May 2020 in Leeds, call 020 7946 0958."
    )
    page.get_by_label("Language of the document").select_option("en")
    page.get_by_role("button", name="Find personal data").click()
    steps.wait_for_text(page)
    assert (
        steps.document_of(page, server)["result"]
        == "Person A met John Brown on 3 May 2020 in place A, call phone A."
    )


def test_what_stands_beside_a_page_is_seen_to_the_last_sign_and_said_once(page, server, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(
        "<html><head><title>Smith</title></head><body>\n\n<p>Ann met Bob.</p></body></html>"
    )
    steps.upload(page, server, file, "en")
    page.get_by_role("tab", name="Beside").click()
    steps.until(page, "document.querySelector('footer').textContent.includes('100')")
    for _ in range(3):
        page.keyboard.press("u")
    assert page.locator(".notes .note").all_inner_texts() == ["Everything has been seen\n✕"]

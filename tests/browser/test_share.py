"""A phone shares a night: the message, the picture, or both; what its own dialogue is handed is looked at."""

import pytest
from playwright.sync_api import Browser, expect

from league.results.choices import SentFor
from tests.browser.axe import faults, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# The dialogue belongs to the phone: here it notes what it is handed.
DIALOGUE = """
  window.handed = [];
  navigator.canShare = what => Boolean(what.files?.every(file => file.type === "image/jpeg"));
  navigator.share = async what => window.handed.push(
    [what.text ?? null, (what.files ?? []).map(file => [file.name, file.size > 1000])]
  );
"""


def test_a_night_is_shared_as_words_as_a_picture_and_as_both(live_server, browser: Browser, evening):
    evening.send(SentFor.HOME)
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_init_script(DIALOGUE)
    page = context.new_page()
    page.goto(f"{live_server.url}/leek/fixtures/2026-09-07/")
    page.get_by_role("link", name="Share the night").click()
    expect(page.get_by_role("button", name="Share message and pictures")).to_be_visible()
    for name in ("Share message and pictures", "Share message"):
        page.get_by_role("button", name=name, exact=True).click()
    page.get_by_label("Share this picture: Division One").uncheck()
    page.get_by_role("button", name="Share pictures", exact=True).click()
    handed = page.evaluate("window.handed")
    text = page.get_by_label("Message", exact=True).input_value()
    assert (too_wide(page), faults(page)) == (0, [])
    night, player, table, coming = (
        [f"leek-{name}.jpg", True] for name in ("2026-09-07", "2026-09-07-player", "division-one", "2026-09-14")
    )
    assert handed == [[text, [night, player, table, coming]], [text, []], [None, [night, player, coming]]]
    assert "Crown A" in text


def test_without_a_script_the_words_and_the_link_to_whatsapp_are_there(live_server, browser: Browser, evening):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/leek/fixtures/2026-09-07/?view=share")
    expect(page.get_by_role("link", name="Send message with WhatsApp")).to_be_visible()
    expect(page.get_by_role("button", name="Share pictures")).to_be_hidden()
    expect(page.get_by_role("link", name="Save the picture: Fixtures, Mon 7 Sep")).to_be_visible()
    assert "Crown A v Bell" in page.get_by_label("Message", exact=True).input_value()

"""A browser sets pages in the site's own letters, and breaks lines alike whatever fonts the machine has."""

import os
import shutil

import pytest
from playwright.sync_api import Browser, Page

from league.base.ui.static_files import ITALIC, PAGE, typeface

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 320, "height": 568}
# Letters are put where Debian puts them, to parts of a pixel. With no font at all Chromium does not show ours either.
ONE_FONT = """<?xml version="1.0"?><fontconfig><dir>{0}/fonts</dir><cachedir>{0}/cache</cachedir>
<match target="pattern"><edit name="hintstyle" mode="append"><const>hintslight</const></edit></match></fontconfig>"""
# Every box of the page with its place to half a pixel.
BOXES = """() => [...document.querySelectorAll("main *, header *, footer *")].map(each => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.tagName, ...[x, y, width, height].map(value => Math.round(value * 2))].join(" ");
})"""
FACES = """async () => {
  await document.fonts.ready;
  return [...document.fonts].filter(each => each.family === "Inter").map(each => [each.weight, each.status].join(" "));
}"""


def opened(browser: Browser, url: str) -> Page:
    page = browser.new_page(viewport=PHONE)
    page.goto(url)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    return page


def test_page_is_set_in_our_letters_fetched_once(live_server, browser):
    page = browser.new_page(viewport=PHONE)
    fetched = []
    page.on("response", lambda answer: fetched.append(answer) if answer.request.resource_type == "font" else None)
    page.goto(f"{live_server.url}/help/")
    assert page.evaluate(FACES) == ["400 800 loaded"]
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily").startswith("Inter,")
    assert [answer.url for answer in fetched] == [f"{live_server.url}/static/{PAGE}"]
    assert page.evaluate("['400 18px Inter', '800 30px Inter'].every(each => document.fonts.check(each))")


def test_bold_is_bold_and_figures_are_of_one_width(live_server, browser):
    page = opened(browser, f"{live_server.url}/help/")
    widths = page.evaluate("""() => Object.fromEntries(
      [["400", "Home"], ["700", "Home"], ["800", "Home"], ["400", "1111"], ["400", "8888"]].map(([weight, text]) => {
        const span = document.createElement("span");
        span.textContent = text;
        document.body.append(span);
        span.classList.add("nowrap");
        span.style.fontWeight = weight;
        return [text + weight, span.getBoundingClientRect().width];
      }))""")
    assert widths["Home400"] < widths["Home700"] < widths["Home800"]
    assert widths["1111400"] == widths["8888400"]


def test_lines_break_alike_on_a_machine_with_one_slanted_font(live_server, browser, tmp_path):
    (tmp_path / "fonts").mkdir()
    shutil.copy(typeface(ITALIC), tmp_path / "fonts")
    (tmp_path / "fonts.conf").write_text(ONE_FONT.format(tmp_path))
    machines = [os.environ, os.environ | {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf")}]
    seen = [boxes_on(browser, dict(machine), live_server.url) for machine in machines]
    assert len(seen[0]) > 100
    assert seen[0] == seen[1]


def boxes_on(browser: Browser, machine: dict[str, str], url: str) -> list[str]:
    """Every box of two pages."""
    started = browser.browser_type.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"], env=machine)
    boxes = [box for path in ("/help/", "/privacy/") for box in opened(started, url + path).evaluate(BOXES)]
    started.close()
    return boxes

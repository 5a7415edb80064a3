"""What axe finds on a page, and what a page is made of: axe need not look at one of which it has seen every part.

Words are no part, except whether there are any; rows that come again are one part.
"""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # all that the dark theme changes

# Nothing that these rules ask for lies in files that axe would have to fetch.
RUN = """async (tags) => {
  const said = await axe.run({ runOnly: tags, resultTypes: ["violations"], preload: false });
  return said.violations.map(({ id, nodes }) => `${id} at ${nodes[0].target}`);
}"""

# An element is described by its states and looks, by which attributes it has and which are empty, by what it refers to
# and whether it has words of its own; a part is an element with those that it stands in, after and around. The headings
# and landmarks of the page in their order are a part too, in which what comes again is there once.
PARTS = r"""() => {
  const plain = /^(class|style|role|type|lang|dir|scope|tabindex|autocomplete|inputmode|colspan|rowspan)$/;
  const looks = /^data-(theme|side|state|how)$/; // which the stylesheet asks for
  const references = /^(for|form|list|headers|aria-(labelledby|describedby|controls|owns|details|errormessage))$/;
  const words = /^aria-(label|description|roledescription|placeholder|value.*|.*count|.*index|posinset|setsize)$/;
  const target = (id) => document.getElementById(id)?.localName ?? "nothing";
  const attribute = ({ name, value }) => {
    const parts = value.trim().split(/\s+/);
    if (references.test(name)) return `${name}=${parts.map(target)}`;
    const counts = plain.test(name) || looks.test(name) || (name.startsWith("aria-") && !words.test(name));
    return counts ? `${name}=${parts.sort()}` : name + (value.trim() ? "" : "=");
  };
  const described = (element) => {
    const own = [...element.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.data.trim());
    return `${element.localName} ${[...element.attributes].map(attribute).sort()}${own ? " words" : ""}`;
  };
  const number = (text) => {
    let [one, two] = [0x811c9dc5, 0x9e3779b9]; // two sums of 32 bits each, by multiplying as FNV does
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
      two = Math.imul(two + text.charCodeAt(at), 0x85ebca6b) ^ (two >>> 15);
    }
    return `${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}`;
  };
  const parts = new Set();
  const walk = (element, own, above, before) => {
    const children = [...element.children];
    const kinds = children.map(described);
    parts.add(number([above, before, own, ...new Set(kinds)].join("\n")));
    const here = number(`${above}>${own}`);
    children.forEach((each, at) => walk(each, kinds[at], here, kinds[at - 1] || ""));
  };
  walk(document.documentElement, described(document.documentElement), "", "");
  const outline = [];
  for (const each of document.querySelectorAll("h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, [role]")) {
    const name = /^h\d$/.test(each.localName) ? "" : each.getAttribute("aria-label");
    outline.push(`${each.localName} ${each.getAttribute("role")} ${name}`);
    for (let long = 1; long <= 3; long += 1) {
      const again = outline.slice(-long).join() === outline.slice(-2 * long, -long).join();
      if (again && outline.length >= 2 * long) outline.splice(-long);
    }
  }
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  return [...parts, number(outline.join("\n")), `${ids.length - new Set(ids).size} ids of others`];
}"""


def faults(page: Page, scheme: str = "light", *, rules: list[str] = RULES) -> list[str]:
    """What axe finds, in words that name it; the page is light again afterwards."""
    page.emulate_media(color_scheme=scheme)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, rules)
    page.emulate_media(color_scheme="light")
    return [f"{scheme}: {each}" for each in found]


def faults_in_both(page: Page) -> list[str]:
    return faults(page) + faults(page, "dark", rules=COLOURS)


def parts(page: Page) -> set[str]:
    """What the page is made of."""
    return set(page.evaluate(PARTS))


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wide: Any = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return max(0, wide)


LOW = """() => [...document.querySelectorAll("main a[href], main button, main summary, main select, main input")]
  .filter((each) => each.checkVisibility() && !each.closest(".hidden-visually, .skip"))
  .map((each) => [each, each.closest("label") || document.querySelector(`label[for="${each.id}"]`)])
  .map((both) => [both[0], both.filter(Boolean).flatMap((one) => [...one.getClientRects()])])
  .map(([each, boxes]) => [each, boxes, each.matches(".button, [type=submit]") ? 44 : 24])
  .filter(([, boxes, least]) => boxes.length && Math.max(...boxes.map((box) => box.height)) < least - 0.5)
  .map(([each, , least]) => `${each.innerText || each.name} is less than ${least} px high`)"""


def too_low(page: Page) -> list[str]:
    """What is to be tapped and is less than 24 px high (WCAG 2.5.8), and buttons below 44."""
    low: list[str] = page.evaluate(LOW)
    return low

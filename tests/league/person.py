"""A person at a browser without scripts: goes from page to page by what the pages offer, and what they type is counted.

Knows HTML forms: what is filled in already, and the words on their buttons.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.test import Client


@dataclass
class Form:
    """One form of a page: where it goes, what its fields hold as they are shown, and the words on its buttons."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    buttons: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """The forms of a page, and its links with their words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.forms, self.links = text, [], []
        self._words, self._button, self._link, self._select, self._area = "", False, None, None, None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get").lower()))
        elif tag == "a":
            self._link, self._words = given.get("href", ""), ""
        elif tag == "button":
            self._button, self._words = True, ""
        elif tag in ("input", "select", "textarea") and self.forms and given.get("name"):
            self._field(tag, given)
        elif tag == "option" and self._select and ("selected" in given or self._select not in self.forms[-1].values):
            self.forms[-1].values[self._select] = given.get("value", "")

    def _field(self, tag: str, given: dict[str, str]) -> None:
        form, name = self.forms[-1], given["name"]
        form.names.add(name)
        if tag == "select":
            self._select = name
        elif tag == "textarea":
            self._area, form.values[name] = name, ""
        elif given.get("type") not in ("checkbox", "radio"):
            form.values[name] = given.get("value", "")
        elif "checked" in given:
            form.values[name] = given.get("value", "on")

    def handle_data(self, data: str) -> None:
        self._words += data
        if self._area:
            self.forms[-1].values[self._area] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._link is not None:
            self.links.append((" ".join(self._words.split()), self._link))
            self._link = None
        elif tag == "button" and self._button and self.forms:
            self.forms[-1].buttons.append(" ".join(self._words.split()))
            self._button = False
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None


@dataclass
class Person:
    """Somebody at a browser. `sent` are the forms that they sent, each with how many fields they filled in."""

    client: Client = field(default_factory=Client)
    sent: list[tuple[str, int]] = field(default_factory=list)
    at: str = "/"
    page: Page = field(default_factory=lambda: Page(""))

    @property
    def fields(self) -> int:
        return sum(number for _, number in self.sent)

    def open(self, address: str) -> Page:
        """Type an address, or press a link."""
        return self._shown(self.client.get(address, follow=True), address)

    def follow(self, words: str) -> Page:
        """Press the first link that is called so."""
        return self.open(next(where for said, where in self.page.links if said == words))

    def send(self, button: str, typed: dict[str, str] | None = None, *, fields: int | None = None) -> Page:
        """Fill the form with that button in and press it. What is typed must be asked for; `fields` counts otherwise.

        What the form shows already goes with it and is not counted.
        """
        given = typed or {}
        named = [each for each in self.page.forms if any(said.startswith(button) for said in each.buttons)]
        form = next(each for each in named if given.keys() <= each.names)
        self.sent.append((button, len(given) if fields is None else fields))
        address = form.action or self.at
        return self._shown(self.client.post(address, form.values | given, follow=True), address)

    def _shown(self, answer, address: str) -> Page:
        assert answer.status_code == 200, (address, answer.status_code, answer.content.decode()[-3000:])
        self.at = answer.redirect_chain[-1][0] if answer.redirect_chain else address
        self.page = Page(answer.content.decode())
        return self.page

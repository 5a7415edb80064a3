"""A page as somebody without scripts has it: forms with their fields and buttons, links and tables, by their words."""

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

from django.http import HttpResponse

Values = dict[str, str | list[str]]
TICKED = ("checkbox", "radio")
WORDED = ("a", "button", "option", "label", "td", "th", "textarea")


def words_of(text: str) -> str:
    return " ".join(text.split())


def words_on(response: HttpResponse) -> str:
    """All that a page says, on one line."""
    return words_of(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


@dataclass
class Form:
    """Where a form goes, and what its fields hold as they are shown.

    `labels` are the words beside each field with its name, `options` the answers that a field offers: their words with
    the value that is sent. `buttons` are the words on each button with the field that it sends, if it sends one.
    `files` are the fields for a file, with the kinds that each takes.
    """

    action: str
    method: str
    values: Values = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    ticks: set[str] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    buttons: list[tuple[str, Values]] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def button(self, words: str) -> Values | None:
        """What the button that begins with these words sends besides the fields; None if there is none."""
        return next((sends for said, sends in self.buttons if said.startswith(words)), None)

    def typed(self, values: Values) -> Values:
        """What somebody types, fields by their names or the words beside them, by what is sent."""
        named = {self.labels.get(name, name): value for name, value in values.items()}
        return {name: self._answer(name, value) for name, value in named.items()}

    def filled(self, typed: Values) -> Values:
        """Everything that is sent with it; "" takes a tick off."""
        sent = self.values | typed
        return {name: value for name, value in sent.items() if value or name not in self.ticks}

    def changes(self, typed: Values) -> int:
        """How many fields have to be touched for it."""
        return sum(self.values.get(name, "") != value for name, value in typed.items())

    def _answer(self, name: str, value: str | list[str]) -> str | list[str]:
        if isinstance(value, list):
            return [self.options[name][each] for each in value]
        return self.options.get(name, {}).get(value, value)


class Page(HTMLParser):
    """The forms of a page, its links with their words, and its tables, each row a list of the words in its cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.tables: list[list[list[str]]] = []
        self._open: dict[str, list[str]] = {}  # the words so far of every element whose words are wanted
        self._sends: Values = {}
        self._link = self._option = self._select = self._area = ""
        self._tick: tuple[str, str] | None = None
        self._ids: dict[str, str] = {}  # the words of the label for each id
        self._for = ""
        self._skips = False
        self._said: list[str] = []
        self.feed(text)

    @property
    def words(self) -> str:
        """Everything that stands on the page."""
        return words_of(" ".join(self._said))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in WORDED:
            self._open[tag] = []
        for cell in {"td", "th"} & self._open.keys():
            self._open[cell].append(" ")
        match tag:
            case "form":
                self.forms.append(Form(given.get("action", ""), given.get("method", "get").lower()))
            case "table":
                self.tables.append([])
            case "tr" if self.tables:
                self.tables[-1].append([])
            case "sup":
                self._skips = True  # the number of a footnote
            case "a":
                self._link = given.get("href", "")
            case "label":
                self._for = given.get("for", "")
            case _ if self.forms:
                self._in_form(tag, given)

    def _in_form(self, tag: str, given: dict[str, str]) -> None:
        if tag == "button":
            self._sends = {given["name"]: given.get("value", "")} if given.get("name") else {}
        elif tag == "option" and self._select:
            self._option = given.get("value", "")
            if "selected" in given or self._select not in self.forms[-1].values:
                self.forms[-1].values[self._select] = self._option
        elif tag in {"input", "select", "textarea"} and given.get("name"):
            self._field(tag, given)

    def _field(self, tag: str, given: dict[str, str]) -> None:
        form, name, value = self.forms[-1], given["name"], given.get("value", "")
        form.names.add(name)
        if given.get("id") in self._ids:
            form.labels[self._ids[given["id"]]] = name
        if given.get("type") == "file":
            form.files[name] = given.get("accept", "")
        elif tag == "select":
            self._select = name
        elif tag == "textarea":
            self._area = name
        elif given.get("type") not in TICKED:
            form.values[name] = value
            form.hidden |= {name} if given.get("type") == "hidden" else set()
        else:
            form.ticks.add(name)
            self._tick = (name, value or "on")
            if "checked" in given and given["type"] == "checkbox" and value not in {"", "on"}:
                form.values[name] = [*form.values.get(name, []), value]
            elif "checked" in given:
                form.values[name] = value or "on"

    def handle_data(self, data: str) -> None:
        self._said.append(data)
        if not self._skips:
            for words in self._open.values():
                words.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        if tag == "sup":
            self._skips = False
        if tag not in self._open:
            return
        raw = "".join(self._open.pop(tag))
        words = words_of(raw)
        if tag == "a":
            self.links.append((words, self._link))
        elif tag in {"td", "th"} and self.tables and self.tables[-1]:
            self.tables[-1][-1].append(words)
        elif self.forms:
            self._of_form(tag, words, raw)

    def _of_form(self, tag: str, words: str, raw: str) -> None:
        form = self.forms[-1]
        if tag == "button":
            form.buttons.append((words, self._sends))
        elif tag == "option" and self._select:
            form.options.setdefault(self._select, {})[words] = self._option
        elif tag == "label" and self._tick:
            name, value = self._tick
            form.options.setdefault(name, {})[words] = value
            form.labels[words] = name
            self._tick = None
        elif tag == "label":
            self._ids[self._for] = words.removesuffix(" (optional)")
        elif tag == "textarea":
            form.values[self._area] = raw.removeprefix("\n")

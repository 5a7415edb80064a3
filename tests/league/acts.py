"""What somebody may do about a thing in its state, and whether its pages lead there.

The acts are the forms that the table of addresses has below the address of the thing. One is allowed when its page
shows its form and the form, filled in with anything, is taken.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.db import transaction
from django.test import Client

from tests.league.addresses import CARD, FIXTURE, OURS
from tests.league.html import Form, Page

# Pages that are read as well, in states in which nothing can be sent from them.
READ_TOO = ("decision/", "protest/", "live/links/", "fees/", "rules/")
FILES = (".pdf", ".csv", ".xlsx", ".ics", ".txt", ".json", ".jpg")
SHOWN = (HTTPStatus.OK, HTTPStatus.MOVED_PERMANENTLY)  # on its own page, or led to the one that has its form
SENT = (HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.FOUND)  # what an empty form is answered in the table
# The pages of a card that is filled in are one act, and it is begun in several ways.
CARD_PAGES = ("correction/", "live/card/", "card/lines/<int:page>/", *(
    f"card/{page}/" for page in ("players", "score", "notes", "check")
))  # fmt: skip


@dataclass(frozen=True)
class Thing:
    """A thing in a `state`: its acts are `below` its address in the table; `names` has every part of an address.

    `steps` is how many links lead from its own page to an act at most.
    """

    state: str
    below: str
    names: dict[str, Any]
    page: str = ""
    steps: int = 2

    @property
    def root(self) -> str:
        address = filled(self.below, self.names)
        assert address is not None, self
        return f"/{address}"

    def acts(self, reader: str) -> dict[str, str]:
        """The act of each address at which somebody of this role may do something, in this state or another."""
        found = {}
        for text, page in OURS.items():
            address = text.replace(CARD, FIXTURE, 1)
            act = address.removeprefix(self.below)
            path = filled(address, self.names) if act != address else None
            if act and path and page.get in SHOWN and page.post in SENT and reader in page.who:
                found[f"/{path}"] = "card" if act in CARD_PAGES else act
        return found


def filled(text: str, names: dict[str, Any]) -> str | None:
    """An address of the table with these names in it; None if it wants another."""
    for part in [each.partition(">")[0] for each in text.split("<")[1:]]:
        name = part.partition(":")[2]
        if name not in names:
            return None
        text = text.replace(f"<{part}>", str(names[name]), 1)
    return text


class Reader:
    """Somebody in a role, who opens each page once."""

    def __init__(self, role: str, client: Client) -> None:
        self.role, self.client = role, client
        self._opened: dict[str, tuple[str, Page | None]] = {}

    def open(self, path: str) -> tuple[str, Page | None]:
        """Where an address leads and the page there; no page for a refusal, nor for a file."""
        if path not in self._opened:
            answer = None if path.endswith(FILES) else self.client.get(path, follow=True)
            shown = answer is not None and answer.status_code == HTTPStatus.OK and not answer.streaming
            place = urlsplit(answer.redirect_chain[-1][0]).path if answer and answer.redirect_chain else path
            self._opened[path] = place, Page(answer.content.decode()) if shown else None
        return self._opened[path]

    def leads_to(self, path: str) -> set[str]:
        """The addresses of this site that a page has links and forms for, and its own where it was led on."""
        place, page = self.open(path)
        targets = [] if page is None else [*(link for _, link in page.links), *(form.action for form in page.forms)]
        return {place, *(urlsplit(urljoin(place, target)).path for target in targets)}

    def forms(self, path: str) -> list[tuple[str, Form]]:
        """Where the forms of a page are sent, and what is in them; of an address that leads elsewhere its own."""
        place, page = self.open(path)
        sent = [form for form in page.forms if form.method == "post"] if page else []
        targets = [(urlsplit(urljoin(place, form.action)).path, form) for form in sent]
        return [each for each in targets if place == path or each[0] == path]

    def is_allowed(self, path: str, root: str) -> bool:
        """Whether a form on the page of an act is taken, filled in with anything; nothing of it stays."""
        return any(self._is_taken(target, form) for target, form in self.forms(path) if target.startswith(root))

    def _is_taken(self, target: str, form: Form) -> bool:
        values = {name: anything(name, number, form) for number, name in enumerate(sorted(form.names))}
        with transaction.atomic():
            answer = self.client.post(target, {name: value for name, value in values.items() if value is not None})
            transaction.set_rollback(True)
        return answer.status_code == HTTPStatus.FOUND


def anything(name: str, number: int, form: Form) -> Any:
    """What a field may hold: what it has, else another answer for each field of choices, else something."""
    if form.values.get(name):
        return form.values[name]
    choices = [value for value in form.options.get(name, {}).values() if value]
    if choices:
        return choices[number % len(choices)]
    if name in form.ticks:
        return "on"
    if any(part in name for part in ("date", "first", "last")) or name in {"on", "day"}:
        return "2026-10-12"
    return "1" if any(part in name for part in ("games", "points", "number", "amount")) else "Because"


def faults(thing: Thing, reader: Reader) -> list[str]:
    """The acts that are allowed and that no page leads to, and those that its page leads to and are refused."""
    acts, start = thing.acts(reader.role), thing.page or thing.root
    reached, edge, dead = {start}, {start}, []
    for step in range(thing.steps):
        edge = {target for path in edge for target in reader.leads_to(path) if target.startswith(thing.root)} - reached
        if step == 0:
            acts_shown = [path for path in edge & acts.keys() if acts[path] != "card" and not path.endswith(READ_TOO)]
            dead = [path for path in acts_shown if path not in dict(reader.forms(path))]
        reached |= edge
    has_way = {act for path, act in acts.items() if path in reached or reader.open(path)[0] in reached}
    decided = [path for path in reached if path.endswith("/decision/")]
    if any(target.endswith("/correction/") for path in decided for target in dict(reader.forms(path))):
        has_way.add("card")  # it is corrected where the match is decided
    without = {act for path, act in acts.items() if act not in has_way and reader.is_allowed(path, thing.root)}
    who = f"{thing.state}, {reader.role}:"
    return [
        *(f"{who} no way to {act}" for act in sorted(without)),
        *(f"{who} {path} is refused" for path in sorted(dead)),
    ]

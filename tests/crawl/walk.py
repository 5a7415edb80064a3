"""One person's way through a site: the pages that links lead to, and every form on them sent in several ways."""

import re
from binascii import crc32
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.apps import apps
from django.core.cache import caches
from django.db import connection, models
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.timezone import now
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.models import Entry, Subject
from league.base.ui.responses import TOKEN_FIELDS
from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from tests.crawl.normalise import plain, response_lines
from tests.crawl.sites import fix_chance
from tests.league.acts import anything
from tests.league.html import Form, Page
from tests.league.test_permissions import put_back

LINK = re.compile(r'\s(?:href|src|action|hx-get)="([^"#]*)|\sdata-[\w-]+="(/[^"#]*)')
COUNTED = [model for model in apps.get_models() if model._meta.app_label != "sessions" and not model._meta.proxy]
WRONG = "No’t <right>"
QUICK_WAYS = ("filled", "wrong")


@cache
def route_of(path: str) -> str:
    """The address of the URLconf that a path has, with the names in its query; "" if it is none."""
    target = urlsplit(path)
    try:
        route = resolve(target.path).route
    except Resolver404:
        return ""
    names = ",".join(sorted({name for name, _ in parse_qsl(target.query, keep_blank_values=True)}))
    return f"{route}?{names}" if names else route


def row_counts() -> Counter[str]:
    """How many rows there are of each model, whatever app it is in."""
    parts = (f"SELECT '{each.__name__}', count(*) FROM {each._meta.db_table}" for each in COUNTED)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        counts: Counter[str] = Counter()
        for name, number in cursor.fetchall():
            counts[name] += number
    return counts


def values_of(row: models.Model, *left_out: str) -> Iterator[str]:
    for column in row._meta.concrete_fields:
        value = getattr(row, column.attname)
        if column.name not in {"id", "key", *left_out} and value not in (None, "", {}, []):
            yield f"  {column.name}: {value}"


@dataclass
class Walk:
    """What one person is answered. `most` is how many addresses of one route are opened."""

    email: str
    foreign: tuple[str, ...]  # the leagues that this person has nothing to do with
    most: int
    papers: bool
    is_quick: bool = False
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    records: dict[str, list[str]] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)  # every address that was opened, and its route
    linked: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    forms_of: Counter[tuple[object, frozenset[str]]] = field(default_factory=Counter)
    wanted_forms: set[tuple[str, str]] | None = None  # page and target; None: as they come

    def __post_init__(self) -> None:
        if self.email:
            self.client.force_login(User.objects.get(email=self.email))
        self.cookies = self.client.cookies.copy()
        self.rows = row_counts()
        self.last_entry = Entry.objects.order_by("pk").values_list("pk", flat=True).last() or 0
        with scopes_disabled():
            self.last_message = Message.objects.order_by("pk").values_list("pk", flat=True).last() or 0

    def go(self, starts: Iterable[str]) -> None:
        """Open these, and wave after wave what they lead to: of each route some, chosen by their names alone."""
        waiting = sorted(starts)
        while waiting:
            for path in waiting:
                self.open(path)
            waiting = list(self._next_wave())

    def _next_wave(self) -> Iterator[str]:
        for route, paths in sorted(self.linked.items()):
            most = 1 if "?" in route or route.endswith(".pdf") else self.most
            left = most - sum(each == route for each in self.pages.values())
            fresh = sorted(paths - self.pages.keys(), key=lambda path: crc32(path.encode()))
            yield from fresh[: max(left, 0)]

    def open(self, path: str) -> None:
        """Get a page, note where it leads, and send its forms."""
        self.pages[path] = route_of(path)
        self._begin(f"GET {path}")
        with put_back():
            answer = self.client.get(path)
            self.records[f"GET {path}"] = response_lines(answer)
        links = [answer["Location"]] if "Location" in answer else []
        if answer.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            text = answer.content.decode()
            links += [unescape(one or other) for one, other in LINK.findall(text)]
            if answer.status_code == 200:
                self._send_forms(path, text)
        for link in links:
            self._note(path, link)

    def _note(self, page: str, link: str) -> None:
        target = urlsplit(urljoin(f"http://testserver{page}", link))
        if target.netloc != "testserver" or target.path.split("/")[1] in self.foreign:
            return
        path = target.path + (f"?{target.query}" if target.query else "")
        if (route := route_of(path)) and (self.papers or not target.path.endswith(".pdf")):
            self.linked[route].add(path)

    def _send_forms(self, page: str, text: str) -> None:
        for form in Page(text).forms:
            target = urljoin(page, form.action)
            if form.method != "post" or not route_of(target):
                continue
            is_wanted = self.wanted_forms is None or (page, target) in self.wanted_forms
            key = (page, target) if self.wanted_forms else route_of(target), frozenset(form.names)
            self.forms_of[key] += 1
            if is_wanted and self.forms_of[key] == 1:
                for way, values in ways(form):
                    if not self.is_quick or way in QUICK_WAYS or not form.names - form.hidden:
                        self.send(target, way, page, values)

    def send(self, target: str, way: str, page: str, values: dict[str, Any]) -> None:
        """Send a form and note what came of it; nothing of it stays."""
        name = f"POST {target} [{way}] from {page}"
        if name in self.records:
            return
        self._begin(name)
        with put_back():
            answer = self.client.post(target, values, headers={"Referer": f"http://testserver{page}"})
            lines = [*response_lines(answer), *(plain(line) for line in self._effects())]
            if answer.status_code == 302 and route_of(answer["Location"]) and ".pdf" not in answer["Location"]:
                lines += ["-- the page after", *response_lines(self.client.get(answer["Location"]))]
        self.records[name] = lines

    def _begin(self, name: str) -> None:
        for each in caches.all(initialized_only=True):
            each.clear()
        self.client.cookies = self.cookies.copy()
        fix_chance(name)

    def _effects(self) -> Iterator[str]:
        """The audit entries that were made, what would be sent about them, and of which models there are more rows."""
        entries = Entry.objects.filter(pk__gt=self.last_entry).order_by("pk")
        counts = row_counts()
        yield from (
            f"rows {name}: {counts[name] - self.rows[name]:+}"
            for name in sorted(counts)
            if counts[name] != self.rows[name]
        )
        for entry in entries:
            about = sorted(Subject.objects.filter(entry=entry).values_list("kind", "key"))
            yield from (f"audit {entry.verb} about {about}", *values_of(entry, "at", "verb"))
        while entries and process_audit_log(at=now()):
            pass
        with scopes_disabled():
            for message in Message.objects.filter(pk__gt=self.last_message).order_by("pk"):
                yield from ("message", *"\n".join(values_of(message, "html")).splitlines())


def ways(form: Form) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same form as it is shown by each of its buttons, with every gap filled in, empty, and with wrong answers."""
    tokens = {name: form.values[name] for name in TOKEN_FIELDS if name in form.values}
    hidden = tokens | {name: form.values[name] for name in form.hidden}
    for words, sends in form.buttons[:4] or [("", {})]:
        yield f"shown {words[:40]}", form.filled({}) | sends
    if not form.names - hidden.keys():
        return
    pressed = form.buttons[-1][1] if form.buttons else {}
    gaps = {name: anything(name, place, form) for place, name in enumerate(sorted(form.names))}
    yield "filled", {name: value for name, value in (gaps | tokens | pressed).items() if value is not None}
    yield "empty", hidden | pressed
    yield "wrong", dict.fromkeys(sorted(form.names), WRONG) | hidden | pressed

"""Open the pages of a site, as nobody and as its people, by the links on them: `python -m tests.museum.visit NUMBER`.

At most so many of each address of the URLconf are opened by each. Prints as JSON what did not answer well, and how many
were opened. With the word `forms` every form on them is sent as it stands besides; then anything but an error of the
site is well, since what is sent may be refused, or may take a page away.
"""

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urljoin

import django
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve
from django_scopes import scopes_disabled

from tests.league.html import Page

LINK = re.compile(r'<a\b[^>]*?\shref="(/[^"#?]*)')
LEFT_OUT = {"account_logout"}


@dataclass
class Visit:
    """One visitor's way through the site. `opened` is how many requests were made, `faults` what answered badly."""

    client: Client
    most: int
    forms: bool
    opened: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    of_name: Counter[str] = field(default_factory=Counter)

    def is_wanted(self, name: str) -> bool:
        """Whether this is one of the first of its name, which it counts."""
        self.of_name[name] += 1
        return name not in LEFT_OUT and self.of_name[name] <= self.most

    def note(self, address: str, answer: HttpResponse) -> HttpResponse:
        self.opened += 1
        if answer.status_code >= 500 or not (self.forms or answer.status_code in {200, 301, 302}):
            self.faults[address] = answer.status_code
        return answer

    def go(self) -> None:
        waiting, seen = ["/"], {"/"}
        for address in waiting:
            answer = self.note(address, self.client.get(address))
            found = LINK.findall(answer.content.decode()) if "text/html" in answer.get("Content-Type", "") else []
            for link in [*found, *filter(None, [re.split("[?#]", answer.get("Location", ""))[0]])]:
                name = name_of(link)
                if not name:
                    self.faults |= {} if self.forms else {link: 404}
                elif link not in seen and not link.endswith(".pdf") and self.is_wanted(name):
                    seen.add(link)
                    waiting.append(link)
            if found and self.forms:
                self.send(address, Page(answer.content.decode()))

    def send(self, address: str, page: Page) -> None:
        """Every form of a page, by its first button."""
        for form in page.forms:
            to = urljoin(address, form.action).partition("?")[0]
            if form.method == "post" and name_of(to) not in LEFT_OUT and self.is_wanted(f"POST {name_of(to)}"):
                button = form.buttons[0][1] if form.buttons else {}
                self.note(f"POST {to}", self.client.post(to, form.filled(button)))


def name_of(path: str) -> str:
    """The name of this address in the URLconf; "" if it is none."""
    try:
        return resolve(path).url_name or ""
    except Resolver404:
        return ""


def main(most: int, *words: str) -> None:
    django.setup()
    from league.base.accounts.models import User  # models are there once Django is set up
    from league.teams.models import Role

    settings.ALLOWED_HOSTS = ["testserver"]
    opened, faults = 0, {}
    with scopes_disabled():
        kinds = sorted({role.kind: role.user_id for role in Role.objects.order_by("-pk") if role.user_id}.items())
    for key in (None, *(user for _, user in kinds)):
        client = Client(raise_request_exception=False)
        if key is not None:
            client.force_login(User.objects.get(pk=key))
        way = Visit(client, most, "forms" in words)
        way.go()
        opened, faults = opened + way.opened, faults | way.faults
    sys.stdout.write(json.dumps({"opened": opened, "faults": faults}) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])

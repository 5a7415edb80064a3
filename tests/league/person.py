"""A person at a browser without scripts, who goes by what the pages offer; what they type is counted."""

import re
from dataclasses import dataclass, field

from django.core import mail
from django.test import Client

from league.base.accounts.models import User
from tests.league.html import Form, Page, Values


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


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

    def offers(self, words: str) -> bool:
        """Whether there is a link that is called so."""
        return any(said == words for said, _ in self.page.links)

    def send(
        self,
        button: str,
        typed: Values | None = None,
        *,
        fields: int | None = None,
        status: int = 200,
        follow: bool = True,
    ) -> Page:
        """Fill the form with that button in and press it. What is typed must be asked for; `fields` counts otherwise.

        What the form shows already goes with it and is not counted. An answer may be given by its words. `status` 422:
        the page comes back and says what is wrong. Who does not `follow` turns away before the next page is there.
        """
        form = self.form(button, *(typed or {}))
        given = form.typed(typed or {})
        self.sent.append((button, form.changes(given) if fields is None else fields))
        data = form.filled(given) | (form.button(button) or {})
        address = form.action or self.at
        return self._shown(self.client.post(address, data, follow=follow), address, status if follow else 302)

    def form(self, button: str, *names: str) -> Form:
        """The form with that button that asks for all of these, by their names or by the words beside them."""
        named = [form for form in self.page.forms if form.button(button) is not None]
        missing = [set(names) - form.names - form.labels.keys() for form in named]
        found = next((form for form, each in zip(named, missing, strict=True) if not each), None)
        assert found, (self.at, button, missing, [form.buttons for form in self.page.forms])
        return found

    def _shown(self, answer, address: str, status: int = 200) -> Page:
        assert answer.status_code == status, (address, answer.status_code, Page(answer.content.decode()).words)
        chain = getattr(answer, "redirect_chain", ())
        self.at = chain[-1][0] if chain else address
        self.page = Page(answer.content.decode())
        return self.page


def type_code(person: Person) -> None:
    """Ask for a code on the page that is open, and type what came by e-mail."""
    person.send("E-mail me a code")
    person.send("Sign in", {"code": re.search(r"^    (\S+)$", mail.outbox[-1].body, re.MULTILINE)[1]})

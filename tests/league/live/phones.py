"""Phones for tests: programs that know the wire (docs/api.md), the Django test client, and nothing else of the site."""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.test import Client
from django.urls import reverse
from django_scopes import scope

from league.matchnight.models import LiveEvent
from league.matchnight.permissions import pass_for_person
from league.schedule.models import Fixture
from tests.factories import make_session

PLAYERS = {"home": [{"key": "+Harry Goy", "name": "Harry Goy"}], "away": [{"key": "+Bob Lee", "name": "Bob Lee"}]}
CLOCK = "2026-09-07T20:41:07Z"


def address(fixture: Fixture, name: str, *rest: object) -> str:
    return reverse(name, args=[fixture.league.slug, fixture.first_date, fixture.slug, *rest])


@dataclass
class Phone:
    """One phone at one table. It numbers what is tapped, keeps it, and sends what it is told to send."""

    fixture: Fixture
    token: str
    name: str = "Harry Goy"
    client: Client = field(default_factory=lambda: Client(raise_request_exception=True))
    device: UUID = field(default_factory=uuid4)
    lease: UUID = field(default_factory=uuid4)
    taps: list[dict[str, Any]] = field(default_factory=list)
    after: int = 0

    def tap(self, kind: str, body: dict[str, Any], *, line: int = 0, game: int = 1, **rest: Any) -> dict[str, Any]:
        """Something is tapped, and kept on the phone."""
        event = {
            "id": str(uuid4()), "dseq": len(self.taps) + 1, "at": CLOCK, "line": line, "game": game,
            "lease": str(self.lease), "kind": kind, "body": body, **rest,
        }  # fmt: skip
        self.taps.append(event)
        return event

    def opens(self, leader: int | None = 0, **rest: Any) -> dict[str, Any]:
        return self.tap("opened", {**PLAYERS, "leader": leader, "name": self.name}, **rest)

    def tells(self, kind: str, *, of: str | None = None, line: int = 0, game: int = 1, **body: Any) -> dict[str, Any]:
        event = self.tap("fact", {}, line=line, game=game)
        event["body"] = {"kind": kind, "id": of or event["id"], **body}
        return event

    def pegs(self, side: int, pegs: int, **rest: Any) -> dict[str, Any]:
        return self.tells("pegged", side=side, pegs=pegs, **rest)

    def takes(self, **rest: Any) -> dict[str, Any]:
        return self.tap("taken", {"name": self.name}, **rest)

    def parcel(self, events: list[dict[str, Any]]) -> dict[str, Any]:
        return {"device": str(self.device), "after": self.after, "events": events}

    def send(self, events: list[dict[str, Any]] | None = None, **rest: Any) -> Any:
        """What the server answers to these events, or to everything that was tapped."""
        return self.post(self.parcel(self.taps if events is None else events), **rest)

    def post(self, body: Any, **headers: Any) -> Any:
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        headers = {"HTTP_AUTHORIZATION": f"Bearer {self.token}", **headers}
        return self.client.post(address(self.fixture, "live-events"), text, content_type="application/json", **headers)


def pass_of(fixture: Fixture, user: Any) -> str:
    """What the scorer's page has for somebody who is signed in."""
    return pass_for_person(fixture, user, make_session(user))


def phone_of(fixture: Fixture, user: Any, **rest: Any) -> Phone:
    return Phone(fixture, pass_of(fixture, user), name=user.name, **rest)


def log_of(fixture: Fixture) -> list[LiveEvent]:
    """The log of a match, in order."""
    with scope(league=fixture.league):
        return list(LiveEvent.objects.filter(match__fixture=fixture).order_by("seq"))


def view_of(fixture: Fixture, client: Client | None = None, *, line: int = 0, game: int = 1) -> dict[str, Any]:
    """One game as the state of the match has it."""
    state = (client or Client()).get(address(fixture, "live-state")).json()
    return next(view for view in state["games"] if (view["line"], view["game"]) == (line, game))

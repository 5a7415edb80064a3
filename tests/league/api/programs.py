"""Programs for tests: whoever asks the interface, with a token of somebody or with none."""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.test import Client
from django_scopes import scope

from league.base.accounts.models import User
from league.exchange.actions.api import make_token
from league.exchange.choices import TokenLifetime, TokenScope
from league.teams.models import Player
from tests.factories import SIGNED
from tests.league.results.evening import Evening


@dataclass
class Program:
    """A program; `secret` is its token, "" for none."""

    secret: str = ""
    client: Client = field(default_factory=Client)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def get(self, path: str, headers: dict[str, str] | None = None, **asked: Any):
        return self.client.get(f"/api/v1/{path}", asked, headers=self.headers | (headers or {}))

    def post(self, path: str, body: Any = None, *, key: str = "", seen: str = ""):
        given = self.headers | {"Idempotency-Key": key or uuid4().hex, "If-Match": seen}
        sent = ("", "") if body is None else (json.dumps(body), "application/json")
        return self.client.generic("POST", f"/api/v1/{path}", *sent, headers=given)


def program_of(user: User, scope: TokenScope = TokenScope.WRITE, name: str = "Program") -> Program:
    _, secret = make_token(name=f"{name} {uuid4().hex[:8]}", scope=scope, lasts=TokenLifetime.YEAR, by=user, at=SIGNED)
    return Program(secret)


def match_path(evening: Evening) -> str:
    return f"leagues/{evening.small.league.slug}/fixtures/{evening.small.fixtures[0].code}"


def seen_by(program: Program, evening: Evening) -> str:
    """The ETag of the match as it is now."""
    return program.get(match_path(evening))["ETag"]


def written(evening: Evening, seed: int = 1) -> dict[str, Any]:
    """A legal card in the form in which a program sends it."""
    with scope(league=evening.small.league):
        card = evening.card(seed)
        slugs = dict(Player.objects.values_list("pk", "slug"))
    return {
        "lines": [
            {
                "home": [{"player": slugs[int(named.id)]} for named in line.home],
                "away": [{"player": slugs[int(named.id)]} for named in line.away],
                "games": [
                    {"winner": game.winner.value, "home_pegs": game.home_pegs, "away_pegs": game.away_pegs}
                    for game in line.games
                ],
            }
            for line in card.lines
        ]
    }

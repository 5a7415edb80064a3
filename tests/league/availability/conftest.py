"""Crown A asks its players about Crown A v Bell of the first night; every test runs in the scope of their league."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

import pytest
import time_machine
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.matchnight.queries.nights import PersonalLink
from league.teams.models import Player, Team
from tests.league.availability.asking import link_for, turn_on
from tests.league.results.evening import Evening, make_evening

TUESDAY = datetime(2026, 9, 1, 12, tzinfo=timezone.get_default_timezone())  # six days before the match


@dataclass
class Asking:
    evening: Evening

    @property
    def team(self) -> Team:
        return self.evening.small.entries[0].team

    @property
    def other(self) -> Team:
        return self.evening.small.entries[1].team

    @cached_property
    def players(self) -> list[Player]:
        rows = self.team.registrations.select_related("player__league").order_by("player__name")
        return [row.player for row in rows]

    @property
    def night(self) -> date:
        return self.evening.fixture.date

    def link(self, number: int = 0) -> PersonalLink:
        return link_for(self.team, self.players[number])

    @property
    def sheet(self) -> str:
        fixture = self.evening.fixture
        return f"/leek/squads/{self.team.slug}/availability/{fixture.first_date}/{fixture.slug}/"


@pytest.fixture
def asking(db):
    with scopes_disabled():
        made = Asking(make_evening())
    with scope(league=made.evening.small.league), time_machine.travel(TUESDAY, tick=False):
        turn_on(made.team, by=made.evening.home)
        yield made

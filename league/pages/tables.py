"""Lists of people as columns."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.pages.queries.players import Listed
from league.teams.models import League


class PlayersTable(tables.Table):
    """Players and their games this season, most games won first."""

    player = tables.Column(accessor="player.public_name", verbose_name="Player")
    team = tables.Column(accessor="team.name", verbose_name="Team")
    matches = tables.Column(accessor="record.matches", verbose_name="Matches")
    won = tables.Column(accessor="record.won", verbose_name="Won")
    lost = tables.Column(accessor="record.lost", verbose_name="Lost")
    percent = tables.Column(accessor="record.percent", verbose_name="Won %")

    class Meta:
        orderable = False

    def __init__(self, data: list[Listed], league: League, **kwargs: Any) -> None:
        self.league = league
        super().__init__(data=data, **kwargs)

    def render_player(self, record: Listed, value: str) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("player", args=[self.league.slug, record.player.slug]), value)

    def render_team(self, record: Listed, value: str) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("team", args=[self.league.slug, record.team.slug]), value)

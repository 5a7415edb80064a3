"""Lists of people as columns."""

from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.pages.queries.players import Listed
from league.teams.models import League
from league.ui.tables import Number, Table, Text


class PlayersTable(Table):
    """Players and their games this season, most games won first."""

    caption = "Players and their games this season"
    caption_hidden = True
    row_header = "player"
    player = Text("Player", accessor="player__public_name")
    team = Text("Team", accessor="team__name")
    matches = Number("Matches", short="P", accessor="record__matches", wide=True)
    won = Number("Games won", short="W", accessor="record__won")
    lost = Number("Games lost", short="L", accessor="record__lost")
    percent = Number("Games won in a hundred", short="%", accessor="record__percent", wide=True)

    def __init__(self, data: list[Listed], league: League, **kwargs: Any) -> None:
        self.league = league
        super().__init__(data, **kwargs)

    def render_player(self, record: Listed, value: str) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("player", args=[self.league.slug, record.player.slug]), value)

    def render_team(self, record: Listed, value: str) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("team", args=[self.league.slug, record.team.slug]), value)

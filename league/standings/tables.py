"""The league table as columns: what each shows, and what only a wide screen has room for.

Knows order, headings and marks. Refuses to do arithmetic: every figure comes from the engine's row.
"""

from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.standings.queries import Standing, Standings, Zone
from league.teams.models import League
from league.ui import words
from league.ui.tables import FormStrip, Number, Table, Text

NONE = "\N{EN DASH}"
ZONE_WORDS = {Zone.UP: "Promotion", Zone.DOWN: "Relegation"}


def marks_of(record: Standing) -> list[str]:
    """What a reader must be told about a team, in words."""
    marks = [ZONE_WORDS[record.zone]] if record.zone else []
    if record.row.withdrawn:
        marks.append("Withdrawn")
    if record.provisional:
        marks.append(f"{record.provisional} provisional")
    return marks


def row_class(record: Standing) -> str:
    """The class by which withdrawn teams and the places that go up or down are drawn."""
    if record.row.withdrawn:
        return "standings__row--withdrawn"
    return f"standings__row--{record.zone.name.lower()}" if record.zone else ""


class StandingsTable(Table):
    """Six columns on a phone, all of them on a wide screen; no column for what has not happened."""

    row_header = "team"
    caption_hidden = True
    place = Text("Place", short="Pos", accessor="row__place")
    team = Text("Team", accessor="name")
    played = Number("Played", short="P", accessor="row__played")
    won = Number("Won", short="W", accessor="row__won")
    drawn = Number("Drawn", short="D", accessor="row__drawn")
    lost = Number("Lost", short="L", accessor="row__lost")
    games_for = Number("Games won", short="F", accessor="row__games_for", wide=True)
    games_against = Number("Games lost", short="A", accessor="row__games_against", wide=True)
    difference = Number("Game difference", short="+/\N{MINUS SIGN}", accessor="row__game_difference", wide=True)
    form = FormStrip("Last five", accessor="row__form", wide=True)
    adjusted = Number("Points given or taken", short="Adj", accessor="row__adjusted", wide=True)
    points = Number("Points", short="Pts", accessor="row__points", strong=True)

    class Meta:
        orderable = False
        row_attrs = {"class": row_class}

    def __init__(self, standings: Standings, league: League, **kwargs: Any) -> None:
        empty = {"drawn": not standings.drawn, "adjusted": not standings.adjusted, "form": not standings.started}
        self.league = league
        super().__init__(standings.rows, exclude=[name for name, unused in empty.items() if unused], **kwargs)

    def render_place(self, record: Standing) -> str:
        if record.row.withdrawn:
            return NONE
        return f"{record.row.place}=" if record.row.shared else str(record.row.place)

    def render_team(self, record: Standing) -> SafeString:
        link = reverse("team", args=[self.league.slug, record.slug])
        marks = format_html_join("", '<span class="standings__mark">{}</span>', ((mark,) for mark in marks_of(record)))
        return format_html('<a href="{}">{}</a>{}', link, record.name, marks)

    def render_difference(self, value: int) -> str:
        return words.signed(value)

    def render_adjusted(self, record: Standing) -> str:
        return words.signed(record.row.adjusted + record.row.awarded)

    def render_points(self, record: Standing) -> str:
        if not record.notes:
            return words.points(record.row.points)
        notes = format_html_join("", '<sup><a href="#note-{0}">{0}</a></sup>', ((number,) for number in record.notes))
        return format_html("{}{}", words.points(record.row.points), notes)


class DrawnStandingsTable(StandingsTable):
    """Where matches are drawn a phone shows won, drawn and lost, and leaves out played, which they add up to."""

    played = Number("Played", short="P", accessor="row__played", wide=True)


def table_of(standings: Standings, league: League, caption: str, prefix: str = "") -> StandingsTable:
    """The table that suits these standings; the second one of a page has a prefix."""
    kind = DrawnStandingsTable if standings.drawn else StandingsTable
    return kind(standings, league, caption=caption, prefix=prefix)

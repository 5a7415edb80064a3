"""The league table as columns, and as the picture that stands beside a shared link: its first places, as a JPEG.

Knows order, headings and marks, what only a wide screen has room for, and where things are drawn. Refuses to do
arithmetic: every figure comes from the engine's row.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from PIL import ImageDraw

from league.schedule.models import Division
from league.standings.queries import Standing, Standings, Zone
from league.teams.models import League
from league.ui import words
from league.ui.pictures import LEFT, RIGHT, blank, font, jpeg_of, line, shortened
from league.ui.static_files import colour
from league.ui.tables import FormStrip, Number, Table, Text
from league.ui.typeface import BOLD, REGULAR

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


# --- the picture beside a link ------------------------------------------------------------------------------------


MOST = 6  # places
TOP, ROW = 176, 60
PLACE, PLAYED, POINTS = LEFT + 66, RIGHT - 126, RIGHT - 20
TEAM, TEAM_WIDTH = LEFT + 84, 330
SIZES = (34, 30, 26)  # of a team's name, as it is longer
DRAWN = "1"  # goes up when the same table is to be drawn otherwise


@dataclass(frozen=True, slots=True)
class TablePicture:
    """What the picture says: a title, the line under it, (place, team, played, points) of the first, a last line."""

    title: str
    under: str
    rows: tuple[tuple[str, str, str, str], ...]
    bottom: str

    @property
    def digest(self) -> str:
        """Stands for all that is on it: another table has another one, and another address."""
        return hashlib.sha256(repr((DRAWN, self)).encode()).hexdigest()[:16]

    @property
    def words(self) -> str:
        """The picture for those who do not see it."""
        return f"{self.title}: " + ", ".join(f"{place} {team} {points}" for place, team, _, points in self.rows)


def table_picture(division: Division, found: Standings, league: League) -> TablePicture:
    """The first places of a table; `division` comes with its competition and season."""
    rows = [each for each in found.rows if not each.row.withdrawn][:MOST]
    more = len(found.rows) - len(rows)
    return TablePicture(
        title=division.name,
        under=f"{league.short_name}, season {division.competition.season}",
        rows=tuple(
            (
                f"{each.row.place}{'=' if each.row.shared else ''}",
                each.name,
                str(each.row.played),
                words.points(each.row.points),
            )
            for each in rows
        ),
        bottom=f"and {more} more" if more > 0 else "",
    )


def picture_address(division: Division, picture: TablePicture, league: League) -> str:
    """Where the picture is; another table, another address."""
    return reverse("table-image", args=[league.slug, division.slug, picture.digest])


def picture_of(table: TablePicture) -> bytes:
    """The JPEG of a table."""
    image, draw = blank()
    line(draw, 34, table.title, 44, colour("on-mast"), face=BOLD)
    line(draw, 94, table.under, 26, colour("on-mast-muted"))
    draw.rounded_rectangle((LEFT, TOP - 34, RIGHT, TOP + ROW * len(table.rows) + 6), 22, fill=colour("pip"))
    for x, word in ((PLAYED, "P"), (POINTS, "Pts")):
        draw.text((x, TOP - 28), word, fill=colour("tile"), font=font(REGULAR, 22), anchor="ra")
    for number, row in enumerate(table.rows):
        _row(draw, TOP + ROW * number, row)
    line(draw, 570, table.bottom, 26, colour("on-mast-muted"))
    return jpeg_of(image)


def _row(draw: ImageDraw.ImageDraw, y: int, row: tuple[str, str, str, str]) -> None:
    place, team, played, points = row
    middle, ink, bold = y + ROW // 2, colour("tile"), font(BOLD, 34)
    draw.line((LEFT + 16, y, RIGHT - 16, y), fill=colour("line"), width=2)
    draw.text((PLACE, middle), place, fill=ink, font=font(REGULAR, 32), anchor="rm")
    name = next(
        (font(BOLD, size) for size in SIZES if font(BOLD, size).getlength(team) <= TEAM_WIDTH), font(BOLD, SIZES[-1])
    )
    draw.text((TEAM, middle), shortened(team, name, TEAM_WIDTH), fill=ink, font=name, anchor="lm")
    draw.text((PLAYED, middle), played, fill=ink, font=font(REGULAR, 32), anchor="rm")
    draw.text((POINTS, middle), points, fill=ink, font=bold, anchor="rm")

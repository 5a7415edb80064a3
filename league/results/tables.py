"""The league table as columns, the race behind it as a chart, and the picture beside a shared link, as a JPEG."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.base.ui import formats
from league.base.ui.charts import LineRace
from league.base.ui.converters import addresses
from league.base.ui.palette import NO_BADGE, Badge, Kit, with_chip
from league.base.ui.pictures import LEFT, RIGHT, TextBox, blank, font, jpeg_of, line, strip, write
from league.base.ui.static_files import BOLD, REGULAR, colour
from league.base.ui.tables import FormStrip, Number, Table, Text, movement_mark
from league.results.queries.tables import Standing, Standings, Zone
from league.schedule.models import Division
from league.teams.models import League
from scoring.season.table import Race, race

NONE = "\N{EN DASH}"
MARK = '<span class="standings__mark standings__mark--{}">{}</span>'
ZONE_WORDS = {Zone.UP: "Promotion", Zone.DOWN: "Relegation"}


def marks_of(record: Standing) -> list[tuple[str, str]]:
    """What a reader must be told about a team: a word, and the shape that goes with it."""
    marks = [(ZONE_WORDS[record.zone], record.zone.name.lower())] if record.zone else []
    if record.row.withdrawn:
        marks.append(("Withdrawn", "plain"))
    if record.provisional:
        marks.append((f"{record.provisional} provisional", "plain"))
    return marks


class StandingsTable(Table):
    """Six columns on a phone, all of them on a wide screen; no column for what has not happened.
    `moved` are the places that teams went up last week, by entry; `own` is the address of the reader's team.
    """

    row_header = "team"
    caption_hidden = True
    place = Text("Position", short="Pos", accessor="row__place")
    team = Text("Team", accessor="name")
    played = Number("Played", short="P", accessor="row__played")
    won = Number("Won", short="W", accessor="row__won", classes="spare")
    drawn = Number("Drawn", short="D", accessor="row__drawn", classes="spare")
    lost = Number("Lost", short="L", accessor="row__lost", classes="spare")
    lines = Number("Lines difference", short="Lines", accessor="row__line_difference")
    games_for = Number("Games won", short="F", accessor="row__games_for", wide=True)
    games_against = Number("Games lost", short="A", accessor="row__games_against", wide=True)
    difference = Number("Games difference", short="+/\N{MINUS SIGN}", accessor="row__game_difference", wide=True)
    form = FormStrip("Last five", accessor="row__form", wide=True)
    adjusted = Number("Points adjustments", short="Adj", accessor="row__adjusted", wide=True)
    points = Number("Points", short="Pts", accessor="row__points", strong=True)

    class Meta:
        orderable = False

    def __init__(
        self, standings: Standings, league: League, moved: Mapping[str, int] | None = None, own: str = "", **kwargs: Any
    ) -> None:
        empty = {
            "drawn": not standings.drawn,
            "adjusted": not standings.adjusted,
            "form": not standings.started,
            "lines": not standings.by_lines,
        }
        self.teams, self.moved, self.own = addresses("team", league.slug), moved or {}, own
        kwargs["row_attrs"] = {"class": self.row_class}
        super().__init__(standings.rows, exclude=[name for name, unused in empty.items() if unused], **kwargs)

    def row_class(self, record: Standing) -> str:
        own = "standings__row--mine" if record.slug == self.own else ""
        if record.row.withdrawn:
            return f"standings__row--withdrawn {own}".strip()
        return f"standings__row--{record.zone.name.lower()} {own}".strip() if record.zone else own

    def render_place(self, record: Standing) -> str:
        if record.row.withdrawn:
            return NONE
        place = f"{record.row.place}=" if record.row.shared else str(record.row.place)
        return format_html("{}{}", place, movement_mark(self.moved.get(record.row.team, 0)))

    def render_team(self, record: Standing) -> SafeString:
        own = [("Your team", "plain")] if record.slug == self.own else []
        marks = format_html_join("", MARK, ((shape, word) for word, shape in (*own, *marks_of(record))))
        name = with_chip(record.kit, format_html('<a href="{}">{}</a>', self.teams(record.slug), record.name))
        return format_html("{}{}", name, marks)

    def render_lines(self, value: int) -> str:
        return formats.signed(value)

    def render_difference(self, value: int) -> str:
        return formats.signed(value)

    def render_adjusted(self, record: Standing) -> str:
        return formats.signed(record.row.adjusted + record.row.awarded)

    def render_points(self, record: Standing) -> str:
        if not record.notes:
            return formats.points(record.row.points)
        notes = format_html_join("", '<sup><a href="#note-{0}">{0}</a></sup>', ((number,) for number in record.notes))
        return format_html("{}{}", formats.points(record.row.points), notes)


class DrawnStandingsTable(StandingsTable):
    """Where matches are drawn a phone shows won, drawn and lost, and leaves out played, which they add up to."""

    played = Number("Played", short="P", accessor="row__played", wide=True)


class LinesTable(StandingsTable):
    """Where lines decide a phone shows them, and leaves out matches drawn and lost."""

    drawn = Number("Drawn", short="D", accessor="row__drawn", wide=True)
    lost = Number("Lost", short="L", accessor="row__lost", wide=True)


def table_of(
    standings: Standings, league: League, caption: str, *, prefix: str = "", raced: Race | None = None, own: str = ""
) -> StandingsTable:
    """The table that suits these standings; the second one of a page has a prefix. The `own` team's row is marked."""
    kind = LinesTable if standings.by_lines else DrawnStandingsTable if standings.drawn else StandingsTable
    return kind(standings, league, raced.movement if raced else {}, own=own, caption=caption, prefix=prefix)


def lead_of(standings: Standings, division: Division) -> tuple[str, ...]:
    """Who leads and by how much, in parts: "Crown A", " lead ", "Division One", " by 3 points"."""
    first, *others = [each for each in standings.rows if not each.row.withdrawn]
    level = [each for each in others if each.row.place == first.row.place]
    if level:
        also = [" and ", formats.ProperName(level[0].name)] if len(level) == 1 else [f" and {len(level)} more"]
        return formats.ProperName(first.name), *also, " lead ", formats.ProperName(division)
    ahead = first.row.points - others[0].row.points if others else 0
    by = f" by {formats.points(ahead)} point{'' if ahead == 1 else 's'}" if ahead > 0 else ", level on points"
    return formats.ProperName(first.name), " lead ", formats.ProperName(division), by if others else ""


def link_to_table(division: Division, shown: Standings, *, weeks: int, final: bool) -> formats.LinkPreview:
    """What a link to the table says: who leads and by how much, or has won; then the first places."""
    rows = [each for each in shown.rows if not each.row.withdrawn]
    points = (f"{each.row.place} {each.name} {formats.points(each.row.points)}" for each in rows)
    if not shown.started or not rows:
        title = formats.within(formats.LINK_TITLE, formats.ProperName(division), " table")
        return formats.LinkPreview(title, "No match has been played yet")
    if final and not rows[0].row.shared:
        parts = [
            formats.ProperName(rows[0].name),
            " won ",
            formats.ProperName(division),
            f", {division.competition.season}",
        ]
    else:
        parts = [*lead_of(shown, division), f" after {weeks} weeks" if weeks else ""]
    return formats.LinkPreview(
        formats.within(formats.LINK_TITLE, *parts), formats.within_list(formats.LINK_TEXT, points)
    )


# --- the race for the title -------------------------------------------------------------------------------------------
def race_of(standings: Standings) -> Race | None:
    """The season so far, week by week; None before two weeks were played, and of a table that was kept as decided."""
    if standings.facts is None:
        return None
    points_race = race(standings.facts, [each.row for each in standings.rows])
    return points_race if len(points_race.weeks) > 1 else None


def race_chart(standings: Standings, raced: Race, own: Iterable[str]) -> LineRace:
    names, mine = {each.row.team: each for each in standings.rows}, set(own)
    return LineRace(
        key="race",
        title="Every team’s place after each week",
        ticks=tuple(f"{week.day} {week:%b}" for week in raced.weeks),
        lines=tuple((names[team].name, places) for team, places in raced.places.items()),
        own=frozenset(each.name for each in standings.rows if each.slug in mine),
    )


# --- the picture beside a link ----------------------------------------------------------------------------------------
MOST_LINKED = 6  # places, beside a link
MOST_SHARED = 20  # places of a table that is shared
TOP, ROW, LOWEST = 176, 60, 560
PLACE, PLAYED, POINTS = LEFT + 66, RIGHT - 126, RIGHT - 20
TEAM, TEAM_WIDTH = LEFT + 94, 320
DRAWING_VERSION = "4"  # goes up when the same table is to be drawn otherwise


@dataclass(frozen=True, slots=True)
class TablePicture:
    """What the picture says: a title, the line under it, (place, team, played, points) of the first, a last line."""

    title: str
    under: str
    rows: tuple[tuple[str, str, str, str], ...]
    bottom: str
    kits: tuple[Kit, ...] = ()
    badge: Badge = NO_BADGE

    @property
    def digest(self) -> str:
        """Stands for all that is on it: another table has another one, and another address."""
        return hashlib.sha256(repr((DRAWING_VERSION, self)).encode()).hexdigest()[:16]

    @property
    def words(self) -> str:
        return f"{self.title}: " + ", ".join(f"{place} {team} {points}" for place, team, _, points in self.rows)


def table_picture(division: Division, standings: Standings, league: League, most: int = MOST_LINKED) -> TablePicture:
    """The first places of a table, so `most`; `division` comes with its competition and season."""
    playing = [each for each in standings.rows if not each.row.withdrawn]
    rows, more = playing[:most], len(playing) - most
    return TablePicture(
        title=division.name,
        under=f"{league.short_name}, season {division.competition.season}",
        rows=tuple(
            (
                f"{each.row.place}{'=' if each.row.shared else ''}",
                each.name,
                str(each.row.played),
                formats.points(each.row.points),
            )
            for each in rows
        ),
        bottom=f"and {more} more" if more > 0 else "",
        kits=tuple(each.kit for each in rows),
        badge=league.badge,
    )


def picture_address(division: Division, picture: TablePicture, league: League) -> str:
    return reverse("table-image", args=[league.slug, division.slug, picture.digest])


def picture_of(table: TablePicture, crest: bytes = b"") -> bytes:
    image, draw = blank(table.badge, crest)
    line(draw, 34, table.title, 44, colour("on-mast"), face=BOLD)
    line(draw, 94, table.under, 26, colour("on-mast-muted"))
    high = min(ROW, (LOWEST - TOP) // max(1, len(table.rows)))
    draw.rounded_rectangle((LEFT, TOP - 34, RIGHT, TOP + high * len(table.rows) + 6), 22, fill=colour("pip"))
    for x, word in ((PLAYED, "P"), (POINTS, "Pts")):
        draw.text((x, TOP - 28), word, fill=colour("tile"), font=font(REGULAR, 22), anchor="ra")
    ink, size = colour("tile"), min(32, high * 4 // 5)
    for number, (place, team, played, points) in enumerate(table.rows):
        y, middle = TOP + high * number, TOP + high * number + high // 2
        draw.line((LEFT + 16, y, RIGHT - 16, y), fill=colour("line"), width=2)
        draw.text((PLACE, middle), place, fill=ink, font=font(REGULAR, size), anchor="rm")
        write(draw, TextBox(TEAM, y + 3, TEAM + TEAM_WIDTH, y + high - 2), team, size + 2, ink, face=BOLD, at="l")
        draw.text((PLAYED, middle), played, fill=ink, font=font(REGULAR, size), anchor="rm")
        draw.text((POINTS, middle), points, fill=ink, font=font(BOLD, size + 2), anchor="rm")
    for number, kit in enumerate(table.kits):
        top, bottom = TOP + high * number + high // 5, TOP + high * (number + 1) - high // 6
        strip(draw, TextBox(PLACE + 10, top, TEAM - 8, bottom), kit)
    line(draw, 570, table.bottom, 26, colour("on-mast-muted"))
    return jpeg_of(image)

"""The tables of groups and of Swiss events as columns, and a round as it is pinned up."""

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.base.ui import formats
from league.base.ui.tables import Number, Table, Text
from league.cups.presenters.openday import OpenDayGroup, OpenDayMatch, OpenDayRound, OpenDayRow

SHORT_SCORE = "\N{EN DASH}"
TO_BE_WRITTEN = "____ \N{EN DASH} ____"


class StageTable(Table):
    caption_hidden = True
    row_header = "name"
    place = Text("Place", short="Pos", accessor="row__place")
    name = Text("Name")
    played = Number("Played", short="P", accessor="row__played")
    won = Number("Won", short="W", accessor="row__won")
    drawn = Number("Drawn", short="D", accessor="row__drawn", wide=True)
    lost = Number("Lost", short="L", accessor="row__lost", wide=True)

    def __init__(self, group: OpenDayGroup, **kwargs: Any) -> None:
        exclude = () if group.drawn else ("drawn",)
        super().__init__(group.rows, exclude=exclude, prefix=f"group-{group.number}-", caption=group.title, **kwargs)

    def render_place(self, record: OpenDayRow) -> str:
        return f"{record.row.place}{'=' if record.shared else ''}"

    def render_name(self, record: OpenDayRow) -> SafeString:
        marks = format_html_join("", '<span class="standings__mark">{}</span>', ((mark,) for mark in record.marks))
        return format_html("{}{}", record.name, marks)

    def render_points(self, record: OpenDayRow) -> str:
        return formats.points(record.row.score)


class GroupTable(StageTable):
    difference = Number("Games difference", short="+/\N{MINUS SIGN}", accessor="row__difference")
    points = Number("Points", short="Pts", accessor="row__score", strong=True)

    def render_difference(self, value: int) -> str:
        return formats.signed(value)


class SwissTable(StageTable):
    """What separates those who are level in points stands behind them, in the order in which it is asked."""

    points = Number("Points", short="Pts", accessor="row__score", strong=True)
    buchholz = Number("Opponents’ points", short="Opp", accessor="row__buchholz")
    beaten = Number("Points of those beaten", short="SB", accessor="row__sonneborn_berger", wide=True)
    margin = Number("Games difference", short="+/\N{MINUS SIGN}", accessor="row__difference", wide=True)

    def render_buchholz(self, record: OpenDayRow) -> str:
        return formats.points(record.row.buchholz)

    def render_beaten(self, record: OpenDayRow) -> str:
        return formats.points(record.row.sonneborn_berger)

    def render_margin(self, value: int) -> str:
        return formats.signed(value)


class RoundTable(Table):
    """A round on the wall: table by table, who drops first, and room for the score where there is none yet."""

    caption_hidden = True
    row_header = "first"
    number = Number("Table", accessor="match__number")
    first = Text("Drops first")
    score = Text("Score", empty_values=())
    second = Text("Other")

    def __init__(self, shown: OpenDayRound, **kwargs: Any) -> None:
        super().__init__(shown.lines, prefix=f"round-{shown.number}-", caption=f"Round {shown.number}", **kwargs)

    def render_score(self, record: OpenDayMatch) -> SafeString | str:
        if record.match.score is not None:
            return SHORT_SCORE.join(map(str, record.match.score))
        if record.note:
            return "without play"
        return format_html('<span class="only-print">{}</span><span class="no-print">to play</span>', TO_BE_WRITTEN)


class GroupRoundTable(RoundTable):
    number = Number("Group", accessor="match__group")


def round_table(shown: OpenDayRound, *, swiss: bool) -> RoundTable:
    return RoundTable(shown) if swiss else GroupRoundTable(shown)


def table_of(group: OpenDayGroup, *, swiss: bool) -> StageTable:
    return SwissTable(group) if swiss else GroupTable(group)

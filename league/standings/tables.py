"""The league table as columns: what each shows, and what only a wide screen has room for.

Knows order, headings and marks. Refuses to do arithmetic: every figure comes from the engine's row.
"""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from league.standings.queries import Standing, Standings, Zone
from league.teams.models import League
from scoring.card.points import plain

MINUS, NONE = "\N{MINUS SIGN}", mark_safe("\N{EN DASH}")
ZONE_WORDS = {Zone.UP: "Promotion", Zone.DOWN: "Relegation"}
RESULT_WORDS = {"W": "Won", "D": "Drawn", "L": "Lost"}


def signed(value: Any) -> str:
    """A difference with its sign, 0 without one."""
    sign = "" if not value else "+" if value > 0 else MINUS
    return sign + plain(abs(value))


class StandingsTable(tables.Table):
    """Six columns on a phone, everything from 600 pixels."""

    place = tables.Column(accessor="row.place", verbose_name="Pos")
    team = tables.Column(accessor="name", verbose_name="Team")
    played = tables.Column(accessor="row.played", verbose_name="P")
    won = tables.Column(accessor="row.won", verbose_name="W")
    drawn = tables.Column(accessor="row.drawn", verbose_name="D")
    lost = tables.Column(accessor="row.lost", verbose_name="L")
    games_for = tables.Column(accessor="row.games_for", verbose_name="GF")
    games_against = tables.Column(accessor="row.games_against", verbose_name="GA")
    difference = tables.Column(accessor="row.game_difference", verbose_name="Diff")
    adjusted = tables.Column(accessor="row.adjusted", verbose_name="Adj")
    points = tables.Column(accessor="row.points", verbose_name="Pts")
    form = tables.Column(accessor="row.form", verbose_name="Form", empty_values=())

    class Meta:
        orderable = False
        row_attrs = {"class": lambda record: f"standings__row {zone_class(record)}".strip()}

    def __init__(self, standings: Standings, league: League, **kwargs: Any) -> None:
        unused = {"drawn": not standings.drawn, "adjusted": not standings.adjusted}
        self.league = league
        super().__init__(data=standings.rows, exclude=[name for name, empty in unused.items() if empty], **kwargs)

    def render_place(self, record: Standing) -> str:
        if record.row.withdrawn:
            return NONE
        return f"{record.row.place}=" if record.row.shared else str(record.row.place)

    def render_team(self, record: Standing) -> SafeString:
        link = reverse("team", args=[self.league.slug, record.slug])
        marks = format_html_join("", ' <span class="standings__mark">{}</span>', ((word,) for word in marks_of(record)))
        return format_html('<a href="{}">{}</a>{}', link, record.name, marks)

    def render_difference(self, value: int) -> str:
        return signed(value)

    def render_adjusted(self, record: Standing) -> SafeString:
        links = format_html_join("", '<sup><a href="#note-{0}">{0}</a></sup>', ((number,) for number in record.notes))
        return format_html("{}{}", signed(record.row.adjusted + record.row.awarded), links)

    def render_points(self, record: Standing) -> SafeString:
        return format_html("<b>{}</b>", plain(record.row.points).replace("-", MINUS))

    def render_form(self, record: Standing) -> SafeString:
        return form_strip(record.row.form)


def marks_of(record: Standing) -> list[str]:
    """What a reader must be told about a team, in words."""
    marks = [ZONE_WORDS[record.zone]] if record.zone else []
    if record.row.withdrawn:
        marks.append("Withdrawn")
    if record.provisional:
        marks.append(f"{record.provisional} provisional")
    return marks


def zone_class(record: Standing) -> str:
    if record.row.withdrawn:
        return "standings__row--withdrawn"
    return f"standings__row--{record.zone.name.lower()}" if record.zone else ""


def form_strip(form: tuple[str, ...]) -> SafeString:
    """The last results as letters with their words, oldest first."""
    if not form:
        return NONE
    letters = ((letter.lower(), RESULT_WORDS[letter], letter) for letter in form)
    return format_html_join("", '<abbr class="form__letter form__letter--{}" title="{}">{}</abbr>', letters)

"""All cups of the demonstration, in the order in which an evening's work would have come."""

from datetime import date, time

from league.cups.actions.finals import open_night
from league.cups.models import FinalsNight
from league.demo.cups.past import load_past_cups, type_honours
from league.demo.cups.players import load_ladies, load_open_day, load_pairs, load_singles, load_swiss
from league.demo.cups.team import load_team_cup
from league.demo.dates import WEEK, festive, moment
from league.demo.seasons import DAY, DemoSeason


def load_cups(demo: DemoSeason) -> None:
    """This season's cups, the finals night that they lead to, and what was won in years gone by."""
    type_honours(demo)
    load_past_cups(demo)
    finals = _finals_night(demo)
    load_team_cup(demo, finals)
    load_singles(demo, finals)
    load_open_day(demo)
    load_pairs(demo, finals)
    load_ladies(demo)
    load_swiss(demo)


def _finals_night(demo: DemoSeason) -> FinalsNight:
    """A Saturday or so after the last league night, where there is most room."""
    social = next(club.team.venue for club in demo.clubs.values() if club.team.name == "Social A")
    return open_night(
        season=demo.season, name="Finals night", date=_free(demo.nights[-1] + 2 * WEEK + 3 * DAY),
        start_time=time(19), venue=social, tables=4, minutes=40, by=demo.officers.cups,
        at=moment(demo.night(2), 19), notes="Pie and peas at nine. Prizes at the end, by the oldest player there.",
    )  # fmt: skip


def _free(day: date) -> date:
    """The first day from there on that nobody spends at home."""
    while festive(day):
        day += DAY
    return day

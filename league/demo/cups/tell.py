"""All cups of the demonstration, in the order in which an evening's work would have come."""

from datetime import date, time

from league.cups.actions.finals import open_night
from league.cups.models import FinalsNight
from league.demo.book import DAY, Book
from league.demo.cups.board import typed_honours
from league.demo.cups.days import tell_open_day, tell_swiss
from league.demo.cups.past import past_cups
from league.demo.cups.players import tell_ladies, tell_pairs, tell_singles
from league.demo.cups.team import tell_team_cup
from league.demo.dates import WEEK, festive, moment


def tell_cups(book: Book) -> None:
    """This season's cups, the finals night that they lead to, and what was won in years gone by."""
    typed_honours(book)
    past_cups(book)
    finals = _finals_night(book)
    tell_team_cup(book, finals)
    tell_singles(book, finals)
    tell_open_day(book)
    tell_pairs(book, finals)
    tell_ladies(book)
    tell_swiss(book)


def _finals_night(book: Book) -> FinalsNight:
    """A Saturday or so after the last league night, where there is most room."""
    social = next(club.team.venue for club in book.clubs.values() if club.team.name == "Social A")
    return open_night(
        season=book.season, name="Finals night", date=_free(book.nights[-1] + 2 * WEEK + 3 * DAY),
        start_time=time(19), venue=social, tables=4, minutes=40, by=book.officers.cups,
        at=moment(book.night(2), 19), notes="Pie and peas at nine. Prizes at the end, by the oldest player there.",
    )  # fmt: skip


def _free(day: date) -> date:
    """The first day from there on that nobody spends at home."""
    while festive(day):
        day += DAY
    return day

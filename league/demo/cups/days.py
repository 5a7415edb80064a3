"""Cups whose scores are typed at the desk: one Sunday of groups and a knockout, and a Swiss event of five evenings."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from league.cups.actions.cups import finish_cup
from league.cups.actions.days import Typed, deal, pair, write_scores
from league.cups.actions.draws import hold_draw
from league.cups.actions.facts import write_fact
from league.cups.queries.day import day_of
from league.demo.book import DAY, Book
from league.demo.cups.desk import Desk, old_hands, open_desk
from league.demo.dates import moment
from scoring.season.knockout.draw import Lots
from scoring.season.knockout.facts import Scored
from scoring.season.openday.matches import DayMatch, DayMatchState

OPEN_DAY, SWISS = "Harvest Open", "Winter Swiss"
MINUTES = timedelta(minutes=1)


def tell_open_day(book: Book) -> None:
    """Eight players on a Sunday five weeks ago: two groups, semi-finals, a winner."""
    began = moment(book.night(6) + 5 * DAY, 13)
    desk = open_desk(
        book, book.season, "groups", OPEN_DAY, began - 20 * DAY, fee=5, groups=2, trophy="A ham",
        who_may="Anybody who is registered.",
    )  # fmt: skip
    order = _enter(desk, 8, 3, began)
    lots = Lots(names=tuple(desk.random.sample(order, len(order))))
    deal(cup=desk.cup, lots=lots, by=desk.by, at=began)
    for number in (1, 2, 3):
        _score_round(desk, number, order, began + 25 * number * MINUTES)
    at = began + 100 * MINUTES
    hold_draw(cup=desk.cup, lots=Lots(seed="2 14 21 30 44 51", purpose="main 1"), by=desk.by, at=at)
    for number in (1, 2):
        for tie in desk.to_play(at, number):
            at += 6 * MINUTES
            first, second = _score(desk, order, str(tie.first), str(tie.second))
            write_fact(cup=desk.cup, fact=Scored(tie.id, first, second), by=desk.by, at=at)
    finish_cup(cup=desk.cup, by=desk.by, at=at + 10 * MINUTES)


def tell_swiss(book: Book) -> None:
    """Ten players, five rounds on Fridays or so; of the third some scores are in."""
    opened = moment(book.night(7), 19)
    desk = open_desk(
        book, book.season, "swiss", SWISS, opened, fee=1, rounds=5, who_may="The first ten.", most=10,
    )  # fmt: skip
    order = _enter(desk, 10, 6, opened + 4 * DAY)
    began = moment(book.night(9) + 3 * DAY, 20)
    deal(cup=desk.cup, lots=Lots(seed="6 9 17 28 36 40", purpose="groups"), by=desk.by, at=began)
    for number in (1, 2, 3):
        at = began + (number - 1) * 4 * DAY
        pair(cup=desk.cup, absent=(), by=desk.by, at=at)
        _score_round(desk, number, order, at + 50 * MINUTES, most=3 if number == 3 else None)


def _enter(desk: Desk, number: int, place: int, at: datetime) -> list[str]:
    """So many players, one of a team; their keys, the best first, as only the dice know."""
    hands = list(old_hands(desk.book).items())
    keys = []
    for count, (key, players) in enumerate(hands[:number]):
        team = desk.book.clubs[key].team
        entrant = desk.enter((team, (players[place],)), at - (30 - count) * 5 * MINUTES)
        keys.append(entrant.key)
    return desk.random.sample(keys, len(keys))


def _score_round(desk: Desk, number: int, order: list[str], at: datetime, most: int | None = None) -> None:
    """The scores of one round of all groups, or the first few of them."""
    there = [each for each in _of_round(desk, number, at) if each.second is not None]
    typed = [Typed(each.id, *_score(desk, order, each.first, str(each.second))) for each in there[:most]]
    write_scores(cup=desk.cup, typed=typed, reason="", by=desk.by, at=at)


def _of_round(desk: Desk, number: int, at: datetime) -> Iterable[DayMatch]:
    tables = day_of(desk.cup, at).tables
    there = [match for table in tables for match in table.matches if match.round == number]
    return [match for match in there if match.state is DayMatchState.TO_PLAY]


def _score(desk: Desk, order: list[str], first: str, second: str) -> tuple[int, int]:
    """The better of the two wins: in groups of three nobody is level then."""
    lost = desk.random.randrange(2)
    return (2, lost) if order.index(first) < order.index(second) else (lost, 2)

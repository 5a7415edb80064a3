"""The honours board from 1967 on as the secretary typed it in: clubs that are gone, and families that go on winning."""

from collections.abc import Iterator, Mapping
from random import Random

from league.cups.actions.honours import BoardLine, write_honours
from league.demo.book import DAY, Book
from league.demo.cups.players import PAIRS_NAME, SINGLES_NAME
from league.demo.cups.team import NAME as TEAM_NAME
from league.demo.dates import moment
from league.demo.names import FIRST_NAMES, LAST_NAMES
from league.schedule.models import Season

FIRST_YEAR = 1967
# Teams with the years in which they played; the same pubs as today come later.
TEAMS = (
    ("Drill Hall", 1967, 1983),
    ("Smelters Arms", 1967, 1979),
    ("Temperance Hall", 1967, 1974),
    ("Railway", 1967, 2030),
    ("British Legion", 1967, 1998),
    ("Oddfellows", 1970, 2004),
    ("Malt Shovel", 1975, 2009),
    ("Black Bull", 1978, 2030),
    ("Working Men's Club", 1980, 2012),
    ("Fleece A", 1985, 2030),
    ("King's Head", 1994, 2030),
    ("Crown A", 1999, 2030),
    ("Drovers", 2005, 2030),
    ("Wheatsheaf", 2010, 2030),
)
# What is played for, and since when.
TITLES = {"Division One": FIRST_YEAR, TEAM_NAME: FIRST_YEAR, SINGLES_NAME: 1977, PAIRS_NAME: 1982}
# A player is good for so many years, and so many are good at a time.
REIGN, AT_A_TIME = 14, 7
NOTES = {
    (1967, TEAM_NAME): "The first board went with the Drill Hall roof in 1966.",
    (1979, TEAM_NAME): "Played in June: the roads were closed till April.",
    (1985, "Division One"): "After a play-off at the Oddfellows.",
    (2001, TEAM_NAME): "Finals put off for foot and mouth.",
    (2010, SINGLES_NAME): "Won in the last hand, on a three.",
}
# Years in which nobody could sit down together.
NOT_HELD = frozenset({2020, 2021})


def typed_honours(book: Book) -> None:
    """Everything before the seasons that the site knows itself, and the pairs, of which it only knows who won."""
    first = Season.objects.earliest("starts")
    ends = dict.fromkeys(TITLES, first.ends.year) | {PAIRS_NAME: book.season.ends.year}
    at = moment(book.season.starts - 10 * DAY, 20)
    write_honours(league=book.season.league, lines=tuple(_lines(ends)), by=book.by, at=at)


def _lines(ends: Mapping[str, int]) -> Iterator[BoardLine]:
    """The lines of every title up to the year before its end."""
    dice = Random("honours board")  # noqa: S311 (a story, not a secret)
    surnames = dice.sample(LAST_NAMES, len(LAST_NAMES))
    names = [f"{dice.choice(FIRST_NAMES)[0]} {each}" for each in surnames]  # as strangers may read them
    for year in range(FIRST_YEAR, max(ends.values())):
        if year in NOT_HELD:
            continue
        teams = [name for name, first, last in TEAMS if first <= year <= last]
        start = (year - FIRST_YEAR) * AT_A_TIME // REIGN
        players = names[start : start + AT_A_TIME]
        for title, since in TITLES.items():
            if since <= year < ends[title]:
                winner, runner_up = _first_two(dice, title, teams, players)
                yield BoardLine(year, title, winner, runner_up, NOTES.get((year, title), ""))


def _first_two(dice: Random, title: str, teams: list[str], players: list[str]) -> tuple[str, str]:
    if title == PAIRS_NAME:
        one, two, three, four = dice.sample(players, 4)
        return f"{one} & {two}", f"{three} & {four}"
    winner, runner_up = dice.sample(players if title == SINGLES_NAME else teams, 2)
    return winner, runner_up

"""The cups of the seasons before, typed in from the old book, so they have scores and no cards; and the honours board
from 1967 on: clubs that are gone, and families that go on winning.

`write_fact` folds the whole cup for every score, which is nothing for a co-ordinator and too long for fifty in a row.
So the scores are written in one go, as it leaves them; a test holds that the fold accepts every one of them.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any

from league.cups.actions.cups import finish_cup, kind_of, record_about
from league.cups.actions.honours import BoardLine, write_honours
from league.cups.choices import EntrantKind
from league.cups.models import Fact, Honour
from league.cups.presenters.labels import fact_text
from league.cups.queries.cup_state import snapshot_of
from league.cups.queries.names import names_of
from league.demo.cups.desk import CupDesk, Entering, old_hands, open_desk
from league.demo.cups.players import PAIRS_NAME, SINGLES_NAME
from league.demo.cups.team import NAME as TEAM_NAME
from league.demo.dates import WEEK, moment
from league.demo.names import FIRST_NAMES, LAST_NAMES
from league.demo.seasons import DAY, DemoSeason
from league.schedule.models import Season
from scoring import codec
from scoring.season.knockout.bracket import Bracket, Tie, bracket
from scoring.season.knockout.cups import Cup, TieForm
from scoring.season.knockout.facts import Scored

EACH_TIE = timedelta(minutes=4)
TEAM_RULES = Cup(TEAM_NAME, forms=(TieForm(games=9, decider=3),), neutral=1)


def load_past_cups(demo: DemoSeason) -> None:
    """Two cups of each season that is over."""
    for season in Season.objects.filter(starts__lt=demo.season.starts).select_related("league").order_by("starts"):
        _play_cup(demo, season, "team-knockout", TEAM_NAME, 16, rules=TEAM_RULES)
        _play_cup(demo, season, "singles", SINGLES_NAME, 8)


def _play_cup(demo: DemoSeason, season: Season, kind: str, name: str, number: int, **changed: Any) -> None:
    """A cup from its draw to the board."""
    opened = moment(season.starts + WEEK, 19)
    desk = open_desk(demo, season, kind, name, opened, by_card=False, **changed)
    for each in _sides(desk, number):
        desk.enter(each, opened + WEEK)
    desk.draw(opened + 2 * WEEK)
    _write_scores(desk, season)
    if not Honour.objects.filter(year=season.ends.year, title=name).exists():  # two seasons may end in one year
        finish_cup(cup=desk.cup, by=desk.by, at=moment(season.ends - DAY, 22))


def _write_scores(desk: CupDesk, season: Season) -> None:
    """Every tie of the cup, a round every five weeks, each a few minutes after the one before."""
    account, names = snapshot_of(desk.cup, moment(season.ends, 12)), names_of(desk.cup)
    drawn, facts, rows = account.draw, list[Scored](), list[Fact]()
    assert drawn is not None
    for number in range(1, len(drawn.entrants).bit_length()):
        at = moment(season.starts + (4 + 5 * number) * WEEK, 20)
        facts += [_score(desk, tie) for tie in _of_round(bracket(account.knockout, drawn, facts), number)]
        found = bracket(account.knockout, drawn, facts)
        for fact in facts[len(rows) :]:
            at += EACH_TIE
            rows.append(_row(desk, fact, len(rows) + 2, at))
            record_about(desk.cup, "write_fact", f"{desk.cup}: {fact_text(fact, names, found)}", by=desk.by, at=at)
    Fact.objects.bulk_create(rows)


def _of_round(found: Bracket, number: int) -> list[Tie]:
    return [tie for tie in found.ties if tie.plan.round == number]


def _row(desk: CupDesk, fact: Scored, number: int, at: datetime) -> Fact:
    body = codec.encode(fact)
    return Fact(cup=desk.cup, number=number, kind=kind_of(body["type"]), body=body, by=desk.by, at=at)


def _score(desk: CupDesk, tie: Tie) -> Scored:
    """Either side wins, by any margin."""
    form = tie.plan.form
    most = form.best_of // 2 + 1 if form.best_of else desk.random.randrange(form.games // 2 + 1, form.games - 1)
    least = desk.random.randrange(most) if form.best_of else form.games - most
    return Scored(tie.id, *((most, least) if desk.random.random() < 0.5 else (least, most)))


def _sides(desk: CupDesk, number: int) -> list[Entering]:
    """So many teams, or somebody of each, in whatever order they rang."""
    size = 0 if desk.cup.kind == EntrantKind.TEAM else 1
    there = desk.random.sample(sorted(old_hands(desk.demo).items()), number)
    return [(desk.demo.clubs[key].team, tuple(desk.random.sample(players, size))) for key, players in there]


# --- the honours board ------------------------------------------------------------------------------------------------
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
    (2001, TEAM_NAME): "Finals postponed: foot and mouth.",
    (2010, SINGLES_NAME): "Won in the last hand, on a three.",
}
# Years in which nobody could sit down together.
NOT_HELD = frozenset({2020, 2021})


def type_honours(demo: DemoSeason) -> None:
    """Everything before the seasons that the site knows itself, and the pairs, of which it only knows who won."""
    first = Season.objects.earliest("starts")
    ends = dict.fromkeys(TITLES, first.ends.year) | {PAIRS_NAME: demo.season.ends.year}
    at = moment(demo.season.starts - 10 * DAY, 20)
    write_honours(league=demo.season.league, lines=tuple(_lines(ends)), by=demo.by, at=at)


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

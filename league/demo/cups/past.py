"""The cups of the seasons before: typed in from the old book, so they have scores and no cards.

`write_fact` folds the whole cup for every score, which is nothing for a co-ordinator and too long for fifty in a row.
So the scores are written in one go, as it leaves them; a test holds that the fold accepts every one of them.
"""

from datetime import datetime, timedelta
from typing import Any

from league.cups.actions.cups import finish_cup, kind_of, record_about
from league.cups.choices import EntrantKind
from league.cups.models import Fact, Honour
from league.cups.queries.cup_state import names_of, snapshot_of
from league.cups.queries.labels import fact_text
from league.demo.book import DAY, Book
from league.demo.cups.desk import Desk, Entering, old_hands, open_desk
from league.demo.cups.players import SINGLES_NAME
from league.demo.cups.team import NAME as TEAM_NAME
from league.demo.dates import WEEK, moment
from league.schedule.models import Season
from scoring import codec
from scoring.season.knockout.bracket import Bracket, Tie, bracket
from scoring.season.knockout.cups import Cup, TieForm
from scoring.season.knockout.facts import Scored

EACH_TIE = timedelta(minutes=4)
TEAM_RULES = Cup(TEAM_NAME, forms=(TieForm(games=9, decider=3),), neutral=1)


def past_cups(book: Book) -> None:
    """Two cups of each season that is over."""
    for season in Season.objects.filter(starts__lt=book.season.starts).select_related("league").order_by("starts"):
        _held(book, season, "team-knockout", TEAM_NAME, 16, rules=TEAM_RULES)
        _held(book, season, "singles", SINGLES_NAME, 8)


def _held(book: Book, season: Season, kind: str, name: str, number: int, **changed: Any) -> None:
    """A cup from its draw to the board."""
    opened = moment(season.starts + WEEK, 19)
    desk = open_desk(book, season, kind, name, opened, by_card=False, **changed)
    for each in _sides(desk, number):
        desk.enter(each, opened + WEEK)
    desk.draw(opened + 2 * WEEK)
    _write_scores(desk, season)
    if not Honour.objects.filter(year=season.ends.year, title=name).exists():  # two seasons may end in one year
        finish_cup(cup=desk.cup, by=desk.by, at=moment(season.ends - DAY, 22))


def _write_scores(desk: Desk, season: Season) -> None:
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


def _row(desk: Desk, fact: Scored, number: int, at: datetime) -> Fact:
    body = codec.encode(fact)
    return Fact(cup=desk.cup, number=number, kind=kind_of(body["type"]), body=body, by=desk.by, at=at)


def _score(desk: Desk, tie: Tie) -> Scored:
    """Either side wins, by any margin."""
    form = tie.plan.form
    most = form.best_of // 2 + 1 if form.best_of else desk.random.randrange(form.games // 2 + 1, form.games - 1)
    least = desk.random.randrange(most) if form.best_of else form.games - most
    return Scored(tie.id, *((most, least) if desk.random.random() < 0.5 else (least, most)))


def _sides(desk: Desk, number: int) -> list[Entering]:
    """So many teams, or somebody of each, in whatever order they rang."""
    size = 0 if desk.cup.kind == EntrantKind.TEAM else 1
    there = desk.random.sample(sorted(old_hands(desk.book).items()), number)
    return [(desk.book.clubs[key].team, tuple(desk.random.sample(players, size))) for key, players in there]

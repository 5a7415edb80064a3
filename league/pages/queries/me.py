"""A reader's own page in a league, and their team: its next match, where it stands, and what waits for who leads it.

Who the reader is an account says, or a name and a team chosen in this browser, which cookies hold; nobody else learns
of it.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.timezone import localdate

from league.matchnight.queries.links import PersonalLink, links_of_user
from league.matchnight.queries.nights import NightQuestion, questions_for
from league.pages.queries.averages import rank_of
from league.pages.queries.match_lists import MatchLine, league_matches, lines_with_scores
from league.pages.queries.players import player_page
from league.pages.queries.team import position
from league.results.queries.tables import Standing, Standings
from league.results.queries.to_do import CaptainTask, CaptainTaskKind, your_match
from league.schedule.models import Division, Fixture
from league.schedule.queries.matches import sides_of_team
from league.teams.models import League, Player, Team
from league.teams.permissions import Anybody, plays_here, roles_of, team_of_reader

PLAYER_COOKIE = "my-player"
SHORTEST_BEST = 3  # of a run that is told as a personal best
AROUND = 2  # lines of the table above the own team's, and below
Ranking = list[tuple[Division, Standings]]


# --- the player ---------------------------------------------------------------------------------------------------


def player_of_reader(user: Anybody, league: League, slug: str | None) -> Player | None:
    """The player of this account, or the one chosen in this browser; nobody under 18 is chosen."""
    players = Player.objects.filter(league=league, merged_into=None).select_related("league")
    if user.is_authenticated and (own := players.filter(user=user).order_by("pk").first()):
        return own
    return players.filter(slug=slug, under_18=False).first() if slug else None


def next_question(user: Anybody, league: League, on: date) -> tuple[PersonalLink, NightQuestion] | None:
    """The next match for which a team of somebody who is signed in asks whether they can play, with their link."""
    links = links_of_user(user, league, on) if user.is_authenticated else ()
    nights = [(link, each) for link in links for each in questions_for(link, on) if not each.instead]
    return min(nights, key=lambda each: each[1].night, default=None)


def my_season(player: Player, on: date) -> dict[str, Any]:
    page, bests = player_page(player, on), []
    last = next((each.night.on for each in page.matches if not each.cup), None)
    if last and timedelta() <= on - last <= timedelta(days=1):
        runs = ((page.career.runs.won, "lines won in a row"), (page.career.runs.unbeaten, "matches unbeaten"))
        bests = [f"{run.now} {words}" for run, words in runs if run.now == run.most >= SHORTEST_BEST]
    return {"page": page, "rank": rank_of(page), "bests": bests}


# --- the team -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MyTeam:
    """`place` is "7th in Division One", "" before the first match; `chosen` in this browser, not by a role."""

    team: Team
    place: str
    standing: Standing | None
    next: MatchLine | None
    today: date
    todo: list["ToDo"]
    chosen: bool

    @property
    def tonight(self) -> bool:
        return self.next is not None and self.next.fixture.date == self.today


def my_team(user: Anybody, league: League, slug: str | None, ranking: Ranking, at: datetime) -> MyTeam | None:
    """The reader's team with its place, from tables read already; None without a team."""
    team = team_of_reader(user, league, slug)
    if team is None:
        return None
    lines = ((division, line) for division, table in ranking for line in table.rows if line.slug == team.slug)
    division, standing = next(lines, (None, None))
    place = position(standing)
    coming = league_matches(league).filter(
        sides_of_team(team), date__gte=localdate(at), division__competition__season__current=True
    )
    matches = lines_with_scores(coming.order_by("date", "start_time", "pk")[:2], at)
    return MyTeam(
        team=team,
        place=f"{place[0].upper()}{place[1:]} in {division}" if place else str(division or ""),
        standing=standing,
        next=next((line for line in matches if not line.over), None),
        today=localdate(at),
        todo=things_to_do(user, league, at),
        chosen=not any(role.team_id for role in roles_of(user, league)),
    )


def table_around(table: Standings, slug: str) -> tuple[Standing, ...]:
    at = next((number for number, row in enumerate(table.rows) if row.slug == slug), None)
    return () if at is None else table.rows[max(0, at - AROUND) : at + AROUND + 1]


# --- what waits for somebody who leads a team, or plays in a cup --------------------------------------------------

NOT_HERE = (CaptainTaskKind.NEXT, CaptainTaskKind.WAITING, CaptainTaskKind.UNENTERED)
PAGES = {CaptainTaskKind.SCORE: "score", CaptainTaskKind.ARRANGE: "ask-move"}


@dataclass(frozen=True, slots=True)
class ToDo:
    """`by` is None without a deadline."""

    fixture: Fixture
    label: str
    url: str
    by: datetime | None
    late: bool = False


def things_to_do(user: Anybody, league: League, at: datetime) -> list[ToDo]:
    if not user.is_authenticated or not plays_here(user, league):
        return []
    return [_to_do(task, at) for task in your_match(user, league, at) if _waits(task)]


def _waits(task: CaptainTask) -> bool:
    """A card only once its match has begun, but for one that somebody has begun to fill in."""
    if task.kind is CaptainTaskKind.CONFIRM:
        return True
    begun = task.begun or task.fixture.date is None
    return task.kind not in NOT_HERE and (begun or task.kind is CaptainTaskKind.FINISH)


def _to_do(task: CaptainTask, at: datetime) -> ToDo:
    fixture, due = task.fixture, task.due if task.now else None
    address = fixture.address_of(PAGES.get(task.kind, "match-card"))
    address = fixture.get_absolute_url() if task.offered and task.kind is not CaptainTaskKind.CONFIRM else address
    return ToDo(fixture, task.button, address, due, late=due is not None and due < at)

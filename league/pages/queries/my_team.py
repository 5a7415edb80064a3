"""A reader's own team: where it stands, how it has played, its next match, and what waits for whoever leads it.

The team is that of the reader's role in the league or else the one chosen in this browser, which a cookie names by its
address and which nobody else learns of.
"""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localdate

from league.pages.presenters.match_lists import MatchLine
from league.pages.queries.league import Top
from league.pages.queries.match_lists import league_matches, lines_with_scores
from league.results.presenters.standings import Standing
from league.results.queries.to_do import CaptainTask, CaptainTaskKind, your_match
from league.schedule.models import Fixture
from league.schedule.queries.matches import sides_of_team
from league.teams.models import League, Team
from league.teams.permissions import Anybody, plays_here, roles_of
from league.teams.queries.squads import team_of_reader
from scoring.words import ordinal

LABELS = {
    CaptainTaskKind.SCORE: "Continue scoring",
    CaptainTaskKind.ENTER: "Enter result",
    CaptainTaskKind.FINISH: "Finish the card",
    CaptainTaskKind.DISPUTED: "See where the cards differ",
    CaptainTaskKind.ARRANGE: "Suggest dates",
}
PAGES = {CaptainTaskKind.SCORE: "score", CaptainTaskKind.ARRANGE: "ask-move"}


@dataclass(frozen=True, slots=True)
class ToDo:
    """One thing to do about a match: the button's words, where it leads, and by when (None: no deadline)."""

    fixture: Fixture
    label: str
    url: str
    by: datetime | None


@dataclass(frozen=True, slots=True)
class MyTeam:
    """`place` is "7th in Division One", "" before the first match. `chosen`: in this browser, not by a role.

    `todo` is what waits, what ends first in front.
    """

    team: Team
    place: str
    standing: Standing | None
    next: MatchLine | None
    today: date
    todo: list[ToDo]
    chosen: bool

    @property
    def tonight(self) -> bool:
        return self.next is not None and self.next.fixture.date == self.today


def my_team(user: Anybody, league: League, slug: str | None, tops: tuple[Top, ...], at: datetime) -> MyTeam | None:
    """The card of a reader's team, with its place from tables that are drawn already; None for who has no team.

    One query for the match, one for a team that was chosen, four for what waits for somebody with a role.
    """
    team = team_of_reader(user, league, slug)
    if team is None:
        return None
    standing, place = _place(team, tops)
    return MyTeam(
        team=team,
        place=place,
        standing=standing,
        next=_next_match(team, league, at),
        today=localdate(at),
        todo=things_to_do(user, league, at),
        chosen=not any(role.team_id for role in roles_of(user, league)),
    )


def _place(team: Team, tops: tuple[Top, ...]) -> tuple[Standing | None, str]:
    for top in tops:
        for standing in top.table.rows:
            if standing.slug == team.slug:
                joint = "joint " if standing.row.shared else ""
                place = f"{joint}{ordinal(standing.row.place)} in {top.division}"
                played = standing.row.played and not standing.row.withdrawn
                return standing, place[0].upper() + place[1:] if played else str(top.division)
    return None, ""


def _next_match(team: Team, league: League, at: datetime) -> MatchLine | None:
    """The first match from today on that is still to be played."""
    coming = league_matches(league).filter(
        sides_of_team(team), date__gte=localdate(at), division__competition__season__current=True
    )
    lines = lines_with_scores(coming.order_by("date", "start_time", "pk")[:2], at)
    return next((line for line in lines if not line.over), None)


# --- what waits for somebody who leads a team, or plays in a cup ------------------------------------------------------
def things_to_do(user: Anybody, league: League, at: datetime) -> list[ToDo]:
    """What a captain should do now, in the order of *Your match*."""
    if not user.is_authenticated or not plays_here(user, league):
        return []
    return [_to_do(task) for task in your_match(user, league, at) if _waits(task)]


def _waits(task: CaptainTask) -> bool:
    """A card only once its match has begun, but for one that somebody has begun to fill in."""
    if task.kind is CaptainTaskKind.CONFIRM:
        return True
    begun = task.begun or task.fixture.date is None
    return task.kind in LABELS and (begun or task.kind is CaptainTaskKind.FINISH)


def _to_do(task: CaptainTask) -> ToDo:
    fixture, result = task.fixture, task.result
    if task.kind is CaptainTaskKind.CONFIRM and result is not None:
        label = f"Confirm {result.score}?"
        return ToDo(fixture, label, fixture.address_of("match-card"), result.confirm_by)
    page = PAGES.get(task.kind, "match-card")
    address = fixture.get_absolute_url() if task.offered else fixture.address_of(page)
    return ToDo(fixture, LABELS[task.kind], address, None)

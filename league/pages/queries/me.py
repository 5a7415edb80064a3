"""A reader's own page in a league: the next match of the team, the own season and place, and the team in its table.

Who the reader is an account says, or a name of the squad that was chosen in this browser; nobody else learns of it.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from league.matchnight.queries.links import PersonalLink, links_of_user
from league.matchnight.queries.nights import NightQuestion, questions_for
from league.pages.presenters.player_page import PlayerPage
from league.pages.queries.averages import AverageLine, averages_page
from league.pages.queries.my_team import MyTeam
from league.pages.queries.player_page import player_page
from league.results.presenters.standings import Standing, Standings
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division
from league.teams.models import League, Player
from league.teams.permissions import Anybody
from league.teams.queries import squad_of
from scoring.words import ordinal

PLAYER_COOKIE = "my-player"
SHORTEST_BEST = 3  # of a run that is told as a personal best
AROUND = 2  # lines of the table above the own team's, and below


@dataclass(frozen=True, slots=True)
class MySeason:
    """What a player has done, the line of the averages that is theirs, and whom to catch next; None before any game.

    `bests` are the runs that are the longest of all seasons, on the day of the last match and the day after it.
    """

    page: PlayerPage
    division: Division | None
    own: AverageLine | None
    ahead: AverageLine | None
    bests: tuple[str, ...]

    @property
    def rank(self) -> str:
        """As in "Joint 3rd"; "" without a line."""
        if self.own is None:
            return ""
        text = ordinal(self.own.average.place)
        return f"Joint {text}" if self.own.average.shared else text


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


def names_to_choose(mine: MyTeam, on: date) -> list[Player]:
    """Whom a reader of this team may say that they are: the squad without those under 18."""
    return [each.player for each in squad_of(mine.team, on) if not each.player.under_18]


def my_season(player: Player, on: date) -> MySeason:
    """A player's season, with the averages of the division of the team."""
    page = player_page(player, on)
    division = (
        Division.objects.filter(
            entries__team=page.team, competition__season=page.season, competition__kind=CompetitionKind.LEAGUE
        )
        .select_related("competition__season__league")
        .first()
        if page.team and page.season
        else None
    )
    ranked = averages_page(division).ranked if division else ()
    own = next((line for line in ranked if line.player == player), None)
    better = [line for line in ranked if own and line.average.place < own.average.place]
    return MySeason(page, division, own, better[-1] if better else None, _bests(page, on))


def _bests(page: PlayerPage, on: date) -> tuple[str, ...]:
    last = next((each.night.on for each in page.matches if not each.cup), None)
    if last is None or not timedelta() <= on - last <= timedelta(days=1):
        return ()
    runs = page.career.runs
    best = ((runs.won, "lines won in a row"), (runs.unbeaten, "matches unbeaten"))
    return tuple(f"{run.now} {words}" for run, words in best if run.now == run.most >= SHORTEST_BEST)


def table_around(table: Standings, slug: str) -> tuple[Standing, ...]:
    """The team's line of a table with those just above and below it."""
    at = next((number for number, row in enumerate(table.rows) if row.slug == slug), None)
    return () if at is None else table.rows[max(0, at - AROUND) : at + AROUND + 1]

"""Lists of players and their season, as strangers may read them; and two players who may be one.

Whoever is under 18 is in no list of people: they are on the cards by initials.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet

from league.pages.presenters.player_page import ListedPlayer, PlayerLine, sorted_players
from league.results.queries.appearances import outings_of, season_totals
from league.schedule.models import Season
from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.choices import HOLDING_STATES
from league.teams.models import League, Merge, Player, Registration, Team, shown_name
from scoring.names import person_search
from scoring.season.stats.outings import OutingRecord, record
from scoring.words import several

NO_RECORD = OutingRecord()
LISTED = (  # all that lists show and are narrowed by, of 58 columns
    *("player__name", "player__slug", "player__under_18", "player__league__public_names"),
    *("player__league__slug", "team__name", "team__slug", "team__league__slug"),
)


def registrations_on(league: League, on: date) -> QuerySet[Registration]:
    """Everybody who belongs to a team on a day and may be named, by name."""
    rows: QuerySet[Registration] = Registration.objects.filter(
        Q(until=None) | Q(until__gte=on),
        team__league=league,
        state__in=HOLDING_STATES,
        since__lte=on,
        player__under_18=False,
    )
    registrations = rows.select_related("player__league", "team__league").order_by("player__name", "pk")
    return with_shared_relations(registrations.only(*LISTED))


def player_lines(league: League, on: date, season: Season | None, part: str, team: int | None) -> list[PlayerLine]:
    """The same players as lines, sorted as `listed_players` are: those of a team, or with a part of the shown name.

    A part that the league hides must not find anybody. Three queries.
    """
    rows = registrations_on(league, on).values_list(*NAMED)
    pairs = [(shown_name(each.name, league), each) for each in map(_Named._make, rows)]
    if part or team:
        finds = person_search(part)
        pairs = [(name, each) for name, each in pairs if (not part or finds(name)) and team in {None, each.team}]
    records = _records(season, {each.player for _, each in pairs})
    lines = [
        PlayerLine(name, each.slug, each.team_name, each.team_slug, records.get(each.player, NO_RECORD))
        for name, each in pairs
    ]
    return sorted_players(lines, "won")


class _Named(NamedTuple):
    """A registration as `NAMED` has it."""

    player: int
    name: str
    slug: str
    team: int
    team_name: str
    team_slug: str


NAMED = ("player_id", "player__name", "player__slug", "team_id", "team__name", "team__slug")


def listed_players(registrations: Iterable[Registration], season: Season | None) -> list[ListedPlayer]:
    """Those players with their season, in two queries more; most games won first, then fewest lost, then by name."""
    rows = list(registrations)
    records = _records(season, {each.player_id for each in rows})
    players = [ListedPlayer(each.player, each.team, records.get(each.player_id, NO_RECORD)) for each in rows]
    return sorted_players(players, "won")


def _records(season: Season | None, players: set[int]) -> dict[int, OutingRecord]:
    """A season's records by player, of these."""
    totals: dict[int, OutingRecord] = {}
    for row in season_totals(season, players) if season else ():
        before = totals.get(row["player"], NO_RECORD)
        totals[row["player"]] = OutingRecord(
            before.matches + row["matches"], before.won + row["won"], before.lost + row["lost"]
        )
    return totals


def player_at(league: League, slug: str) -> Player | None:
    """The player at an address of a league, with the one they were merged into."""
    players: QuerySet[Player] = Player.objects.filter(slug=slug).select_related("merged_into")
    player = players.first()
    for each in (player, player.merged_into) if player else ():
        if each is not None:
            each.league = league
    return player


def team_now(player: Player, on: date) -> Team | None:
    """The team that a player belongs to on a day."""
    registrations = Registration.objects.filter(
        Q(until=None) | Q(until__gte=on), player=player, state__in=HOLDING_STATES, since__lte=on
    )
    latest = registrations.select_related("team").order_by("-since", "-pk").first()
    if latest is None:
        return None
    team: Team = latest.team
    team.league = player.league
    return team


# --- two players who may be one ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class DuplicateSide:
    """One of the two: the team now, and what was played between two days."""

    player: Player
    team: Team | None
    record: OutingRecord
    first: date | None
    last: date | None

    @property
    def label(self) -> str:
        """As one of two choices: "Harry Goy, Crown A, 34 matches"."""
        played = several(self.record.matches, "match")
        return f"{self.player}, {self.team or 'no team now'}, {played}"


def side_by_side(one: Player, two: Player, on: date) -> tuple[DuplicateSide, DuplicateSide]:
    """Both, the one who has played more first: four queries."""
    sides = sorted((_side(each, on) for each in (one, two)), key=lambda each: -each.record.matches)
    return sides[0], sides[1]


def merges_of(league: League, most: int) -> QuerySet[Merge]:
    """The last merges, with those undone: one query."""
    rows: QuerySet[Merge] = Merge.objects.filter(kept__league=league)
    return rows.select_related("gone", "kept", "by", "undone_by").order_by("-at", "-pk")[:most]


def _side(player: Player, on: date) -> DuplicateSide:
    outings = outings_of(player)
    first, last = (outings[0].on, outings[-1].on) if outings else (None, None)
    return DuplicateSide(player, team_now(player, on), record(outings), first, last)

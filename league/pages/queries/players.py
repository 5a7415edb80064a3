"""Players' records this season, as strangers may read them.

Knows games won and lost, by kind of game. Refuses to show who is under 18: they are in the cards by initials, and in no
list of people.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, QuerySet, Sum

from league.fixtures.models import Fixture, Season
from league.pages.queries.lists import READY
from league.results.models import Appearance
from league.teams.choices import RegistrationState
from league.teams.models import League, Player, Registration, Team

NOUNS = {1: "Singles", 2: "Pairs", 3: "Threes", 4: "Fours"}


@dataclass(frozen=True, slots=True)
class Record:
    """Games won and lost. `pegs` is the sum of the pegs that were written down, None if none were."""

    won: int
    lost: int
    pegs: int | None = None

    @property
    def played(self) -> int:
        return self.won + self.lost

    @property
    def percent(self) -> int | None:
        """Games won in a hundred, rounded; None before the first game."""
        return round(100 * self.won / self.played) if self.played else None


@dataclass(frozen=True, slots=True)
class Kind:
    """A player's record at one kind of game: "Singles"."""

    noun: str
    record: Record


@dataclass(frozen=True, slots=True)
class Night:
    """One match of a player: won and lost games in it, and on which lines of the card ("S2", "D1")."""

    fixture: Fixture
    team: Team
    labels: tuple[str, ...]
    record: Record

    @property
    def opponents(self) -> str:
        """The other side, by the name it had that night."""
        home = self.fixture.home.team_id == self.team.pk
        return self.fixture.away.name if home else self.fixture.home.name  # type: ignore[union-attr]

    @property
    def at_home(self) -> bool:
        return self.fixture.home.team_id == self.team.pk


@dataclass(frozen=True, slots=True)
class Year:
    """A player's season: everything together, by kind of game, and night by night with the newest first."""

    total: Record
    kinds: tuple[Kind, ...]
    nights: tuple[Night, ...]

    @property
    def line(self) -> tuple[int, ...]:
        """Games won less games lost after each night, oldest first, for the sparkline; starts at 0."""
        sums = [0]
        for night in reversed(self.nights):
            sums.append(sums[-1] + night.record.won - night.record.lost)
        return tuple(sums)


def counted(season: Season | None) -> QuerySet[Appearance]:
    """Every appearance of a season whose result may be shown."""
    found: QuerySet[Appearance] = Appearance.objects.filter(result__state__in=READY)
    return found.filter(result__fixture__division__competition__season=season)


def year_of(player: Player, season: Season | None) -> Year:
    """A player's season in one query."""
    rows = counted(season).filter(player=player).order_by("-result__fixture__date", "-result__fixture_id", "line")
    related = ("team", "result__fixture__league", "result__fixture__home__team", "result__fixture__away__team")
    found = list(rows.select_related(*related))
    sizes = sorted({each.players for each in found})
    by_night: dict[int, list[Appearance]] = {}
    for each in found:
        by_night.setdefault(each.result_id, []).append(each)
    return Year(
        total=_sum(found),
        kinds=tuple(Kind(_noun(size), _sum([each for each in found if each.players == size])) for size in sizes),
        nights=tuple(_night(group) for group in by_night.values()),
    )


def _night(group: list[Appearance]) -> Night:
    return Night(group[0].result.fixture, group[0].team, tuple(each.label for each in group), _sum(group))


def _sum(rows: list[Appearance]) -> Record:
    pegs = [each.pegs for each in rows if each.pegs is not None]
    return Record(sum(each.won for each in rows), sum(each.lost for each in rows), sum(pegs) if pegs else None)


def _noun(players: int) -> str:
    return NOUNS.get(players, f"{players} a side")


@dataclass(frozen=True, slots=True)
class Listed:
    """One player in a list: his team now, and his season with whatever teams he had."""

    player: Player
    team: Team
    matches: int
    record: Record


def registered(league: League, on: date) -> QuerySet[Registration]:
    """Everybody who belongs to a team on a day and may be named, by name."""
    held: QuerySet[Registration] = Registration.objects.filter(
        team__league=league, state=RegistrationState.APPROVED, until=None, since__lte=on, player__under_18=False
    )
    return held.select_related("player__league", "team__league").order_by("player__name", "pk")


def listed(registrations: Iterable[Registration], season: Season | None) -> list[Listed]:
    """Those players with their season, in one query more; most games won first, then fewest lost, then by name."""
    sums = (
        counted(season)
        .values("player")
        .annotate(matches=Count("result", distinct=True), games_won=Sum("won"), games_lost=Sum("lost"))
    )
    by_player = {each["player"]: each for each in sums}
    found = [_listed(each, by_player.get(each.player_id)) for each in registrations]
    return sorted(found, key=lambda each: (-each.record.won, each.record.lost))


def _listed(held: Registration, sums: Mapping[str, Any] | None) -> Listed:
    if sums is None:
        return Listed(held.player, held.team, 0, Record(0, 0))
    return Listed(held.player, held.team, sums["matches"], Record(sums["games_won"], sums["games_lost"]))

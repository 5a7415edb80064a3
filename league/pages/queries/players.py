"""Players' records this season, as strangers may read them.

Knows who may be listed and how a season is summed up. Refuses to show who is under 18: they are on the cards by
initials, and in no list of people.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from league.fixtures.models import Season
from league.results.queries import PlayerRecord, season_totals
from league.teams.choices import RegistrationState
from league.teams.models import League, Player, Registration, Team

HELD = (RegistrationState.APPROVED, RegistrationState.LEFT)


@dataclass(frozen=True, slots=True)
class Record:
    """Games won and lost in a number of matches."""

    matches: int = 0
    won: int = 0
    lost: int = 0

    @property
    def percent(self) -> int | None:
        """Games won in a hundred, rounded; None before the first game."""
        played = self.won + self.lost
        return round(100 * self.won / played) if played else None


@dataclass(frozen=True, slots=True)
class Listed:
    """One player in a list: his team now, and his season with whatever teams he had."""

    player: Player
    team: Team
    record: Record


def registered(league: League, on: date) -> QuerySet[Registration]:
    """Everybody who belongs to a team on a day and may be named, by name."""
    held: QuerySet[Registration] = Registration.objects.filter(
        Q(until=None) | Q(until__gte=on),
        team__league=league,
        state__in=HELD,
        since__lte=on,
        player__under_18=False,
    )
    found = held.select_related("player__league", "team__league").order_by("player__name", "pk")
    return found.defer("player__league__constitution", "team__league__constitution")


def listed(registrations: Iterable[Registration], season: Season | None) -> list[Listed]:
    """Those players with their season, in one query more; most games won first, then fewest lost, then by name."""
    held = list(registrations)
    totals: dict[int, Record] = {}
    found = season_totals(season).filter(player__in=[each.player_id for each in held]) if season else ()
    for each in found:
        before = totals.get(each["player"], Record())
        totals[each["player"]] = Record(
            before.matches + each["matches"], before.won + each["won"], before.lost + each["lost"]
        )
    players = [Listed(each.player, each.team, totals.get(each.player_id, Record())) for each in held]
    return sorted(players, key=lambda each: (-each.record.won, each.record.lost))


def team_now(player: Player, on: date) -> Team | None:
    """The team that a player belongs to on a day."""
    held = player.registrations.filter(Q(until=None) | Q(until__gte=on), state__in=HELD, since__lte=on)
    mine = held.select_related("team__league").order_by("-since", "-pk").first()
    return mine.team if mine else None


@dataclass(frozen=True, slots=True)
class Sparkline:
    """Games won less games lost as it went from match to match, from 0; drawn in a box of 100 by 24."""

    values: tuple[int, ...]

    @property
    def points(self) -> str:
        """The corners of the line, as an SVG polyline wants them."""
        across = 100 / (len(self.values) - 1)
        return " ".join(f"{number * across:.1f},{self._down(value):.1f}" for number, value in enumerate(self.values))

    @property
    def level(self) -> str:
        """How far down the line of 0 is."""
        return f"{self._down(0):.1f}"

    def _down(self, value: int) -> float:
        low, high = min(self.values), max(self.values)
        return 22 - 20 * (value - low) / ((high - low) or 1)


def sparkline(record: PlayerRecord) -> Sparkline | None:
    """The player's season as one line; None before there are two matches to draw it between."""
    sums = [0]
    for night in reversed(record.nights):
        sums.append(sums[-1] + night.won - night.lost)
    return Sparkline(tuple(sums)) if len(record.nights) > 1 else None

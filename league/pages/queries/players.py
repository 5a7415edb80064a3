"""Lists of players and their season, as strangers may read them.

Knows who may be listed and how a season is summed up. Refuses to show who is under 18: they are on the cards by
initials, and in no list of people.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from league.results.queries import season_totals
from league.schedule.models import Season
from league.teams.choices import RegistrationState
from league.teams.models import League, Player, Registration, Team
from scoring.season.stats.outings import OutingRecord

HELD = (RegistrationState.APPROVED, RegistrationState.LEFT)


@dataclass(frozen=True, slots=True)
class Listed:
    """One player in a list: his team now, and his season with whatever teams he had."""

    player: Player
    team: Team
    record: OutingRecord


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
    totals: dict[int, OutingRecord] = {}
    found = season_totals(season).filter(player__in=[each.player_id for each in held]) if season else ()
    for each in found:
        before = totals.get(each["player"], OutingRecord())
        totals[each["player"]] = OutingRecord(
            before.matches + each["matches"], before.won + each["won"], before.lost + each["lost"]
        )
    players = [Listed(each.player, each.team, totals.get(each.player_id, OutingRecord())) for each in held]
    return sorted(players, key=lambda each: (-each.record.won, each.record.lost))


def team_now(player: Player, on: date) -> Team | None:
    """The team that a player belongs to on a day."""
    held = player.registrations.filter(Q(until=None) | Q(until__gte=on), state__in=HELD, since__lte=on)
    mine = held.select_related("team__league").order_by("-since", "-pk").first()
    return mine.team if mine else None

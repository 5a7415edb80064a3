"""Find teams, players and venues by a few letters.

Knows what strangers may see: a player is found by the name that the league shows, never by one that it hides.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from league.pages.queries.players import registered
from league.teams.models import League, Registration, Team, Venue

SHORTEST = 2
MOST = 20


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to, at most `MOST` of each."""

    teams: tuple[Team, ...]
    players: tuple[Registration, ...]
    venues: tuple[Venue, ...]

    @property
    def count(self) -> int:
        return len(self.teams) + len(self.players) + len(self.venues)


def search(league: League, words: str, on: date) -> Found:
    """Everything with these letters in its name, in three queries; nothing for fewer than `SHORTEST` letters."""
    words = " ".join(words.split())
    if len(words) < SHORTEST:
        return Found((), (), ())
    teams = Team.objects.filter(league=league, active=True).filter(
        Q(name__icontains=words) | Q(former_names__name__icontains=words)
    )
    venues = Venue.objects.filter(league=league).filter(Q(name__icontains=words) | Q(address__icontains=words))
    players = [each for each in registered(league, on) if _named(each, words)]
    return Found(
        tuple(teams.select_related("league", "venue").distinct().order_by("name")[:MOST]),
        tuple(players[:MOST]),
        tuple(venues.select_related("league").order_by("name")[:MOST]),
    )


def _named(held: Registration, words: str) -> bool:
    """Whether the shown name has these letters: for "H Goy", so have "goy" and, as people type it, "harry goy"."""
    shown, typed = held.player.public_name.casefold(), words.casefold()
    first, _, last = typed.rpartition(" ")
    return typed in shown or (bool(first) and f"{first[0]} {last}" in shown)

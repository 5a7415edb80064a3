"""How full the nights of a fixture list are: home matches by pub and night, and the teams that have no match.

Knows a task and its matches. Refuses to say whether a night is too full: the judge does.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scoring.season.schedule.task import Match, Task, Venue


@dataclass(frozen=True, slots=True)
class PubLoad:
    """One pub's home matches on each night, and the nights (by their place) on which it is closed."""

    venue: Venue
    matches: tuple[int, ...]
    closed: frozenset[int]

    @property
    def over(self) -> int:
        """Nights with more matches than boards, or with a match while it is closed."""
        boards = self.venue.boards
        return sum(count > (0 if at in self.closed else boards) for at, count in enumerate(self.matches))


@dataclass(frozen=True, slots=True)
class NightLoad:
    """Every night that has a match, in order: pubs that have a team, matches in all, and teams without a match.

    A team is idle on a night when its division plays and it does not.
    """

    nights: tuple[date, ...]
    pubs: tuple[PubLoad, ...]
    matches: tuple[int, ...]
    idle: tuple[int, ...]


def night_load(task: Task, matches: Iterable[Match]) -> NightLoad:
    """A list night by night and pub by pub, pubs in the order of the task."""
    held = tuple(matches)
    nights = tuple(sorted({match.date for match in held}))
    home = {team.id: team.venue for team in task.teams}
    there = Counter((home[match.home], match.date) for match in held if match.home in home)
    in_all = Counter(match.date for match in held)
    playing = {(team, match.date) for match in held for team in (match.home, match.away)}
    called = {(match.division, match.date) for match in held}
    hosts = set(home.values())
    return NightLoad(
        nights=nights,
        pubs=tuple(
            PubLoad(
                venue,
                tuple(there[venue.id, night] for night in nights),
                frozenset(at for at, night in enumerate(nights) if night in venue.closed),
            )
            for venue in task.venues
            if venue.id in hosts
        ),
        matches=tuple(in_all[night] for night in nights),
        idle=tuple(
            sum((team.division, night) in called and (team.id, night) not in playing for team in task.teams)
            for night in nights
        ),
    )

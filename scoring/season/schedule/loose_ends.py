"""Names in a task that are given twice, or lead nowhere.

Knows which name must be whose. Refuses to know what a league wishes, and whether any list can satisfy it.
"""

from collections import Counter
from collections.abc import Iterator

from scoring.season.schedule.reading import Fault
from scoring.season.schedule.task import Task


def loose_ends(task: Task) -> Iterator[Fault]:
    """Names that are given twice or lead nowhere.

    Two rules may have one id: they are then one request. Teams of a published list may have left since.
    """
    for key, ids in (
        ("divisions", [division.id for division in task.divisions]),
        ("venues", [venue.id for venue in task.venues]),
        ("teams", [team.id for team in task.teams]),
        ("fixed", [fixed.id for fixed in task.fixed]),
    ):
        uses = Counter(ids)
        yield from (
            Fault(f"{key}.{place}.id", "an id that no other has", repr(name))
            for place, name in enumerate(ids)
            if name and uses[name] > 1
        )
    playing = {(division.id, team) for division in task.divisions for team in division.teams}
    teams = {team.id for team in task.teams}
    told = {(team.division, team.id) for team in task.teams}
    for path, expected, found, known in _references(task, playing, told, teams):
        if not known and found:
            yield Fault(path, expected, repr(found))


def _references(
    task: Task, playing: set[tuple[str, str]], told: set[tuple[str, str]], teams: set[str]
) -> Iterator[tuple[str, str, str, bool]]:
    """Every name that must lead somewhere: its path, what it should be, the name, and whether it does."""
    venues = {venue.id for venue in task.venues}
    for place, team in enumerate(task.teams):
        yield f"teams.{place}.venue", "the id of a venue", team.venue, team.venue in venues
        here = (team.division, team.id) in playing
        yield f"teams.{place}.division", "the division that lists the team", team.division, here
    for place, division in enumerate(task.divisions):
        for seat, name in enumerate(division.teams):
            once = (division.id, name) in told and division.teams.count(name) == 1
            yield f"divisions.{place}.teams.{seat}", "a team of this division, once", name, once
        for seat, quota in enumerate(division.quota):
            once = quota.team in division.teams and sum(quota.team == each.team for each in division.quota) == 1
            yield f"divisions.{place}.quota.{seat}.team", "a team of this division, once", quota.team, once
    for place, wish in enumerate(task.wishes):
        for name in (wish.team, *wish.teams):
            yield f"rules.{place}", "the ids of teams", name, name in teams
    for place, fixed in enumerate(task.fixed):
        match = fixed.match
        yield f"fixed.{place}.home", "a team of the division", match.home, (match.division, match.home) in playing
        away = (match.division, match.away) in playing and match.home != match.away
        yield f"fixed.{place}.away", "another team of the division", match.away, away

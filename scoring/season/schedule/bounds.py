"""How few breaks a division can have, proved once and for all.

A team without a break is at home on every second night. Two that are so on the same nights never meet, so at most two
teams of an even division have none, and the others one or more each: n - 2 for any number of full legs (de Werra).
When each leg is the one before with home and away changed over, a team with a break has one in every leg and, since the
leg has an odd number of rounds, another where two legs join: 2 * legs - 1 each, which makes 3n - 6 for two legs. An
odd division has a bye every night and needs no break, but mirrored one for each team wherever two legs join.

Knows full rounds. Refuses to know dates, pubs and wishes, which can only make it more.
"""

from collections import Counter

from scoring.season.schedule.task import Division, Mode, SecondHalf, Task


def fewest_breaks(task: Task, division: Division) -> int:
    """A number of breaks that no list without violations goes below; 0 where nothing is proved."""
    teams = len(division.teams)
    if division.mode is not Mode.ROUNDS or division.quota or teams < 2 or _doubled(task, division):
        return 0
    mirrored = division.second_half is SecondHalf.MIRRORED
    if teams % 2:
        return teams * (division.legs - 1) if mirrored else 0
    return (teams - 2) * (2 * division.legs - 1 if mirrored else 1)


def bound(task: Task) -> int:
    """A cost that no list without violations goes below: the price of the fewest breaks of every division."""
    return task.weights.breaks * sum(fewest_breaks(task, division) for division in task.divisions)


def _doubled(task: Task, division: Division) -> bool:
    """Whether a team has two fixed matches on one night, where the proof does not hold."""
    played = Counter(
        (team, fixed.match.date)
        for fixed in task.fixed
        if fixed.match.division == division.id
        for team in (fixed.match.home, fixed.match.away)
    )
    return any(times > 1 for times in played.values())

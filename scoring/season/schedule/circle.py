"""Who meets whom on which night, by the circle method; and the plain list that it makes of a task.

The plain list is drawn up as it used to be on paper, on the first nights of each division: it is where a secretary may
begin, and what every better list is measured against.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from scoring.season.schedule.task import Division, Match, Task

Pairing = tuple[str, str | None]
Round = tuple[Pairing, ...]
WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Teams that play each other `legs` times: a division."""

    teams: tuple[str, ...]
    legs: int = 2


def rounds_needed(teams: int, legs: int) -> int:
    """How many nights a division takes; an odd one has a bye on each."""
    return 0 if teams < 2 else (teams + teams % 2 - 1) * legs


def round_robin(
    teams: Sequence[str],
    legs: int = 2,
    *,
    grounds: Mapping[str, str] | None = None,
    in_use: Collection[tuple[str, int]] = (),
) -> tuple[Round, ...]:
    """Rounds of (home, away), or (team, None) for a bye; each pair meets `legs` times, every second time reversed.

    `grounds` says where each team plays at home and `in_use` which (ground, night) other divisions already have: teams
    are seated so that as few home matches as possible meet at one ground. The order of `teams` settles the rest.
    """
    if len(teams) < 2:
        return ()
    seats = len(teams) + len(teams) % 2
    seated = _seat(teams, legs, grounds or {}, in_use)
    return tuple(_round(seated, number, seats) for number in range((seats - 1) * legs))


def fixture_lists(groups: Sequence[RoundRobin], grounds: Mapping[str, str]) -> tuple[tuple[Round, ...], ...]:
    """The rounds of each division, in the order of `groups`, all on the same nights; pubs are kept apart there too.

    Odd divisions are seated first: an even one has an opposite for every seat of theirs, but not the other way about.
    """
    lists: dict[int, tuple[Round, ...]] = {}
    in_use: set[tuple[str, int]] = set()
    for place in sorted(range(len(groups)), key=lambda place: len(groups[place].teams) % 2 == 0):
        rounds = round_robin(groups[place].teams, groups[place].legs, grounds=grounds, in_use=in_use)
        for night, pairings in enumerate(rounds):
            in_use |= {(grounds[home], night) for home, away in pairings if away is not None and home in grounds}
        lists[place] = rounds
    return tuple(lists[place] for place in range(len(groups)))


def half_of(night: int, nights: int) -> int:
    """1 for the first half of the list, 2 for the second; of an odd number the middle night is in the first."""
    return 1 if night * 2 < nights else 2


# The circle. Of an even number of seats the last is the hub and the others stand in a ring of odd size. In round r the
# hub meets seat r, and the seats at equal distance either side of r meet each other. A ring seat is at home when its
# distance after r is odd, which alternates from round to round. Seats 2i and 2i + 1 are then never both at home, nor
# both away (the hub is partner of the last ring seat), and reversing a leg leaves that so. An odd division leaves the
# hub empty: its opponent has the bye, and every team is at home equally often.


def _round(seated: Mapping[int, str], number: int, seats: int) -> Round:
    ring = seats - 1
    leg, middle = divmod(number, ring)
    pairs = [(ring, middle)] + [((middle + k) % ring, (middle - k) % ring) for k in range(1, seats // 2)]
    pairings: list[Pairing] = []
    for pair in pairs:
        if ring in pair and ring not in seated:
            pairings.append((seated[middle], None))
        else:
            home, away = pair if _at_home(pair[0], middle, leg, seats) else pair[::-1]
            pairings.append((seated[home], seated[away]))
    return tuple(pairings)


def _at_home(seat: int, middle: int, leg: int, seats: int) -> bool:
    ring = seats - 1
    if seat == ring:
        first_time = middle % 2 == 0
    elif seat == middle:
        first_time = middle % 2 == 1
    else:
        first_time = (seat - middle) % ring % 2 == 1
    return first_time == (leg % 2 == 0)


def _seat(
    teams: Sequence[str], legs: int, grounds: Mapping[str, str], in_use: Collection[tuple[str, int]]
) -> dict[int, str]:
    """A seat for each team: teams of one pub on a pair of seats, the others where their ground is not yet in use."""
    seats = len(teams) + len(teams) % 2
    homes = [_home_nights(seat, legs, seats, bye=len(teams) % 2 == 1) for seat in range(len(teams))]
    used = set(in_use)

    def cost(team: str, seat: int) -> int:
        return sum((grounds[team], night) in used for night in homes[seat]) if team in grounds else 0

    seated: dict[int, str] = {}
    for one, other in _pairs(teams, grounds):
        pairs = [(seat, seat ^ 1) for seat in range(len(teams)) if seat ^ 1 < len(teams)]
        free = [pair for pair in pairs if not seated.keys() & set(pair)]
        best = min(free, key=lambda pair: cost(one, pair[0]) + cost(other, pair[1]))
        seated |= zip(best, (one, other), strict=True)
        used |= {(grounds[one], night) for seat in best for night in homes[seat]}
    left = [team for team in teams if team not in seated.values()]
    seated |= _matched(left, [seat for seat in range(len(teams)) if seat not in seated], cost)
    for team in (team for team in left if team not in seated.values()):
        free_seats = (seat for seat in range(len(teams)) if seat not in seated)
        seated[min(free_seats, key=lambda seat: cost(team, seat))] = team
    return seated


def _pairs(teams: Sequence[str], grounds: Mapping[str, str]) -> list[tuple[str, str]]:
    """Two teams at a time of each ground that has several."""
    teams_by_ground: dict[str, list[str]] = {}
    for team in teams:
        if team in grounds:
            teams_by_ground.setdefault(grounds[team], []).append(team)
    return [pair for mates in teams_by_ground.values() for pair in zip(mates[::2], mates[1::2], strict=False)]


def _matched(teams: Sequence[str], seats: Sequence[int], cost: Callable[[str, int], int]) -> dict[int, str]:
    """As many teams as possible on seats that cost nothing: a team may send another on to its next choice."""
    seated: dict[int, str] = {}

    def place(team: str, tried: set[int]) -> bool:
        choices = [seat for seat in seats if seat not in tried and not cost(team, seat)]
        for seat in sorted(choices, key=seated.__contains__):
            tried.add(seat)
            if seat not in seated or place(seated[seat], tried):
                seated[seat] = team
                return True
        return False

    for team in teams:
        place(team, set())
    return seated


def _home_nights(seat: int, legs: int, seats: int, *, bye: bool) -> list[int]:
    ring = seats - 1
    return [
        leg * ring + middle
        for leg in range(legs)
        for middle in range(ring)
        if _at_home(seat, middle, leg, seats) and not (bye and seat == middle)
    ]


# --- the plain list of a task -----------------------------------------------------------------------------------------
def short_of_nights(task: Task) -> tuple[Division, ...]:
    """The divisions that have fewer nights than a list of full rounds takes."""
    return tuple(division for division in task.divisions if len(division.dates) < division.rounds)


def on_nights_of(task: Task, matches: Iterable[Match]) -> bool:
    """Whether every match is on a night that the task has for its division."""
    nights = {division.id: frozenset(division.dates) for division in task.divisions}
    return all(match.date in nights.get(match.division, ()) for match in matches)


def plain_list(task: Task, draw: int = 0) -> tuple[Match, ...]:
    """Everybody against everybody from each division's first night on, in the order of the list.

    `draw` settles who sits where: 0 takes the teams as they come, any other number a shuffle of its own. Raises
    ValueError where a division is short of nights.
    """
    if short := short_of_nights(task):
        message = f"too few nights for {', '.join(division.name for division in short)}"
        raise ValueError(message)
    dice = Random(draw) if draw else None  # noqa: S311 (an order of teams, not a secret)
    groups = [
        RoundRobin(tuple(dice.sample(division.teams, len(division.teams))) if dice else division.teams, division.legs)
        for division in task.divisions
    ]
    lists = fixture_lists(groups, {team.id: team.venue for team in task.teams})
    return tuple(
        sorted(
            Match(division.id, division.dates[number], home, away)
            for division, rounds in zip(task.divisions, lists, strict=True)
            for number, pairings in enumerate(rounds)
            for home, away in pairings
            if away is not None
        )
    )

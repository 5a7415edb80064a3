"""What each hard wish demands of a list, put to CP-SAT: a function for each kind."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from league.schedule.solver.grid import Expr, Grid
from scoring.season.schedule.task import Wish, WishKind

MEETING = frozenset({WishKind.MEET_ON, WishKind.AVOID_MEET, WishKind.MEET_BY})


def _no_home(grid: Grid, wish: Wish) -> None:
    for night in sorted(wish.dates):
        grid.only_fixed_at_home(wish.team, night, wish.id)


def _no_away(grid: Grid, wish: Wish) -> None:
    for night in _nights_of(grid, wish, wish.team):
        grid.demand(wish.id, grid.away(wish.team, night) <= grid.fixed_away[wish.team, night])


def _no_match(grid: Grid, wish: Wish) -> None:
    _no_home(grid, wish)
    _no_away(grid, wish)


def _home_on(grid: Grid, wish: Wish) -> None:
    grid.demand(wish.id, _any(grid.home(wish.team, night) for night in _nights_of(grid, wish, wish.team)))


def _meet_on(grid: Grid, wish: Wish) -> None:
    one, other = wish.teams
    grid.demand(wish.id, _any(grid.meeting(one, other, night) for night in _nights_of(grid, wish, one)))


def _avoid_meet(grid: Grid, wish: Wish) -> None:
    one, other = wish.teams
    for night in _nights_of(grid, wish, one):
        grid.demand(wish.id, grid.meeting(one, other, night) <= grid.fixed_meeting(one, other, night))


def _meet_by(grid: Grid, wish: Wish) -> None:
    one, other = wish.teams
    nights = grid.nights(grid.division_of[one])
    grid.demand(wish.id, _any(grid.meeting(one, other, night) for night in nights if wish.by and night <= wish.by))


def _not_both_home(grid: Grid, wish: Wish) -> None:
    grid.share(wish.id, wish.teams, 1)


def _not_same_date(grid: Grid, wish: Wish) -> None:
    """Except against each other."""
    one, other = wish.teams
    same = grid.division_of[one] == grid.division_of[other]
    for night in _common_nights(grid, one, other):
        most = 2 if grid.fixed_on(one, night) and grid.fixed_on(other, night) else 1
        each_other = grid.meeting(one, other, night) if same else 0
        grid.demand(wish.id, grid.plays(one, night) + grid.plays(other, night) <= most + each_other)


def _at_most(grid: Grid, wish: Wish) -> None:
    for near in stretches(grid.nights(grid.division_of[wish.team]), wish.nights):
        fixed = sum(grid.fixed_on(wish.team, night) for night in near)
        grid.demand(wish.id, sum(grid.plays(wish.team, night) for night in near) <= max(wish.most, fixed))


def _keep_free(grid: Grid, wish: Wish) -> None:
    for night in _nights_in(grid, wish):
        for team in grid.divisions[wish.division].teams:
            grid.demand(wish.id, grid.plays(team, night) <= grid.fixed_on(team, night))


def _full_night(grid: Grid, wish: Wish) -> None:
    teams, nights = grid.divisions[wish.division].teams, _nights_in(grid, wish)
    if len(teams) > 1 and len(nights) < len(wish.dates):
        grid.demand(wish.id, False)  # noqa: FBT003 (it is no night of the division)
    for night in nights:
        grid.demand(wish.id, sum(grid.plays(team, night) for team in teams) >= len(teams) // 2 * 2)


OF_WISH: dict[WishKind, Callable[[Grid, Wish], None]] = {
    WishKind.NO_HOME: _no_home,
    WishKind.NO_AWAY: _no_away,
    WishKind.NO_MATCH: _no_match,
    WishKind.HOME_ON: _home_on,
    WishKind.MEET_ON: _meet_on,
    WishKind.AVOID_MEET: _avoid_meet,
    WishKind.MEET_BY: _meet_by,
    WishKind.NOT_BOTH_HOME: _not_both_home,
    WishKind.NOT_SAME_DATE: _not_same_date,
    WishKind.AT_MOST: _at_most,
    WishKind.KEEP_FREE: _keep_free,
    WishKind.FULL_NIGHT: _full_night,
}


def stretches(nights: tuple[date, ...], length: int) -> Iterator[tuple[date, ...]]:
    """Every so many nights running; all of them where there are fewer."""
    return (nights[first : first + length] for first in range(max(1, len(nights) - length + 1)))


def _any(expressions: Iterable[Expr]) -> Expr:
    """At least one; of nothing there never is."""
    terms = list(expressions)
    return sum(terms) >= 1 if terms else False


def _nights_of(grid: Grid, wish: Wish, team: str) -> list[date]:
    return [night for night in grid.nights(grid.division_of[team]) if night in wish.dates]


def _nights_in(grid: Grid, wish: Wish) -> list[date]:
    """The nights of its division that a wish names."""
    return [night for night in grid.nights(wish.division) if night in wish.dates]


def _common_nights(grid: Grid, one: str, other: str) -> list[date]:
    other_nights = set(grid.nights(grid.division_of[other]))
    return [night for night in grid.nights(grid.division_of[one]) if night in other_nights]

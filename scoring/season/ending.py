"""What a season's final tables ask for: who goes up, who goes down, and where a play-off has to decide.

Knows places and how many of them lead up and down. Refuses to decide: what comes out is a proposal with its reason for
every team, and where teams that share a place stand across a line it proposes nothing but that they play for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.season.table import Row


class Way(StrEnum):
    """Where a team goes from here. OUT: it does not play next season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"
    OUT = "out"


class Stake(StrEnum):
    """What level teams have to play for."""

    TITLE = "title"
    UP = "promotion"
    DOWN = "relegation"


@dataclass(frozen=True, slots=True)
class Rung:
    """One division's final table, and how many of its places lead up and down. Rank 1 is the top."""

    division: str
    rank: int
    rows: tuple[Row, ...]
    promoted: int = 0
    relegated: int = 0

    @property
    def finishers(self) -> tuple[Row, ...]:
        """Those who played to the end, first to last."""
        return tuple(row for row in self.rows if not row.withdrawn)


@dataclass(frozen=True, slots=True)
class Fate:
    """What is proposed for a team: `way`, None where it has to be decided first, and the division that it leads to."""

    team: str
    division: str
    way: Way | None
    to: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Teams that share a place across a line, in the table's order, and how many of them come to stand above it.

    Above the line is the title, promotion, or safety.
    """

    division: str
    stake: Stake
    teams: tuple[str, ...]
    winners: int


@dataclass(frozen=True, slots=True)
class Ending:
    """The whole proposal; `sizes` are (division, teams now, teams next season) with undecided teams where they are."""

    fates: tuple[Fate, ...]
    play_offs: tuple[PlayOff, ...]
    sizes: tuple[tuple[str, int, int], ...]


def ending(rungs: Sequence[Rung]) -> Ending:
    """What final tables ask for, top division first.

    The first `promoted` go up to the division above, the last `relegated` of those who finished down to the one below.
    A team that withdrew is out. There is nothing above the top and nothing below the bottom. Where several divisions
    are side by side, a team goes to the first of them.
    """
    ordered = sorted(rungs, key=lambda rung: rung.rank)
    fates = tuple(fate for rung in ordered for fate in _fates(rung, _above(rung, ordered), _below(rung, ordered)))
    play_offs = tuple(
        each for rung in ordered for each in _play_offs(rung, _above(rung, ordered), _below(rung, ordered))
    )
    return Ending(fates, play_offs, tuple(_sizes(ordered, fates)))


def lines(rung: Rung, above: str | None, below: str | None) -> Iterator[tuple[Stake, int]]:
    """The lines across a table, each with how many teams come to stand above it."""
    finished = len(rung.finishers)
    if finished > 1:
        yield Stake.TITLE, 1
    up = min(rung.promoted, finished)
    if above is not None and up:
        yield Stake.UP, up
    down = min(rung.relegated, finished - up)
    if below is not None and down > 0:
        yield Stake.DOWN, finished - down


def across(rows: Sequence[Row], above: int) -> tuple[Row, ...]:
    """The rows that share a place across a line below the first `above` of them; none if the line parts two places."""
    if not 0 < above < len(rows) or rows[above - 1].place != rows[above].place:
        return ()
    return tuple(row for row in rows if row.place == rows[above].place)


def _above(rung: Rung, rungs: Sequence[Rung]) -> str | None:
    ranks = [each.rank for each in rungs if each.rank < rung.rank]
    return next((each.division for each in rungs if ranks and each.rank == max(ranks)), None)


def _below(rung: Rung, rungs: Sequence[Rung]) -> str | None:
    ranks = [each.rank for each in rungs if each.rank > rung.rank]
    return next((each.division for each in rungs if ranks and each.rank == min(ranks)), None)


def _fates(rung: Rung, above: str | None, below: str | None) -> Iterator[Fate]:
    drawn = dict(lines(rung, above, below))
    rows = rung.finishers
    level = {
        row.team: stake for stake in (Stake.DOWN, Stake.UP) if stake in drawn for row in across(rows, drawn[stake])
    }
    for number, row in enumerate(rows, start=1):
        if row.team in level:
            yield Fate(row.team, rung.division, None, None, f"level at the line for {level[row.team].value}")
        elif Stake.UP in drawn and number <= drawn[Stake.UP]:
            yield Fate(row.team, rung.division, Way.UP, above, _among("first", drawn[Stake.UP], "up"))
        elif Stake.DOWN in drawn and number > drawn[Stake.DOWN]:
            yield Fate(row.team, rung.division, Way.DOWN, below, _among("last", len(rows) - drawn[Stake.DOWN], "down"))
        else:
            yield Fate(row.team, rung.division, Way.STAYS, rung.division, f"finished in place {row.place}")
    for row in rung.rows:
        if row.withdrawn:
            yield Fate(row.team, rung.division, Way.OUT, None, "withdrew during the season")


def _among(end: str, count: int, way: str) -> str:
    return f"the {end} goes {way}" if count == 1 else f"the {end} {count} go {way}"


def _play_offs(rung: Rung, above: str | None, below: str | None) -> Iterator[PlayOff]:
    """Once for the same teams: who plays for the title where one goes up plays for both."""
    seen: set[tuple[str, ...]] = set()
    for stake, count in lines(rung, above, below):
        level = across(rung.finishers, count)
        teams = tuple(row.team for row in level)
        if teams and teams not in seen:
            seen.add(teams)
            yield PlayOff(rung.division, stake, teams, count + 1 - level[0].place)


def _sizes(rungs: Sequence[Rung], fates: Sequence[Fate]) -> Iterator[tuple[str, int, int]]:
    for rung in rungs:
        stay = [fate for fate in fates if fate.division == rung.division and fate.way is None]
        come = [fate for fate in fates if fate.to == rung.division]
        yield rung.division, len(rung.rows), len(stay) + len(come)

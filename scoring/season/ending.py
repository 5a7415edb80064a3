"""What a season's final tables ask for: who goes up and down, where a play-off has to decide, and shields.

A season in two parts splits its table into shields, and points are carried into them or not. The second part is a
division like any other, to which the carried points are added.

    NOTHING     everybody begins with none
    ALL         the points of the first part, with what was given and taken
    HALF        half of them, exactly: 23 is 11½
    AMONG       what was won in the matches between those of one shield, as if the others had not been there
    RECORD      every match of the first part counts on in the second, so no points are added
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.card.league_rules import Step
from scoring.card.outcome import Outcome
from scoring.card.points import Scheme
from scoring.season.table import Row, table


class Destination(StrEnum):
    """Where a team goes from here. OUT: it does not play next season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"
    OUT = "out"


class Stake(StrEnum):
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
class Proposal:
    """What is proposed for a team: `destination`, None where that is decided first, and the division it leads to."""

    team: str
    division: str
    destination: Destination | None
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
class SeasonEnding:
    """The whole proposal; `sizes` are (division, teams now, teams next season) with undecided teams where they are."""

    proposals: tuple[Proposal, ...]
    play_offs: tuple[PlayOff, ...]
    sizes: tuple[tuple[str, int, int], ...]


def ending(rungs: Sequence[Rung]) -> SeasonEnding:
    """What final tables ask for, top division first.

    The first `promoted` go up to the division above, the last `relegated` of those who finished down to the one below.
    A team that withdrew is out. There is nothing above the top and nothing below the bottom. Where several divisions
    are side by side, a team goes to the first of them.
    """
    ordered = sorted(rungs, key=lambda rung: rung.rank)
    by_rank = {rung.rank: rung.division for rung in reversed(ordered)}  # of those side by side, the first
    neighbours = []
    for rung in ordered:
        above = max((rank for rank in by_rank if rank < rung.rank), default=0)
        below = min((rank for rank in by_rank if rank > rung.rank), default=0)
        neighbours.append((rung, by_rank.get(above), by_rank.get(below)))
    proposals = tuple(each for around in neighbours for each in _proposals(*around))
    play_offs = tuple(each for around in neighbours for each in _play_offs(*around))
    coming = Counter(each.division if each.destination is None else each.to for each in proposals)
    sizes = tuple((rung.division, len(rung.rows), coming[rung.division]) for rung in ordered)
    return SeasonEnding(proposals, play_offs, sizes)


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


def _proposals(rung: Rung, above: str | None, below: str | None) -> Iterator[Proposal]:
    drawn = dict(lines(rung, above, below))
    rows = rung.finishers
    level = {
        row.team: stake for stake in (Stake.DOWN, Stake.UP) if stake in drawn for row in across(rows, drawn[stake])
    }
    for number, row in enumerate(rows, start=1):
        if row.team in level:
            yield Proposal(row.team, rung.division, None, None, f"level at the line for {level[row.team].value}")
        elif Stake.UP in drawn and number <= drawn[Stake.UP]:
            yield Proposal(row.team, rung.division, Destination.UP, above, _among("first", drawn[Stake.UP], "up"))
        elif Stake.DOWN in drawn and number > drawn[Stake.DOWN]:
            reason = _among("last", len(rows) - drawn[Stake.DOWN], "down")
            yield Proposal(row.team, rung.division, Destination.DOWN, below, reason)
        else:
            yield Proposal(row.team, rung.division, Destination.STAYS, rung.division, f"finished in place {row.place}")
    for row in rung.rows:
        if row.withdrawn:
            yield Proposal(row.team, rung.division, Destination.OUT, None, "withdrew during the season")


def _among(end: str, count: int, way: str) -> str:
    return f"the {end} goes {way}" if count == 1 else f"the {end} {count} go {way}"


def _play_offs(rung: Rung, above: str | None, below: str | None) -> Iterator[PlayOff]:
    """Once for the same teams: who plays for the title where one goes up plays for both."""
    level_teams: set[tuple[str, ...]] = set()
    for stake, count in lines(rung, above, below):
        level = across(rung.finishers, count)
        teams = tuple(row.team for row in level)
        if teams and teams not in level_teams:
            level_teams.add(teams)
            yield PlayOff(rung.division, stake, teams, count + 1 - level[0].place)


# --- a season in two parts --------------------------------------------------------------------------------------------
class Carry(StrEnum):
    NOTHING = "nothing"
    ALL = "all"
    HALF = "half"
    AMONG = "among"
    RECORD = "record"


def shields(order: Sequence[str], sizes: Sequence[int]) -> list[tuple[str, ...]]:
    """A table split from the top into shields of given sizes for the second part of a season; sizes must add up."""
    if sum(sizes) != len(order) or min(sizes, default=0) < 1:
        raise ValueError(f"{len(order)} entrants do not split into {'+'.join(map(str, sizes))}")
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return [tuple(order[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def carried_points(
    rows: Iterable[Row], shields: Sequence[Sequence[str]], carry: Carry, outcomes: Iterable[Outcome], scheme: Scheme
) -> dict[str, Fraction]:
    """The points that each team of the shields begins the second part with.

    `rows` are the first part's table and `outcomes` its matches; teams of no shield take nothing along.
    """
    teams = {team for shield in shields for team in shield}
    if carry is Carry.AMONG:
        played = tuple(outcomes)
        among = ([each for each in played if each.home in shield and each.away in shield] for shield in shields)
        tables = (table(shield, theirs, scheme, (Step.POINTS,)) for shield, theirs in zip(shields, among, strict=True))
        return {row.team: row.points for shield_rows in tables for row in shield_rows}
    share = {Carry.ALL: Fraction(1), Carry.HALF: Fraction(1, 2)}.get(carry, Fraction(0))
    return {row.team: row.points * share for row in rows if row.team in teams}

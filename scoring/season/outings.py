"""What players did, line by line of the cards that count: added up, in a row, on one night, and in all seasons."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, TypeVar

from scoring.card.format import line_title
from scoring.card.outcome import Outcome
from scoring.card.points import Games
from scoring.card.sheet import Side
from scoring.words import in_turn

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Outing(NamedTuple):
    """One player on one line of one card; a division's season has thousands of them, and a tuple is made at once.

    `players` are a side on this line, `line` its number on the card and `label` its name there. `pegs` are those of
    the player's side in the games won and lost, None unless all were kept. A game that nobody won is in neither figure.
    """

    player: str
    season: str
    match: str
    on: date
    team: str
    line: int
    players: int
    won: int
    lost: int
    pegs: int | None = None
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    label: str = ""
    cup: bool = False

    @property
    def title(self) -> str:
        """The line in words: "Singles 2" for S2."""
        return line_title(self.label, self.players)

    @property
    def margin(self) -> int:
        return self.won - self.lost


@dataclass(frozen=True, slots=True)
class OutingRecord:
    """Games won and lost in a number of matches; `pegs` were taken in the `pegged` of them that have their pegs."""

    matches: int = 0
    won: int = 0
    lost: int = 0
    pegs: int = 0
    pegged: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost

    @property
    def share(self) -> Fraction | None:
        """Games won of those played; None before the first."""
        return Fraction(self.won, self.played) if self.played else None

    @property
    def percent(self) -> int | None:
        """Games won in a hundred, a half rounded up; None before the first."""
        return (200 * self.won + self.played) // (2 * self.played) if self.played else None

    @property
    def pegs_a_game(self) -> Fraction | None:
        return Fraction(self.pegs, self.pegged) if self.pegged else None


LINE, MATCH, PLAYER, PLAYERS = map(attrgetter, ("line", "match", "player", "players"))


def in_order(outings: Iterable[Outing]) -> tuple[Outing, ...]:
    """As they were played: by day, match and line."""
    matches = group_by(outings, MATCH)
    turns = sorted(matches, key=lambda match: (matches[match][0].on, in_turn(match)))
    return tuple(each for turn in turns for each in sorted(matches[turn], key=LINE))


class Counted(Protocol):
    """What a record is made of: an `Outing`, or one of a player's lines in all seasons."""

    @property
    def match(self) -> Hashable: ...
    @property
    def won(self) -> int: ...
    @property
    def lost(self) -> int: ...
    @property
    def pegs(self) -> int | None: ...


def record(lines: Iterable[Counted]) -> OutingRecord:
    """These lines added up; a match in which several of them were is one match."""
    matches = set()
    won = lost = pegs = pegged = 0
    for line in lines:
        matches.add(line.match)
        won += line.won
        lost += line.lost
        if line.pegs is not None:
            pegs += line.pegs
            pegged += line.won + line.lost
    return OutingRecord(len(matches), won, lost, pegs, pegged)


def group_by(outings: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Outings, or outcomes, by something about them, in the order in which each group's first one comes."""
    groups: dict[K, list[T]] = {}
    for each in outings:
        groups.setdefault(key(each), []).append(each)
    return groups


def by_kind(outings: Iterable[Outing]) -> dict[int, OutingRecord]:
    """A record for every kind of game, by players a side: singles first."""
    groups = group_by(outings, PLAYERS)
    return {players: record(groups[players]) for players in sorted(groups)}


# --- how matches followed on each other -------------------------------------------------------------------------------
LAST = 6


@dataclass(frozen=True, slots=True)
class MatchNight:
    """One match of a player: the games won and lost in it, on the lines with these labels."""

    match: str
    on: date
    team: str
    won: int
    lost: int
    labels: tuple[str, ...]
    titles: tuple[str, ...] = ()

    @property
    def letter(self) -> str:
        """W, D or L: more games won than lost, as many, or fewer."""
        return "W" if self.won > self.lost else "L" if self.won < self.lost else "D"


def nights(outings: Iterable[Outing]) -> tuple[MatchNight, ...]:
    """One player's matches in the order in which they were played, which that of the outings is."""
    return tuple(
        MatchNight(
            played[0].match,
            played[0].on,
            played[0].team,
            won=sum(each.won for each in played),
            lost=sum(each.lost for each in played),
            labels=tuple(each.label for each in played),
            titles=tuple(each.title for each in played),
        )
        for played in group_by(outings, MATCH).values()
    )


def form(played: Iterable[MatchNight], last: int = LAST) -> tuple[str, ...]:
    """The letters of the last matches, the newest last."""
    return tuple(night.letter for night in tuple(played)[-last:])


def longest(kept_up: Iterable[bool]) -> tuple[int, int] | None:
    """Where the longest row of yes begins and ends (both counted, from 0), the first of several; None without a yes."""
    best: tuple[int, int] | None = None
    start = 0
    for at, yes in enumerate(kept_up):
        if not yes:
            start = at + 1
        elif best is None or at - start > best[1] - best[0]:
            best = (start, at)
    return best


# --- with whom and against whom ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Companion:
    """A player's record beside or against another, always in the player's own games."""

    other: str
    record: OutingRecord


def most_games_first(companions: Iterable[Companion]) -> tuple[Companion, ...]:
    return tuple(sorted(companions, key=lambda each: (-each.record.played, -each.record.won, in_turn(each.other))))


def against(outings: Iterable[Outing], other: str) -> tuple[Outing, ...]:
    """Those of one player's outings in which this one was on the other side."""
    return tuple(each for each in outings if other in each.opponents)


def beside(outings: Iterable[Outing], other: str) -> tuple[Outing, ...]:
    """Those of one player's outings in which this one was the partner, or one of them."""
    return tuple(each for each in outings if other in each.partners)


@dataclass(frozen=True, slots=True)
class Between:
    """What there has been between two teams, seen from the first: matches won, drawn and lost, and their games.

    Of those lost, `both_lost` are no win of the other's either.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    both_lost: int = 0
    games_for: Games = 0
    games_against: Games = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def won_by_other(self) -> int:
        return self.lost - self.both_lost


def between(outcomes: Iterable[Outcome], team: str) -> Between:
    """Two teams' matches added up for one of them; a match that counts for nothing is none."""
    tallies = [(each.tally, each.home == team) for each in outcomes if each.tally.counts]
    nothing: Games = 0
    letters = [tally.letter(Side.HOME if at_home else Side.AWAY) for tally, at_home in tallies]
    return Between(
        won=letters.count("W"),
        drawn=letters.count("D"),
        lost=letters.count("L"),
        both_lost=sum(tally.both_lose for tally, _ in tallies),
        games_for=sum((tally.home_games if at_home else tally.away_games for tally, at_home in tallies), start=nothing),
        games_against=sum(
            (tally.away_games if at_home else tally.home_games for tally, at_home in tallies), start=nothing
        ),
    )


# --- the player of a night --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlayerNight:
    """What one player did on a night. `margin` is the pegs won by on the lines that have them, None if none has."""

    player: str
    team: str
    won: int
    lost: int
    margin: int | None
    strength: Fraction

    @property
    def played(self) -> int:
        return self.won + self.lost


def best_of_night(season: Iterable[Outing], on: date, *, without: Collection[str] = ()) -> tuple[PlayerNight, ...]:
    """The player of the night, several if they cannot be told apart; nobody where no game was won.

    Whoever won the most games; of those, who lost the fewest; of those, who won by the most pegs in all, where cards
    have them; of those, who met the stronger opponents, by the share of their games that these had won by then.

    `season` is what everybody played in it, of which what came later is not looked at; nobody of `without` is chosen.
    """
    until = [each for each in season if each.on <= on]
    shares = {player: record(played).share or Fraction(0) for player, played in group_by(until, PLAYER).items()}
    tonight = [each for each in until if each.on == on]
    lines = group_by(tonight, lambda each: (each.match, each.line))
    player_nights = [
        _player_night(player, played, lines, shares)
        for player, played in group_by(tonight, PLAYER).items()
        if player not in without
    ]
    best = _best([each for each in player_nights if each.won], lambda each: (each.won, -each.lost))
    best = _best(best, lambda each: (each.margin or 0, each.strength))
    return tuple(sorted(best, key=lambda each: in_turn(each.player)))


def _player_night(
    player: str, played: list[Outing], lines: Mapping[tuple[str, int], list[Outing]], shares: Mapping[str, Fraction]
) -> PlayerNight:
    margins, met = [], []
    for outing in played:
        others = [other for other in lines[outing.match, outing.line] if other.team != outing.team]
        met += [shares[other.player] for other in others]
        if outing.pegs is not None and others and others[0].pegs is not None:
            margins.append(outing.pegs - others[0].pegs)
    return PlayerNight(
        player=player,
        team=played[-1].team,
        won=sum(outing.won for outing in played),
        lost=sum(outing.lost for outing in played),
        margin=sum(margins) if margins else None,
        strength=sum(met, Fraction(0)) / len(met) if met else Fraction(0),
    )


def _best(player_nights: list[PlayerNight], key: Callable[[PlayerNight], tuple[Any, ...]]) -> list[PlayerNight]:
    highest = max(map(key, player_nights), default=None)
    return [each for each in player_nights if key(each) == highest]


# --- one player's seasons ---------------------------------------------------------------------------------------------
class PlayedLine(NamedTuple):
    """One line of a player, as an `Outing` has it but for the day and who else was on it; `cup` is 1 in a cup, or 0."""

    season: int
    team: int
    match: int
    cup: int
    line: int
    players: int
    won: int
    lost: int
    pegs: int | None
    label: str


@dataclass(frozen=True, slots=True)
class Streak:
    """How many in a row: the most there have been, and how many it is now."""

    most: int = 0
    now: int = 0


@dataclass(frozen=True, slots=True)
class Runs:
    """Lines won and lost in a row, and matches in a row in which no more games were lost than won."""

    won: Streak
    lost: Streak
    unbeaten: Streak


@dataclass(frozen=True, slots=True)
class SeasonTotals:
    teams: tuple[int, ...]
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class CareerTotals:
    """A number of lines added up, by season and by players a side, singles first, and how they followed on each other.

    A level line (one game each) ends a run of lines won as it ends one of lines lost. `sweeps` are lines of several
    games won without losing one, as (games, how often), the most games first: ((3, 5), (2, 1)).
    """

    seasons: dict[int, SeasonTotals]
    total: OutingRecord
    kinds: dict[int, OutingRecord]
    runs: Runs
    sweeps: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Sums:
    season: int
    team: int
    players: int
    won: int = 0
    lost: int = 0
    pegs: int = 0
    pegged: int = 0
    matches: set[int] = field(default_factory=set)


def career_of(lines: Iterable[PlayedLine]) -> CareerTotals:
    groups, margins, of_matches, clean = dict[Any, _Sums](), list[int](), dict[int, int](), Counter[int]()
    for season, team, match, _cup, _line, players, won, lost, pegs, _label in lines:
        key = season, team, players
        sums = groups.get(key) or groups.setdefault(key, _Sums(*key))
        sums.matches.add(match)
        sums.won += won
        sums.lost += lost
        if pegs is not None:
            sums.pegs += pegs
            sums.pegged += won + lost
        margins.append(won - lost)
        of_matches[match] = of_matches.get(match, 0) + won - lost
        if won > 1 and not lost:
            clean[won] += 1
    seasons, kinds = (group_by(groups.values(), attrgetter(name)) for name in ("season", "players"))
    return CareerTotals(
        {
            season: SeasonTotals(tuple(dict.fromkeys(each.team for each in sums)), _record(sums))
            for season, sums in seasons.items()
        },
        _record(groups.values()),
        {players: _record(kinds[players]) for players in sorted(kinds)},
        Runs(
            run(margin > 0 for margin in margins),
            run(margin < 0 for margin in margins),
            run(margin >= 0 for margin in of_matches.values()),
        ),
        tuple(sorted(clean.items(), reverse=True)),
    )


def run(kept_up: Iterable[bool]) -> Streak:
    """The longest row of yes, and the one that the last answer ends with."""
    most = now = 0
    for yes in kept_up:
        if yes:
            now += 1
        elif now:
            most, now = max(most, now), 0
    return Streak(max(most, now), now)


def _record(sums: Collection[_Sums]) -> OutingRecord:
    return OutingRecord(
        len(set[int]().union(*(each.matches for each in sums))),
        sum(each.won for each in sums),
        sum(each.lost for each in sums),
        sum(each.pegs for each in sums),
        sum(each.pegged for each in sums),
    )

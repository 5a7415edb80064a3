"""The ways in which a match may end, what each adds to the standings, and an estimate of how likely each place is.

Tie-breaks that are not sums are left open: head-to-head depends on who else is level, and pegs on scores to come.

The estimate plays the rest of the season many times, by a plain model. A team is as strong as the share of games that
it has won so far, with two level matches added so that early scores weigh little. At home a team wins as much more than
half of a game as the two teams' shares are apart, and as home sides of this table have won so far; each game is a throw
of its own. No walkovers, no form.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb, lcm
from random import Random

from scoring.card.format import Format, Line, Settle
from scoring.card.league_rules import LeagueRules, Step
from scoring.card.outcome import walkover
from scoring.card.points import DecidedBy, Scheme, points
from scoring.card.sheet import Side
from scoring.season.ledger import Ledger, Record

Count = tuple[int, int, int, int]  # games of home and away, half lines of home and away


@dataclass(frozen=True, slots=True, order=True)
class MatchEnd:
    """One way that a match may end: (home, away) league points and games, and the winner as 1, 0 or -1 for home."""

    points: tuple[Fraction, Fraction]
    games: tuple[int, int]
    result: int


def ends(form: Format, scheme: Scheme) -> tuple[MatchEnd, ...]:
    """Every way that a match may end, each once; walkovers to either side are among them."""
    match_ends = {_end(count, scheme) for count in _likely(form, 0.5)}
    for side in Side:
        outcome = walkover(side, form, scheme)
        games = (int(outcome.home_games), int(outcome.away_games))
        match_ends.add(MatchEnd((outcome.home_points, outcome.away_points), games, 1 if side is Side.HOME else -1))
    return tuple(sorted(match_ends))


def likely_ends(form: Format, scheme: Scheme, chance: float) -> Mapping[MatchEnd, float]:
    """How likely each way to end a match is that is played, when the home side wins each game with this chance."""
    chances: dict[MatchEnd, float] = defaultdict(float)
    for count, likely in _likely(form, chance).items():
        chances[_end(count, scheme)] += likely
    return chances


def _end(count: Count, scheme: Scheme) -> MatchEnd:
    games, lines = count[:2], (Fraction(count[2], 2), Fraction(count[3], 2))
    mine, theirs = lines if scheme.decided_by is DecidedBy.LINES else games
    return MatchEnd(points(scheme, games=games, lines=lines), games, (mine > theirs) - (mine < theirs))


def _likely(form: Format, chance: float) -> Mapping[Count, float]:
    """Games and half lines that the lines of a card can add up to, and how likely."""
    reached: Mapping[Count, float] = {(0, 0, 0, 0): 1.0}
    for line in form.lines:
        further: dict[Count, float] = defaultdict(float)
        for (a, b, c, d), so_far in reached.items():
            for (e, f, g, h), likely in _line_ends(line, chance):
                further[a + e, b + f, c + g, d + h] += so_far * likely
        reached = further
    return reached


def _line_ends(line: Line, chance: float) -> Iterator[tuple[Count, float]]:
    if line.settle is Settle.BEST_OF:
        for lost in range(line.to_win):
            orders = comb(line.to_win - 1 + lost, lost)
            yield (line.to_win, lost, 2, 0), orders * chance**line.to_win * (1 - chance) ** lost
            yield (lost, line.to_win, 0, 2), orders * (1 - chance) ** line.to_win * chance**lost
        return
    for won in range(line.games + 1):
        lost = line.games - won
        likely = comb(line.games, won) * chance**won * (1 - chance) ** lost
        yield (won, lost, 1 + (won > lost) - (won < lost), 1 + (lost > won) - (lost < won)), likely


# --- standings and ends as whole numbers ------------------------------------------------------------------------------
Pair = tuple[int, int]
Fixture = tuple[str, str]  # home and away


@dataclass(frozen=True, slots=True)
class Counts:
    """What every team has, and what every end of a match gives to (home, away); `unit` of them is one point.

    `open_step` is the step at which level teams are left that nobody can work out beforehand; None when level teams
    share the place or meet in a play-off.
    """

    has: Mapping[str, int]
    gives: tuple[Pair, ...]
    unit: int
    open_step: Step | None = None


# A tie-break that is a sum: what a team has so far, and what the end of a match gives to home (0) or away (1).
Summed = tuple[Callable[[Record], Fraction | int], Callable[[MatchEnd, int], Fraction | int]]

SUMMED: Mapping[Step, Summed] = {
    Step.POINTS: (lambda record: record.points, lambda end, side: end.points[side]),
    Step.WINS: (lambda record: record.won, lambda end, side: end.result == (-1 if side else 1)),
    Step.GAME_DIFFERENCE: (
        lambda record: record.game_difference,
        lambda end, side: end.games[side] - end.games[1 - side],
    ),
    Step.GAMES_WON: (lambda record: record.games_for, lambda end, side: end.games[side]),
    Step.AWAY_WINS: (lambda record: record.away_wins, lambda end, side: side == 1 and end.result == -1),
    Step.FEWEST_DEDUCTIONS: (lambda record: -record.deductions, lambda *_: 0),
}


def by_points(teams: Sequence[str], ledger: Ledger, ends: Sequence[MatchEnd], then: Sequence[Step]) -> Counts:
    """Points alone; `open_step` is the tie-break that comes next, if one can separate."""
    has, gives, unit = _whole(SUMMED[Step.POINTS], teams, ledger, ends)
    return Counts(has, gives, unit, then[0] if then and then[0] not in {Step.PLAY_OFF, Step.SHARED} else None)


def by_steps(
    teams: Sequence[str], ledger: Ledger, ends: Sequence[MatchEnd], steps: Sequence[Step], left: Sequence[Fixture]
) -> Counts:
    """Points and every tie-break after them that can be added up, as one number a team."""
    has, gives, unit = _whole(SUMMED[Step.POINTS], teams, ledger, ends)
    for step in steps:
        if step in {Step.PLAY_OFF, Step.SHARED}:
            return Counts(has, gives, unit)
        if step is Step.NAME:
            ordered = sorted(teams, key=ledger.alphabetical, reverse=True)
            has = {team: has[team] * len(teams) + i for i, team in enumerate(ordered)}
            return Counts(has, tuple((a * len(teams), b * len(teams)) for a, b in gives), unit * len(teams))
        if step is Step.PEGS and all(ledger.records[team].pegs_missing for team in teams):
            continue  # a team without its pegs is separated from nobody by them
        if step is Step.LINES and all(ledger.records[team].lines_missing for team in teams):
            continue
        if step not in SUMMED:
            return Counts(has, gives, unit, step)
        more, give_more, _ = _whole(SUMMED[step], teams, ledger, ends)
        weight = _spread(more, give_more, left)
        has = {team: has[team] * weight + more[team] for team in teams}
        gives = tuple((a * weight + c, b * weight + d) for (a, b), (c, d) in zip(gives, give_more, strict=True))
        unit *= weight
    return Counts(has, gives, unit)


def _whole(
    what: Summed, teams: Sequence[str], ledger: Ledger, ends: Sequence[MatchEnd]
) -> tuple[dict[str, int], tuple[Pair, ...], int]:
    """One count in whole numbers, so many to one point."""
    of_record, of_end = what
    so_far = {team: Fraction(of_record(ledger.records[team])) for team in teams}
    pairs = [(Fraction(of_end(end, 0)), Fraction(of_end(end, 1))) for end in ends]
    every = [*so_far.values(), *(value for pair in pairs for value in pair)]
    unit = lcm(*(value.denominator for value in every)) if every else 1
    has = {team: int(value * unit) for team, value in so_far.items()}
    return has, tuple((int(home * unit), int(away * unit)) for home, away in pairs), unit


def _spread(has: Mapping[str, int], gives: Sequence[Pair], left: Sequence[Fixture]) -> int:
    """More than any two teams can differ by at the end."""
    most = max((abs(value) for pair in gives for value in pair), default=0)
    busiest = max((sum(team in match for match in left) for team in has), default=0)
    return max(has.values(), default=0) - min(has.values(), default=0) + 2 * most * busiest + 1


RUNS = 2000
LEVEL_MATCHES = 2
LEAST = 0.05  # nobody is so much better as to win more than 19 games in 20


@dataclass(frozen=True, slots=True)
class Chances:
    """How often each team finished first, second, ... in so many seasons played out by chance."""

    runs: int
    places: Mapping[str, tuple[int, ...]]

    def within(self, team: str, place: int) -> float:
        """The share of seasons, from 0 to 1, in which a team finished in the first so many places."""
        return sum(self.places[team][:place]) / self.runs


def chances(
    teams: Sequence[str], ledger: Ledger, rules: LeagueRules, left: Sequence[Fixture], *, dice: Random, runs: int = RUNS
) -> Chances:
    """Play the matches that are left, `runs` times; the same dice give the same estimate.

    Teams still level after every tie-break that can be added up are parted by chance.
    """
    possible = ends(rules.format, rules.scheme)
    counts = by_steps(teams, ledger, possible, rules.steps[1:], left)
    finals = {team: [counts.has[team]] * runs for team in teams}
    at_home = _home_advantage(ledger, rules)
    for home, away in left:
        apart = strength(ledger, home, rules) - strength(ledger, away, rules)
        chance = min(max(0.5 + apart + at_home, LEAST), 1 - LEAST)
        likely = likely_ends(rules.format, rules.scheme, round(chance, 2))
        weights = list(accumulate(likely.get(end, 0.0) for end in possible))
        for run, (mine, theirs) in enumerate(dice.choices(counts.gives, cum_weights=weights, k=runs)):
            finals[home][run] += mine
            finals[away][run] += theirs
    tally = {team: [0] * len(teams) for team in teams}
    for run in range(runs):
        order = sorted(teams, key=lambda team: (finals[team][run], dice.random()), reverse=True)
        for place, team in enumerate(order):
            tally[team][place] += 1
    return Chances(runs, {team: tuple(places) for team, places in tally.items()})


def strength(ledger: Ledger, team: str, rules: LeagueRules) -> float:
    """The share of games that a team is expected to win against an average one."""
    record = ledger.records[team]
    added = LEVEL_MATCHES * rules.format.total_games
    won, lost = float(record.games_for), float(record.games_against)
    return (won + added / 2) / (won + lost + added)


def _home_advantage(ledger: Ledger, rules: LeagueRules) -> float:
    """By how much home sides have won more than half of all games."""
    won = sum(float(each.tally.home_games) for each in ledger.counted)
    lost = sum(float(each.tally.away_games) for each in ledger.counted)
    added = LEVEL_MATCHES * rules.format.total_games
    return (won + added / 2) / (won + lost + added) - 0.5

"""How teams level on one count are separated on the next.

step                league's words                              function
points              most points                                 points
wins                most matches won                            wins
game-difference     games won less games lost                   game_difference
games-won           most games won                              games_won
line-difference     lines (tables) won less those lost          lines
pegs                pegs for less pegs against                  pegs
head-to-head        the matches between those level             head_to_head
away-wins           most matches won away                       away_wins
fewest-deductions   fewest points taken off                     fewest_deductions
play-off            a play-off, if it has been played           play_off
shared              the place is shared                         (ends the matter)
name                by name, where a league wants an order      name
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.card.league_rules import Step
from scoring.card.points import ZERO
from scoring.card.sheet import Side
from scoring.season.ledger import Ledger, Record

__all__ = ["Cluster", "Separation", "Step", "head_to_head", "rank"]

Key: TypeAlias = tuple[Fraction | int, ...]
Group: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Separation:
    """What separates a cluster from the next: the step, and the teams that were level until it was taken."""

    step: Step
    among: Group


@dataclass(frozen=True, slots=True)
class Cluster:
    """Teams that share a place, mostly one. `ended` is the step that left several level; `below` leads on."""

    teams: Group
    below: Separation | None = None
    ended: Step | None = None


def rank(group: Group, steps: Sequence[Step], ledger: Ledger) -> list[Cluster]:
    """A group of teams from first to last under the steps, those that no step separates together.

    When head-to-head or a play-off splits off some of the level teams, those still level are compared again among
    themselves before the next step is taken.
    """
    if len(group) == 1:
        return [Cluster(group)]
    if not steps:
        return [Cluster(group, ended=Step.SHARED)]
    step, rest = steps[0], steps[1:]
    parts = _split(group, step, ledger)
    if len(parts) == 1:
        return [Cluster(group, ended=step)] if step in {Step.PLAY_OFF, Step.SHARED} else rank(group, rest, ledger)
    onward = steps if step in {Step.HEAD_TO_HEAD, Step.PLAY_OFF} else rest
    clusters: list[Cluster] = []
    for part in parts:
        if clusters:
            clusters[-1] = replace(clusters[-1], below=Separation(step, group))
        clusters += rank(part, onward, ledger)
    return clusters


def _split(group: Group, step: Step, ledger: Ledger) -> list[Group]:
    """The group in parts from best to worst on one step; within a part the order of the group is kept."""
    parts: dict[Key, list[str]] = {}
    for team, key in KEYS[step](group, ledger).items():
        parts.setdefault(key, []).append(team)
    return [tuple(parts[key]) for key in sorted(parts, reverse=True)]


def _by_record(count: Callable[[Record], Fraction | int]) -> Callable[[Group, Ledger], dict[str, Key]]:
    return lambda group, ledger: {team: (count(ledger.records[team]),) for team in group}


def _level(group: Group) -> dict[str, Key]:
    return dict.fromkeys(group, ())


points = _by_record(lambda record: record.points)
wins = _by_record(lambda record: record.won)
game_difference = _by_record(lambda record: record.game_difference)
games_won = _by_record(lambda record: record.games_for)
away_wins = _by_record(lambda record: record.away_wins)
fewest_deductions = _by_record(lambda record: -record.deductions)


def lines(group: Group, ledger: Ledger) -> dict[str, Key]:
    """Lines won less those lost, if every match of every team in the group has them; otherwise nobody is separated."""
    if any(ledger.records[team].lines_missing for team in group):
        return _level(group)
    return {team: (ledger.records[team].line_difference,) for team in group}


def pegs(group: Group, ledger: Ledger) -> dict[str, Key]:
    """Peg difference, if every match of every team in the group has its pegs; otherwise it separates nobody."""
    keys: dict[str, Key] = {}
    for team in group:
        record = ledger.records[team]
        if record.pegs_missing or record.pegs_for is None or record.pegs_against is None:
            return _level(group)
        keys[team] = (record.pegs_for - record.pegs_against,)
    return keys


def head_to_head(group: Group, ledger: Ledger) -> dict[str, Key]:
    """A table of the matches among the group: points, then game difference.

    Separates nobody until every team of the group has played as many of them as the others.
    """
    won = dict.fromkeys(group, ZERO)
    difference = dict.fromkeys(group, 0)
    played = dict.fromkeys(group, 0)
    for outcome in ledger.between(group):
        tally = outcome.tally
        won[outcome.home] += tally.home_points
        won[outcome.away] += tally.away_points
        difference[outcome.home] += tally.home_games - tally.away_games
        difference[outcome.away] += tally.away_games - tally.home_games
        played[outcome.home] += 1
        played[outcome.away] += 1
    if len(set(played.values())) > 1:
        return _level(group)
    return {team: (won[team], difference[team]) for team in group}


def play_off(group: Group, ledger: Ledger) -> dict[str, Key]:
    """Play-offs won among the group."""
    won = dict.fromkeys(group, 0)
    for outcome in ledger.play_offs:
        if outcome.home in won and outcome.away in won and outcome.tally.winner is not None:
            won[outcome.home if outcome.tally.winner is Side.HOME else outcome.away] += 1
    return {team: (count,) for team, count in won.items()}


def shared_place(group: Group, ledger: Ledger) -> dict[str, Key]:  # noqa: ARG001 - every step is asked in the same way
    """Nobody is separated."""
    return _level(group)


def name(group: Group, ledger: Ledger) -> dict[str, Key]:
    """By name, then by id."""
    ordered = sorted(group, key=ledger.alphabetical, reverse=True)
    return {team: (i,) for i, team in enumerate(ordered)}


KEYS: Mapping[Step, Callable[[Group, Ledger], dict[str, Key]]] = {
    Step.POINTS: points,
    Step.WINS: wins,
    Step.GAME_DIFFERENCE: game_difference,
    Step.GAMES_WON: games_won,
    Step.LINES: lines,
    Step.PEGS: pegs,
    Step.HEAD_TO_HEAD: head_to_head,
    Step.AWAY_WINS: away_wins,
    Step.FEWEST_DEDUCTIONS: fewest_deductions,
    Step.PLAY_OFF: play_off,
    Step.SHARED: shared_place,
    Step.NAME: name,
}

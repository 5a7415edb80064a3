"""How likely it is: an estimate, by playing the rest of the season many times.

The model is plain. A team is as strong as the share of games that it has won so far, with two level matches added so
that early scores weigh little. At home a team wins as much more than half of a game as the two teams' shares are
apart, and as home sides of this table have won so far; each game is a throw of its own. No walkovers, no form.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from scoring.card.league_rules import LeagueRules
from scoring.season.ledger import Ledger
from scoring.season.runin.ends import Fixture, by_steps, ends, likely_ends

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

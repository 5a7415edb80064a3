"""A judge of Swiss rounds that shares nothing with the pairer: own scores, own bounds, and SCIP where those are open.

What it accepts is proved to be as good as it says.
"""

from collections import Counter
from itertools import combinations

from ortools.linear_solver import pywraplp


class History:
    """Scores in half points, who has met whom, byes and drops."""

    def __init__(self, players, rounds):
        self.players = list(players)
        self.score = Counter(dict.fromkeys(players, 0))
        self.met, self.byes, self.balance = set(), Counter(), Counter()
        for games in rounds:
            for game in games:
                if game.second is None:
                    self.byes[game.first] += 1
                    self.score[game.first] += 2
                    continue
                self.met.add(frozenset((game.first, game.second)))
                self.balance[game.first] += 1
                self.balance[game.second] -= 1
                margin = game.won - game.lost
                self.score[game.first] += 2 if margin > 0 else 1 if margin == 0 else 0
                self.score[game.second] += 2 if margin < 0 else 1 if margin == 0 else 0


def value(history, pairs, bye):
    """(second byes, rematches, score of the bye, squares of differences): the smaller, the better."""
    return (
        0 if bye is None else history.byes[bye],
        sum(frozenset(pair) in history.met for pair in pairs),
        0 if bye is None else history.score[bye],
        sum((history.score[one] - history.score[other]) ** 2 for one, other in pairs),
    )


def easy_bound(history):
    """The value of a round if nobody had met anybody: neighbours by score, the lowest fresh one spared."""
    scores = sorted(history.score[name] for name in history.players)
    byes = score = 0
    if len(scores) % 2:
        byes = min(history.byes[name] for name in history.players)
        score = min(history.score[name] for name in history.players if history.byes[name] == byes)
        scores.remove(score)
    squares = sum((one - other) ** 2 for one, other in zip(scores[::2], scores[1::2], strict=True))
    return byes, 0, score, squares


def proved_bound(history):
    """The best value that any round has, all points in one number and SCIP to prove it."""
    solver = pywraplp.Solver.CreateSolver("SCIP")
    solver.SetTimeLimit(60_000)
    pairs = {pair: solver.BoolVar("") for pair in combinations(history.players, 2)}
    spared = {name: solver.BoolVar("") for name in history.players}
    for name in history.players:
        solver.Add(spared[name] + sum(var for pair, var in pairs.items() if name in pair) == 1)
    solver.Add(sum(spared.values()) == len(history.players) % 2)
    heavier = 1000 * len(history.players)
    fewest = min(history.byes[name] for name in history.players)
    for (one, other), var in pairs.items():
        again = frozenset((one, other)) in history.met
        squares = (history.score[one] - history.score[other]) ** 2
        solver.Objective().SetCoefficient(var, squares + again * heavier * 20)
    for name, var in spared.items():
        solver.Objective().SetCoefficient(
            var, history.score[name] * heavier + (history.byes[name] - fewest) * heavier * 500
        )
    solver.Objective().SetMinimization()
    assert solver.Solve() == pywraplp.Solver.OPTIMAL
    taken = [pair for pair, var in pairs.items() if var.solution_value() > 0.5]
    return value(history, taken, next((name for name, var in spared.items() if var.solution_value() > 0.5), None))


def judge(players, rounds, pairs, bye):
    """What is wrong with a round; nothing, if it is as good as a round can be. Second, whether SCIP was needed."""
    history = History(players, rounds)
    named = sorted([name for pair in pairs for name in pair] + ([bye] if bye else []))
    if named != sorted(players) or (bye is None) != (len(players) % 2 == 0):
        return ["not everybody is there once"], False
    found = value(history, pairs, bye)
    if found == easy_bound(history):
        return [], False
    best = proved_bound(history)
    return ([] if found <= best else [f"{found} where {best} can be had"]), True

"""Places in a division of fourteen with forty matches left, against a solver of integer programs that knows nothing
of flows and limits: each match takes one of its ends, and the teams above are counted.
"""

import pytest
from ortools.sat.python import cp_model

from scoring.card.presets import PRESETS
from scoring.season.runin.prospects import RunInSeason
from tests.scoring.season.runin.made import autumn_to_spring, with_left


def place_by_solver(season, team, *, high):
    """The best place if level teams stay below, or the worst if they finish above; on points."""
    model = cp_model.CpModel()
    points = {each: [season.points.has[each]] for each in season.teams}
    for home, away in season.left:
        taken = [model.new_bool_var("") for _ in season.ends]
        model.add_exactly_one(taken)
        for var, (mine, theirs) in zip(taken, season.points.gives, strict=True):
            points[home].append(mine * var)
            points[away].append(theirs * var)
    above = []
    for other in season.teams:
        if other != team:
            is_above = model.new_bool_var("")
            lead = sum(points[other]) - sum(points[team])
            if high:
                model.add(lead <= 0).only_enforce_if(is_above.negated())
            else:
                model.add(lead >= 0).only_enforce_if(is_above)
            above.append(is_above)
    (model.minimize if high else model.maximize)(sum(above))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return 1 + round(solver.objective_value)


@pytest.mark.parametrize("key", ["teesdale", "leek", "solihull", "two-and-half"])
def test_places_are_those_of_an_integer_program(key):
    rest = with_left(autumn_to_spring(len(key), PRESETS[key], 14), 40)
    season = RunInSeason(rest.teams, rest.ledger(), rest.league, rest.left)
    for team in rest.teams[::3]:
        above, _ = season.look(team, high=True).fewest(level=False)
        below, _ = season.look(team, high=False).fewest(level=True)
        found = [1 + above, len(rest.teams) - below]
        assert found == [place_by_solver(season, team, high=high) for high in (True, False)]

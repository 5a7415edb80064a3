"""Everybody in pairs at the lowest cost, against trying every way."""

from functools import cache
from random import Random

import pytest

from scoring.season import matching
from scoring.season.matching import pair_up, total
from tests.seeds import seeds


def costs_of(count, dice, highest):
    costs = [[0] * count for _ in range(count)]
    for one in range(count):
        for other in range(one):
            costs[one][other] = costs[other][one] = dice.randint(0, highest)
    return costs


def lowest(costs):
    """Every pairing there is, the first one left with each of the others in turn."""

    @cache
    def rest(left):
        if not left:
            return 0
        one, others = left[0], left[1:]
        return min(costs[one][other] + rest(tuple(each for each in others if each != other)) for other in others)

    return rest(tuple(range(len(costs))))


@pytest.mark.parametrize("few", [1, 2, 10])
def test_no_pairing_is_cheaper(few, monkeypatch):
    monkeypatch.setattr(matching, "FEW", few)
    for seed in seeds(60):
        dice = Random(seed)
        costs = costs_of(dice.choice([2, 4, 6, 8, 10]), dice, dice.choice([1, 2, 5, 1000]))
        mate = pair_up(costs)
        assert all(mate[other] == one != other for one, other in enumerate(mate))
        assert total(costs, mate) == lowest(costs)


def test_nobody_is_paired_with_nobody():
    assert pair_up([]) == []


def test_an_odd_number_is_refused():
    with pytest.raises(ValueError, match="3 cannot"):
        pair_up([[0] * 3] * 3)

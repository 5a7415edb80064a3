"""What holds of every cup: 40 generated ones in every run, as many as CUPS says when asked."""

import os
from collections import Counter
from random import Random

import pytest

from scoring.season.knockout.bracket import State, bracket
from scoring.season.knockout.cups import Part, Plate, Shape
from scoring.season.knockout.draw import Byes, DrawRules, Entrant, Lots, Tag, bracket_size, make_draw, verify
from scoring.season.knockout.facts import Drawn, Replayed, WalkedOver, Withdrew
from tests.scoring.season.knockout.played import any_cup, any_entrants, any_rules, play
from tests.seeds import seeds

TOURNAMENTS = int(os.environ.get("CUPS", "40"))
BATCHES = 10


def size(dice):
    """From 2 to 256 entrants; most cups are small."""
    return dice.randint(2, 2 ** dice.randint(1, 8))


class Played:
    def __init__(self, seed):
        dice = Random(seed)
        self.cup = any_cup(dice)
        self.entrants = any_entrants(dice, size(dice) if seed % 4 == 0 else dice.randint(2, 32))
        rules = any_rules(dice, fixed=not self.cup.redraw)
        self.draw = make_draw(self.entrants, rules, Lots(str(seed), "main 1"))
        self.facts = play(self.cup, self.draw, dice, facts=self.troubles(dice))
        self.found = bracket(self.cup, self.draw, self.facts)

    def troubles(self, dice):
        """Sometimes one does not turn up, or some leave."""
        ties = [each for each in bracket(self.cup, self.draw).ties if each.state is State.TO_PLAY]
        facts = []
        if dice.random() < 0.3 and ties:
            facts.append(WalkedOver(ties[0].id, ties[0].second, "no show"))
        if dice.random() < 0.2:
            facts += [Withdrew(each.id, "moved") for each in dice.sample(self.entrants, len(self.entrants) // 5)]
        if dice.random() < 0.2 and ties and facts[:1] and isinstance(facts[0], WalkedOver):
            facts.append(Replayed(ties[0].id, "the snow"))
        return facts


def everybody_is_drawn_once(cup):
    named = [name for each in cup.draw.pairings for name in (each.home, each.away) if name is not None]
    assert sorted(named) == sorted(each.id for each in cup.entrants)


def byes_are_by_rule(cup):
    count = len(cup.entrants)
    byes = {each.home for each in cup.draw.pairings if each.away is None}
    assert len(byes) == bracket_size(count) - count
    others = [each for each in cup.entrants if each.id not in byes]
    mine = [each for each in cup.entrants if each.id in byes]
    if cup.draw.rules.byes is Byes.SEEDS and mine:
        worst = max(each.seed or 999 for each in mine)
        assert all((each.seed or 999) >= worst for each in others)
    if cup.draw.rules.byes is Byes.DIVISION and mine:
        assert max(each.division for each in mine) <= min(each.division for each in others)


def nobody_meets_himself(cup):
    assert all(tie.first != tie.second for tie in cup.found.ties if isinstance(tie.first, str))


def losses(found):
    """How many ties each entrant has lost in the main part, the losers' side and the finals."""
    parts = {Part.MAIN, Part.LOSERS, Part.FINAL}
    return Counter(tie.loser for tie in found.ties if tie.plan.part in parts and isinstance(tie.loser, str))


def each_loses_the_right_number_of_times(cup):
    lost = losses(cup.found)
    assert cup.found.champion is not None
    wanted = 2 if cup.cup.shape is Shape.DOUBLE else 1
    for each in cup.entrants:
        if each.id != cup.found.champion:
            assert lost.get(each.id) == wanted
    assert lost.get(cup.found.champion, 0) < wanted


def a_bye_comes_once_at_most(cup):
    """In a knockout without withdrawals: the byes are those of the first draw, and the plate's own."""
    if cup.cup.shape is Shape.DOUBLE or any(isinstance(fact, Withdrew) for fact in cup.facts):
        return
    for part in (Part.MAIN, Part.PLATE):
        byes = Counter(t.winner for t in cup.found.ties if t.state is State.BYE and t.plan.part is part)
        assert all(number == 1 for number in byes.values())


def the_plate_has_those_who_lost_in_the_first_round(cup):
    first = [t for t in cup.found.ties if t.plan.part is Part.MAIN and t.plan.round == 1]
    lost = {t.loser for t in first if isinstance(t.loser, str)}
    plate = [t for t in cup.found.ties if t.plan.part is Part.PLATE]
    if cup.cup.plate is not Plate.NONE and cup.cup.shape is Shape.KNOCKOUT and len(lost) > 1:
        seats = {seat for t in plate for seat in (t.first, t.second) if isinstance(seat, str)}
        assert seats == lost
        assert cup.found.plate_winner in lost


def every_draw_can_be_verified(cup):
    draws = [cup.draw, *(fact.draw for fact in cup.facts if isinstance(fact, Drawn))]
    assert all(verify(draw) for draw in draws)


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
def test_properties_of_generated_cups(batch):
    for seed in seeds(TOURNAMENTS, batch, BATCHES):
        cup = Played(seed)
        assert cup.found.problems == ()
        assert cup.found.conflicts == ()
        everybody_is_drawn_once(cup)
        byes_are_by_rule(cup)
        nobody_meets_himself(cup)
        each_loses_the_right_number_of_times(cup)
        a_bye_comes_once_at_most(cup)
        the_plate_has_those_who_lost_in_the_first_round(cup)
        every_draw_can_be_verified(cup)
        assert bracket(cup.cup, cup.draw, cup.facts) == cup.found


@pytest.mark.proof
def test_those_of_a_pub_are_kept_apart_whenever_there_is_a_way():
    """Where only pubs are kept apart and anybody may have a bye, a draw without a clash exists if and only if no pub
    has more names than all others and the byes together; what it has more makes half as many clashes."""
    clashes = 0
    for seed in seeds(TOURNAMENTS):
        dice = Random(seed)
        count = size(dice) if seed % 100 == 0 else dice.randint(2, 40)
        crowd = dice.randint(0, count) if dice.random() < 0.4 else 0
        pubs = [0 if i < crowd else dice.randint(0, dice.choice([2, 5, count])) for i in range(count)]
        entrants = [Entrant(f"e{i:03}", venue=f"pub {pub}") for i, pub in enumerate(pubs)]
        draw = make_draw(entrants, DrawRules(apart=(Tag.VENUE,)), Lots(str(seed), "main 1"))
        byes = bracket_size(count) - count
        most = max(Counter(pubs).values())
        assert len(draw.clashes) == max(0, (most - (count - most + byes)) // 2)
        clashes += len(draw.clashes)
    assert clashes

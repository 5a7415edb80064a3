"""Whole games of every preset, played by anybody: what must be true whatever they do."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.play.event_json import from_json, to_json
from scoring.play.events import Drew, HandStarted, Knocked, TilePlayed, Undone
from scoring.play.game import apply, new_game, replay
from scoring.play.hand import HandError
from scoring.play.presets import PRESETS, preset
from scoring.play.rules import Finish, FinishWhen, Settlement
from scoring.play.tiles import domino_set
from tests.seeds import SEED, examples


class Table(RuleBasedStateMachine):
    """A table of players at one preset. A small target is set at times, so that games are won."""

    preset = ""
    events = ()

    @initialize(data=st.data())
    def sit_down(self, data):
        rules = preset(self.preset)
        self.players = data.draw(st.sampled_from([players for players, _ in rules.deal]), label="players")
        target = data.draw(st.sampled_from([rules.target, max(1, rules.target // 4)]), label="target")
        self.rules = rules.but(target=target)
        self.start_again()

    def start_again(self):
        self.game = new_game(self.rules, self.players)
        self.events = []

    def tell(self, event):
        self.game = apply(self.game, event)
        self.events.append(event)

    def name(self):
        return f"e{len(self.events)}"

    def retold(self, events):
        return replay(new_game(self.rules, self.players), events)

    @property
    def table(self):
        return self.game.hand.table if self.game.hand else None

    def playing(self):
        return self.game.winner is None and self.table is not None and not self.table.is_over

    @precondition(lambda self: self.game.winner is None and self.game.hand is None)
    @rule(data=st.data())
    def deal(self, data):
        rules = self.game.rules
        each = rules.tiles_each(self.players)
        bag = data.draw(st.permutations(domino_set(rules.set_max)), label="bag")
        hands = tuple(tuple(bag[seat * each : (seat + 1) * each]) for seat in range(self.players))
        leader = self.game.next_leader
        if leader is None:
            leader = data.draw(st.integers(0, self.players - 1), label="leader")
        if rules.lead_tile == "highest_double" and not any(tile.is_double for hand in hands for tile in hand):
            with pytest.raises(HandError, match="deal again"):
                apply(self.game, HandStarted(self.name(), leader, hands))
            return
        self.tell(HandStarted(self.name(), leader, hands))

    @precondition(playing)
    @rule(choices=st.lists(st.tuples(st.integers(0, 200), st.integers(0, 9)), min_size=12, max_size=40))
    def play_on(self, choices):
        for choice, slip in choices:
            if self.playing():
                self.take_a_turn(choice, slip)

    def take_a_turn(self, choice, slip):
        table = self.table
        outcomes = table.legal()
        if outcomes:
            chosen = outcomes[choice % len(outcomes)]
            host = chosen.end.host if chosen.end else None
            points = table.rules.points(chosen.total)
            last = table.left[table.turn] == 1
            if last and table.plays_again(chosen.tile, points):
                with pytest.raises(HandError) as refused:
                    table.play(chosen.tile, host)
                assert refused.value.code == "unspecified"
                self.start_again()
            else:
                claimed = max(0, points - 1) if slip == 0 and not last else None
                self.tell(TilePlayed(self.name(), table.turn, chosen.tile, host, claimed))
        elif table.can_draw() and table.layout.joined:
            unseen = table.unseen()
            self.tell(Drew(self.name(), table.turn, unseen[choice % len(unseen)]))
        else:
            self.tell(Knocked(self.name(), table.turn))

    @precondition(lambda self: self.events)
    @rule()
    def undo_the_last(self):
        last = self.events[-1]
        assert apply(self.game, Undone("undo", last.id)) == self.retold(self.events[:-1])

    @precondition(lambda self: self.events)
    @rule()
    def tell_it_all_again(self):
        assert self.retold([from_json(to_json(event)) for event in self.events]) == self.game

    @invariant()
    def the_board_is_sound(self):
        if not hasattr(self, "game"):
            return
        game, rules = self.game, self.game.rules
        if rules.finish is Finish.EXACT:
            assert max(game.scores) <= rules.target
        if rules.settlement is not Settlement.EACH_SUBTRACTS:
            assert min(game.scores) >= 0
        if game.winner is not None:
            assert game.scores[game.winner] >= rules.target
            assert game.scores[game.winner] == max(game.scores)
        elif rules.finish_when is FinishWhen.PLAY:
            tied = len(set(game.scores)) < len(game.scores)
            assert max(game.scores) < rules.target or tied
        if game.hand is not None and game.hand.table is not None:
            for table, claimed in zip(game.hand.table.pegs, game.hand.pegs, strict=True):
                assert table >= claimed  # a claim may fall short of the table, and never exceeds it


@pytest.mark.parametrize("name", PRESETS)
def test_whole_games_hold_together(name):
    machine = type("Table", (Table,), {"preset": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples(15),
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        ),
    )


def play_to_the_end(rules, players, chance):
    """A game of random play and its events; a hand that comes to what no source settles is left and dealt again."""
    start = new_game(rules, players)
    events, game, begun = [], start, 0
    while game.winner is None:
        hand = game.hand
        number = f"e{len(events)}"
        if hand is None:
            begun = len(events)
            event = HandStarted(number, chance.randrange(players), random_deal(rules, players, chance))
        else:
            event = random_turn(hand.table, number, chance)
        try:
            game = apply(game, event)
        except HandError as error:
            if error.code not in {"unspecified", "no_double"}:
                raise
            events, game = events[:begun], replay(start, events[:begun])
        else:
            events.append(event)
    return game, events


def random_deal(rules, players, chance):
    each = rules.tiles_each(players)
    bag = chance.sample(domino_set(rules.set_max), players * each)
    return tuple(tuple(bag[seat * each : (seat + 1) * each]) for seat in range(players))


def random_turn(table, number, chance):
    outcomes = table.legal()
    if outcomes:
        chosen = chance.choice(outcomes)
        return TilePlayed(number, table.turn, chosen.tile, chosen.end.host if chosen.end else None)
    if table.can_draw() and table.layout.joined:
        return Drew(number, table.turn, chance.choice(table.unseen()))
    return Knocked(number, table.turn)


DEALS = [(name, players) for name, rules in PRESETS.items() for players, _ in rules.deal]


@pytest.mark.parametrize(("name", "players"), DEALS)
def test_random_play_comes_to_an_end_with_one_winner(name, players):
    rules = preset(name)
    game, events = play_to_the_end(rules, players, Random(f"{name} {players} {SEED}"))
    assert game.scores[game.winner] == max(game.scores) >= rules.target
    if rules.finish is Finish.EXACT:
        assert game.scores[game.winner] == rules.target
    assert replay(new_game(rules, players), [from_json(to_json(event)) for event in events]) == game
    without_the_last = apply(game, Undone("undo", events[-1].id))
    assert (without_the_last.winner, apply(without_the_last, events[-1])) == (None, without_the_last)

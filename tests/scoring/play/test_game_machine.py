"""Whole games of every preset, played by anybody: what must be true whatever they do."""

import os
from dataclasses import replace
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

from scoring.play.check import check_text
from scoring.play.events import Drew, HandStarted, Knocked, TilePlayed, Undone, from_json, to_json
from scoring.play.game import apply, enter, new_game, replay
from scoring.play.hand import HandError
from scoring.play.presets import PRESETS, name_of, preset
from scoring.play.reader import read_record
from scoring.play.record import headers_of, write_record
from scoring.play.rules import Finish, FinishWhen, Settlement
from scoring.play.tiles import domino_set
from scoring.play.transcript import transcript
from tests.seeds import by_turns, examples, seeds

GAMES = int(os.environ.get("GAMES", "2"))  # of each rule set, played to their end
SEEDS = st.integers(0, 2**32)
DIFFERENT = [name for name, rules in PRESETS.items() if name_of(rules) == name]  # some have two names


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
        hands = random_deal(rules, self.players, Random(data.draw(SEEDS, label="bag")))
        leader = self.game.next_leader
        if leader is None:
            leader = data.draw(st.integers(0, self.players - 1), label="leader")
        if rules.lead_tile == "highest_double" and not any(tile.is_double for hand in hands for tile in hand):
            with pytest.raises(HandError, match="deal again"):
                apply(self.game, HandStarted(self.name(), leader, hands))
            return
        self.tell(HandStarted(self.name(), leader, hands))

    @precondition(playing)
    @rule(seed=SEEDS, turns=st.integers(12, 40))
    def play_on(self, seed, turns):
        chance = Random(seed)
        for _ in range(turns):
            if self.playing():
                self.take_a_turn(chance)

    def take_a_turn(self, chance):
        """Any turn that is open; one claim in ten is of a point too few."""
        event = random_turn(self.table, self.name(), chance)
        if isinstance(event, TilePlayed) and self.table.left[event.seat] > 1 and not chance.randrange(10):
            right = self.table.play(event.tile, event.at).last_play.points
            event = replace(event, claimed=max(0, right - 1))
        self.tell(event)

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


@pytest.mark.parametrize("name", by_turns(DIFFERENT, 2))
def test_whole_games_hold_together(name):
    machine = type("Table", (Table,), {"preset": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples(8),
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        ),
    )


@pytest.mark.proof
@pytest.mark.parametrize("name", DIFFERENT)
def test_random_play_comes_to_an_end_with_one_winner(name):
    rules = preset(name)
    deals = [players for players, _ in rules.deal]
    for number, seed in enumerate(seeds(GAMES)):
        players = deals[number % len(deals)]
        game, events = play_to_the_end(rules, players, Random(f"{name} {seed}"))
        target = game.rules.target
        assert game.scores[game.winner] == max(game.scores) >= target
        if rules.finish is Finish.EXACT:
            assert game.scores[game.winner] == target
        if number % 10 < len(deals):
            again = replay(new_game(rules, players), [from_json(to_json(event)) for event in events])
            assert again == game
            check_written(rules, players, events, game)
            without_the_last = apply(again, Undone("undo", events[-1].id))
            assert (without_the_last.winner, apply(without_the_last, events[-1])) == (None, without_the_last)


def check_written(rules, players, events, game):
    """The record of the game reads back as it was written, and nothing is found in it."""
    record = transcript(rules, players, events, headers=headers_of(rules, players))
    text = write_record((record,))
    assert read_record(text).games == (record,)
    checked = check_text(text)
    assert checked.findings == ()
    assert (checked.games[0].winner, checked.games[0].hands[-1].score) == (game.winner, game.scores)


def play_to_the_end(rules, players, chance):
    """A game of random play and its events. No hand may go on for more turns than there are tiles to play and draw.

    Where everybody pays for the tiles they have left, random play gets nowhere; so after ten hands every other turn
    takes what points it can.
    """
    game, events, begun = new_game(rules, players), [], 0
    most = 2 * len(domino_set(rules.set_max)) * players
    while game.winner is None:
        number = f"e{len(events)}"
        if game.hand is None:
            of_this_hand = rules.for_hand(len(game.hands) + 1)
            begun, event = len(events), HandStarted(number, game.next_leader, dealt(of_this_hand, players, chance))
            if event.leader is None:
                event = replace(event, leader=chance.randrange(players))
        else:
            greedy = len(game.hands) >= 10 and chance.random() < 0.5
            event = random_turn(game.hand.table, number, chance, greedy=greedy)
        game = enter(game, event)
        events.append(event)
        assert len(events) - begun <= most
    return game, events


def dealt(rules, players, chance):
    """Tiles for all, dealt again where the highest double leads and nobody has one."""
    while True:
        deal = random_deal(rules, players, chance)
        if rules.lead_tile != "highest_double" or any(tile.is_double for hand in deal for tile in hand):
            return deal


def random_deal(rules, players, chance):
    each = rules.tiles_each(players)
    bag = chance.sample(domino_set(rules.set_max), players * each)
    return tuple(tuple(bag[seat * each : (seat + 1) * each]) for seat in range(players))


def random_turn(table, number, chance, *, greedy=False):
    outcomes = table.legal()
    if outcomes:
        if greedy:
            most = max(table.rules.points(outcome.total) for outcome in outcomes)
            outcomes = [outcome for outcome in outcomes if table.rules.points(outcome.total) == most]
        chosen = chance.choice(outcomes)
        return TilePlayed(number, table.turn, chosen.tile, chosen.end.host if chosen.end else None)
    if table.can_draw() and table.layout.joined:
        return Drew(number, table.turn, chance.choice(table.unseen()))
    return Knocked(number, table.turn)

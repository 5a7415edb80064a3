"""A small hand of two players as OpenSpiel plays it, for its `exploitability` to judge what `whole_game` says.

A deal is one move of chance. Nobody is told what lies with the other: what a seat knows is its tiles and what was done.
"""

from itertools import combinations
from typing import NamedTuple

import pyspiel

from scoring.play.computer.position import Position, start_position
from scoring.play.computer.table import GameTable

PLACES = 2  # a tile fits at two ends at most
KIND = pyspiel.GameType(
    short_name="small_hand",
    long_name="One hand of fives and threes with a small set",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)


class SmallGame(pyspiel.Game):
    """Seat 0 leads. A deed is 2 x tile + place, and 2 x tiles a knock; what is won are pegs less those of the other."""

    def __init__(self, table: GameTable, params=None):
        self.table = table
        tiles = len(table.layouts.tiles)
        self.knock = PLACES * tiles
        hands = [sum(1 << tile for tile in held) for held in combinations(range(tiles), table.each)]
        self.deals = [(one, two) for one in hands for two in hands if not one & two]
        most = float(2 * table.each * table.most)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.knock + 1,
            max_chance_outcomes=len(self.deals),
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=4 * table.each,
        )
        super().__init__(KIND, info, params or {})

    def new_initial_state(self):
        return SmallState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):  # noqa: ARG002 - OpenSpiel gives them
        return Known()


class Known:
    """What a seat knows, in words; nobody asks for it as numbers."""

    tensor = None
    dict = {}

    def set_from(self, state, player):
        pass

    def string_from(self, state, player):
        return state.known(player)


class Moment(NamedTuple):
    """A position of one deal, as numbers, and what may be done: by its number the tile and the layout that it makes."""

    hands: tuple[int, ...]
    turn: int
    layout: int
    knocks: int
    scores: tuple[int, ...]
    over: bool
    deeds: tuple[tuple[int, int, int], ...]

    def __deepcopy__(self, memo):
        return self

    @classmethod
    def of(cls, at: Position) -> "Moment":
        places = [(tile, to, PLACES * tile) for tile, to in at.plays()]
        deeds = [(deed + (number > 0 and places[number - 1][2] == deed), tile, to)
                 for number, (tile, to, deed) in enumerate(places)]  # fmt: skip
        return cls(tuple(at.hands), at.turn, at.layout, at.knocks, tuple(at.scores), at.over, tuple(deeds))

    def position(self, table: GameTable) -> Position:
        hands, scores = list(self.hands), list(self.scores)
        return Position(table, hands, [], self.turn, scores, 0, self.layout, knocks=self.knocks, over=self.over)


class SmallState(pyspiel.State):
    """A moment, None before the deal, and what was done. A turn in which there is one thing to do is done at once."""

    def __init__(self, game: SmallGame):
        super().__init__(game)
        self.kept = Kept(game)
        self.moment: Moment | None = None
        self.done = ""

    def current_player(self):
        if self.moment is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.moment.over else self.moment.turn

    def chance_outcomes(self):
        count = len(self.kept.game.deals)
        return [(deal, 1 / count) for deal in range(count)]

    def _legal_actions(self, player):  # noqa: ARG002 - OpenSpiel gives it
        return [deed for deed, _, _ in self.moment.deeds]

    def _apply_action(self, action):
        game = self.kept.game
        if self.moment is None:
            self.moment = Moment.of(start_position(game.table, list(game.deals[action]), [], 0, [0, 0]))
            return
        self._turn(action)
        while not self.moment.over and len(self.moment.deeds) < 2:
            self._turn(self.moment.deeds[0][0] if self.moment.deeds else game.knock)

    def _turn(self, action):
        game, position = self.kept.game, self.moment.position(self.kept.game.table)
        if action == game.knock:
            position.pass_turn()
        else:
            tile, to = next((tile, to) for deed, tile, to in self.moment.deeds if deed == action)
            position.play(tile, to, position.points(tile, to))
        self.done += f" {action}"
        self.moment = Moment.of(position)

    def known(self, seat: int) -> str:
        return f"{seat}: {self.moment.hands[seat]}:{self.done}"

    def _action_to_string(self, player, action):
        return f"{player}:{action}"

    def is_terminal(self):
        return self.moment is not None and self.moment.over

    def returns(self):
        mine, yours = self.moment.scores if self.moment else (0, 0)
        return [float(mine - yours), float(yours - mine)]

    def __str__(self):
        return f"{self.moment}{self.done}"


class Kept:
    """The game, which copies of a state have in common: `deepcopy` would copy it all."""

    def __init__(self, game: SmallGame):
        self.game = game

    def __deepcopy__(self, memo):
        return self

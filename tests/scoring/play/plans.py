"""What a level of the computer does at every choice of a small hand, as a plan for `whole_game`, and for OpenSpiel.

Champion is asked with one seed at all of them. What it draws with a seed depends on nothing but how many tiles there
are to draw from, so that it is drawn once; hands that are played out from one moment are played out once. A test holds
`Champion` to the player itself.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np

from scoring.play.computer.belief import POOL, Belief, Chance, SeatView, SeenTurn, seat_view
from scoring.play.computer.player import LEVELS, choose
from scoring.play.computer.position import Position, worth
from scoring.play.computer.table import CELLS, GameTable, Values
from scoring.play.presets import preset
from tests.scoring.play.whole_game import PLACES, Choice, WholeGame

DEALS = LEVELS[-1].deals
Chooser = Callable[[SeatView], tuple[int, int]]


def small_table(set_max: int, tiles: int, *, pegs: bool = True) -> GameTable:
    """Fives and threes with a point for chipping out and a small set; with ``pegs`` a hand is worth its pegs alone."""
    table = GameTable(preset("fives-threes:pagat").but(set_max=set_max, deal=((2, tiles),)), 2)
    if pegs:
        needs = range(CELLS)
        table._values = Values((1, 1), tuple(500 + 4 * (others - own) for own in needs for others in needs))
    return table


class Champion:
    """The strongest level, with the same seed at every choice."""

    def __init__(self, table: GameTable, seed: int) -> None:
        self.table, self.seed = table, seed
        self.worths: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.drawn = cache(self._drawn)

    def __call__(self, view: SeatView) -> tuple[int, int]:
        plays = view.moment.plays()
        belief, other = Belief(self.table, view), 1 - view.seat
        room = belief.room[other]
        held, order = self.drawn(len(room), view.left[other])
        hands = [[view.hand, view.hand] for _ in held]
        for hand, places in zip(hands, held, strict=True):
            hand[other] = sum(1 << room[place] for place in places)
        part = self._taken(belief, hands, order)
        totals = dict.fromkeys(range(len(plays)), 0)
        best = list(totals)
        rounds = max(1, (len(plays) - 1).bit_length())
        for number in range(rounds):
            tried = part[DEALS * number // rounds : DEALS * (number + 1) // rounds]
            counts = np.bincount(tried, minlength=len(hands)).tolist()
            for place in best:
                after = [
                    self._after(view, *plays[place], hand) if n else 0 for n, hand in zip(counts, hands, strict=True)
                ]
                totals[place] += sum(n * each for n, each in zip(counts, after, strict=True))
            best.sort(key=lambda place: (-totals[place], place))
            if number < rounds - 1:
                del best[(len(best) + 1) // 2 :]
        return plays[best[0]]

    def _drawn(self, room: int, left: int) -> tuple[list[tuple[int, ...]], np.ndarray]:
        """Every hand that is drawn, as places in the room, and which of them come in what order."""
        chance = Chance(self.seed)
        chance.below(100)  # whether any tile will do
        hands: dict[tuple[int, ...], int] = {}
        order = [hands.setdefault(tuple(sorted(chance.take(list(range(room)), left))), len(hands))
                 for _ in range(DEALS * POOL)]  # fmt: skip
        return list(hands), np.array(order)

    def _taken(self, belief: Belief, hands: list[list[int]], order: np.ndarray) -> np.ndarray:
        """The deals that are taken of those drawn, as `Belief.deals` takes them."""
        if not belief._tells:
            return order[:DEALS]
        reached = np.cumsum(np.array([belief.weight(hand) for hand in hands])[order])
        counts = ((reached * 2 * DEALS - 1) // reached[-1] + 1) // 2
        return np.repeat(order, np.diff(np.minimum(counts, DEALS), prepend=0))

    def _after(self, view: SeatView, tile: int, to: int, hands: list[int]) -> int:
        position = view.moment.copy(hands[:], [])
        position.play(tile, to, position.points(tile, to))
        return self._played_out(position)[view.seat]

    def _played_out(self, at: Position) -> tuple[int, ...]:
        key = *at.hands, at.layout, at.turn, at.knocks, *at.scores
        found = self.worths.get(key)
        if found is None:
            best = None if at.over else choose(at)
            if at.over:
                found = worth(at)
            else:
                at.play(*best) if best else at.pass_turn()
                found = self._played_out(at)
            self.worths[key] = found
        return found


def most_pegs(view: SeatView) -> tuple[int, int]:
    """The level below those that think."""
    return choose(view.moment, 0)[:2]


def plain(view: SeatView) -> tuple[int, int]:
    """The plain way."""
    return choose(view.moment)[:2]


def view_at(game: WholeGame, choice: Choice) -> SeatView:
    """What the seat of a choice knows then."""
    deeds = game.told(choice)
    position, history = game.begun(choice, deeds), []
    for deed in deeds:
        seen = SeenTurn(position.turn, position.layout, position.scores[position.turn])
        if deed == game.knock:
            position.pass_turn()
            history.append(seen)
            continue
        tile, place = divmod(deed, PLACES)
        to, points = game.table.layouts.steps[position.layout][1 << tile][place]
        position.play(tile, to, points)
        history.append(replace(seen, tile=tile, to=to, points=points))
    return seat_view(position, tuple(history))


def plan_of(game: WholeGame, seat: int, chooser: Chooser) -> np.ndarray:
    """What a chooser does, asked wherever its own choices may bring it."""
    side = game.sides[seat]
    plan = np.zeros(side.first[-1])
    plan[0] = 1
    for number, choice in enumerate(side.choices):
        if plan[side.parent[number]]:
            view = view_at(game, choice)
            plan[side.first[number] + view.moment.plays().index(chooser(view))] = 1
    return plan


def policy_of(game: WholeGame, plans: tuple[np.ndarray, np.ndarray]) -> dict[str, list[tuple[int, float]]]:
    """Plans in OpenSpiel's form: by what is known, as `small_game` words it, each deed with its chance."""
    policy = {}
    for seat, side in enumerate(game.sides):
        for number, choice in enumerate(side.choices):
            own, before = plans[seat][side.first[number] : side.first[number + 1]], plans[seat][side.parent[number]]
            chances = own / before if before else np.full(len(own), 1 / len(own))
            known = f"{seat}: {choice.hand}:" + "".join(f" {deed}" for deed in game.told(choice))
            deeds = side.deeds[side.first[number] : side.first[number + 1]]
            policy[known] = list(zip(deeds.tolist(), chances.tolist(), strict=True))
    return policy

"""Who plays whom next in a Swiss event.

What is asked of a round, each point outweighing all those after it:

1. nobody has a second bye;
2. nobody meets the same opponent again; where too few opponents are left it happens as seldom as it can;
3. the bye goes to a score as low as possible;
4. players of one score meet: the sum of the squares of the differences in score is as small as it can be, so that two
   small steps are better than one large one;
5. those meet whose drops go together: who dropped second more often meets who dropped first more often;
6. within a score the upper half meets the lower half in order, and the bye goes to the last.

In each game whoever has dropped first less often does so now; if they are level, whoever dropped second last, and then
whoever stands higher, turn and turn about from round to round.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.season.matching import pair_up
from scoring.season.swiss.standing import Round, SwissAccount, accounts

POINTS = 6  # of the list above


@dataclass(frozen=True, slots=True)
class Pairings:
    """A round to be played: (drops first, other), the strongest game first."""

    games: tuple[tuple[str, str], ...]
    bye: str | None


@dataclass(frozen=True, slots=True)
class _Player:
    """A player, or the bye when `name` is "". Scores are doubled; `size` is how many have that score."""

    name: str
    number: int
    score: int = 0
    place: int = 0
    size: int = 0
    balance: int = 0
    drops: str = ""
    byes: int = 0
    met: frozenset[str] = frozenset()


def pair_round(players: Sequence[str], rounds: Sequence[Round], absent: Collection[str] = ()) -> Pairings:
    """The next round of those who are not absent.

    `players` are in the order in which they stand before the first game, by strength or by lot
    (scoring.season.knockout.draw.by_lot); it decides among equals, so that everybody finds the same round. SwissError
    if the rounds so far cannot be.
    """
    player_accounts = accounts(players, rounds)
    here = _ranked([name for name in players if name not in absent], player_accounts)
    everybody = here if len(here) % 2 == 0 else [*here, _Player("", len(here))]
    mate = pair_up(_costs(everybody))
    pairs = [(everybody[one], everybody[other]) for one, other in enumerate(mate) if one < other]
    games = tuple(_drop(one, other, len(rounds)) for one, other in pairs if other.name)
    bye = next((one.name for one, other in pairs if not other.name), None)
    return Pairings(games, bye)


def _ranked(names: Sequence[str], player_accounts: dict[str, SwissAccount]) -> list[_Player]:
    """By score and then as they stood at the start."""
    scores = {name: int(2 * player_accounts[name].score) for name in names}
    groups = {score: [name for name in names if scores[name] == score] for score in set(scores.values())}
    ordered = [name for score in sorted(groups, reverse=True) for name in groups[score]]
    place = {name: i for group in groups.values() for i, name in enumerate(group)}
    return [
        _Player(
            name,
            number,
            scores[name],
            place[name],
            len(groups[scores[name]]),
            player_accounts[name].balance,
            player_accounts[name].drops,
            player_accounts[name].byes,
            frozenset(other for other, _ in player_accounts[name].met),
        )
        for number, name in enumerate(ordered)
    ]


def _costs(players: Sequence[_Player]) -> list[list[int]]:
    """What each two cost together, all points of the list above in one number."""
    points = [[[0] * POINTS for _ in players] for _ in players]
    for one in players:
        for other in players[one.number + 1 :]:
            costs = _with_bye(one) if not other.name else _against_each_other(one, other)
            points[one.number][other.number] = points[other.number][one.number] = costs
    most = [max((cell[i] for row in points for cell in row), default=0) for i in range(POINTS)]
    weights, weight = [], 1
    for highest in reversed(most):
        weights.append(weight)
        weight *= highest * len(players) // 2 + 1
    weights.reverse()
    return [[sum(map(int.__mul__, cell, weights)) for cell in row] for row in points]


def _with_bye(player: _Player) -> list[int]:
    return [player.byes, 0, player.score, 0, 0, player.size - player.place]


def _against_each_other(one: _Player, other: _Player) -> list[int]:
    """What the six points have against a game of the two, of which `one` stands higher."""
    drops = min(_uneven(one, other), _uneven(other, one))
    same_score = abs(other.place - one.place - one.size // 2)
    order = same_score if one.score == other.score else one.size - one.place + other.place
    return [0, int(other.name in one.met), 0, (one.score - other.score) ** 2, drops, order]


def _uneven(first: _Player, second: _Player) -> int:
    """How far from even the two are if `first` drops, and a third time running."""
    thrice = first.drops.endswith("11") + second.drops.endswith("22")
    return (first.balance + 1) ** 2 + (second.balance - 1) ** 2 + 2 * thrice


def _drop(one: _Player, other: _Player, played: int) -> tuple[str, str]:
    """Who drops first; `one` stands higher."""
    either = _uneven(one, other), _uneven(other, one)
    if either[0] != either[1]:
        return (one.name, other.name) if either[0] < either[1] else (other.name, one.name)
    last = one.drops[-1:], other.drops[-1:]
    if last[0] != last[1] and all(last):
        return (one.name, other.name) if last[0] == "2" else (other.name, one.name)
    upper_first = (one.place + played) % 2 == 0
    return (one.name, other.name) if upper_first else (other.name, one.name)

"""How everybody stands in a Swiss event, and what separates those who are level.

Knows games, and what the games of a player and of the opponents add up to. Refuses to know who plays whom next.

    column              what it counts                                                           function
    score               1 for a game won, a half for a drawn one, 1 for a bye                    score
    Buchholz            the scores of all opponents                                              buchholz
    Sonneborn-Berger    the scores of those beaten, and half of those drawn with                 sonneborn_berger
    difference          pegs or legs won less lost, as the event counts them; a bye counts none  difference

A bye counts in Buchholz and Sonneborn-Berger as a win over somebody with one's own score, so that it neither helps nor
harms.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True, slots=True)
class Game:
    """One meeting: `first` dropped first. `second` None is a bye. `won` and `lost` are counted for `first`."""

    first: str
    second: str | None
    won: int = 0
    lost: int = 0


Round = tuple[Game, ...]


class SwissError(ValueError):
    """A player who is there twice, plays twice in a round, plays himself, or is not in the event."""


@dataclass(slots=True)
class Account:
    """What one player has done: opponents with what was taken from them, drops, byes. `drops` is "1" or "2" a game."""

    met: list[tuple[str, Fraction]] = field(default_factory=list)
    byes: int = 0
    difference: int = 0
    drops: str = ""

    @property
    def score(self) -> Fraction:
        return sum((taken for _, taken in self.met), Fraction(self.byes))

    @property
    def balance(self) -> int:
        """How many more times he dropped first than second."""
        return self.drops.count("1") - self.drops.count("2")


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line; players who are level in all four columns share a place."""

    place: int
    player: str
    score: Fraction
    buchholz: Fraction
    sonneborn_berger: Fraction
    difference: int
    played: int
    byes: int


def accounts(players: Sequence[str], rounds: Iterable[Round]) -> dict[str, Account]:
    """Every player's account; SwissError where a round cannot be."""
    found = {player: Account() for player in players}
    if len(found) < len(players):
        raise SwissError("a player is there twice")
    for number, games in enumerate(rounds, start=1):
        named = [name for game in games for name in (game.first, game.second) if name is not None]
        if len(set(named)) < len(named) or not found.keys() >= set(named):
            raise SwissError(f"round {number}: a player is there twice, or is not in the event")
        for game in games:
            _enter(found, game)
    return found


def _enter(found: Mapping[str, Account], game: Game) -> None:
    first = found[game.first]
    if game.second is None:
        first.byes += 1
        return
    second = found[game.second]
    taken = WIN if game.won > game.lost else LOSS if game.won < game.lost else DRAW
    first.met.append((game.second, taken))
    second.met.append((game.first, 1 - taken))
    first.difference += game.won - game.lost
    second.difference += game.lost - game.won
    first.drops += "1"
    second.drops += "2"


def standings(players: Sequence[str], rounds: Iterable[Round]) -> tuple[Row, ...]:
    """From first to last; those level in everything in the order of `players`."""
    found = accounts(players, rounds)
    scores = {player: account.score for player, account in found.items()}
    keys = {
        player: (
            scores[player],
            buchholz(player, found, scores),
            sonneborn_berger(player, found, scores),
            account.difference,
        )
        for player, account in found.items()
    }
    ordered = sorted(players, key=lambda player: keys[player], reverse=True)
    better = {key: sum(other > key for other in keys.values()) for key in set(keys.values())}
    return tuple(
        Row(1 + better[keys[player]], player, *keys[player], len(found[player].met), found[player].byes)
        for player in ordered
    )


def buchholz(player: str, found: Mapping[str, Account], scores: Mapping[str, Fraction]) -> Fraction:
    """The scores of all opponents."""
    own = found[player].byes * scores[player]
    return sum((scores[other] for other, _ in found[player].met), own)


def sonneborn_berger(player: str, found: Mapping[str, Account], scores: Mapping[str, Fraction]) -> Fraction:
    """The scores of those beaten, and half of those drawn with."""
    own = found[player].byes * scores[player]
    return sum((taken * scores[other] for other, taken in found[player].met), own)

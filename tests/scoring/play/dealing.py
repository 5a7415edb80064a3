"""Hands of double-six dealt by dice that are handed in, as masks."""

from random import Random

from scoring.play.bits import line


def deal(dice: Random, players: int, tiles: int) -> tuple[int, ...]:
    """Masks of `tiles` tiles to each of `players`, from the whole set."""
    drawn = dice.sample([1 << index for index in range(len(line().tiles))], players * tiles)
    return tuple(sum(drawn[seat * tiles : (seat + 1) * tiles]) for seat in range(players))

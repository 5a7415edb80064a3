"""Faults of the pegs and hands of a game.

Knows that the winner stands exactly on the target and the loser below it, and what the proved facts of the game say
about the number of hands. Refuses to know who won the match.

    clause      what a league says
    kept        pegs are recorded where the league keeps them, for both sides or neither, and only at fives and threes
    landed      a peg past the target does not count, so the winner is exactly on it and the loser short of it
    hands       a game cannot be won in fewer hands than the most that one hand can peg allows
"""

from scoring.card.dealing import deal_of, is_exact
from scoring.card.faults import Fault, Faults
from scoring.card.format import Pegs
from scoring.card.reading import Filled, Reading
from scoring.card.sheet import GameScore, How, Side
from scoring.play.possible import fewest_hands, usual

# A game that takes this many times as long as usual is likelier to be a slip of the pen.
LONG_GAME = 4


def kept(reading: Reading) -> Faults:
    for filled, k, game in reading.games():
        if game.how is not How.PLAYED:
            continue
        given = [side for side in Side if game.pegs(side) is not None]
        if not filled.line.pegged:
            yield from _not_pegged(filled, k, given)
        elif given and reading.form.pegs is Pegs.NONE:
            message = f"{filled.name(k)}: this league does not keep pegs, so they will not be used."
            yield Fault(_path(filled, k, given[0]), "pegs_not_kept", message)
        elif game.winner is not None and len(given) < 2:
            yield from _missing(filled, k, given, reading)


def _not_pegged(filled: Filled, k: int, given: list[Side]) -> Faults:
    for side in given:
        message = f"{filled.name(k)} is {filled.line.game}, which has no pegs: take them out."
        yield Fault(_path(filled, k, side), "pegs_not_pegged", message)


def _missing(filled: Filled, k: int, given: list[Side], reading: Reading) -> Faults:
    for side in Side:
        if side in given:
            continue
        if given:
            message = f"{filled.name(k)} has pegs for one side only: add {reading.team(side)}'s, or take out both."
            yield Fault(_path(filled, k, side), "pegs_one_sided", message)
        elif reading.form.pegs is Pegs.REQUIRED:
            message = f"{filled.name(k)} needs the pegs: where did {reading.team(side)} finish?"
            yield Fault(_path(filled, k, side), "pegs_missing", message)


def landed(reading: Reading) -> Faults:
    for filled, k, game in reading.games():
        if game.how is How.PLAYED and filled.line.pegged:
            yield from _negative(filled, k, game, reading)
            if filled.line.target is None:
                continue
            if is_exact(filled.line):
                yield from _against_target(filled, k, game, filled.line.target, reading)
            else:
                yield from _past_target(filled, k, game, filled.line.target, reading)


def _negative(filled: Filled, k: int, game: GameScore, reading: Reading) -> Faults:
    for side in Side:
        pegs = game.pegs(side)
        if pegs is not None and pegs < 0:
            message = f"{filled.name(k)}: {reading.team(side)} cannot finish on {pegs}. Nobody goes below 0."
            yield Fault(_path(filled, k, side), "pegs_negative", message)


def _against_target(filled: Filled, k: int, game: GameScore, target: int, reading: Reading) -> Faults:
    """The pegs of one game against its target; one fault for one slip, the likeliest first."""
    name, winner = filled.name(k), game.winner
    over = [side for side in Side if (game.pegs(side) or 0) > target]
    if winner is None:
        yield from (_over(filled, k, side, target, reading) for side in over)
        return
    mine, theirs = game.pegs(winner), game.pegs(winner.other)
    team, other = reading.team(winner), reading.team(winner.other)
    if mine is not None and mine != target and mine in _other_targets(reading, target):
        message = f"{name} is to {target}, not {mine}: check that the game is on the right line of the card."
        yield Fault(_path(filled, k, winner), "target_mixed_up", message)
    elif over:
        yield from (_over(filled, k, side, target, reading) for side in over)
    elif mine is not None and 0 <= mine < target and theirs == target:
        message = f"{name} says that {team} won, but {other} is on {target}: change the winner or the pegs."
        yield Fault(f"{filled.path}.games.{k}.winner", "winner_wrong_side", message)
    elif mine is not None and 0 <= mine < target:
        message = f"{name}: the winner finishes on exactly {target}, and {team} is on {mine}. Correct the pegs."
        yield Fault(_path(filled, k, winner), "winner_not_on_target", message)
    elif theirs == target:
        message = f"{name}: only the winner can be on {target}. Correct {other}'s pegs."
        yield Fault(_path(filled, k, winner.other), "loser_on_target", message)


def _past_target(filled: Filled, k: int, game: GameScore, target: int, reading: Reading) -> Faults:
    """The pegs of a game that is won by reaching the target or going past it."""
    if game.winner is None:
        return
    name, winner = filled.name(k), game.winner
    mine, theirs = game.pegs(winner), game.pegs(winner.other)
    team, other = reading.team(winner), reading.team(winner.other)
    if mine is not None and theirs is not None and theirs >= max(mine, target):
        message = f"{name} says that {team} won, but {other} has {theirs}: change the winner or the pegs."
        yield Fault(f"{filled.path}.games.{k}.winner", "winner_wrong_side", message)
    elif mine is not None and 0 <= mine < target:
        message = f"{name}: the winner reaches {target}, and {team} is on {mine}. Correct the pegs."
        yield Fault(_path(filled, k, winner), "winner_not_on_target", message)


def _over(filled: Filled, k: int, side: Side, target: int, reading: Reading) -> Fault:
    name = filled.name(k)
    message = f"{name}: {reading.team(side)} cannot be past {target}, as a peg that goes over does not count."
    return Fault(_path(filled, k, side), "pegs_over_target", f"{message} Correct the pegs.")


def _other_targets(reading: Reading, target: int) -> set[int]:
    return {line.target for line in reading.form.lines if line.target is not None} - {target}


def hands(reading: Reading) -> Faults:
    for filled, k, game in reading.games():
        if game.how is How.PLAYED and game.hands is not None:
            yield from _hands(filled, k, game.hands)


def _hands(filled: Filled, k: int, count: int) -> Faults:
    name, path, target = filled.name(k), f"{filled.path}.games.{k}.hands", filled.line.target
    if count < 1:
        yield Fault(path, "hands_impossible", f"{name} took at least one hand, not {count}. Correct the hands.")
        return
    if target is None or not filled.line.pegged:
        return
    deal = deal_of(filled.line)
    if deal is None:
        return
    target -= max(filled.line.starts)  # the way of whoever has the shortest
    fewest = fewest_hands(target, deal.players, deal.tiles, deal.chip)
    common = usual(deal.players, deal.tiles)
    if count < fewest:
        message = f"{name} cannot be over in {count}: it takes at least {fewest} hands. Correct the hands."
        yield Fault(path, "hands_too_few", message)
    elif common is not None and count > LONG_GAME * target / common.mean:
        yield Fault(path, "hands_unlikely", f"{name} took {count} hands, which is very many: check the number.")
    elif common is not None and target > count * common.high:
        message = f"{name} reached {target} in {count} hands, which is very rare: check the number."
        yield Fault(path, "pegs_unlikely", message)


def _path(filled: Filled, k: int, side: Side) -> str:
    return f"{filled.path}.games.{k}.{side}_pegs"

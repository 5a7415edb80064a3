"""Faults of the games of a line: how many, who won, what was claimed and what was void.

clause      what a league says
counted     every game is played, or a best-of stops when it is won
winners     each game that was played has a winner
claims      a full side claims what a short side cannot fill
voids       what neither side can fill is void; void games have no winner and no pegs
"""

from scoring.card.faults import Fault, Faults
from scoring.card.format import Settle, ShortSide
from scoring.card.reading import Filled, Reading
from scoring.card.ruling import goes_to, is_short, open_games
from scoring.card.sheet import Ending, GameScore, How, Side


def counted(reading: Reading) -> Faults:
    for filled in reading.lines:
        line, games = filled.line, filled.score.games
        path = f"{filled.path}.games"
        if len(games) > line.games:
            message = f"{line.label} has {len(games)} games, and there are {line.games}: take out the extra."
            yield Fault(path, "games_extra", message)
        elif line.settle is Settle.BEST_OF:
            yield from _best_of(filled, reading)
        elif len(games) < line.games and reading.card.ending is Ending.PLAYED:
            message = f"{line.label} has {len(games)} of its {line.games} games: fill in the rest, or mark them void."
            if not games:
                message = f"{line.label} has no result: say who won, or mark it void."
            yield Fault(path, "games_missing", message)


def _best_of(filled: Filled, reading: Reading) -> Faults:
    line, score = filled.line, filled.score
    won = {Side.HOME: 0, Side.AWAY: 0}
    for k, game in enumerate(score.games):
        if max(won.values()) >= line.to_win:
            message = f"{line.label} was won before game {k + 1}: take that game out."
            yield Fault(f"{filled.path}.games.{k}", "game_after_decided", message)
            return
        if (winner := goes_to(game, score, line, reading.form)) is not None:
            won[winner] += 1
    unfilled = any(game.winner is None and game.how is How.PLAYED for game in score.games)
    if open_games(line, score, reading.form) and not unfilled and reading.card.ending is Ending.PLAYED:
        message = f"{line.label} is the best of {line.games} and nobody has won {line.to_win}: fill in the rest."
        yield Fault(f"{filled.path}.games", "line_undecided", message)


def winners(reading: Reading) -> Faults:
    if reading.card.ending is not Ending.PLAYED:
        return
    for filled, k, game in reading.games():
        if game.how is How.PLAYED and game.winner is None:
            message = f"{filled.name(k)} has no winner: say who won, or mark it void."
            yield Fault(f"{filled.path}.games.{k}.winner", "winner_missing", message)


def claims(reading: Reading) -> Faults:
    for filled, k, game in reading.games():
        if game.how is not How.CLAIMED:
            continue
        label, path = filled.line.label, f"{filled.path}.games.{k}"
        if game.winner is None:
            message = f"{label} is marked as claimed: say which side claims it."
            yield Fault(f"{path}.winner", "claim_without_claimant", message)
        elif reading.form.short is ShortSide.VOID:
            message = f"{label} cannot be claimed: in this league a game that a side cannot fill is void."
            yield Fault(f"{path}.how", "claim_not_allowed", message)
        else:
            yield from _claimed_by(game.winner, filled, path, reading)


def _claimed_by(side: Side, filled: Filled, path: str, reading: Reading) -> Faults:
    label, claimant, other = filled.line.label, reading.team(side), reading.team(side.other)
    if is_short(filled.score, side, filled.line):
        if is_short(filled.score, side.other, filled.line):
            message = f"{label} cannot be claimed: both sides are short of players there. Mark it void."
        else:
            message = f"{claimant} cannot claim {label} without its own players: name them, or correct the claim."
        yield Fault(f"{path}.how", "claim_by_short_side", message)
    elif not is_short(filled.score, side.other, filled.line):
        message = f"{claimant} claims {label} although {other} named its players: play it, or say why in the remarks."
        yield Fault(f"{path}.how", "claim_against_full_side", message)


def voids(reading: Reading) -> Faults:
    for filled, k, game in reading.games():
        if game.how is How.PLAYED:
            continue
        label, path = filled.line.label, f"{filled.path}.games.{k}"
        if any(each is not None for each in (game.home_pegs, game.away_pegs, game.hands)):
            message = f"{label} was not played, so it has no pegs and no hands: take them out."
            yield Fault(path, "unplayed_with_pegs", message)
        if game.how is How.VOID:
            yield from _void(game, filled, path, reading)


def _void(game: GameScore, filled: Filled, path: str, reading: Reading) -> Faults:
    label = filled.line.label
    if game.winner is not None:
        message = f"{label} is void and yet {reading.team(game.winner)} won it: take out one or the other."
        yield Fault(f"{path}.winner", "void_with_winner", message)
    short = [side for side in Side if is_short(filled.score, side, filled.line)]
    if not short:
        message = f"{label} is void although both sides named their players: say why in the remarks."
        yield Fault(f"{path}.how", "void_full_line", message)
    elif len(short) == 1 and reading.form.short is not ShortSide.VOID:
        full = reading.team(short[0].other)
        message = (
            f"{full} had its players for {label} and may claim it: mark it claimed, or say why not in the remarks."
        )
        yield Fault(f"{path}.how", "void_one_side_short", message)

"""Whose game it is, once claims and voids are ruled on.

Knows what a league makes of games that a side could not fill. Refuses to know whether the card should have said so.
"""

from collections.abc import Iterator

from scoring.card.format import Format, Line, Settle, ShortSide
from scoring.card.sheet import Card, GameScore, How, LineScore, Side


def filled_lines(card: Card, form: Format) -> Iterator[tuple[Line, LineScore]]:
    """Each line of the format with what the card says of it, as far as both go."""
    return zip(form.lines, card.lines, strict=False)


def is_short(score: LineScore, side: Side, line: Line) -> bool:
    """Whether a side named too few players for a line."""
    return len(score.players(side)) < line.players


def is_void(game: GameScore, score: LineScore, line: Line, form: Format) -> bool:
    """Whether a game is nobody's: declared void, or claimed by a side that may not claim it.

    A side short on the line itself cannot claim; nor can anybody where the league makes unfilled games void.
    """
    if game.how is not How.CLAIMED:
        return game.how is How.VOID
    return form.short is ShortSide.VOID or game.winner is None or is_short(score, game.winner, line)


def goes_to(game: GameScore, score: LineScore, line: Line, form: Format) -> Side | None:
    """The side that a game counts for, None when it is void or was not filled in."""
    return None if is_void(game, score, line, form) else game.winner


def is_won(line: Line, score: LineScore, form: Format) -> bool:
    """Whether one side has the majority of a line's games."""
    winners = [goes_to(game, score, line, form) for game in score.games]
    return max(winners.count(Side.HOME), winners.count(Side.AWAY)) >= line.to_win


def open_games(line: Line, score: LineScore, form: Format) -> int:
    """How many games of a line still have to be played: neither won, nor void, nor idle because the line is won."""
    if line.settle is Settle.BEST_OF and is_won(line, score, form):
        return 0
    settled = sum(game.winner is not None or is_void(game, score, line, form) for game in score.games)
    return max(0, line.games - settled)

"""From a card to what the match came to."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.card.format import Format, Settle
from scoring.card.match import Match
from scoring.card.outcome import Kind, Tally, filled_lines, goes_to, is_void, open_games
from scoring.card.points import ZERO, DecidedBy, Scheme, plain, points
from scoring.card.sheet import Card, Ending, GameScore, How, Side

Pair = tuple[int, int]

NOTHING = Tally(Kind.VOID, 0, 0, 0, 0, None, None, ZERO, ZERO, None, counts=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """Games and lines as (home, away); lines None when the card does not tell. `void` and `missing` count games."""

    games: Pair
    lines: Pair | None
    level: int = 0
    pegs: Pair | None = None
    void: int = 0
    missing: int = 0


def tally(card: Card, where: Match | Format, scheme: Scheme) -> Tally:
    """What a card comes to under a format (or a match's format) and a scheme.

    A card that says "played" but leaves games out comes to UNFINISHED, and one with nothing but void games to VOID.
    """
    form = where.format if isinstance(where, Match) else where
    if (winner := card.ending.walkover_to) is not None:
        return walkover(winner, form, scheme)
    if card.ending is Ending.VOID:
        return NOTHING
    total = _of_score(card.quick, form) if card.quick is not None and not card.lines else _of_lines(card, form)
    kind = _kind(card, total)
    if kind is Kind.VOID:
        return NOTHING
    return _tallied(kind, total, scheme, counts=kind is not Kind.UNFINISHED or scheme.unfinished_counts)


def in_words(total: Tally, scheme: Scheme, home: str, away: str) -> str:
    """What a match comes to beside its games: lines, where they decide it, and points. "" where it does not count."""
    if not total.counts:
        return ""
    points_of = f"Points: {home} {plain(total.home_points)}, {away} {plain(total.away_points)}."
    if total.both_lose:
        return f"Neither side takes it; both lose. {points_of}"
    if scheme.decided_by is not DecidedBy.LINES or total.home_lines is None or total.away_lines is None:
        return points_of
    return f"Lines: {home} {total.home_lines}, {away} {total.away_lines}. {points_of}"


def walkover(winner: Side, form: Format, scheme: Scheme) -> Tally:
    """The fixed score of a match that one side takes without play."""
    terms = scheme.walkover
    games = (form.total_games if terms.games_for is None else terms.games_for, terms.games_against)
    lines: Pair | None = None
    if terms.lines_for is not None:
        lines = (terms.lines_for, terms.lines_against)
    elif form.one_game_a_line:
        lines = games
    elif terms.games_for is None:
        lines = (len(form.lines), 0)
    worth = points(scheme, games=games, lines=_shared(lines))
    mine = worth[0] if terms.points_for is None else terms.points_for
    theirs = worth[1] if terms.points_against is None else terms.points_against
    home_lines, away_lines = lines or (None, None)
    taken = Tally(Kind.WALKOVER, *games, home_lines, away_lines, None, None, mine, theirs, Side.HOME)
    return taken if winner is Side.HOME else mirror(taken)


def mirror(tally: Tally) -> Tally:
    """The same match with home and away exchanged."""
    return Tally(
        tally.kind,
        tally.away_games,
        tally.home_games,
        tally.away_lines,
        tally.home_lines,
        tally.away_pegs,
        tally.home_pegs,
        tally.away_points,
        tally.home_points,
        tally.winner.other if tally.winner else None,
        tally.counts,
    )


def _kind(card: Card, total: Sum) -> Kind:
    if card.ending is Ending.UNFINISHED or total.missing:
        return Kind.UNFINISHED
    if not sum(total.games):
        return Kind.VOID
    return Kind.PART_VOID if total.void else Kind.PLAYED


def _of_score(score: Pair, form: Format) -> Sum:
    """A card that gives the score alone: games that it leaves out are void, unless lines stop when decided."""
    played_out = all(line.settle is Settle.ALL for line in form.lines)
    void = max(0, form.total_games - sum(score)) if played_out else 0
    return Sum(score, score if form.one_game_a_line else None, void=void)


def _of_lines(card: Card, form: Format) -> Sum:
    winners = [[goes_to(game, score, line, form) for game in score.games] for line, score in filled_lines(card, form)]
    margins = [line.count(Side.HOME) - line.count(Side.AWAY) for line in winners]
    return Sum(
        games=(sum(line.count(Side.HOME) for line in winners), sum(line.count(Side.AWAY) for line in winners)),
        lines=(sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)),
        level=sum(margin == 0 and any(line) for margin, line in zip(margins, winners, strict=True)),
        pegs=_pegs(card, form),
        void=sum(is_void(game, score, line, form) for line, score in filled_lines(card, form) for game in score.games),
        missing=_missing(card, form),
    )


def _missing(card: Card, form: Format) -> int:
    """Games that should have been played and have no result, counting lines that are left out."""
    left_out = sum(line.games for line in form.lines[len(card.lines) :])
    return left_out + sum(open_games(line, score, form) for line, score in filled_lines(card, form))


def _pegs(card: Card, form: Format) -> Pair | None:
    """All pegs of (home, away), None unless every pegged game that was played has both."""
    games = list(_pegged_games(card, form))
    pegs = [(game.home_pegs, game.away_pegs) for game in games]
    pairs = [(home, away) for home, away in pegs if home is not None and away is not None]
    if not pairs or len(pairs) < len(pegs):
        return None
    return sum(home for home, _ in pairs), sum(away for _, away in pairs)


def _pegged_games(card: Card, form: Format) -> Iterator[GameScore]:
    for line, score in filled_lines(card, form):
        if line.pegged:
            yield from (game for game in score.games if game.how is How.PLAYED and game.winner is not None)


def _tallied(kind: Kind, total: Sum, scheme: Scheme, *, counts: bool) -> Tally:
    decisive = total.lines if scheme.decided_by is DecidedBy.LINES and total.lines is not None else total.games
    winner = None
    if counts and decisive[0] != decisive[1]:
        winner = Side.HOME if decisive[0] > decisive[1] else Side.AWAY
    worth = points(scheme, games=total.games, lines=_shared(total.lines, total.level)) if counts else (ZERO, ZERO)
    home_lines, away_lines = total.lines or (None, None)
    home_pegs, away_pegs = total.pegs or (None, None)
    return Tally(kind, *total.games, home_lines, away_lines, home_pegs, away_pegs, *worth, winner, counts)


def _shared(lines: Pair | None, level: int = 0) -> tuple[Fraction, Fraction]:
    """Lines as the points scheme wants them: a level line is a half to each side."""
    home, away = lines or (0, 0)
    return Fraction(2 * home + level, 2), Fraction(2 * away + level, 2)

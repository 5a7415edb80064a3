"""What one match came to, and whose each of its games is once claims and voids are ruled on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, pairwise

from scoring.card.format import Format, Line, Settle, ShortSide
from scoring.card.match import Match
from scoring.card.points import ZERO, DecidedBy, Games, Scheme, plain, points
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side


# --- whose game it is, once claims and voids are ruled on -------------------------------------------------------------
def filled_lines(card: Card, form: Format) -> Iterator[tuple[Line, LineScore]]:
    """Each line of the format with what the card says of it, as far as both go."""
    return zip(form.lines, card.lines, strict=False)


def is_short(score: LineScore, side: Side, line: Line) -> bool:
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
    winners = [goes_to(game, score, line, form) for game in score.games]
    return max(winners.count(Side.HOME), winners.count(Side.AWAY)) >= line.to_win


def open_games(line: Line, score: LineScore, form: Format) -> int:
    """How many games of a line still have to be played: neither won, nor void, nor idle because the line is won."""
    if line.settle is Settle.BEST_OF and is_won(line, score, form):
        return 0
    settled = sum(game.winner is not None or is_void(game, score, line, form) for game in score.games)
    return max(0, line.games - settled)


class Kind(StrEnum):
    """PART_VOID: played, but some games were nobody's. EXPUNGED: struck out. AWARDED: settled by the secretary."""

    PLAYED = "played"
    WALKOVER = "walkover"
    VOID = "void"
    PART_VOID = "part-void"
    UNFINISHED = "unfinished"
    EXPUNGED = "expunged"
    AWARDED = "awarded"


@dataclass(frozen=True, slots=True)
class Tally:
    """One match in figures.

    Lines are None when the card gave only the score of a format with several games a line; a level line is nobody's.
    Pegs are None unless every game that was played has them. `winner` None is a draw, a defeat of both sides, or no
    result. Only a tally that `counts` enters the table. Points need not add up to the games.
    """

    kind: Kind
    home_games: Games
    away_games: Games
    home_lines: int | None
    away_lines: int | None
    home_pegs: int | None
    away_pegs: int | None
    home_points: Fraction
    away_points: Fraction
    winner: Side | None
    counts: bool = True

    @property
    def both_lose(self) -> bool:
        """Whether the league awarded the match to neither side: no game and no point to either, or only points off."""
        if self.kind is not Kind.AWARDED or self.winner is not None or not self.counts:
            return False
        worth = (self.home_points, self.away_points)
        return max(worth) <= 0 and (min(worth) < 0 or not self.home_games + self.away_games)

    def letter(self, side: Side) -> str:
        """What the match was to a side: "W", "D" or "L"."""
        if self.winner is None:
            return "L" if self.both_lose else "D"
        return "W" if self.winner is side else "L"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tally in its season: whose match it was, when, and in which half (1 or 2) of the fixture list."""

    id: str
    home: str
    away: str
    on: date
    tally: Tally
    half: int = 1


@dataclass(frozen=True, slots=True)
class Appearance:
    """One player on one line: games won, lost and void, and the side's pegs in those played (None if not all known)."""

    player: Named
    side: Side
    label: str
    partners: tuple[Named, ...]
    won: int
    lost: int
    void: int
    pegs: int | None


def award_tally(
    *, winner: Side | None, games: tuple[Games, Games], points: tuple[Fraction, Fraction], counts: bool = True
) -> Tally:
    """The outcome that a secretary decrees: (home, away) games and points, which need not agree with each other."""
    return Tally(Kind.AWARDED, *games, None, None, None, None, *points, winner, counts)


def award_winner(games: tuple[Games, Games], points: tuple[Fraction, Fraction]) -> Side | None:
    """Who wins by an award of (home, away) games and points: whoever gets more points, or games where nobody gets any.

    None is a draw, or a defeat of both sides.
    """
    home, away = points if max(points) > 0 else games
    return None if home == away else Side.HOME if home > away else Side.AWAY


def expunge_tally(tally: Tally) -> Tally:
    """The same match struck out: its score can still be read, and nothing of it counts."""
    return replace(tally, kind=Kind.EXPUNGED, home_points=Fraction(0), away_points=Fraction(0), counts=False)


def appearances(card: Card, form: Format) -> tuple[Appearance, ...]:
    """Each player's games, line by line, home before away.

    A game claimed from a short side counts for nobody's record, nor does a walkover or a void match. A line without a
    game that counts is no appearance.
    """
    if card.ending not in {Ending.PLAYED, Ending.UNFINISHED}:
        return ()
    return tuple(
        each for line, score in filled_lines(card, form) for side in Side for each in _on_line(line, score, side)
    )


def _on_line(line: Line, score: LineScore, side: Side) -> list[Appearance]:
    games = [game for game in score.games if game.how is How.PLAYED and game.winner is not None]
    won = sum(game.winner is side for game in games)
    void = sum(game.how is How.VOID for game in score.games)
    pegs = [game.pegs(side) for game in games]
    known_pegs = [each for each in pegs if each is not None]
    total = sum(known_pegs) if known_pegs and len(known_pegs) == len(pegs) else None
    team = score.players(side)
    if not games and not void:
        return []
    return [
        Appearance(player, side, line.label, team[:i] + team[i + 1 :], won, len(games) - won, void, total)
        for i, player in enumerate(team)
    ]


# --- How a match went, game by game -----------------------------------------------------------------------------------
# In the order of the paper: the score as it rose, and where the match was won. Who won each game is known; cards and
# names are not, nor who wins a match that is not decided by its games.


@dataclass(frozen=True, slots=True)
class Course:
    """The score after each game, and who had more of them at the end: None if neither.

    `ahead` is the game (from 0) with which the winner took a lead that was never lost again, `decided` the one after
    which the other side could not draw level any more.
    """

    scores: tuple[tuple[int, int], ...]
    winner: Side | None = None
    ahead: int | None = None
    decided: int | None = None


def course(winners: Sequence[Side | None]) -> Course:
    """The course of a match in which these sides won the games; None for a game that was nobody's."""
    home_games = accumulate(each is Side.HOME for each in winners)
    away_games = accumulate(each is Side.AWAY for each in winners)
    scores = tuple((int(home), int(away)) for home, away in zip(home_games, away_games, strict=True))
    leads = [home - away for home, away in scores]
    if not leads or leads[-1] == 0:
        return Course(scores)
    winner = Side.HOME if leads[-1] > 0 else Side.AWAY
    mine = [lead if winner is Side.HOME else -lead for lead in leads]
    behind = [at for at, lead in enumerate(mine) if lead <= 0]
    ahead = behind[-1] + 1 if behind else 0
    decided = next(at for at, lead in enumerate(mine) if lead > len(mine) - 1 - at)
    return Course(scores, winner, ahead, decided)


def lead_changes(scores: Sequence[tuple[int, int]]) -> int:
    leaders = [home > away for home, away in scores if home != away]
    return sum(one is not other for one, other in pairwise(leaders))


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
    left_out = sum(line.games for line in form.lines[len(card.lines) :])
    return Sum(
        games=(sum(line.count(Side.HOME) for line in winners), sum(line.count(Side.AWAY) for line in winners)),
        lines=(sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)),
        level=sum(margin == 0 and any(line) for margin, line in zip(margins, winners, strict=True)),
        pegs=_pegs(card, form),
        void=sum(is_void(game, score, line, form) for line, score in filled_lines(card, form) for game in score.games),
        missing=left_out + sum(open_games(line, score, form) for line, score in filled_lines(card, form)),
    )


def _pegs(card: Card, form: Format) -> Pair | None:
    """All pegs of (home, away), None unless every pegged game that was played has both."""
    games = (game for line, score in filled_lines(card, form) if line.pegged for game in score.games)
    pegs = [(game.home_pegs, game.away_pegs) for game in games if game.how is How.PLAYED and game.winner is not None]
    pairs = [(home, away) for home, away in pegs if home is not None and away is not None]
    if not pairs or len(pairs) < len(pegs):
        return None
    return sum(home for home, _ in pairs), sum(away for _, away in pairs)


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

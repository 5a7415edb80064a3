"""Under which rules a leg of a tie is played: its own card, made from the cup's form of the tie and the league's rules.

Knows what the league pegs, and to which hole. Refuses to know who plays.

    the tie                         its card
    teams, all of so many games     the league's own
    teams, best of so many games    one line of the league's largest game, usually pairs
    a player, a pair, or more       one line of as many a side, as the league plays it
    a decider                       one line, best of the decider's games
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from scoring.card.constitution import Constitution, Registration
from scoring.card.format import Format, Line, Settle
from scoring.card.points import Scheme, Walkover
from scoring.season.knockout.cups import TieForm

MOST_AT_A_TABLE = 2  # a side: a larger combination sits down in pairs
LABELS = {1: "S1", 2: "D1"}  # as on a league's card
COUNTED = {1: "one", 3: "three", 5: "five", 7: "seven", 9: "nine"}


def constitution_for(
    form: TieForm, league: Constitution, *, players: int = 0, decider: bool = False, starts: tuple[int, int] = (0, 0)
) -> Constitution:
    """The rules of one leg of a tie. `players` is how many an entrant has by name, 0 for a team with its squad.

    Who is entered by name plays, and nobody signs on the night. A leg is worth its games and no points. `starts` are
    the holes on which the home and the away side begin each game, for a handicap.
    """
    return _from_holes(_plain(form, league, players, decider=decider), starts)


def _plain(form: TieForm, league: Constitution, players: int, *, decider: bool) -> Constitution:
    if decider:
        return _one_line(league, players, form.decider, Settle.BEST_OF)
    if form.best_of:
        return _one_line(league, players, form.best_of, Settle.BEST_OF)
    if players:
        return _one_line(league, players, form.games, Settle.ALL)
    return replace(league, scheme=_games_only(None))


def _from_holes(rules: Constitution, starts: tuple[int, int]) -> Constitution:
    """With a handicap on every line that is pegged; nobody begins at the end."""
    if not any(starts):
        return rules
    lines = tuple(_begun(line, starts) if line.target else line for line in rules.format.lines)
    return replace(rules, format=replace(rules.format, lines=lines))


def _begun(line: Line, starts: tuple[int, int]) -> Line:
    home, away = (max(0, min(start, (line.target or 1) - 1)) for start in starts)
    return replace(line, starts=(home, away))


def best_of_words(form: TieForm) -> str:
    """The form of a tie in words: "best of three", "nine games, home and away"."""
    if form.best_of:
        words = "one game" if form.best_of == 1 else f"best of {COUNTED.get(form.best_of, form.best_of)}"
    else:
        words = "one game" if form.games == 1 else f"{COUNTED.get(form.games, form.games)} games"
    return f"{words}, home and away" if form.legs == 2 else words


def _one_line(league: Constitution, players: int, games: int, settle: Settle) -> Constitution:
    seats = min(players, MOST_AT_A_TABLE) or max(line.players for line in _pegged(league.format.lines))
    like = _like(league.format.lines, seats)
    house = like.house if like.players == seats else replace(like.house, tiles=None)
    line = replace(
        like,
        house=house,
        label=LABELS.get(seats, "T1"),
        players=seats,
        games=games,
        settle=settle if games > 1 else Settle.ALL,
    )
    noun = line.kind.noun.capitalize()
    named = f"{noun}, best of {games}" if line.settle is Settle.BEST_OF else noun
    form = Format(named, (line,), side=seats, minimum=seats, pegs=league.format.pegs)
    to_win = line.to_win if line.settle is Settle.BEST_OF else None
    by_name = Registration(squad_minimum=None, on_the_night=False)
    return replace(
        league,
        format=form,
        scheme=_games_only(to_win),
        registration=by_name if players else league.registration,
    )


def _games_only(to_win: int | None) -> Scheme:
    return Scheme("Games won", per_game=Fraction(1), walkover=Walkover(games_for=to_win))


def _pegged(lines: Iterable[Line]) -> list[Line]:
    """The lines of fives and threes; all of them, if the league plays none."""
    every = list(lines)
    return [line for line in every if line.pegged] or every


def _like(lines: Iterable[Line], seats: int) -> Line:
    """The league's line of as many a side, else the one that comes nearest."""
    return min(_pegged(lines), key=lambda line: abs(line.players - seats))

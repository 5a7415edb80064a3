"""What the tests of the clauses share: a legal card, one thing wrong, and exactly the problems that must come of it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.card.check import check
from scoring.card.format import Format, Line, Pegs, Settle
from scoring.card.match import Match, Squad
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side
from tests.scoring.strategies_card import BELL, CROWN, card_of, edited, match_of

HOME_WIN = GameScore(Side.HOME)


@dataclass(frozen=True)
class Planted:
    """A fault: what to change in which preset's legal card and match, and the problems that must come of it."""

    name: str
    league: str
    problems: tuple[tuple[str, str], ...]
    edits: dict[str, Any] = field(default_factory=dict)
    match: dict[str, Any] = field(default_factory=dict)
    squad: Callable[[Squad], Squad] | None = None
    base: Callable[[Match], Card] = card_of


def lost_by_home(game: GameScore) -> GameScore:
    """The game with the away side on the target and the home side well below, whoever won before."""
    target = max(game.home_pegs or 0, game.away_pegs or 0)
    return GameScore(Side.AWAY, target - 20, target)


def won_by_home(game: GameScore) -> GameScore:
    target = max(game.home_pegs or 0, game.away_pegs or 0)
    return GameScore(Side.HOME, target, target - 20)


def with_game(**changes: Any) -> Callable[[GameScore], GameScore]:
    """A home win with some of its parts changed."""
    return lambda game: replace(won_by_home(game), **changes)


def free_name(name: str) -> Callable[[Named], Named]:
    return lambda _: Named(None, name)


def player_changed(index: int, **changes: Any) -> Callable[[Squad], Squad]:
    """The squad with one player changed."""

    def change(squad: Squad) -> Squad:
        players = list(squad.players)
        players[index] = replace(players[index], **changes)
        return replace(squad, players=tuple(players))

    return change


def full_card(match: Match) -> Card:
    """Every line filled by the first players in order, home winning every game: no dice at all."""
    form, lines, counts = match.format, [], {}
    for line in form.lines:
        start = counts.get(line.kind, 0)
        counts[line.kind] = start + line.players
        games = line.to_win if line.settle is Settle.BEST_OF else line.games
        pegged = line.target is not None and form.pegs is not Pegs.NONE
        game = GameScore(Side.HOME, line.target, line.target - 20) if pegged else HOME_WIN
        home = named(match.home, range(start, start + line.players))
        lines.append(LineScore(home, named(match.away, range(start, start + line.players)), (game,) * games))
    return Card(lines=tuple(lines))


def named(squad: Squad, indexes: Any) -> tuple[Named, ...]:
    return tuple(Named(squad.players[i].id, squad.players[i].name) for i in indexes)


def crown(*indexes: int) -> tuple[Named, ...]:
    return named(CROWN, indexes)


def bell(*indexes: int) -> tuple[Named, ...]:
    return named(BELL, indexes)


def five_of_bell(match: Match) -> Card:
    """Bell brings five: Crown claims the last single and the last pair."""
    card = full_card(match)
    claimed = (GameScore(Side.HOME, how=How.CLAIMED),)
    card = edited(card, "lines.5", lambda line: replace(line, away=(), games=claimed))
    return edited(card, "lines.8", lambda line: replace(line, away=(), games=claimed))


def six_of_eight(match: Match) -> Card:
    """Northallerton with six Crown players: two play twice at each kind of game, different ones."""
    card = full_card(match)
    card = edited(card, "lines.3.home", crown(0, 1))
    return edited(card, "lines.7.home", crown(2, 3))


def walkover(match: Match) -> Card:
    return Card(ending=Ending.WALKOVER_HOME, remarks="Bell had a funeral.")


def quick(match: Match) -> Card:
    return Card.score_only(5, match.format.total_games - 5)


BEST_OF_THREE = Format(
    "Three pairs, best of three",
    tuple(Line(f"P{i}", 2, games=3, settle=Settle.BEST_OF, target=61) for i in (1, 2, 3)),
    side=6,
    minimum=4,
)
WON = GameScore(Side.HOME, 61, 40)
LOST = GameScore(Side.AWAY, 40, 61)


def found(fault: Planted) -> tuple[tuple[str, str], ...]:
    """The (path, code) of every problem that the check finds once the fault is planted."""
    match = match_of(fault.league, **fault.match)
    if fault.squad:
        match = replace(match, home=fault.squad(match.home))
    card = fault.base(match)
    for path, new in fault.edits.items():
        card = edited(card, path, new)
    return tuple((problem.path, problem.code) for problem in check(card, match))

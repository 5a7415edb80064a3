"""A card line by line, as the paper has it: who played, each game, and in words how it went; and what was found on it.

Who may read a name is for the caller.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from league.results.models import Submission
from league.results.values import more_than_odd, problems_of
from scoring.card.eligibility import join_late
from scoring.card.format import Discipline, Line, Settle, line_titles
from scoring.card.match import Match, Problem
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Side
from scoring.words import join_list


@dataclass(frozen=True, slots=True)
class CardGameView:
    """One game: its number if the line has several, who won (None: nobody), and in `words` how that came about."""

    title: str
    winner: Side | None
    words: str
    home_pegs: int | None
    away_pegs: int | None
    hands: int | None

    @property
    def unusual(self) -> bool:
        """Whether it was not simply played and won, so that the words are needed."""
        return not self.words.endswith(" won")

    @property
    def home_cell(self) -> str:
        """The home side's pegs, or a word where none were written down."""
        return self._cell(Side.HOME, self.home_pegs)

    @property
    def away_cell(self) -> str:
        return self._cell(Side.AWAY, self.away_pegs)

    def _cell(self, side: Side, pegs: int | None) -> str:
        if pegs is not None:
            return str(pegs)
        return "won" if self.winner is side else "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class CardLineView:
    """One line: `number` from 0, who played on each side, and its games."""

    number: int
    title: str
    terms: str
    home: tuple[str, ...]
    away: tuple[str, ...]
    games: tuple[CardGameView, ...]

    @property
    def home_names(self) -> str:
        return _side_names(self.home)

    @property
    def away_names(self) -> str:
        return _side_names(self.away)

    @property
    def winner(self) -> Side | None:
        """Who won more of its games."""
        home = sum(game.winner is Side.HOME for game in self.games)
        away = sum(game.winner is Side.AWAY for game in self.games)
        return None if home == away else Side.HOME if home > away else Side.AWAY


def _side_names(names: tuple[str, ...]) -> str:
    """As in "Alan Hill and Joan Watson", "Alan Hill, Joan Watson and Eric Dent" or "nobody"."""
    return join_list(names) or "nobody"


def card_lines(card: Card, match: Match) -> tuple[CardLineView, ...]:
    """A card line by line."""
    return tuple(_line(number, score, match) for number, score in enumerate(card.lines[: len(match.format.lines)]))


def _line(number: int, score: LineScore, match: Match) -> CardLineView:
    line, title = match.format.lines[number], line_titles(match.format.lines)[number]
    games = tuple(
        CardGameView(
            f"Game {place}" if line.games > 1 else "",
            game.winner if game.how is not How.VOID else None,
            _words(game, match),
            game.home_pegs,
            game.away_pegs,
            game.hands,
        )
        for place, game in enumerate(score.games, start=1)
    )
    home, away = (tuple(named.name for named in score.players(side)) for side in Side)
    return CardLineView(number, title, line_terms(line), home, away, games)


def _words(game: GameScore, match: Match) -> str:
    if game.how is How.VOID:
        return "Void"
    if game.winner is None:
        return "No result"
    team = match.squad(game.winner).name
    return f"Claimed by {team}" if game.how is How.CLAIMED else f"{team} won"


@dataclass(frozen=True, slots=True)
class CardFindings:
    """What was found on a card that was sent: `heading` says what becomes of it; `odd` if no rule is broken."""

    heading: str
    problems: tuple[Problem, ...]
    odd: bool = False


def card_findings(submission: Submission) -> CardFindings | None:
    """None for a card on which nothing was found."""
    problems = join_late(problems_of(submission))
    if submission.overruled:
        return CardFindings("The league let this stand", problems)
    if more_than_odd(problems):
        return CardFindings("The secretary will check this", problems)
    return CardFindings("Worth a second look", problems, odd=True) if problems else None


def line_terms(line: Line) -> str:
    """What is played on a line: "one game to 61" or "best of 3 games of straight dominoes"."""
    games = "one game" if line.games == 1 else f"{line.games} games"
    if line.settle is Settle.BEST_OF:
        games = f"best of {line.games} games"
    what = {Discipline.FIVES_THREES: "", Discipline.WON_LOST: f", {line.game}"}.get(line.discipline, f" of {line.game}")
    target = f" to {line.target}" if line.target else ""
    handicap = f"; {line.handicap}" if line.handicap else ""
    return f"{games}{what}{target}{handicap}"


NOT_PLAYED = (Ending.WALKOVER_HOME, Ending.WALKOVER_AWAY, Ending.VOID)


def ending_words(ending: Ending, names: Mapping[Side, str]) -> str:
    """How a match ended, as forms offer it and pages show it."""
    words = {
        Ending.PLAYED: "Played",
        Ending.UNFINISHED: "Not finished",
        Ending.WALKOVER_HOME: f"Walkover to {names[Side.HOME]}",
        Ending.WALKOVER_AWAY: f"Walkover to {names[Side.AWAY]}",
        Ending.VOID: "Void: no points to either side",
    }
    return words[ending]

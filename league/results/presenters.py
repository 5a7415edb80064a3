"""A card line by line: who played, each game and in words how it went; and what was found on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.results.models import Submission
from league.results.values import more_than_odd, problems_of
from scoring.card.eligibility import join_late
from scoring.card.format import Discipline, Line, Settle, line_titles
from scoring.card.match import Match
from scoring.card.sheet import Card, Ending, GameScore, How, Side
from scoring.words import join_list


@dataclass(frozen=True, slots=True)
class CardGameView:
    """One game: its number if the line has several, who won (None: nobody), and in `words` how that came about."""

    title: str
    winner: Side | None
    words: str
    home_cell: str
    away_cell: str

    @property
    def unusual(self) -> bool:
        """Whether it was not simply played and won, so that the words are needed."""
        return not self.words.endswith(" won")


@dataclass(frozen=True, slots=True)
class CardLineView:
    number: int
    title: str
    terms: str
    home_names: str
    away_names: str
    games: tuple[CardGameView, ...]

    @property
    def winner(self) -> Side | None:
        home = sum(game.winner is Side.HOME for game in self.games)
        away = sum(game.winner is Side.AWAY for game in self.games)
        return None if home == away else Side.HOME if home > away else Side.AWAY


def card_lines(card: Card, match: Match) -> tuple[CardLineView, ...]:
    lines = []
    titles = line_titles(match.format.lines)
    for number, (line, score) in enumerate(zip(match.format.lines, card.lines, strict=False)):
        games = tuple(
            CardGameView(
                f"Game {place}" if line.games > 1 else "",
                game.winner if game.how is not How.VOID else None,
                _words(game, match),
                _cell(game, Side.HOME, game.home_pegs),
                _cell(game, Side.AWAY, game.away_pegs),
            )
            for place, game in enumerate(score.games, start=1)
        )
        home, away = (join_list(named.name for named in score.players(side)) or "nobody" for side in Side)
        lines.append(CardLineView(number, titles[number], line_terms(line), home, away, games))
    return tuple(lines)


def _cell(game: GameScore, side: Side, pegs: int | None) -> str:
    if pegs is not None:
        return str(pegs)
    return "won" if game.winner is side and game.how is not How.VOID else "\N{EN DASH}"


def _words(game: GameScore, match: Match) -> str:
    if game.how is How.VOID:
        return "Void"
    if game.winner is None:
        return "No result"
    team = match.squad(game.winner).name
    return f"Claimed by {team}" if game.how is How.CLAIMED else f"{team} won"


def card_findings(submission: Submission) -> dict[str, Any] | None:
    """The `problems` of a card that was sent, with what becomes of it; `odd` if no rule is broken. None without any."""
    problems = join_late(problems_of(submission))
    if submission.overruled:
        return {"heading": "The league let this stand", "problems": problems}
    if more_than_odd(problems):
        return {"heading": "The secretary will check this", "problems": problems}
    return {"heading": "Worth a second look", "problems": problems, "odd": True} if problems else None


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
    words = {
        Ending.PLAYED: "Played",
        Ending.UNFINISHED: "Not finished",
        Ending.WALKOVER_HOME: f"Walkover to {names[Side.HOME]}",
        Ending.WALKOVER_AWAY: f"Walkover to {names[Side.AWAY]}",
        Ending.VOID: "Void: no points to either side",
    }
    return words[ending]

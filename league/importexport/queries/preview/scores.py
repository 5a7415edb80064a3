"""The score that a row of results has, held against the league's rules: what it comes to, or why it cannot be."""

import re
from dataclasses import dataclass
from fractions import Fraction

from league.importexport.queries import values
from league.importexport.queries.preview.outcomes import ImportSheet
from league.importexport.queries.sheet_reader import SheetLine
from league.results.actions.decisions import Award
from scoring.card.constitution import Constitution
from scoring.card.format import Settle
from scoring.card.points import DecidedBy
from scoring.card.sheet import Card, Side

POINTS = re.compile(r"(\d{1,4})(?:\.(\d{1,2}))?\s*([½¼¾])?|([½¼¾])")
PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
MOST = 999


@dataclass(frozen=True, slots=True)
class ImportedScore:
    """`games` are those of home and away, None if they cannot be read; `points` what the spreadsheet says of those."""

    games: tuple[int, int] | None
    points: tuple[Fraction, Fraction] | None = None
    why: tuple[str, ...] = ()

    def filed(self, rules: Constitution) -> Card | Award:
        """What is filed: a card with the score alone, which the league's scheme gives its points; or the score with
        the points that it was worth, where the score alone does not say.
        """
        assert self.games is not None
        home, away = self.games
        if self.points is None or (_says_points(rules) and not _impossible_because(home, away, rules)):
            return Card.score_only(home, away)
        winner = None if home == away else Side.HOME if home > away else Side.AWAY
        return Award(winner, (home, away), self.points)


def score_of(sheet: ImportSheet, line: SheetLine, rules: Constitution) -> ImportedScore:
    """The score of a row, from one column or from two."""
    both, home, away = (sheet.get(line, name) for name in ("score", "home_score", "away_score"))
    games = _two(home, away) if home or away else values.score(both)
    if games is None:
        written = " - ".join(each for each in (home, away) if each) or both
        return ImportedScore(None, None, (f"“{written}” is no score." if written else "The row has no score.",))
    worth = [_points(sheet.get(line, name)) for name in ("home_points", "away_points")]
    points = (worth[0], worth[1]) if worth[0] is not None and worth[1] is not None else None
    if points is not None:
        return ImportedScore(games, points)
    if misfit := _impossible_because(*games, rules):
        return ImportedScore(games, None, (misfit,))
    if not _says_points(rules):
        why = "Points here depend on who won each line. Add columns with the points of both sides, or enter the card."
        return ImportedScore(games, None, (why,))
    return ImportedScore(games)


def _two(home: str, away: str) -> tuple[int, int] | None:
    mine, theirs = values.whole(home), values.whole(away)
    if mine is None or theirs is None or max(mine, theirs) > MOST:
        return None
    return mine, theirs


def _points(text: str) -> Fraction | None:
    found = POINTS.fullmatch(text.strip())
    if found is None:
        return None
    whole = Fraction(f"{found[1] or 0}.{found[2] or 0}")
    return whole + PARTS.get(found[3] or found[4] or "", Fraction(0))


def _says_points(rules: Constitution) -> bool:
    """Whether a score in games alone says what the match was worth."""
    by_line = bool(rules.scheme.per_line) or rules.scheme.decided_by is DecidedBy.LINES
    return rules.format.one_game_a_line or not by_line


def _impossible_because(home: int, away: int, rules: Constitution) -> str:
    """Why a match cannot end so; empty when it can."""
    most = rules.format.total_games
    fewest = sum(line.to_win if line.settle is Settle.BEST_OF else line.games for line in rules.format.lines)
    if fewest <= home + away <= most:
        return ""
    return f"{home}-{away} is {home + away} games, and a match has {most}. Put the score right, or leave the row out."

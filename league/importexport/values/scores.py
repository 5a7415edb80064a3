"""The score of a row of results, and whether it can be one under the league's rules."""

import re
from dataclasses import dataclass
from fractions import Fraction

from league.importexport.values.outcomes import ImportSheet
from league.reading.cells import parse_number, parse_score
from league.reading.values import SheetLine
from scoring.card.constitution import Constitution
from scoring.card.format import Settle
from scoring.card.outcome import award_tally, award_winner
from scoring.card.points import ZERO, DecidedBy
from scoring.words import several

POINTS = re.compile(r"([-\N{MINUS SIGN}\N{EN DASH}]?)(?:(\d{1,4})(?:\.(\d{1,2}))?\s*([½¼¾])?|([½¼¾]))")
BOTH_LOSE = {"both lose", "both lost"}
BOTH_LOSE_NOTE = "Neither side takes it; both lose"
PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
MOST_POINTS = 999


@dataclass(frozen=True, slots=True)
class ImportedScore:
    """`games` are those of home and away, None if they cannot be read; `points` what the spreadsheet says of those.
    `why` is what is wrong with it, `note` what may be.
    """

    games: tuple[int, int] | None
    points: tuple[Fraction, Fraction] | None = None
    why: tuple[str, ...] = ()
    note: str = ""


def score_of(sheet: ImportSheet, line: SheetLine, rules: Constitution, *, known: bool) -> ImportedScore:
    """The score of a row, from one column or from two. `known`: the match was played under these rules for certain.

    With its points, a match of fewer games is taken as one that was not finished; and one of more, where the rules may
    have been others.
    """
    both, home, away = (sheet.get(line, name) for name in ("score", "home_score", "away_score"))
    both_lose = both.casefold() in BOTH_LOSE
    games = (0, 0) if both_lose else _two(home, away) if home or away else _both(both)
    if games is None:
        written = " - ".join(each for each in (home, away) if each) or both
        return ImportedScore(None, None, (f"“{written}” is not a score." if written else "The row has no score.",))
    worth = [_points(sheet.get(line, name)) for name in ("home_points", "away_points")]
    points = (worth[0], worth[1]) if worth[0] is not None and worth[1] is not None else None
    if both_lose:
        points = points or (ZERO, ZERO)
    if points is not None:
        return _with_points(games, points, rules, known=known)
    if misfit := impossible_because(*games, rules):
        return ImportedScore(games, None, (misfit,))
    if not says_points(rules):
        why = "Points here depend on who won each line. Add columns with the points of both sides, or enter the card."
        return ImportedScore(games, None, (why,))
    return ImportedScore(games)


def _with_points(
    games: tuple[int, int], points: tuple[Fraction, Fraction], rules: Constitution, *, known: bool
) -> ImportedScore:
    most = rules.format.total_games
    if sum(games) <= most:
        tally = award_tally(winner=award_winner(games, points), games=games, points=points)
        return ImportedScore(games, points, note=BOTH_LOSE_NOTE if tally.both_lose else "")
    if known:
        return ImportedScore(games, points, (impossible_because(*games, rules),))
    return ImportedScore(games, points, note=f"{_played(*games)}. Matches have {most} by today’s rules.")


def _both(text: str) -> tuple[int, int] | None:
    """The games of both sides in one cell."""
    score = parse_score(text)
    if score is None or score.outcome or score.second or score.home.denominator * score.away.denominator > 1:
        return None
    return score.home.numerator, score.away.numerator


def _two(home: str, away: str) -> tuple[int, int] | None:
    mine, theirs = parse_number(home), parse_number(away)
    if mine is None or theirs is None or max(mine, theirs) > MOST_POINTS:
        return None
    return mine, theirs


def _points(text: str) -> Fraction | None:
    found = POINTS.fullmatch(text.strip())
    if found is None:
        return None
    sign, whole, decimals, part, part_alone = found.groups()
    points = Fraction(f"{whole or 0}.{decimals or 0}") + PARTS.get(part or part_alone or "", ZERO)
    return -points if sign else points


def says_points(rules: Constitution) -> bool:
    """Whether a score in games alone says what the match was worth."""
    by_line = bool(rules.scheme.per_line) or rules.scheme.decided_by is DecidedBy.LINES
    return rules.format.one_game_a_line or not by_line


def impossible_because(home: int, away: int, rules: Constitution) -> str:
    """Why a match cannot end so; empty when it can."""
    most = rules.format.total_games
    fewest = sum(line.to_win if line.settle is Settle.BEST_OF else line.games for line in rules.format.lines)
    if fewest <= home + away <= most:
        return ""
    otherwise = "" if home or away else " If neither side takes it, write “both lose” for the score."
    return f"{_played(home, away)}, but a match has {most}. Correct the score, or leave the row out.{otherwise}"


def _played(home: int, away: int) -> str:
    return f"{home}\N{EN DASH}{away} is {several(home + away)}"

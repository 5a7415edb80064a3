"""The score of a row of results: what its cells say, what it is worth, and what has to be asked about it.

Points that the file has count wherever they are not what the rules give. A season that is over had rules of its own,
so its scores come in as they are written; in a running one a score that cannot be is asked about.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from league.exchange.values.outcomes import ImportSheet, NameQuestion
from league.reading.cells import parse_score, parse_side, score_number
from league.reading.marks import CellMark, mark_of, split_mark
from league.reading.values import SheetLine
from scoring.card.format import Settle
from scoring.card.league_rules import LeagueRules
from scoring.card.outcome import Kind, Tally, award_tally, award_winner, tally
from scoring.card.points import ZERO, DecidedBy, Games, Half, plain, points, whole_or_half
from scoring.card.sheet import Card, Ending, Side

WrittenPoints = tuple[Fraction, Fraction]
MOST_POINTS = 999
POINTS = re.compile(r"([-\N{MINUS SIGN}\N{EN DASH}]?)\s*\+?(.+)")
LOST_BY_BOTH = re.compile(
    r"(?:both|neither)(?: sides?| teams?)? (?:lose|lost|forfeit(?:ed)?|win)|double (?:forfeit|loss|defeat|walk ?over)"
)
HOME_TAKES, AWAY_TAKES = re.compile(r"h(?:ome)?\b"), re.compile(r"a(?:way)?\b")


class ScoreMark(StrEnum):
    """AWAITED: no score yet. WALKOVER: one side had the match without playing, and the score says which if any does.
    ABANDONED: begun and not finished.
    """

    AWAITED = "awaited"
    POSTPONED = "postponed"
    WALKOVER = "walkover"
    VOID = "void"
    ABANDONED = "abandoned"
    BOTH_LOSE = "both-lose"


SCORE_MARKS = {
    CellMark.POSTPONED: ScoreMark.POSTPONED,
    CellMark.CATCH_UP: ScoreMark.POSTPONED,
    CellMark.WALKOVER: ScoreMark.WALKOVER,
    CellMark.CONCEDED: ScoreMark.WALKOVER,
    CellMark.VOID: ScoreMark.VOID,
    CellMark.NOT_PLAYED: ScoreMark.VOID,
    CellMark.ABANDONED: ScoreMark.ABANDONED,
    **dict.fromkeys(
        (CellMark.RESULT_AWAITED, CellMark.NOT_PLAYED_YET, CellMark.NOT_KNOWN_YET, CellMark.EMPTY, CellMark.UNKNOWN),
        ScoreMark.AWAITED,
    ),
}
NO_TEAM = {
    CellMark.NIGHT_OFF: "a night off",
    CellMark.HOLIDAY: "a night off",
    CellMark.CUP_NIGHT: "a night of the cup",
    CellMark.CATCH_UP: "a night for postponed matches",
    CellMark.NOT_KNOWN_YET: "a side that is not known yet",
    CellMark.UNKNOWN: "a side that is not known yet",
    CellMark.EMPTY: "a side that is not known yet",
    CellMark.CUP_PLACE: "a tie of a cup",
}


def score_mark(text: str) -> ScoreMark | None:
    """What a word in place of a score, or after it, says of the match; None for one that is not known."""
    if LOST_BY_BOTH.fullmatch(" ".join(text.casefold().split())):
        return ScoreMark.BOTH_LOSE
    mark = mark_of(text)
    return SCORE_MARKS.get(mark) if mark else None


def no_team(name: str) -> str:
    """Why a name is not that of a team ("a night off"); empty for one that may be."""
    mark = mark_of(name) if name else None
    return NO_TEAM.get(mark, "") if mark else ""


# --- the cells of a score ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class WrittenScore:
    """The cells of a score, before any rule is asked; `side` is whom a word gives the match to."""

    text: str
    games: tuple[Games, Games] | None = None
    mark: ScoreMark | None = None
    side: Side | None = None
    why: str = ""
    note: str = ""


def written_score(sheet: ImportSheet, line: SheetLine) -> WrittenScore:
    both, home, away = (sheet.get(line, name) for name in ("score", "home_score", "away_score"))
    if home or away:
        return _from_two(home, away)
    score = parse_score(both)
    if score is None:
        mark, plain_text = score_mark(both), both.strip().casefold()
        if mark is None:
            return WrittenScore(both, why=_no_score(both))
        side = Side.HOME if HOME_TAKES.match(plain_text) else Side.AWAY if AWAY_TAKES.match(plain_text) else None
        return WrittenScore(both, mark=mark, side=side)
    if score.outcome and score.outcome != "drew":
        return WrittenScore(both, why=f"“{both}” does not say whether the home side did. Write the score alone.")
    mark = SCORE_MARKS.get(score.mark) if score.mark else None
    note = f"Written “{both}”: the figures in brackets are left out." if score.second else ""
    return _counted(both, score.home, score.away, mark, note)


def _counted(text: str, home: Fraction, away: Fraction, mark: ScoreMark | None, note: str) -> WrittenScore:
    if max(home, away) > MOST_POINTS or max(home.denominator, away.denominator) > 2:
        return WrittenScore(text, why=_no_score(text))
    return WrittenScore(text, (whole_or_half(home), whole_or_half(away)), mark, note=note)


def _no_score(text: str) -> str:
    return f"“{text}” is not a score."


def _from_two(home: str, away: str) -> WrittenScore:
    text = f"{home or 'nothing'} - {away or 'nothing'}"
    cells = (split_mark(home), split_mark(away))
    sides = [None if mark_of(cell) else parse_side(cell) for cell, _ in cells]
    numbers = [side.first if side else None for side in sides]
    marks = [SCORE_MARKS.get(mark) if mark else None if number is not None else score_mark(cell)
             for (cell, mark), number in zip(cells, numbers, strict=True)]  # fmt: skip
    if any(number is None and mark is None for number, mark in zip(numbers, marks, strict=True)):
        return WrittenScore(text, why=_no_score(text))
    named = [mark for mark in marks if mark not in (None, ScoreMark.AWAITED)]
    if len(set(named)) > 1:
        return WrittenScore(text, why=_no_score(text))
    mark = named[0] if named else None
    if mark is None and numbers == [None, None]:
        return WrittenScore(text, mark=ScoreMark.AWAITED)
    if mark is None and None in numbers:
        return WrittenScore(text, why="Only one side has a score. Add the other, or empty both cells.")
    if numbers == [None, None]:  # a walkover beside the name of one side alone is that side's
        side = Side.HOME if marks[0] is ScoreMark.WALKOVER else Side.AWAY
        return WrittenScore(text, mark=mark, side=side if named == [ScoreMark.WALKOVER] else None)
    brackets = any(side is not None and side.second is not None for side in sides)
    note = f"Written “{text}”: the figures in brackets are left out." if brackets else ""
    return _counted(text, numbers[0] or Fraction(0), numbers[1] or Fraction(0), mark, note)


def written_points(sheet: ImportSheet, line: SheetLine) -> tuple[WrittenPoints | None, str]:
    texts = [sheet.get(line, name) for name in ("home_points", "away_points")]
    if not any(texts):
        return None, ""
    home, away = map(written_number, texts)
    if home is None or away is None:
        shown = next(text for text, value in zip(texts, (home, away), strict=True) if value is None)
        return None, f"“{shown}” is not a number of points." if shown else "Only one side has points. Add the other’s."
    return (home, away), ""


def written_number(text: str) -> Fraction | None:
    match = POINTS.fullmatch(text.strip())
    value = score_number(match[2]) if match else None
    return None if match is None or value is None else -value if match[1] else value


# --- what a score comes to --------------------------------------------------------------------------------------------
BOTH_LOSE_NOTE = "Neither side takes it; both lose"
DASH = "\N{EN DASH}"
NO_POINTS = "Points here depend on who won each line. Add columns with the points of both sides, or say what they were."
OPEN = "open"  # the answer that scores need not be numbers of games
DRAWN, NOT_PLAYED, BOTH_LOST = "drawn", "not-played", "both-lose"  # what 0-0 may mean


@dataclass(frozen=True, slots=True)
class ImportedScore:
    """`games` and `points` are those of home and away; `filing` is what is entered, None while there is no score.

    `why` is what keeps the row out, with `ask` if an answer would let it in. `worth` is what the file gives.
    """

    games: tuple[Games, Games] | None = None
    filing: Card | Tally | None = None
    points: WrittenPoints | None = None
    mark: ScoreMark | None = None
    why: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    ask: NameQuestion | None = None
    worth: WrittenPoints | None = None

    @property
    def text(self) -> str:
        """The points that will count: ", points 12–6"."""
        if self.points is None:
            return ""
        home, away = map(plain, self.points)
        return f", points {home}{DASH}{away}" if min(self.points) >= 0 else f", points {home} and {away}"

    def turned(self) -> "ImportedScore":
        filing = self.filing
        if isinstance(filing, Tally):
            filing = replace(
                filing, home_games=filing.away_games, away_games=filing.home_games, home_points=filing.away_points,
                away_points=filing.home_points, winner=filing.winner.other if filing.winner else None,
            )  # fmt: skip
        elif filing is not None and filing.quick is not None:
            filing = Card.score_only(*filing.quick[::-1])
        elif filing is not None and (winner := filing.ending.walkover_to) is not None:
            filing = Card(ending=Ending.WALKOVER_AWAY if winner is Side.HOME else Ending.WALKOVER_HOME)
        games = self.games[::-1] if self.games else None
        points_of = self.points[::-1] if self.points else None
        worth = self.worth[::-1] if self.worth else None
        return replace(self, games=games, filing=filing, points=points_of, worth=worth)


@dataclass(frozen=True, slots=True)
class _ScoreRow:
    """A row and the rules; `worth` are the file's points. `past`: the rules may have been others."""

    sheet: ImportSheet
    line: SheetLine
    rules: LeagueRules
    sides: tuple[str, str]
    past: bool
    written: WrittenScore
    worth: WrittenPoints | None

    def answer(self, what: str, key: str = "") -> str:
        return self.sheet.answers.get(what, {}).get(key, "")


def score_of(
    sheet: ImportSheet, line: SheetLine, rules: LeagueRules, sides: tuple[str, str], *, past: bool
) -> ImportedScore:
    """The score of a row; `sides` are the names of home and away. `past`: the rules may have been others."""
    written = written_score(sheet, line)
    worth, why = written_points(sheet, line)
    if written.why or why:
        return ImportedScore(why=tuple(filter(None, (written.why, why))))
    row = _ScoreRow(sheet, line, rules, sides, past, written, worth)
    marked = _marked(row)
    return replace(_played(row) if marked is None else marked, worth=worth)


def _marked(row: _ScoreRow) -> ImportedScore | None:
    mark, games = row.written.mark, row.written.games
    if mark is ScoreMark.BOTH_LOSE:
        return _both_lose(games or (0, 0), row.worth or (ZERO, ZERO))
    if mark is ScoreMark.VOID:
        void = Card(ending=Ending.VOID)
        return ImportedScore((0, 0), void, mark=mark, notes=("Void: it counts for nothing.",))
    if mark is ScoreMark.WALKOVER:
        return _walkover(row)
    if mark is ScoreMark.POSTPONED and games is None:
        return ImportedScore(mark=mark, notes=("Postponed: no score.",))
    if games is None:
        abandoned = mark is ScoreMark.ABANDONED
        return ImportedScore(mark=mark, notes=("Abandoned: no score is entered." if abandoned else "No score yet.",))
    return None


def has_score(matching: Mapping[str, int]) -> bool:
    return "score" in matching or {"home_score", "away_score"} <= matching.keys()


# --- what it is worth -------------------------------------------------------------------------------------------------
def _played(row: _ScoreRow) -> ImportedScore:
    assert row.written.games is not None
    games, rules, worth = row.written.games, row.rules, row.worth
    misfit, halves = impossible_because(*games, rules), any(isinstance(each, Half) for each in games)
    card = None if misfit or halves or not says_points(rules) else Card.score_only(*map(int, games))
    by_rules = tally(card, rules.format, rules.scheme) if card else None
    if by_rules is not None and (worth is None or worth == (by_rules.home_points, by_rules.away_points)):
        notes = _as_written(row.written)
        return ImportedScore(games, card, (by_rules.home_points, by_rules.away_points), notes=notes)
    refused = worth is None or sum(games) > rules.format.total_games
    if misfit and refused and not row.past and row.answer("scores") != OPEN:
        most, choice = rules.format.total_games, (OPEN, "Take every score of this file as it is written")
        label = f"Matches have {most} games by the rules, and the file has scores such as {games[0]}{DASH}{games[1]}"
        return ImportedScore(games, why=(misfit,), ask=NameQuestion("scores", "", "", (choice,), label=label))
    if games == (0, 0) and misfit and worth in (None, (ZERO, ZERO)):
        return _nothing_each(row)
    notes = (*_differences(games, worth, by_rules, rules), *_as_written(row.written))
    if (worth := worth or _match_points(row, games)) is None:
        return ImportedScore(games, why=(NO_POINTS,), ask=_points_question(rules))
    total = _imported(games, worth, rules)
    return ImportedScore(games, total, worth, notes=(BOTH_LOSE_NOTE,) if total.both_lose else notes)


def _as_written(written: WrittenScore) -> tuple[str, ...]:
    """A score that came with a word or with brackets, which change nothing of it."""
    return tuple(filter(None, (f"Written “{written.text}”." if written.mark else "", written.note)))


def _differences(
    games: tuple[Games, Games], worth: WrittenPoints | None, by_rules: Tally | None, rules: LeagueRules
) -> Iterator[str]:
    if by_rules is not None and worth is not None:
        home, away = plain(by_rules.home_points), plain(by_rules.away_points)
        yield f"Points as in the file. By today’s rules they would be {home}{DASH}{away}."
    elif sum(games) != rules.format.total_games:
        yield f"{_count(*games)}. Matches have {rules.format.total_games} by today’s rules."


def _imported(games: tuple[Games, Games], worth: WrittenPoints, rules: LeagueRules) -> Tally:
    """A match as it was played, with the points that it was worth then; lost by both where points were only taken."""
    both_lost = award_tally(winner=award_winner(games, worth), games=games, points=worth)
    if both_lost.both_lose:
        return both_lost
    by_lines = rules.scheme.decided_by is DecidedBy.LINES
    winner = (_more(*worth) if by_lines else None) or _more(*games)
    return Tally(Kind.PLAYED, *games, None, None, None, None, *worth, winner)


def _both_lose(games: tuple[Games, Games], worth: WrittenPoints) -> ImportedScore:
    total = award_tally(winner=None, games=games, points=worth)
    if not total.both_lose:
        return ImportedScore(games, why=("Both sides lose, but one has games or points. Correct the row.",))
    return ImportedScore(games, total, worth, ScoreMark.BOTH_LOSE, notes=(BOTH_LOSE_NOTE,))


def _walkover(row: _ScoreRow) -> ImportedScore:
    """A walkover to the side that the score, the points or an answer names."""
    written, sides, key = row.written, row.sides, str(row.line.number)
    side = {"home": Side.HOME, "away": Side.AWAY}.get(row.answer("walkover", key))
    winner = written.side or _more(*(written.games or (0, 0))) or _more(*(row.worth or (ZERO, ZERO))) or side
    if winner is None:
        label = f"Row {key}, {sides[0]} v {sides[1]}: who was given the match?"
        choices = (("home", sides[0]), ("away", sides[1]))
        ask = NameQuestion("walkover", key, written.text, choices, label=label)
        return ImportedScore(why=("A walkover to whom?",), ask=ask)
    card = Card(ending=Ending.WALKOVER_HOME if winner is Side.HOME else Ending.WALKOVER_AWAY)
    total = tally(card, row.rules.format, row.rules.scheme)
    by_rules = (total.home_games, total.away_games), (total.home_points, total.away_points)
    games = written.games if written.games and any(written.games) else by_rules[0]
    worth = row.worth or by_rules[1]
    decree = Tally(Kind.WALKOVER, *games, None, None, None, None, *worth, winner)
    note = f"Walkover to {sides[0] if winner is Side.HOME else sides[1]}"
    filing = card if (games, worth) == by_rules else decree
    return ImportedScore(games, filing, worth, ScoreMark.WALKOVER, notes=(note,))


def _more(home: Fraction | int, away: Fraction | int) -> Side | None:
    return None if home == away else Side.HOME if home > away else Side.AWAY


# --- what is asked, once for the whole file ---------------------------------------------------------------------------
def _points_question(rules: LeagueRules) -> NameQuestion:
    scheme = rules.scheme
    own = [(scheme.win, scheme.draw, scheme.loss, scheme.per_game)] if scheme.win or scheme.per_game else []
    usual = [*own, *((*map(Fraction, each),) for each in ((2, 1, 0, 0), (3, 1, 0, 0), (2, 1, 0, 1), (0, 0, 0, 1)))]
    choices = {"/".join(map(str, each)): _scheme_text(*each) for each in usual}
    return NameQuestion("points", "", "", tuple(choices.items()), label="The points of this file’s matches were")


def _scheme_text(win: Fraction, draw: Fraction, loss: Fraction, per_game: Fraction) -> str:
    parts = [f"{plain(win)} for a win, {plain(draw)} for a draw"] if win else []
    parts += [f"{plain(loss)} for a defeat"] if loss else []
    parts += [f"{plain(per_game)} for each game"] if per_game else []
    return ", ".join(parts)


def _match_points(row: _ScoreRow, games: tuple[Games, Games]) -> WrittenPoints | None:
    """The points of a score without lines: as somebody said, else by the rules where no line counts."""
    if answer := row.answer("points"):
        win, draw, loss, per_game = map(Fraction, answer.split("/"))
        home, away = games
        mine, theirs = (draw, draw) if home == away else (win, loss) if home > away else (loss, win)
        return mine + per_game * home, theirs + per_game * away
    if row.rules.scheme.per_line or row.rules.scheme.decided_by is DecidedBy.LINES:
        return None
    return points(row.rules.scheme, games=games, lines=(ZERO, ZERO))


def _nothing_each(row: _ScoreRow) -> ImportedScore:
    """0-0 where no match can end so: what it means is asked once."""
    answer = row.answer("nothing")
    if answer == NOT_PLAYED:
        return ImportedScore(mark=ScoreMark.AWAITED, notes=("0\N{EN DASH}0: no score yet.",))
    if answer == BOTH_LOST:
        return _both_lose((0, 0), (ZERO, ZERO))
    if answer == DRAWN:
        worth = row.worth or _match_points(row, (0, 0))
        if worth is None:
            return ImportedScore((0, 0), why=(NO_POINTS,), ask=_points_question(row.rules))
        return ImportedScore((0, 0), Tally(Kind.PLAYED, 0, 0, None, None, None, None, *worth, None), worth)
    choices = ((NOT_PLAYED, "Not played, or not in yet"), (DRAWN, "A draw"), (BOTH_LOST, "Both sides lost"))
    ask = NameQuestion("nothing", "", "", choices, label="0\N{EN DASH}0 in this file means")
    return ImportedScore((0, 0), why=("0\N{EN DASH}0 may mean several things.",), ask=ask)


def says_points(rules: LeagueRules) -> bool:
    by_line = bool(rules.scheme.per_line) or rules.scheme.decided_by is DecidedBy.LINES
    return rules.format.one_game_a_line or not by_line


def impossible_because(home: Games, away: Games, rules: LeagueRules) -> str:
    most = rules.format.total_games
    fewest = sum(line.to_win if line.settle is Settle.BEST_OF else line.games for line in rules.format.lines)
    if fewest <= home + away <= most:
        return ""
    otherwise = "" if home or away else " If neither side takes it, write “both lose” for the score."
    return f"{_count(home, away)}, but a match has {most}. Correct the score, or leave the row out.{otherwise}"


def _count(home: Games, away: Games) -> str:
    return f"{home}{DASH}{away} is {home + away} game{'' if home + away == 1 else 's'}"

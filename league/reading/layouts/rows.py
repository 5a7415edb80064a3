"""One row a match, under headings.

    Date,Time,Home,Away            Date        Home Team   VS  Away Team
    DIVISION ONE,,,                07/12/2026  Crown A     v   Bell
    07/12/2026,8pm,Crown A,Bell                Plough      v   Fleece
    DIVISION TWO,,,                14/12/2026  Bell        v   Plough
    ,,Lord Nelson,Swan

The day, the division and the week hold for the rows below them, where they are written once.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from league.reading.cells import (
    CUP,
    PLAYED,
    ScoreOrState,
    games_in,
    hour_in,
    is_empty,
    is_place,
    number_in,
    score_in,
    state_in,
)
from league.reading.column_names import plain
from league.reading.days import NO_DATE, WrittenDay, day_in, day_of_month, find_day, season_in, six_figures, weekday_in
from league.reading.match_columns import (
    HEADING_WORDS,
    LOOKED_AT,
    MatchColumns,
    ScorePair,
    are_numbers,
    columns_of,
    headings_in,
    is_heading,
)
from league.reading.match_list import MatchList, WrittenMatch, score_of_games, score_values
from league.reading.row_headings import WEEK, RowHeadings
from league.reading.tabular import cell_at, filled, whole
from league.reading.texts import SPLIT_MATCH, whole_lines, with_whole_heading
from league.reading.values import Context, Reading, SheetLine, SourceSheet
from scoring.names import fold


def sides_of(line: SheetLine, columns: MatchColumns) -> tuple[str, str]:
    if "home" not in columns.at:
        home, *away = SPLIT_MATCH.split(columns.get(line, "fixture"), maxsplit=1)
        return home, away[0] if away else ""
    return columns.get(line, "home"), columns.get(line, "away")


def _scores_below(rows: Sequence[SheetLine], place: int) -> dict[int, tuple[Fraction, Fraction]]:
    """The scores of a column by the numbers of their lines, several games of a cell added up; none of other columns."""
    texts = {line.number: text for line in rows if (text := cell_at(line, place))}
    games = {number: games_in(text) for number, text in texts.items() if not state_in(text) and not is_empty(text)}
    if not all(games.values()):
        return {}
    return {number: _total(each) for number, each in games.items()}


def _total(games: Iterable[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    home, away = zip(*games, strict=True)
    return sum(home, Fraction()), sum(away, Fraction())


class RowScores:
    def __init__(self, lines: Sequence[SheetLine], columns: MatchColumns, matches: MatchList) -> None:
        self.lines, self.columns, self.list = lines, columns, matches
        self.waits = False  # for an answer which cells have the score

    def choose_cell(self) -> None:
        """Cells with scores under a heading that does not say so: those that add up the others, or asked."""
        columns = self.columns
        if columns.pairs or columns.points or {"score", "home_score"} & set(columns.at):
            return
        rows = self.lines[columns.first_row :]
        cells = {place: scores for place in columns.ignored if (scores := _scores_below(rows, place))}
        if not cells:
            return
        totals = [
            place
            for place, scores in cells.items()
            if len(cells) > 2
            and all(
                score == _total(other[line] for at, other in cells.items() if at != place and line in other)
                for line, score in scores.items()
            )
        ]
        first = {place: next(text for line in rows if (text := cell_at(line, place))) for place in cells}
        choices = [(str(place + 1), f"“{columns.headings[place]}”: {text}") for place, text in first.items()]
        answer = None
        if len(totals) != 1:
            answer = self.list.ask("score_cells", "Which column has the score?", (*choices, ("none", "None of them")))
        self.waits = len(totals) != 1 and answer is None
        if len(totals) == 1 or (answer and answer != "none"):
            columns.at["score"] = totals[0] if totals else int(answer or 0) - 1

    def choose_columns(self) -> ScorePair | None:
        """Two columns that have the scores without saying so; asked about where several may."""
        columns = self.columns
        if len(columns.pairs) == 1 and not re.search(r"(?i)handicap|h'?cap|rating|180|ton", columns.pairs[0].heading):
            return columns.pairs[0]
        if columns.pairs:
            choices = [(pair.key, f"“{pair.heading}”: {self._sample(pair)}") for pair in columns.pairs]
            none = ("none", "None of them")
            answer = self.list.ask("score_columns", "Which columns have the score?", (*choices, none))
            return next((pair for pair in columns.pairs if pair.key == answer), None)
        scored = "score" in columns.at or "home_score" in columns.at
        if columns.points and not scored:
            choices = [("score", "The score of the match"), ("points", "Points for the table")]
            text = f"What are the numbers under “{columns.points.heading}”, such as {self._sample(columns.points)}?"
            if self.list.ask("points_are", text, choices) == "score":
                return columns.points
        return None

    def _sample(self, pair: ScorePair) -> str:
        rows = [line for line in self.lines[self.columns.first_row :] if number_in(cell_at(line, pair.home))]
        return ", ".join(f"{cell_at(line, pair.home)}–{cell_at(line, pair.away)}" for line in rows[:2])

    def take(self, line: SheetLine, pair: ScorePair | None, values: dict[str, str], notes: list[str]) -> bool:
        """Puts the score into the values; False where it is asked about."""
        columns = self.columns
        state = columns.get(line, "state")
        if pair is not None:
            home, away = cell_at(line, pair.home), cell_at(line, pair.away)
        elif self.waits or (columns.pairs and "score_columns" in self.list.questions):
            return False
        else:
            home, away = columns.get(line, "home_score"), columns.get(line, "away_score")
        score = self._score(line, home, away, columns.get(line, "score"))
        if score is None:
            return False
        values |= score_values(score)
        self._points(line, values)
        if state:
            named = state_in(state)
            if named and not (named == "not_played" and score.home and score.home != score.away):
                values["state"] = named
            elif PLAYED.fullmatch(state.strip()):
                values["played"] = "yes"
            elif not named and not is_empty(state):
                notes.append(state)
        return True

    def _points(self, line: SheetLine, values: dict[str, str]) -> None:
        columns = self.columns
        points = columns.points if self.list.context.answers.get("points_are") != "score" else None
        home = cell_at(line, points.home) if points else columns.get(line, "home_points")
        away = cell_at(line, points.away) if points else columns.get(line, "away_points")
        for key, text in (("home_points", home), ("away_points", away)):
            number = number_in(text.lstrip("-−"))
            if number is not None:
                values[key] = f"-{number}" if text.lstrip()[0] in "-−" else number

    def _score(self, line: SheetLine, home: str, away: str, both: str) -> ScoreOrState | None:
        """The score of a row; None where it cannot be read and is asked about."""
        score = self._read_score(home, away, both)
        if score is not None:
            return score
        written = " ".join(text for text in (both, home, away) if text)
        if games := games_in(both):
            return score_of_games(both, games, self.list)
        match = " v ".join(sides_of(line, self.columns))
        text = f"“{written}” is not a score. How did {match} end? Write 6-3, P/P or void."
        return self.list.ask_for(f"score-{line.number}", text, score_in)

    def _read_score(self, home: str, away: str, both: str) -> ScoreOrState | None:
        first, second = number_in(home), number_in(away)
        if first is not None and second is not None:
            state = next((state for text in (home, away) if (state := state_in(re.sub(r"[\d.½]+", "", text)))), "")
            return ScoreOrState(first, second, state)
        if is_empty(home) and is_empty(away):
            return score_in(both) if both.strip() else ScoreOrState()
        state = state_in(home) or state_in(away)
        if state and not (state_in(home) and state_in(away) and state_in(home) != state_in(away)):
            return ScoreOrState(state=state)
        return None


OF_WEEKS = re.compile(r"(?i)\s*(?:w\W?[cb]|(?:wk|week)\W*(?:comm?(?:encing)?|beg(?:inning)?|of))\W*")
RETURN = re.compile(r"(?i)\b(?:return|reverse|second|2nd)\b")
TOTALS = re.compile(
    r"(?i)(?:(?:grand|sub|week(?:ly)?|night|running|match|overall)[\s-]*)?totals?(?:\s+(?:matches|games|played))?\W*\d*"
)
WITHOUT_NOUGHT = re.compile(r"^(\d{1,2})\.([1-5])$")  # 7.30 as a spreadsheet writes the number
OF_OTHER_TABLES = frozenset(
    """pos position team p pl pld played w d l won drawn lost pts points player name captain secretary tel
    phone""".split()  # noqa: SIM905 -- a word list
)
CARRY = "carry"


def read(sheet: SourceSheet, context: Context) -> Reading | None:
    whole_sheet = with_whole_lines(sheet)
    lines = whole_sheet[: _end_of_matches(whole_sheet)]
    columns = columns_of(lines)
    sides = [columns.at[side] for side in ("home", "away") if side in columns.at] if columns else []
    if columns is None or any(are_numbers(lines[columns.first_row :], side) for side in sides):
        return None  # such as a table with its figures at home and away
    reader = RowReader(sheet, lines, columns, context)
    for line in whole_sheet[len(lines) :]:
        reader.list.leave(line.number, whole(line), "Another table stands below the matches")
    return reader.read()


def _end_of_matches(lines: Sequence[SheetLine]) -> int:
    """Where below an empty line the headings of another table stand, that of a division or of people."""
    for at in range(1, len(lines)):
        words = [plain(text) for text in filled(lines[at])]
        others = [word for word in words if word in OF_OTHER_TABLES]
        apart = lines[at].number - lines[at - 1].number > 1
        if apart and len(others) > 1 and 2 * len(others) >= len(words) and not is_heading(lines[at]):
            return at if columns_of(lines[:at]) is not None else len(lines)
    return len(lines)


def with_whole_lines(sheet: SourceSheet) -> tuple[SheetLine, ...]:
    lines = _below_each_other(whole_lines(sheet))
    lines = lines if columns_of(lines) is not None else with_whole_heading(lines, headings_in)
    # A word that a paste has cut off the end of the headings, "Frames" and "Won" below it, is put back.
    for at, (line, below) in enumerate(pairwise(lines[:LOOKED_AT])):
        words = filled(below)
        if is_heading(line) and len(words) == 1 and plain(words[0]) in HEADING_WORDS and below.cells[0].strip():
            heading = replace(line, cells=(*line.cells[:-1], f"{line.cells[-1]} {words[0]}"))
            return (*lines[:at], heading, *lines[at + 2 :])
    return lines


def _below_each_other(lines: tuple[SheetLine, ...]) -> tuple[SheetLine, ...]:
    """The lines with two lists that stand side by side, each under the same headings, one below the other."""
    for line in lines[:LOOKED_AT]:
        for cut in range(2, len(line.cells) - 1):
            left, right = (tuple(filter(None, map(str.strip, part))) for part in (line.cells[:cut], line.cells[cut:]))
            if line.cells[cut].strip() and left == right and is_heading(SheetLine(line.number, left)):
                halves = ([replace(row, cells=row.cells[:cut]) for row in lines],
                          [replace(row, cells=row.cells[cut:]) for row in lines])  # fmt: skip
                return tuple(row for half in halves for row in half if any(text.strip() for text in row.cells))
    return lines


class RowReader:
    what = "one match to a row"
    sure = 0.9
    layout = "rows"

    def __init__(self, sheet: SourceSheet, lines: Sequence[SheetLine], columns: MatchColumns, context: Context) -> None:
        self.sheet, self.lines, self.columns, self.context = sheet, lines, columns, context
        titles = " ".join([sheet.name, *(whole(line) for line in lines[: columns.first_row])])
        self.list = MatchList(context, season_in(titles))
        self.above = RowHeadings(self.list)
        self.scores = RowScores(lines, columns, self.list)
        # Rows without a day of their own, whether rows below each other say the same day, and the last one said.
        self.dateless: set[int] = set()
        self.day_is_repeated = False
        self.last_day: WrittenDay | None = None
        self.cup_rows = 0

    def read(self) -> Reading | None:
        self.scores.columns = self.columns
        pair = self.scores.choose_columns()
        self.scores.choose_cell()
        self.above.titles(self.sheet.name, self.lines[: self.columns.heading_at])
        for line in self.lines[self.columns.first_row :]:
            if is_heading(line):
                again = columns_of([line, *(other for other in self.lines if other.number > line.number)])
                if again is not None:
                    self.columns = self.scores.columns = again
                continue
            sides = " ".join(sides_of(line, self.columns)).strip()
            if TOTALS.fullmatch(sides) or TOTALS.fullmatch(" ".join(filled(line))):
                self.list.leave(line.number, whole(line), "A line of totals")
            elif self._is_row(line):
                self._row(line, pair)
            else:
                below = next((other for other in self.lines if other.number > line.number), None)
                self.above.heading(line, above_row=below is not None and self._is_row(below))
        self._days_that_hold()
        place = self.lines[self.columns.first_row - 1].number if self.columns.first_row else 1
        for column in self.columns.ignored:
            if column == self.columns.at.get("score"):
                continue
            heading = self.columns.headings[column] or f"Column {column + 1}"
            self.list.leave(place, heading, f"The column “{heading}” is no part of a match here")
        cup = self.above.is_of_a_cup or self.cup_rows * 2 > len(self.list.matches) + self.list.held_back
        return self.list.reading(self.layout, self.what, 0.5 if cup else self.sure)

    def _is_row(self, line: SheetLine) -> bool:
        columns = self.columns
        if "fixture" in columns.at and "home" not in columns.at:
            return SPLIT_MATCH.search(columns.get(line, "fixture")) is not None
        home, away = columns.get(line, "home"), columns.get(line, "away")
        if home and away:
            return home != away or is_place(home) or columns.get(line, "date") not in {"", home}
        return bool(home or away) and len({text for text in line.cells if text.strip()}) > 2

    def _row(self, line: SheetLine, pair: ScorePair | None) -> None:
        original = whole(line)
        if len(line.cells) > len(self.columns.headings) and any(line.cells[len(self.columns.headings) :]):
            self.list.leave(line.number, original, "This row has more cells than there are headings", unread=True)
            return
        home, away = sides_of(line, self.columns)
        if any(
            find_day(name) or (score_in(name) and number_in(name) is None and not state_in(name) and not is_empty(name))
            for name in (home, away)
        ):
            self.list.leave(line.number, original, "A date or a score stands where a team should", unread=True)
            return
        notes: list[str] = []
        day, has_day = self._day(line, notes)
        values = self._values(line, notes)
        if values is None:
            self.list.held_back += 1
            return
        if has_day or not day:
            self.day_is_repeated |= has_day and day == self.last_day
            self.last_day = day if has_day else self.last_day
        elif not self.above.day_of_heading:
            self.dateless.add(line.number)
        if self._belongs_to_a_cup(line):
            return
        if not self.scores.take(line, pair, values, notes):
            self.list.held_back += 1
        elif self._division_is_clear(values):
            match = WrittenMatch(line.number, original, home, away, day, values, tuple(notes))
            self.list.add(match)
            self._return(line, match)

    def _return(self, line: SheetLine, match: WrittenMatch) -> None:
        """The second match of a row with two days, "Return" or "2nd leg": whose it is at home is asked."""
        for place in self.columns.ignored:
            heading, day = self.columns.headings[place], day_in(cell_at(line, place))
            if day is None or not RETURN.search(heading):
                continue
            choices = (("turned", "With the sides turned round"), ("same", "With the same sides"), ("none", "None"))
            text = f"What are the matches of the days under “{heading}”, such as {match.home} v {match.away} again?"
            answer = self.list.ask("return_days", text, choices)
            sides = (match.away, match.home) if answer == "turned" else (match.home, match.away)
            if answer is None:
                self.list.held_back += 1
            elif answer != "none":
                values = {key: value for key, value in match.values.items() if key in {"division", "time"}}
                self.list.add(WrittenMatch(line.number, match.original, *sides, day, values))

    def _day(self, line: SheetLine, notes: list[str]) -> tuple[WrittenDay | None, bool]:
        text = self.columns.get(line, "date")
        weekday = weekday_in(self.columns.get(line, "weekday"))
        if not text or text in {'"', "''", "do.", "ditto", "〃", "do"}:
            return self.above.day, False
        day = day_in(text) or day_of_month(text, self.above.month) or six_figures(text)
        if day is None:
            if is_place(text) or is_empty(text) or state_in(text):
                notes.append(f"“{text}” is taken for no date yet")
                if is_place(text):  # which holds for the rows below it, as a day does
                    self.above.day, self.above.day_of_heading = None, False
                return None, True
            day = WrittenDay(text, 0, 0)
        if weekday is not None and day.day and OF_WEEKS.fullmatch(self.columns.headings[self.columns.at["date"]]):
            day = replace(day, text=f"w/c {day.text}").of_week(weekday)
        elif weekday is not None and day.weekday is None and day.day:
            day = replace(day, text=f"{self.columns.get(line, 'weekday')} {day.text}", weekday=weekday)
        if day != self.above.day:
            self.above.cup = ""
            if not self.above.day_of_heading:
                self.above.time = ""
        self.above.day, self.above.day_of_heading = day, False
        return day, True

    def _values(self, line: SheetLine, notes: list[str]) -> dict[str, str] | None:
        columns = self.columns
        week = WEEK.search(columns.get(line, "week"))
        values = {"division": columns.get(line, "division") or self.above.division}
        values["week"] = week[1] if week else columns.get(line, "week") or self.above.week
        if columns.get(line, "division"):
            self.above.division = values["division"]
        values["venue"], values["meeting"] = columns.get(line, "venue"), columns.get(line, "meeting")
        text = columns.get(line, "time")
        span = find_day(columns.get(line, "date"), without_month_name=True)
        if not text and span:
            text = columns.get(line, "date")[span.end :].strip(" ,@-T").removeprefix("at ")
            text = re.sub(r"(?<=:\d\d)(?:\.\d+)?Z?$", "", text)
            text = "" if hour_in(text) is None or text in {"00:00", "00:00:00"} else text
        if not text:
            values["time"] = self.above.time
        elif hour := hour_in(WITHOUT_NOUGHT.sub(r"\1.\g<2>0", text)):
            values["time"] = hour[0]
            notes += [hour[1]] if hour[1] else []
            if not columns.get(line, "date"):
                self.above.time = hour[0]
        elif not is_place(text) and not is_empty(text):
            question = f"“{text}” is not an hour. When do these matches start?"
            hour = self.list.ask_for(f"time-{fold(text)}", question, hour_in)
            if hour is None:
                return None
            values["time"] = hour[0]
        if remark := columns.get(line, "remark"):
            notes.append(remark)
        return values

    def _belongs_to_a_cup(self, line: SheetLine) -> bool:
        """Whether the row is of a cup, or may be and is asked about."""
        columns = self.columns
        texts = [columns.get(line, "week"), columns.get(line, "division"), self.above.cup]
        divisions = {fold(name) for name in self.context.divisions}
        name = next((text for text in texts if text and CUP.search(text) and fold(text) not in divisions), "")
        if not name or any(is_place(side) for side in sides_of(line, self.columns)):
            return False
        self.cup_rows += 1
        return not self.list.is_of_league(name, line.number, whole(line))

    def _division_is_clear(self, values: dict[str, str]) -> bool:
        heading = self.above.unclear
        if not heading or self.columns.at.get("division") is not None:
            return True
        division = self.list.division_of(heading)
        values["division"] = division or values["division"]
        return division is not None

    def _days_that_hold(self) -> None:
        """Rows without a day, where a column has days: the day above holds, unless something speaks against it."""
        places = self.dateless
        if not places or not (self.day_is_repeated or self.list.nights_with_a_team_twice()):
            return
        choices = ((CARRY, "The day above them"), (NO_DATE, "They have no date yet"))
        answer = self.list.ask("blank_dates", "Some rows have no date. Which do they have?", choices)
        if answer == CARRY:
            return
        if answer is None:
            self.list.held_back += sum(match.place in places for match in self.list.matches)
            self.list.matches = [match for match in self.list.matches if match.place not in places]
        else:
            self.list.matches = [
                replace(match, day=None) if match.place in places else match for match in self.list.matches
            ]

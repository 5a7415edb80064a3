"""The score of one row of a list of matches, and the columns in which scores stand."""

import re
from collections.abc import Sequence

from league.reading.match_columns import MatchColumns, ScorePair, cell
from league.reading.match_list import MatchList, score_values
from league.reading.values import SheetLine
from league.reading.written_scores import PLAYED, ScoreOrState, is_empty, number_in, score_in, state_in

SPLIT_MATCH = re.compile(r"\s+(?:-\s*)?(?:v|vs|versus)\.?(?:\s*-)?\s+", re.IGNORECASE)


def sides_of(line: SheetLine, columns: MatchColumns) -> tuple[str, str]:
    """The two teams of a row, of two columns or of one with `A v B`."""
    if "home" not in columns.at:
        home, *away = SPLIT_MATCH.split(columns.get(line, "fixture"), maxsplit=1)
        return home, away[0] if away else ""
    return columns.get(line, "home"), columns.get(line, "away")


class RowScores:
    def __init__(self, lines: Sequence[SheetLine], columns: MatchColumns, matches: MatchList) -> None:
        self.lines, self.columns, self.list = lines, columns, matches

    def choose_columns(self) -> ScorePair | None:
        """Two columns that have the scores without saying so; asked about where several may."""
        columns = self.columns
        if len(columns.pairs) == 1 and not re.search(
            r"handicap|h'?cap|rating|180|ton", columns.pairs[0].heading, re.IGNORECASE
        ):
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
        rows = [line for line in self.lines[self.columns.first_row :] if number_in(cell(line, pair.home))]
        return ", ".join(f"{cell(line, pair.home)}–{cell(line, pair.away)}" for line in rows[:2])

    def take(self, line: SheetLine, pair: ScorePair | None, values: dict[str, str], notes: list[str]) -> bool:
        """Puts the score into the values; False where it is asked about."""
        columns = self.columns
        state = columns.get(line, "state")
        if pair is not None:
            home, away = cell(line, pair.home), cell(line, pair.away)
        elif columns.pairs and "score_columns" in self.list.questions:
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
        home = cell(line, points.home) if points else columns.get(line, "home_points")
        away = cell(line, points.away) if points else columns.get(line, "away_points")
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

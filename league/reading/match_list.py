"""What the layouts of fixtures and results have in common: from matches as they are written to rows with dates.

A layout says where a match stands and what is written of it. Here is decided what a night off is, which date a day
is, who was given a walkover, what 0-0 means; and what has to be asked.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from league.reading.cells import STATE_TEXT, ScoreOrState, is_night_off, is_place, team_key
from league.reading.days import LEAVE_OUT, WrittenDay
from league.reading.sheet_dates import ResolvedDays
from league.reading.tabular import written
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow
from scoring.names import fold, has_letters
from scoring.words import several

T = TypeVar("T")
MARKS = "*†‡§"
LONGEST_NAME = 60  # letters of a team
# What no name of a team has: scores, a v, the beginning of a place or of a quotation, the words of another date.
NO_NAME = re.compile(
    r"(?i)^w\W?[cb]\.?$|\b(?:league|division|div|section|premier|results?)\b.*\s[-–]\s|"
    r"\d\s*[-–—:]\s*\d|\d½|\s(?:v|vs)\.?\s|^(?:at\s|[@>])|\s@\s|\s(?:pp|p/p|now|postponed|moved to|switched to)$",
)
# What is written in brackets behind a name and is none of it.
SEVERAL_NUMBERS = re.compile(r"\s\d+\s+\d+$")  # a name and its score, handicap and total
LABELLED = re.compile(r"[^():]{2,25}:\s*\S")  # "QM: Railway Club", whose duty it is
LABELLED_NOTE = re.compile(r"\s*\([^():]{2,25}:\s*[^()]+\)$")
NOTE_WORDS = re.compile(
    r"(?i)(?:at|@|played|short|away|home|late|bye|ko|new|switched|reversed|rearr\w*|moved|was|from|sub\w*|no|only|with)\b",
)


@dataclass(frozen=True, slots=True)
class WrittenMatch:
    """A match as it is written: `values` by the keys of the columns, without the date."""

    place: int
    original: str
    home: str
    away: str
    day: WrittenDay | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def score_values(score: ScoreOrState) -> dict[str, str]:
    """A score by the keys of the columns; a walkover is still without its side."""
    values = {"home_score": score.home, "away_score": score.away, "state": score.state, "rest": score.rest}
    return {key: value for key, value in values.items() if value}


def score_of_games(text: str, games: Sequence[tuple[Fraction, Fraction]], matches: "MatchList") -> ScoreOrState | None:
    """The score of a match whose games stand in one cell; whether they are added up or counted is asked once."""
    total = tuple(written(sum((game[side] for game in games), Fraction())) for side in (0, 1))
    won = tuple(str(sum(game[side] > game[1 - side] for game in games)) for side in (0, 1))
    choices = (("sum", f"All added up: {'-'.join(total)}"), ("won", f"Games won: {'-'.join(won)}"), ("none", "Neither"))
    answer = matches.ask("games", f"“{text}” are several scores. What is the score of the match?", choices)
    if answer == "none":
        return ScoreOrState(rest=text)
    return None if answer is None else ScoreOrState(*(total if answer == "sum" else won))


class MatchList:
    def __init__(self, context: Context, season: int | None = None) -> None:
        self.context = context
        self.season = season
        self.matches: list[WrittenMatch] = []
        self.left_out: list[LeftOut] = []
        self.questions: dict[str, ReadingQuestion] = {}
        self.rows: list[ReadRow] = []
        self.unread = 0  # lines of which the layout could make nothing
        self.held_back = 0  # matches that hang on a question of the layout
        self._written: Counter[str] = Counter()  # how often each name stands in the sheet
        self._divisions: dict[str, set[str]] = {}  # of each name as it is written
        self._teams = {fold(name) for name in context.teams}

    def ask(self, key: str, text: str, choices: Iterable[tuple[str, str]] = ()) -> str | None:
        """The answer to a question; None, and the question is put, where there is none yet."""
        answer = self.context.answers.get(key)
        options = tuple(choices)
        if answer is None or (options and answer not in dict(options)):
            self.questions.setdefault(key, ReadingQuestion(key, text, options))
            return None
        return answer

    def ask_for(self, key: str, text: str, read: Callable[[str], T | None]) -> T | None:
        """What is typed in answer to a question, as `read` has it; asked again where that makes nothing of it."""
        answer = self.ask(key, text)
        value = None if answer is None else read(answer)
        if answer is not None and value is None:
            self.questions[key] = ReadingQuestion(key, f"“{answer}” cannot be read. {text}")
        return value

    def decide(self, key: str, text: str, choices: Iterable[tuple[str, str]], place: int, original: str) -> str | None:
        """The answer to a question about one match; None while it is asked, and where the match is left out."""
        answer = self.ask(key, text, (*choices, (LEAVE_OUT, "Leave it out")))
        if answer is None:
            self.held_back += 1
        if answer != LEAVE_OUT:
            return answer
        self.leave(place, original, "Left out, as you decided")
        return None

    def is_of_league(self, cup: str, place: int, original: str) -> bool:
        """Whether matches below the name of a cup are taken as matches of the league; asked once for all."""
        choices = (("leave_out", "Leave them out here"), ("league", "Take them as matches of the league"))
        answer = self.ask("cup_rows", f"“{cup}” sounds like a cup. What about its matches?", choices)
        if answer is None:
            self.held_back += 1
        elif answer == "leave_out":
            self.leave(place, original, f"A match of {cup}")
        return answer == "league"

    def division_of(self, heading: str) -> str | None:
        """The heading where it is a division, else nothing; None while that is asked."""
        choices = (("division", "Yes, a division"), ("heading", "No, only a heading"))
        text = f"“{heading}” stands above matches. Is it a division?"
        answer = self.ask(f"division-{fold(heading)}", text, choices)
        if answer is None:
            self.held_back += 1
            return None
        return heading if answer == "division" else ""

    def leave(self, place: int, original: str, why: str, *, unread: bool = False) -> None:
        self.left_out.append(LeftOut(place, original, why))
        self.unread += unread

    def add(self, match: WrittenMatch) -> None:
        self.matches.append(match)

    def is_team(self, name: str) -> bool:
        return fold(name) in self._teams

    def reading(self, layout: str, what: str, sure: float) -> Reading | None:
        """The reading of everything that was collected; None where no match is in it."""
        if not self.matches and not self.questions:
            return None
        matches = [match for match in self.matches if self._is_match(match)]
        played = {match.day for match in matches if match.day and "home_score" in match.values}
        days = ResolvedDays([match.day for match in matches if match.day], self.context, self.season, played)
        self.questions |= days.questions
        scored = any("home_score" in match.values for match in matches)
        self._written = Counter(fold(name) for match in matches for name in (match.home, match.away))
        for match in matches:
            for name in (match.home, match.away):
                self._divisions.setdefault(name.strip(), set()).add(match.values.get("division", ""))
        for match in matches:
            self._row(match, days, scored=scored)
        self._written_twice()
        count = len(matches) + self.held_back
        pieces = count + self.unread
        return Reading(
            layout,
            Content.RESULTS if scored else Content.FIXTURES,
            f"{several(count, 'result' if scored else 'match')} ({what})",
            tuple(sorted(self.rows, key=lambda row: row.place)),
            tuple(sorted(self.left_out, key=lambda piece: piece.place)),
            tuple(self.questions.values()),
            round(sure * (count / pieces if pieces else 0.5), 3),
        )

    def _is_match(self, match: WrittenMatch) -> bool:
        why = self._why_not(match.home.strip(), match.away.strip())
        if why:
            self.leave(match.place, match.original, why, unread=why.endswith("more than the name of a team"))
        return not why

    def _why_not(self, home: str, away: str) -> str:  # noqa: PLR0911 - one reason after the other
        sides = (home, away)
        off = [name for name in sides if is_night_off(name) and not self.is_team(name)]
        places = [name for name in sides if is_place(name) and not self.is_team(name)]
        if len(off) == 2 or (off and not all(sides)):
            return "A night off"
        if off:
            return f"A night off for {away if off[0] == home else home}"
        if places:
            return "A place of a knock-out or a match of which the teams are not known yet"
        if not home and not away:
            return "No teams stand here"
        if not all(sides):
            return f"Only one team stands here: {home or away}"
        for name in sides:
            bare = name.strip(MARKS + " .")
            if (not has_letters(name) or bare.isdigit() or len(bare) < 2) and not self.is_team(name):
                return f"“{name}” is not the name of a team"
            name = LABELLED_NOTE.sub("", name)  # noqa: PLW2901 -- the name that is left
            if (len(name) > LONGEST_NAME or re.search(r"[:;]\s|\d[.,]\s", name)) and not self.is_team(name):
                return f"“{name[:LONGEST_NAME]}” is more than the name of a team"
            if (NO_NAME.search(name) or SEVERAL_NUMBERS.search(name)) and not self.is_team(name):
                return f"“{name}” is more than the name of a team"
        return f"{home} cannot play itself" if team_key(home) == team_key(away) else ""

    def _row(self, match: WrittenMatch, days: ResolvedDays, *, scored: bool) -> None:
        notes = list(match.notes)
        values = self._sides(match, notes)
        if values is None:
            return  # a name is asked about
        if match.day is not None:
            if match.day in days.left_out:
                self.leave(match.place, match.original, "Left out, as you decided")
                return
            if match.day not in days.dates:
                return  # its day is asked about
            at = days.dates[match.day]
            values |= {"date": at.isoformat()} if at else {}
            if note := days.notes.get(match.day):
                notes.append(note)
        written = {key: value for key, value in match.values.items() if value}
        rest = written.pop("rest", "")
        played = written.pop("played", "") == "yes"
        state = self._state(match, written, rest, values.get("date", ""), notes, played=played)
        if state is None:
            return  # it is asked about, or left out
        written.pop("state", None)
        if state in {"not_played", "postponed"}:
            written.pop("home_score", None)
            written.pop("away_score", None)
        if state or (scored and "home_score" not in written):
            written["state"] = state or "not_played"
        self.rows.append(ReadRow(match.place, match.original, {**values, **written}, tuple(notes)))

    def _sides(self, match: WrittenMatch, notes: list[str]) -> dict[str, str] | None:
        values = {}
        for side, as_written in (("home", match.home), ("away", match.away)):
            name = self._name(as_written)
            if name is None:
                return None
            if name != as_written.strip():
                notes.append(f"“{as_written.strip()}” is taken for {name}")
            values[side] = name
        return values

    def _name(self, written: str) -> str | None:
        """A name without a footnote and a note, as of "Bell (at Crown)"; asked where both may be teams."""
        name = " ".join(written.split()).rstrip(MARKS).strip() or written.strip()
        bare, marked = self._divisions.get(name), self._divisions.get(written.strip())
        if name != written.strip() and bare and marked and bare.isdisjoint(marked):
            choices = ((name, "Yes, with a mark"), (written.strip(), "No, they are two teams"))
            return self.ask(f"mark-{written.strip()}", f"Is “{written.strip()}” the team {name}?", choices)
        note = re.fullmatch(r"(\S.*?)\s*\(([^()]+)\)", name)
        if note is None or self.is_team(name):
            return name
        if NOTE_WORDS.match(note[2]) or LABELLED.match(note[2]):
            return note[1]
        if self._written[fold(name)] > 1 or not (self.is_team(note[1]) or self._written[fold(note[1])]):
            return name
        choices = ((note[1], f"Yes, and “{note[2]}” is a note"), (name, "No, they are two teams"))
        return self.ask(f"brackets-{fold(name)}", f"Is “{name}” the team {note[1]}?", choices)

    def _state(
        self, match: WrittenMatch, written: Mapping[str, str], rest: str, date: str, notes: list[str], *, played: bool
    ) -> str | None:
        """The state of a match that was not simply played; None where it is asked about or left out."""
        state = written.get("state", "")
        home, away = written.get("home_score", ""), written.get("away_score", "")
        if state == "walkover":
            return self._walkover(match, home, away, rest)
        if state == "postponed" and (home, away) == ("0", "0"):
            return state
        if home and state in {"result_awaited", "postponed"}:
            notes.append(f"“{rest or STATE_TEXT[state]}” stands beside the score")
            return ""
        if rest and not state:
            notes.append(f"“{rest}” stands beside the score")
        if not state and not played and home == "0" and away == "0":
            if date and date > self.context.today.isoformat():
                notes.append("0–0 is taken for not played yet: the night is still to be played")
                return "not_played"
            choices = (("not_played", "Not played"), ("result", "A result of 0–0"))
            answer = self.ask("nil_nil", "Matches have 0–0. Were they not played, or did they end so?", choices)
            return "" if answer == "result" else answer
        return state

    def _walkover(self, match: WrittenMatch, home: str, away: str, rest: str) -> str | None:
        if home and home != away:
            return "walkover_home" if float(home) > float(away) else "walkover_away"
        side = rest.casefold().strip("() .")
        if side in {"h", "home", "home win"}:
            return "walkover_home"
        if side in {"a", "away", "away win"}:
            return "walkover_away"
        choices = (("walkover_home", match.home), ("walkover_away", match.away), (LEAVE_OUT, "Leave the match out"))
        text = f"Who was given {match.home} v {match.away}? It says “{match.original}”."
        answer = self.ask(f"walkover-{match.place}-{fold(match.home)}", text, choices)
        if answer != LEAVE_OUT:
            return answer
        self.leave(match.place, match.original, "Left out, as you decided")
        return None

    def _written_twice(self) -> None:
        """The same match twice on one night: left out the second time, or asked about where the scores differ."""
        first: dict[tuple[str, ...], ReadRow] = {}
        keep: list[ReadRow] = []
        for row in self.rows:
            v = row.values
            key = tuple(team_key(v.get(name, "")) for name in ("date", "home", "away", "division", "meeting", "time"))
            before = first.setdefault(key, row)
            if before is row or not v.get("date"):
                keep.append(row)
            elif all(before.values.get(name) == v.get(name) for name in ("home_score", "away_score", "state")):
                self.leave(row.place, row.original, f"The same match stands on line {before.place}")
            else:
                choices = ((str(before.place), before.original), (str(row.place), row.original), ("both", "Both"))
                text = f"{v['home']} v {v['away']} stands twice for one night. Which is right?"
                answer = self.ask(f"twice-{before.place}-{row.place}", text, choices)
                if answer == "both" or (answer is not None and answer == str(row.place)):
                    keep.append(row)
                if answer != "both" and answer != str(before.place):
                    keep = [other for other in keep if other is not before]
                    if answer is not None:
                        self.leave(before.place, before.original, "Left out, as you decided")
                elif answer == str(before.place):
                    self.leave(row.place, row.original, "Left out, as you decided")
        self.rows = keep

    def nights_with_a_team_twice(self) -> set[WrittenDay]:
        nights = [(match.day, match.home.strip(), match.away.strip()) for match in self.matches if match.day]
        pairs = [(day, home, away) for day, home, away in nights if not self._why_not(home, away)]
        played = Counter((day, name) for day, *sides in pairs for name in sides)
        return {day for (day, _), number in played.items() if number > 1}

"""The matches of one team after another, each with its opponents and H or A.

    FERRY BOAT  2026/27                          ,5 Oct,12 Oct
    Mon 5 Oct   Wherry        H    6-3           Ferry Boat,Wherry (H),Eels Foot (A)
    Mon 12 Oct  Eels Foot     A                  Wherry,Ferry Boat (A),FREE

In a grid the teams stand down or across; each match stands twice there, and both places have to say the same.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import dedent

from league.reading.cells import (
    CUP,
    ScoreOrState,
    hour_in,
    is_empty,
    is_night_off,
    is_place,
    parse_score,
    score_in,
    state_in,
    team_key,
)
from league.reading.column_names import plain
from league.reading.days import WrittenDay, day_in, season_in
from league.reading.marks import division_in
from league.reading.match_list import MatchList, WrittenMatch, score_values
from league.reading.match_text import VERSUS, is_event, night_off
from league.reading.tabular import SEASON, has_word, whole, written
from league.reading.texts import cell_lines
from league.reading.values import Context, Reading, SheetLine, SourceSheet
from scoring.names import fold
from scoring.words import several

LAYOUT = "team_cards"
WHERE = r"(?:home|away|h|a)"
ONLY_WHERE = re.compile(rf"(?i)[(\[]?({WHERE})[)\]]?\.?")
MARKED = (
    re.compile(rf"(?i)(?P<team>\S.*?)\s*[(\[]\s*(?P<where>{WHERE})\s*[)\]]"),
    re.compile(rf"(?i)[(\[]\s*(?P<where>{WHERE})\s*[)\]]\s*(?:v\.?s?\.?\s+)?(?P<team>\S.*)"),
    re.compile(r"(?i)(?P<where>home|away)\s*(?:[:–-]|to\b|v\.?s?\b\.?|at\b)?\s+(?P<team>\S.*)"),
    re.compile(r"(?P<where>H|A)\s*(?:[:–-]|\bv\.?s?\b\.?)?\s+(?P<team>\S.*)"),
    re.compile(r"(?i)(?P<team>\S.*?)[\s,–-]+(?P<where>home|away|H|A)"),
    re.compile(r"(?i)(?P<where>at\b|@)\s*(?P<team>\S.*)"),
)
OPPONENTS = re.compile(r"(?:opponents?|opposition|opp|versus|vs?|against|team|match|fixture|playing|who)")
TITLE_WORDS = re.compile(
    r"(?i)['’]s(?=\s*$|\s+(?:fix|res))|\b(?:fixtures?|results?|matches|season|card|list|team|of the|of|for|our)\b"
)
EXPLICIT = re.compile(r"(?i)[(\[]\s*[ha]\s*[)\]]|\b(?:home|away)\b")
NO_TEAM = re.compile(r"(?i)\b(?:league|association|district|domino(?:e?s)?|division|county|summer|winter|night)\b")
BEHIND = re.compile(r"(?i)(\S.*?)[\s,:]+\(?(\d{1,3}½?\s*[-–:/]\s*\d{1,3}½?|P\s?/?\s?P|W\s?/\s?O)\)?")
SPACED = re.compile(r"\s{2,}|\t")


@dataclass(frozen=True, slots=True)
class Meeting:
    place: int
    original: str
    own: str
    other: str
    at_home: bool
    day: WrittenDay | None
    score: str = ""
    time: str = ""

    @property
    def sides(self) -> tuple[str, str]:
        return (self.own, self.other) if self.at_home else (self.other, self.own)


def read(sheet: SourceSheet, context: Context) -> Reading | None:
    lines = cell_lines(sheet)
    if all(len(line.cells) == 1 for line in lines):  # what stands apart in the lines of a text is a cell
        texts = enumerate(dedent(sheet.text.expandtabs()).splitlines(), start=1)
        lines = tuple(SheetLine(at, tuple(SPACED.split(text.rstrip()))) for at, text in texts if text.strip())
    if any(VERSUS.search(text) for line in lines for text in line.cells[:1]):
        return None
    return _Grid(sheet, lines, context).read() or _Cards(sheet, lines, context).read()


def marked(text: str, is_name: Callable[[str], bool] = lambda _: False) -> tuple[str, bool] | None:
    """The opponents of a cell and whether they are met at home: "Wherry (H)", "A Bull"; None where nothing says so."""
    if is_name(text):
        return None
    ways = [match for pattern in MARKED if (match := pattern.fullmatch(text.strip())) and has_word(match["team"])]
    ways = [match for match in ways if is_name(match["team"])] or ways
    if not ways or is_night_off(ways[0]["team"]) or is_place(ways[0]["team"]):
        return None
    return ways[0]["team"].strip(" ,-–:"), ways[0]["where"][0] in "hH"


def _match_list(sheet: SourceSheet, lines: Sequence[SheetLine], context: Context) -> MatchList:
    return MatchList(context, season_in(" ".join([sheet.name, *(whole(line) for line in lines[:4])])))


def _add(matches: MatchList, meeting: Meeting, score: ScoreOrState) -> None:
    values = {"time": meeting.time, **score_values(score)}
    matches.add(WrittenMatch(meeting.place, meeting.original, *meeting.sides, meeting.day, values))


class _Grid:
    """Teams down and days across, or the other way round."""

    def __init__(self, sheet: SourceSheet, lines: Sequence[SheetLine], context: Context) -> None:
        self.lines, self.list = lines, _match_list(sheet, lines, context)
        self.names: dict[str, str] = {}
        self.by_eye = lines is not sheet.lines and "," not in sheet.text and ";" not in sheet.text

    def read(self) -> Reading | None:
        cells = list(self._cells())
        self.names = {team_key(team): team for _, team, _, _ in cells}
        if len(self.names) < 3:
            return None
        meetings = [meeting for cell in cells if (meeting := self._meeting(*cell))]
        if len(meetings) * 2 < len(cells):
            return None
        self._pair(meetings)
        return self.list.reading(LAYOUT, f"a grid of {several(len(self.names), 'team')}", 0.9)

    def _cells(self) -> Iterator[tuple[int, str, WrittenDay, str]]:
        """Line, team, day and text of every filled cell of the grid, whether its teams stand down or across."""
        for at, line in enumerate(self.lines[:8]):
            below = [row for row in self.lines[at + 1 :] if len(row.cells) > 1]
            days = {place: day for place, text in enumerate(line.cells) if place and (day := day_in(text))}
            firsts = [row.cells[0] for row in below if row.cells[0].strip()]
            down = len(days) > 1 and len(days) >= len([text for text in line.cells[1:] if text.strip()])
            across = len(line.cells) > 2 and not day_in(line.cells[0]) and len(firsts) > 1 and all(map(day_in, firsts))
            if not down and not across:
                continue
            for row in below:
                if len(row.cells) > len(line.cells) or (self.by_eye and len(row.cells) < len(line.cells)):
                    self.list.leave(row.number, whole(row), "It has more or fewer cells", unread=True)
                    continue
                for place, text in enumerate(row.cells[1:], start=1):
                    team = row.cells[0] if down else line.cells[place]
                    day = days.get(place) if down else day_in(row.cells[0])
                    if team.strip() and text.strip() and day:
                        yield row.number, team.strip(), day, text.strip()
            return

    def _meeting(self, place: int, team: str, day: WrittenDay, text: str) -> Meeting | None:
        scored = BEHIND.fullmatch(text)
        split = marked(scored[1] if scored else text, lambda name: team_key(name) in self.names)
        if split is None:
            if night_off(text) is not None or is_event(text):
                self.list.leave(place, f"{team}, {day.text}: {text}", f"A night off for {team}")
            elif not is_empty(text):
                self.list.leave(place, f"{team}, {day.text}: {text}", "This is no match with H or A", unread=True)
            return None
        return Meeting(place, f"{team}, {day.text}: {text}", team, *split, day, scored[2] if scored else "")

    def _pair(self, meetings: Sequence[Meeting]) -> None:
        """Each match once, where both of its teams say the same of it; else it is asked about."""
        named = [one for meeting in meetings if (one := self._with_name(meeting))]
        of = {(meeting.day, team_key(meeting.own)): meeting for meeting in named}
        done: set[tuple[WrittenDay | None, frozenset[str]]] = set()
        for meeting in named:
            key = (meeting.day, frozenset(map(team_key, meeting.sides)))
            other = of.get((meeting.day, team_key(meeting.other)))
            if key in done:
                continue
            done.add(key)
            if other is None or (team_key(other.other) == team_key(meeting.own) and other.at_home != meeting.at_home):
                self._scored(meeting, other)
                continue
            both = {" v ".join(one.sides): one for one in (meeting, other)}
            text = f"The grid says “{meeting.original}” and “{other.original}”. Which match is right?"
            question = f"sides-{meeting.place}-{team_key(meeting.original)}"
            choices = ((str(at), sides) for at, sides in enumerate(both))
            answer = self.list.decide(question, text, choices, meeting.place, meeting.original)
            if answer is not None:
                self._scored(list(both.values())[int(answer)], None)

    def _scored(self, meeting: Meeting, other: Meeting | None) -> None:
        """Adds a match with its score, which both of its teams may have: home first, or each with its own first."""
        home, away = (meeting, other) if meeting.at_home else (other, meeting)
        first, second = (score_in(one.score) if one and one.score else None for one in (home, away))
        ways = {(first.home, first.away), (first.away, first.home)} if first else set()
        agree = first is None or second is None or (second.home, second.away) in ways
        if first is None and second is not None and second.home != second.away and not second.state:
            agree = False  # of the away team's cell alone it is not known whose score stands first
        score = first or second or ScoreOrState()
        if not agree:
            sides = " v ".join(meeting.sides)
            text = f"How did {sides} end? The grid says “{' and '.join(one.score for one in (home, away) if one)}”."
            typed = self.list.ask_for(f"score-{meeting.place}-{team_key(sides)}", f"{text} Write 6-3 or P/P.", score_in)
            if typed is None:
                self.list.held_back += 1
                return
            score = typed
        _add(self.list, meeting, score)

    def _with_name(self, meeting: Meeting) -> Meeting | None:
        key = team_key(meeting.other)
        short = [team for full, team in self.names.items() if full.startswith(key)]
        name = self.names.get(key) or (short[0] if len(short) == 1 and len(meeting.other) > 1 else None)
        if name is None:
            choices = [*((team, team) for team in self.names.values()), ("own", "A team that is not in the grid")]
            answer = self.list.ask(f"team-{key}", f"Which team is “{meeting.other}”?", choices)
            if answer is None:
                self.list.held_back += 1
                return None
            name = meeting.other if answer == "own" else answer
        return replace(meeting, other=name)


class _Cards:
    """Lines of a day, opponents and H or A, below the name of the team whose they are."""

    def __init__(self, sheet: SourceSheet, lines: Sequence[SheetLine], context: Context) -> None:
        self.sheet, self.lines, self.context = sheet, lines, context
        self.list = _match_list(sheet, lines, context)
        self.column: int | None = None  # of the opponents, where a heading names it
        self.explicit = False  # whether H and A are no letters of names, as of "Crown A"

    def read(self) -> Reading | None:
        cards: list[tuple[str, list[Meeting]]] = [(self.sheet.name, [])]
        for line in self.lines:
            meeting = self._meeting(line)
            if meeting is not None:
                cards[-1][1].append(meeting)
            elif title := self._title(line):
                cards.append((title, []))
        cards = [card for card in cards if card[1]]
        count = sum(len(meetings) for _, meetings in cards)
        at_home = any(meeting.at_home for _, meetings in cards for meeting in meetings)
        if count < 2 or count * 2 < len(self.lines) - len(cards) or not (at_home or self.explicit):
            return None
        opponents = {fold(meeting.other) for _, meetings in cards for meeting in meetings}
        for at, (title, meetings) in enumerate(cards):
            own = self._own(title, at, sure=len(cards) > 1 and fold(title) in opponents)
            if own is None:
                self.list.held_back += len(meetings)
                continue
            for meeting in (replace(unnamed, own=own) for unnamed in meetings):
                score = self._score(meeting)
                if score is None:
                    self.list.held_back += 1
                else:
                    _add(self.list, meeting, score)
        return self.list.reading(LAYOUT, f"the matches of {several(len(cards), 'team')}", 0.9)

    def _meeting(self, line: SheetLine) -> Meeting | None:
        day, texts = self._day(line)
        if day is None:
            return None
        where = score = time = ""
        names: list[tuple[int, str]] = []
        beside = (text for place, text in texts if self.column not in {None, place})
        cup = next((text for text in beside if CUP.search(text)), "")
        for place, text in texts:
            if (match := ONLY_WHERE.fullmatch(text)) and not where:
                where = match[1]
            elif parse_score(text) or state_in(text) or (not is_empty(text) and score_in(text)):
                score = text
            elif hour := hour_in(text):
                time = hour[0]
            elif has_word(text) and (self.column is None or place == self.column):
                names.append((place, text))
        split = self._opponents([text for _, text in names], where)
        if split and cup:
            self.list.leave(line.number, whole(line), f"A match of {cup}")
            return None
        if split is None or is_night_off(split[0]) or is_place(split[0]):
            if any(night_off(text) is not None or is_event(text) for _, text in names):
                self.list.leave(line.number, whole(line), "Not a night of the league")
            return None
        return Meeting(line.number, whole(line), "", *split, day, score, time)

    def _opponents(self, names: Sequence[str], where: str) -> tuple[str, bool] | None:
        if len(names) != 1:
            return None
        self.explicit |= bool(where or EXPLICIT.search(names[0]))
        split = (names[0], where[0] in "hH") if where else marked(names[0], self.list.is_team)
        return (re.sub(r"(?i)^(?:v|vs)\b\.?\s+", "", split[0]), split[1]) if split else None

    def _day(self, line: SheetLine) -> tuple[WrittenDay | None, list[tuple[int, str]]]:
        """The day of a line and its other texts, of which the first may stand behind the day in one cell."""
        texts = [(place, text.strip()) for place, text in enumerate(line.cells) if text.strip()]
        for at, (place, text) in enumerate(texts[:3]):
            if day := day_in(text):
                rest = text[text.find(day.text) + len(day.text) :].strip(" ,:–-") if day.text in text else ""
                return day, [*texts[:at], *([(place, rest)] if rest else []), *texts[at + 1 :]]
        return None, texts

    def _title(self, line: SheetLine) -> str:
        at = [place for place, text in enumerate(line.cells) if OPPONENTS.fullmatch(plain(text))]
        texts = [text for text in line.cells if has_word(SEASON.sub(" ", text))]
        if len(texts) != 1:
            self.column = at[0] if at else self.column
        elif not any(piece.place == line.number for piece in self.list.left_out):
            self.list.leave(line.number, whole(line), "A title")
            name = " ".join(TITLE_WORDS.sub(" ", SEASON.sub(" ", texts[0])).split()).strip(" :-–,")
            name += ")" * (name.count("(") - name.count(")"))
            return name if has_word(name) and not division_in(name, self.context) else ""
        return ""

    def _own(self, title: str, at: int, *, sure: bool) -> str | None:
        """The team whose card it is: one of the league's, or one that others meet; else it is asked."""
        team = next((team for team in self.context.teams if team_key(team) == team_key(title)), title if sure else "")
        if team:
            return team
        names = [*([title] if title and not NO_TEAM.search(title) else []), *self.context.teams]
        choices = [(name, name) for name in names]
        text = "Whose matches are these? Each line names the opponents alone."
        if not choices:
            return self.list.ask_for(f"card-team-{at}", text, lambda name: name.strip() or None)
        answer = self.list.ask(f"card-team-{at}", text, [*choices, ("other", "Another team")])
        if answer == "other":
            return self.list.ask_for(f"card-name-{at}", "What is the team called?", lambda name: name.strip() or None)
        return answer

    def _score(self, meeting: Meeting) -> ScoreOrState | None:
        """The score by home and away; whose is first is asked where no "W" or "L" says it and the team is away."""
        text = meeting.score
        if not text:
            return ScoreOrState()
        score = parse_score(text)
        if score is None or score.second is not None or score.mark:
            read = score_in(text)
            if read is None or (read.home and not meeting.at_home):
                question = f"“{text}”: how did {' v '.join(meeting.sides)} end? Write 6-3, P/P or void."
                return self.list.ask_for(f"score-{meeting.place}", question, score_in)
            return read
        mine, others = score.mine
        if not score.outcome and not meeting.at_home and score.home != score.away:
            choices = (("own", "The score of the team whose card it is"), ("home", "The score of the home team"))
            question = f"Which score stands first in “{meeting.original}”, where the team is away?"
            answer = self.list.ask("card_scores", question, choices)
            if answer is None:
                return None
            mine, others = (mine, others) if answer == "own" else (others, mine)
        home, away = (mine, others) if meeting.at_home else (others, mine)
        return ScoreOrState(written(home), written(away))

"""Rows of ties of cups as they were drawn and played, and what cups they make."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from league.cups.actions.imports import CupRow, CupSide, cup_on_paper
from league.cups.models import EntrantKind
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import FileNames, PlayerNames, name_errors, team_names
from league.exchange.queries.preview.people import LONGEST_NAME
from league.exchange.values.outcomes import ImportSheet, NameQuestion, RowPreview
from league.reading.days import parse_day
from league.reading.layouts.ties import BYE, WALKOVER, WrittenTie, read_tie
from league.reading.values import Context, LeftOut, ReadingQuestion, ReadRow, SheetLine
from league.schedule.models import Competition
from scoring.card.points import whole_or_half
from scoring.names import fold, spelling

ONE_CUP, LONGEST_CUP = "Knockout cup", 40
KINDS = (EntrantKind.TEAM, EntrantKind.SINGLES, EntrantKind.PAIRS)
CELLS = ("home", "away", "score", "home_score", "away_score", "winner", "state")
PAIR = re.compile(r"\s*(?:&|\+|/|\band\b)\s*", re.IGNORECASE)
TIES_OF = (
    (re.compile(r"prelim"), 10_000),
    (re.compile(r"semi|\bs\W?f\b"), 2),
    (re.compile(r"quarter|\bq\W?f\b"), 4),
    (re.compile(r"\bfinals?\b"), 1),
)
BEFORE_LAST = re.compile(r"(?:last|round of)\s+(\d+)")
NUMBERED = re.compile(r"(?:round|rd|r)\.?\s*(\d+)|(\d+)(?:st|nd|rd|th)\b")
IN_WORDS = {"one": 1, "first": 1, "two": 2, "second": 2, "three": 3, "third": 3, "four": 4, "fourth": 4, "fifth": 5}


def size_of_round(name: str) -> int:
    """How many ties a round has by its name, or more for an earlier one; 0 where the name does not tell."""
    text = " ".join(name.casefold().split())
    if match := BEFORE_LAST.search(text):
        return int(match[1]) // 2
    numbers = [IN_WORDS[word] for word in re.findall(r"[a-z]+", text) if word in IN_WORDS]
    if match := NUMBERED.search(text):
        numbers = [int(match[1] or match[2])]
    return next((size for words, size in TIES_OF if words.search(text)), 5_000 - numbers[0] if numbers else 0)


@dataclass
class _TieRow(RowPreview):
    cup: str = ""
    round: str = ""
    values: dict[str, str] = field(default_factory=dict)


def preview_ties(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    """Every tie with who meets whom: what is accepted is the draw that is shown."""
    season = sheet.season
    ties = [_read(sheet, line) for line in sheet.lines]
    cup_names = {spelling(each.name) for each in Competition.objects.filter(season=season)}
    entrants = _Entrants(sheet, today)
    for name in dict.fromkeys(tie.cup for tie in ties):
        _understand([tie for tie in ties if tie.cup == name and not tie.left], entrants, sheet)
    for tie in ties:
        if spelling(tie.cup) in cup_names and not tie.left:
            tie.problems, tie.needs, tie.fate = [], [], RowOutcome.SAME
            tie.notes = [f"{season} has a cup of that name already."]
        yield tie


def _read(sheet: ImportSheet, line: SheetLine) -> _TieRow:
    cells: dict[str, Any] = {key: sheet.get(line, key) for key in CELLS}
    cup, name = sheet.get(line, "cup") or sheet.division or ONE_CUP, sheet.get(line, "round")
    words = f"{cup}, {name or 'no round'}: {cells['home'] or 'nobody'} v {cells['away'] or 'nobody'}"
    tie = _TieRow(line, words, cup=cup, round=name)
    written = WrittenTie(line, words, **cells)
    row = read_tie(written, Context(date.max, answers=sheet.answers.get("tie", {})))
    if isinstance(row, LeftOut):
        tie.left = row.why
    elif isinstance(row, ReadingQuestion):
        tie.problems.append("It is not clear who won.")
        tie.ask = NameQuestion("tie", row.key, "", row.choices, label=row.text)
    else:
        tie.values, tie.notes = dict(row.values), list(row.notes)
        tie.words = _words(cup, name, row)
    if not name:
        tie.problems.append("The row does not say which round it is of.")
    if len(cup) > LONGEST_CUP:
        tie.problems.append(f"The cup has at most {LONGEST_CUP} letters.")
    return tie


def _words(cup: str, name: str, row: ReadRow) -> str:
    values = row.values
    home, away, state = values["home"], values.get("away", ""), values.get("state", "")
    if state == BYE:
        return f"{cup}, {name}: {home} has a bye"
    score = f"{values['home_score']}\N{EN DASH}{values['away_score']}" if "home_score" in values else "v"
    won = f", {values['winner']} by walkover" if state == WALKOVER else ""
    return f"{cup}, {name}: {home} {score if not won else 'v'} {away}{won}"


def _understand(ties: list[_TieRow], entrants: "_Entrants", sheet: ImportSheet) -> None:
    """Who the entrants of a cup are, and which of its ties do not fit with the others."""
    names = [name for tie in ties for key in ("home", "away") if (name := tie.values.get(key))]
    if not names:
        return
    kind, ask = entrants.kind_of(ties[0].cup, names)
    orders = _orders(ties)
    for tie in ties:
        if tie.problems:
            continue
        if kind is None:
            tie.problems.append(f"Who plays in the {tie.cup}: teams, players or pairs?")
            tie.ask = ask
        else:
            sides = {key: entrants.side(tie, kind, tie.values[key]) for key in CELLS[:2] if key in tie.values}
            play_by = parse_day(sheet.get(tie.line, "play_by"), sheet.season.starts, sheet.season.ends)
            if sheet.get(tie.line, "date") and tie.values.get("home_score"):
                tie.notes.append("The day and the pub of a tie that was played are not kept")
            _enter(tie, kind, orders[fold(tie.round)], sides, play_by.day if play_by else None)
    sound = [tie for tie in ties if tie.doing is not None and not tie.problems]
    if not sound:
        return
    paper = cup_on_paper(sheet.season, [tie.doing for tie in sound])
    for at, why in paper.faults.items():
        sound[at].problems.append(why)
    for order, name in paper.byes:
        first = next(tie for tie in sound if tie.doing.order == order and not tie.problems)
        first.notes.append(f"{name} has a bye in {first.round}, which the file does not name")


def _orders(ties: list[_TieRow]) -> dict[str, int]:
    """The order of the rounds: by their names where all of them tell, else as they stand."""
    names = list(dict.fromkeys(fold(tie.round) for tie in ties))
    sizes = {name: size_of_round(name) for name in names}
    if all(sizes.values()):
        larger = sorted(set(sizes.values()), reverse=True)
        return {name: larger.index(size) + 1 for name, size in sizes.items()}
    return {name: at for at, name in enumerate(names, start=1)}


def _enter(tie: _TieRow, kind: EntrantKind, order: int, sides: dict[str, CupSide], play_by: date | None) -> None:
    scores = [tie.values.get(key, "") for key in ("home_score", "away_score")]
    games = [Fraction(score) for score in scores if score]
    if any(number.denominator > 2 for number in games):
        tie.problems.append("A tie of a cup is scored in games and halves.")
    if tie.problems:
        return
    score = (whole_or_half(games[0]), whole_or_half(games[1])) if len(games) == 2 else None
    won = next((sides[key] for key in sides if tie.values[key] == tie.values.get("winner")), None)
    tie.doing = CupRow(
        tie.cup, kind, tie.round, order, sides["home"], sides.get("away"),
        score, won, tie.values.get("state") == WALKOVER, play_by,
    )  # fmt: skip


class _Entrants:
    def __init__(self, sheet: ImportSheet, today: date) -> None:
        self.answers = sheet.answers.get("entrants", {})
        self.index = team_names(sheet)
        self.teams = FileNames(sheet, self.index, ("home", "away"), active=sheet.season.ends >= today)
        self.players = PlayerNames(sheet)

    def kind_of(self, cup: str, names: list[str]) -> tuple[EntrantKind | None, NameQuestion | None]:
        """What the entrants are: as somebody answered, else teams or players where the league has any of them."""
        answer = self.answers.get(spelling(cup), "")
        pairs = 2 * sum(len(PAIR.split(name)) == 2 for name in names) > len(names)
        players = EntrantKind.PAIRS if pairs else EntrantKind.SINGLES
        kinds = Counter(EntrantKind.TEAM for name in names if self.index.find(name).row)
        kinds[players] += sum(any(self.players.players.get(fold(each)) for each in PAIR.split(name)) for name in names)
        (usual, number), *_ = kinds.most_common(1)
        if answer or number:
            return EntrantKind(answer or usual), None
        choices = tuple((kind.value, kind.label) for kind in KINDS)
        return None, NameQuestion("entrants", spelling(cup), "", choices, label=f"Who plays in the {cup}?")

    def side(self, tie: _TieRow, kind: EntrantKind, name: str) -> CupSide:
        """An entrant; what is wrong with the name, or asked about it, is said of its row."""
        if kind == EntrantKind.TEAM:
            return CupSide(name, self.teams.find(name).put_on(tie))
        names = PAIR.split(name) if kind == EntrantKind.PAIRS else [name]
        if kind == EntrantKind.PAIRS and len(names) != 2:
            tie.problems.append(f"“{name}” does not name two players. Write “Ann Hill & Bob Dale”.")
        entrants = []
        for typed in names:
            player, ask = self.players.find(typed)
            tie.problems += [*name_errors(typed, "player", LONGEST_NAME), *([ask.which] if ask else [])]
            tie.ask = tie.ask or ask
            tie.needs += [] if player or ask else [("player", typed)]
            entrants.append(player or typed)
        return CupSide(name, None, tuple(entrants))

"""Rows of players and of the honours board beside those that the league has."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from league.cups.actions.honours import FIRST_YEAR, BoardLine, HonourRow
from league.cups.choices import LONGEST_ON_BOARD
from league.cups.models import Honour
from league.importexport.values import sheet_reader
from league.importexport.values.outcomes import (
    NEW,
    ImportSheet,
    NameIndex,
    NameQuestion,
    RowOutcome,
    RowPreview,
    conflict,
    name_key,
    name_question,
)
from league.importexport.values.sheet_reader import SheetLine
from league.teams.actions.imports import PlayerRow
from league.teams.choices import RegistrationState
from league.teams.models import Player, Registration, Team
from league.teams.values import by_similarity
from league.ui.formats import night

LONGEST_NAME, LONGEST_KNOWN_AS = 80, 60
BOARD_WORDS = {"title": "trophy", "winner": "winner", "runner_up": "runner-up", "note": "note"}


def preview_players(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    """`today` is the day from which somebody is registered where the spreadsheet does not say."""
    book = _PlayerIndex.of(sheet)
    for line in sheet.lines:
        name, team_name = sheet.get(line, "name"), sheet.get(line, "team")
        text = f"{name or 'No name'}, {team_name or 'no team'}"
        why = list(_player_errors(sheet, line))
        found = book.teams.find(team_name)
        if team_name and found.row is None:
            there = " or ".join(str(team) for team in found.near)
            why.append(f"There is no team “{team_name}”. {f'Is it {there}?' if there else 'Import the teams first.'}")
        why += book.duplicate_error(name, line)
        if why:
            ask = (
                name_question("team", team_name, found) if len(why) == 1 and found.near and found.row is None else None
            )
            yield conflict(line, text, why, ask)
        else:
            assert found.row is not None
            yield _player(sheet, line, book, found.row, today)


def preview_honours(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    rows = {(row.year, row.title.casefold()): row for row in Honour.objects.order_by("pk")}
    seen: dict[tuple[int, str], int] = {}
    for line in sheet.lines:
        values = {name: sheet.get(line, name) for name in LONGEST_ON_BOARD}
        year = _year(sheet.get(line, "year"))
        text = f"{sheet.get(line, 'year')} {values['title']}: {values['winner']}"
        why = list(_honour_errors(sheet.get(line, "year"), year, values, today))
        first = seen.setdefault((year or 0, values["title"].casefold()), line.number)
        if first != line.number:
            why.append(f"Row {first} has this trophy for this year too. Keep one of them.")
        if why or year is None:
            yield conflict(line, text, why)
            continue
        yield _honour(line, text, rows.get((year, values["title"].casefold())), BoardLine(year, **values))


def _honour(line: SheetLine, words: str, row: Honour | None, board_line: BoardLine) -> RowPreview:
    """A line beside the one of the same year and trophy. An empty cell says nothing."""
    if row is None:
        return RowPreview(line.number, RowOutcome.NEW, words, doing=HonourRow(None, board_line))
    values = {name: getattr(board_line, name) for name in ("winner", "runner_up", "note") if getattr(board_line, name)}
    changes = tuple(
        f"{BOARD_WORDS[name].capitalize()}: {value}, was {getattr(row, name) or 'empty'}"
        for name, value in values.items()
        if value != getattr(row, name)
    )
    merged = {name: values.get(name, getattr(row, name)) for name in ("winner", "runner_up", "note")}
    doing = HonourRow(row, BoardLine(row.year, row.title, **merged))
    return RowPreview(line.number, RowOutcome.CHANGED if changes else RowOutcome.SAME, words, changes, doing)


@dataclass
class _PlayerIndex:
    """Who is in the league, by name and by surname, and with which team."""

    teams: NameIndex[Team]
    by_name: dict[str, list[Player]]
    by_surname: dict[str, list[Player]]
    by_first: dict[str, list[Player]]
    now: dict[int, Registration]
    answers: dict[str, str]
    seen: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: ImportSheet) -> "_PlayerIndex":
        teams = sheet.names("team", {row.name: row for row in Team.objects.order_by("pk")})
        rows = Registration.objects.filter(state=RegistrationState.APPROVED, until=None).select_related("team")
        book = cls(teams, {}, {}, {}, {each.player_id: each for each in rows}, dict(sheet.answers.get("player", {})))
        for player in Player.objects.filter(merged_into=None).order_by("pk"):
            book.by_name.setdefault(name_key(player.name), []).append(player)
            book.by_first.setdefault(name_key(player.name).partition(" ")[0], []).append(player)
            book.by_surname.setdefault(name_key(player.name).rpartition(" ")[2], []).append(player)
        return book

    def duplicate_error(self, name: str, line: SheetLine) -> Iterator[str]:
        first = self.seen.setdefault(name_key(name), line.number)
        if name and first != line.number:
            yield f"Row {first} has the same name. Keep one, or write a second one with a middle name."

    def team_of(self, player: Player) -> Team | None:
        rows = self.now.get(player.pk)
        return rows.team if rows else None

    def _alike(self, key: str) -> list[Player]:
        """Those of the surname, and those of the first name whose surname may be misspelt."""
        found = [*self.by_surname.get(key.rpartition(" ")[2], []), *self.by_first.get(key.partition(" ")[0], [])]
        return list(dict.fromkeys(found))

    def find_player(self, name: str) -> tuple[Player | None, list[Player]]:
        """The player of that name; or who may be meant by it, for somebody to say."""
        same = self.by_name.get(name_key(name), [])
        answer = self.answers.get(name_key(name))
        if answer == NEW:
            return None, []
        near = same or by_similarity(name, self._alike(name_key(name)))
        if answer:
            return next((each for each in near if str(each.pk) == answer), None), []
        return (same[0], []) if len(same) == 1 else (None, near[:3])


def _player(sheet: ImportSheet, line: SheetLine, book: _PlayerIndex, team: Team, today: date) -> RowPreview:
    """A row with nothing wrong in itself, beside the players that there are."""
    name = sheet.get(line, "name")
    text = f"{name}, {team}"
    player, near = book.find_player(name)
    if near:
        choices = tuple((str(each.pk), f"{each}, {book.team_of(each) or 'with no team'}") for each in near)
        ask = NameQuestion("player", name_key(name), name, choices, "Someone new to the league")
        return conflict(line, text, [f"Is it {' or '.join(each for _, each in choices)}?"], ask)
    values = _row_values(sheet, line)
    since = sheet_reader.parse_day(sheet.get(line, "since")) or today
    if player is None:
        return RowPreview(line.number, RowOutcome.NEW, text, doing=PlayerRow(None, name, team, since, values))
    now = book.team_of(player)
    if now is not None and now != team:
        why = [f"{player} is registered with {now}. Ask for a transfer, or leave the row out."]
        return conflict(line, text, why)
    changes = [_change_text(key, value) for key, value in values.items() if getattr(player, key) != value]
    if now is None:
        changes.insert(0, f"Registered from {night(since, year=True)}")
    doing = PlayerRow(player, name, None if now else team, since, values)
    return RowPreview(line.number, RowOutcome.CHANGED if changes else RowOutcome.SAME, text, tuple(changes), doing)


def _row_values(sheet: ImportSheet, line: SheetLine) -> dict[str, Any]:
    """What the row says of a player. An empty cell says nothing."""
    values: dict[str, Any] = {}
    if known_as := sheet.get(line, "known_as"):
        values["known_as"] = known_as
    if sheet.get(line, "under_18"):
        values["under_18"] = sheet_reader.parse_yes(sheet.get(line, "under_18"))
    return values


def _change_text(key: str, value: object) -> str:
    if key == "under_18":
        return "Under 18" if value else "No longer under 18"
    return f"Also known as {value}"


def _player_errors(sheet: ImportSheet, line: SheetLine) -> Iterator[str]:
    name, team, known_as, under, since = (
        sheet.get(line, key) for key in ("name", "team", "known_as", "under_18", "since")
    )
    if not name:
        yield "The player has no name."
    elif len(name.split()) < 2 or not name_key(name):
        yield f"“{name}” is not a whole name. Enter a first name and a surname."
    elif len(name) > LONGEST_NAME:
        yield f"The name has at most {LONGEST_NAME} letters. It has {len(name)}."
    if not team:
        yield "The player has no team."
    if len(known_as) > LONGEST_KNOWN_AS:
        yield f"“Also known as” has at most {LONGEST_KNOWN_AS} letters."
    if sheet_reader.parse_yes(under) is None:
        yield f"“{under}” under “Under 18” is neither yes nor no."
    if since and sheet_reader.parse_day(since) is None:
        yield f"“{since}” is not a date. Write it as 24/11/2026."


def _year(text: str) -> int | None:
    """A year as "1999", of a season "1998-99" or "1998/1999" the one in which it ended, or that of a date."""
    if found := sheet_reader.parse_day(text):
        return found.year
    first, _, last = text.replace("/", "-").replace("\N{EN DASH}", "-").partition("-")
    year = sheet_reader.parse_number(first)
    if year is None or not last:
        return year
    end = sheet_reader.parse_number(last)
    return None if end is None else end if end > 99 else year - year % 100 + end + (100 if end < year % 100 else 0)


def _honour_errors(text: str, year: int | None, values: dict[str, str], today: date) -> Iterator[str]:
    if year is None or not FIRST_YEAR <= year <= today.year + 1:
        yield f"“{text}” is not a year from {FIRST_YEAR} to {today.year + 1}."
    for name in ("title", "winner"):
        if not values[name]:
            yield f"The row has no {BOARD_WORDS[name]}."
    for name, most in LONGEST_ON_BOARD.items():
        if len(values[name]) > most:
            yield f"The {BOARD_WORDS[name]} has at most {most} letters."

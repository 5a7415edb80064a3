"""Rows of players beside those that the league has."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from league.base.ui.formats import night
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.list_matching import Side, SideKey, key_of
from league.exchange.queries.preview.names import NEW_PERSON, FileNames, Meant, name_errors, team_names
from league.exchange.values.outcomes import NEW, ImportSheet, NameQuestion, RowPreview, conflict
from league.reading.cells import parse_yes
from league.reading.days import parse_day
from league.reading.people import name_with_note
from league.reading.values import SheetLine
from league.schedule.models import Season
from league.teams.actions.imports import PlayerRow, TeamRow
from league.teams.choices import HOLDING_STATES, RegistrationState
from league.teams.models import Player, Registration, Team
from league.teams.queries.squads import SquadRules, rules_of
from league.teams.values import by_similarity
from scoring.names import fold, spelling

LONGEST_NAME, LONGEST_KNOWN_AS = 80, 60


def usual_start(today: date) -> date:
    """From when a list without a day registers: the season's start, until somebody has joined in the middle of it."""
    season = Season.objects.filter(current=True, closed_at=None).order_by("pk").first()
    if season is None or not season.starts <= today <= season.ends:
        return today
    joined = Registration.objects.filter(state__in=HOLDING_STATES, since__gt=season.starts, since__lte=today)
    return today if joined.exists() else season.starts


def preview_players(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    """Whoever has no day in the spreadsheet is registered from the one that its sender gave, or from `today`."""
    since = sheet.answers.get("since", {}).get("", "")
    book, start = _PlayerIndex(sheet), date.fromisoformat(since) if since else today
    counts: Counter[Side] = Counter(each.team for each in book.now.values())
    most = rules_of(sheet.league).format.squad
    for row in _players(sheet, book, start):
        over = ""
        if row.doing is not None and (team := row.doing.team) is not None:
            counts[team] += 1
            over = SquadRules(counts[team], most, None, None, today).over(team, 0)
        yield replace(row, why=(*row.why, over)) if over else row


def _players(sheet: ImportSheet, book: "_PlayerIndex", start: date) -> Iterator[RowPreview]:
    for line in sheet.lines:
        name, team_name = name_with_note(sheet.get(line, "name"))[0], sheet.get(line, "team")
        text = f"{name or 'No name'}, {team_name or 'no team'}"
        why = list(_player_errors(sheet, line))
        meant = book.teams.find(team_name) if team_name else Meant(None)
        why += [meant.why] if meant.why else []
        if meant.side is not None:
            why += book.duplicate_error(name, meant.side, line)
        if why or meant.side is None:
            yield conflict(line, text, why, meant.ask if len(why) == 1 else None)
        else:
            row = _player(sheet, line, book, meant.side, start)
            needs = (("team", meant.side.name),) if isinstance(meant.side, TeamRow) else ()
            yield replace(row, why=(*row.why, *([meant.note] if meant.note else [])), needs=needs)


class _PlayerIndex:
    """Who is in the league, by name and by surname, and with which team; `above` are players of the rows above."""

    def __init__(self, sheet: ImportSheet) -> None:
        self.teams = FileNames(sheet, team_names(sheet), ("team",), active=True)
        self.answers = sheet.answers.get("player", {})
        rows = Registration.objects.filter(state=RegistrationState.APPROVED, until=None).select_related("team")
        self.now = {each.player_id: each for each in rows}
        self.by_name: dict[str, list[Player]] = {}
        self.by_first: dict[str, list[Player]] = {}
        self.by_surname: dict[str, list[Player]] = {}
        self.lines: dict[tuple[str, SideKey], int] = {}
        self.above: dict[str, SheetLine] = {}
        for player in Player.objects.filter(merged_into=None).order_by("pk"):
            name = fold(player.name)
            self.by_name.setdefault(name, []).append(player)
            self.by_first.setdefault(name.partition(" ")[0], []).append(player)
            self.by_surname.setdefault(name.rpartition(" ")[2], []).append(player)

    def duplicate_error(self, name: str, team: Side, line: SheetLine) -> Iterator[str]:
        first = self.lines.setdefault((fold(name), key_of(team)), line.number)
        if name and first != line.number:
            yield (
                f"Row {first} has the same name and team. Keep one of them. For two people, add a middle name"
                " or Junior to one."
            )

    def team_of(self, player: Player) -> Team | None:
        rows = self.now.get(player.pk)
        return rows.team if rows else None

    def _alike(self, key: str) -> list[Player]:
        """Those of the surname, and those of the first name whose surname may be misspelt."""
        players = [*self.by_surname.get(key.rpartition(" ")[2], []), *self.by_first.get(key.partition(" ")[0], [])]
        return list(dict.fromkeys(players))

    def find_player(self, name: str, team: Side) -> tuple[Player | None, list[Player]]:
        """The player of that name; or who may be meant by it, for somebody to say. One of the team goes first."""
        key = fold(name)
        same = self.by_name.get(key, [])
        answer = self.answers.get(_answer_key(name, team))
        if answer == NEW:
            return None, []
        near = same or by_similarity(name, self._alike(key))
        if answer:
            return next((each for each in near if str(each.pk) == answer), None), []
        for among in ([each for each in same if self.team_of(each) == team], same):
            if len(among) == 1 and self.team_of(among[0]) in {None, team}:
                return among[0], []
        return None, near[:3]


def _answer_key(name: str, team: Side) -> str:
    """People of one name are told apart by their teams."""
    return f"{spelling(name)} {key_of(team)}"


def _player(sheet: ImportSheet, line: SheetLine, book: _PlayerIndex, team: Side, today: date) -> RowPreview:
    """A row with nothing wrong in itself, beside the players that there are."""
    name, written = name_with_note(sheet.get(line, "name"))
    text = f"{name}, {team}"
    player, near = book.find_player(name, team)
    first = book.above.setdefault(str(player.pk) if player else fold(name), line)
    if near or (first is not line and _answer_key(name, team) not in book.answers):
        choices = tuple((str(each.pk), f"{each}, {book.team_of(each) or 'with no team'}") for each in near)
        why = f"Is it {' or '.join(each for _, each in choices)}?"
        if not near:
            why = f"Is it {name}, {sheet.get(first, 'team')}, of row {first.number}?"
        ask = NameQuestion("player", _answer_key(name, team), name, choices, NEW_PERSON, f" for {team}")
        return conflict(line, text, [why], ask)
    values = _row_values(sheet, line)
    since = _day(sheet.get(line, "since")) or today
    if player is None:
        notes = (*([written] if written else []), *(["Only one name."] if len(name.split()) == 1 else []))
        return RowPreview(line.number, RowOutcome.NEW, text, notes, PlayerRow(None, name, team, since, values))
    now = book.team_of(player)
    if now is not None and now != team:
        why = f"{player} is registered with {now}. Ask for a transfer, or leave the row out."
        return conflict(line, text, [why])
    changes = [_change_text(key, value) for key, value in values.items() if getattr(player, key) != value]
    if now is None:
        changes.insert(0, f"Registered from {night(since, year=True)}")
    notes = (*([written] if written else []),
             *([f"{player} (written “{name}”)"] if spelling(player.name) != spelling(name) else []))  # fmt: skip
    outcome = RowOutcome.CHANGED if changes else RowOutcome.SAME
    doing = PlayerRow(player, name, None if now else team, since, values)
    return RowPreview(line.number, outcome, text, (*changes, *notes), doing)


def _row_values(sheet: ImportSheet, line: SheetLine) -> dict[str, Any]:
    """What the row says of a player. An empty cell says nothing."""
    values: dict[str, Any] = {}
    if known_as := sheet.get(line, "known_as"):
        values["known_as"] = known_as
    if sheet.get(line, "under_18"):
        values["under_18"] = parse_yes(sheet.get(line, "under_18"))
    return values


def _change_text(key: str, value: object) -> str:
    if key == "under_18":
        return "Under 18" if value else "No longer under 18"
    return f"Also known as {value}"


def _player_errors(sheet: ImportSheet, line: SheetLine) -> Iterator[str]:
    team, known_as, under, since = (sheet.get(line, key) for key in ("team", "known_as", "under_18", "since"))
    name, _ = name_with_note(sheet.get(line, "name"))
    yield from name_errors(name, "player", LONGEST_NAME)
    if not team:
        yield "The player has no team."
    if len(known_as) > LONGEST_KNOWN_AS:
        yield f"“Also known as” has at most {LONGEST_KNOWN_AS} letters."
    if parse_yes(under) is None:
        yield f"“{under}” under “Under 18” is neither yes nor no."
    if since and _day(since) is None:
        yield f"“{since}” is not a date. Write it as 24/11/2026."


def _day(text: str) -> date | None:
    written = parse_day(text)
    return written.day if written else None

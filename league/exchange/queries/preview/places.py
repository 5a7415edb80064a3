"""Rows of venues and of teams beside those that the league has."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from league.base.ui.formats import clock
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import LONGEST_TEAM, OWN, name_errors, team_names, venue_names
from league.exchange.queries.preview.people import AddressIndex, RoleHolders
from league.exchange.values.outcomes import VERY_NEAR, ImportSheet, NameMatch, RowPreview, name_question
from league.reading.cells import parse_number, parse_yes
from league.reading.days import parse_time
from league.reading.values import SheetLine
from league.teams.actions.imports import UNKNOWN_VENUE, TeamRow, VenueRow
from scoring.names import fold, spelling
from scoring.words import join_list, several

VENUE_TEXTS = {"address": 200, "postcode": 10, "notes": 200}
LONGEST_VENUE = 80
MOST_BOARDS = 20


def preview_venues(sheet: ImportSheet, _: date) -> Iterator[RowPreview]:
    venues, above = venue_names(sheet, VERY_NEAR), NamesAbove("venue")
    for line in sheet.lines:
        name = sheet.get(line, "name")
        values, why = _venue_values(sheet, line)
        match, row = venues.find(name), RowPreview(line, name or "No name")
        row.problems += [*name_errors(name, "venue", LONGEST_VENUE), *above.same_row(name, line), *why]
        if match.in_doubt and not row.problems:
            _ask(row, "venue", name, match.near)
        if not row.problems and not above.ask(row, name, match):
            _compare(row, match, VenueRow(match.row, name, values), values)
            _ask_if_changed(row, "venue", name, match)
        yield row


def preview_teams(sheet: ImportSheet, _: date) -> Iterator[RowPreview]:
    teams, pubs, above = team_names(sheet, VERY_NEAR), venue_names(sheet, VERY_NEAR), NamesAbove("team")
    addresses, holders = AddressIndex(), RoleHolders(sheet.league)
    new: dict[str, str] = {}
    for line in sheet.lines:
        name, pub = sheet.get(line, "name"), sheet.get(line, "venue")
        match, at = teams.find(name), pubs.find(pub) if pub else None
        errors = [*name_errors(name, "team", LONGEST_TEAM), *above.same_row(name, line)]
        row = RowPreview(line, f"{name or 'No name'}, {pub}".removesuffix(", "), problems=errors)
        row.problems += _team_errors(sheet, line)
        row.problems += addresses.errors(line, *(sheet.get(line, key) for key in ("captain", "email", "phone")))
        if match.in_doubt and not row.problems:
            _ask(row, "team", name, match.near)
        elif at is not None and at.in_doubt and not row.problems:
            _ask(row, "venue", pub, at.near)
        if row.problems:
            yield row
            continue
        row.words = f"{name}, {pub}"
        venue = None if at is None else at.row or new.setdefault(fold(pub), pub)
        captain, notes = holders.captain_of(sheet, line, match.row)
        if not above.ask(row, name, match):
            values: dict[str, Any] = {"venue": venue, "start_time": parse_time(sheet.get(line, "start"))}
            values["active"] = parse_yes(sheet.get(line, "active") or "yes") if sheet.has("active") else None
            _compare(row, match, TeamRow(match.row, name, **values, captain=captain), values)
            row.notes += [f"Venue: {at.text}"] if at and at.note else []
            if not pub and not match.row:
                row.notes.append(f"No venue: it stands under “{UNKNOWN_VENUE}”")
            row.notes += notes
            _ask_if_changed(row, "team", name, match)
        yield row


def summary_of(rows: Iterable[TeamRow]) -> str:
    """What rows of teams make, in words: "10 teams, 9 venues and 10 invitations"."""
    values = list(rows)
    counts = {
        "team": sum(row.team is None for row in values),
        "venue": len({row.venue for row in values if isinstance(row.venue, str)}),
        "invitation": sum(row.captain is not None for row in values),
    }
    return join_list([several(number, noun) for noun, number in counts.items() if number])


def _venue_values(sheet: ImportSheet, line: SheetLine) -> tuple[dict[str, Any], list[str]]:
    values: dict[str, Any] = {name: text for name in VENUE_TEXTS if (text := sheet.get(line, name))}
    why = [f"{name.capitalize()}: at most {most} letters." for name, most in VENUE_TEXTS.items()
           if len(values.get(name, "")) > most]  # fmt: skip
    if text := sheet.get(line, "boards"):
        values["boards"] = parse_number(text)
        if values["boards"] is None or not 1 <= values["boards"] <= MOST_BOARDS:
            why.append(f"“{text}” is not a number of home matches. Write 1 to {MOST_BOARDS}.")
    if text := sheet.get(line, "map_link"):
        values["map_link"] = text
        try:
            URLValidator(schemes=["http", "https"])(text)
        except ValidationError:
            why.append(f"“{text[:60]}” is not a link. It must start with https://.")
    return values, why


def _team_errors(sheet: ImportSheet, line: SheetLine) -> Iterator[str]:
    pub, start, active = (sheet.get(line, name) for name in ("venue", "start", "active"))
    if len(pub) > LONGEST_VENUE:
        yield f"The venue has at most {LONGEST_VENUE} letters."
    if start and parse_time(start) is None:
        yield f"“{start}” is not a time. Write it as 20:00 or 8pm."
    if parse_yes(active) is None:
        yield f"“{active}” is neither yes nor no."


def _compare(row: RowPreview, match: NameMatch[Any], doing: VenueRow | TeamRow, values: dict[str, Any]) -> None:
    row.doing = doing
    if match.row is None:
        return
    changes = [
        _change(key, getattr(match.row, key), value)
        for key, value in values.items()
        if value is not None and getattr(match.row, key) != value
    ]
    row.words, row.notes = match.text, changes
    invites = isinstance(doing, TeamRow) and doing.captain is not None
    row.fate = RowOutcome.CHANGED if changes or invites else RowOutcome.SAME


def _ask(row: RowPreview, what: str, name: str, near: Sequence[Any]) -> None:
    row.problems.append(f"Is it {' or '.join(map(str, near))}?")
    row.ask = name_question(what, name, near, OWN[what])


def _ask_if_changed(row: RowPreview, what: str, name: str, match: NameMatch[Any]) -> None:
    """Ask, where the row would change what has another name and nobody has said that this is meant."""
    if row.fate is RowOutcome.CHANGED and match.note and not match.answered:
        row.words = name
        _ask(row, what, name, [match.row])
        row.problems += row.notes


def _change(key: str, before: object, after: object) -> str:
    if key == "active":
        return "Plays again" if after else "No longer plays"
    if key == "start_time":
        before, after = clock(before), clock(after)  # type: ignore[arg-type]
    noun = {"boards": "home matches on one night", "map_link": "map link"}.get(key, key.replace("_", " "))
    return f"{noun.capitalize()}: {after}, was {before or 'empty'}"


class NamesAbove:
    def __init__(self, what: str) -> None:
        self.what = what
        self._lines: dict[str, int] = {}
        self._meant: dict[object, tuple[int, str]] = {}

    def same_row(self, name: str, line: SheetLine) -> Iterator[str]:
        first = self._lines.setdefault(spelling(name), line.number)
        if name and first != line.number:
            yield f"Row {first} is the same. Keep one of them."

    def ask(self, row: RowPreview, name: str, match: NameMatch[Any]) -> bool:
        first, other = self._meant.setdefault(match.row or fold(name), (row.number, name))
        if first == row.number or (match.answered and match.row is None):
            return False
        row.words = name
        if match.answered:
            row.problems.append(f"Row {first} is {match.row} too. Keep one of them.")
        else:
            own = OWN[self.what]
            row.problems.append(f"Row {first} is “{other}”. Keep one of them, or say that this is {own.lower()}.")
            row.ask = name_question(self.what, name, (), own)
        return True

"""Rows of venues and of teams beside those that the league has."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from league.importexport.queries.preview.roles import AddressIndex, RoleHolders
from league.importexport.values import sheet_reader
from league.importexport.values.outcomes import (
    VERY_NEAR,
    ImportSheet,
    NameMatch,
    NameQuestion,
    RowOutcome,
    RowPreview,
    conflict,
    name_key,
    name_question,
)
from league.importexport.values.sheet_reader import SheetLine
from league.teams.actions.imports import TeamRow, VenueRow
from league.teams.models import Team, Venue
from league.ui.formats import clock
from scoring.words import join_list, several

VENUE_TEXTS = {"address": 200, "postcode": 10, "notes": 200}
LONGEST_VENUE, LONGEST_TEAM = 80, 60
MOST_BOARDS = 20


def preview_venues(sheet: ImportSheet) -> Iterator[RowPreview]:
    known = sheet.names("venue", {row.name: row for row in Venue.objects.order_by("pk")}, VERY_NEAR)
    first_rows: dict[str, int] = {}
    for line in sheet.lines:
        name = sheet.get(line, "name")
        values, why = _venue_values(sheet, line)
        why = [*_name_errors(name, "venue", LONGEST_VENUE), *_duplicate(name, line, first_rows), *why]
        found = known.find(name)
        if why or _may_be(found):
            ask = name_question("venue", name, found, "A venue of its own") if _may_be(found) and not why else None
            yield conflict(line, name or "No name", why or [_is_it(found)], ask)
            continue
        yield _row_preview(line, found, name, VenueRow(found.row, name, values), values)


def preview_teams(sheet: ImportSheet) -> Iterator[RowPreview]:
    teams = Team.objects.select_related("venue").order_by("pk")
    known = sheet.names("team", {row.name: row for row in teams}, VERY_NEAR)
    pubs = sheet.names("venue", {row.name: row for row in Venue.objects.order_by("pk")}, VERY_NEAR)
    addresses, holders = AddressIndex(), RoleHolders.of(sheet.league)
    first_rows: dict[str, int] = {}
    new: dict[str, str] = {}
    for line in sheet.lines:
        name, pub = sheet.get(line, "name"), sheet.get(line, "venue")
        found, at = known.find(name), pubs.find(pub) if pub else None
        start, active = (
            sheet_reader.parse_time(sheet.get(line, "start")),
            sheet_reader.parse_yes(sheet.get(line, "active") or "yes"),
        )
        why = [*_name_errors(name, "team", LONGEST_TEAM), *_duplicate(name, line, first_rows)]
        why += _team_errors(sheet, line, found)
        why += addresses.errors(line, sheet.get(line, "captain"), sheet.get(line, "email"), sheet.get(line, "phone"))
        ask = _team_ask(name, pub, found, at) if not why else None
        if why or ask:
            why = why or [_is_it(found if _may_be(found) else at)]
            yield conflict(line, f"{name or 'No name'}, {pub}".removesuffix(", "), why, ask)
            continue
        venue = None if at is None else at.row or new.setdefault(name_key(pub), pub)
        values: dict[str, Any] = {"venue": venue, "start_time": start}
        values["active"] = active if sheet.has("active") else None
        text = f"{name}, {pub}" if found.row is None else name
        captain, notes = holders.captain_of(sheet, line, found.row)
        row = _row_preview(line, found, text, TeamRow(found.row, name, **values, captain=captain), values)
        changed = captain is not None and row.outcome is RowOutcome.SAME
        yield replace(row, outcome=RowOutcome.CHANGED if changed else row.outcome, why=(*row.why, *notes))


def summary_of(rows: Iterable[TeamRow]) -> str:
    """What rows of teams make, in words: "10 teams, 9 venues and 10 invitations"."""
    values = list(rows)
    venues = {row.venue for row in values if isinstance(row.venue, str)}
    counts = {
        "team": sum(row.team is None for row in values),
        "venue": len(venues),
        "invitation": sum(row.captain is not None for row in values),
    }
    parts = [several(number, noun) for noun, number in counts.items() if number]
    return join_list(parts)


def _venue_values(sheet: ImportSheet, line: SheetLine) -> tuple[dict[str, Any], list[str]]:
    """What the row says of a venue, and what is wrong with it. An empty cell says nothing."""
    values: dict[str, Any] = {name: text for name in VENUE_TEXTS if (text := sheet.get(line, name))}
    why = [f"{name.capitalize()}: at most {most} letters." for name, most in VENUE_TEXTS.items()
           if len(values.get(name, "")) > most]  # fmt: skip
    if text := sheet.get(line, "boards"):
        values["boards"] = sheet_reader.parse_number(text)
        if values["boards"] is None or not 1 <= values["boards"] <= MOST_BOARDS:
            why.append(f"“{text}” is not a number of home matches. Write 1 to {MOST_BOARDS}.")
    if text := sheet.get(line, "map_link"):
        values["map_link"] = text
        try:
            URLValidator(schemes=["http", "https"])(text)
        except ValidationError:
            why.append(f"“{text[:60]}” is not a link. It must start with https://.")
    return values, why


def _team_errors(sheet: ImportSheet, line: SheetLine, found: NameMatch[Team]) -> Iterator[str]:
    pub, start, active = (sheet.get(line, name) for name in ("venue", "start", "active"))
    if not pub and found.row is None and not found.near:
        yield "A new team needs a venue."
    if len(pub) > LONGEST_VENUE:
        yield f"The venue has at most {LONGEST_VENUE} letters."
    if start and sheet_reader.parse_time(start) is None:
        yield f"“{start}” is not a time. Write it as 20:00 or 8pm."
    if sheet_reader.parse_yes(active) is None:
        yield f"“{active}” is neither yes nor no."


def _team_ask(name: str, pub: str, found: NameMatch[Team], at: NameMatch[Venue] | None) -> NameQuestion | None:
    if _may_be(found):
        return name_question("team", name, found, "A team of its own")
    if at is not None and _may_be(at):
        return name_question("venue", pub, at, "A venue of its own")
    return None


def _row_preview(
    line: SheetLine, found: NameMatch[Any], name: str, doing: VenueRow | TeamRow, values: dict[str, Any]
) -> RowPreview:
    """New, or beside the row that is meant: what it would change, value by value."""
    row = found.row
    if row is None:
        return RowPreview(line.number, RowOutcome.NEW, name, doing=doing)
    text = f"{row}" if not found.loosely else f"{row} (written “{name}”)"
    changes = tuple(_change(key, getattr(row, key), value) for key, value in values.items()
                 if value is not None and getattr(row, key) != value)  # fmt: skip
    return RowPreview(line.number, RowOutcome.CHANGED if changes else RowOutcome.SAME, text, changes, doing)


def _change(key: str, before: object, after: object) -> str:
    if key == "active":
        return "Plays again" if after else "No longer plays"
    if key == "start_time":
        before, after = clock(before), clock(after)  # type: ignore[arg-type]
    noun = {"boards": "home matches on one night", "map_link": "map link"}.get(key, key.replace("_", " "))
    return f"{noun.capitalize()}: {after}, was {before or 'empty'}"


def _name_errors(name: str, what: str, most: int) -> Iterator[str]:
    if not name:
        yield f"The {what} has no name."
    elif not name_key(name):
        yield f"“{name}” has no letters in it."
    elif len(name) > most:
        yield f"The name has at most {most} letters. It has {len(name)}."


def _duplicate(name: str, line: SheetLine, first_rows: dict[str, int]) -> Iterator[str]:
    """A name that a row above has already."""
    first = first_rows.setdefault(name_key(name), line.number)
    if name and first != line.number:
        yield f"Row {first} is the same. Keep one of them."


def _may_be(found: NameMatch[Any]) -> bool:
    return found.row is None and bool(found.near)


def _is_it(found: NameMatch[Any] | None) -> str:
    return f"Is it {' or '.join(str(row) for row in found.near)}?" if found else ""

"""Rows of venues and of teams beside those that the league has."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from league.base.ui.formats import clock
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import LONGEST_TEAM, OWN, name_errors, team_names, venue_names
from league.exchange.queries.preview.roles import AddressIndex, RoleHolders
from league.exchange.values.outcomes import (
    VERY_NEAR,
    ImportSheet,
    NameMatch,
    NameQuestion,
    RowPreview,
    conflict,
    name_question,
)
from league.reading.cells import parse_number, parse_yes
from league.reading.days import parse_time
from league.reading.values import SheetLine
from league.teams.actions.imports import UNKNOWN_VENUE, TeamRow, VenueRow
from league.teams.models import Team, Venue
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
        name_match = venues.find(name)
        why = [*name_errors(name, "venue", LONGEST_VENUE), *above.same_row(name, line), *why]
        if why or name_match.in_doubt:
            ask = None if why else name_question("venue", name, name_match.near, OWN["venue"])
            yield conflict(line, name or "No name", why or [_is_it(name_match.near)], ask)
            continue
        row = _row_preview(line, name_match, name, VenueRow(name_match.row, name, values), values)
        yield above.doubt(name, line, name_match) or _doubted("venue", name, name_match, row)


def preview_teams(sheet: ImportSheet, _: date) -> Iterator[RowPreview]:
    teams, pubs, above = team_names(sheet, VERY_NEAR), venue_names(sheet, VERY_NEAR), NamesAbove("team")
    addresses, holders = AddressIndex(), RoleHolders(sheet.league)
    new: dict[str, str] = {}
    for line in sheet.lines:
        name, pub = sheet.get(line, "name"), sheet.get(line, "venue")
        name_match, at = teams.find(name), pubs.find(pub) if pub else None
        start, active = parse_time(sheet.get(line, "start")), parse_yes(sheet.get(line, "active") or "yes")
        why = [*name_errors(name, "team", LONGEST_TEAM), *above.same_row(name, line)]
        why += _team_errors(sheet, line)
        why += addresses.errors(line, sheet.get(line, "captain"), sheet.get(line, "email"), sheet.get(line, "phone"))
        ask = _team_ask(name, pub, name_match, at) if not why else None
        if why or ask:
            why = why or [_is_it(name_match.near or (at.near if at else ()))]
            yield conflict(line, f"{name or 'No name'}, {pub}".removesuffix(", "), why, ask)
            continue
        venue = None if at is None else at.row or new.setdefault(fold(pub), pub)
        values: dict[str, Any] = {"venue": venue, "start_time": start}
        values["active"] = active if sheet.has("active") else None
        text = f"{name}, {pub}" if name_match.row is None else name
        captain, notes = holders.captain_of(sheet, line, name_match.row)
        notes = (*([f"Venue: {at.text}"] if at and at.note else []), *notes)
        notes = notes if pub or name_match.row else (f"No venue: it stands under “{UNKNOWN_VENUE}”", *notes)
        row = _row_preview(line, name_match, text, TeamRow(name_match.row, name, **values, captain=captain), values)
        changed = captain is not None and row.outcome is RowOutcome.SAME
        row = replace(row, outcome=RowOutcome.CHANGED if changed else row.outcome, why=(*row.why, *notes))
        yield above.doubt(name, line, name_match) or _doubted("team", name, name_match, row)


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


def _team_ask(name: str, pub: str, name_match: NameMatch[Team], at: NameMatch[Venue] | None) -> NameQuestion | None:
    if name_match.in_doubt:
        return name_question("team", name, name_match.near, OWN["team"])
    if at is not None and at.in_doubt:
        return name_question("venue", pub, at.near, OWN["venue"])
    return None


def _row_preview(
    line: SheetLine, name_match: NameMatch[Any], name: str, doing: VenueRow | TeamRow, values: dict[str, Any]
) -> RowPreview:
    row = name_match.row
    if row is None:
        return RowPreview(line.number, RowOutcome.NEW, name, doing=doing)
    changes = tuple(_change(key, getattr(row, key), value) for key, value in values.items()
                 if value is not None and getattr(row, key) != value)  # fmt: skip
    return RowPreview(line.number, RowOutcome.CHANGED if changes else RowOutcome.SAME, name_match.text, changes, doing)


def _doubted(what: str, name: str, name_match: NameMatch[Any], row: RowPreview) -> RowPreview:
    """The row; or a question, where it would change what has another name and nobody has said that this is meant."""
    if row.outcome is not RowOutcome.CHANGED or not name_match.note or name_match.answered:
        return row
    ask = name_question(what, name, [name_match.row], OWN[what])
    return replace(
        row, outcome=RowOutcome.CONFLICT, words=name, why=(_is_it([name_match.row]), *row.why), doing=None, ask=ask
    )


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

    def doubt(self, name: str, line: SheetLine, name_match: NameMatch[Any]) -> RowPreview | None:
        """A question, where a row above means the same by another spelling."""
        first, other = self._meant.setdefault(name_match.row or fold(name), (line.number, name))
        if first == line.number or (name_match.answered and name_match.row is None):
            return None
        if name_match.answered:
            return conflict(line, name, [f"Row {first} is {name_match.row} too. Keep one of them."])
        why = f"Row {first} is “{other}”. Keep one of them, or say that this is {OWN[self.what].lower()}."
        return conflict(line, name, [why], name_question(self.what, name, (), OWN[self.what]))


def _is_it(near: Iterable[Any]) -> str:
    return f"Is it {' or '.join(map(str, near))}?"

"""Rows of venues and of teams beside those that the league has."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from league.exchange.queries import values
from league.exchange.queries.names import VERY_NEAR, Found, key_of
from league.exchange.queries.reading import Line
from league.exchange.queries.weighing.fates import Ask, Fate, Sheet, Weighed, asked, clash
from league.exchange.queries.weighing.roles import Addresses, Heads
from league.teams.actions.imports import TeamRow, VenueRow
from league.teams.models import Team, Venue
from league.ui.words import clock

VENUE_TEXTS = {"address": 200, "postcode": 10, "notes": 200}
LONGEST_VENUE, LONGEST_TEAM = 80, 60
MOST_BOARDS = 20


def weigh_venues(sheet: Sheet) -> Iterator[Weighed]:
    known = sheet.names("venue", {row.name: row for row in Venue.objects.order_by("pk")}, VERY_NEAR)
    seen: dict[str, int] = {}
    for line in sheet.lines:
        name = sheet.get(line, "name")
        given, why = _venue_values(sheet, line)
        why = [*_name_faults(name, "venue", LONGEST_VENUE), *_twice(name, line, seen), *why]
        found = known.find(name)
        if why or _may_be(found):
            ask = asked("venue", name, found, "A venue of its own") if _may_be(found) and not why else None
            yield clash(line, name or "No name", why or [_is_it(found)], ask)
            continue
        yield _weighed(line, found, name, VenueRow(found.row, name, given), given)


def weigh_teams(sheet: Sheet) -> Iterator[Weighed]:
    teams = Team.objects.select_related("venue").order_by("pk")
    known = sheet.names("team", {row.name: row for row in teams}, VERY_NEAR)
    pubs = sheet.names("venue", {row.name: row for row in Venue.objects.order_by("pk")}, VERY_NEAR)
    addresses, heads = Addresses(), Heads.of(sheet.league)
    seen: dict[str, int] = {}
    new: dict[str, str] = {}
    for line in sheet.lines:
        name, pub = sheet.get(line, "name"), sheet.get(line, "venue")
        found, at = known.find(name), pubs.find(pub) if pub else None
        start, active = values.clock(sheet.get(line, "start")), values.yes(sheet.get(line, "active") or "yes")
        why = [*_name_faults(name, "team", LONGEST_TEAM), *_twice(name, line, seen)]
        why += _team_faults(sheet, line, found)
        why += addresses.faults(line, sheet.get(line, "captain"), sheet.get(line, "email"), sheet.get(line, "phone"))
        ask = _team_ask(name, pub, found, at) if not why else None
        if why or ask:
            why = why or [_is_it(found if _may_be(found) else at)]
            yield clash(line, f"{name or 'No name'}, {pub}".removesuffix(", "), why, ask)
            continue
        venue = None if at is None else at.row or new.setdefault(key_of(pub), pub)
        given: dict[str, Any] = {"venue": venue, "start_time": start}
        given["active"] = active if sheet.has("active") else None
        words = f"{name}, {pub}" if found.row is None else name
        captain, told = heads.weigh(sheet, line, found.row)
        row = _weighed(line, found, words, TeamRow(found.row, name, **given, captain=captain), given)
        changed = captain is not None and row.fate is Fate.SAME
        yield replace(row, fate=Fate.CHANGED if changed else row.fate, why=(*row.why, *told))


def summary_of(rows: Iterable[TeamRow]) -> str:
    """What rows of teams make, in words: "10 teams, 9 venues and 10 invitations"."""
    given = list(rows)
    venues = {row.venue for row in given if isinstance(row.venue, str)}
    counts = {
        "team": sum(row.team is None for row in given),
        "venue": len(venues),
        "invitation": sum(row.captain is not None for row in given),
    }
    said = [f"{number} {noun}{'' if number == 1 else 's'}" for noun, number in counts.items() if number]
    return " and ".join(filter(None, (", ".join(said[:-1]), *said[-1:])))


def _venue_values(sheet: Sheet, line: Line) -> tuple[dict[str, Any], list[str]]:
    """What the row says of a venue, and what is wrong with it. An empty cell says nothing."""
    given: dict[str, Any] = {name: text for name in VENUE_TEXTS if (text := sheet.get(line, name))}
    why = [f"{name.capitalize()}: at most {most} letters." for name, most in VENUE_TEXTS.items()
           if len(given.get(name, "")) > most]  # fmt: skip
    if text := sheet.get(line, "boards"):
        given["boards"] = values.whole(text)
        if given["boards"] is None or not 1 <= given["boards"] <= MOST_BOARDS:
            why.append(f"“{text}” is no number of home matches. Write 1 to {MOST_BOARDS}.")
    if text := sheet.get(line, "map_link"):
        given["map_link"] = text
        try:
            URLValidator(schemes=["http", "https"])(text)
        except ValidationError:
            why.append(f"“{text[:60]}” is no link. It begins with https://.")
    return given, why


def _team_faults(sheet: Sheet, line: Line, found: Found[Team]) -> Iterator[str]:
    pub, start, active = (sheet.get(line, name) for name in ("venue", "start", "active"))
    if not pub and found.row is None and not found.near:
        yield "A new team needs the venue that it plays at."
    if len(pub) > LONGEST_VENUE:
        yield f"The venue has at most {LONGEST_VENUE} letters."
    if start and values.clock(start) is None:
        yield f"“{start}” is no time. Write it as 20:00 or 8pm."
    if values.yes(active) is None:
        yield f"“{active}” is neither yes nor no."


def _team_ask(name: str, pub: str, found: Found[Team], at: Found[Venue] | None) -> Ask | None:
    if _may_be(found):
        return asked("team", name, found, "A team of its own")
    if at is not None and _may_be(at):
        return asked("venue", pub, at, "A venue of its own")
    return None


def _weighed(line: Line, found: Found[Any], name: str, doing: VenueRow | TeamRow, given: dict[str, Any]) -> Weighed:
    """New, or beside the row that is meant: what it would change, value by value."""
    row = found.row
    if row is None:
        return Weighed(line.number, Fate.NEW, name, doing=doing)
    words = f"{row}" if not found.loosely else f"{row} (written “{name}”)"
    told = tuple(_change(key, getattr(row, key), value) for key, value in given.items()
                 if value is not None and getattr(row, key) != value)  # fmt: skip
    return Weighed(line.number, Fate.CHANGED if told else Fate.SAME, words, told, doing)


def _change(key: str, before: object, after: object) -> str:
    if key == "active":
        return "Plays again" if after else "Plays no more"
    if key == "start_time":
        before, after = clock(before), clock(after)  # type: ignore[arg-type]
    noun = {"boards": "home matches on one night", "map_link": "map link"}.get(key, key.replace("_", " "))
    return f"{noun.capitalize()}: {after}, was {before or 'empty'}"


def _name_faults(name: str, what: str, most: int) -> Iterator[str]:
    if not name:
        yield f"The {what} has no name."
    elif not key_of(name):
        yield f"“{name}” has no letters in it."
    elif len(name) > most:
        yield f"The name has at most {most} letters. It has {len(name)}."


def _twice(name: str, line: Line, seen: dict[str, int]) -> Iterator[str]:
    """A name that a row above has already."""
    first = seen.setdefault(key_of(name), line.number)
    if name and first != line.number:
        yield f"Row {first} is the same. Keep one of them."


def _may_be(found: Found[Any]) -> bool:
    return found.row is None and bool(found.near)


def _is_it(found: Found[Any] | None) -> str:
    return f"Is it {' or '.join(str(row) for row in found.near)}?" if found else ""

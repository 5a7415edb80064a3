"""What each kind of spreadsheet has in its columns, under whatever name people and other programs give them.

The other names are those of our own spreadsheets, of fixture lists as League Republic and Full-Time show and export
them, and of what secretaries keep by hand.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from league.exchange.choices import ImportKind
from league.exchange.queries.reading import Line

LOOKED_AT = 8  # first rows among which the headings may be, below a title


@dataclass(frozen=True, slots=True)
class Column:
    """One value of a row: `label` is what we call it, `known_as` what others do. `needed`: no row goes without it."""

    key: str
    label: str
    known_as: tuple[str, ...] = ()
    needed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(bare(each) for each in (self.label, *self.known_as))


HOME_AND_AWAY = (
    Column("division", "Division", ("league", "division name", "competition", "fixture group", "group", "section")),
    Column("date", "Date", ("day", "fixture date", "match date", "date time", "date and time", "night", "played on")),
    Column("time", "Time", ("kick off", "ko", "kick off time", "start", "start time", "fixture time")),
    Column("home", "Home", ("home team", "home side", "home name", "team 1", "host"), needed=True),
    Column("away", "Away", ("away team", "away side", "away name", "team 2", "visitors", "opponents"), needed=True),
)
EMAIL = ("email", "email address", "e-mail address", "mail")
PHONE = ("telephone", "mobile", "tel", "phone number", "number", "mobile number")
COLUMNS: dict[ImportKind, tuple[Column, ...]] = {
    ImportKind.VENUES: (
        Column("name", "Venue", ("name", "pub", "club", "ground", "venue name", "home"), needed=True),
        Column("address", "Address", ("street", "where", "venue address")),
        Column("postcode", "Postcode", ("post code", "zip")),
        Column("boards", "Home matches on one night", ("boards", "tables", "matches", "home matches")),
        Column("map_link", "Map link", ("map", "link", "url", "google maps")),
        Column("notes", "Notes", ("note", "remarks", "comment")),
    ),
    ImportKind.TEAMS: (
        Column("name", "Team", ("name", "team name", "club", "side"), needed=True),
        Column("venue", "Venue", ("pub", "home", "ground", "plays at", "venue name", "home venue")),
        Column("start", "Start time", ("time", "start", "starts", "kick off", "ko")),
        Column("active", "Plays", ("active", "playing", "still plays")),
        Column("captain", "Captain", ("captain's name", "captain name", "skipper", "contact", "contact name")),
        Column("email", "E-mail", ("captain's e-mail", "captain e-mail", *EMAIL)),
        Column("phone", "Phone", ("captain's phone", "captain phone", *PHONE)),
    ),
    ImportKind.PEOPLE: (
        Column("name", "Name", ("full name", "person", "captain", "contact", "who"), needed=True),
        Column("email", "E-mail", EMAIL, needed=True),
        Column("phone", "Phone", PHONE),
        Column("team", "Team", ("plays for", "club", "side", "team name", "of")),
        Column("role", "Role", ("what they do", "position", "office", "post", "captain or vice captain"), needed=True),
    ),
    ImportKind.PLAYERS: (
        Column("name", "Player", ("name", "full name", "player name", "registered player"), needed=True),
        Column("team", "Team", ("plays for", "club", "side", "team name", "pub"), needed=True),
        Column("known_as", "Also known as", ("known as", "nickname", "alias")),
        Column("under_18", "Under 18", ("junior", "minor", "u18", "under eighteen")),
        Column("since", "Registered from", ("registered", "since", "date", "joined", "registration date", "signed")),
    ),
    ImportKind.FIXTURES: (
        *HOME_AND_AWAY,
        Column("venue", "Venue", ("pub", "ground", "location", "at", "pitch")),
    ),
    ImportKind.RESULTS: (
        *HOME_AND_AWAY,
        Column("home_score", "Home score", ("home games", "home goals", "home team score", "hs", "for")),
        Column("away_score", "Away score", ("away games", "away goals", "away team score", "as", "against")),
        Column("home_points", "Home points", ("home pts",)),
        Column("away_points", "Away points", ("away pts",)),
        Column("score", "Score", ("result", "final score", "full score", "ft", "score h a")),
    ),
    ImportKind.HONOURS: (
        Column("year", "Year", ("season", "date", "when"), needed=True),
        Column("title", "Trophy", ("won what", "title", "competition", "cup", "honour", "event"), needed=True),
        Column("winner", "Winner", ("winners", "won by", "champion", "champions"), needed=True),
        Column("runner_up", "Runner-up", ("runners up", "runner up", "second", "beaten finalist", "finalist")),
        Column("note", "Note", ("notes", "remarks", "score")),
    ),
}


# What the form for typing rows asks for; the other columns are for spreadsheets.
ASKED: dict[ImportKind, tuple[str, ...]] = {
    ImportKind.VENUES: ("name", "address", "postcode", "boards"),
    ImportKind.TEAMS: ("name", "venue", "captain", "email", "phone"),
    ImportKind.PEOPLE: ("name", "email", "phone", "team", "role"),
    ImportKind.PLAYERS: ("name", "team", "known_as"),
}


def bare(name: str) -> str:
    """A heading as it is compared: its letters and figures alone."""
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def headed(kind: ImportKind, lines: Sequence[Line]) -> tuple[tuple[str, ...], tuple[Line, ...]]:
    """The headings and the rows below them. Where no row looks like headings the columns are only numbered."""
    known = {name for column in COLUMNS[kind] for name in column.names}
    counted = [(sum(bare(cell) in known for cell in line.cells), line) for line in lines[:LOOKED_AT]]
    most, found = max(counted, key=lambda each: each[0], default=(0, None))
    width = max((len(line.cells) for line in lines), default=0)
    if found is None or most == 0 or (most == 1 and len([cell for cell in found.cells if cell]) > 1 and width > 4):
        return tuple(f"Column {number}" for number in range(1, width + 1)), tuple(lines)
    heading = (*found.cells, *[""] * (width - len(found.cells)))
    named = tuple(cell or f"Column {number}" for number, cell in enumerate(heading, start=1))
    return named, tuple(line for line in lines if line.number > found.number)


def matched(kind: ImportKind, heading: Sequence[str]) -> dict[str, int]:
    """In which column each of our values seems to stand: by its name, then by one that is nearly its name."""
    names = [bare(each) for each in heading]
    found: dict[str, int] = {}
    for nearly in (False, True):
        for column in COLUMNS[kind]:
            if column.key not in found:
                free = {name: at for at, name in reversed(list(enumerate(names))) if name and at not in found.values()}
                for wanted in column.names:
                    close = get_close_matches(wanted, free, 1, 0.85) if nearly else [wanted] if wanted in free else []
                    if close:
                        found[column.key] = free[close[0]]
                        break
    return found


def typed_columns(kind: ImportKind, matching: Mapping[str, int] | None = None) -> tuple[Column, ...]:
    """The columns of the form for typing rows: the usual ones or, of a spreadsheet, those that it has."""
    wanted = ASKED.get(kind, ()) if matching is None else matching
    return tuple(column for column in COLUMNS[kind] if column.key in wanted or column.needed)


def missing(kind: ImportKind, matching: Mapping[str, int]) -> tuple[Column, ...]:
    """The columns that have to be named before any row can be looked at."""
    return tuple(column for column in COLUMNS[kind] if column.needed and column.key not in matching)

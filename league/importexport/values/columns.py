"""What each kind of spreadsheet has in its columns, under whatever name people and other programs give them.

The other names are those of our own spreadsheets, of fixture lists as League Republic and Full-Time show and export
them, and of what secretaries keep by hand.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from league.importexport.choices import ImportKind
from league.reading.values import SheetLine

LOOKED_AT = 8  # first rows among which the headings may be, below a title


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One value of a row: `label` is what we call it, `known_as` what others do. `needed`: no row goes without it."""

    key: str
    label: str
    known_as: tuple[str, ...] = ()
    needed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(normalise(each) for each in (self.label, *self.known_as))


HOME_AND_AWAY = (
    SheetColumn(
        "division", "Division", ("league", "division name", "competition", "fixture group", "group", "section")
    ),
    SheetColumn(
        "date", "Date", ("day", "fixture date", "match date", "date time", "date and time", "night", "played on")
    ),
    SheetColumn("time", "Time", ("kick off", "ko", "kick off time", "start", "start time", "fixture time")),
    SheetColumn("home", "Home", ("home team", "home side", "home name", "team 1", "host"), needed=True),
    SheetColumn(
        "away", "Away", ("away team", "away side", "away name", "team 2", "visitors", "opponents"), needed=True
    ),
)
EMAIL = ("email", "email address", "e-mail address", "mail")
PHONE = ("telephone", "mobile", "tel", "phone number", "number", "mobile number")
COLUMNS: dict[ImportKind, tuple[SheetColumn, ...]] = {
    ImportKind.VENUES: (
        SheetColumn("name", "Venue", ("name", "pub", "club", "ground", "venue name", "home"), needed=True),
        SheetColumn("address", "Address", ("street", "where", "venue address")),
        SheetColumn("postcode", "Postcode", ("post code", "zip")),
        SheetColumn("boards", "Home matches on one night", ("boards", "tables", "matches", "home matches")),
        SheetColumn("map_link", "Map link", ("map", "link", "url", "google maps")),
        SheetColumn("notes", "Notes", ("note", "remarks", "comment")),
    ),
    ImportKind.TEAMS: (
        SheetColumn("name", "Team", ("name", "team name", "club", "side"), needed=True),
        SheetColumn("venue", "Venue", ("pub", "home", "ground", "plays at", "venue name", "home venue")),
        SheetColumn("start", "Start time", ("time", "start", "starts", "kick off", "ko")),
        SheetColumn("active", "Plays", ("active", "playing", "still plays")),
        SheetColumn("captain", "Captain", ("captain's name", "captain name", "skipper", "contact", "contact name")),
        SheetColumn("email", "E-mail", ("captain's e-mail", "captain e-mail", *EMAIL)),
        SheetColumn("phone", "Phone", ("captain's phone", "captain phone", *PHONE)),
    ),
    ImportKind.PEOPLE: (
        SheetColumn("name", "Name", ("full name", "person", "captain", "contact", "who"), needed=True),
        SheetColumn("email", "E-mail", EMAIL, needed=True),
        SheetColumn("phone", "Phone", PHONE),
        SheetColumn("team", "Team", ("plays for", "club", "side", "team name", "of")),
        SheetColumn(
            "role", "Role", ("what they do", "position", "office", "post", "captain or vice captain"), needed=True
        ),
    ),
    ImportKind.PLAYERS: (
        SheetColumn("name", "Player", ("name", "full name", "player name", "registered player"), needed=True),
        SheetColumn("team", "Team", ("plays for", "club", "side", "team name", "pub"), needed=True),
        SheetColumn("known_as", "Also known as", ("known as", "nickname", "alias")),
        SheetColumn("under_18", "Under 18", ("junior", "minor", "u18", "under eighteen")),
        SheetColumn(
            "since", "Registered from", ("registered", "since", "date", "joined", "registration date", "signed")
        ),
    ),
    ImportKind.FIXTURES: (
        *HOME_AND_AWAY,
        SheetColumn("venue", "Venue", ("pub", "ground", "location", "at", "pitch")),
    ),
    ImportKind.RESULTS: (
        *HOME_AND_AWAY,
        SheetColumn("home_score", "Home score", ("home games", "home goals", "home team score", "hs", "for")),
        SheetColumn("away_score", "Away score", ("away games", "away goals", "away team score", "as", "against")),
        SheetColumn("home_points", "Home points", ("home pts",)),
        SheetColumn("away_points", "Away points", ("away pts",)),
        SheetColumn("score", "Score", ("result", "final score", "full score", "ft", "score h a")),
    ),
    ImportKind.HONOURS: (
        SheetColumn("year", "Year", ("season", "date", "when"), needed=True),
        SheetColumn("title", "Trophy", ("won what", "title", "competition", "cup", "honour", "event"), needed=True),
        SheetColumn("winner", "Winner", ("winners", "won by", "champion", "champions"), needed=True),
        SheetColumn("runner_up", "Runner-up", ("runners up", "runner up", "second", "beaten finalist", "finalist")),
        SheetColumn("note", "Note", ("notes", "remarks", "score")),
    ),
}


# Two rows of each kind as somebody may write them, below the keys of their columns.
EXAMPLES: dict[ImportKind, tuple[tuple[str, ...], ...]] = {
    ImportKind.VENUES: (
        ("name", "address", "postcode", "boards", "notes"),
        ("The Crown", "2 Market Place", "ZZ1 1AA", "2", "Dominoes in the snug"),
        ("The Bell", "14 Church Street", "ZZ1 2AB", "1", ""),
    ),
    ImportKind.TEAMS: (
        ("name", "venue", "start", "captain", "email", "phone"),
        ("Crown A", "The Crown", "8pm", "Ann Hill", "ann@example.org", "01632 960001"),
        ("Bell", "The Bell", "7.30pm", "", "", ""),
    ),
    ImportKind.PEOPLE: (
        ("name", "email", "phone", "team", "role"),
        ("Ann Hill", "ann@example.org", "01632 960001", "Crown A", "Captain"),
        ("Bob Dale", "bob@example.org", "", "", "Treasurer"),
    ),
    ImportKind.PLAYERS: (
        ("name", "team", "known_as", "under_18", "since"),
        ("Ann Hill", "Crown A", "", "no", "01/09/2026"),
        ("Robert Dale", "Bell", "Bob", "no", ""),
    ),
    ImportKind.FIXTURES: (
        ("division", "date", "time", "home", "away", "venue"),
        ("Division One", "24/11/2026", "8pm", "Crown A", "Bell", "The Crown"),
        ("Division One", "01/12/2026", "7.30pm", "Bell", "Crown A", "The Bell"),
    ),
    ImportKind.RESULTS: (
        ("division", "date", "home", "away", "home_score", "away_score"),
        ("Division One", "24/11/2026", "Crown A", "Bell", "5", "4"),
        ("Division One", "01/12/2026", "Bell", "Crown A", "3", "6"),
    ),
    ImportKind.HONOURS: (
        ("year", "title", "winner", "runner_up", "note"),
        ("2024", "Division One", "Crown A", "Bell", ""),
        ("2025", "Singles", "Ann Hill", "Robert Dale", "Beat the holder in the semi-final"),
    ),
}


def example_of(kind: ImportKind) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The headings of a spreadsheet of this kind, and two rows."""
    keys, *rows = EXAMPLES[kind]
    labels = {column.key: column.label for column in COLUMNS[kind]}
    return tuple(labels[key] for key in keys), tuple(rows)


# What the form for typing rows asks for; the other columns are for spreadsheets.
ASKED_COLUMNS: dict[ImportKind, tuple[str, ...]] = {
    ImportKind.VENUES: ("name", "address", "postcode", "boards"),
    ImportKind.TEAMS: ("name", "venue", "captain", "email", "phone"),
    ImportKind.PEOPLE: ("name", "email", "phone", "team", "role"),
    ImportKind.PLAYERS: ("name", "team", "known_as"),
}


def normalise(name: str) -> str:
    """A heading as it is compared: its letters and figures alone."""
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def split_heading(kind: ImportKind, lines: Sequence[SheetLine]) -> tuple[tuple[str, ...], tuple[SheetLine, ...]]:
    """The headings and the rows below them. Where no row looks like headings the columns are only numbered."""
    known = {name for column in COLUMNS[kind] for name in column.names}
    counted = [(sum(normalise(cell) in known for cell in line.cells), line) for line in lines[:LOOKED_AT]]
    most, found = max(counted, key=lambda each: each[0], default=(0, None))
    width = max((len(line.cells) for line in lines), default=0)
    if found is None or most == 0 or (most == 1 and len([cell for cell in found.cells if cell]) > 1 and width > 4):
        return tuple(f"Column {number}" for number in range(1, width + 1)), tuple(lines)
    heading = (*found.cells, *[""] * (width - len(found.cells)))
    named = tuple(cell or f"Column {number}" for number, cell in enumerate(heading, start=1))
    return named, tuple(line for line in lines if line.number > found.number)


def match_columns(kind: ImportKind, heading: Sequence[str]) -> dict[str, int]:
    """In which column each of our values seems to stand: by its name, then by one that is nearly its name."""
    names = [normalise(each) for each in heading]
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


def typed_columns(kind: ImportKind, matching: Mapping[str, int] | None = None) -> tuple[SheetColumn, ...]:
    """The columns of the form for typing rows: the usual ones or, of a spreadsheet, those that it has."""
    wanted = ASKED_COLUMNS.get(kind, ()) if matching is None else matching
    return tuple(column for column in COLUMNS[kind] if column.key in wanted or column.needed)


def missing_columns(kind: ImportKind, matching: Mapping[str, int]) -> tuple[SheetColumn, ...]:
    """The columns that have to be named before any row can be looked at."""
    return tuple(column for column in COLUMNS[kind] if column.needed and column.key not in matching)

"""What each kind of spreadsheet has in its columns, under whatever name people and other programs give them.

The other names are those of our own spreadsheets, of fixture lists as League Republic and Full-Time show and export
them, and of what secretaries keep by hand.
"""

import re
from dataclasses import dataclass

from league.reading.values import Content


def plain(heading: str) -> str:
    """A heading as it is compared: its letters and figures alone."""
    return re.sub(r"[^a-z0-9]", "", heading.casefold())


def normalise(name: str) -> str:
    """The same, but for a heading without any: `#` is itself."""
    return plain(name) or name.strip()


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One value of a row: `label` is what we call it, `known_as` what others do. `needed`: no row goes without it."""

    key: str
    label: str
    known_as: tuple[str, ...] = ()
    needed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(normalise(name) for name in (self.label, *self.known_as))


DIVISION = ("league", "division name", "competition", "fixture group", "group", "section", "div", "lge")
DAY = ("day", "fixture date", "match date", "date time", "date and time", "night", "played on", "dates",
       "date of match")  # fmt: skip
HOUR = ("kick off", "ko", "kick off time", "start", "start time", "fixture time", "hour", "off")
WEEK = SheetColumn(
    "week", "Week", ("wk", "week no", "wk no", "matchweek", "round", "rd", "match day", "fxt", "fixture no")
)
HOME_AND_AWAY = (
    SheetColumn("division", "Division", DIVISION),
    SheetColumn("date", "Date", DAY),
    SheetColumn("time", "Time", HOUR),
    SheetColumn("home", "Home", ("home team", "home side", "home name", "home_name", "team 1", "host", "hosts",
                "home club", "player 1", "h"), needed=True),
    SheetColumn("away", "Away", ("away team", "away side", "away name", "away_name", "team 2", "visitors",
                "visiting team", "opponents", "away club", "player 2", "guests", "a"), needed=True),
)  # fmt: skip
EMAIL = ("email", "email address", "e-mail address", "mail")
PHONE = ("telephone", "mobile", "tel", "phone number", "number", "mobile number", "mob", "tel no", "contact no",
         "contact number", "telephone number", "phone no", "mob no", "mobile no")  # fmt: skip
CAPTAIN = ("captain's name", "captain name", "skipper", "contact", "contact name", "capt", "captains", "team captain")
FIRST_NAME = ("forename", "first names", "forenames", "christian name", "given name", "initial", "initials")
LAST_NAME = ("last name", "family name", "second name")
NAME_PARTS = (SheetColumn("first_name", "First name", FIRST_NAME), SheetColumn("last_name", "Surname", LAST_NAME))
TABLE_TEAM = SheetColumn("team", "Team", ("name", "club", "side", "team name", "teams", "player", "pub"), needed=True)
COLUMNS: dict[Content, tuple[SheetColumn, ...]] = {
    Content.VENUES: (
        SheetColumn("name", "Venue", ("name", "pub", "club", "ground", "venue name", "home"), needed=True),
        SheetColumn("address", "Address", ("street", "where", "venue address")),
        SheetColumn("postcode", "Postcode", ("post code", "zip")),
        SheetColumn("boards", "Home matches on one night", ("boards", "tables", "matches", "home matches")),
        SheetColumn("map_link", "Map link", ("map", "link", "url", "google maps")),
        SheetColumn("notes", "Notes", ("note", "remarks", "comment")),
    ),
    Content.TEAMS: (
        SheetColumn("name", "Team", ("name", "team name", "club", "side", "teams"), needed=True),
        SheetColumn("venue", "Venue", ("pub", "home", "ground", "plays at", "venue name", "home venue",
                    "headquarters", "hq")),
        SheetColumn("start", "Start time", ("time", "start", "starts", "kick off", "ko")),
        SheetColumn("active", "Plays", ("active", "playing", "still plays")),
        SheetColumn("captain", "Captain", CAPTAIN),
        SheetColumn("email", "E-mail", ("captain's e-mail", "captain e-mail", *EMAIL)),
        SheetColumn("phone", "Phone", ("captain's phone", "captain phone", *PHONE)),
    ),
    Content.PEOPLE: (
        SheetColumn("name", "Name", ("full name", "person", "captain", "contact", "who"), needed=True),
        SheetColumn("email", "E-mail", EMAIL, needed=True),
        SheetColumn("phone", "Phone", PHONE),
        SheetColumn("team", "Team", ("plays for", "club", "side", "team name", "of")),
        SheetColumn("role", "Role", ("what they do", "position", "office", "post", "captain or vice captain"),
                    needed=True),
        *NAME_PARTS,
    ),
    Content.PLAYERS: (
        SheetColumn("name", "Player", ("name", "full name", "player name", "registered player", "players"),
                    needed=True),
        SheetColumn("team", "Team", ("plays for", "club", "side", "team name", "pub"), needed=True),
        SheetColumn("known_as", "Also known as", ("known as", "nickname", "alias")),
        SheetColumn("under_18", "Under 18", ("junior", "minor", "u18", "under eighteen")),
        SheetColumn("since", "Registered from", ("registered", "since", "date", "joined", "registration date",
                    "signed", "reg date")),
        *NAME_PARTS,
    ),
    Content.FIXTURES: (
        *HOME_AND_AWAY,
        SheetColumn("venue", "Venue", ("pub", "ground", "location", "at", "pitch")),
    ),
    Content.RESULTS: (
        *HOME_AND_AWAY,
        SheetColumn("home_score", "Home score", ("home games", "home goals", "home team score", "hs", "for", "hg",
                    "home legs", "home frames", "score 1", "score1")),
        SheetColumn("away_score", "Away score", ("away games", "away goals", "away team score", "as", "against", "ag",
                    "away legs", "away frames", "score 2", "score2")),
        SheetColumn("home_points", "Home points", ("home pts", "hp")),
        SheetColumn("away_points", "Away points", ("away pts", "ap")),
        SheetColumn("score", "Score", ("result", "final score", "full score", "ft", "score h a")),
        SheetColumn("sides", "Home and away"),  # "either" where only the list of fixtures tells who was at home
    ),
    Content.DEDUCTIONS: (
        SheetColumn("team", "Team", ("name", "club", "side", "team name"), needed=True),
        SheetColumn("points", "Points", ("pts", "deduction", "deducted", "points deducted", "adjustment"), needed=True),
        SheetColumn("reason", "Reason", ("why", "note", "notes", "remarks", "offence")),
        SheetColumn("on", "Counts from", ("date", "day", "on", "from")),
        SheetColumn("kind", "What for", ("kind", "type", "what")),
    ),
    Content.HONOURS: (
        SheetColumn("year", "Year", ("season", "date", "when"), needed=True),
        SheetColumn("title", "Trophy", ("won what", "title", "competition", "cup", "honour", "event"), needed=True),
        SheetColumn("winner", "Winner", ("winners", "won by", "champion", "champions"), needed=True),
        SheetColumn("runner_up", "Runner-up", ("runners up", "runner up", "second", "beaten finalist", "finalist",
                    "r/up", "r up")),
        SheetColumn("note", "Note", ("notes", "remarks", "score")),
    ),
    Content.TABLES: (
        SheetColumn("season", "Season", ("year", "yr")),
        SheetColumn("division", "Division", DIVISION),
        SheetColumn("place", "Position", ("pos", "place", "rank", "no", "posn", "#")),
        TABLE_TEAM,
        SheetColumn("played", "Played", ("p", "pl", "pld", "matches", "mp", "matches played")),
        SheetColumn("won", "Won", ("w", "wins", "win", "matches won")),
        SheetColumn("drawn", "Drawn", ("d", "draws", "draw", "drew", "matches drawn")),
        SheetColumn("lost", "Lost", ("l", "losses", "loss", "defeats", "matches lost")),
        SheetColumn("for", "For", ("f", "games won", "legs won", "legs for", "frames won", "singles won", "goals for",
                    "gf", "lf", "ff", "games for")),
        SheetColumn("against", "Against", ("a", "games lost", "legs lost", "legs against", "frames lost",
                    "singles lost", "goals against", "ga", "la", "fa", "games against", "agst")),
        SheetColumn("difference", "Difference", ("diff", "+/-", "gd", "ld", "goal difference", "leg difference")),
        SheetColumn("adjustment", "Deducted", ("points deducted", "ded", "deductions", "penalty", "pts ded", "pen")),
        SheetColumn("points", "Points", ("pts", "pt", "total points", "total", "total pts"), needed=True),
    ),
    Content.RECORDS: (
        SheetColumn("season", "Season", ("year", "yr")),
        SheetColumn("division", "Division", DIVISION),
        SheetColumn("player", "Player", ("name", "player name", "full name", "players"), needed=True),
        SheetColumn("team", "Team", ("club", "side", "team name", "plays for", "pub")),
        SheetColumn("played", "Played", ("p", "pl", "pld", "games", "games played", "frames played", "legs played",
                    "mp", "apps")),
        SheetColumn("won", "Won", ("w", "wins", "games won", "frames won", "legs won")),
        SheetColumn("drawn", "Drawn", ("d", "draws")),
        SheetColumn("lost", "Lost", ("l", "losses", "games lost", "frames lost", "legs lost")),
        SheetColumn("points", "Points", ("pts", "pt", "total")),
        SheetColumn("average", "Average", ("avg", "ave", "%", "win %", "percentage", "pct")),
        SheetColumn("title", "What", ("counted", "award")),
        SheetColumn("counts", "How many", ("count", "number")),
        SheetColumn("date", "Date", DAY),
        SheetColumn("opponent", "Opponent", ("opponents", "versus")),
        SheetColumn("opponent_team", "Opponent’s team", ("opponents team", "their team")),
        *NAME_PARTS,
    ),
    Content.NIGHTS: (
        SheetColumn("date", "Date", DAY, needed=True),
        SheetColumn("title", "What for", ("event", "fixture", "competition", "what", "details", "description"),
                    needed=True),
        SheetColumn("kind", "Kind", ("type", "sort")),
        SheetColumn("note", "Note", ("notes", "remarks", "comment", "venue")),
    ),
    Content.TIES: (
        SheetColumn("cup", "Cup", ("competition", "trophy", "event", "tournament")),
        SheetColumn("round", "Round", ("rd", "stage", "round name")),
        SheetColumn("number", "Match", ("match", "tie", "match no", "tie no", "id", "no", "game")),
        *HOME_AND_AWAY[1:],
        SheetColumn("home_score", "Home score", ("hs", "score 1", "score1", "home games", "home goals", "hg",
                    "home legs")),
        SheetColumn("away_score", "Away score", ("as", "score 2", "score2", "away games", "away goals", "ag",
                    "away legs")),
        SheetColumn("score", "Score", ("result", "final score")),
        SheetColumn("winner", "Winner", ("winners", "won by", "through")),
        SheetColumn("venue", "Venue", ("pub", "ground", "location", "at")),
        SheetColumn("state", "Status", ("state", "note", "notes", "walkover")),
        SheetColumn("play_by", "Play by", ("deadline", "play by date", "to be played by", "by")),
    ),
}  # fmt: skip

# What layouts look at beside those; an import of that kind stores none of it.
BESIDE: dict[Content, tuple[SheetColumn, ...]] = {
    Content.TEAMS: (
        SheetColumn("secretary", "Secretary", ("sec", "sec'y", "secy", "team secretary", "sec'y / night")),
        SheetColumn("division", "Division", DIVISION),
        SheetColumn("night", "Home night", ("night", "home nights", "plays on")),
    ),
    Content.FIXTURES: (WEEK,),
    Content.RESULTS: (
        SheetColumn("venue", "Venue", ("pub", "ground", "location", "at", "pitch")),
        SheetColumn("status", "Status", ("state", "match status", "played?")),
        WEEK,
    ),
}

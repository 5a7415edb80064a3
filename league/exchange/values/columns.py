"""What the pages of an import show of the columns of each kind: examples, the form for typing rows, what is missing."""

from collections.abc import Mapping, Sequence

from league.exchange.choices import ImportKind
from league.reading.column_names import NAME_PARTS, SheetColumn, normalise
from league.reading.columns import columns_of

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
    ImportKind.DEDUCTIONS: (
        ("team", "points", "reason", "on", "kind"),
        ("Crown A", "-2", "Ineligible player", "24/11/2026", "Deduction"),
        ("Bell", "1", "Match awarded on appeal", "01/12/2026", "Points awarded"),
    ),
    ImportKind.TABLES: (
        ("season", "division", "place", "team", "played", "won", "drawn", "lost", "for", "against", "points"),
        ("1998-99", "Division One", "1", "Crown A", "18", "14", "1", "3", "98", "64", "29"),
        ("1998-99", "Division One", "2", "Bell", "18", "12", "2", "4", "91", "71", "26"),
    ),
    ImportKind.RECORDS: (
        ("season", "player", "team", "played", "won", "lost"),
        ("1998-99", "Dave Hartley", "Crown A", "36", "25", "11"),
        ("1998-99", "Sue Kirkby", "Bell", "34", "22", "12"),
    ),
    ImportKind.NIGHTS: (
        ("date", "title", "kind", "note"),
        ("24/11/2026", "League, week 9", "League", ""),
        ("01/12/2026", "Singles, first round", "Cup", "Heats at eight venues"),
    ),
    ImportKind.TIES: (
        ("cup", "round", "home", "away", "home_score", "away_score", "winner", "state", "play_by"),
        ("Memorial Cup", "Semi-finals", "Crown A", "Bell", "11", "9", "", "", "28/02/2027"),
        ("Memorial Cup", "Semi-finals", "Fleece", "", "", "", "", "bye", ""),
    ),
    ImportKind.HONOURS: (
        ("year", "title", "winner", "runner_up", "note"),
        ("2024", "Division One", "Crown A", "Bell", ""),
        ("2025", "Singles", "Ann Hill", "Robert Dale", "Beat the holder in the semi-final"),
    ),
}


def example_of(kind: ImportKind) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    keys, *rows = EXAMPLES[kind]
    labels = {column.key: column.label for column in columns_of(kind)}
    return tuple(labels[key] for key in keys), tuple(rows)


# What the form for typing rows asks for; the other columns are for spreadsheets.
ASKED_COLUMNS: dict[ImportKind, tuple[str, ...]] = {
    ImportKind.VENUES: ("name", "address", "postcode", "boards"),
    ImportKind.TEAMS: ("name", "venue", "captain", "email", "phone"),
    ImportKind.PEOPLE: ("name", "email", "phone", "team", "role"),
    ImportKind.PLAYERS: ("name", "team", "known_as"),
}


def typed_columns(kind: ImportKind, matching: Mapping[str, int] | None = None) -> tuple[SheetColumn, ...]:
    """The columns of the form for typing rows: the usual ones or, of a spreadsheet, those that it has."""
    wanted = ASKED_COLUMNS.get(kind, ()) if matching is None else matching
    return tuple(column for column in columns_of(kind) if column.key in wanted or column.needed)


def with_own_names(heading: Sequence[str], matching: Mapping[str, int]) -> dict[str, int]:
    """Where our own list of fixtures has its names: beside the keys of teams and divisions."""
    names = [normalise(name) for name in heading]
    own = {key: f"{key}name" for key in ("home", "away", "division")}
    return {key: names.index(own[key]) if own.get(key) in names else at for key, at in matching.items()}


def missing_columns(kind: ImportKind, matching: Mapping[str, int]) -> tuple[SheetColumn, ...]:
    """The columns that have to be named before any row can be looked at. A name may stand in two columns."""
    parts = {column.key for column in NAME_PARTS} & set(matching)
    needed = (column for column in columns_of(kind) if column.needed and column.key not in matching)
    return tuple(column for column in needed if column.key != "name" or not parts)

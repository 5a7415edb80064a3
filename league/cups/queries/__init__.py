"""Reading cups. Everything runs inside a league's scope."""

from league.cups.queries.cup_state import (
    bracket_of,
    cup_by_address,
    entrants_of,
    facts_of,
    snapshot_of,
    snapshots_of,
    ties_of,
)
from league.cups.queries.entries import distinct_names, entrants_in, names_of, public_name

__all__ = [
    "bracket_of",
    "cup_by_address",
    "distinct_names",
    "entrants_in",
    "entrants_of",
    "facts_of",
    "names_of",
    "public_name",
    "snapshot_of",
    "snapshots_of",
    "ties_of",
]

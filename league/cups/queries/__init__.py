"""Reading cups. Everything runs inside a league's scope."""

from league.cups.queries.cup_state import (
    CupSnapshot,
    bracket_of,
    cup_by_address,
    distinct_names,
    entrants_in,
    entrants_of,
    facts_of,
    names_of,
    public_name,
    snapshot_from,
    snapshot_of,
    snapshots_of,
    ties_of,
)
from league.cups.queries.facts import LoggedFact, draw_rules_of, rules_of
from league.cups.queries.labels import fact_reason, fact_text, round_name, side_name, tie_name, with_names

__all__ = [
    "CupSnapshot",
    "LoggedFact",
    "bracket_of",
    "cup_by_address",
    "distinct_names",
    "draw_rules_of",
    "entrants_in",
    "entrants_of",
    "fact_reason",
    "fact_text",
    "facts_of",
    "names_of",
    "public_name",
    "round_name",
    "rules_of",
    "side_name",
    "snapshot_from",
    "snapshot_of",
    "snapshots_of",
    "tie_name",
    "ties_of",
    "with_names",
]

"""Reading cups. Everything runs inside a league's scope."""

from league.cups.queries.book import (
    Account,
    account_from,
    account_of,
    accounts_of,
    bracket_of,
    cup_by_address,
    entrants_in,
    entrants_of,
    facts_of,
    names_of,
    public_name,
    ties_of,
    told_apart,
)
from league.cups.queries.facts import Noted, draw_rules_of, rules_of
from league.cups.queries.words import fact_words, in_names, reason_of, round_name, side_name, tie_name

__all__ = [
    "Account",
    "Noted",
    "account_from",
    "account_of",
    "accounts_of",
    "bracket_of",
    "cup_by_address",
    "draw_rules_of",
    "entrants_in",
    "entrants_of",
    "fact_words",
    "facts_of",
    "in_names",
    "names_of",
    "public_name",
    "reason_of",
    "round_name",
    "rules_of",
    "side_name",
    "tie_name",
    "ties_of",
    "told_apart",
]

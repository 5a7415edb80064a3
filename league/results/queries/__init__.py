"""Reading cards and results. Everything runs inside the scope of one league."""

from league.results.queries.appearances import last_line_up, outcomes_of, outings_in, outings_of, season_totals
from league.results.queries.card_lines import CardGameView, CardLineView, card_lines
from league.results.queries.facts import (
    Facts,
    MatchFacts,
    card_of,
    facts_of,
    match_facts,
    match_for,
    problems_of,
    rules_for,
)
from league.results.queries.journeys import Journey, journey_of, pages, whole_lines
from league.results.queries.prefill import LivePrefill, PrefillNote
from league.results.queries.season import adjustments, outcomes, play_offs, withdrawal_of
from league.results.queries.to_do import (
    CaptainTask,
    CaptainTaskKind,
    needs_officer,
    results_of,
    waiting_for_other_captain,
    your_match,
)

__all__ = [
    "CaptainTask",
    "CaptainTaskKind",
    "CardGameView",
    "CardLineView",
    "Facts",
    "Journey",
    "LivePrefill",
    "MatchFacts",
    "PrefillNote",
    "adjustments",
    "card_lines",
    "card_of",
    "facts_of",
    "journey_of",
    "last_line_up",
    "match_facts",
    "match_for",
    "needs_officer",
    "outcomes",
    "outcomes_of",
    "outings_in",
    "outings_of",
    "pages",
    "play_offs",
    "problems_of",
    "results_of",
    "rules_for",
    "season_totals",
    "waiting_for_other_captain",
    "whole_lines",
    "withdrawal_of",
    "your_match",
]

"""Reading cards and results. Everything runs inside the scope of one league."""

from league.results.queries.appearances import (
    companions_of,
    last_line_up,
    outcomes_of,
    outings_in,
    outings_of,
    outings_with_others,
    played_lines_of,
    season_totals,
)
from league.results.queries.facts import facts_of, match_facts, match_for
from league.results.queries.journeys import Journey, journey_of, pages, whole_lines
from league.results.queries.season import adjustments, outcomes, outcomes_and_open, play_offs
from league.results.queries.to_do import (
    CaptainTask,
    CaptainTaskKind,
    UnsettledResults,
    results_of,
    unsettled_results,
    your_match,
)

__all__ = [
    "CaptainTask",
    "CaptainTaskKind",
    "Journey",
    "UnsettledResults",
    "adjustments",
    "companions_of",
    "facts_of",
    "journey_of",
    "last_line_up",
    "match_facts",
    "match_for",
    "outcomes",
    "outcomes_and_open",
    "outcomes_of",
    "outings_in",
    "outings_of",
    "outings_with_others",
    "pages",
    "play_offs",
    "played_lines_of",
    "results_of",
    "season_totals",
    "unsettled_results",
    "whole_lines",
    "your_match",
]

"""Reading cards and results. Everything runs inside the scope of one league."""

from league.results.queries.boards import (
    Task,
    TaskKind,
    needs_officer,
    results_of,
    waiting_for_other_captain,
    your_match,
)
from league.results.queries.facts import Facts, card_of, facts_of, match_for, rules_for
from league.results.queries.journeys import Journey, journey_of, pages, whole_lines
from league.results.queries.matches import MatchFacts, match_facts, problems_of
from league.results.queries.outings import outcomes_of, outings_in, outings_of
from league.results.queries.papers import PaperGame, PaperLine, paper
from league.results.queries.prefill import LivePrefill, PrefillNote
from league.results.queries.records import last_line_up, season_totals
from league.results.queries.season import adjustments, outcomes, play_offs, withdrawal_of

__all__ = [
    "Facts",
    "Journey",
    "LivePrefill",
    "MatchFacts",
    "PaperGame",
    "PaperLine",
    "PrefillNote",
    "Task",
    "TaskKind",
    "adjustments",
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
    "paper",
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

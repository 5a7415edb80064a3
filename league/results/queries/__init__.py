"""Reading cards and results. Everything runs inside the scope of one league."""

from league.results.queries.facts import Facts, facts_of, match_for, rules_for
from league.results.queries.season import adjustments, outcomes

__all__ = ["Facts", "adjustments", "facts_of", "match_for", "outcomes", "rules_for"]

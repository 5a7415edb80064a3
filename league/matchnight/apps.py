"""The night of a match: who can play, the draw of the order, and the match as it is pegged."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from league.results.values import LivePrefill
    from league.schedule.models import Entry, Fixture
    from scoring.card.league_rules import LeagueRules
    from scoring.card.sheet import Side


class MatchNightConfig(AppConfig):
    name = "league.matchnight"

    def drawn_order(self, fixture: "Fixture") -> "dict[Side, tuple[tuple[str, ...], ...]] | None":
        """A `MatchNightSource` of league.results with the next two. What they import needs rows, so it comes late."""
        from league.matchnight.queries.lineups import drawn_for

        return drawn_for(fixture)

    def live_prefill(self, fixture: "Fixture", rules: "LeagueRules") -> "LivePrefill | None":
        from league.matchnight.queries.games import prefill_from_log

        return prefill_from_log(fixture, rules)

    def expected_players(self, fixture: "Fixture", side: "Side") -> tuple[str, ...]:
        from league.matchnight.queries.nights import expected_for

        return expected_for(fixture, side)

    def nights_suit(self, entry: "Entry", nights: "Iterable[date]") -> "dict[date, str]":
        """A `NightAdviser` of league.schedule."""
        from league.matchnight.queries.nights import advice_on

        return advice_on(entry, nights)

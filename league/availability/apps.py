"""The availability app. It ticks the players of a card whom a captain picked, and says which night suits a team."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from league.schedule.models import Entry, Fixture
    from scoring.card.sheet import Side


class AvailabilityConfig(AppConfig):
    name = "league.availability"

    # What these import knows rows, which are not there any sooner.
    def picked_players(self, fixture: "Fixture", side: "Side") -> tuple[str, ...]:
        """A `TeamPickSource` of league.results."""
        from league.availability.queries.nights import picked_for

        return picked_for(fixture, side)

    def nights_suit(self, entry: "Entry", nights: "Iterable[date]") -> "dict[date, str]":
        """A `NightAdviser` of league.schedule."""
        from league.availability.queries.nights import advice_on

        return advice_on(entry, nights)

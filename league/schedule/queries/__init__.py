"""Reading seasons and fixtures. Everything runs inside a league's scope."""

from league.schedule.queries.matches import (
    AddressedFixture,
    MatchDesk,
    cards_due,
    current_season,
    desk_of,
    doubts_about,
    fixture_by_address,
    of_tables,
    on_night,
    open_anywhere,
    open_fixtures,
    requests_about,
    requests_waiting,
    sides_of_team,
    whole_fixtures,
    without_a_date,
)
from league.schedule.queries.seasons import TO_ARRANGE, in_week, weeks_of

__all__ = [
    "TO_ARRANGE",
    "AddressedFixture",
    "MatchDesk",
    "cards_due",
    "current_season",
    "desk_of",
    "doubts_about",
    "fixture_by_address",
    "in_week",
    "of_tables",
    "on_night",
    "open_anywhere",
    "open_fixtures",
    "requests_about",
    "requests_waiting",
    "sides_of_team",
    "weeks_of",
    "whole_fixtures",
    "without_a_date",
]

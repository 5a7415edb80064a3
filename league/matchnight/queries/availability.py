"""Reading who can play. Everything runs inside a league's scope."""

from league.matchnight.queries.links import PersonalLink, link_at, links_of, settings_of
from league.matchnight.queries.nights import (
    MatchSheet,
    NightQuestion,
    match_sheet,
    matches_of,
    nights_of,
    questions_for,
    team_nights,
)

__all__ = [
    "MatchSheet",
    "NightQuestion",
    "PersonalLink",
    "link_at",
    "links_of",
    "match_sheet",
    "matches_of",
    "nights_of",
    "questions_for",
    "settings_of",
    "team_nights",
]

"""When and where: seasons, their divisions, who entered, what they wish, and every match that was put in the list."""

from league.schedule.models.lists import FixtureList, PresetMatch, Wish
from league.schedule.models.matches import CODES_AT, Fixture, Move, MoveRequest, OfferedDate
from league.schedule.models.seasons import Blackout, Competition, Division, Entry, FinalTable, Placement, Season

__all__ = [
    "CODES_AT",
    "Blackout",
    "Competition",
    "Division",
    "Entry",
    "FinalTable",
    "Fixture",
    "FixtureList",
    "Move",
    "MoveRequest",
    "OfferedDate",
    "Placement",
    "PresetMatch",
    "Season",
    "Wish",
]

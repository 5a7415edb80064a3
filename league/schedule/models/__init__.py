"""When and where: seasons, their divisions, who entered, what they wish, and every match that was put in the list."""

from league.schedule.models.endings import Fate, FinalTable
from league.schedule.models.lists import FixtureList
from league.schedule.models.matches import Fixture, Move, MoveRequest, OfferedDate
from league.schedule.models.seasons import Blackout, Competition, Division, Entry, Season
from league.schedule.models.wishes import PresetMatch, Wish

__all__ = [
    "Blackout",
    "Competition",
    "Division",
    "Entry",
    "Fate",
    "FinalTable",
    "Fixture",
    "FixtureList",
    "Move",
    "MoveRequest",
    "OfferedDate",
    "PresetMatch",
    "Season",
    "Wish",
]

"""Every write to seasons, divisions and fixtures. Each action is one transaction and one audit entry.

A fault that a person can mend is a ValidationError with a sentence for them; nothing has been written then.
"""

from league.schedule.actions.cups import TieSlot, end_tie_match, make_tie_match, set_deadline, set_rules
from league.schedule.actions.divisions import add_division, change_division, enter_team, place_teams, remove_division
from league.schedule.actions.endings import (
    carry_season,
    close_season,
    decide_placements,
    mark_play_off,
    remove_season,
    reopen_season,
)
from league.schedule.actions.locking import (
    bump_version,
    freeze_competition,
    lock_fixture,
    lock_fixtures,
    lock_known_fixture,
    mark_all_awarded,
    mark_all_played,
    mark_all_unplayed,
    mark_awarded,
    mark_in_play,
    mark_played,
    mark_unplayed,
    subjects,
)
from league.schedule.actions.matches import (
    play_elsewhere,
    postpone_fixture,
    postpone_night,
    rearrange_fixture,
    reinstate_fixture,
    void_fixture,
)
from league.schedule.actions.midseason import restore_team, withdraw_team
from league.schedule.actions.requests import accept_date, answer_move, ask_move, decide_move, withdraw_request
from league.schedule.actions.seasons import change_season, open_season, start_season

__all__ = [
    "TieSlot",
    "accept_date",
    "add_division",
    "answer_move",
    "ask_move",
    "bump_version",
    "carry_season",
    "change_division",
    "change_season",
    "close_season",
    "decide_move",
    "decide_placements",
    "end_tie_match",
    "enter_team",
    "freeze_competition",
    "lock_fixture",
    "lock_fixtures",
    "lock_known_fixture",
    "make_tie_match",
    "mark_all_awarded",
    "mark_all_played",
    "mark_all_unplayed",
    "mark_awarded",
    "mark_in_play",
    "mark_play_off",
    "mark_played",
    "mark_unplayed",
    "open_season",
    "place_teams",
    "play_elsewhere",
    "postpone_fixture",
    "postpone_night",
    "rearrange_fixture",
    "reinstate_fixture",
    "remove_division",
    "remove_season",
    "reopen_season",
    "restore_team",
    "set_deadline",
    "set_rules",
    "start_season",
    "subjects",
    "void_fixture",
    "withdraw_request",
    "withdraw_team",
]

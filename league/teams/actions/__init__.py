"""Every write to a league's people and places. Each action is one transaction, one audit entry, and says what happened.

What a person can put right is a ValidationError with a sentence for them; nothing has been written then.
"""

from league.teams.actions.leagues import Office, change_league, create_league, settle_officers
from league.teams.actions.people import change_own_details, end_role, invite_again, invite_person, renew_invitation
from league.teams.actions.places import (
    add_team,
    add_venue,
    change_venue,
    close_venue,
    match_keepers,
    rename_team,
    reopen_venue,
    settle_team,
)
from league.teams.actions.registrations import (
    approve_registration,
    ask_registration,
    check_signings,
    leave_team,
    nominate_players,
    refuse_registration,
    sign_on_the_night,
    undo_leaving,
)
from league.teams.actions.transfers import agree_transfer, ask_transfer, decide_transfer

__all__ = [
    "Office", "add_team", "add_venue", "agree_transfer", "approve_registration", "ask_registration", "ask_transfer",
    "change_league", "change_own_details", "change_venue", "check_signings", "close_venue", "create_league",
    "decide_transfer", "end_role", "invite_again", "invite_person", "leave_team", "match_keepers", "nominate_players",
    "refuse_registration", "rename_team", "renew_invitation", "reopen_venue", "settle_officers", "settle_team",
    "sign_on_the_night", "undo_leaving",
]  # fmt: skip

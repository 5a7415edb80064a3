"""The letters that follow an action: for each verb of an audit entry the function that writes them.

An action that is not in the table sends none; the messages to phones that follow a team are in `queries.followers`.
Letters say what is so when they are written, which is a moment later: a question that has been answered in the meantime
is not asked.
"""

from collections.abc import Callable, Iterable

from league.base.audit.models import Entry
from league.notifications.queries.letter import Letter
from league.notifications.queries.letters import availability, cards, cups, matches, teams

LetterWriter = Callable[[Entry], Iterable[Letter]]

LETTER_WRITERS: dict[str, LetterWriter] = {
    "submit_card": cards.card_sent,
    "submit_card_by_code": cards.card_by_code,
    "attach_photo_by_code": cards.photo_by_code,
    "submit_message": cards.message_filed,
    "agree_card": cards.card_agreed,
    "dispute_card": cards.card_disputed,
    "make_protest": cards.protest_made,
    "answer_protests": cards.protests_answered,
    "decide_result": cards.result_decided,
    "correct_result": cards.result_decided,
    "award_match": cards.result_decided,
    "restore": cards.result_decided,
    "postpone_fixture": matches.match_moved,
    "rearrange_fixture": matches.match_moved,
    "reinstate_fixture": matches.match_moved,
    "play_elsewhere": matches.match_moved,
    "void_fixture": matches.match_voided,
    "ask_move": matches.move_requested,
    "answer_move": matches.move_answered,
    "accept_date": matches.move_answered,
    "withdraw_request": matches.request_withdrawn,
    "decide_move": matches.move_rejected,
    "publish_list": matches.list_published,
    "take_back_list": matches.list_withdrawn,
    "put_in_place": matches.list_rescheduled,
    "withdraw_team": teams.team_withdrawn,
    "restore_team": teams.team_restored,
    "move_home_matches": teams.home_matches_moved,
    "close_venue": teams.venue_closed,
    "reopen_venue": teams.venue_closed,
    "enter_late": teams.late_entry,
    "split_division": teams.division_split,
    "adjust_points": teams.points_adjusted,
    "revoke_adjustment": teams.points_adjusted,
    "hold_draw": cups.draw_held,
    "make_tie_match": cups.tie_scheduled,
    "end_tie_match": cups.tie_unscheduled,
    "set_rounds": cups.round_deadline_set,
    "write_fact": cups.walkovers_given,
    "end_role": matches.role_ended,
    "approve_registration": teams.registration_decided,
    "refuse_registration": teams.registration_decided,
    "decide_transfer": teams.transfer_decided,
    "invite_from_list": teams.player_invited,
    "invite_person": teams.player_invited,
    "invite_again": teams.player_invited,
    "renew_invitation": teams.player_invited,
    "pick_team": availability.team_picked,
    "ask_reserve": availability.reserve_asked,
    "ask_nights": availability.nights_asked,
    "approve_charges": teams.account_changed,
    "withdraw_charge": teams.account_changed,
    "record_payment": teams.account_changed,
    "refund": teams.account_changed,
    "reverse_fact": teams.account_changed,
    "remind_debtor": teams.account_changed,
    "switch_off_webhook": teams.webhook_switched_off,
}


def letters_about(entry: Entry) -> list[Letter]:
    tell = LETTER_WRITERS.get(entry.verb)
    return list(tell(entry)) if tell else []

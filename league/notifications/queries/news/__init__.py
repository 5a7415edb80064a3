"""What people are told of a deed: the verb of an audit entry, and the function that writes the letters about it.

A deed that is not in the table is told to nobody. Letters say what is so when they are written, which is a moment
later: a question that has been answered in the meantime is not asked.
"""

from collections.abc import Callable, Iterable

from league.audit.models import Entry
from league.notifications.queries.letters import Letter
from league.notifications.queries.news import cards, cups, lists, matches, people, teams

LetterWriter = Callable[[Entry], Iterable[Letter]]

LETTER_WRITERS: dict[str, LetterWriter] = {
    "submit_card": cards.sent,
    "agree_card": cards.agreed,
    "dispute_card": cards.disputed,
    "decide_result": cards.decided,
    "correct_result": cards.decided,
    "award_match": cards.decided,
    "restore": cards.decided,
    "postpone_fixture": matches.moved,
    "rearrange_fixture": matches.moved,
    "reinstate_fixture": matches.moved,
    "play_elsewhere": matches.moved,
    "void_fixture": matches.struck_out,
    "ask_move": matches.asked,
    "answer_move": matches.answered,
    "accept_date": matches.answered,
    "withdraw_request": matches.withdrawn,
    "decide_move": matches.turned_down,
    "publish_list": lists.published,
    "take_back_list": lists.taken_back,
    "put_in_place": lists.mended,
    "withdraw_team": teams.withdrew,
    "restore_team": teams.came_back,
    "enter_late": teams.came_late,
    "split_division": teams.split,
    "adjust_points": teams.points,
    "revoke_adjustment": teams.points,
    "hold_draw": cups.drawn,
    "make_tie_match": cups.to_play,
    "end_tie_match": cups.not_to_play,
    "set_rounds": cups.deadline,
    "end_role": lists.role_ended,
    "approve_registration": people.answered,
    "refuse_registration": people.answered,
    "decide_transfer": people.transferred,
    "invite_from_list": people.invited,
}


def letters_about(entry: Entry) -> list[Letter]:
    """Every letter about a deed; its league's scope is open."""
    tell = LETTER_WRITERS.get(entry.verb)
    return list(tell(entry)) if tell else []

"""What one person can do about one match on its own page, apart from its card."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from league.accounts.models import User
from league.schedule.models import Entry, Fixture, MoveRequest
from league.schedule.permissions import may_answer_move, may_ask_move, may_move, may_withdraw_request, side_of
from league.schedule.queries.matches import requests_about
from league.teams.permissions import is_officer


@dataclass(frozen=True, slots=True)
class Desk:
    """`arranges`: moves it or makes it void. `request`: a captain's wish that nobody has decided yet."""

    side: Entry | None
    officer: bool
    arranges: bool
    may_ask: bool
    may_answer: bool
    may_withdraw: bool
    request: MoveRequest | None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to be done here: a captain cannot ask to move a match that has begun."""
        return not (self.officer or self.arranges or self.may_ask or self.request)


def desk_of(user: User | AnonymousUser, fixture: Fixture) -> Desk:
    """One query for the captains of the match and the officers, one more for a request's dates, none for others."""
    officer, side, arranges = is_officer(user, fixture.league), side_of(user, fixture), may_move(user, fixture)
    concerned = officer or side or arranges
    waiting = requests_about().filter(fixture=fixture, accepted=None).first() if concerned else None
    return Desk(
        side=side,
        officer=officer,
        arranges=arranges,
        may_ask=waiting is None and may_ask_move(user, fixture),
        may_answer=waiting is not None and may_answer_move(user, waiting),
        may_withdraw=waiting is not None and may_withdraw_request(user, waiting),
        request=waiting,
    )

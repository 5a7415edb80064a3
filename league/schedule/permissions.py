"""Who may set up seasons and move matches, and who may ask for it."""

from django.contrib.auth.models import AnonymousUser

from league.base.accounts.models import User
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry, Fixture, MoveRequest
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.permissions import is_secretary, leads, roles_of


def may_arrange(user: User | AnonymousUser, league: League) -> bool:
    """Set up seasons, put matches in the list and move them: the secretary's work."""
    return is_secretary(user, league)


def may_move(user: User | AnonymousUser, fixture: Fixture) -> bool:
    """Give a match its date and place: the secretary; of a tie of a cup, the co-ordinator too."""
    if may_arrange(user, fixture.league):
        return True
    cup = fixture.division.competition.kind == CompetitionKind.CUP
    return cup and any(role.kind == RoleKind.COORDINATOR for role in roles_of(user, fixture.league))


def acts_for_entry(user: User | AnonymousUser, entry: Entry | None) -> bool:
    """Arranges an entry's matches and sends their cards: the captain of its team, or one of its players by name.

    Asks the database for an entry of players only: a team is led by its captain.
    """
    if entry is None:
        return False
    if leads(user, entry.team):
        return True
    return bool(user.is_authenticated and entry.slug and entry.players.filter(user=user).exists())


def side_of(user: User | AnonymousUser, fixture: Fixture) -> Entry | None:
    """The side of a match that this person acts for; the home side for somebody who acts for both."""
    return next((entry for entry in (fixture.home, fixture.away) if acts_for_entry(user, entry)), None)


def may_ask_move(user: User | AnonymousUser, fixture: Fixture) -> bool:
    """Ask for a match to be moved: either side, while it is to be played and nobody else has asked."""
    return fixture.open and not fixture.in_play and side_of(user, fixture) is not None


def may_answer_move(user: User | AnonymousUser, move_request: MoveRequest) -> bool:
    """Say whether the other side agrees, or take one of the dates: whoever acts for that side."""
    return acts_for_entry(user, move_request.other)


def may_withdraw_request(user: User | AnonymousUser, move_request: MoveRequest) -> bool:
    """Take a request back: the side that asked."""
    return acts_for_entry(user, move_request.asked_by)

"""Who reads which names on paper, as predicates over a person and a match, a league or a paper."""

from django.contrib.auth.models import AnonymousUser

from league.base.accounts.models import User
from league.documents.kinds import PaperAudience
from league.documents.models import CalendarLink, Paper
from league.results.permissions import may_enter
from league.schedule.models import Fixture
from league.teams.models import League
from league.teams.permissions import is_officer, is_secretary, is_site_admin, roles_of


def is_member(user: User, league: League) -> bool:
    return is_site_admin(user) or bool(roles_of(user, league))


def may_print_names(user: User, fixture: Fixture) -> bool:
    return may_enter(user, fixture)


def may_read_paper(user: User | AnonymousUser, paper: Paper) -> bool:
    """As its audience says; one of somebody's own while they have a role in the league."""
    if paper.audience == PaperAudience.OWN:
        person = user_or_none(user)
        return person is not None and person.pk == paper.asked_by_id and is_member(person, paper.league)
    if paper.audience == PaperAudience.SECRETARY:
        return is_secretary(user, paper.league)
    return paper.audience == PaperAudience.PUBLIC or is_officer(user, paper.league)


def may_stop_paper(user: User | AnonymousUser, paper: Paper) -> bool:
    return paper.asked_by_id is None or paper.asked_by_id == user.pk or is_officer(user, paper.league)


def user_or_none(user: User | AnonymousUser) -> User | None:
    return user if isinstance(user, User) and user.is_authenticated else None


def may_follow(link: CalendarLink) -> bool:
    """Whether a calendar link still shows anything: until it is taken back, or whoever has it is nobody here."""
    return link.revoked_at is None and link.user.is_active and is_member(link.user, link.league)


def may_revoke(user: User, link: CalendarLink) -> bool:
    return link.user_id == user.pk or is_secretary(user, link.league)

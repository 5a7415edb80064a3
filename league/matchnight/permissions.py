"""Who may peg a match and who may watch one, and the passes and tickets that say so without a session.

A pass lets a program peg one match, in the name of whoever opened the scorer's page. It says who that was, in which
session, and nothing of what they may do: that is looked up each time, so that a role that is taken away, a link that is
revoked, signing out there or a new password counts with the next tap. A ticket lets a browser watch the stream of a
private league's match for some hours.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.utils.crypto import constant_time_compare
from django_scopes import scopes_disabled

from league.base.accounts.models import Session, User, digest_of
from league.matchnight.models import ScorerLink
from league.results.choices import FINAL_STATES
from league.results.permissions import may_enter
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture
from league.teams.choices import RoleKind
from league.teams.models import Team
from league.teams.permissions import Anybody, is_secretary, leads, roles_of
from league.teams.queries.people import member

PASS, TICKET = "live.pass", "live.ticket"  # salts, so that one is never taken for the other
PASS_LIFE = 14 * 24 * 60 * 60
TICKET_LIFE = 6 * 60 * 60


class PassError(Exception):
    """`reason` is a sentence for whoever holds the phone."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NoPassError(PassError):
    """What was shown is no pass at all, or one for another match: nothing may be told to whoever shows it."""


@dataclass(frozen=True, slots=True)
class Author:
    user: User | None
    link: ScorerLink | None
    name: str


def may_score(user: User | AnonymousUser, fixture: Fixture) -> bool:
    """Whoever acts for either side, its team's scorer, or an officer."""
    return may_invite_scorer(user, fixture) or (isinstance(user, User) and _is_scorer(user, fixture))


def may_invite_scorer(user: User | AnonymousUser, fixture: Fixture) -> bool:
    """Whoever acts for either side, or an officer."""
    return fixture.away is not None and may_enter(user, fixture)


def pass_for_link(fixture: Fixture, link: ScorerLink) -> str:
    return signing.dumps([fixture.pk, "l", link.pk], salt=PASS)


def pass_for_person(fixture: Fixture, user: User, session_key: str) -> str:
    """Good while they stay signed in there with the same password."""
    holder = [user.pk, digest_of(session_key), _password_of(user)]
    return signing.dumps([fixture.pk, "u", holder], salt=PASS)


def match_in(token: str) -> int | None:
    """The key of the match that a pass names, whether or not it is still good; None if it is no pass."""
    try:
        key: int = signing.loads(token, salt=PASS)[0]
    except (signing.BadSignature, ValueError, TypeError, IndexError):
        return None
    return key


def author_of(token: str, fixture: Fixture, *, at: datetime) -> Author:
    """Whose pass this is. PassError unless it is for this match and they may peg it now."""
    try:
        key, kind, holder = signing.loads(token, salt=PASS, max_age=PASS_LIFE)
        person, session, password = holder if kind == "u" else (0, "", "")
    except signing.SignatureExpired:
        raise PassError("This page is more than two weeks old. Open the match again.") from None
    except (signing.BadSignature, ValueError, TypeError):
        raise NoPassError("This is no pass. Open the match again.") from None
    if key != fixture.pk:
        raise NoPassError("This pass is for another match.")
    author = _person(person, session, password, fixture) if kind == "u" else _guest(holder, fixture)
    result = getattr(fixture, "result", None)
    decreed = fixture.state in {FixtureState.VOID, FixtureState.AWARDED}
    if decreed or (result is not None and result.state_at(at) in FINAL_STATES):
        raise PassError("This result stands, so no more scores are taken. Tell the secretary if it is wrong.")
    return author


def link_of(token: str) -> ScorerLink | None:
    """None if it was taken back; case, spaces and dashes do not matter. Needs no scope."""
    typed = "".join(letter for letter in token.lower() if letter.isalnum())
    joins = ("fixture__league", "fixture__division__competition__season", "fixture__home__team", "fixture__away__team")
    with scopes_disabled():
        links = ScorerLink.objects.select_related(*joins)
        link: ScorerLink | None = links.filter(digest=digest_of(typed), revoked_at=None).first()
    return link


def ticket_for(fixture: Fixture) -> str:
    return signing.dumps(fixture.code, salt=TICKET)


def ticket_opens(ticket: str, code: str) -> bool:
    """Whether a ticket is for the match with this code, and still good. Asks no database."""
    try:
        named: Any = signing.loads(ticket, salt=TICKET, max_age=TICKET_LIFE)
    except (signing.BadSignature, ValueError):
        return False
    return bool(named == code)


def _person(key: int, session: str, password: str, fixture: Fixture) -> Author:
    user = member(key, fixture.league)
    if user is None or not may_score(user, fixture):
        raise PassError("You can no longer score this match. A captain or the secretary can let you in again.")
    if not (
        constant_time_compare(password, _password_of(user))
        and Session.objects.filter(user=key, digest=session).exists()
    ):
        raise PassError("You have signed out on this phone.")
    return Author(user, None, user.name)


def _password_of(user: User) -> str:
    """Changes with the person's password."""
    return user.get_session_auth_hash()[:20]


def _guest(key: int, fixture: Fixture) -> Author:
    link: ScorerLink | None = ScorerLink.objects.filter(pk=key, fixture=fixture, revoked_at=None).first()
    if link is None:
        raise PassError("This scorer link has ended. A captain can make another.")
    return Author(None, link, link.name)


def _is_scorer(user: User, fixture: Fixture) -> bool:
    teams = {entry.team_id for entry in (fixture.home, fixture.away) if entry is not None}
    rows = roles_of(user, fixture.league)
    return fixture.away is not None and any(role.kind == RoleKind.SCORER and role.team_id in teams for role in rows)


def may_pick(user: Anybody, team: Team) -> bool:
    """Its captain and vice-captain, and no officer of the league."""
    return leads(user, team)


def may_turn_on(user: Anybody, team: Team) -> bool:
    """Whoever leads it, or the secretary, who sees no answer by that."""
    return leads(user, team) or is_secretary(user, team.league)


def may_turn_on_texts(user: Anybody, team: Team) -> bool:
    """The secretary alone, since the league pays for each."""
    return bool(settings.SMS_GATEWAY) and is_secretary(user, team.league)

"""Whom a notice reaches, and the letters it becomes."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.timezone import localdate

from league.accounts.models import User
from league.notifications.choices import MessageKind
from league.notifications.models import Notice
from league.notifications.queries.letters import Letter
from league.notifications.queries.people import LEADERS, members, opt_outs, role_holders
from league.teams.choices import RegistrationState
from league.teams.models import League, Registration, Team


@dataclass(frozen=True, slots=True)
class Recipients:
    """Who gets a notice; who has turned notices off; and how many players of the team have no sign-in."""

    people: tuple[User, ...]
    turned_off: tuple[User, ...]
    without: int = 0


def recipients_of(league: League, team: Team | None) -> Recipients:
    """Whom a notice to a team, or with None to all captains, would reach now."""
    everybody = members(team) if team else role_holders(league, LEADERS)
    off = {user for user, kind in opt_outs(league) if kind == MessageKind.NOTICE}
    wanted, unwanted = (tuple(each for each in everybody if (each.pk in off) is out) for out in (False, True))
    return Recipients(wanted, unwanted, _without_sign_in(team, everybody) if team else 0)


def letters_of(notice: Notice) -> Iterator[Letter]:
    """The notice to each of those whom it reaches. Needs league, team and by."""
    words = (*notice.words.replace("\r\n", "\n").split("\n\n"), notice.by.name)
    for person in recipients_of(notice.league, notice.team).people:
        yield Letter(
            MessageKind.NOTICE, person, f"notice-{notice.pk}", notice.subject, tuple(filter(None, words)),
            own=person.pk == notice.by_id,
        )  # fmt: skip


def notices_of(league: League, by: User | None = None) -> QuerySet[Notice]:
    """The league's notices, the newest first; with `by` only those that this person gave."""
    found: QuerySet[Notice] = Notice.objects.filter(league=league).select_related("team", "by")
    return (found.filter(by=by) if by else found).order_by("-at", "-pk")[:50]


def _without_sign_in(team: Team, people: list[User]) -> int:
    """How many of a team's registered players have no account that the notice goes to."""
    today, known = localdate(), {each.pk for each in people}
    rows = Registration.objects.filter(team=team, state=RegistrationState.APPROVED, until=None, since__lte=today)
    return sum(user not in known for user in rows.values_list("player__user", flat=True))

"""Join links and who has asked by one. A link's address is its row's number, signed: nobody can make one up."""

from dataclasses import dataclass

from django.core import signing
from django.db.models import QuerySet
from django_scopes import scopes_disabled

from league.teams.choices import RoleKind
from league.teams.models import JoinLink, JoinRequest, League, Role, Team

SIGNER = signing.Signer(salt="league.teams.join", sep=".")


def join_token(link: JoinLink) -> str:
    """What is in the address of a link: the same however often it is printed."""
    return SIGNER.sign(str(link.pk))


def join_link_of(token: str) -> JoinLink | None:
    """The link with this address, whatever league it is of; None if it is no link, or was taken back."""
    try:
        key = SIGNER.unsign(token)
    except signing.BadSignature:
        return None
    with scopes_disabled():
        link = JoinLink.objects.filter(pk=key, revoked_at=None).select_related("league", "team__league").first()
    return None if link is None or (link.team is not None and not link.team.active) else link


@dataclass(frozen=True, slots=True)
class Door:
    """The league (`team` None) or one of its teams, and the link to join it; None if there is none."""

    team: Team | None
    link: JoinLink | None


def doors_of(league: League) -> tuple[Door, ...]:
    """The league, then each team that plays, by name: two queries."""
    links = {link.team_id: link for link in JoinLink.objects.filter(league=league, revoked_at=None)}
    teams = Team.objects.filter(league=league, active=True).select_related("venue").order_by("name", "pk")
    return (Door(None, links.get(None)), *(Door(team, links.get(team.pk)) for team in teams))


def link_of_team(team: Team) -> JoinLink | None:
    """The link to join a team; None if nobody has made one, or it was turned off. One query."""
    link: JoinLink | None = JoinLink.objects.filter(team=team, revoked_at=None).select_related("league", "team").first()
    return link


def joins_waiting(league: League) -> QuerySet[JoinRequest]:
    """Who has asked to join and has no answer yet, the first first."""
    asked: QuerySet[JoinRequest] = JoinRequest.objects.filter(league=league)
    return asked.select_related("team__league").order_by("at", "pk")


def captains_by_team(league: League) -> dict[int, str]:
    """Who is captain of which team now, by the team's key: to be said beside somebody who asks to be."""
    held = Role.objects.filter(league=league, kind=RoleKind.CAPTAIN, ended_at=None).order_by("-since", "-pk")
    return dict(held.values_list("team", "user__name"))

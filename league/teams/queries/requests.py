"""What waits for an answer: registrations, transfers, and requests to join by a link.

The address of a link is its row's number, signed: nobody can make one up.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.core import signing
from django.db.models import Count, Q, QuerySet
from django_scopes import scopes_disabled

from league.teams.choices import RegistrationState, RoleKind
from league.teams.models import JoinLink, JoinRequest, League, Player, Registration, Role, Team, Transfer
from league.teams.queries.squads import holds_on, squad_rules
from league.teams.values import by_similarity

# --- What waits for an answer, from a captain or from the secretary ---------------------------------------------------
SHOWN_FOR = timedelta(days=30)


def registrations_waiting(league: League) -> QuerySet[Registration]:
    rows: QuerySet[Registration] = Registration.objects.filter(team__league=league, state=RegistrationState.REQUESTED)
    return rows.select_related("player__league", "team__league", "asked_by").order_by("asked_at", "pk")


def signings_to_check(league: League) -> QuerySet[Registration]:
    rows: QuerySet[Registration] = Registration.objects.filter(team__league=league, to_check=True)
    return rows.select_related("player__league", "team__league", "asked_by").order_by("asked_at", "pk")


def transfers_waiting(league: League) -> QuerySet[Transfer]:
    """Oldest first; `both_agree` tells which are for the secretary."""
    rows: QuerySet[Transfer] = Transfer.objects.filter(player__league=league, accepted=None)
    return rows.select_related("player__league", "leaves__league", "joins__league", "asked_by").order_by(
        "asked_at", "pk"
    )


def transfers_to_decide(league: League, today: date) -> list[Transfer]:
    """Those that wait, with `.over` what a squad would have too many."""
    players = Count("joins__registrations", filter=holds_on(today, "joins__registrations__"))
    rows = transfers_waiting(league).select_related("left_agreed_by", "joined_agreed_by").annotate(players=players)
    for row in rows:
        row.over = squad_rules(league, row.players, today).over(row.joins)
    return list(rows)


def transfers_of(team: Team) -> QuerySet[Transfer]:
    return transfers_waiting(team.league).filter(Q(leaves=team) | Q(joins=team))


def requests_of(team: Team, at: datetime) -> QuerySet[Registration]:
    wanted = Q(state=RegistrationState.REQUESTED)
    wanted |= Q(state=RegistrationState.REFUSED, asked_at__gte=at - SHOWN_FOR)
    rows: QuerySet[Registration] = Registration.objects.filter(wanted, team=team)
    return rows.select_related("player__league", "team__league").order_by("-asked_at", "-pk")


def concerns(league: League, registrations: Iterable[Registration], today: date) -> list[Registration]:
    """Sets `.concerns`, sentences to read before saying yes, and `.near`, players of nearly the same name."""
    registrations = list(registrations)
    counts = dict(
        _current_registrations()
        .filter(team__in=[registration.team_id for registration in registrations])
        .values_list("team")
        .annotate(Count("pk"))
    )
    everybody = list(Player.objects.filter(league=league, merged_into=None)) if registrations else []
    near = {registration.pk: _similar_to(registration, everybody) for registration in registrations}
    meant = {registration.player_id for registration in registrations} | {
        player.pk for there in near.values() for player in there
    }
    current = {row.player_id: row for row in _current_registrations().filter(player__in=meant).select_related("team")}
    for registration in registrations:
        registration.near = near[registration.pk]  # type: ignore[attr-defined]
        like = [
            f"{player} ({current[player.pk].team if player.pk in current else 'no team'})"
            for player in near[registration.pk]
        ]
        registration.concerns = list(  # type: ignore[attr-defined]
            _concerns(
                registration, counts.get(registration.team_id, 0), current.get(registration.player_id), like, today
            )
        )
    return registrations


def _similar_to(registration: Registration, everybody: Iterable[Player]) -> list[Player]:
    return by_similarity(
        registration.player.name, (player for player in everybody if player.pk != registration.player_id)
    )[:3]


def _concerns(
    registration: Registration, count: int, current: Registration | None, like: list[str], today: date
) -> Iterable[str]:
    rules = squad_rules(registration.team.league, count, today)
    if current is not None and current.team_id != registration.team_id:
        yield f"{registration.player} is registered with {current.team}: this needs a transfer."
    if over := rules.over(registration.team):
        yield over
    if rules.late and rules.last_day is not None:
        yield f"The last day to register was {rules.last_day:%-d %b %Y}."
    if like:
        yield f"The league has {', '.join(like)} already. Is this someone else?"


def _current_registrations() -> QuerySet[Registration]:
    rows: QuerySet[Registration] = Registration.objects.filter(state=RegistrationState.APPROVED, until=None)
    return rows


SIGNER = signing.Signer(salt="league.teams.join", sep=".")


def join_token(link: JoinLink) -> str:
    return SIGNER.sign(str(link.pk))


def join_link_of(token: str) -> JoinLink | None:
    """Of whatever league; None if it was taken back."""
    try:
        key = SIGNER.unsign(token)
    except signing.BadSignature:
        return None
    with scopes_disabled():
        link = JoinLink.objects.filter(pk=key, revoked_at=None).select_related("league", "team__league").first()
    return None if link is None or (link.team is not None and not link.team.active) else link


def team_join_links(league: League) -> list[tuple[Team | None, JoinLink | None]]:
    """The league's own (None), then each team's by name."""
    links = {link.team_id: link for link in JoinLink.objects.filter(league=league, revoked_at=None)}
    teams = Team.objects.filter(league=league, active=True).select_related("venue").order_by("name", "pk")
    return [(None, links.get(None)), *((team, links.get(team.pk)) for team in teams)]


def link_of_team(team: Team) -> JoinLink | None:
    link: JoinLink | None = JoinLink.objects.filter(team=team, revoked_at=None).select_related("league", "team").first()
    return link


def joins_waiting(league: League) -> QuerySet[JoinRequest]:
    rows: QuerySet[JoinRequest] = JoinRequest.objects.filter(league=league)
    return rows.select_related("team__league").order_by("at", "pk")


def captains_by_team(league: League) -> dict[int, str]:
    """By the team's key."""
    roles = Role.objects.filter(league=league, kind=RoleKind.CAPTAIN, ended_at=None).order_by("-since", "-pk")
    return dict(roles.values_list("team", "user__name"))

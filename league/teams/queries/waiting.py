"""What waits for an answer, from a captain or from the secretary."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db.models import Count, Q, QuerySet

from league.teams.choices import RegistrationState
from league.teams.models import League, Player, Registration, Team, Transfer
from league.teams.queries.names import near_by
from league.teams.queries.rules import squad_rules

SHOWN_FOR = timedelta(days=30)


def registrations_waiting(league: League) -> QuerySet[Registration]:
    """Registrations that the secretary has not answered, the oldest first. `.count()` is one query."""
    asked: QuerySet[Registration] = Registration.objects.filter(team__league=league, state=RegistrationState.REQUESTED)
    return asked.select_related("player__league", "team__league", "asked_by").order_by("asked_at", "pk")


def signings_to_check(league: League) -> QuerySet[Registration]:
    """Players whom a card registered and the secretary has not looked at, the oldest first."""
    signed: QuerySet[Registration] = Registration.objects.filter(team__league=league, to_check=True)
    return signed.select_related("player__league", "team__league", "asked_by").order_by("asked_at", "pk")


def transfers_waiting(league: League) -> QuerySet[Transfer]:
    """Transfers that nobody has decided, the oldest first; `both_agree` tells which are for the secretary to decide."""
    asked: QuerySet[Transfer] = Transfer.objects.filter(player__league=league, accepted=None)
    return asked.select_related("player__league", "leaves__league", "joins__league", "asked_by").order_by(
        "asked_at", "pk"
    )


def transfers_of(team: Team) -> QuerySet[Transfer]:
    """Undecided transfers out of and into a team, the oldest first."""
    return transfers_waiting(team.league).filter(Q(leaves=team) | Q(joins=team))


def requests_of(team: Team, at: datetime) -> QuerySet[Registration]:
    """A team's requests that wait, and those refused within the last 30 days with the reason; the newest first."""
    wanted = Q(state=RegistrationState.REQUESTED)
    wanted |= Q(state=RegistrationState.REFUSED, asked_at__gte=at - SHOWN_FOR)
    asked: QuerySet[Registration] = Registration.objects.filter(wanted, team=team)
    return asked.select_related("player__league", "team__league").order_by("-asked_at", "-pk")


def concerns(league: League, asked: Iterable[Registration], today: date) -> list[Registration]:
    """The requests, each with `.concerns`: sentences that a secretary should read before saying yes. Four queries.

    Nothing here stops the secretary, who may know better.
    """
    asked = list(asked)
    counts = dict(_held().filter(team__in=[each.team_id for each in asked]).values_list("team").annotate(Count("pk")))
    everybody = list(Player.objects.filter(league=league, same_as=None)) if asked else []
    near = {each.pk: _like(each, everybody) for each in asked}
    meant = {each.player_id for each in asked} | {player.pk for there in near.values() for player in there}
    held = {row.player_id: row for row in _held().filter(player__in=meant).select_related("team")}
    for each in asked:
        like = [f"{player} ({held[player.pk].team if player.pk in held else 'no team'})" for player in near[each.pk]]
        each.concerns = list(  # type: ignore[attr-defined]
            _concerns(each, counts.get(each.team_id, 0), held.get(each.player_id), like, today)
        )
    return asked


def _like(asked: Registration, everybody: Iterable[Player]) -> list[Player]:
    """Others whose name is like that of the player who is asked for."""
    return near_by(asked.player.name, (player for player in everybody if player.pk != asked.player_id))[:3]


def _concerns(
    asked: Registration, count: int, held: Registration | None, like: list[str], today: date
) -> Iterable[str]:
    rules = squad_rules(asked.team.league, count, today)
    if held is not None and held.team_id != asked.team_id:
        yield f"{asked.player} is registered with {held.team}: a transfer is needed."
    if rules.full:
        yield f"{asked.team} would have {count + 1} players. The most allowed is {rules.most}."
    if rules.late and rules.last_day is not None:
        yield f"The last day for registering was {rules.last_day:%-d %b %Y}."
    if like:
        yield f"The league has {', '.join(like)} already. Is it somebody else?"


def _held() -> QuerySet[Registration]:
    held: QuerySet[Registration] = Registration.objects.filter(state=RegistrationState.APPROVED, until=None)
    return held

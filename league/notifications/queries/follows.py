"""Who follows what: a follow by its link, and those whom a match concerns."""

from collections.abc import Iterable
from datetime import date

from django.conf import settings
from django.core import signing
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from league.cups.models import Cup
from league.notifications.choices import FollowedEvent
from league.notifications.models.followers import Follow
from league.schedule.models import Fixture
from league.teams.choices import HOLDING_STATES
from league.teams.models import League, Player, Registration, Team
from league.teams.permissions import may_be_followed

SIGNER = signing.Signer(salt="league.following.follow", sep=".")
Followed = Team | Player | Cup | League
FIELDS: dict[type[Followed], str] = {Team: "team", Player: "player", Cup: "cup"}


def whole_follows() -> QuerySet[Follow]:
    """Follows with all that their words and messages need, in one query."""
    follows: QuerySet[Follow] = Follow.objects.select_related(
        "phone", "league", "team", "player__league", "cup__division__competition__season"
    )
    return follows


def link_of(follow: Follow) -> str:
    """The follow's own page, which whoever has the link may change: signed and kept nowhere. Needs league."""
    return reverse("follow", args=[follow.league.slug, SIGNER.sign(str(follow.pk))])


def removal_link_of(follow: Follow) -> str:
    """Where it ends; needs league."""
    return reverse("unfollow", args=[follow.league.slug, SIGNER.sign(str(follow.pk))])


def follow_at(token: str, league: League) -> Follow | None:
    """The follow of a link; None for one that is not ours, or that is no more."""
    try:
        pk = int(SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return whole_follows().filter(pk=pk, league=league).first()


def follows_about(fixture: Fixture, event: FollowedEvent) -> list[Follow]:
    """The follows that a match is about: of a player, a team, a cup, the league. A phone may have several (`closest`).

    None of a private league, which strangers may know nothing of. Needs league and both sides' teams; one query.
    """
    if not (settings.PUSH_KEY and fixture.league.public):
        return []
    about = _about_players(fixture) | _about_teams(fixture) | Q(cup__division=fixture.division_id)
    everything = Q(team=None, player=None, cup=None)
    rows = whole_follows().filter(about | everything, league=fixture.league, **{event.value: True})
    return [each for each in rows.order_by("pk") if each.player is None or may_be_followed(each.player)]


def closest(follows: Iterable[Follow]) -> list[Follow]:
    """One for each phone: a player's before a team's, a cup's, the league's."""
    by_phone: dict[int, Follow] = {}
    for each in sorted(follows, key=_distance):
        by_phone.setdefault(each.phone_id, each)
    return list(by_phone.values())


def _distance(follow: Follow) -> tuple[int, int]:
    fields = (follow.player_id, follow.team_id, follow.cup_id)
    return next((place for place, key in enumerate(fields) if key is not None), len(fields)), follow.pk


def _about_teams(fixture: Fixture) -> Q:
    """Sides that are whole teams: a pair of a cup is not its players' team."""
    return Q(team__in=[side.team_id for side in (fixture.home, fixture.away) if side is not None and not side.slug])


def _about_players(fixture: Fixture) -> Q:
    """Who is with one of the teams on the day, or is one of the pair."""
    sides = [side for side in (fixture.home, fixture.away) if side is not None]
    teams = [side.team_id for side in sides if not side.slug]
    pairs = [side.pk for side in sides if side.slug]
    return Q(player__in=_squads(teams, fixture.date or localdate()).values("player")) | Q(player__entries__in=pairs)


def _squads(teams: list[int], on: date) -> QuerySet[Registration]:
    rows: QuerySet[Registration] = Registration.objects.filter(team__in=teams, state__in=HOLDING_STATES, since__lte=on)
    return rows.filter(Q(until=None) | Q(until__gte=on))

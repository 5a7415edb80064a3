"""A player's own link: how it is written, and who comes by it.

Nothing in a link is secret by itself; it is signed with the site's key, names one player of one team and a version, and
opens while that version is the one that counts.
"""

from dataclasses import dataclass
from datetime import date

from django.core import signing
from django.urls import reverse

from league.base.accounts.models import User
from league.matchnight.models import AvailabilitySettings, PlayerLink, ReserveRequest
from league.teams.models import League, Player, Team
from league.teams.queries.squads import squad_of, squads_of_teams

SIGNER = signing.Signer(salt="league.availability.player", sep=".")
PARTS = 3


@dataclass(frozen=True, slots=True)
class PersonalLink:
    """Whose link it is; `reserve`: of somebody outside the squad, who was asked for single matches."""

    team: Team
    player: Player
    version: int
    reserve: bool = False

    @property
    def token(self) -> str:
        return SIGNER.sign(f"{self.team.pk}-{self.player.pk}-{self.version}")

    @property
    def address(self) -> str:
        return reverse("player-availability", args=[self.team.league.slug, self.token])


def settings_of(team: Team) -> AvailabilitySettings:
    return AvailabilitySettings.objects.filter(team=team).first() or AvailabilitySettings(team=team)


def link_at(token: str, league: League, today: date) -> PersonalLink | None:
    """Whose link this is; None for one that is not ours, was replaced or turned off, or is of no use any more."""
    try:
        numbers = [int(part) for part in SIGNER.unsign(token).split("-")]
    except (signing.BadSignature, ValueError):
        return None
    if len(numbers) != PARTS:
        return None
    team_id, player_id, version = numbers
    on = AvailabilitySettings.objects.filter(team=team_id, enabled=True, team__active=True, team__league=league)
    settings = on.select_related("team__league").first()
    player = Player.objects.select_related("league").filter(pk=player_id, league=league, merged_into=None).first()
    if settings is None or player is None:
        return None
    row = PlayerLink.objects.filter(team=team_id, player=player_id).first() or PlayerLink()
    if version != row.version or row.revoked_at is not None:
        return None
    if squad_of(settings.team, today).filter(player=player).exists():
        return PersonalLink(settings.team, player, version)
    requests = ReserveRequest.objects.filter(team=settings.team, player=player, fixture__date__gte=today)
    return PersonalLink(settings.team, player, version, reserve=True) if requests.exists() else None


def links_of(team: Team, players: list[Player], *, reserve: bool = False) -> dict[int, PersonalLink]:
    rows = {row.player_id: row for row in PlayerLink.objects.filter(team=team, player__in=players)}
    links = {}
    for player in players:
        row = rows.get(player.pk) or PlayerLink()
        if row.revoked_at is None:
            links[player.pk] = PersonalLink(team, player, row.version, reserve=reserve)
    return links


def links_of_user(user: User, league: League, today: date) -> list[PersonalLink]:
    """One for each team that asks and has them in its squad."""
    players = list(Player.objects.filter(league=league, user=user, merged_into=None).select_related("league"))
    asking = AvailabilitySettings.objects.filter(team__league=league, team__active=True, enabled=True)
    squads = squads_of_teams(asking.values_list("team", flat=True))
    links: list[PersonalLink] = []
    for registration in (each for squad in squads.values() for each in squad if each.covers(today)):
        if registration.player in players:
            links += links_of(registration.team, [registration.player]).values()
    return links

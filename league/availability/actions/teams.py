"""What a captain does: have the team ask its players, replace a link, pick the team, ask a reserve or about a night."""

from collections.abc import Iterable
from datetime import date, datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.availability.actions.locking import lock_team
from league.availability.models import (
    AskedNight,
    AvailabilitySettings,
    PickedPlayer,
    PlayerLink,
    ReserveRequest,
)
from league.availability.queries import match_sheet
from league.schedule.models import Fixture
from league.teams.models import Player, Team

MOST_NIGHTS = 4


def settle_availability(
    *, team: Team, enabled: bool, first_days: int, last_days: int, texts: bool | None = None, by: User, at: datetime
) -> AvailabilitySettings:
    """Have a team ask its players, or stop it; what they have said stays. With None texts are as they were."""
    with write_tx():
        AvailabilitySettings.objects.get_or_create(team=team)
        row: AvailabilitySettings = AvailabilitySettings.objects.select_for_update(of=("self",)).get(team=team)
        before = {"asks": row.enabled, "first_days": row.first_days, "last_days": row.last_days}
        row.enabled, row.first_days, row.last_days = enabled, first_days, last_days
        texted, row.texts = row.texts, row.texts if texts is None else texts
        row.full_clean()
        row.save()
        after = {"asks": enabled, "first_days": first_days, "last_days": last_days}
        words = f"{team} {'asks its players' if enabled else 'no longer asks its players'} who can play"
        if row.texts != texted:
            words += f", {'by text too' if row.texts else 'no longer by text'}"
        record(
            verb="settle_availability", words=words, at=at, by=by, league_id=team.league_id, about=(team,),
            before=before, after=after,
        )  # fmt: skip
    return row


def renew_link(*, team: Team, player: Player, by: User | None, at: datetime) -> PlayerLink:
    """Another link in place of a player's; the old one stops at once. `by` None: the player did it, by the old one."""
    return _change_link(team, player, by, at, revoked=False)


def revoke_link(*, team: Team, player: Player, by: User, at: datetime) -> PlayerLink:
    """Turn a player's link off, until a new one is made."""
    return _change_link(team, player, by, at, revoked=True)


def _change_link(team: Team, player: Player, by: User | None, at: datetime, *, revoked: bool) -> PlayerLink:
    with lock_team(team):
        row, _ = PlayerLink.objects.get_or_create(team=team, player=player)
        row.version += 1
        row.revoked_at = at if revoked else None
        row.save()
        words = f"{team}: a player's link was {'turned off' if revoked else 'replaced'}"
        record(verb="change_player_link", words=words, at=at, by=by, league_id=team.league_id, about=(team,))
    return row


def pick_team(*, fixture: Fixture, team: Team, players: Iterable[int], by: User, at: datetime) -> list[Player]:
    """Pick the team for a match, in this order, in place of whoever was picked before; nobody at all is no team.

    ValidationError if somebody is neither in the squad nor was asked to help out, or more are picked than may be used.
    """
    with lock_team(team):
        sheet = match_sheet(fixture, team)
        known = {line.player.pk: line.player for line in sheet.lines}
        wanted = list(dict.fromkeys(players))
        if not known.keys() >= set(wanted):
            raise ValidationError("The squad has changed. Look at who is there now, and pick again.")
        PickedPlayer.objects.filter(fixture=fixture, team=team).delete()
        PickedPlayer.objects.bulk_create(
            PickedPlayer(fixture=fixture, team=team, player=known[key], place=place)
            for place, key in enumerate(wanted, start=1)
        )
        _record("pick_team", f"{team} picked their team for {fixture}", fixture, team, by=by, at=at)
    return [known[key] for key in wanted]


def ask_reserve(*, fixture: Fixture, team: Team, player: int, by: User, at: datetime) -> ReserveRequest:
    """Ask a player of another team to help out in one match; ValidationError unless the rules let them."""
    with lock_team(team):
        known = ReserveRequest.objects.filter(fixture=fixture, team=team, player=player).first()
        if known is not None:
            return known
        if player not in {key for key, _ in match_sheet(fixture, team).helpers}:
            raise ValidationError({"player": "The rules do not let them play for you. Choose somebody else."})
        row = ReserveRequest(fixture=fixture, team=team, player=Player.objects.get(pk=player), at=at)
        row.full_clean()
        row.save()
        _record("ask_reserve", f"{team} asked a player of another team for {fixture}", fixture, team, by=by, at=at)
    return row


def ask_nights(*, fixture: Fixture, team: Team, nights: Iterable[date], by: User, at: datetime) -> list[AskedNight]:
    """Ask the players about other nights for a match, in place of those they were asked about before."""
    wanted = sorted(set(nights))
    if len(wanted) > MOST_NIGHTS:
        raise ValidationError({"nights": f"Choose at most {MOST_NIGHTS} nights."})
    with lock_team(team):
        AskedNight.objects.filter(fixture=fixture, team=team).delete()
        made: list[AskedNight] = AskedNight.objects.bulk_create(
            AskedNight(fixture=fixture, team=team, night=night) for night in wanted
        )
        _record("ask_nights", f"{team} asked their players about nights for {fixture}", fixture, team, by=by, at=at)
    return made


def _record(verb: str, words: str, fixture: Fixture, team: Team, *, by: User, at: datetime) -> None:
    """That it was done, and by which team; who was named is the team's own business."""
    record(verb=verb, words=words, at=at, by=by, league_id=team.league_id, about=(team,), after={"match": fixture.pk})

"""Writing who can play. Everything runs inside a league's scope, in turns: a team's one row of settings is the lock."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.matchnight.models import (
    Absence,
    AskedNight,
    AvailabilitySettings,
    NightAnswer,
    PaperDraw,
    PickedPlayer,
    PlayerAnswer,
    PlayerLink,
    PlayingOrder,
    ReserveRequest,
)
from league.matchnight.queries.lineups import OrderDraw, draw_of
from league.matchnight.queries.nights import PersonalLink, match_sheet, nights_of
from league.schedule.actions.locking import lock_fixture
from league.schedule.models import Entry, Fixture
from league.teams.models import Player, Team
from scoring.card.sheet import Side
from scoring.season.order_draw import Places, SealedOrder

TURNED_OFF = "Your captain has turned this off. Tell them yourself whether you can play."


@contextmanager
def lock_team(team: Team) -> Iterator[AvailabilitySettings]:
    """One transaction in which nobody else writes of this team; ValidationError where it does not ask its players."""
    with write_tx():
        locked = AvailabilitySettings.objects.select_for_update(of=("self",)).filter(team=team, enabled=True).first()
        if locked is None:
            raise ValidationError(TURNED_OFF)
        yield locked


# --- What players say for themselves, or through their captain --------------------------------------------------------
# None of this is in the audit log: the answers are the record, and the log is read by people they are not meant for.

LONGEST_ABSENCE = timedelta(days=366)
MOST_ABSENCES = 20


def answer_night(
    *, link: PersonalLink, night: date, answer: NightAnswer, key: UUID, by: User | None, at: datetime
) -> PlayerAnswer:
    """Append an answer; `by` is the captain who was told, None for the player. ValidationError if nobody asks."""
    with lock_team(link.team):
        reply = PlayerAnswer.objects.filter(key=key).first()
        if reply is not None:
            if (reply.team_id, reply.player_id, reply.night) != (link.team.pk, link.player.pk, night):
                raise ValidationError("That button was for something else. Answer again.")
            return reply
        if night not in {each for each, _, _ in nights_of(link, localdate(at), night)}:
            raise ValidationError("The match is not on that night any more. Answer for the nights below.")
        row = PlayerAnswer(
            team=link.team, player=link.player, night=night, answer=NightAnswer(answer), key=key, by=by, at=at
        )
        row.full_clean()
        row.save()
    return row


def add_absence(*, link: PersonalLink, first: date, last: date, at: datetime) -> Absence:
    if last < first:
        raise ValidationError({"last": "The last day is before the first."})
    if last < localdate(at):
        raise ValidationError({"last": "Those days are over."})
    if last - first > LONGEST_ABSENCE:
        raise ValidationError({"last": "That is longer than a year. Tell your captain."})
    with lock_team(link.team):
        rows = Absence.objects.filter(player=link.player)
        existing = rows.filter(first=first, last=last).first()
        if existing is None and rows.count() >= MOST_ABSENCES:
            raise ValidationError("That is more than we can keep. Remove one that is over first.")
        return existing or Absence.objects.create(player=link.player, first=first, last=last)


def remove_absence(*, link: PersonalLink, absence: int) -> Absence | None:
    """What was removed; None when it was already."""
    with lock_team(link.team):
        row: Absence | None = Absence.objects.filter(pk=absence, player=link.player).first()
        if row:
            row.delete()
    return row


def forget_availability(*, before: date) -> int:
    with write_tx():
        AskedNight.objects.filter(night__lt=before).delete()
        Absence.objects.filter(last__lt=before).delete()
        deleted, _ = PlayerAnswer.objects.filter(night__lt=before).delete()
    return deleted


# --- What captains do -------------------------------------------------------------------------------------------------
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
    return _change_link(team, player, by, at, revoked=True)


def _change_link(team: Team, player: Player, by: User | None, at: datetime, *, revoked: bool) -> PlayerLink:
    with lock_team(team):
        row, _ = PlayerLink.objects.get_or_create(team=team, player=player)
        row.version += 1
        row.revoked_at = at if revoked else None
        row.save()
        words = f"{team}: a player’s link was {'turned off' if revoked else 'replaced'}"
        record(verb="change_player_link", words=words, at=at, by=by, league_id=team.league_id, about=(team,))
    return row


def pick_team(*, fixture: Fixture, team: Team, players: Iterable[int], by: User, at: datetime) -> list[Player]:
    """Replace the picked team, in this order. ValidationError for who is neither in the squad nor a reserve."""
    with lock_team(team):
        sheet = match_sheet(fixture, team)
        players_by_key = {line.player.pk: line.player for line in sheet.lines}
        wanted = list(dict.fromkeys(players))
        if not players_by_key.keys() >= set(wanted):
            raise ValidationError("The squad has changed. Look at who is there now, and pick again.")
        PickedPlayer.objects.filter(fixture=fixture, team=team).delete()
        PickedPlayer.objects.bulk_create(
            PickedPlayer(fixture=fixture, team=team, player=players_by_key[key], place=place)
            for place, key in enumerate(wanted, start=1)
        )
        _record("pick_team", f"{team} picked their team for {fixture}", fixture, team, by=by, at=at)
    return [players_by_key[key] for key in wanted]


def ask_reserve(*, fixture: Fixture, team: Team, player: int, by: User, at: datetime) -> ReserveRequest:
    """Ask a player of another team to help out in one match; ValidationError unless the rules let them."""
    with lock_team(team):
        earlier_request = ReserveRequest.objects.filter(fixture=fixture, team=team, player=player).first()
        if earlier_request is not None:
            return earlier_request
        if player not in {key for key, _ in match_sheet(fixture, team).helpers}:
            raise ValidationError({"player": "The rules do not let them play for you. Choose somebody else."})
        row = ReserveRequest(fixture=fixture, team=team, player=Player.objects.get(pk=player), at=at)
        row.full_clean()
        row.save()
        _record("ask_reserve", f"{team} asked a player of another team for {fixture}", fixture, team, by=by, at=at)
    return row


def ask_nights(*, fixture: Fixture, team: Team, nights: Iterable[date], by: User, at: datetime) -> list[AskedNight]:
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
    """Without the players' names, which are the team's own business."""
    record(verb=verb, words=words, at=at, by=by, league_id=team.league_id, about=(team,), after={"match": fixture.pk})


# --- the order of a side, put in sealed -------------------------------------------------------------------------------
def put_in_order(
    *, fixture: Fixture, entry: Entry, places: Places, secret: str, by: User, at: datetime
) -> PlayingOrder:
    with write_tx():
        locked = lock_fixture(fixture.pk)
        draw = _open(locked)
        side = Side.HOME if entry.pk == locked.home_id else Side.AWAY
        if side in draw.put_in:
            raise ValidationError("Your side has put in its order already. It cannot be changed.")
        row = PlayingOrder(fixture=locked, entry=entry, places=places, secret=secret, by=by, at=at)
        row.seal = SealedOrder(side, places, secret).seal(locked.code)
        row.full_clean()
        row.save()
        words = f"{entry} put in their order for {locked}"
        record(verb="put_in_order", words=words, at=at, by=by, league_id=locked.league_id, about=(locked,))
    return row


def draw_on_paper(*, fixture: Fixture, by: User, at: datetime) -> None:
    """What was put in counts for nothing; ValidationError once both orders are in."""
    with write_tx():
        locked = lock_fixture(fixture.pk)
        if PaperDraw.objects.filter(fixture=locked).exists():
            return
        if _open(locked).done:
            raise ValidationError("Both orders are in, and the draw is made.")
        PaperDraw.objects.create(fixture=locked, by=by, at=at)
        words = f"The draw of {locked} is done on paper"
        record(verb="draw_on_paper", words=words, at=at, by=by, league_id=locked.league_id, about=(locked,))


def _open(fixture: Fixture) -> OrderDraw:
    draw = draw_of(fixture)
    if draw is None:
        raise ValidationError("This match has no draw on the night.")
    if draw.paper:
        raise ValidationError("The draw is done on paper.")
    if not fixture.open:
        raise ValidationError("This match is not open any more.")
    return draw

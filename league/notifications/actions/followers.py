"""What is done about followers: phones follow and stop, addresses are confirmed and stop, and both are forgotten.

Nothing of it is in the history: docs/decisions/0040-followers-have-no-account.md.
"""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.matchnight.models import LiveMatch
from league.matchnight.queries.match_state import state_of
from league.notifications.actions.write_messages import store_new
from league.notifications.choices import FollowedEvent, LeadingSide, MessageKind
from league.notifications.models import Follow, LiveLead, Message, Phone, WeeklySubscriber
from league.notifications.queries.followers import FIELDS, STALE, Followed, lead_taken
from league.notifications.queries.weekly import CONFIRM_WITHIN, confirmation_mail
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures
from league.teams.actions.leagues import lock_league
from league.teams.models import League

MOST_FOLLOWS = 30  # of one phone
A_PHONE = "A follower’s phone"
NO_PUSH = "This site does not send messages to phones."
TOO_MANY = f"This phone already follows {MOST_FOLLOWS} things. Unfollow one first."
NOTHING_CHOSEN = "Choose at least one, or unfollow."


def follow(*, what: Followed, league: League, endpoint: str, public: str, auth: str, at: datetime) -> Follow:
    """A second time it does already. ValidationError."""
    if not (settings.PUSH_KEY and league.public):
        raise ValidationError(NO_PUSH)
    field = FIELDS.get(type(what))
    named = {field: what} if field else {"team": None, "player": None, "cup": None}
    with write_tx(), scopes_disabled():
        keys = {"public": public, "auth": auth, "words": A_PHONE}
        phone, made = Phone.objects.get_or_create(endpoint=endpoint, user=None, defaults=keys | {"made_at": at})
        phone = Phone.objects.select_for_update(of=("self",)).get(pk=phone.pk)  # two taps take turns
        if not made:
            Phone.objects.filter(pk=phone.pk).update(**keys)
        existing = Follow.objects.filter(phone=phone, league=league, **named).first()
        if existing is not None:
            return existing
        if Follow.objects.filter(phone=phone).count() >= MOST_FOLLOWS:
            raise ValidationError(TOO_MANY)
        row = Follow(league=league, phone=phone, since=at, **named)
        row.full_clean(validate_unique=False)
        row.save()
    return row


def choose_events(*, follow: Follow, events: Iterable[str]) -> None:
    """ValidationError for none."""
    chosen = {FollowedEvent(event) for event in events}
    if not chosen:
        raise ValidationError({"events": NOTHING_CHOSEN})
    with write_tx():
        wanted = {event.value: event in chosen for event in FollowedEvent}
        Follow.objects.filter(pk=follow.pk).update(**wanted)


def unfollow(*, follow: Follow) -> None:
    """With messages that wait, and the phone if it follows nothing else."""
    with write_tx(), scopes_disabled():
        Phone.objects.select_for_update(of=("self",)).filter(pk=follow.phone_id).first()
        Follow.objects.filter(pk=follow.pk).delete()
        _drop_idle_phones(Phone.objects.filter(pk=follow.phone_id))


def forget_followers(*, before: datetime, sent_before: datetime) -> int:
    """How many phones had taken nothing since `before`; messages from before `sent_before` go too."""
    with write_tx(), scopes_disabled():
        Message.objects.filter(to=None, webhook=None, made_at__lt=sent_before).delete()
        silent = Q(worked_at__lt=before) | Q(worked_at=None, made_at__lt=before)
        old = Phone.objects.filter(silent, user=None)
        Message.objects.filter(phone__in=old).delete()
        phones, _ = old.delete()
        _drop_idle_phones(Phone.objects.all())
    return phones


def _drop_idle_phones(phones: QuerySet[Phone]) -> None:
    idle = phones.filter(~Exists(Follow.objects.filter(phone=OuterRef("pk"))), user=None)
    Message.objects.filter(phone__in=idle).delete()
    idle.delete()


# --- who leads --------------------------------------------------------------------------------------------------------
MOST_LEADS = 5  # of one match


def tell_leads(*, at: datetime) -> int:
    """How many messages that were."""
    with scopes_disabled():
        wanted = Follow.objects.filter(league=OuterRef("fixture__league"), lead=True)
        live_matches = LiveMatch.objects.filter(Exists(wanted), last_at__gte=at - STALE, fixture__league__public=True)
        keys = list(live_matches.filter(fixture__state=FixtureState.SCHEDULED).values_list("fixture", flat=True))
        fixtures = list(whole_fixtures().filter(pk__in=keys).order_by("pk"))
    return sum(_tell_lead(fixture, at) for fixture in fixtures)


def _tell_lead(fixture: Fixture, at: datetime) -> int:
    """The row is locked, so that two processes see one change."""
    with scope(league=fixture.league):
        home, away = state_of(fixture)["games_won"]
        side = LeadingSide.HOME if home > away else LeadingSide.AWAY if away > home else ""
        if not side or LiveLead.objects.filter(fixture=fixture, side=side).exists():
            return 0
        with write_tx():
            made, _ = LiveLead.objects.get_or_create(fixture=fixture)
            row = LiveLead.objects.select_for_update(of=("self",)).get(pk=made.pk)
            if side == row.side:
                return 0
            row.side, row.changes = side, row.changes + 1
            row.save(update_fields=["side", "changes"])
            tell = row.changes <= MOST_LEADS
            return store_new(lead_taken(fixture, (home, away), row.changes, at)) if tell else 0


# --- The weekly e-mail ------------------------------------------------------------------------------------------------
def turn_weekly(*, league: League, on: bool, by: User, at: datetime) -> None:
    """Addresses stay while it is off."""
    with lock_league(league.pk):
        if League.objects.filter(pk=league.pk, weekly_mail=not on).update(weekly_mail=on):
            text = f"The weekly e-mail was turned {'on' if on else 'off'}"
            record(verb="turn_weekly", words=text, at=at, by=by, league_id=league.pk, about=(league,))
    league.weekly_mail = on


def ask_weekly(*, league: League, email: str, at: datetime) -> None:
    """Nothing to an address confirmed or asked within a day."""
    with write_tx():
        row, _ = WeeklySubscriber.objects.get_or_create(league=league, email=email.lower(), defaults={"asked_at": at})
        if row.confirmed_at is None:
            WeeklySubscriber.objects.filter(pk=row.pk).update(asked_at=at)
            store_new([confirmation_mail(row, at)])


def confirm_weekly(*, subscriber: WeeklySubscriber, at: datetime) -> None:
    with write_tx():
        WeeklySubscriber.objects.filter(pk=subscriber.pk, confirmed_at=None).update(confirmed_at=at)


def stop_weekly(*, subscriber: WeeklySubscriber) -> None:
    forget_address(league=subscriber.league, email=subscriber.email)


def forget_address(*, league: League, email: str) -> None:
    with write_tx():
        WeeklySubscriber.objects.filter(league=league, email__iexact=email).delete()
        Message.objects.filter(league=league, to=None, kind=MessageKind.WEEKLY, address__iexact=email).delete()


def forget_unconfirmed(*, at: datetime) -> int:
    """How many there were."""
    with scopes_disabled():
        rows = WeeklySubscriber.objects.filter(confirmed_at=None, asked_at__lte=at - CONFIRM_WITHIN)
        late = list(rows.select_related("league"))
        for row in late:
            stop_weekly(subscriber=row)
        return len(late)

"""Forget what is no longer needed, by the rules that the privacy page shows. Doing it twice does nothing more."""

from datetime import date, datetime
from itertools import groupby

from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session as OldSession
from django.core.management import call_command
from django.db import transaction
from django.db.models import Count, F, ProtectedError
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.accounts.permissions import invitation_over
from league.base.audit.actions import record, write_tx
from league.documents.actions import delete_old_papers
from league.exchange.actions.erasure import delete_with_files
from league.exchange.choices import (
    AVAILABILITY,
    DELIVERIES_KEPT,
    FOLLOWER_MESSAGES,
    FOLLOWERS,
    INCOMING,
    INVITATIONS,
    MESSAGES,
    PHOTOGRAPHS,
    REQUESTS,
    SENDERS,
    SIGN_INS,
)
from league.matchnight.actions.availability import forget_availability
from league.notifications.actions.followers import forget_followers
from league.notifications.actions.write_messages import delete_old_messages
from league.results.actions.messages import forget_incoming
from league.results.models import CardMessage, Draft, Photo, Submission
from league.teams.actions.join_requests import forget_join_requests
from league.teams.models import Role
from league.teams.queries.people import HEADED_BY, INVITATION_LASTS, OFFICES
from scoring.words import spell_out

ON_THE_LIST = (*OFFICES, *HEADED_BY)  # whom the league has to be able to ring


def apply_retention(*, at: datetime) -> None:
    delete_photographs(at=at)
    clear_sign_ins(at=at)
    delete_invitations(at=at)
    delete_join_requests(at=at)
    delete_old_papers(at=at)
    delete_old_messages(before=at - MESSAGES.kept, deliveries_before=at - DELIVERIES_KEPT)
    delete_old_availability(at=at)
    forget_followers(before=at - FOLLOWERS.kept, sent_before=at - FOLLOWER_MESSAGES.kept)


def delete_old_availability(*, at: datetime) -> int:
    with scopes_disabled():
        return forget_availability(before=localdate(at) - AVAILABILITY.kept)


def delete_photographs(*, at: datetime) -> int:
    """Delete photographs and messages of cards of old seasons, and who sent one by its code; how many photographs."""
    over, senders_over = localdate(at) - PHOTOGRAPHS.kept, localdate(at) - SENDERS.kept
    with scopes_disabled(), write_tx():
        by_code = Submission.objects.filter(by=None).exclude(sender="")
        by_code.filter(fixture__division__competition__season__ends__lt=senders_over).update(sender="")
        old = Photo.objects.filter(fixture__division__competition__season__ends__lt=over)
        photographs = list(old.select_related("fixture").order_by("fixture__league_id", "pk"))
        for league_id, of_league in groupby(photographs, key=lambda photo: photo.fixture.league_id):
            photos = [photo.pk for photo in of_league]
            delete_with_files(Photo.objects.filter(pk__in=photos))
            text = f"{spell_out(len(photos), 'photograph')} of cards deleted, {PHOTOGRAPHS.how_long}"
            record(verb="forget_photographs", words=text, at=at, by=None, league_id=league_id)
        _delete_card_messages(over, at)
        forget_incoming(before=at - INCOMING.kept)
    return len(photographs)


def _delete_card_messages(over: date, at: datetime) -> None:
    """Those that are kept with a match, with an entry for each league, and those on cards that were never sent."""
    Draft.objects.filter(fixture__division__competition__season__ends__lt=over).exclude(messages=[]).update(messages=[])
    old = CardMessage.objects.filter(fixture__division__competition__season__ends__lt=over)
    counts = old.order_by("fixture__league_id").values_list("fixture__league_id").annotate(count=Count("pk"))
    for league_id, count in list(counts):
        old.filter(fixture__league_id=league_id).delete()
        text = f"{spell_out(count, 'message')} about results deleted, {PHOTOGRAPHS.how_long}"
        record(verb="forget_card_messages", words=text, at=at, by=None, league_id=league_id)


def clear_sign_ins(*, at: datetime) -> int:
    """Forget when people last signed in, but for whether they ever did; and sign-ins that have run out."""
    old = at - SIGN_INS.kept
    with write_tx():
        call_command("clearsessions")
        OldSession.objects.all().delete()  # carried over by accounts.0003
        Authenticator.objects.filter(last_used_at__lt=old).update(last_used_at=None)
        # That somebody has been here still matters to their invitation: the day they joined says no more than that.
        long_ago = User.objects.filter(last_login__lt=old).exclude(last_login=F("joined_at"))
        return long_ago.update(last_login=F("joined_at"))


def delete_invitations(*, at: datetime) -> int:
    """Delete people who were invited, never came and have no post for which the league would ring them."""
    ran_out = at - (INVITATIONS.kept - INVITATION_LASTS)
    with scopes_disabled(), write_tx():
        invited = User.objects.filter(last_login=None, invited_until__lt=ran_out, is_active=True, demo=False)
        rows = Role.objects.filter(kind__in=ON_THE_LIST, ended_at=None)
        unneeded = invited.exclude(pk__in=rows.values("user")).exclude(is_staff=True).exclude(is_superuser=True)
        return sum(_drop_invited(user, at) for user in unneeded.order_by("pk") if invitation_over(user, at))


def delete_join_requests(*, at: datetime) -> int:
    with scopes_disabled():
        return forget_join_requests(before=at - REQUESTS.kept, at=at)


def _drop_invited(user: User, at: datetime) -> bool:
    """Delete somebody who never came; whoever has done something all the same has been here, and stays."""
    leagues = sorted(set(Role.objects.filter(user=user).values_list("league_id", flat=True)))
    try:
        with transaction.atomic():
            user.delete()
    except ProtectedError:
        return False
    for league_id in leagues:
        text = f"An invitation was deleted: no one accepted it in {INVITATIONS.kept.days} days"
        record(verb="forget_invitation", words=text, at=at, by=None, league_id=league_id)
    return True

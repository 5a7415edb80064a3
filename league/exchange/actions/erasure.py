"""Erase a person: a pseudonym takes their place in everything that the league keeps, and what is theirs alone goes; and
forget what is no longer needed of anybody.

Erasing is the one exception to "facts are never rewritten" (docs/decisions/0021-only-erasure-rewrites-facts.md): who it
was is taken out of a fact, what happened stays. Writes to the rows of every app, because the register names them all.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable
from datetime import date, datetime
from functools import partial
from itertools import groupby
from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.sessions.models import Session as OldSession
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import transaction
from django.db.models import Count, F, FileField, Model, ProtectedError, QuerySet
from django.utils.text import slugify
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import Session, User
from league.base.accounts.permissions import invitation_over
from league.base.audit.actions import record, write_tx
from league.base.audit.models import Seal
from league.base.ui.cache import html_cache, page_cache, paper_cache
from league.documents.actions import delete_old_papers
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
from league.exchange.models import Erasure
from league.exchange.queries.persons import (
    DataSubject,
    Mention,
    mentions,
    of_a_league,
    person_playing,
    rows_here,
    spellings_of,
    typed_names,
)
from league.exchange.register import REGISTER, ErasureAction
from league.matchnight.actions.availability import forget_availability
from league.notifications.actions.followers import forget_address, forget_followers
from league.notifications.actions.write_messages import delete_old_messages
from league.results.actions.messages import forget_incoming
from league.results.models import Appearance, CardMessage, Draft, Photo, Submission
from league.teams.actions.join_requests import forget_join_requests
from league.teams.actions.leagues import free_slug
from league.teams.actions.people import change_age
from league.teams.choices import RegistrationState, RoleKind
from league.teams.models import League, Officer, Player, Registration, Role, Transfer
from league.teams.queries.people import HEADED_BY, INVITATION_LASTS, OFFICES
from scoring.words import spell_out


def _delete_with_files(rows: QuerySet[Any]) -> None:
    files = [field for field in rows.model._meta.concrete_fields if isinstance(field, FileField)]
    for row in list(rows) if files else ():
        for field in files:
            stored = getattr(row, field.name)
            if stored:
                transaction.on_commit(partial(stored.storage.delete, stored.name))
    rows.delete()


NOWHERE = "erased.invalid"  # no mail can ever be sent there


def erase_person(*, person: DataSubject, by: User, at: datetime, surname_too: bool = False) -> Erasure:
    """Take a person out of a league for good; results, tables and averages stay what they are.

    `surname_too`: the surname goes wherever it stands alone. ValidationError says why it cannot be done now.
    """
    with write_tx():
        League.objects.select_for_update(of=("self",)).get(pk=person.league.pk)
        _refuse(person, by)
        alias = _free_alias(person)
        spelt = spellings_of(person, alias, typed=typed_names(person), surname_too=surname_too)
        # Who is erased holds no office any more: the row goes, with a number that nobody can know to be theirs.
        officers = [each.key for each in mentions(person, spelt, (Officer._meta.label,)) if "name" in each.becomes]
        Officer.objects.filter(pk__in=officers).delete()
        if person.user is not None:
            forget_address(league=person.league, email=person.user.email)
        rewrite(mentions(person, spelt))
        _drop_own(person)
        _drop_papers(person)
        _end_memberships(person, by=by, at=at)
        for player in person.players:
            _rename(player, alias, keep_user=person.account is not None)
        if person.account is not None:
            _close_account(person.account, alias)
        row = Erasure(
            league=person.league, alias=alias, player=next(iter(person.players), None), user=person.user, by=by, at=at
        )
        row.full_clean(exclude=["player", "user"])
        row.save()
        text = f"{alias}: someone was removed at their own request"
        _record_about(person, "erase_person", text, by=by, at=at)
        for kept in (html_cache, page_cache, paper_cache):  # what is kept there has the name in it
            transaction.on_commit(kept.clear)
    return row


def _refuse(person: DataSubject, by: User) -> None:
    if person.erased:
        raise ValidationError("This person has already been removed.")
    if person.user is None:
        return
    if person.user.pk == by.pk:
        raise ValidationError("You cannot remove yourself. Ask another officer.")
    if person.user.is_superuser or person.user.is_staff:
        raise ValidationError("Only another site administrator can remove a site administrator.")
    rows = Role.objects.filter(league=person.league, kind=RoleKind.SECRETARY, ended_at=None)
    if rows.filter(user=person.user).exists() and not rows.exclude(user=person.user).exists():
        raise ValidationError("A league needs a secretary. Invite the new one first.")


def _free_alias(person: DataSubject) -> str:
    word = "Player" if person.players else "Person"
    taken = set(Erasure.objects.filter(league=person.league).values_list("alias", flat=True))
    digits = 3 if len(taken) < 2000 else 5
    while True:
        alias = f"{word} {secrets.token_hex(3)[:digits].upper()}"
        if alias not in taken:
            return alias


def rewrite(occurrences: Iterable[Mention]) -> None:
    for mention in list(occurrences):
        becomes = mention.becomes
        if mention.label == "results.Submission" and "card" in becomes:
            # The old one was made of the name: whoever has the card could find out from it.
            body = json.dumps(becomes["card"], sort_keys=True)
            becomes = becomes | {"body_hash": hashlib.sha256(body.encode()).hexdigest()}
        apps.get_model(mention.label).objects.filter(pk=mention.key).update(**becomes)
        if mention.label == "base.Entry":  # its digest stays in the chain, and says nothing any more
            Seal.objects.filter(entry=mention.key).update(salt="")


def _drop_own(person: DataSubject) -> None:
    """Delete the rows that are the person's alone, with photographs of and messages about the cards they are on."""
    for label, rows in REGISTER.items():
        model = apps.get_model(label)
        for name in rows.those(ErasureAction.GONE):
            related = model._meta.get_field(name).related_model
            if related is Player:
                _delete_with_files(rows_here(person, model).filter(**{f"{name}__in": person.player_keys}))
            points_to_them = related is User and person.user is not None
            if points_to_them and (person.account is not None or of_a_league(model)):
                _delete_with_files(rows_here(person, model).filter(**{name: person.user}))
    played = Appearance.objects.filter(player__in=person.player_keys).values_list("result__fixture", flat=True)
    _delete_with_files(Photo.objects.filter(fixture__in=set(played)))
    CardMessage.objects.filter(fixture__in=set(played)).delete()


def _drop_papers(person: DataSubject) -> None:
    """Delete every paper kept for the league: it is drawn again, without the name, when somebody asks for it."""
    for label, rows in REGISTER.items():
        model = apps.get_model(label)
        names = {name for name in rows.those(ErasureAction.GONE) if isinstance(model._meta.get_field(name), FileField)}
        if names and model is not Photo and of_a_league(model):
            _delete_with_files(rows_here(person, model))


def _end_memberships(person: DataSubject, *, by: User, at: datetime) -> None:
    today = localdate(at)
    rows = Registration.objects.filter(player__in=person.player_keys, until=None)
    rows.filter(state=RegistrationState.REQUESTED).update(state=RegistrationState.REFUSED)
    for each in rows.filter(state=RegistrationState.APPROVED).order_by("pk"):
        each.state, each.until = RegistrationState.LEFT, max(today, each.since or today)
        each.save(update_fields=["state", "until"])
    waiting = Transfer.objects.filter(player__in=person.player_keys, accepted=None)
    waiting.update(accepted=False, decided_by=by, decided_at=at)
    if person.user is not None:
        Role.objects.filter(league=person.league, user=person.user, ended_at=None).update(ended_at=at)


def _rename(player: Player, alias: str, *, keep_user: bool) -> None:
    taken = Player.objects.filter(league=player.league).exclude(pk=player.pk).values_list("slug", flat=True)
    player.name, player.slug, player.known_as = alias, free_slug(alias, set(taken), 90), ""
    player.guardian_agreed_on = None
    player.user = player.user if keep_user else None
    player.full_clean()
    player.save()


def _close_account(user: User, alias: str) -> None:
    """Close an account: nobody can sign in with it, and it says no more than the pseudonym."""
    for session in Session.objects.filter(user=None):  # somebody may be in the middle of signing in
        if user.email in json.dumps(session.get_decoded(), default=str):
            session.delete()
    user.name, user.email, user.phone = alias, f"{slugify(alias)}.{user.pk}@{NOWHERE}", ""
    user.is_active, user.demo = False, False
    user.last_login = user.invited_until = None
    user.set_unusable_password()
    user.full_clean()
    user.save()


def _record_about(person: DataSubject, verb: str, words: str, *, by: User, at: datetime) -> None:
    about: tuple[Model, ...] = (*person.players, *((person.user,) if person.user else ()))
    record(verb=verb, words=words, at=at, by=by, league_id=person.league.pk, about=about)


# --- a corrected age --------------------------------------------------------------------------------------------------
PUBLISHED = ("schedule.Entry", "cups.Honour")  # whose names are kept as the public reads them


def correct_age(*, player: Player, under_18: bool, guardian_agreed_on: date | None, by: User, at: datetime) -> Player:
    """Say whether a player is under 18; then pairs in cups and lines of the honours board have their initials."""
    with write_tx():
        person = person_playing(player)
        fresh = change_age(player=player, under_18=under_18, guardian_agreed_on=guardian_agreed_on, by=by, at=at)
        if under_18 and not player.under_18:
            spelt = spellings_of(person, fresh.public_name)
            rewrite(mentions(person, spelt, PUBLISHED, only_theirs=True))
    return fresh


# --- copies -----------------------------------------------------------------------------------------------------------
def record_copy(*, person: DataSubject, by: User, at: datetime) -> None:
    words = f"{by} downloaded " + ("their own data" if person.user == by else f"the data about {person.name}")
    with write_tx():
        _record_about(person, "hand_out_copy", words, by=by, at=at)


# --- what is no longer needed, by the rules that the privacy page shows -----------------------------------------------
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
            _delete_with_files(Photo.objects.filter(pk__in=photos))
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

"""Erase a person: a pseudonym takes their place in everything that the league keeps, and what is theirs alone goes.

The one exception to "facts are never rewritten" (docs/decisions/0021-only-erasure-rewrites-facts.md): who it was is
taken out of a fact, what happened stays. Writes to the rows of every app, because the register names them all.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable
from datetime import date, datetime
from functools import partial
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import FileField, Model, QuerySet
from django.utils.text import slugify
from django.utils.timezone import localdate

from league.base.accounts.models import Session, User
from league.base.audit.actions import record, write_tx
from league.base.audit.models import Seal
from league.base.ui.cache import html_cache, page_cache, paper_cache
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
from league.notifications.actions.followers import forget_address
from league.results.models import Appearance, CardMessage, Photo
from league.teams.actions.leagues import free_slug
from league.teams.actions.people import change_age
from league.teams.choices import RegistrationState, RoleKind
from league.teams.models import League, Officer, Player, Registration, Role, Transfer


def delete_with_files(rows: QuerySet[Any]) -> None:
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
                delete_with_files(rows_here(person, model).filter(**{f"{name}__in": person.player_keys}))
            points_to_them = related is User and person.user is not None
            if points_to_them and (person.account is not None or of_a_league(model)):
                delete_with_files(rows_here(person, model).filter(**{name: person.user}))
    played = Appearance.objects.filter(player__in=person.player_keys).values_list("result__fixture", flat=True)
    delete_with_files(Photo.objects.filter(fixture__in=set(played)))
    CardMessage.objects.filter(fixture__in=set(played)).delete()


def _drop_papers(person: DataSubject) -> None:
    """Delete every paper kept for the league: it is drawn again, without the name, when somebody asks for it."""
    for label, rows in REGISTER.items():
        model = apps.get_model(label)
        names = {name for name in rows.those(ErasureAction.GONE) if isinstance(model._meta.get_field(name), FileField)}
        if names and model is not Photo and of_a_league(model):
            delete_with_files(rows_here(person, model))


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


# --- a corrected age ------------------------------------------------------------------------------------------------
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


# --- copies ---------------------------------------------------------------------------------------------------------
def record_copy(*, person: DataSubject, by: User, at: datetime) -> None:
    words = f"{by} downloaded " + ("their own data" if person.user == by else f"the data about {person.name}")
    with write_tx():
        _record_about(person, "hand_out_copy", words, by=by, at=at)

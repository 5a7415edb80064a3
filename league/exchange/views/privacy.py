"""What is kept about one person: looked at, handed out and erased by the secretary; and one's own account."""

import json
from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from django.contrib import messages
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.timezone import localtime, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_scopes import scope

from league.base.accounts.forms import own_forms
from league.base.accounts.models import User
from league.base.accounts.permissions import confirm_first, factors_of
from league.base.ui.responses import form_row, public_page, render_form, saved_file, uncached_form, uncached_page
from league.base.ui.spreadsheet import csv_of
from league.exchange.actions.erasure import correct_age, erase_person, record_copy
from league.exchange.choices import RULES
from league.exchange.forms import AgeForm, ErasureForm, PersonSearchForm
from league.exchange.queries.persons import (
    CopySection,
    DataSubject,
    copy_of,
    erased_in,
    erasure_preview,
    person_playing,
    person_signing_in,
    search_people,
    sections_named,
    signing_in,
)
from league.exchange.register import REGISTER
from league.notifications.forms import choices_of
from league.teams.actions.people import change_own_details
from league.teams.forms import DetailsForm
from league.teams.middleware import MemberRequest
from league.teams.models import Player
from league.teams.permissions import is_secretary, require
from league.teams.queries.people import own_roles
from scoring.words import join_list

# --- A person's copy as one file: everything as JSON, and each table for a spreadsheet beside it ----------------------
READ_ME = """What {league} holds about {name} on {at:%d %B %Y, %H:%M}.

data.json has everything; each .csv file has one kind of row, for a spreadsheet.
(this person) means you, and (someone else) anyone else: other people’s phone numbers and e-mail addresses are left
out. Passwords, passkeys and other means of signing in are kept and never shown. E-mails that
were sent, and who can play, are only in a copy that people make themselves: sign in and tap your name.
"""


def archive_of(person: DataSubject, sections: tuple[CopySection, ...], at: datetime) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        text = READ_ME.format(league=person.league.name, name=person.name, at=localtime(at))
        archive.writestr("read-me.txt", text)
        archive.writestr("data.json", _json(person, sections, at))
        for each in sections:
            rows = [[_cell(row[name]) for name in each.fields] for row in each.rows]
            archive.writestr(f"{slugify(each.noun)}.csv", csv_of(each.fields, rows))
    return out.getvalue()


def _json(person: DataSubject, sections: tuple[CopySection, ...], at: datetime) -> str:
    tables = {
        each.label: {
            "rows": each.rows,
            "fields": {name: REGISTER[each.label].fields[name].category.value for name in each.fields},
        }
        for each in sections
    }
    whole = {"name": person.name, "league": person.league.name, "at": at, "tables": tables}
    return json.dumps(whole, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False).strip('"')


@uncached_page
def search(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = PersonSearchForm(request.GET)
    wanted = form.cleaned_data["q"] if form.is_valid() else ""
    context = {"form": form, "wanted": wanted, "people": search_people(request.league, wanted)}
    return render(request, "privacy/desk.html", context | {"erased": erased_in(request.league)})


@never_cache
@require_POST
def own_copy(request: MemberRequest, league: str) -> HttpResponse:
    return _copy(request, person_signing_in(request.user, request.league))


@uncached_page
def person(request: MemberRequest, league: str, player: str = "", pk: int = 0) -> HttpResponse:
    subject = _person(request, player, pk)
    context = {"person": subject, "kept": sections_named(copy_of(subject, by=request.user)), **_addressed(subject)}
    return render(request, "privacy/person.html", context)


@never_cache
@require_POST
def copy(request: MemberRequest, league: str, player: str = "", pk: int = 0) -> HttpResponse:
    return _copy(request, _person(request, player, pk))


@never_cache
@confirm_first
def erasure(request: MemberRequest, league: str, player: str = "", pk: int = 0) -> HttpResponse:
    subject = _person(request, player, pk)
    preview = erasure_preview(subject)
    data = request.POST if request.method == "POST" else None
    form = ErasureForm(data, person=subject, alone=preview["alone"])
    row = form_row(request, form, erase_person, person=subject)
    if row is not None:
        messages.success(request, f"The details were removed. The name is now {row.alias}.")
        return redirect("data-requests", league)
    context = {"person": subject, "preview": preview, **_addressed(subject)}
    return render_form(request, "privacy/erasure.html", form, **context)


@never_cache
def age(request: MemberRequest, league: str, player: str) -> HttpResponse:
    this_player = _person(request, player, 0).players[0]
    now = {"under_18": this_player.under_18, "guardian_agreed_on": this_player.guardian_agreed_on}
    form = AgeForm(request.POST if request.method == "POST" else None, initial=now)
    changed = form_row(request, form, correct_age, player=this_player)
    if changed is not None:
        messages.success(request, f"The public now sees {changed.public_name}.")
        return redirect("player-data", league, changed.slug)
    return render_form(request, "privacy/age.html", form, player=this_player)


def _person(request: MemberRequest, slug: str, pk: int) -> DataSubject:
    require(is_secretary(request.user, request.league))
    if slug:
        players = Player.objects.select_related("league", "user", "merged_into__league", "merged_into__user")
        return person_playing(get_object_or_404(players, slug=slug))
    return person_signing_in(get_object_or_404(User, pk=pk, pk__in=signing_in(request.league)), request.league)


def _addressed(person: DataSubject) -> dict[str, object]:
    if person.players:
        return {"kind": "player", "key": person.players[0].slug}
    return {"kind": "account", "key": person.user.pk if person.user else 0}


def _copy(request: MemberRequest, person: DataSubject) -> HttpResponse:
    at = timezone.now()
    record_copy(person=person, by=request.user, at=at)
    sections = copy_of(person, by=request.user)
    return saved_file(archive_of(person, sections, at), f"{request.league.slug}-copy.zip", "application/zip")


@public_page
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "privacy/rules.html", {"rules": RULES})


OWN_DETAILS = {"name": "your name", "phone": "your phone number"}


# --- one’s own account ------------------------------------------------------------------------------------------------
@uncached_form
def me(request: MemberRequest) -> HttpResponse:
    """Of one league also what it sends and holds: of that asked for, or the only one in which the person is."""
    user, roles = request.user, own_roles(request.user)
    data = request.POST if request.method == "POST" else None
    form = DetailsForm(data, initial={"name": user.name, "phone": user.phone})
    if form.is_bound and form.is_valid():
        if form.has_changed():
            change_own_details(user=user, at=now(), **form.cleaned_data)
        changed = join_list([OWN_DETAILS[name] for name in form.changed_data])
        messages.success(request, f"{changed.capitalize()} changed." if changed else "Nothing was changed.")
        return redirect(request.get_full_path())
    leagues = {role.league for role in roles}
    if request.league is None and len(leagues) == 1:
        request.league = leagues.pop()
    context = {"roles": roles, "own_forms": own_forms(user), "begun": EmailVerificationProcess.resume(request)}
    context["factors"] = factors_of(user)
    with scope(league=request.league):
        return render_form(request, "accounts/me.html", form, **context, **_in_league(request))


def _in_league(request: MemberRequest) -> dict[str, Any]:
    """What is sent to the person; and what is held, which takes long to count, only if they ask for it."""
    if request.league is None:
        return {}
    context = choices_of(request.user, request.league)
    if request.GET.get("view") == "data":
        context["kept"] = sections_named(copy_of(person_signing_in(request.user, request.league), by=request.user))
    return context

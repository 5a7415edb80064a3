"""People: signing in to a demonstration, invitations, one's own page; and the secretary's list of who does what."""

from time import time
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST
from django_scopes import scope

from league.base.accounts.models import User
from league.base.accounts.permissions import LAPSED, SignedInRequest, confirm_first, confirmed_recently, invitation_over
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.old_addresses import form_address, form_on
from league.base.ui.responses import form_action, form_row, uncached_form, uncached_page
from league.teams.actions.people import end_role, invite_again, invite_person, renew_invitation
from league.teams.forms import InvitationForm
from league.teams.middleware import MemberRequest
from league.teams.models import Role, Team
from league.teams.permissions import is_officer, is_secretary, may_see_contacts, require
from league.teams.queries.people import (
    contacts_of,
    demonstration,
    invitation_of,
    invitation_token,
    landing_of,
    officer_contacts,
    other_captains,
    own_roles,
    roles_held,
)
from league.teams.tables import PeopleTable
from scoring.words import join_list

# --- Coming in --------------------------------------------------------------------------------------------------------
BACKEND = "django.contrib.auth.backends.ModelBackend"


@login_not_required
@uncached_page
def demo(request: HttpRequest) -> HttpResponse:
    return render(request, "teams/demo.html", demonstration() | {"next": request.GET.get("next", "")})


@login_not_required
@require_POST
def demo_sign_in(request: HttpRequest, pk: int) -> HttpResponse:
    """404 unless DEMO is on; demonstration people only."""
    if not settings.DEMO:
        raise Http404("This is not a demonstration.")
    person = get_object_or_404(User, pk=pk, demo=True, is_active=True)
    login(request, person, backend=BACKEND)
    wanted = request.POST.get("next", "")
    if wanted and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return redirect(wanted)
    return redirect("start")


@uncached_page
def start(request: SignedInRequest) -> HttpResponse:
    return redirect(landing_of(request.user))


@login_not_required
@uncached_page
@sensitive_variables("token")
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Opening it changes nothing; a late one has a button for a new link."""
    role = invitation_of(token)
    if role is None or invitation_over(role.user, timezone.now()):
        return _expired_page(request, role, token)
    return render(request, "teams/invitation.html", {"role": role, "invited_league": role.league})


@login_not_required
@uncached_form
@sensitive_variables("token")
def invitation_renewal(request: HttpRequest, token: str) -> HttpResponse:
    """To the same address and no other."""
    if request.method != "POST":
        return redirect("invitation", token, permanent=True)
    role = invitation_of(token)
    if role is None:
        return _expired_page(request, role, token)
    if invitation_over(role.user, timezone.now()):
        with scope(league=role.league):
            renew_invitation(role=role, at=timezone.now())
        messages.success(request, "We have e-mailed you a new link. Or continue here.")
    return redirect("invitation", token)


@login_not_required
@uncached_page
def invitation_expired(request: HttpRequest) -> HttpResponse:
    """What to do, for somebody who has just proved who they are, and whose invitation has run out."""
    person = User.objects.filter(pk=request.session.get(LAPSED, 0), is_active=True).first()
    role = next(iter(own_roles(person)), None) if person else None
    context = {"role": role, "token": invitation_token(role) if role else ""}
    return render(request, "accounts/invitation_over.html", context)


def _expired_page(request: HttpRequest, role: Role | None, token: str) -> HttpResponse:
    """Without a role the link is wrong, or was taken back."""
    context = {"role": role, "token": token, "broken": role is None}
    return render(request, "accounts/invitation_over.html", context, status=410)


@uncached_page
def people(request: MemberRequest, league: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    return _people_page(request)


def _people_page(request: MemberRequest, sent: PlainForm | None = None) -> HttpResponse:
    """A role in the table is opened by `?open=`; whoever has to confirm first is not shown the form to invite."""
    may_change = is_secretary(request.user, request.league)
    table = PeopleTable(roles_held(request.league), exclude=() if may_change else ("change",), request=request)
    if may_change:
        table.unfold("role", sent.section if sent else request.GET.get("open", ""))
    inviting = None
    if may_change and confirmed_recently(request, time()):
        inviting = as_sent(sent, _invitation_form(initial=_person(request.GET.get("besides", ""))))
    context = {"table": table, "may_change": may_change, "inviting": inviting, "form": sent}
    return render(request, "teams/people.html", context, status=422 if sent else 200)


@uncached_page
def contacts(request: MemberRequest, league: str) -> HttpResponse:
    require(may_see_contacts(request.user, request.league))
    roles = list(contacts_of(request.league))
    others = officer_contacts(request.league, (role.user.name for role in roles if role.team_id is None))
    context = {"roles": roles, "others": others, "officer": is_officer(request.user, request.league)}
    return render(request, "teams/contacts.html", context)


@form_on("people", "invite")
@confirm_first
def invite(request: MemberRequest, league: str) -> HttpResponse:
    """Invite somebody into a role; whoever has the role `?besides=` into another."""
    require(is_secretary(request.user, request.league))
    form = _invitation_form(request.POST)
    role = form_row(request, form, invite_person, league=request.league)
    if role is None:
        return _people_page(request, form)
    messages.success(request, f"{role.user} was invited at {role.user.email}.")
    if captains := other_captains(role):
        messages.warning(request, f"{role.team} already has a captain: {join_list(captains)}.")
    return redirect(form_address("people", f"role-{role.pk}", league=league))


def _invitation_form(data: Any = None, **options: Any) -> InvitationForm:
    return InvitationForm(data, teams=Team.objects.filter(active=True).order_by("name"), section="invite", **options)


def _person(role: str) -> dict[str, str]:
    roles = Role.objects.filter(pk=role, ended_at=None).select_related("user") if role.isdecimal() else ()
    return next(({"name": each.user.name, "email": each.user.email} for each in roles), {})


@require_POST
def invite_once_more(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    role = get_object_or_404(Role.objects.select_related("user", "league", "team"), pk=pk, ended_at=None)
    invite_again(role=role, by=request.user, at=timezone.now())
    messages.success(request, f"{role.user} was invited at {role.user.email}.")
    return redirect("people", league)


@form_on("people", "role-{pk}")
@confirm_first
def ending(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    role = get_object_or_404(Role.objects.select_related("user", "team"), pk=pk, ended_at=None)
    form = PlainForm(request.POST, section=f"role-{pk}")
    if not form_action(request, form, end_role, role=role):
        return _people_page(request, form)
    messages.success(request, f"{role.user} is no longer {role.get_kind_display().lower()}.")
    return redirect("me") if role.user_id == request.user.pk else redirect("people", league)

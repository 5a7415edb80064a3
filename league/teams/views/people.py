"""Who does what in a league: the secretary's list, invitations, ending a role, and the contact list."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.accounts.permissions import confirm_first
from league.teams.actions import end_role, invite_again, invite_person
from league.teams.actions.people import Invitation
from league.teams.forms import InvitationForm
from league.teams.middleware import MemberRequest
from league.teams.models import Role, Team
from league.teams.permissions import is_officer, is_secretary, may_see_contacts, require
from league.teams.queries import contacts_of, officers_to_ring, roles_held
from league.teams.tables import PeopleTable
from league.teams.views.entrance import address_of_invitation


@require_safe
@never_cache
def people(request: MemberRequest, league: str) -> HttpResponse:
    """Everybody with a role, with what they may be called on; the secretary may change it."""
    require(is_officer(request.user, request.league))
    may_change = is_secretary(request.user, request.league)
    table = PeopleTable(roles_held(request.league), exclude=() if may_change else ("change",), request=request)
    return render(request, "teams/people.html", {"table": table, "may_change": may_change})


@require_safe
@never_cache
def contacts(request: MemberRequest, league: str) -> HttpResponse:
    """Telephone numbers and addresses of officers and captains, for officers and captains."""
    require(may_see_contacts(request.user, request.league))
    roles = list(contacts_of(request.league))
    others = officers_to_ring(request.league, (role.user.name for role in roles if role.team_id is None))
    context = {"roles": roles, "others": others, "officer": is_officer(request.user, request.league)}
    return render(request, "teams/contacts.html", context)


@never_cache
@confirm_first
def invite(request: MemberRequest, league: str) -> HttpResponse:
    """Invite somebody into a role."""
    require(is_secretary(request.user, request.league))
    form = InvitationForm(request.POST or None, teams=Team.objects.filter(active=True).order_by("name"))
    if request.method == "POST" and form.is_valid():
        try:
            invited = invite_person(
                league=request.league,
                by=request.user,
                at=timezone.now(),
                address=address_of_invitation(request),
                **form.cleaned_data,
            )
        except ValidationError as fault:
            form.add_validation_error(fault)
        else:
            _say(request, invited)
            return redirect("people", league)
    return render(request, "teams/invite.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
def invite_once_more(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Send somebody who has never signed in their invitation again."""
    require(is_secretary(request.user, request.league))
    role = get_object_or_404(Role.objects.select_related("user", "league", "team"), pk=pk, ended_at=None)
    _say(request, invite_again(role=role, by=request.user, at=timezone.now(), address=address_of_invitation(request)))
    return redirect("people", league)


@never_cache
@confirm_first
def ending(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Say what ending a role does, then end it."""
    require(is_secretary(request.user, request.league))
    role = get_object_or_404(Role.objects.select_related("user", "team"), pk=pk, ended_at=None)
    fault = None
    if request.method == "POST":
        try:
            end_role(role=role, by=request.user, at=timezone.now())
        except ValidationError as refused:
            fault = refused.messages[0]
        else:
            messages.success(request, f"{role.user} is no longer {role.get_kind_display().lower()}.")
            return redirect("me") if role.user_id == request.user.pk else redirect("people", league)
    return render(request, "teams/end_role.html", {"role": role, "fault": fault}, status=422 if fault else 200)


def _say(request: MemberRequest, invited: Invitation) -> None:
    """Tell the secretary whether the mail went, and what to do if it did not."""
    user = invited.role.user
    if invited.sent:
        messages.success(request, f"{user} was invited at {user.email}.")
    else:
        messages.error(request, f"The e-mail to {user.email} could not be sent. Give {user} this link: {invited.link}")

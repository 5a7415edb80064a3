"""A person's account: who they are, how they sign in, what a league sends to them and what it holds about them."""

from typing import Any

from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django_scopes import scope

from league.base.accounts.forms import own_forms
from league.base.ui.responses import render_form, require_form_methods
from league.exchange.queries.copies import copy_of, sections_named
from league.exchange.queries.persons import person_signing_in
from league.notifications.forms import choices_of
from league.teams.actions.people import change_own_details
from league.teams.forms import DetailsForm
from league.teams.middleware import MemberRequest
from league.teams.queries.people import own_roles


@never_cache
@require_form_methods
def me(request: MemberRequest) -> HttpResponse:
    """Of one league also what it sends and holds: of that asked for, or the only one in which the person is."""
    user, roles = request.user, own_roles(request.user)
    data = request.POST if request.method == "POST" else None
    form = DetailsForm(data, initial={"name": user.name, "phone": user.phone})
    if form.is_bound and form.is_valid():
        change_own_details(user=user, at=now(), **form.cleaned_data)
        messages.success(request, "Details saved.")
        return redirect(request.get_full_path())
    leagues = {role.league for role in roles}
    if request.league is None and len(leagues) == 1:
        request.league = leagues.pop()
    context = {"roles": roles, "own_forms": own_forms(user), "begun": EmailVerificationProcess.resume(request)}
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

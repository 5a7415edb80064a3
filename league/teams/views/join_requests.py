"""Joining by a link: the page for whoever has one, the secretary's links, and the answers to those who have asked."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST
from django_scopes import scope

from league.base.accounts.limits import TryLimit
from league.base.ui.pictures import qr_code
from league.base.ui.responses import refusals_on, render_form, uncached_form, uncached_page, unlisted
from league.teams.actions.join_requests import (
    admit,
    ask_to_join,
    make_join_links,
    refuse_joining,
    renew_join_link,
    revoke_join_link,
)
from league.teams.forms import ApprovalForm, JoinForm
from league.teams.middleware import MemberRequest
from league.teams.models import JoinLink, JoinRequest, Team
from league.teams.permissions import is_secretary, may_change_squad, require
from league.teams.queries.squads import (
    captains_by_team,
    join_link_of,
    join_token,
    joins_waiting,
    link_of_team,
    team_join_links,
)
from scoring.words import spell_out

TRIES = TryLimit("join", 40, words="Too many requests from here.")  # a pub full of players is one address
MOST_NAMED = 3  # people who are named when they come in; of more only the number is said


@login_not_required
@uncached_form
@sensitive_post_parameters("name", "email", "phone")
@sensitive_variables("token", "form")
def join(request: HttpRequest, token: str) -> HttpResponse:
    link = join_link_of(token)
    if link is None:
        return unlisted(render(request, "teams/join_over.html", status=410))
    with scope(league=link.league):
        user: Any = request.user
        initial = {"name": user.name, "email": user.email, "phone": user.phone} if user.is_authenticated else {}
        data = request.POST if request.method == "POST" else None
        teams = Team.objects.filter(league=link.league, active=True).order_by("name", "pk")
        form = JoinForm(data, teams=teams, of=link.team, initial=initial)
        if request.method == "POST" and form.is_valid() and _ask_to_join(request, link, form):
            return redirect("join-received", token)
        return unlisted(render_form(request, "teams/join.html", form, link=link))


@login_not_required
@uncached_page
def received(request: HttpRequest, token: str) -> HttpResponse:
    link = join_link_of(token)
    if link is None:
        return unlisted(render(request, "teams/join_over.html", status=410))
    return unlisted(render(request, "teams/join_received.html", {"link": link}))


@uncached_page
def links(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    links = [_link_context(request, team, link) for team, link in team_join_links(request.league)]
    open_links = [each for each in links if each["link"]]
    return render(request, "teams/join_links.html", {"links": links, "open_links": open_links})


@require_POST
def making(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    number = make_join_links(league=request.league, by=request.user, at=timezone.now())
    messages.success(request, f"{spell_out(number, 'link').capitalize()} created.")
    return redirect("join-links", league)


@require_POST
def renewal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    link = _link(request, pk)
    renew_join_link(link=link, by=request.user, at=timezone.now())
    messages.success(request, f"{link.team or 'The league'} has a new link. The old one no longer works.")
    return redirect("join-links", league)


@require_POST
def revocation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    link = _link(request, pk)
    revoke_join_link(link=link, by=request.user, at=timezone.now())
    messages.success(request, f"The link of {link.team or 'the league'} is turned off.")
    return redirect("join-links", league)


@uncached_page
def team_link(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = _team_led(request, team)
    invitation = _link_context(request, this_team, link_of_team(this_team))
    return render(request, "teams/team_join_link.html", {"team": this_team, "invitation": invitation})


@require_POST
def team_renewal(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = _team_led(request, team)
    link = link_of_team(this_team)
    if link is None:
        messages.error(request, f"{this_team} has no join link. Ask the secretary to create one.")
    else:
        renew_join_link(link=link, by=request.user, at=timezone.now())
        messages.success(request, f"{this_team} has a new link. The old one no longer works.")
    return redirect("team-join-link", league, this_team.slug)


@uncached_page
def requests(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    waiting = list(joins_waiting(request.league))
    captains = captains_by_team(request.league)
    rows = [
        (join_request, captains.get(join_request.team_id, "") if join_request.kind == "captain" else "")
        for join_request in waiting
    ]
    return render(request, "teams/join_requests.html", {"rows": rows})


@require_POST
def approval(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = ApprovalForm(request.POST, waiting=joins_waiting(request.league))
    if not form.is_valid():
        messages.error(request, "No one was chosen, or the requests have already been answered.")
        return redirect("join-requests", league)
    came = admit(requests=form.cleaned_data["request"], by=request.user, at=timezone.now())
    names = ", ".join(str(join_request) for join_request in came) if len(came) <= MOST_NAMED else f"{len(came)} people"
    messages.success(request, f"Approved: {names}. We have e-mailed a link to sign in.")
    return redirect("inbox", league)


@require_POST
def refusal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    join_request = get_object_or_404(JoinRequest.objects.select_related("team"), pk=pk)
    refuse_joining(join_request=join_request, by=request.user, at=timezone.now())
    messages.success(request, f"{join_request.name} was refused, and their details are deleted.")
    return redirect("join-requests", league)


def _ask_to_join(request: HttpRequest, link: JoinLink, form: JoinForm) -> bool:
    if refusal := TRIES.refuse(request):
        form.add_error(None, refusal)
        return False
    with refusals_on(form):
        ask_to_join(link=link, at=timezone.now(), **form.cleaned_data)
        return True
    return False


def _link_context(request: MemberRequest, team: Team | None, link: JoinLink | None) -> dict[str, Any]:
    if link is None:
        return {"team": team, "link": None}
    address = request.build_absolute_uri(reverse("join", args=[join_token(link)]))
    invitation = f"Join {team} in {request.league}" if team else f"Join {request.league}"
    return {
        "team": team,
        "link": link,
        "address": address,
        "qr": qr_code(address),
        "message": f"{invitation}: {address}",
    }


def _link(request: MemberRequest, pk: int) -> JoinLink:
    require(is_secretary(request.user, request.league))
    return get_object_or_404(JoinLink.objects.select_related("league", "team"), pk=pk, revoked_at=None)


def _team_led(request: MemberRequest, slug: str) -> Team:
    team: Team = get_object_or_404(Team.objects.select_related("league"), slug=slug, active=True)
    require(may_change_squad(request.user, team))
    return team
